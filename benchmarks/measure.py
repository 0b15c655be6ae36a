"""What every benchmark shares: alternated runs, their medians, and one kind of row."""

from __future__ import annotations

import os
import platform
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"
"""Where references are compiled and crates installed; git ignores it."""

Timer = Callable[[], float]
"""Does the work once and gives the seconds that it took."""


@dataclass(frozen=True)
class Row:
    """One figure of the table, with what it should reach.

    `kind` says what is compared: the `ratio` theirs / ours (more is better), our `seconds` (less is
    better), or a `rate` of ours (more is better).
    """

    number: str
    what: str
    ours: float
    theirs: float | None = None
    kind: str = "ratio"
    must: float | None = None
    better: float | None = None
    unit: str = ""
    """Of a rate."""

    @property
    def value(self) -> float:
        """The figure that is held against the target."""
        if self.kind == "ratio":
            return (self.theirs or 0.0) / self.ours
        return self.ours

    def reaches(self, target: float | None) -> bool:
        """Whether the figure is at least as good; anything is as good as no target."""
        if target is None:
            return True
        return self.value <= target if self.kind == "seconds" else self.value >= target

    @property
    def verdict(self) -> str:
        if self.must is None and self.better is None:
            return ""
        if not self.reaches(self.must):
            return "missed"
        return "better" if self.better is not None and self.reaches(self.better) else "met"


def machine() -> str:
    """What the figures were measured on."""
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    import numba

    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()}, Python"
        f" {platform.python_version()}, numba {numba.__version__}"
    )


def clocked(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> Timer:
    """The seconds of a call, by the time of day or by another clock."""

    def run() -> float:
        start = clock()
        work()
        return clock() - start

    return run


def compare(theirs: Timer, ours: Timer, pairs: int) -> tuple[float, float]:
    """Medians of alternated runs, after one of ours that does not count."""
    ours()
    runs = [(theirs(), ours()) for _ in range(pairs)]
    return statistics.median(a for a, _ in runs), statistics.median(b for _, b in runs)


def against(
    number: str,
    what: str,
    theirs: Timer,
    ours: Timer,
    pairs: int,
    must: float | None = None,
    better: float | None = None,
) -> Row:
    """A row of two programs run in turn."""
    reference, own = compare(theirs, ours, pairs)
    return Row(number, what, own, reference, "ratio", must, better)


def alone(
    number: str,
    what: str,
    ours: Timer,
    runs: int,
    must: float | None = None,
    better: float | None = None,
) -> Row:
    """A row of our seconds alone: the median of so many runs."""
    seconds = statistics.median(ours() for _ in range(runs))
    return Row(number, what, seconds, None, "seconds", must, better)


def compiled(source: str, *options: str) -> Path:
    """A C++ reference of this folder as a program."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise SystemExit("the benchmarks need g++ for their references")
    BUILD.mkdir(exist_ok=True)
    program = BUILD / Path(source).stem
    command = [compiler, "-O3", "-march=native", *options, "-o", str(program), str(HERE / source)]
    subprocess.run(command, check=True)
    return program
