"""Turning sets of cells on a board of 8x8, in rows of eight bits."""

from __future__ import annotations

from typing import Any

from nimatron.kernels.compiled import U, inner, kernel, ones, trailing_zeros
from nimatron.kernels.words import for_both


@inner
def _swapped(word: Any, mask: Any, shift: Any) -> Any:
    """Exchange the bits of the mask with those so many places higher."""
    change = (word ^ (word >> shift)) & mask
    return word ^ change ^ (change << shift)


@inner
def _transposed(word: Any) -> Any:
    word = _swapped(word, U(0x00AA00AA00AA00AA), U(7))
    word = _swapped(word, U(0x0000CCCC0000CCCC), U(14))
    return _swapped(word, U(0x00000000F0F0F0F0), U(28))


@inner
def _upside_down(word: Any) -> Any:
    word = (word >> U(8)) & U(0x00FF00FF00FF00FF) | (word & U(0x00FF00FF00FF00FF)) << U(8)
    word = (word >> U(16)) & U(0x0000FFFF0000FFFF) | (word & U(0x0000FFFF0000FFFF)) << U(16)
    return word >> U(32) | word << U(32)


@inner
def _reflected(word: Any) -> Any:
    word = (word >> U(1)) & U(0x5555555555555555) | (word & U(0x5555555555555555)) << U(1)
    word = (word >> U(2)) & U(0x3333333333333333) | (word & U(0x3333333333333333)) << U(2)
    return (word >> U(4)) & U(0x0F0F0F0F0F0F0F0F) | (word & U(0x0F0F0F0F0F0F0F0F)) << U(4)


@inner
def _folded(word: Any) -> Any:
    """The columns that are not empty."""
    word |= word >> U(32)
    word |= word >> U(16)
    return (word | word >> U(8)) & U(255)


@inner
def _least_of_four(word: Any, right: Any, below: Any) -> Any:
    """The least of a set in the corner and its mirror images; so much is free beside and below."""
    other = _reflected(word) >> right
    below <<= U(3)
    return min(word, other, _upside_down(word) >> below, _upside_down(other) >> below)


@kernel
def _turned(word: Any) -> Any:
    word >>= trailing_zeros(word) & ~U(7)
    word >>= trailing_zeros(_folded(word))
    across = _transposed(word)
    right = trailing_zeros(_reflected(_folded(word)))
    below = trailing_zeros(_reflected(_folded(across)))
    # Not higher than it is wide, so that mostly four images are enough.
    if below < right:
        return _least_of_four(across, below, right)
    least = _least_of_four(word, right, below)
    if below == right:
        least = min(least, _least_of_four(across, below, right))
    return least


turned_on_eight = for_both(lambda a: _turned(a), lambda a: a)
"""The least image under the eight symmetries, pushed into the corner; pairs stay as they are."""


@inner
def _half_turned(cells: Any, region: Any) -> Any:
    """Reading the bits of the board backwards is half a turn; the region comes to the corner."""
    whole = _upside_down(_reflected(region))
    rows = trailing_zeros(whole) & ~U(7)
    columns = trailing_zeros(_folded(whole >> rows))
    return _upside_down(_reflected(cells)) >> (rows + columns)


half_turned = for_both(lambda a, b: _half_turned(b, a), lambda a, b: b)
"""Cells b after half a turn of the region a, which lies in the corner."""


@inner
def _rectangle(word: Any) -> Any:
    columns = U(7) - trailing_zeros(_reflected(_folded(word)))
    rows = U(7) - (trailing_zeros(_upside_down(word)) >> U(3))
    return rows << U(3) | columns


rectangle_on_eight = for_both(lambda a: _rectangle(a), lambda a: U(0))
"""A number for the rectangle around a set in the corner: its last cell."""


@kernel
def _spread(word: Any) -> Any:
    columns = U(8) - trailing_zeros(_reflected(_folded(word)))
    rows = U(8) - (trailing_zeros(_upside_down(word)) >> U(3))
    steps = U(0)
    for i in range(columns >> U(1)):
        both = U(1) << U(i) | U(1) << (columns - U(1) - U(i))
        steps += (columns - U(1) - U(2) * U(i)) * ones(word & both * U(0x0101010101010101))
    for i in range(rows >> U(1)):
        both = U(255) << U(8) * U(i) | U(255) << U(8) * (rows - U(1) - U(i))
        steps += (rows - U(1) - U(2) * U(i)) * ones(word & both)
    return steps


spread_on_eight = for_both(lambda a: _spread(a), lambda a: U(0))
"""Twice the steps from the cells of a set in the corner to its middle, in all."""
