"""Which of several components seems the hardest to ask about.

The sooner a search asks about what is easy, and about what it will meet again, the less it has to
look into. Many cells are hard. Of equally many those are best that lie far from the middle and
have many neighbours: frames and corners, whatever was taken out of the middle. The weights were
found by trying: on cram 5x7 they leave 3.5 times fewer components to look into than the number of
neighbours alone.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import overload

from nimatron.kernels.compiled import U, inner
from nimatron.kernels.turning import spread_on_eight
from nimatron.kernels.words import Word, at, both, down, empty, first, single, size, without

# Points for a cell, for a pair of neighbours, for a step from the middle; their sum fits 16 bits.
_CELL, _PAIR, _STEP = U(65), U(2), U(5)
_EVEN = U(1 << 15)


@inner
def _bulk(board: Any, part: Word) -> Any:
    """About how many moves a component has."""
    total = U(0)
    if len(board.shifts) > 0:
        for i in range(len(board.shifts)):
            total += size(both(both(part, down(part, board.shifts[i])), at(board.fits, i)))
        return total
    cells = part
    while not empty(cells):
        total += size(both(at(board.near, first(cells)), part))
        cells = without(cells, single(cells))
    return total


def _spread_by_rows(board: Any, part: Any) -> Any:
    return spread_on_eight(part)


def _spread_by_cells(board: Any, part: Any) -> Any:
    """Twice the steps from the cells to the middle of the rectangle around them, in all."""
    top = left = 1 << 30
    bottom = right = 0
    cells = part
    while not empty(cells):
        cell = first(cells)
        cells = without(cells, single(cells))
        row, column = board.place[cell, 0], board.place[cell, 1]
        top, bottom = min(top, row), max(bottom, row)
        left, right = min(left, column), max(right, column)
    steps = 0
    cells = part
    while not empty(cells):
        cell = first(cells)
        cells = without(cells, single(cells))
        steps += abs(2 * board.place[cell, 0] - top - bottom)
        steps += abs(2 * board.place[cell, 1] - left - right)
    return U(steps)


def _spread(board: Any, part: Any) -> Any:
    by = _spread_by_rows if board.images is None else _spread_by_cells
    return by(board, part)


for _function in (_spread_by_rows, _spread_by_cells):
    _function.__annotations__ = {}  # the compiler would compare them

overload(_spread, jit_options={"forceinline": True})(
    lambda board, part: (
        _spread_by_rows
        if board.types[board.fields.index("images")] is types.none
        else _spread_by_cells
    )
)


@inner
def hardness(board: Any, part: Word) -> Any:
    """A number of 16 bits."""
    easy = _PAIR * _bulk(board, part) + _STEP * _spread(board, part)
    hard = _EVEN + _CELL * size(part)
    return min(hard - min(easy, hard), U(65535))
