"""Sets of cells: up to 64 as one word, up to 128 as a pair of words, the low one first.

Kernels that are written with these functions are compiled once for words and once for pairs. An
array of words has one axis, an array of pairs two. With NUMBA_DISABLE_JIT=1 the same functions run
as plain Python, on either kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, types
from numba.extending import overload
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, ones, trailing_zeros

Words = NDArray[np.uint64]
Word = Any  # np.uint64, or a pair of them

_INTERPRETED = vars(config)["DISABLE_JIT"]
_TWO_CHOICES: dict[int, Callable[..., Any]] = {
    1: lambda one, two: lambda a: two if _of_pairs(a) else one,
    2: lambda one, two: lambda a, b: two if _of_pairs(a) else one,
    3: lambda one, two: lambda a, b, c: two if _of_pairs(a) else one,
}


def _of_pairs(kind: Any) -> bool:
    """Whether a type of the compiler is a pair, or an array of pairs."""
    return isinstance(kind, types.BaseTuple) or getattr(kind, "ndim", 0) == 2


def for_both(one: Callable[..., Any], two: Callable[..., Any]) -> Callable[..., Any]:
    """A function of words and of pairs; its parameters are called a, b and c."""

    def plain(*given: Any) -> Any:
        pairs = isinstance(given[0], tuple) or getattr(given[0], "ndim", 0) == 2
        return two(*given) if pairs else one(*given)

    for function in (one, two):
        function.__annotations__ = {}  # the compiler would compare them
    overload(plain, jit_options={"forceinline": True})(
        _TWO_CHOICES[one.__code__.co_argcount](one, two)
    )
    return plain


both = for_both(lambda a, b: a & b, lambda a, b: (a[0] & b[0], a[1] & b[1]))
"""The cells that are in both sets."""

either = for_both(lambda a, b: a | b, lambda a, b: (a[0] | b[0], a[1] | b[1]))
"""The cells that are in one of the sets."""

without = for_both(lambda a, b: a & ~b, lambda a, b: (a[0] & ~b[0], a[1] & ~b[1]))
"""The cells of the first set that are not in the second."""

empty = for_both(lambda a: a == U(0), lambda a: (a[0] | a[1]) == U(0))
"""Whether no cell is in the set."""

nothing = for_both(lambda a: U(0), lambda a: (U(0), U(0)))
"""The empty set of the same kind."""

same = for_both(lambda a, b: a == b, lambda a, b: a[0] == b[0] and a[1] == b[1])
"""Whether the sets are equal."""

less = for_both(lambda a, b: a < b, lambda a, b: a[1] < b[1] or (a[1] == b[1] and a[0] < b[0]))
"""Whether the first set is the smaller number."""

size = for_both(lambda a: ones(a), lambda a: ones(a[0]) + ones(a[1]))
"""How many cells there are."""


def _first_of_two(a: Any) -> Any:
    if a[0] != U(0):
        return trailing_zeros(a[0])
    return U(64) + trailing_zeros(a[1])


first = for_both(lambda a: trailing_zeros(a), _first_of_two)
"""The least cell of a set that is not empty."""


def _single_of_two(a: Any) -> Any:
    if a[0] != U(0):
        return a[0] & ~(a[0] - U(1)), U(0)
    return U(0), a[1] & ~(a[1] - U(1))


single = for_both(lambda a: a & ~(a - U(1)), _single_of_two)
"""The least cell alone, of a set that is not empty."""


def _down_of_two(a: Any, b: Any) -> Any:
    if b == U(0):
        return a
    if b >= U(64):
        return a[1] >> (b - U(64)), U(0)
    return (a[0] >> b) | (a[1] << (U(64) - b)), a[1] >> b


down = for_both(lambda a, b: a >> b, _down_of_two)
"""Every cell moved down by some places, fewer than there are."""


def _byte_of_two(a: Any, b: Any) -> Any:
    if b < U(8):
        return (a[0] >> (U(8) * b)) & U(255)
    return (a[1] >> (U(8) * b - U(64))) & U(255)


byte = for_both(lambda a, b: (a >> (U(8) * b)) & U(255), _byte_of_two)
"""Eight places of a set."""

_ODD, _OTHER = U(0x9E3779B97F4A7C15), U(0xC2B2AE3D27D4EB4F)


def _hash_of_one(a: Any) -> Any:
    mixed = a * _ODD
    return mixed ^ (mixed >> U(32))


def _hash_of_two(a: Any) -> Any:
    mixed = a[0] * _ODD
    mixed = (mixed ^ (mixed >> U(29)) ^ a[1]) * _OTHER
    return mixed ^ (mixed >> U(32))


def _quietly(function: Callable[..., Any]) -> Callable[..., Any]:
    """The interpreter warns of products that overflow, which is what is wanted here."""

    def quiet(a: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(a)

    return quiet if _INTERPRETED else function


hashed = for_both(_quietly(_hash_of_one), _quietly(_hash_of_two))
"""A number of 64 bits that looks random."""

at = for_both(lambda a, b: a[b], lambda a, b: (a[b, 0], a[b, 1]))
"""The set in an array a at the place b."""


def _put_one(a: Any, b: Any, c: Any) -> None:
    a[b] = c


def _put_two(a: Any, b: Any, c: Any) -> None:
    a[b, 0], a[b, 1] = c


put = for_both(_put_one, _put_two)
"""Write into an array a at the place b the set c."""

begins = for_both(lambda a, b, c: b[c, 0] == a, lambda a, b, c: b[c, 0] == a[0] and b[c, 1] == a[1])
"""Whether the set a begins the row c of a table b."""


def _begin_one(a: Any, b: Any, c: Any) -> None:
    b[c, 0] = a


def _begin_two(a: Any, b: Any, c: Any) -> None:
    b[c, 0], b[c, 1] = a


begin = for_both(_begin_one, _begin_two)
"""Write the set a to the beginning of the row c of a table b."""

beginning = for_both(lambda a, b, c: b[c, 0], lambda a, b, c: (b[c, 0], b[c, 1]))
"""The set that begins the row c of a table b; the set a only says of which kind."""
