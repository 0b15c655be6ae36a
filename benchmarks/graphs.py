"""Explicit graphs of ten million vertices: win, loss or draw with remoteness, against C++."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import partial
from typing import Any

from measure import Row, Timer, alone, compare, compiled
from rules import worked

SIZE, EACH = 10_000_000, 5


def reference(program: Any, size: int) -> Timer:
    def run() -> float:
        words = [program, str(size), str(EACH), "1"]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        return float(done.stdout.split()[0])

    return run


def random_graph(size: int, *, cycles: bool) -> Any:
    """Five arrows from each vertex but the ends, every tenth; without cycles they lead down, by
    numbers that are then shuffled."""
    import numpy as np

    from nimatron.solve.graphs import ArrowGraph, from_arrays

    dice = np.random.default_rng(1)
    if cycles:
        counts = np.full(size, EACH, np.int64)
        counts[::10] = 0
        starts = np.concatenate([[0], np.cumsum(counts)])
        return ArrowGraph(starts, dice.integers(0, size, int(starts[-1]), np.int32))
    sources = np.repeat(np.arange(1, size, dtype=np.int32), EACH)
    targets = (dice.random(len(sources), np.float32) * sources).astype(np.int32)
    order = dice.permutation(size).astype(np.int32)
    return from_arrays(order[sources], order[targets], size)


def rows(pairs: int, size: int = SIZE) -> Iterator[Row]:
    from nimatron.solve.graphs import solve_graph

    program = compiled("graph_reference.cpp")
    graph = random_graph(size, cycles=True)
    what = f"{size:,} vertices, {EACH} arrows each"
    ours = worked(partial(solve_graph, graph, nimbers=False))
    theirs, own = compare(reference(program, size), ours, pairs)
    yield Row("8", f"{what}: win, loss, draw", size / own / 1e6, None, "rate", 2.5, 5, "Mnode/s")
    yield Row("8", f"{what}: C++ / ours", own, theirs, "ratio", 0.65, 0.9)
    yield alone("8", f"{what}: loopy nimbers too", worked(partial(solve_graph, graph)), 1)
    del graph, ours
    finite = random_graph(size, cycles=False)
    yield alone("8", f"{what}, no cycles: nimbers", worked(partial(solve_graph, finite)), 1)
