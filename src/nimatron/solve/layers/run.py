"""Solve a board layer by layer in a folder, from the first record that is missing.

Forwards, layer by layer, all positions that can be reached are found; then backwards each gets its
value from layers that are finished. Only options are looked up, so no more than a few layers are
in use at once, and memory holds what the system likes to keep of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nimatron.errors import ParameterError
from nimatron.rules.protocol import Rules
from nimatron.solve.layers import runners
from nimatron.solve.layers.files import UNFINISHED, read_record, told, write_record
from nimatron.solve.layers.jobs import Above, Job, layer_record, part_record, parts_of, runs_into
from nimatron.solve.layers.plan import Plan, begun, plan_of, read_plan, used_cells
from nimatron.values import Convention, Outcome

Watch = Callable[[str], None]


@dataclass(frozen=True)
class Layer:
    """How many positions have so many used cells, and how many of them are lost."""

    used: int
    positions: int
    lost: int


@dataclass(frozen=True)
class Layered:
    """What the layers of a board say about it."""

    outcome: Outcome
    grundy: int | None
    remoteness: int | None
    winning: tuple[Any, ...]
    """Every winning move."""
    layers: tuple[Layer, ...]

    @property
    def positions(self) -> int:
        """Positions in all layers, those that are images of each other counted once."""
        return sum(layer.positions for layer in self.layers)


def solve_layers(
    rules: Rules,
    position: Any,
    folder: Path,
    convention: Convention = Convention.NORMAL,
    *,
    lengths: bool = False,
    part_size: int = 1 << 22,
    runner: AbstractContextManager[runners.Runner] | None = None,
    watch: Watch | None = None,
) -> Layered:
    """Outcome, nimber (or remoteness) and winning moves of a board, with its positions in files.

    Whatever ends this, the same call goes on where the records end.
    """
    folder = folder.resolve()
    wanted = plan_of(rules, position, convention, lengths=lengths, part_size=part_size)
    plan = begun(folder, wanted)
    with _alone(folder), runner or runners.in_turn() as run:
        _fill(folder, plan, run, watch or (lambda _: None))
    return _answer(folder, rules, position)


def _fill(folder: Path, plan: Plan, run: runners.Runner, watch: Watch) -> None:
    with told(folder, "clear"):
        for left in folder.glob(f"*{UNFINISHED}"):
            left.unlink(missing_ok=True)
    ranks, found = [plan.start.bit_count()], 0
    for rank in range(ranks[0], plan.cells + 1):
        if rank not in ranks:
            continue
        merged = _stage(folder, plan, run, "merge", rank)
        _forget_runs(folder, rank)
        here = sum(part["count"] for part in merged)
        found += here
        watch(f"{rank} cells used: {here} positions, {found} in all")
        for part in _stage(folder, plan, run, "expand", rank):
            ranks += [one["rank"] for one in part["runs"] if one["rank"] not in ranks]
    solved = 0
    for rank in sorted(ranks, reverse=True):
        solved += sum(part["count"] for part in _stage(folder, plan, run, "solve", rank))
        watch(f"{rank} cells used: {solved} of {found} positions solved")


def _stage(
    folder: Path, plan: Plan, run: runners.Runner, stage: str, rank: int
) -> list[dict[str, Any]]:
    """The records of all parts; those that are missing are made, and then that of the layer."""
    path = layer_record(folder, stage, rank)
    if read_record(path) is None:
        if stage == "merge":
            parts = plan.parts(sum(one["count"] for one in runs_into(folder, rank)))
        else:
            parts = len(parts_of(folder, "merge", rank))
        records = dict(run([Job(folder, stage, rank, part, parts) for part in range(parts)]))
        write_record(path, {"parts": [records[part] for part in range(parts)]})
    found = parts_of(folder, stage, rank)
    with told(folder, "clear"):
        for part in range(len(found) if len(found) > 1 else 0):
            part_record(folder, stage, rank, part).unlink(missing_ok=True)
    return found


def _forget_runs(folder: Path, rank: int) -> None:
    """Files of options that were merged, and are not needed any more."""
    with told(folder, "clear"):
        for path in folder.glob(f"{rank:03}-from-*.run"):
            path.unlink(missing_ok=True)


def _answer(folder: Path, rules: Rules, position: Any) -> Layered:
    plan = read_plan(folder)
    above = Above(folder, plan)
    moves = list(rules.moves(position))
    keys = [plan.start, *(used_cells(rules, rules.after(position, move)) for move in moves)]
    value, *options = above.values(plan.stored(keys)).tolist()

    def is_lost(number: int) -> bool:
        return number % 2 != plan.won_parity if plan.lengths else number == 0

    layers = []
    for rank in range(plan.cells + 1):
        solved = parts_of(folder, "solve", rank)
        counts = sum(part["count"] for part in solved), sum(part["lost"] for part in solved)
        layers += [Layer(rank, *counts)] if counts[0] else []
    return Layered(
        Outcome.P if is_lost(value) else Outcome.N,
        None if plan.lengths else value,
        value if plan.lengths else None,
        tuple(m for m, number in zip(moves, options, strict=True) if is_lost(number)),
        tuple(layers),
    )


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other run in the same folder, where the system can tell."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with told(folder):
        handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ParameterError(
                "a folder that no other run is filling", str(folder), hint="wait for it to end"
            ) from None
        yield
    finally:
        os.close(handle)


def size_of(folder: Path) -> int:
    """Bytes of positions and values in the folder."""
    with told(folder, "read"):
        paths = [path for kind in ("keys", "values") for path in folder.glob(f"*.{kind}")]
        return sum(path.stat().st_size for path in paths)
