"""Slow twins: nimber sequences and periods in the plainest way, to be seen right at a glance."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from nimatron.rules.codes import Code
from nimatron.values import mex, nim_sum

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes minutes without the compiler")


def sized(n: int) -> int:
    """So many heaps, or as few as still reach the block method where kernels are interpreted."""
    return min(n, 800) if INTERPRETED else n


def values_of_code(code: Code, n: int) -> list[int]:
    """The mex over every option that the rules list."""
    values: list[int] = []
    for heap in range(n):
        values.append(
            mex(nim_sum(*(values[part] for part in option)) for option in code.options(heap))
        )
    return values


def values_of_grundys_game(n: int) -> list[int]:
    values: list[int] = []
    for heap in range(n):
        splits = ((a, heap - a) for a in range(1, heap) if a != heap - a)
        values.append(mex(values[a] ^ values[b] for a, b in splits))
    return values


def values_of_subtraction(takes: Sequence[int], n: int) -> list[int]:
    values: list[int] = []
    for heap in range(n):
        values.append(mex(values[heap - taken] for taken in takes if taken <= heap))
    return values


def octal_values(digits: Sequence[int], n: int) -> list[int]:
    """As `values_of_code` for octal codes, faster: one stamp a value, one loop a digit."""
    values = [0] * n
    for heap in range(n):
        reached = set()
        for taken, digit in enumerate(digits):
            rest = heap - taken
            if rest == 0 and digit & 1:
                reached.add(0)
            if rest > 0 and digit & 2:
                reached.add(values[rest])
            if rest > 1 and digit & 4:
                low = values[1 : rest // 2 + 1]
                high = values[rest - 1 : rest - rest // 2 - 1 : -1]
                reached.update(map(int.__xor__, low, high))
        value = 0
        while value in reached:
            value += 1
        values[heap] = value
    return values


def proves_period(
    values: Sequence[int], period: int, preperiod: int, most_parts: int, reach: int
) -> bool:
    """Whether these values alone prove the period, and that it starts nowhere earlier.

    Guy and Smith: with t the most heaps that one becomes and k the most that is taken,
    g(n + p) = g(n) for n0 <= n < t n0 + (t - 1) p + k proves it for all n >= n0 >= 1.
    """
    start, t = max(1, preperiod), most_parts
    end = t * start + (t - 1) * period + reach
    if end + period > len(values):
        return False
    if any(values[n] != values[n + period] for n in range(preperiod, end)):
        return False
    return preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period]


def smallest_period(values: Sequence[int], start: int) -> int:
    """The least p with g(n + p) = g(n) for every n from the start on that has a partner."""
    return next(
        p
        for p in range(1, len(values))
        if all(values[n] == values[n + p] for n in range(start, len(values) - p))
    )
