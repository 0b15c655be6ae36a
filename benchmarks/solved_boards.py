"""The table of boards that were solved, in docs/boards.md: what, how many positions, how long.

    python benchmarks/solved_boards.py [--only GAME ...] [--seconds 60] [--megabytes 2000] [--all]

Each board is searched from nothing, without its claims and without what is saved. Seconds are those
of the processor, of the search alone. `--all` adds the boards that take minutes to an hour.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nimatron.errors import TooLarge
from nimatron.games import games
from nimatron.rules.grids import Board
from nimatron.solve.boards import BoardSearch, falls_apart
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.search import search
from nimatron.values import Convention

QUICK = {
    "cram": "4x5 5x5 5x6 3x13 4x7 4x9 5x7 6x6 5x8",
    "kings": "5x7 6x7 7x7 7x8 8x8 8x9",
    "bishops": "5x5 5x7 6x7 7x7",
    "draughts-rows": "3x7 4x5 4x7 5x5 5x6",
    "polygon": "8 9 10 11",
    "chomp": "10x10 11x12 12x12 3x100 3x1000",
    "needles": "2x3x3 3x3x3",
}
LONG = {
    "cram": "6x7 4x11 3x14 3x15 7x7 7x8 5x9 3x16",
    "kings": "9x9 9x10 10x10",
    "bishops": "7x8 8x8",
    "draughts-rows": "5x7 6x6 6x7 7x7",
    "polygon": "12 13",
}


@dataclass(frozen=True)
class Solved:
    """One line of the table."""

    game: str
    size: str
    answer: str
    positions: int
    seconds: float

    @property
    def line(self) -> str:
        seconds = f"{self.seconds:.2f}" if self.seconds < 10 else f"{self.seconds:.0f}"
        return f"| {self.game} | {self.size} | {self.answer} | {self.positions} | {seconds} |"


def solved(game: str, size: str, limits: Limits) -> Solved:
    """Search a board from nothing."""
    rules, start = games[game].read(size, {})
    began = time.process_time()
    if isinstance(rules, Board) and falls_apart(rules):
        by_components = BoardSearch(rules, Meter(limits))
        nimber = by_components.nimber(rules.pack(start))
        answer, positions = f"nimber {nimber}", by_components.positions
    else:
        found = search(rules, start, Convention.NORMAL, limits)
        answer = found.outcome.value if found.grundy is None else f"nimber {found.grundy}"
        positions = found.positions
    return Solved(game, size, answer, positions, time.process_time() - began)


def warmed(names: Any) -> None:
    """Everything compiled before the clock runs."""
    small = {"polygon": ["9"], "chomp": ["6x6", "3x60"], "needles": ["2x2x6"]}
    for name in names:
        for size in small.get(name, ["3x4"]):
            solved(name, size, Limits(data="off"))
        if name not in small:
            rules, _ = games[name].read("9x9", {})
            assert isinstance(rules, Board)
            BoardSearch(rules, Meter(Limits())).nimber((1 << 81) - 1 - 0b111_000000111)


def table(only: list[str], limits: Limits, *, long: bool) -> Iterator[Solved | str]:
    for name in only:
        sizes = QUICK[name].split() + (LONG.get(name, "").split() if long else [])
        for size in sizes:
            try:
                yield solved(name, size, limits)
            except TooLarge as e:
                yield f"{name} {size}: {e}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", choices=QUICK, default=list(QUICK))
    parser.add_argument("--sizes", nargs="*", help="these boards of one game alone")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--megabytes", type=int, default=2000)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    limits = Limits(10**12, options.seconds, options.megabytes, data="off")
    warmed(options.only)
    print("| game | board | answer | positions | seconds |\n|---|---|---|--:|--:|", flush=True)
    if options.sizes:
        QUICK[options.only[0]] = " ".join(options.sizes)
    for row in table(options.only, limits, long=options.all):
        print(row.line if isinstance(row, Solved) else row, flush=True)


if __name__ == "__main__":
    main()
