"""Dawson's game on a board of one row: a move puts a stone on an empty cell that has no stone
beside it. Who cannot move loses. In take-and-break notation it is 0.137."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import PositionError
from nimatron.game import Fact, Game, claim
from nimatron.rules.codes import read_code
from nimatron.rules.periods import VALUE, octal_period
from nimatron.rules.protocol import Placement, Position
from nimatron.rules.strips import Cells, Run, Strips

_GUY_SMITH = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games,"
    " Proceedings of the Cambridge Philosophical Society 52 (1956)"
)


@dataclass(frozen=True)
class Dawson(Strips, Placement):
    verb: ClassVar[str] = "stone on"
    notation: ClassVar[str] = "21 for an empty row of 21 cells, or the cells, `#` a stone: ..#.."

    def open_runs(self, position: Cells) -> Iterator[Run]:
        """The free cells with no stone beside them."""
        cells, stones = position
        last = -1
        for stone in (*(first for first, _ in stones), cells + 2):
            if stone - last > 3:
                yield last + 2, stone - 2
            last = stone

    def check(self, position: Position) -> None:
        super().check(position)
        if any(first != last for first, last in position[1]):
            raise PositionError("no two stones side by side", self.text(position))

    def footprint(self, move: int) -> Collection[tuple[int]]:
        # A stone takes its cell and the line to the right of it, so neighbours exclude each other.
        return [(move,), (move + 1,)]

    def image(self, move: int, symmetry: Any) -> int:
        return int(min(symmetry(cell) for cell in self.footprint(move))[0])


@claim(proved=_GUY_SMITH)
def period_thirty_four(dawson: Dawson, position: Any) -> Certificate:
    """A run of n cells without stones in or beside it has the nimber of a heap of n under the
    code 0.137, which repeats with period 34 from 52 cells on."""
    found = octal_period(read_code("0.137"))
    assert found is not None
    return NimSum(
        VALUE,
        answers="[c for r in open for low in range(min(r[1] - r[0], first + period) + 1)"
        " for c in (r[0] + low, r[1] - low)]",
        constants=found.constants,
    )


GAME = Game(
    Dawson,
    title="Dawson's game",
    claims=[period_thirty_four],
    sources=[
        "T. R. Dawson, Caissa's wild roses, problem 80 (1935)",
        _GUY_SMITH,
        "lecture 004, task 4",
    ],
    test_to=14,
    facts=[
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0], 1)
        ),
        Fact("5", "N", 3),
        Fact("1000000", "N"),
    ],
)
