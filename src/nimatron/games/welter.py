"""Welter's game: coins on a strip of cells, at most one on each. A move takes one coin to any free
cell to the left of it, over others if need be. Who cannot move loses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.rules.coins import CoinLine, Coins

_CONWAY = "J. H. Conway, On Numbers and Games, chapter 13"
_WELTER = (
    "C. P. Welter, The advancing operation in a special abelian group,"
    " Indagationes Mathematicae 14 (1952)"
)


@dataclass(frozen=True)
class Welter(CoinLine):
    def reach(self, coins: Coins, index: int) -> Iterator[int]:
        free_from = 1
        for coin in coins[: index + 1]:
            yield from range(free_from, coin)
            free_from = coin + 1

    def reaches(self, coins: Coins, index: int, cell: int) -> bool:
        place = bisect_left(coins, cell)
        return 1 <= cell < coins[index] and coins[place] != cell


@claim(proved=_CONWAY)
def welter_function(rules: Welter, position: Any) -> Certificate:
    """The nimber is Welter's function of the cells counted from 0: the xor of the cells and, for
    each two of them, of the number 2d - 1, where d is the largest power of 2 that divides their
    difference. To each set of coins but one there is just one cell that makes it 0."""
    return NimSum(
        "welter(x - 1 for x in a)",
        answers="[(x, y + 1) for x, y in zip(a, welter_partners(x - 1 for x in a))]",
        every=True,
    )


GAME = Game(
    Welter,
    title="Welter's game",
    claims=[welter_function],
    sources=[_WELTER, _CONWAY, "lecture 002, Nim on the stairs, rewritten"],
    facts=[
        Fact("1,2,3,4", "P", 0),
        Fact("1,3", "N", 1, ("move 3 to 2",)),
        Fact("2,3", "N", 2, ("move 3 to 1",)),
        Fact("3,6,8", "N", 3),
        Fact("3,5,6", "P", 0),
        Fact(f"1,2,{10**18}", "N"),
    ],
    errata=[
        Erratum(
            where="lecture 002, Nim on the stairs, rewritten",
            said="moving stones to the left, with jumps over others, is Nim on the stairs again, so"
            " that the first player wins just if the xor of every other gap is not 0",
            truth="with jumps it is Welter's game; without jumps it is Nim on the stairs",
            wrong="xor((y - x - 1) for x, y in zip((a if len(a) % 2 == 0 else (0,) + a)[::2],"
            " a[1 - len(a) % 2 :: 2])) != 0",
            counterexample="2,3",
        ),
    ],
)
