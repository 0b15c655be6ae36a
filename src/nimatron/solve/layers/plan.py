"""What a folder of layers is about: moves as bit sets, symmetries, the start, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nimatron.errors import ParameterError, TooLarge
from nimatron.rules.grids import Board, symmetries
from nimatron.rules.protocol import Rules
from nimatron.solve.compiled import NotCompiled, packed
from nimatron.solve.layers.files import (
    UNFINISHED,
    LayersError,
    damaged,
    read_record,
    write_record,
)
from nimatron.values import Convention

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT, VERSION = "nimatron-layers", 1
_MOST_MOVES = 255  # so that values fit into a byte
_PART_BITS = 8
MOST_PARTS = 1 << _PART_BITS
SHIFT = 64 - _PART_BITS
"""The first bits of a key name the finest part that it can be in; layers are cut as finely as they
are large."""


@dataclass(frozen=True)
class Plan:
    """All that the jobs need to know; the same on every machine that sees the folder."""

    position: str
    start: int
    moves: tuple[tuple[int, int], ...]
    """Pairs of bit sets: what must be free, and what is used up."""
    turns: tuple[tuple[int, ...], ...]
    """For each symmetry the place to which each cell is carried."""
    convention: str = "normal"
    lengths: bool = False
    """Whether the remoteness is found instead of the nimber; it tells who wins as well."""
    part_size: int = 1 << 22
    """Positions in a part of a layer, more or less."""

    @property
    def cells(self) -> int:
        return len(self.turns[0])

    def parts(self, positions: int) -> int:
        """In how many parts a layer of so many positions is cut: 1, 2, 4..."""
        wanted = -(-positions // self.part_size)
        return min(MOST_PARTS, 1 << max(0, wanted - 1).bit_length())

    @property
    def won_parity(self) -> int:
        """Of the lengths of positions that are won: where play is over the length is 0."""
        return 1 if self.convention == Convention.NORMAL else 0

    @cached_property
    def tables(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
        """The moves, and where each symmetry carries each value of each byte, for the kernels."""
        import numpy as np

        images = np.zeros((len(self.turns), (self.cells + 7) // 8, 256), np.uint64)
        values = np.arange(256)
        for s, turn in enumerate(self.turns):
            for place, to in enumerate(turn):
                there = (values >> place % 8 & 1).astype(np.uint64)
                images[s, place // 8] |= there << np.uint64(to)
        need, take = (np.array([pair[i] for pair in self.moves], np.uint64) for i in (0, 1))
        return need, take, images

    def stored(self, positions: Sequence[int]) -> NDArray[np.uint64]:
        """Packed positions as they stand in files."""
        import numpy as np

        from nimatron.kernels import layers

        out = np.zeros(len(positions), np.uint64)
        layers.stored(np.array(positions, np.uint64), self.tables[2], out)
        return out


def plan_of(
    rules: Rules, position: Any, convention: Convention, *, lengths: bool, part_size: int
) -> Plan:
    """The plan for a position; TooLarge if its rules do not suit."""
    masks = rules.masks()
    if masks is None or max((max(pair) for pair in masks), default=0) >> 64:
        raise TooLarge(
            "layers need a board of at most 64 cells whose moves use up cells, such as cram,"
            " kings or chomp; `nimatron solve` takes any game"
        )
    moves = tuple(sorted(set(masks)))
    if len(moves) > _MOST_MOVES:
        raise TooLarge(f"layers take boards with at most {_MOST_MOVES} moves, got {len(moves)}")
    start = used_cells(rules, position)
    lengths = lengths or convention is Convention.MISERE
    turns = _turns(rules, moves, start)
    return Plan(rules.text(position), start, moves, turns, str(convention), lengths, part_size)


def used_cells(rules: Rules, position: Any) -> int:
    """The cells that are used, as bits."""
    try:
        key = packed(rules, position)
    except NotCompiled as e:
        raise TooLarge(str(e)) from e
    assert isinstance(key, int)
    return key


def _turns(
    rules: Rules, moves: tuple[tuple[int, int], ...], start: int
) -> tuple[tuple[int, ...], ...]:
    """The symmetries of the board that carry moves to moves, compared one by one."""
    cells = max((max(pair).bit_length() for pair in (*moves, (start, 0))), default=1) or 1
    if not isinstance(rules, Board):
        return (tuple(range(cells)),)
    whole = set(moves)
    return tuple(
        tuple(turn)
        for turn in symmetries(rules.rows, rules.columns)
        if {(_moved(need, turn), _moved(take, turn)) for need, take in moves} == whole
    )


def _moved(mask: int, turn: Sequence[int]) -> int:
    return sum(1 << to for place, to in enumerate(turn) if mask >> place & 1)


def begun(folder: Path, plan: Plan) -> Plan:
    """The plan of the folder, which is made if there is none; refuse another one.

    The size of the parts is that with which the folder was begun.
    """
    path = folder / "plan.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        strangers = not path.exists() and any(
            not other.name.endswith(UNFINISHED) for other in folder.iterdir()
        )
    except OSError as e:
        raise ParameterError("a folder that can be written", str(folder), hint=str(e)) from None
    if strangers:
        raise ParameterError("an empty folder, or one of layers", str(folder))
    if not path.exists():
        write_record(path, {"format": FORMAT, "version": VERSION, **asdict(plan)})
    found = read_plan(folder)
    if replace(plan, part_size=found.part_size) != found:
        raise ParameterError(
            f"the folder of {plan.position} with these options",
            f"one of {found.position}",
            hint=f"choose another folder than {folder}",
        )
    return found


def read_plan(folder: Path) -> Plan:
    """The plan that a folder was begun with."""
    path = folder / "plan.json"
    try:
        return _read_plan(path, path.stat().st_mtime_ns)
    except OSError:
        raise LayersError(f"{folder} is no folder of layers: plan.json is missing") from None


@lru_cache(maxsize=64)
def _read_plan(path: Path, _changed: int) -> Plan:
    body = read_record(path) or {}
    if (body.pop("format", None), body.pop("version", None)) != (FORMAT, VERSION):
        raise LayersError(f"{path} is of another version; choose another folder")
    try:
        body["moves"] = tuple((need, take) for need, take in body["moves"])
        body["turns"] = tuple(tuple(turn) for turn in body["turns"])
        return Plan(**body)
    except (KeyError, TypeError, ValueError):
        raise damaged(path) from None
