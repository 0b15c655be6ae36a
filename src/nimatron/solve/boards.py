"""Nimbers of boards that fall apart: placing and removing, on up to 128 cells.

Any rules will do whose `masks` say which cells a move needs and which it takes. What suits all
boards of a game (on 8x8: the same moves everywhere, and all eight symmetries) is found out from the
masks, not believed; then components are turned, and pushed into the corner.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from nimatron.errors import TooLarge
from nimatron.rules.grids import Board, bits
from nimatron.rules.protocol import Rules
from nimatron.solve.board_tables import places_and_tables
from nimatron.solve.limits import Meter

if TYPE_CHECKING:
    import numpy as np

MOST_CELLS = 128
_STRETCH = 0.05  # seconds between two looks at the clock
_FIRST_TABLE = 1 << 14  # entries


def falls_apart(rules: Rules) -> bool:
    """Whether this search suits the rules: moves take cells, among them those that they need."""
    if not isinstance(rules, Board) or rules.area > MOST_CELLS:
        return False
    masks = rules.masks()
    return bool(masks) and all(need and not need & ~take for need, take in masks or ())


class BoardSearch:
    """Nimbers of one game's boards, with one table for all questions."""

    def __init__(self, rules: Board, meter: Meter) -> None:
        import numpy as np

        from nimatron.kernels import boards as kernels

        self.rules, self.meter = rules, meter
        masks = rules.masks()
        assert masks
        self._places, self._board = places_and_tables(rules, masks)
        self._before = meter.positions
        self._wide = self._board.need.ndim == 2
        depth = rules.area // int(self._board.least) + 2
        moves = len(self._board.need)
        self._table = _room(_FIRST_TABLE, 3 if self._wide else 2)
        self._keys = self._sets(depth)
        self._frames = np.zeros((depth, kernels.FIELDS), np.uint64)
        self._options = np.zeros(depth * moves + 1, np.uint64)
        self._kept = self._sets(depth * moves * depth + 1)
        self._found = self._sets(rules.area + 1)
        self._counts = np.zeros(kernels.PLACES, np.int64)

    def _sets(self, count: int) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.zeros((count, 2) if self._wide else count, np.uint64)

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
        parts = sorted(self._components(used), key=_cells)
        if not parts:
            return True
        total = 0
        for part in parts[:-1]:
            total ^= self._whole(part)
        return self._ask(parts[-1], total) == total

    def _components(self, used: int) -> list[Any]:
        from nimatron.kernels.board_parts import components

        places = (place for i, place in enumerate(self._places) if not used >> i & 1)
        free = self._set(sum(1 << place for place in places))
        count = components(self._board, free, self._found)
        return [_as_set(part) for part in self._found[:count]]

    def _set(self, cells: int) -> Any:
        import numpy as np

        low = np.uint64(cells & (1 << 64) - 1)
        return (low, np.uint64(cells >> 64)) if self._wide else low

    def _whole(self, part: Any) -> int:
        from nimatron.kernels.boards import FULL

        found = self._ask(part, FULL)
        assert found is not None
        return found

    def _ask(self, part: Any, asked: int) -> int | None:
        """The nimber of a component, or None if it is only known not to be the one asked for."""
        from nimatron.kernels import boards as kernels

        kernels.ask(part, asked, self._keys, self._frames, self._counts)
        budget = 1 << 8
        while True:
            began = time.perf_counter()
            status = kernels.advance(
                self._board,
                self._table,
                self._keys,
                self._frames,
                self._options,
                self._kept,
                self._found,
                self._counts,
                budget,
            )
            seconds = time.perf_counter() - began
            self.meter.counted(self._before + self.positions, memory=False)
            if status == kernels.TOO_WIDE:
                raise TooLarge("a component has a nimber past 61, which this search cannot hold")
            if status == kernels.DONE:
                exact = self._counts[kernels.EXACT]
                return int(self._counts[kernels.RETURNED]) if exact else None
            if seconds < _STRETCH / 2:
                budget *= 2
            elif seconds > 2 * _STRETCH:
                budget = max(16, budget // 4)
            self._grow(part)

    def _grow(self, part: Any) -> None:
        """A larger table while memory allows; after that, old entries are replaced."""
        from nimatron.kernels import boards as kernels

        size, columns = self._table.shape
        if self._counts[kernels.STORED] < size * 6 // 10:
            return
        # Both tables are there at once for a while.
        if 3 * size * columns * 8 > self.meter.limits.megabytes * 1e6 * 0.9:
            return
        larger = _room(2 * size, columns)
        kernels.rehash(part, self._table, larger, self._counts)
        self._table = larger


def _room(entries: int, columns: int) -> np.ndarray[Any, Any]:
    """An empty table that begins where the processor's lines of 64 bytes begin."""
    import numpy as np

    whole = np.zeros(entries * columns + 8, np.uint64)
    begin = -whole.ctypes.data // 8 % 8
    return whole[begin : begin + entries * columns].reshape(entries, columns)


def _as_set(part: Any) -> Any:
    return part if part.ndim == 0 else (part[0], part[1])


def _cells(part: Any) -> int:
    words = part if isinstance(part, tuple) else (part,)
    return sum(sum(1 for _ in bits(int(word))) for word in words)
