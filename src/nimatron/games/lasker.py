"""Lasker's Nim: some piles of counters. A move takes any number of counters from one pile, or
splits a pile into two without taking any. Who cannot move loses. In take-and-break notation it is
4.(3)."""

from __future__ import annotations

from typing import Any

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.heaps import TakeAndBreak

_SOURCE = "Ed. Lasker, Brettspiele der Völker (1931); Winning Ways, chapter 4"
_VALUE = "{0} + (({0} % 4 == 3) - ({0} % 4 == 0)) * ({0} > 0)"


@claim(proved=_SOURCE)
def multiples_of_four_change_places(lasker: TakeAndBreak, position: Any) -> Certificate:
    """The nimber of a pile n is n, except that n - 1 and n have changed places where 4 divides n.
    Play as in Nim with these numbers; only to give a pile of 4m+3 the nimber 4m+3 one must split
    off 1."""
    return NimSum(
        _VALUE.format("n"),
        # The rule is its own inverse: the pile worth t is the one that t, as a pile, is worth.
        answers=f"[move for total in (xor({_VALUE.format('y')} for y in a),)"
        f" for i, x in enumerate(a, 1) for t in (({_VALUE.format('x')}) ^ total,)"
        f" for move in ((i, heap({_VALUE.format('t')})), (i, (1, x - 1)))]",
    )


GAME = Game(
    TakeAndBreak("4.(3)"),
    title="Lasker's Nim",
    claims=[multiples_of_four_change_places],
    sources=[_SOURCE],
    test_to=8,
    facts=[
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15])
        ),
        Fact("2,5,7", "N", 15),
        Fact(f"{10**18},{10**18}", "P", 0),
    ],
)
