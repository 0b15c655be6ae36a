"""Slow twins for ranges, lists, paths and the café: the definitions, word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import add, xor

OPERATIONS: dict[str, Callable[[int, int], int]] = {"sum": add, "xor": xor, "max": max, "min": min}


def folds(values: Sequence[int], steps: Sequence[tuple[int, int, int]], name: str) -> list[int]:
    row, told = list(values), []
    for kind, left, right in steps:
        if kind == 1:
            row[left] = right
        else:
            told.append(reduce(OPERATIONS[name], row[left:right]))
    return told


def mode(values: Sequence[int], left: int, right: int) -> int:
    return max(Counter(values[left:right]).values())


def distinct(values: Sequence[int], left: int, right: int) -> int:
    return len(set(values[left:right]))


def mex(values: Sequence[int], left: int, right: int) -> int:
    return next(v for v in range(right - left + 1) if v not in values[left:right])


def removals(values: Sequence[int], places: Sequence[int]) -> list[int]:
    left = list(values)
    return [left.pop(place) for place in places]


def path(edges: Sequence[tuple[int, ...]], u: int, v: int) -> list[int]:
    """The nodes of the path from u to v."""
    ways: dict[int, list[int]] = {u: [u]}
    queue = [u]
    for at in queue:
        for a, b, *_ in edges:
            for x, y in ((a, b), (b, a)):
                if x == at and y not in ways:
                    ways[y] = [*ways[at], y]
                    queue.append(y)
    return ways[v]


def plans(prices: Sequence[int]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Every plan that can be carried out: cost, coupons left, days with a coupon."""
    days = range(1, len(prices) + 1)
    for count in range(len(prices) + 1):
        for free in combinations(days, count):
            cost = coupons = 0
            for day in days:
                if day in free:
                    coupons -= 1
                    if coupons < 0:
                        break
                else:
                    cost += prices[day - 1]
                    coupons += prices[day - 1] > 100
            else:
                yield cost, coupons, free
