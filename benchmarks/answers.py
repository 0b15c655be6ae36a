"""Contest formats: a million numbers through `nimatron answer`, beyond its start-up."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measure import Row, Timer, clocked, compare

NIMATRON = str(Path(sys.executable).parent / "nimatron")


def answering(name: str, text: str, folder: Path) -> Timer:
    given = folder / f"{name}-{len(text)}.in"
    given.write_text(text)
    command = [NIMATRON, "answer", name, str(given)]
    return clocked(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True))


def nim(count: int) -> str:
    rng = random.Random(1)
    lines = (" ".join(str(rng.randrange(10**18)) for _ in range(10)) for _ in range(count))
    return f"{count}\n" + "".join(f"10 {line}\n" for line in lines)


def sums(n: int) -> str:
    rng = random.Random(2)
    ends = (sorted((rng.randint(1, n), rng.randint(1, n))) for _ in range(n))
    row = " ".join(str(rng.randint(0, 10**9)) for _ in range(n))
    return f"{n} {n}\n{row}\n" + "".join(f"{low} {high}\n" for low, high in ends)


def rows(pairs: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as work:
        for name, small, large in (("nim-winner", nim(1), nim(91_000)),
                                   ("range-sum", sums(1), sums(333_000))):  # fmt: skip
            folder = Path(work)
            start, whole = compare(
                answering(name, small, folder), answering(name, large, folder), pairs
            )
            what = f"10^6 numbers of `{name}` beyond the start-up of {start * 1000:.0f} ms"
            yield Row("batch", what, whole - start, None, "seconds", 0.5)


if __name__ == "__main__":
    for row in rows(3):
        print(f"{row.what}: {row.ours:.2f} s")
