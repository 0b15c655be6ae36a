"""Nim: some piles of counters. A move takes any number of counters, at least one, from one pile.
Who cannot move loses (in misère play: wins)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nimatron.certificates.forms import Certificate, Kernel, NimSum
from nimatron.errors import PositionError
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.rules.heaps import Taking
from nimatron.rules.protocol import Position
from nimatron.values import Convention

_BOUTON = (
    "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)"
)


@dataclass(frozen=True)
class Nim(Taking):
    def takes(self, n: int) -> Iterable[int]:
        return range(1, n + 1)

    def heap_code(self) -> str:
        return "0.(3)"

    def pack(self, position: Position) -> int:
        """Up to five piles of at most 4095 counters, 12 bits for each."""
        if len(position) > 5 or max(position) > 4095:
            raise PositionError("at most five piles up to 4095 to pack", self.text(position))
        return sum(pile << 12 * place for place, pile in enumerate(position))

    def unpack(self, packed: int) -> Position:
        return tuple(packed >> 12 * place & 4095 for place in range(5))

    @staticmethod
    def options(position: int, out: Any) -> int:
        count = 0
        for place in range(0, 60, 12):
            for taken in range(1, (position >> place & 4095) + 1):
                out[count] = position - (taken << place)
                count += 1
        return count


@claim(proved=_BOUTON)
def xor_of_the_piles(nim: Nim, position: Any) -> Certificate:
    """The nimber is the xor of the piles; the second player wins just if it is 0. Otherwise
    take a pile p down to p xor that number, if that is less."""
    return NimSum(
        "n",
        answers="[(i, heap(x ^ total)) for total in (xor(a),) for i, x in enumerate(a, 1)"
        " if x ^ total < x]",
        every=True,
    )


@claim(proved=_BOUTON, convention="misere")
def misere_as_normal_until_ones(nim: Nim, position: Any) -> Certificate:
    """Who may not take the last counter plays as in Nim until a move would leave no pile
    above 1: that move must leave an odd number of ones."""
    return Kernel(
        "xor(a) == 0 if max(a) > 1 else sum(a) % 2 == 1",
        answers="[(i, heap(y)) for total in (xor(a),) for i, x in enumerate(a, 1)"
        " for y in (0, 1, x ^ total) if y < x]",
        every=True,
        convention=Convention.MISERE,
    )


GAME = Game(
    Nim,
    claims=[xor_of_the_piles, misere_as_normal_until_ones],
    sources=[_BOUTON, "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 2"],
    facts=[
        Fact("3,4,5", "N", 2, ("take 2 from pile 1",)),
        Fact("3,2,1", "P", 0),
        Fact("1,3,5,7", "P", 0),
        Fact("4,8,17", "N", 29, ("take 5 from pile 3",)),
        Fact("5,4,1", "P", 0),
        Fact("5,5,2,2", "P", 0),
        Fact("3,3,1", "N", 1),
        Fact("4,3,1", "N", 6),
        Fact("100,100,1", "N", 1),
        Fact("0,1", "N", 1),
        Fact("3,2,1", "P", convention="misere"),
        Fact("5,1,1", "N", convention="misere"),
        Fact("8,4,1", "N", convention="misere"),
        Fact("0,1", "P", convention="misere"),
        Fact("0,0", "N", convention="misere"),
    ],
    errata=[
        Erratum(
            where="lecture 003, the theorem on Nim",
            said="the first player has a winning strategy if and only if the xor of the piles is 0",
            truth="if and only if the xor is not 0",
            wrong="xor(a) == 0",
            counterexample="0",
        ),
        Erratum(
            where="lecture 002, the program for misère Nim",
            said="if every pile is 1 the first player wins when their number is even, else when"
            " the xor is not 0 (with empty piles among the input)",
            truth="empty piles are to be left out before it is asked whether every pile is 1",
            wrong="len(a) % 2 == 0 if all(x == 1 for x in a) else xor(a) != 0",
            counterexample="0",
            convention="misere",
        ),
        Erratum(
            where="lecture 003, the table of misère Nim",
            said="2,1,1 is lost (it stands in both columns)",
            truth="2,1,1 is won, by leaving 1,1,1, which is the lost one",
            wrong="sorted(a) != [1, 1, 2] and (xor(a) != 0 if max(a) > 1 else sum(a) % 2 == 0)",
            counterexample="1,1,2",
            convention="misere",
        ),
    ],
)
