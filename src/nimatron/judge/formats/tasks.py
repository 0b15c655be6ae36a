"""What is asked about arrays, lists, trees and menus: from what was read to the lines to write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from operator import gt, sub
from typing import Any

from nimatron.errors import UsageError, did_you_mean
from nimatron.judge.formats.numbers import Numbers
from nimatron.ranges import (
    ASK,
    SET,
    PathTree,
    cheapest,
    fold_all,
    fold_paths,
    least_costs,
    most_left,
    range_distinct,
    range_mex,
    range_mode,
    remove_all,
)
from nimatron.ranges.operations import fits_words
from nimatron.ranges.trees import closing_edge

Read = Mapping[str, Any]
Tell = Callable[[Read, Numbers], Iterator[str]]

_MANY = 200_000  # numbers from which on it pays to import numpy for them


def _sound(read: Read, numbers: Numbers) -> tuple[list[int], list[int]]:
    """Left and right ends, counted from 1; refuses a range whose end is before its begin."""
    flat = read["ranges"]
    left, right = flat[::2], flat[1::2]
    if any(map(gt, left, right)):
        wrong = next(i for i, (low, high) in enumerate(zip(left, right, strict=True)) if low > high)
        place = numbers.place - len(flat) + 2 * wrong + 1
        numbers.refuse(place, f"the end of a range that begins with {left[wrong]}")
    return left, right


def _pairs(read: Read, numbers: Numbers) -> list[tuple[int, int]]:
    """The same as half-open ranges counted from 0."""
    left, right = _sound(read, numbers)
    return [(low - 1, high) for low, high in zip(left, right, strict=True)]


def _range_sum(read: Read, numbers: Numbers) -> Iterator[str]:
    # Nothing changes in between, so sums of beginnings are all that is needed.
    left, right = _sound(read, numbers)
    upto = [0, *accumulate(read["values"])]
    to = map(upto.__getitem__, right)
    return map(str, map(sub, to, map([0, *upto].__getitem__, left)))


def _windows(count: Callable[..., list[int]]) -> Tell:
    return lambda read, numbers: map(str, count(read["values"], _pairs(read, numbers)))


def _list_removal(read: Read, numbers: Numbers) -> Iterator[str]:
    places, n = read["places"], read["n"]
    left = range(n, 0, -1)
    if any(map(gt, places, left)):
        number = next(i for i, place in enumerate(places) if place > left[i])
        where = numbers.place - len(places) + number
        numbers.refuse(where, f"a position from 1 to {left[number]}")
    yield " ".join(map(str, remove_all(read["values"], [place - 1 for place in places])))


def _tree_path_max(read: Read, numbers: Numbers) -> Iterator[str]:
    asked, behind = read["pairs"], len(read["pairs"])
    with _a_tree(read, numbers, 3, behind) as edges:
        told = fold_paths(read["n"], edges, _rows(asked, 2), "max")
    return map(str, told if isinstance(told, list) else told.tolist())


def _rows(flat: list[int], wide: int) -> Any:
    """Groups of numbers: of many, an array, if they fit into its words."""
    if len(flat) > _MANY and fits_words((min(flat), max(flat))):
        import numpy as np

        return np.array(flat, dtype=np.int64).reshape(-1, wide)
    return list(zip(*(flat[start::wide] for start in range(wide)), strict=True))


@contextmanager
def _a_tree(read: Read, numbers: Numbers, wide: int, behind: int) -> Iterator[Any]:
    """The edges of a tree, which stand before so many last numbers; told where they make none."""
    n, flat = read["n"], read["edges"]
    first = numbers.place - behind - len(flat)
    if read["m"] != n - 1:
        numbers.refuse(1, f"{n - 1} edges, which a tree of {n} nodes has")
    for end in range(2):
        column = flat[end::wide]
        if column and not 1 <= min(column) <= max(column) <= n:
            number = next(i for i, node in enumerate(column) if not 1 <= node <= n)
            numbers.refuse(first + wide * number + end, f"a node from 1 to {n}")
    edges = _rows(flat, wide)
    try:
        yield edges
    except UsageError:
        closing = closing_edge(n, edges)
        if closing < 0:
            raise
        u, v = flat[wide * closing : wide * closing + 2]
        said = f"a tree, but there is a way from {u} to {v} already, before this edge"
        numbers.refuse(first + wide * closing, said)


def _coupons(read: Read, numbers: Numbers) -> Iterator[str]:
    plan = cheapest(read["prices"])
    yield str(plan.cost)
    yield f"{plan.left} {len(plan.days)}"
    yield from map(str, plan.days)


def _coupons_money(read: Read, numbers: Numbers) -> Iterator[str]:
    left = most_left(read["prices"], read["money"])
    yield "-1" if left is None else str(left)


def _coupons_table(read: Read, numbers: Numbers) -> Iterator[str]:
    for row in least_costs(read["prices"]):
        yield " ".join("-" if cost == inf else str(cost) for cost in row)


def _steps(read: Read, numbers: Numbers, most: int) -> Iterator[tuple[int, int, int]]:
    """Questions 1 l r and changes 2 i x, with l and r in range and i a place."""
    flat = read["steps"]
    for at in range(0, len(flat), 3):
        kind, a, b = flat[at : at + 3]
        place = numbers.place - len(flat) + at
        if kind not in (1, 2):
            numbers.refuse(place, "1 to ask or 2 to change")
        if not 1 <= a <= most:
            numbers.refuse(place + 1, f"a number from 1 to {most}")
        if kind == 1 and not 1 <= b <= most:
            numbers.refuse(place + 2, f"a number from 1 to {most}")
        yield kind, a, b


def _range_nim(read: Read, numbers: Numbers) -> Iterator[str]:
    steps = []
    for number, (kind, a, b) in enumerate(_steps(read, numbers, read["n"])):
        if kind == 1 and a > b:
            place = numbers.place - len(read["steps"]) + 3 * number + 2
            numbers.refuse(place, f"the end of a range that begins with {a}")
        steps.append((ASK, a - 1, b) if kind == 1 else (SET, a - 1, b))
    return _winners(fold_all(read["piles"], steps, "xor"))


def _tree_nim(read: Read, numbers: Numbers) -> Iterator[str]:
    steps = [(ASK if kind == 1 else SET, a, b) for kind, a, b in _steps(read, numbers, read["n"])]
    with _a_tree(read, numbers, 2, len(read["steps"])) as edges:
        tree = PathTree(read["n"], edges, "xor", weights=read["piles"])
    return _winners(tree.fold_all(steps))


def _winners(nimbers: Iterable[int]) -> Iterator[str]:
    return ("first" if nimber else "second" for nimber in nimbers)


@dataclass(frozen=True)
class Task:
    """What is asked, and the numbers that it takes, in this order."""

    layout: str
    tell: Tell


_ROW = "n q values*n:.. ranges*q*2:1..n"

TASKS = {
    "range-sum": Task(_ROW, _range_sum),
    "range-mode": Task(_ROW, _windows(range_mode)),
    "range-mex": Task(_ROW, _windows(range_mex)),
    "range-distinct": Task(_ROW, _windows(range_distinct)),
    "list-removal": Task("n values*n:.. places*n:1..n", _list_removal),
    "tree-path-max": Task("n:1.. m q edges*m*3:.. pairs*q*2:1..n", _tree_path_max),
    "coupons": Task("n prices*n", _coupons),
    "coupons-money": Task("n money prices*n", _coupons_money),
    "coupons-table": Task("n prices*n", _coupons_table),
    "range-nim": Task("n q piles*n steps*q*3", _range_nim),
    "tree-nim": Task("n:1.. m q piles*n edges*m*2 steps*q*3", _tree_nim),
}


def task(name: str) -> Task:
    """The task of that name."""
    if name not in TASKS:
        raise UsageError(f"a task ({', '.join(TASKS)})", name, hint=did_you_mean(name, TASKS))
    return TASKS[name]
