"""Nimbers of one heap whose repetition is proved: what claims about periods rest on.

Computed from the definition, for as many heaps as take a moment; long tables are for `sequences`.
A repetition that is only seen proves nothing. It goes on for ever

- for a subtraction set, if as many values in a row repeat as its largest number;
- for an octal code that takes at most t, if the values repeat from `first` to twice `first` plus
  `period` plus t (Guy and Smith 1956): of the two parts of a larger heap one is beyond `first`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import xor
from typing import Any

from nimatron.rules.codes import Code
from nimatron.values import mex

_MOST_HEAPS = 2048  # of an octal code: about a million splits
_MOST_TAKEN = 2_000_000  # heaps times numbers of a subtraction set

VALUE = "head[n] if n < len(head) else head[first + (n - first) % period]"
"""The nimber of a heap of n as a formula; its other names are `Repeating.constants`."""


@dataclass(frozen=True)
class Repeating:
    """Values that repeat for ever from `first` on; `head` reaches through the first round."""

    head: tuple[int, ...]
    first: int
    period: int

    @property
    def constants(self) -> dict[str, Any]:
        return {"head": self.head, "first": self.first, "period": self.period}


@lru_cache(maxsize=64)
def octal_nimbers(code: Code, size: int) -> tuple[int, ...]:
    """The nimbers of heaps 0 to size - 1 under an octal code."""
    values: list[int] = []
    for n in range(size):
        met: set[int] = set()
        for taken in range(code.most_taken(n) + 1):
            digit, rest = code.digit(taken), n - taken
            if digit & 1 and not rest:
                met.add(0)
            if digit & 2 and rest:
                met.add(values[rest])
            if digit & 4:
                half = rest // 2
                met.update(map(xor, values[1 : half + 1], values[rest - 1 : rest - half - 1 : -1]))
        values.append(mex(met))
    return tuple(values)


@lru_cache(maxsize=64)
def octal_period(code: Code) -> Repeating | None:
    """The proved period of an octal code; None if it does not show early, or the code is none."""
    if not code.bounded or max(code.digits) > 7:
        return None
    most = len(code.digits) - 1

    def proved(first: int, period: int, size: int) -> bool:
        return size - period >= 2 * first + period + most

    size = 128
    while size <= _MOST_HEAPS:
        found = _repetition(octal_nimbers(code, size), proved)
        if found:
            return found
        size *= 4
    return None


@lru_cache(maxsize=64)
def subtraction_period(take: tuple[int, ...], misere: bool = False) -> Repeating | None:
    """The proved period of the nimbers of one heap (misère: of 1 where the heap is won)."""
    most = max(take)
    values, size = list[int](), 2 * most + 32
    while size * len(take) <= _MOST_TAKEN:
        while len(values) < size:
            n = len(values)
            met = {values[n - s] for s in take if s <= n}
            values.append((not met or 0 in met) if misere else mex(met))
        found = repeats(values, most)
        if found:
            return found
        size *= 2
    return None


def repeats(values: Sequence[int], most: int) -> Repeating | None:
    """A repetition of values each of which depends on the `most` before it, if it shows."""
    return _repetition(values, lambda first, period, size: size - period - first >= most)


def _repetition(values: Sequence[int], proved: Callable[[int, int, int], bool]) -> Repeating | None:
    """The shortest repetition at the end of the values that is proved to go on."""
    size = len(values)
    for period, length in enumerate(_agreement(values[::-1])):
        first = max(1, size - period - length)
        if period and proved(first, period, size):
            return Repeating(tuple(map(int, values[: first + period])), first, period)
    return None


def _agreement(values: Sequence[int]) -> list[int]:
    """For each shift, how far the values agree with themselves so shifted (the Z-function)."""
    size = len(values)
    agree, low, high = [size] * size, 0, 0
    for shift in range(1, size):
        length = max(0, min(high - shift, agree[shift - low])) if shift < high else 0
        while shift + length < size and values[length] == values[shift + length]:
            length += 1
        agree[shift] = length
        if shift + length > high:
            low, high = shift, shift + length
    return agree
