"""Components of a board: cells that belong together, each turned to its least image.

A component is its free cells, as the bits of a word or of a pair of words: in rows of eight on a
board of 8x8 (where turning is a few shifts), else as the caller numbers them. A move needs some
cells free and takes some.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel
from nimatron.kernels.turning import half_turned, turned_on_eight
from nimatron.kernels.words import (
    Word,
    Words,
    at,
    both,
    byte,
    down,
    either,
    empty,
    first,
    less,
    nothing,
    put,
    same,
    single,
    size,
    without,
)


class Board(NamedTuple):
    """The moves of a game on one board."""

    start: NDArray[np.int64]
    """Moves start[c]:start[c + 1] need the cell c and none before it."""
    need: Words
    take: Words
    near: Words
    """The cells that may belong to one component with a cell."""
    living: Words
    """One set: the cells that some move needs."""
    least: np.uint64
    """Components with fewer cells have no move."""
    loose: bool
    """Whether cells may be near each other though no move that is left joins them."""
    images: Words | None
    """Where each symmetry carries each value of each byte; None if cells are numbered in rows of
    eight, all eight symmetries hold, and the board is not loose."""
    inside: Words
    """The cells that a symmetry is for."""
    stride: np.uint64
    """How many cells there are in a row; 0 if components must not be pushed."""
    column: Words
    """One set: the cells of the first column."""
    shifts: NDArray[np.uint64]
    """Steps between cells that are near each other, if there are just a few."""
    fits: Words
    """The cells from which each step stays on the board."""
    place: NDArray[np.int64]
    """The row and the column of each cell."""
    rings: Words
    """The cells in the order in which their moves are looked at: for each rectangle in the corner,
    by its last cell, `RINGS` sets."""
    half: int
    """Which of the symmetries is half a turn; -1 if none is, or there are no tables."""


@inner
def _steps(stride: np.uint64, column: Words, region: Word) -> Any:
    """How many places down a component goes to be as far up and left as it can."""
    if stride == U(0):
        return U(0)
    steps = first(region) // stride * stride
    while empty(both(down(region, steps), at(column, 0))):
        steps += U(1)
    return steps


@inner
def _pushed(stride: np.uint64, column: Words, region: Word) -> Word:
    """Moved as far up and left as it goes."""
    return down(region, _steps(stride, column, region))


@inner
def _image(images: Words, bytes_of_one: int, s: int, region: Word) -> Word:
    """A region after a symmetry."""
    image = nothing(region)
    for b in range(bytes_of_one):
        value = byte(region, U(b))
        if value != U(0):
            image = either(image, at(images, U((s * bytes_of_one + b) * 256) + value))
    return image


@kernel
def least_image(
    images: Words, inside: Words, stride: np.uint64, column: Words, region: Word
) -> Word:
    """The least image of a component by tables, pushed into the corner."""
    region = _pushed(stride, column, region)
    least = region
    count = len(inside)
    bytes_of_one = len(images) // (256 * count)
    for s in range(1, count):  # the first symmetry moves nothing
        if not empty(without(region, at(inside, s))):
            continue
        image = _pushed(stride, column, _image(images, bytes_of_one, s, region))
        if less(image, least):
            least = image
    return least


@inner
def _kept(part: Word, parts: Words, count: int) -> int:
    """Put a component in its place among the others, or cancel it against an equal one."""
    place = count
    while place > 0 and less(part, at(parts, place - 1)):
        put(parts, place, at(parts, place - 1))
        place -= 1
    if place == 0 or not same(part, at(parts, place - 1)):
        put(parts, place, part)
        return count + 1
    for i in range(place - 1, count - 1):
        put(parts, i, at(parts, i + 2))
    return count - 1


@inner
def _canonical(board: Any, region: Word) -> Word:
    return least_image(board.images, board.inside, board.stride, board.column, region)


@kernel
def regrouped(board: Any, region: Word, parts: Words, count: int) -> int:
    """Join cells by the moves that are left, not by nearness; cells without a move are dropped."""
    living, cells = nothing(region), region
    while not empty(cells):
        cell = first(cells)
        cells = without(cells, single(cells))
        for move in range(board.start[cell], board.start[cell + U(1)]):
            if empty(without(at(board.need, move), region)):
                living = either(living, at(board.need, move))
    while not empty(living):
        group, grown = single(living), True
        while grown:
            grown, cells = False, region
            while not empty(cells):
                cell = first(cells)
                cells = without(cells, single(cells))
                for move in range(board.start[cell], board.start[cell + U(1)]):
                    if not empty(without(at(board.need, move), region)):
                        continue
                    touched = both(either(at(board.need, move), at(board.take, move)), living)
                    if empty(both(touched, group)) or empty(without(touched, group)):
                        continue
                    group, grown = either(group, touched), True
        living = without(living, group)
        count = _kept(_canonical(board, group), parts, count)
    return count


def _by_shifts(board: Any, region: Any, parts: Any, count: Any) -> Any:
    """Add the component that a region is, if it can have a move; give the number of all."""
    if size(region) < board.least:
        return count
    return _kept(turned_on_eight(region), parts, count)


def _by_tables(board: Any, region: Any, parts: Any, count: Any) -> Any:
    """The same on other boards, and all components of the region on a loose one."""
    if board.loose:
        return regrouped(board, region, parts, count)
    if size(region) < board.least:
        return count
    return _kept(_canonical(board, region), parts, count)


def _grouped(board: Any, region: Any, parts: Any, count: Any) -> Any:
    by = _by_shifts if board.images is None else _by_tables
    return by(board, region, parts, count)


def _half_by_shifts(board: Any, region: Any, cells: Any) -> Any:
    return half_turned(region, cells)


def _half_by_tables(board: Any, region: Any, cells: Any) -> Any:
    if board.half < 0:
        return nothing(region)
    bytes_of_one = len(board.images) // (256 * len(board.inside))
    turned = _image(board.images, bytes_of_one, board.half, region)
    steps = _steps(board.stride, board.column, turned)
    return down(_image(board.images, bytes_of_one, board.half, cells), steps)


def half_turn(board: Any, region: Any, cells: Any) -> Any:
    """Cells of a component after half a turn of it; nothing if that changes the moves."""
    by = _half_by_shifts if board.images is None else _half_by_tables
    return by(board, region, cells)


def is_on_eight(board: Any) -> bool:
    """Whether a type of the compiler is a board without tables."""
    return board.types[board.fields.index("images")] is types.none


for _function in (_by_shifts, _by_tables, _half_by_shifts, _half_by_tables):
    _function.__annotations__ = {}  # the compiler would compare them

# Two compilations: even a call that is never made would slow the search on 8x8 by half.
overload(_grouped, jit_options={"forceinline": True})(
    lambda board, region, parts, count: _by_shifts if is_on_eight(board) else _by_tables
)
overload(half_turn, jit_options={"forceinline": True})(
    lambda board, region, cells: _half_by_shifts if is_on_eight(board) else _half_by_tables
)


@inner
def components(board: Board, free: Word, parts: Words) -> int:
    """The canonical components that can have a move, equal ones cancelled, rising; their number."""
    count = 0
    free = both(free, at(board.living, 0))
    while not empty(free):
        edge = single(free)
        region = edge
        while not empty(edge):
            cell = first(edge)
            edge = without(edge, single(edge))
            new = without(both(at(board.near, cell), free), region)
            region, edge = either(region, new), either(edge, new)
        free = without(free, region)
        count = _grouped(board, region, parts, count)
    return count
