"""Ranges: the targets, how cost grows with n, and when another structure is the better choice.

    python benchmarks/ranges.py [--largest 100000]

prints for each n the seconds of n questions (every second one a change, where values change), and
by how much they grew; with 4 times as many numbers, n sqrt n grows by 8 and n log n by about 5.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numba import njit

from measure import Row, alone, clocked
from nimatron import ranges
from nimatron.kernels.ranges import replay
from nimatron.ranges import operations

Steps = list[tuple[int, int, int]]


def values(n: int, most: int = 10**6) -> list[int]:
    rng = random.Random(n)
    return [rng.randint(0, most) for _ in range(n)]


def pairs(n: int) -> list[tuple[int, int]]:
    rng = random.Random(n + 1)
    ends = (sorted((rng.randrange(n + 1), rng.randrange(n + 1))) for _ in range(n))
    return [(low, high) if low < high else (0, n) for low, high in ends]


def steps(n: int, changes: bool = True) -> Steps:
    rng = random.Random(n + 2)
    return [
        (ranges.SET, rng.randrange(n), rng.randint(0, 9))
        if changes and number % 2
        else (ranges.ASK, *ends)
        for number, ends in enumerate(pairs(n))
    ]


def places(n: int) -> list[int]:
    rng = random.Random(n + 3)
    return [rng.randrange(n - taken) for taken in range(n)]


def tree(n: int, arms: bool) -> list[tuple[int, int, int]]:
    rng = random.Random(n + 4)
    return [
        (max(1, v - 2) if arms else rng.randint(max(1, v - 50), v - 1), v, rng.randint(0, 99))
        for v in range(2, n + 1)
    ]


def paths(n: int, arms: bool) -> Callable[[], object]:
    edges, rng = tree(n, arms), random.Random(n + 5)
    asked = [(n - rng.randrange(2), n - 2 - rng.randrange(9)) for _ in range(n)]
    return lambda: ranges.fold_paths(n, edges, asked)


def cases(n: int) -> Iterator[tuple[str, Callable[[], object]]]:
    row, few = values(n), values(n, n // 10)
    asked, folding, removing = pairs(n), steps(n), places(n)
    yield "sums with changes (blocks)", lambda: ranges.fold_all(row, folding)
    yield "removal by position", lambda: ranges.remove_all(row, removing)
    yield "range mode (Mo)", lambda: ranges.range_mode(few, asked)
    yield "range mex (Mo)", lambda: ranges.range_mex(few, asked)
    yield "distinct values (Mo)", lambda: ranges.range_distinct(few, asked)
    yield "paths, a random tree", paths(n, False)
    yield "paths, two long arms", paths(n, True)


# ---- the other structures, compiled in the same way, on the same questions


@njit(cache=True)
def fenwick(row: Any, asked: Any, out: Any) -> None:
    """Sums with changes in log n steps each."""
    n = len(row)
    tree = np.zeros(n + 1, dtype=np.int64)
    for i in range(1, n + 1):
        tree[i] += row[i - 1]
        above = i + (i & -i)
        if above <= n:
            tree[above] += tree[i]
    told = 0
    for s in range(len(asked)):
        if asked[s, 0] == 1:
            i = asked[s, 1] + 1
            change = asked[s, 2] - row[i - 1]
            row[i - 1] += change
            while i <= n:
                tree[i] += change
                i += i & -i
            continue
        total = 0
        i = asked[s, 2]
        while i > 0:
            total += tree[i]
            i -= i & -i
        i = asked[s, 1]
        while i > 0:
            total -= tree[i]
            i -= i & -i
        out[told] = total
        told += 1


@njit(cache=True)
def sparse(row: Any, asked: Any, out: Any) -> None:
    """The largest of ranges of a row that never changes: two looks each, after n log n."""
    n, levels = len(row), 1
    while 1 << levels <= n:
        levels += 1
    table = np.empty((levels, n), dtype=np.int64)
    table[0] = row
    for k in range(1, levels):
        half = 1 << (k - 1)
        for i in range(n - 2 * half + 1):
            table[k, i] = max(table[k - 1, i], table[k - 1, i + half])
    level = np.zeros(n + 1, dtype=np.int64)
    for i in range(2, n + 1):
        level[i] = level[i // 2] + 1
    for s in range(len(asked)):
        left, right = asked[s, 1], asked[s, 2]
        k = level[right - left]
        out[s] = max(table[k, left], table[k, right - (1 << k)])


def rivals(n: int) -> Iterator[tuple[str, Callable[[], object]]]:
    row = np.array(values(n), dtype=np.int64)
    for changes, code, name, rival in ((True, 0, "sum, changes", fenwick),
                                       (False, 2, "max, no changes", sparse)):  # fmt: skip
        asked = np.array(steps(n, changes), dtype=np.int64)
        out = np.empty(int((asked[:, 0] == ranges.ASK).sum()), dtype=np.int64)
        size, other = max(1, int(n**0.5)), out.copy()
        replay(row.copy(), asked, code, size, out)
        rival(row.copy(), asked, other)
        assert (out == other).all()

        def ours(asked: Any = asked, out: Any = out, code: int = code, size: int = size) -> None:
            replay(row.copy(), asked, code, size, out)

        def theirs(asked: Any = asked, out: Any = out, rival: Any = rival) -> None:
            rival(row.copy(), asked, out)

        yield f"{name}: blocks of sqrt n", ours
        yield f"{name}: {'Fenwick tree' if changes else 'sparse table'}", theirs


def rows(count: int) -> Iterator[Row]:
    """The targets of the table."""
    n = 100_000
    few, asked = values(n, n // 10), pairs(n)
    ranges.range_mode(few, asked)
    mode = clocked(lambda: ranges.range_mode(few, asked))
    yield alone("11", "range mode, 10^5 values and questions", mode, count, 2)
    n = 1_000_000
    row, folding = values(n), steps(n, changes=False)
    array, table = np.array(row), np.array(folding)
    sums = clocked(lambda: ranges.fold_all(array, table))
    yield alone("11", "range sum, 10^6 values and questions, arrays", sums, count, 1)
    lists = clocked(lambda: ranges.fold_all(row, folding))
    yield alone("11", "range sum, 10^6 values and questions, lists", lists, count)


def growth(largest: int) -> None:
    """One line for each structure, n growing by 4; everything compiled, whatever its size."""
    operations._STEPS = -1
    for made in (cases, rivals):
        table: dict[str, list[float]] = {}
        sizes = [n for n in (1600, 6400, 25_600, 102_400, 409_600, 1_638_400) if n <= largest]
        for n in sizes:
            for name, work in made(n):
                work()
                seconds = alone("", "", clocked(work), 3).ours
                table.setdefault(name, []).append(seconds)
        print("| n | " + " | ".join(map(str, sizes)) + " | growth |")
        print("|---" * (len(sizes) + 2) + "|")
        for name, found in table.items():
            told = " | ".join(f"{1000 * seconds:.3g} ms" for seconds in found)
            print(f"| {name} | {told} | {found[-1] / found[-2]:.1f} |")
        print()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How the cost of ranges grows.")
    parser.add_argument("--largest", type=int, default=102_400)
    growth(parser.parse_args().largest)
