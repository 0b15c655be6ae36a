"""Heap games against small C++ references and, where it is installed, the crate `ogsolve`.

    python benchmarks/sequences.py [--pairs 5] [--install] [--solved]

The references are compiled here with g++. `--install` installs ogsolve with cargo into
benchmarks/build. The two programs are run in turn, and medians compared. Times are of the work
alone: no start of a process, no compiling, memory taken before. Ours starts from nothing every
time and never uses saved progress.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"
REFERENCE = BUILD / "heap_reference"
OGSOLVE = BUILD / "ogsolve" / "bin" / "ogsolve"
METHODS = ("rc", "rcs", "rc2", "rc2s")
PATIENCE = 20.0  # seconds for one run of ogsolve

Timer = Callable[[], float]


def clocked(work: Callable[[], object]) -> Timer:
    def run() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return run


def reference(mode: str, code: str, n: int, line: int = 0) -> Timer:
    def run() -> float:
        done = subprocess.run(
            [REFERENCE, mode, code, str(n)], capture_output=True, text=True, check=True
        )
        return float(done.stdout.splitlines()[line].split()[0])

    return run


def ogsolve(code: str, n: int, method: str) -> Timer:
    def run() -> float:
        try:
            done = subprocess.run(
                [OGSOLVE, "-m", method, "-n", str(n), code],
                capture_output=True, text=True, check=True, timeout=PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return float("inf")
        found = re.search(r"calculation time: ([\d.]+)(ns|µs|ms|s)", done.stdout)
        assert found is not None, done.stdout
        return float(found[1]) * {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}[found[2]]

    return run


def compare(theirs: Timer, ours: Timer, pairs: int) -> tuple[float, float]:
    """Medians of alternated runs, after one of ours that does not count."""
    ours()
    runs = [(theirs(), ours()) for _ in range(pairs)]
    return statistics.median(a for a, _ in runs), statistics.median(b for _, b in runs)


def line(row: str, what: str, theirs: float, ours: float, must: str) -> None:
    ratio = f"{theirs / ours:.1f}" if theirs != float("inf") else f"> {PATIENCE / ours:.0f}"
    shown = f"{theirs:.4g} s" if theirs != float("inf") else f"> {PATIENCE:g} s"
    print(f"| {row} | {what} | {shown} | {ours:.4g} s | {ratio} | {must} |", flush=True)


def build() -> None:
    BUILD.mkdir(exist_ok=True)
    compiler = shutil.which("g++")
    if compiler is None:
        sys.exit("g++ is needed for the references")
    source = HERE / "heap_reference.cpp"
    subprocess.run([compiler, "-O3", "-march=native", "-o", REFERENCE, source], check=True)


def install() -> None:
    environment = {**os.environ, "RUSTFLAGS": "-C target-cpu=native"}
    command = ["cargo", "install", "ogsolve", "--root", str(BUILD / "ogsolve")]
    subprocess.run(command, check=True, env=environment)


def extend(code: str, n: int) -> Timer:
    from nimatron.sequences.named import heap_game
    from nimatron.sequences.running import Sequence

    return clocked(lambda: Sequence(heap_game(code)).extend(n))


def prove(code: str, n: int) -> Timer:
    from nimatron.sequences.named import heap_game
    from nimatron.sequences.periods import find_period
    from nimatron.sequences.running import Sequence

    return clocked(lambda: find_period(Sequence(heap_game(code)), n))


def subtraction(pairs: int) -> None:
    import numpy as np

    from nimatron.sequences import grundy_values

    n, code = 10**8, "1,3,4"
    fresh = clocked(lambda: grundy_values(f"subtract:{code}", n))
    theirs, ours = compare(reference("subtract", code, n), fresh, pairs)
    line("5", "subtract:1,3,4 to 10^8, fresh array", theirs, ours, "1.5")
    out = np.zeros(n, dtype=np.uint8)
    again = clocked(lambda: grundy_values(f"subtract:{code}", n, out=out))
    theirs, ours = compare(reference("subtract", code, n, 1), again, pairs)
    line("5", "the same into `out=`, touched before", theirs, ours, "4")


def solved_games(pairs: int, n: int = 1_000_000) -> None:
    """Row 4 for every standard form of three digits whose period n heaps prove."""
    from nimatron.sequences.named import heap_game
    from nimatron.sequences.periods import find_period
    from nimatron.sequences.running import Sequence
    from nimatron.sequences.survey import jobs_of

    ratios = {}
    for job in jobs_of("0.ddd", n):
        if job.form == "0.0":
            continue
        short = find_period(Sequence(heap_game(job.form)), 20_000)
        if short.status != "proved" and short.rare > 1500:
            continue  # hopeless to this bound, and slow
        if find_period(Sequence(heap_game(job.form)), n).status != "proved":
            continue
        theirs, ours = compare(reference("period", job.form, n), prove(job.form, n), pairs)
        ratios[job.form] = (theirs / ours, theirs, ours)
    ordered = sorted(ratios, key=lambda form: ratios[form])
    long = [form for form in ordered if ratios[form][1] > 0.001]
    for name, forms in (("all", ordered), ("those that take the reference 1 ms", long)):
        middle = statistics.median(ratios[form][0] for form in forms)
        below = [form for form in forms if ratios[form][0] < 1]
        print(f"solved, {name}: {len(forms)} games, median ratio {middle:.2f}, "
              f"{len(below)} below 1, least {ratios[forms[0]]} ({forms[0]})")  # fmt: skip
    print("below 1:", ", ".join(f"{f} {ratios[f][0]:.2f}" for f in ordered if ratios[f][0] < 1))


def first_use() -> None:
    """Compiling from nothing, and the start of a second process after import."""
    program = (
        "import time, numba, numpy\n"
        "from nimatron.sequences.named import heap_game\n"
        "from nimatron.sequences.periods import find_period\n"
        "from nimatron.sequences.running import Sequence\n"
        "start = time.perf_counter()\n"
        "find_period(Sequence(heap_game('0.16')), 3000)\n"
        "print(time.perf_counter() - start)"
    )
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        for name in ("first use, with compiling", "second process, after import"):
            done = subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, text=True,
                check=True,
            )  # fmt: skip
            print(f"{name}: {float(done.stdout):.2f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--solved", action="store_true", help="row 4 for all solved games")
    options = parser.parse_args()
    build()
    if options.install:
        install()
    if options.solved:
        solved_games(options.pairs)
        return
    print("| row | what | theirs | ours | ratio | must |\n|---|---|---|---|---|---|")
    far = [("1", "0.106", 10**6, "4"), ("1", "0.16", 10**6, "4")]
    far += [("2", "0.6", 3 * 10**5, "2.5"), ("2", "grundy", 3 * 10**5, "2.5")]
    for row, code, n, must in far:
        theirs, ours = compare(reference("rare", code, n), extend(code, n), options.pairs)
        line(row, f"{code} to {n}", theirs, ours, must)
    theirs, ours = compare(reference("naive", "0.77", 10**5), extend("0.77", 10**5), options.pairs)
    line("3", "0.77 to 100000, naive", theirs, ours, "200")
    proofs = [("0.16", "2.5"), ("0.56", "1"), ("0.127", "1"), ("0.156", "1"), ("0.356", "1")]
    proofs += [("0.644", "1"), ("0.077", "1"), ("0.77", "1"), ("0.07", "1")]
    for code, must in proofs:
        theirs, ours = compare(
            reference("period", code, 10**6), prove(code, 10**6), max(9, options.pairs)
        )
        line("4", f"{code}, period proved from nothing", theirs, ours, must)
    subtraction(options.pairs)
    if OGSOLVE.exists():
        for code, n in (("0.106", 10**6), ("0.16", 10**6), ("0.6", 3 * 10**5), ("0.77", 10**5)):
            best = min(METHODS, key=lambda method: ogsolve(code, n, method)())
            theirs, ours = compare(ogsolve(code, n, best), extend(code, n), options.pairs)
            line("9b", f"{code} to {n}, ogsolve {best}", theirs, ours, "2")
    first_use()


if __name__ == "__main__":
    main()
