"""Heap games against small C++ references and, where it is installed, the crate `ogsolve`.

    python benchmarks/sequences.py [--install] [--solved]

`--install` installs ogsolve with cargo into benchmarks/build; `--solved` measures row 4 for every
solved game. Times are of the work alone: no start of a process, no compiling, memory taken before.
Ours starts from nothing every time and never uses saved progress. Against our references both
programs are timed by the processor's clock, so that other work on the machine counts for neither;
ogsolve tells the time of day, so ours is then measured by that too.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

from measure import BUILD, Row, Timer, against, clocked, compare, compiled

REFERENCE = BUILD / "heap_reference"
OGSOLVE = BUILD / "ogsolve" / "bin" / "ogsolve"
METHODS = ("rc", "rcs", "rc2", "rc2s")
PATIENCE = 20.0  # seconds for one run of ogsolve


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


def install() -> None:
    environment = {**os.environ, "RUSTFLAGS": "-C target-cpu=native"}
    command = ["cargo", "install", "ogsolve", "--root", str(BUILD / "ogsolve")]
    subprocess.run(command, check=True, env=environment)


used = partial(clocked, clock=time.process_time)
"""The seconds of the processor that a call takes."""


def extend(code: str, n: int, clock: Callable[[Callable[[], object]], Timer] = used) -> Timer:
    from nimatron.sequences.named import heap_game
    from nimatron.sequences.running import Sequence

    game = heap_game(code)
    return clock(lambda: Sequence(game).extend(n))


def prove(code: str, n: int) -> Timer:
    """As the reference does it: a proof of less than a millisecond is repeated."""
    from nimatron.sequences.named import heap_game
    from nimatron.sequences.periods import find_period
    from nimatron.sequences.running import Sequence

    game = heap_game(code)
    once = used(lambda: find_period(Sequence(game), n))

    def run() -> float:
        seconds = once()
        return statistics.median(once() for _ in range(31)) if seconds < 0.001 else seconds

    return run


def subtraction(pairs: int) -> Iterator[Row]:
    import numpy as np

    from nimatron.sequences import grundy_values

    n, code = 10**8, "1,3,4"
    fresh = used(lambda: grundy_values(f"subtract:{code}", n))
    what = "{1, 3, 4} to 10^8"
    yield against("5", f"{what}, fresh array", reference("subtract", code, n), fresh, pairs, 1.5)
    out = np.zeros(n, dtype=np.uint8)
    again = used(lambda: grundy_values(f"subtract:{code}", n, out=out))
    yield against("5", f"{what} into `out=`", reference("subtract", code, n, 1), again, pairs, 4)


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


def first_use() -> Iterator[Row]:
    """Compiling from nothing, and the start of a second process after import."""
    program = (
        "import time, numba, numpy\n"
        "from nimatron.sequences.named import heap_game\n"
        "from nimatron.sequences.periods import find_period\n"
        "from nimatron.sequences.running import Sequence\n"
        "start = time.process_time()\n"
        "find_period(Sequence(heap_game('0.16')), 3000)\n"
        "print(time.process_time() - start)"
    )
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        for name, must in (("first use, with compiling", None), ("second process", 0.6)):
            done = subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, text=True,
                check=True,
            )  # fmt: skip
            what = f"sequences: {name}, after import"
            yield Row("7", what, float(done.stdout), None, "seconds", must)


FAR = (("1", "0.106", 10**6, 4, 8), ("1", "0.16", 10**6, 4, 8), ("2", "0.6", 3 * 10**5, 2.5, 4),
       ("2", "grundy", 3 * 10**5, 2.5, 4))  # fmt: skip
PROOFS = (("0.16", 2.5, 5), ("0.56", 1, 2), ("0.127", 1, 2), ("0.156", 1, 2), ("0.356", 1, 2),
          ("0.644", 1, 2), ("0.077", 1, 2), ("0.77", 1, 2), ("0.07", 1, 2))  # fmt: skip
CRATE = (("0.106", 10**6), ("0.16", 10**6), ("0.6", 3 * 10**5), ("0.77", 10**5))


def rows(pairs: int) -> Iterator[Row]:
    compiled("heap_reference.cpp")
    for number, code, n, must, better in FAR:
        theirs, ours = reference("rare", code, n), extend(code, n)
        yield against(number, f"{code} to {n}", theirs, ours, pairs, must, better)
    theirs, ours = reference("naive", "0.77", 10**5), extend("0.77", 10**5)
    yield against("3", "0.77 to 100000, plain mex", theirs, ours, min(pairs, 5), 200, 350)
    for code, must, better in PROOFS:
        theirs, ours = reference("period", code, 10**6), prove(code, 10**6)
        yield against("4", f"{code}, a proof from nothing", theirs, ours, 9, must, better)
    yield from subtraction(pairs)
    if OGSOLVE.exists():
        for code, n in CRATE:
            best = min(METHODS, key=lambda method: ogsolve(code, n, method)())
            theirs, ours = ogsolve(code, n, best), extend(code, n, clocked)
            yield against("9b", f"{code} to {n}, ogsolve {best}", theirs, ours, pairs, 2, 4)
    yield from first_use()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--solved", action="store_true")
    options = parser.parse_args()
    if options.install:
        install()
    if options.solved:
        compiled("heap_reference.cpp")
        solved_games(5)


if __name__ == "__main__":
    main()
