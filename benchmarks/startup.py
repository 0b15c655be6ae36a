"""How long the command takes to start, run in turn with a bare Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from measure import Row, Timer, clocked, compare

NIMATRON = str(Path(sys.executable).parent / "nimatron")
CASES = (("--help", 0.100, 0.060), ("solve nim 3,4,5", 0.150, 0.080))


def process(*words: str) -> Timer:
    return clocked(lambda: subprocess.run(words, stdout=subprocess.DEVNULL, check=True))


def rows(pairs: int) -> Iterator[Row]:
    bare = process(sys.executable, "-c", "pass")
    for words, must, better in CASES:
        python, ours = compare(bare, process(NIMATRON, *words.split()), 3 * pairs)
        what = f"`nimatron {words}` (a bare Python: {python * 1000:.0f} ms)"
        yield Row("12", what, ours, None, "seconds", must, better)
