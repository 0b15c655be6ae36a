"""Nimbers of boards: Cram and kings, alone and, where it is installed, against the crate `igsolve`.

    python benchmarks/boards.py [--install]

`--install` installs igsolve with cargo into benchmarks/build. Ours starts with an empty table every
time and asks no claim; theirs tells the time of its search itself.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
from collections.abc import Iterator

from measure import BUILD, Row, Timer, against, alone, clocked

IGSOLVE = BUILD / "igsolve" / "bin" / "igsolve"
_UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


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
    return clocked(lambda: nimber(game, size))


def igsolve(rows: int, columns: int) -> Timer:
    def run() -> float:
        command = [str(IGSOLVE), "cram", "-r", str(rows), "-c", str(columns)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found = re.search(r"Calculation time: ([\d.]+)(ns|µs|ms|s)", done.stdout + done.stderr)
        assert found is not None, done.stdout
        return float(found[1]) * _UNITS[found[2]]

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
        if IGSOLVE.exists():
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
