"""In which order a search looks: at the moves of a component, and at components.

Moves in the middle come first, for there most of the good ones are. Of components, the easiest: the
sooner a search asks about what is easy, and about what it will meet again, the less it has to
look into. Many cells are hard. Of equally many those are best that lie far from the middle and
have many neighbours: frames and corners, whatever was taken out of the middle. The weights were
found by trying: on cram 5x7 they leave 3.5 times fewer components to look into than the number of
neighbours alone.
"""

from __future__ import annotations

from typing import Any

from numba.extending import overload

from nimatron.kernels.board_parts import is_on_eight
from nimatron.kernels.compiled import U, inner
from nimatron.kernels.turning import rectangle_on_eight, spread_on_eight
from nimatron.kernels.words import Word, at, both, down, empty, first, single, size, without

RINGS = 4
"""From the middle outwards, in how many stretches moves are looked at."""

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


@inner
def _box(board: Any, part: Word) -> Any:
    """First and last row, first and last column of a component."""
    top = left = 1 << 30
    bottom = right = 0
    while not empty(part):
        cell = first(part)
        part = without(part, single(part))
        row, column = board.place[cell, 0], board.place[cell, 1]
        top, bottom = min(top, row), max(bottom, row)
        left, right = min(left, column), max(right, column)
    return top, bottom, left, right


def _spread_by_cells(board: Any, part: Any) -> Any:
    """Twice the steps from the cells to the middle of the rectangle around them, in all."""
    top, bottom, left, right = _box(board, part)
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


def _ring_by_rows(board: Any, part: Any) -> Any:
    return U(RINGS) * rectangle_on_eight(part)


def _ring_by_cells(board: Any, part: Any) -> Any:
    if board.stride == U(0):  # components stay where they are: the middle is that of the board
        return U(len(board.rings) - RINGS)
    _, bottom, _, right = _box(board, part)
    return U(RINGS) * (U(bottom) * board.stride + U(right))


def first_ring_of(board: Any, part: Any) -> Any:
    """Where the rings of the rectangle around a component begin."""
    by = _ring_by_rows if board.images is None else _ring_by_cells
    return by(board, part)


for _function in (_spread_by_rows, _spread_by_cells, _ring_by_rows, _ring_by_cells):
    _function.__annotations__ = {}  # the compiler would compare them

overload(_spread, jit_options={"forceinline": True})(
    lambda board, part: _spread_by_rows if is_on_eight(board) else _spread_by_cells
)
overload(first_ring_of, jit_options={"forceinline": True})(
    lambda board, part: _ring_by_rows if is_on_eight(board) else _ring_by_cells
)


@inner
def hardness(board: Any, part: Word) -> Any:
    """A number of 16 bits."""
    easy = _PAIR * _bulk(board, part) + _STEP * _spread(board, part)
    hard = _EVEN + _CELL * size(part)
    return min(hard - min(easy, hard), U(65535))
