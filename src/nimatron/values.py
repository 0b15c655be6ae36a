"""Outcomes, conventions and the arithmetic of nimbers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import reduce
from operator import xor


class Outcome(StrEnum):
    """Who wins with best play, seen from the player about to move."""

    N = "N"
    """The next player, who is about to move, wins."""
    P = "P"
    """The previous player wins."""
    DRAW = "draw"
    """Neither can force the end (graphs with cycles only)."""

    @property
    def winner(self) -> str:
        return {"N": "first", "P": "second", "draw": "none"}[self.value]


class Convention(StrEnum):
    """What it means to have no move."""

    NORMAL = "normal"
    """Who cannot move loses."""
    MISERE = "misere"
    """Who cannot move wins."""

    @property
    def at_the_end(self) -> Outcome:
        """The outcome of a position without moves."""
        return Outcome.P if self is Convention.NORMAL else Outcome.N


def mex(values: Iterable[int]) -> int:
    """The least non-negative integer that is not among the values.

    >>> mex([0, 1, 3, 5]), mex([1, 3]), mex([])
    (2, 0, 0)
    """
    seen = set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(*values: int) -> int:
    """The nimber of a sum of games with these nimbers: addition in binary without carrying.

    >>> nim_sum(3, 4, 5)
    2
    """
    return reduce(xor, values, 0)


def nim_product(a: int, b: int) -> int:
    """The product of two nimbers in Conway's field of all numbers.

    Splits both factors at the largest Fermat power F = 2^(2^k) that is not above the larger:
    F times a smaller number is the ordinary product, and F times F is F xor F/2.

    >>> nim_product(2, 2), nim_product(2, 3), nim_product(4, 4), nim_product(16, 5)
    (3, 1, 6, 80)
    """
    if a < 2 or b < 2:
        return a * b
    half = 1
    while (a | b) >> (2 * half):
        half *= 2
    mask = (1 << half) - 1
    a_high, a_low, b_high, b_low = a >> half, a & mask, b >> half, b & mask
    low = nim_product(a_low, b_low)
    high = nim_product(a_high, b_high)
    crossed = nim_product(a_high ^ a_low, b_high ^ b_low) ^ low
    return (crossed << half) ^ low ^ nim_product(high, 1 << (half - 1))
