"""Fibonacci Nim: one pile of counters. The first move takes any number of them, but not all; after
that each move takes at least one and at most twice as many as the move before. Who takes the last
counter wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, Kernel
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules

_WHINIHAN = "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)"
_MOVE = re.compile(r"(?:take )?([0-9]{1,4000})", re.ASCII)

Pile = tuple[int, int]
"""How many counters there are, and how many may be taken at most."""


@dataclass(frozen=True)
class FibonacciNim(Rules):
    notation: ClassVar[str] = (
        "21 for a pile of 21 from which up to 20 may be taken; or 13 up to 4, if only 4 may be"
    )

    def start(self) -> Pile:
        return 20, 19

    def moves(self, position: Pile) -> range:
        return range(1, min(position) + 1)

    def after(self, position: Pile, move: int) -> Pile:
        return position[0] - move, 2 * move

    def legal(self, position: Pile, move: Any) -> bool:
        return type(move) is int and move in self.moves(position)

    def canonical(self, position: Pile) -> Pile:
        return position[0], min(position)

    def check(self, position: Position) -> None:
        if not (isinstance(position, tuple) and [type(x) for x in position] == [int, int]):
            raise PositionError("a pile and the most that may be taken", position)
        if min(position) < 0:
            raise PositionError("a pile and a limit of at least 0", position)

    def text(self, position: Pile) -> str:
        pile, most = position
        return str(pile) if most == pile - 1 else f"{pile} up to {most}"

    def read(self, text: str) -> Pile:
        pile, words, most = text.partition("up to")
        counters = reading.number(pile, "a pile", least=0 if words else 1)
        return counters, reading.number(most, "the limit") if words else counters - 1

    def accept(self, value: Any) -> Pile:
        position = (value, value - 1) if type(value) is int and value > 0 else value
        self.check(position)
        assert isinstance(position, tuple)
        return position

    def variables(self, position: Pile) -> dict[str, Any]:
        return {"n": position[0], "most": position[1]}

    def picture(self, position: Pile) -> pictures.Picture:
        return pictures.Heaps((position[0],), (f"up to {min(position)}",))

    def small(self, bound: int) -> Iterator[tuple[Rules, Pile]]:
        for pile in range(1, bound + 1):
            yield from ((self, (pile, most)) for most in (pile - 1, pile // 3, 2))

    def move_text(self, position: Pile, move: int) -> str:
        return f"take {move}"

    def read_move(self, position: Pile, text: str) -> int:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a number to take, such as `take 2`", text)
        if not self.legal(position, int(match[1])):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return int(match[1])


@claim(proved=_WHINIHAN)
def smallest_fibonacci_part(rules: FibonacciNim, position: Any) -> Certificate:
    """Write the pile as a sum of Fibonacci numbers no two of which are neighbours. The position is
    lost just if the smallest of them, if any, may not be taken; so a whole pile is lost just if it
    is a Fibonacci number. Winning moves take some of the smallest parts, so that twice their sum
    is less than the next."""
    return Kernel(
        "n == 0 or zeckendorf(n)[-1] > most",
        answers="[sum(parts[i:]) for parts in (zeckendorf(n),) for i in range(len(parts))]",
        every=True,
    )


GAME = Game(
    FibonacciNim,
    title="Fibonacci Nim",
    claims=[smallest_fibonacci_part],
    sources=[_WHINIHAN],
    test_to=20,
    facts=[
        Fact("21", "P"),
        Fact("20", "N", winning=("take 2",)),
        Fact("13", "P"),
        Fact("1", "P"),
        Fact("0 up to 4", "P"),
        Fact("4", "N", winning=("take 1",)),
        Fact("10 up to 1", "P"),
        Fact(str(10**18), "N"),
    ],
)
