"""Euclid: two numbers. A move takes from the larger one a multiple of the smaller one, without
going below 0. Who makes a number 0 has won, since there is no move then."""

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

_COLE_DAVIE = (
    "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm,"
    " Mathematical Gazette 53 (1969)"
)
_MOVE = re.compile(r"(?:take )?([0-9]{1,4000}) times ([0-9]{1,4000})", re.ASCII)


@dataclass(frozen=True)
class Euclid(Piles):
    """A move is how many times the smaller number is taken."""

    opening: ClassVar[Heap] = (7, 25)
    notation: ClassVar[str] = "the two numbers, such as 7,25"

    def check(self, position: Position) -> None:
        super().check(position)
        if len(position) != 2:
            raise PositionError("two numbers, such as 7,25", self.text(position))

    def moves(self, position: Heap) -> range:
        low, high = sorted(position)
        return range(1, high // low + 1) if low else range(0)

    def after(self, position: Heap, move: int) -> Heap:
        first, second = position
        if first >= second:
            return first - move * second, second
        return first, second - move * first

    def legal(self, position: Heap, move: Any) -> bool:
        return type(move) is int and move in self.moves(position)

    def canonical(self, position: Heap) -> Heap:
        return position if position[0] <= position[1] else position[::-1]

    def move_text(self, position: Heap, move: int) -> str:
        return f"take {move} times {min(position)}"

    def read_move(self, position: Heap, text: str) -> int:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `take 3 times 7`", text)
        if int(match[2]) != min(position) or not self.legal(position, int(match[1])):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return int(match[1])

    def small(self, bound: int) -> Iterator[tuple[Rules, Heap]]:
        yield from ((self, (a, b)) for a in range(bound + 1) for b in range(bound + 1))


@claim(proved=_COLE_DAVIE)
def golden_ratio(euclid: Euclid, position: Any) -> Certificate:
    """The player to move loses just if a number is 0, or the larger is more than the smaller and
    less than the golden ratio times it. Otherwise take the smaller as often as possible, or once
    less."""
    return Kernel(
        "min(a) == 0 or min(a) < max(a) <= golden(min(a))",
        answers="[max(a) // min(a), max(a) // min(a) - 1] if min(a) else []",
        every=True,
    )


GAME = Game(
    Euclid,
    claims=[golden_ratio],
    sources=[_COLE_DAVIE],
    test_to=12,
    facts=[
        Fact("7,25", "N", winning=("take 2 times 7",)),
        Fact("3,5", "N", 1, ("take 1 times 3",)),
        Fact("2,7", "N", 3),
        Fact("5,8", "P", 0),
        Fact("4,4", "N", 1, ("take 1 times 4",)),
        Fact("0,9", "P", 0),
        Fact("0,0", "P", 0),
        Fact(f"{10**30},{10**30 + 1}", "P", 0),
    ],
)
