"""Nimbers of boards that fall apart: placing and removing, on up to 64 cells.

Any rules will do whose `masks` say which cells a move needs and which it takes. What suits all
boards of a game (on 8x8: the same moves everywhere, and all eight symmetries) is found out from the
masks, not believed; then components are turned, and pushed into the corner.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any

from nimatron.errors import NimatronError, TooLarge
from nimatron.rules.grids import Board, bits, symmetries
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Meter

if TYPE_CHECKING:
    import numpy as np

Masks = Sequence[tuple[int, int]]

_STRETCH = 0.05  # seconds between two looks at the clock
_FIRST_TABLE, _ENTRY = 1 << 16, 16  # entries, and bytes of one


def falls_apart(rules: Rules) -> bool:
    """Whether this search suits the rules: moves take cells, among them those that they need."""
    masks = rules.masks()
    if not masks or not isinstance(rules, Board):
        return False
    return all(need and not need & ~take for need, take in masks)


class BoardSearch:
    """Nimbers of one game's boards, with one table for all questions."""

    def __init__(self, rules: Board, meter: Meter) -> None:
        import numpy as np

        from nimatron.kernels import boards as kernels

        self.rules, self.meter = rules, meter
        masks = rules.masks()
        assert masks is not None
        square = _on_eight(rules, masks)
        stride = 8 if square is not None else rules.columns
        self._places = [row * stride + c for row in range(rules.rows) for c in range(rules.columns)]
        self._before = meter.positions
        self._board = _tables(rules, masks if square is None else square, square is not None)
        moves, cells = len(self._board.need), 65
        self._table = np.zeros((_FIRST_TABLE, 2), np.uint64)
        self._frames = np.zeros((cells + 2, kernels.FIELDS), np.uint64)
        self._records = np.zeros((moves + 1) * 2 * cells + 64 * moves * 33, np.uint64)
        self._parts = np.zeros(cells, np.uint64)
        self._counts = np.zeros(kernels.PLACES, np.int64)

    @property
    def positions(self) -> int:
        """How many components were looked into."""
        from nimatron.kernels.boards import EXPANDED

        return int(self._counts[EXPANDED])

    def nimber(self, used: int) -> int:
        """The nimber of a packed position."""
        total = 0
        for part in self._components(used):
            total ^= self._whole(part)
        return total

    def is_lost(self, used: int) -> bool:
        """Whether the nimber of a packed position is 0, which is less to ask."""
        parts = sorted(self._components(used), key=int.bit_count)
        if not parts:
            return True
        total = 0
        for part in parts[:-1]:
            total ^= self._whole(part)
        return self._ask(parts[-1], total) == total

    def _components(self, used: int) -> list[int]:
        import numpy as np

        from nimatron.kernels.boards import components

        free = sum(1 << place for i, place in enumerate(self._places) if not used >> i & 1)
        count = components(self._board, np.uint64(free), self._parts)
        return [int(part) for part in self._parts[:count]]

    def _whole(self, part: int) -> int:
        from nimatron.kernels.boards import FULL

        found = self._ask(part, FULL)
        assert found is not None
        return found

    def _ask(self, part: int, asked: int) -> int | None:
        """The nimber of a component, or None if it is only known not to be the one asked for."""
        import numpy as np

        from nimatron.kernels import boards as kernels

        kernels.push(np.uint64(part), asked, self._frames, self._counts)
        budget = 1 << 8
        while True:
            began = time.perf_counter()
            status = kernels.advance(
                self._board,
                self._table,
                self._frames,
                self._records,
                self._parts,
                self._counts,
                budget,
            )
            seconds = time.perf_counter() - began
            self.meter.counted(self._before + self.positions)
            if status == kernels.TOO_WIDE:
                raise TooLarge("a component has a nimber past 61, which this search cannot hold")
            if status == kernels.DONE:
                exact = self._counts[kernels.EXACT]
                return int(self._counts[kernels.RETURNED]) if exact else None
            if seconds < _STRETCH / 2:
                budget *= 2
            elif seconds > 2 * _STRETCH:
                budget = max(16, budget // 4)
            self._grow()

    def _grow(self) -> None:
        """A larger table while memory allows; after that, old entries are replaced."""
        import numpy as np

        from nimatron.kernels import boards as kernels

        size = len(self._table)
        if self._counts[kernels.STORED] < size * 6 // 10:
            return
        if 3 * size * _ENTRY > self.meter.limits.megabytes * 1e6 * 0.9:  # both at once, for a while
            return
        larger = np.zeros((2 * size, 2), np.uint64)
        kernels.rehash(self._table, larger, self._counts)
        self._table = larger


def _on_eight(rules: Board, masks: Masks) -> Masks | None:
    """The moves on a board of 8x8 of which this board is a part like any other, or None."""
    if max(rules.rows, rules.columns) > 8 or not is_dataclass(rules):
        return None
    try:
        large = replace(rules, rows=8, columns=8).masks()
    except (TypeError, ValueError, NimatronError):
        return None
    if large is None:
        return None
    own = [row * 8 + column for row in range(rules.rows) for column in range(rules.columns)]
    here = {(_moved(need, own), _moved(take, own)) for need, take in masks}
    if _within(large, sum(1 << place for place in own)) != here:
        return None
    whole = set(large)
    turned = all(
        {(_moved(need, turn), _moved(take, turn)) for need, take in large} == whole
        for turn in symmetries(8, 8)
    )
    return large if turned and _same_everywhere(large, 8, 8) else None


def _same_everywhere(masks: Masks, rows: int, columns: int) -> bool:
    """Whether parts of the board may be pushed: the moves in them go along."""
    full = (1 << rows * columns) - 1
    column = sum(1 << row * columns for row in range(rows))
    row = (1 << columns) - 1
    for step, first in ((1, column), (columns, row)):
        behind = full & ~first
        before = {(need << step, take << step) for need, take in _within(masks, behind >> step)}
        if before != _within(masks, behind):
            return False
    return True


def _within(masks: Masks, region: int) -> set[tuple[int, int]]:
    """The moves that are possible inside a region, and what they take of it."""
    return {(need, take & region) for need, take in masks if not need & ~region}


def _moved(mask: int, places: Sequence[int]) -> int:
    return sum(1 << places[place] for place in bits(mask))


def _near(masks: Masks) -> list[int]:
    """The cells that may belong to one component with a cell.

    A move that smaller moves inside it hold together already adds nothing.
    """
    near = [0] * 64
    for need, take in sorted(masks, key=lambda pair: (pair[0].bit_count(), pair)):
        if need == take and _held(need, near):
            continue
        for cell in bits(need | take):
            near[cell] |= need
        for cell in bits(need):
            near[cell] |= take
    return near


def _held(region: int, near: Sequence[int]) -> bool:
    reached, edge = 0, region & -region
    while edge:
        cell = edge.bit_length() - 1
        reached |= 1 << cell
        edge = (edge | near[cell]) & region & ~reached
    return reached == region and region.bit_count() > 1


def _tables(rules: Board, masks: Masks, square: bool) -> Any:
    import numpy as np

    from nimatron.kernels.boards import Board as Tables

    ordered = sorted(set(masks), key=lambda pair: ((pair[0] & -pair[0]).bit_length(), pair))
    anchors = [(need & -need).bit_length() - 1 for need, _ in ordered]
    start = np.searchsorted(anchors, np.arange(65)).astype(np.int64)
    rows, columns = rules.rows, rules.columns
    turns = [list(range(rows * columns))]
    whole = set(masks)
    if not square:
        turns = [
            turn
            for turn in symmetries(rows, columns)
            if {(_moved(need, turn), _moved(take, turn)) for need, take in masks} == whole
        ]
    pushed = not square and _same_everywhere(masks, rows, columns)
    return Tables(
        start,
        np.array([need for need, _ in ordered], np.uint64),
        np.array([take for _, take in ordered], np.uint64),
        np.array(_near(masks), np.uint64),
        min(need.bit_count() for need, _ in masks),
        square,
        _images(turns),
        columns if pushed else 0,
        np.uint64(sum(1 << row * columns for row in range(rows))),
    )


def _images(turns: Iterable[Sequence[int]]) -> np.ndarray[Any, Any]:
    """Where each symmetry carries each value of each byte."""
    import numpy as np

    listed = list(turns)
    images = np.zeros((len(listed), 8, 256), np.uint64)
    for s, turn in enumerate(listed):
        for byte in range(8):
            for value in range(256):
                places = [8 * byte + i for i in range(8) if value >> i & 1]
                images[s, byte, value] = sum(1 << turn[p] for p in places if p < len(turn))
    return images
