"""Sliding coins: coins on a strip of cells, at most one on each. A move takes one coin any number
of cells to the left, without jumping over another. Who cannot move loses."""

from __future__ import annotations

from dataclasses import dataclass
from operator import sub
from typing import Any

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.coins import Coins, Sliding

_WINNING_WAYS = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 15"


@dataclass(frozen=True)
class SlidingCoins(Sliding):
    def variables(self, position: Coins) -> dict[str, Any]:
        """`gaps` are the free cells inside the pairs, when coins are paired from the right; the
        first coin alone is paired with the edge of the strip."""
        low = (0, *position)[1 - len(position) % 2 :: 2]
        high = position[1 - len(position) % 2 :: 2]
        gaps = tuple(between - 1 for between in map(sub, high, low))
        return {**super().variables(position), "low": low, "high": high, "gaps": gaps}


@claim(proved=_WINNING_WAYS)
def every_other_gap(rules: SlidingCoins, position: Any) -> Certificate:
    """Pair the coins from the right, a single first one with the edge of the strip: the nimber is
    the xor of the numbers of free cells inside the pairs. If the left coin of a pair moves away,
    the right one follows, as on a staircase."""
    return NimSum(
        "xor(gaps)",
        answers="[(y, x + 1 + z) if z < gap else (x, y - 1 - z) for total in (xor(gaps),)"
        " for x, y, gap in zip(low, high, gaps) for z in (gap ^ total,)]",
        every=True,
    )


GAME = Game(
    SlidingCoins,
    aliases=["silver-dollar-without-dollar"],
    claims=[every_other_gap],
    sources=[_WINNING_WAYS, "lecture 002, Nim on the stairs"],
    test_to=8,
    facts=[
        Fact("1,4,6", "N", 1, ("move 6 to 5",)),
        Fact("1,2,3", "P", 0),
        Fact("5", "N", 4, ("move 5 to 1",)),
        Fact("3,4", "P", 0),
        Fact(f"7,{10**18}", "N", winning=(f"move {10**18} to 8",)),
    ],
)
