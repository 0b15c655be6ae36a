"""Nimbers of boards: Cram and kings, alone and, where it is installed, against the crate `igsolve`.

    python benchmarks/boards.py [--install]

`--install` installs igsolve with cargo into benchmarks/build. Ours starts with an empty table every
time and asks no claim. Seconds are those of the processor, for both programs, so that a busy
machine does not matter much.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
from collections.abc import Iterator

from measure import BUILD, Row, Timer, against, alone
from rules import worked

IGSOLVE = BUILD / "igsolve" / "bin" / "igsolve"


def nimber(game: str, size: str) -> int:
    """The nimber of a board, by the search of boards that fall apart."""
    from nimatron.games import games
    from nimatron.rules.grids import Board
    from nimatron.solve.boards import BoardSearch
    from nimatron.solve.limits import Limits, Meter

    rules, start = games[game].read(size, {})
    assert isinstance(rules, Board)
    meter = Meter(Limits(positions=10**12, seconds=600, data="off"))
    return BoardSearch(rules, meter).nimber(rules.pack(start))


def searched(game: str, size: str) -> Timer:
    return worked(lambda: nimber(game, size))


def of_children() -> float:
    """The seconds of the processor that programs took which were run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def igsolve(rows: int, columns: int) -> Timer:
    def run() -> float:
        before = of_children()
        command = [str(IGSOLVE), "cram", "-r", str(rows), "-c", str(columns)]
        subprocess.run(command, check=True, capture_output=True)
        return of_children() - before

    return run


def install() -> None:
    environment = {**os.environ, "RUSTFLAGS": "-C target-cpu=native"}
    command = ["cargo", "install", "igsolve", "--root", str(BUILD / "igsolve")]
    subprocess.run(command, check=True, env=environment)


CRAM = ((5, 7, 3, 1), (6, 6, 3, 1), (5, 8, 30, 8))


def rows(pairs: int) -> Iterator[Row]:
    nimber("cram", "4x5")  # compiled before the clock counts
    for height, width, must, better in CRAM:
        what, ours = f"Cram {height}x{width}", searched("cram", f"{height}x{width}")
        # With two even sides half a turn tells both programs at once: nothing to compare.
        if IGSOLVE.exists() and (height % 2 or width % 2):
            row = against("9", f"{what}: igsolve / ours", igsolve(height, width), ours, pairs, 1)
            yield Row("9", what, row.ours, None, "seconds", must, better)
            yield row
        else:
            yield alone("9", what, ours, pairs, must, better)
    nimber("kings", "4x5")
    yield alone("10", "kings 8x8", searched("kings", "8x8"), pairs, 10, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true")
    if parser.parse_args().install:
        install()


if __name__ == "__main__":
    main()
