"""Wythoff's game (Tziansitzi): two piles of counters. A move takes any number from one pile, or the
same number from both. Who takes the last counter wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.heaps import Heap, Piles
from nimatron.rules.protocol import Position, Rules
from nimatron.values import Convention

_WYTHOFF = "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)"
_BOTH = 3
_MOVE = re.compile(r"(?:take\s+)?([0-9]{1,4000})\s+from\s+(?:pile\s+)?(1|2|both)", re.ASCII)

Take = tuple[int, int]
"""A pile, 1 or 2, or 3 for both; and how many counters are taken from it or from each."""


@dataclass(frozen=True)
class Wythoff(Piles):
    opening: ClassVar[Heap] = (5, 6)
    notation: ClassVar[str] = "the sizes of the two piles, such as 5,6"

    def check(self, position: Position) -> None:
        super().check(position)
        if len(position) != 2:
            raise PositionError("two piles, such as 5,6", self.text(position))

    def moves(self, position: Heap) -> Iterator[Take]:
        first, second = position
        for pile, most in ((1, first), (2, second), (_BOTH, min(first, second))):
            for count in range(1, most + 1):
                yield pile, count

    def after(self, position: Heap, move: Take) -> Heap:
        pile, count = move
        return position[0] - count * (pile != 2), position[1] - count * (pile != 1)

    def pack(self, position: Heap) -> int:
        if max(position) >= 1 << 30:
            raise PositionError("piles below 2^30 for the compiler", max(position))
        return position[0] | position[1] << 30

    def unpack(self, packed: int) -> Heap:
        return packed & (1 << 30) - 1, packed >> 30

    @staticmethod
    def options(position: int, out: Any) -> int:
        """The same moves for the compiler."""
        first, second = position & (1 << 30) - 1, position >> 30
        count = 0
        for left in range(first):
            out[count] = left | second << 30
            count += 1
        for left in range(second):
            out[count] = first | left << 30
            count += 1
        for taken in range(1, min(first, second) + 1):
            out[count] = first - taken | second - taken << 30
            count += 1
        return count

    def legal(self, position: Heap, move: Any) -> bool:
        if not (isinstance(move, tuple) and [type(x) for x in move] == [int, int]):
            return False
        pile, count = int(move[0]), int(move[1])
        most = {1: position[0], 2: position[1], _BOTH: min(position)}.get(pile, 0)
        return 1 <= count <= most

    def canonical(self, position: Heap) -> Heap:
        return position if position[0] <= position[1] else position[::-1]

    def move_text(self, position: Heap, move: Take) -> str:
        pile, count = move
        return f"take {count} from {'both' if pile == _BOTH else f'pile {pile}'}"

    def read_move(self, position: Heap, text: str) -> Take:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `take 2 from pile 1` or `take 2 from both`", text)
        move = (_BOTH if match[2] == "both" else int(match[2])), int(match[1])
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move

    def small(self, bound: int) -> Iterator[tuple[Rules, Heap]]:
        yield from ((self, (a, b)) for a in range(bound + 1) for b in range(bound + 1))


@claim(proved=_WYTHOFF)
def wythoff_pairs(wythoff: Wythoff, position: Any) -> Certificate:
    """A position is lost just if the smaller pile is the integer part of d times the golden
    ratio, where d is the difference of the piles."""
    return Kernel(
        "min(a) == golden(max(a) - min(a))",
        answers="[(1, a[0] - wythoff_partner(a[1])), (2, a[1] - wythoff_partner(a[0])),"
        " (3, min(a) - golden(max(a) - min(a)))]",
        every=True,
    )


@claim(
    proved="A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci"
    " searches, Theoretical Computer Science 29 (1984)",
    convention="misere",
)
def misere_wythoff_pairs(wythoff: Wythoff, position: Any) -> Certificate:
    """If taking the last counter loses, 0,1 and 2,2 are lost instead of 0,0 and 1,2; all other
    lost positions are the same."""
    partner = "{0} + 1 - 2 * {0} if {0} < 2 else 2 if {0} == 2 else wythoff_partner({0})"
    low = "(0 if {0} == 1 else 2 if {0} == 0 else golden({0}))".format("(max(a) - min(a))")
    return Kernel(
        f"min(a) == {low}",
        answers=f"[(1, a[0] - ({partner.format('a[1]')})), (2, a[1] - ({partner.format('a[0]')})),"
        f" (3, min(a) - {low})]",
        every=True,
        convention=Convention.MISERE,
    )


GAME = Game(
    Wythoff,
    title="Wythoff's game",
    aliases=["tziansitzi"],
    claims=[wythoff_pairs, misere_wythoff_pairs],
    sources=[_WYTHOFF, "lecture 000, the game Tziansitzi"],
    facts=[
        Fact("1,2", "P", 0),
        Fact("5,6", "N", winning=("take 3 from pile 2", "take 4 from both")),
        Fact("3,5", "P", 0),
        Fact("4,7", "P", 0),
        Fact("6,10", "P", 0),
        Fact("8,13", "P", 0),
        Fact("0,0", "P", 0),
    ],
)
