"""Rows of falling lengths (Chomp): outcomes of all smaller positions in one sweep."""

from __future__ import annotations

from typing import Any

from nimatron.errors import TooLarge
from nimatron.rules.posets import Staircase
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Meter

_MOST_STEPS = 26  # rows and columns together; a byte for each path
_MOST_COLUMNS = 4000  # of three rows
_STRETCH = 1 << 18  # paths between two looks at the clock


def is_staircase(rules: Rules) -> bool:
    """Whether positions are rows of falling lengths."""
    return isinstance(rules, Staircase)


def cells_left(rules: Rules, position: Any) -> int:
    """How many cells there still are."""
    assert isinstance(rules, Staircase)
    return sum(rules.lengths(position))


def through_staircases(
    rules: Rules, position: Any, meter: Meter
) -> tuple[bool, tuple[Any, ...], int]:
    """Whether the position is won, every winning move, and how many positions were decided."""
    assert isinstance(rules, Staircase)
    lengths = rules.lengths(position)
    rows, columns = sum(1 for length in lengths if length), lengths[0]
    known: _Paths | _ThreeRows
    if rows + columns <= _MOST_STEPS:
        known = _Paths(rows, columns, meter)
    elif min(rows, columns) <= 3 and max(rows, columns) <= _MOST_COLUMNS:
        known = _ThreeRows(rows, columns, meter)
    else:
        raise TooLarge(
            f"Outcomes are swept through up to {_MOST_STEPS} rows and columns together,"
            f" or 3 by {_MOST_COLUMNS}; {rows} rows of up to {columns} are left"
        )
    options = ((move, rules.lengths(rules.after(position, move))) for move in rules.moves(position))
    winning = tuple(move for move, option in options if known.is_lost(option))
    return not known.is_lost(lengths), winning, known.positions


class _Paths:
    """All positions with so many rows and columns at most."""

    def __init__(self, rows: int, columns: int, meter: Meter) -> None:
        import numpy as np

        from nimatron.kernels.staircases import sweep_paths

        self.rows, self.columns = rows, columns
        steps = rows + columns
        meter.room((1 << steps) / 1e6)
        self._lost = np.zeros(1 << steps, np.uint8)
        top = 1 << steps
        while top > 0:
            bottom = max(0, top - _STRETCH)
            sweep_paths(rows, steps, self._lost, top, bottom)
            top = bottom
            meter.counted(meter.positions)
        self.positions = _choose(steps, rows) - 1

    def is_lost(self, lengths: tuple[int, ...]) -> bool:
        path, before = 0, 0
        for length in reversed(lengths[: self.rows]):
            path = (path << length - before + 1) | 1
            before = length
        return bool(self._lost[path << self.columns - before])


class _ThreeRows:
    """All positions with three rows, or three columns, of up to so many cells."""

    def __init__(self, rows: int, columns: int, meter: Meter) -> None:
        import numpy as np

        from nimatron.kernels.staircases import sweep_three_rows

        self._standing = rows > 3
        most = max(rows, columns)
        self._answers = np.zeros((most + 1, most + 1), np.int32)
        marks = np.zeros(most + 1, np.int64)
        for second in range(most + 1):
            sweep_three_rows(second, most, self._answers, marks)
            meter.counted(meter.positions)
        self.positions = _choose(most + 3, 3) - 1

    def is_lost(self, lengths: tuple[int, ...]) -> bool:
        if self._standing:
            lengths = tuple(sum(1 for x in lengths if x > column) for column in range(3))
        first, second, third = (*lengths[:3], 0, 0)[:3]
        return bool(self._answers[third, second] == first)


def _choose(n: int, k: int) -> int:
    from math import comb

    return comb(n, k)
