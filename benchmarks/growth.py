"""How cost grows with size: a chart on logarithmic scales, and the exponent of each line.

python benchmarks/growth.py [-o docs/growth.svg]

The figures are kept in benchmarks/growth.json; docs/figures.md is made from it.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from measure import HERE, Timer, clocked, machine

_RUNS = 3
RESULTS = HERE / "growth.json"
HEAD = "| what | sizes | seconds | grows as |\n|---|---|---|---|"


@dataclass(frozen=True)
class Line:
    """Something that takes a size, and the sizes to try."""

    name: str
    sizes: tuple[int, ...]
    timer: Callable[[int], Timer]


def sequence(code: str) -> Callable[[int], Timer]:
    def timer(n: int) -> Timer:
        from nimatron.sequences.named import heap_game
        from nimatron.sequences.running import Sequence

        return clocked(lambda: Sequence(heap_game(code)).extend(n))

    return timer


def piles(n: int) -> Timer:
    import nimatron as nt

    position = tuple(range(1, n + 1))
    return clocked(lambda: nt.solve("nim", position))


def graph(n: int) -> Timer:
    import numpy as np

    from nimatron.solve.graphs import ArrowGraph, solve_graph

    rng = np.random.default_rng(1)
    targets = rng.integers(0, n, size=5 * n, dtype=np.int32)
    made = ArrowGraph(np.arange(0, 5 * n + 1, 5), targets)
    return clocked(lambda: solve_graph(made))


def lines() -> Iterator[Line]:
    """What is drawn; each line takes some seconds at most."""
    heaps = (10**4, 10**5, 10**6, 10**7)
    yield Line("0.77, heaps", heaps, sequence("0.77"))
    yield Line("0.16, heaps", heaps[:3], sequence("0.16"))
    yield Line("Grundy's game, heaps", heaps[:3], sequence("grundy"))
    yield Line("{1, 3, 4}, heaps", (*heaps, 10**8), sequence("subtract:1,3,4"))
    yield Line("Nim, piles", (10, 100, 1000, 10**4, 10**5), piles)
    yield Line("graph with cycles, vertices", (10**4, 10**5, 10**6), graph)


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of the last stretch on logarithmic scales, where start-up no longer counts."""
    (n, s), (m, t) = points[-2:]
    return math.log(t / s) / math.log(m / n)


def kept() -> dict[str, Any]:
    """What was measured last, or nothing."""
    if not RESULTS.exists():
        return {}
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def line_of(found: dict[str, Any]) -> str:
    """A line of the table."""
    points = list(zip(found["sizes"], found["seconds"], strict=True))
    seconds = ", ".join(f"{t:.2g}" for t in found["seconds"])
    sizes = ", ".join(f"{n:,}" for n in found["sizes"])
    return f"| {found['name']} | {sizes} | {seconds} | n^{exponent(points):.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=HERE.parent / "docs" / "growth.svg")
    options = parser.parse_args()
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "nimatron"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 5))
    markers = iter("osD^vPX*")
    print(HEAD)
    found = []
    for line in lines():
        line.timer(line.sizes[0])()  # compiled before the clock counts
        seconds = [min(line.timer(n)() for _ in range(_RUNS)) for n in line.sizes]
        found.append({"name": line.name, "sizes": line.sizes, "seconds": seconds})
        print(line_of(found[-1]), flush=True)
        axes.loglog(line.sizes, seconds, marker=next(markers), label=line.name)
    axes.set(xlabel="size", ylabel="seconds")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(options.output, metadata={"Date": None, "Creator": "Nimatron"})
    made = {"when": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine(), "lines": found}
    RESULTS.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
