"""The race to ones: two numbers stand on the board. A move erases the largest one (either, if they
are equal) and writes any smaller positive number in its place. Who reaches 1,1 wins; in misère play
who reaches it loses."""

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

_LECTURE = "lecture 003, game 14"
_INDUCTION = (
    "an induction on the sum: equal numbers become unequal with every move, and then the smaller"
    " one can be written in the place of the larger"
)
_MOVE = re.compile(r"(?:write )?([0-9]{1,4000})(?: (?:for|instead of) ([0-9]{1,4000}))?", re.ASCII)


@dataclass(frozen=True)
class EuclidRace(Piles):
    least: ClassVar[int] = 1
    opening: ClassVar[Heap] = (7, 8)
    notation: ClassVar[str] = "the two numbers, such as 7,8"

    def check(self, position: Position) -> None:
        super().check(position)
        if len(position) != 2:
            raise PositionError("two numbers, such as 7,8", self.text(position))

    def moves(self, position: Heap) -> range:
        return range(1, max(position))

    def after(self, position: Heap, move: int) -> Heap:
        first, second = position
        return (move, second) if first >= second else (first, move)

    def legal(self, position: Heap, move: Any) -> bool:
        return type(move) is int and 1 <= move < max(position)

    def canonical(self, position: Heap) -> Heap:
        return position if position[0] <= position[1] else position[::-1]

    def move_text(self, position: Heap, move: int) -> str:
        return f"write {move} for {max(position)}"

    def read_move(self, position: Heap, text: str) -> int:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `write 3 for 8`", text)
        if match[2] and int(match[2]) != max(position):
            raise IllegalMove(f"the largest number, {shown(max(position))}, to be erased", text)
        if not self.legal(position, int(match[1])):
            raise IllegalMove(f"a number from 1 to {shown(max(position) - 1)}", text)
        return int(match[1])

    def small(self, bound: int) -> Iterator[tuple[Rules, Heap]]:
        numbers = range(1, bound + 1)
        yield from ((self, (a, b)) for a in numbers for b in numbers)


@claim(proved=_INDUCTION)
def equal_numbers(race: EuclidRace, position: Any) -> Certificate:
    """The position is lost just if the numbers are equal: otherwise write the smaller one in the
    place of the larger."""
    return Kernel("a[0] == a[1]", answers="[min(a)]", every=True)


@claim(proved=_INDUCTION, convention="misere")
def misere_equal_from_three(race: EuclidRace, position: Any) -> Certificate:
    """If who reaches 1,1 loses, the lost positions are 1,2 and all pairs of equal numbers from 3
    on: write the smaller number, but 1 beside a 2 and 2 beside a 1."""
    return Kernel(
        "sorted(a) == [1, 2] or a[0] == a[1] >= 3",
        answers="[min(a) if min(a) > 2 else 3 - min(a)]",
        every=True,
        convention=Convention.MISERE,
    )


GAME = Game(
    EuclidRace,
    title="Race to ones",
    claims=[equal_numbers, misere_equal_from_three],
    sources=[_LECTURE],
    facts=[
        Fact("7,8", "N", winning=("write 7 for 8",)),
        Fact("7,8", "N", winning=("write 7 for 8",), convention="misere"),
        Fact("1,1", "P", 0),
        Fact("1,1", "N", convention="misere"),
        Fact("5,5", "P", 0),
        Fact("2,2", "N", winning=("write 1 for 2",), convention="misere"),
        Fact("1,2", "P", convention="misere"),
        Fact(f"{10**18},{10**18 - 1}", "N", winning=(f"write {10**18 - 1} for {10**18}",)),
    ],
)
