"""Treblecross: a row of cells. A move marks a free cell, and whoever completes three marks side by
side wins at once. Who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel
from nimatron.errors import PositionError
from nimatron.game import Fact, Game, claim
from nimatron.rules.codes import read_code
from nimatron.rules.periods import octal_nimbers
from nimatron.rules.protocol import Position
from nimatron.rules.strips import Cells, Strips, mirrored

_WINNING_WAYS = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4"
_MOST_CELLS = 5000  # the code 0.007 has no known period, so its values are computed


@dataclass(frozen=True)
class Treblecross(Strips):
    verb: ClassVar[str] = "mark"
    notation: ClassVar[str] = "21 for an empty row of 21 cells, or the cells, `#` a mark: ..#.."

    def won(self, position: Cells) -> bool:
        """Whether three marks stand side by side."""
        return any(last - first > 1 for first, last in position[1])

    def winning_cells(self, position: Cells) -> Iterator[int]:
        """The cells that complete three marks."""
        cells, marks = position
        for first, last in marks:
            if last > first:
                yield from (cell for cell in (first - 1, last + 1) if 1 <= cell <= cells)
        for (first, low), (high, last) in pairwise(marks):
            if high - low == 2 and first == low and high == last:
                yield low + 1

    def safe(self, position: Cells) -> tuple[int, ...]:
        """The lengths of the runs of cells with no mark within two of them."""
        cells, marks = position
        ends = [-2, *(end for run in marks for end in run), cells + 3]
        gaps = (high - low - 5 for low, high in zip(ends[::2], ends[1::2], strict=True))
        return tuple(gap for gap in gaps if gap > 0)

    def moves(self, position: Cells) -> Iterator[int]:
        return iter(()) if self.won(position) else super().moves(position)

    def legal(self, position: Cells, move: Any) -> bool:
        return not self.won(position) and super().legal(position, move)

    def check(self, position: Position) -> None:
        super().check(position)
        long = [run for run in position[1] if run[1] - run[0] > 1]
        if len(long) > 1 or any(last - first > 4 for first, last in long):
            where = self.text(position)
            raise PositionError("at most one row of three marks or more, as play leaves", where)

    def components(self, position: Cells) -> Sequence[Cells]:
        return [position]  # a win anywhere ends the whole game, so nothing adds

    def canonical(self, position: Cells) -> Cells:
        return min(position, mirrored(position))

    def variables(self, position: Cells) -> dict[str, Any]:
        won = self.won(position)
        return {
            **super().variables(position),
            "won": won,
            "threat": not won and any(True for _ in self.winning_cells(position)),
            "safe": self.safe(position),
        }


@claim(proved=_WINNING_WAYS)
def keep_three_apart(treblecross: Treblecross, position: Any) -> Certificate | None:
    """On one cell, or three and more: who can complete three marks wins; so a mark within two of
    another one loses at once, and play goes on among the cells farther away. A run of n of them is
    a heap of n + 2 under the code 0.007 (a heap of n under 0.11337). On two cells both marks are
    made, and the second player makes the last."""
    cells, _ = position
    if cells > _MOST_CELLS:
        return None
    if cells == 2:
        return Kernel("n % 2 == 0")
    size = max(128, 1 << (cells + 2).bit_length())
    return Kernel(
        "won or not threat and xor(head[s + 2] for s in safe) == 0",
        answers="[c for r in open for c in range(r[0], r[1] + 1)]",
        every=True,
        constants={"head": octal_nimbers(read_code("0.007"), size)[: cells + 3]},
    )


GAME = Game(
    Treblecross,
    aliases=["one-dimensional-tic-tac-toe"],
    claims=[keep_three_apart],
    sources=[_WINNING_WAYS],
    facts=[
        Fact("1", "N"),
        Fact("2", "P"),
        Fact("3", "N"),
        Fact("4", "N"),
        Fact("5", "N"),
        Fact("6", "P"),
        Fact("7", "N"),
        Fact("8", "N"),
        Fact("9", "N"),
        Fact("..#.#..", "N", winning=("mark 4",)),
        Fact("###..", "P"),
        Fact("1000", "N"),
    ],
)
