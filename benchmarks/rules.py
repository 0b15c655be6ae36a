"""Rules that their author compiled, against plain Python with a dict and against C++.

The rules are written here as a user would write them. Each search visits the same whole positions:
no components, no symmetry, nimbers. Seconds are those of the processor, for both programs, so that
a busy machine does not matter much.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import nimatron as nt
from measure import HERE, Row, Timer, compare, compiled


class Nim(nt.Rules):
    def __init__(self, heaps: int, size: int) -> None:
        self.heaps, self.size = heaps, size

    def start(self) -> tuple[int, ...]:
        return (self.size,) * self.heaps

    def moves(self, p: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        return ((i, left) for i, n in enumerate(p) for left in range(n))

    def after(self, p: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        i, left = move
        return (*p[:i], left, *p[i + 1 :])

    def pack(self, p: tuple[int, ...]) -> int:
        return sum(n << 8 * i for i, n in enumerate(p))

    @staticmethod
    def options(key: int, out: Any, heaps: int) -> int:
        count = 0
        for place in range(0, 8 * heaps, 8):
            for taken in range(1, (key >> place & 255) + 1):
                out[count] = key - (taken << place)
                count += 1
        return count


class Chomp(Nim):
    """The lengths of the rows, the lowest first; its first cell is poisoned."""

    def moves(self, p: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        return ((i, left) for i, n in enumerate(p) for left in range(i == 0, n))

    def after(self, p: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        row, left = move
        return tuple(min(n, left) if i >= row else n for i, n in enumerate(p))

    def pack(self, p: tuple[int, ...]) -> int:
        return sum(n << 4 * i for i, n in enumerate(p))

    @staticmethod
    def options(key: int, out: Any, heaps: int) -> int:
        count = 0
        for row in range(heaps):
            for left in range(1 if row == 0 else 0, key >> 4 * row & 15):
                after = key
                for above in range(row, heaps):
                    had = after >> 4 * above & 15
                    if had > left:
                        after -= (had - left) << 4 * above
                out[count] = after
                count += 1
        return count


class Cram(nt.Rules):
    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns

    def start(self) -> frozenset[tuple[int, int]]:
        return frozenset((r, c) for r in range(self.rows) for c in range(self.columns))

    def moves(self, free: frozenset[tuple[int, int]]) -> Iterator[Any]:
        for r, c in free:
            for other in ((r + 1, c), (r, c + 1)):
                if other in free:
                    yield (r, c), other

    def after(self, free: frozenset[tuple[int, int]], move: Any) -> frozenset[tuple[int, int]]:
        return free.difference(move)

    def pack(self, free: frozenset[tuple[int, int]]) -> int:
        full = (1 << self.rows * self.columns) - 1
        return full - sum(1 << r * self.columns + c for r, c in free)

    @staticmethod
    def options(used: int, out: Any, rows: int, columns: int) -> int:
        count = 0
        for row in range(rows):
            for column in range(columns):
                place = row * columns + column
                if used >> place & 1:
                    continue
                if column + 1 < columns and not used >> place + 1 & 1:
                    out[count] = used | 3 << place
                    count += 1
                if row + 1 < rows and not used >> place + columns & 1:
                    out[count] = used | 1 << place | 1 << place + columns
                    count += 1
        return count


class Kayles(nt.Rules):
    """Node Kayles on a grid, with bit sets in plain Python too."""

    def __init__(self, rows: int, columns: int) -> None:
        places = range(rows * columns)
        self.closed = tuple(
            sum(1 << b for b in places
                if abs(a // columns - b // columns) + abs(a % columns - b % columns) < 2)
            for a in places
        )  # fmt: skip

    def start(self) -> int:
        return 0

    def moves(self, used: int) -> list[int]:
        return [place for place in range(len(self.closed)) if not used >> place & 1]

    def after(self, used: int, place: int) -> int:
        return used | self.closed[place]

    @staticmethod
    def options(used: int, out: Any, closed: tuple[int, ...]) -> int:
        count = 0
        for place in range(len(closed)):
            if not used >> place & 1:
                out[count] = used | closed[place]
                count += 1
        return count


CASES: tuple[tuple[str, Callable[[int, int], nt.Rules], int, int, float], ...] = (
    ("nim", Nim, 5, 8, 30),
    ("chomp", Chomp, 8, 8, 200),
    ("cram", Cram, 4, 5, 200),
    ("kayles", Kayles, 5, 6, 8),
)


def worked(work: Callable[[], object]) -> Timer:
    """The processor seconds of a call, in all threads: kernels have their own."""

    def run() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return run


def with_a_dict(rules: nt.Rules) -> int:
    """The nimber of the start, in plain Python."""
    known: dict[Any, int] = {}

    def nimber(position: Any) -> int:
        if position not in known:
            seen = {nimber(rules.after(position, move)) for move in rules.moves(position)}
            least = 0
            while least in seen:
                least += 1
            known[position] = least
        return known[position]

    return nimber(rules.start())


def by_compiled(rules: nt.Rules) -> int:
    """The same by the compiled search, told to begin with it at once."""
    from nimatron.solve.compiled import CompiledRules, Numbers
    from nimatron.solve.limits import Limits, Meter
    from nimatron.values import Convention

    limits = Meter(Limits(positions=10**9, seconds=600))
    return Numbers(CompiledRules(rules), limits, Convention.NORMAL).nimber(
        rules.pack(rules.start())
    )


def reference(program: Path, name: str, first: int, second: int) -> Timer:
    def run() -> float:
        done = subprocess.run(
            [program, name, str(first), str(second)], capture_output=True, text=True, check=True
        )
        return float(done.stdout.split()[0])

    return run


SECOND = """
import time, numba, numpy
import nimatron as nt
from nimatron.solve.search import search
from nimatron.solve.limits import Limits
from rules import Nim, by_compiled
start = time.perf_counter()
by_compiled(Nim(4, 3))
print(time.perf_counter() - start)
"""


def second_process(pairs: int) -> list[float]:
    """Seconds from import to a solved small position, the first with compiling."""
    path = os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "PYTHONPATH": path, "NIMATRON_DATA": folder,
            "NUMBA_CACHE_DIR": f"{folder}/cache",
        }  # fmt: skip
        return [
            float(
                subprocess.run(
                    [sys.executable, "-c", SECOND],
                    capture_output=True, text=True, check=True, env=environment,
                ).stdout
            )
            for _ in range(pairs + 1)
        ]  # fmt: skip


def rows(pairs: int) -> Iterator[Row]:
    program = compiled("search_reference.cpp")
    for name, made, first, second, must in CASES:
        rules = made(first, second)
        assert with_a_dict(rules) == by_compiled(rules)
        slow, ours = worked(partial(with_a_dict, rules)), worked(partial(by_compiled, rules))
        plain, own = compare(slow, ours, pairs)
        what = f"{name} {first}, {second}: a dict / compiled rules"
        yield Row("6", what, own, plain, "ratio", must)
        more = first + (name != "kayles")
        larger = worked(partial(by_compiled, made(more, second)))
        theirs, own = compare(reference(program, name, more, second), larger, pairs)
        yield Row("6", f"{name} {more}, {second}: C++ / compiled rules", own, theirs)
    first_use, *later = second_process(pairs)
    later.sort()
    what = f"second process reuses the solver (the first: {first_use:.1f} s)"
    yield Row("7", what, later[len(later) // 2], None, "seconds", 0.6, 0.3)
