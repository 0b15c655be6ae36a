"""Slow Nim: some piles of counters. A move takes from 1 to k counters from one pile. Who cannot
move loses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.games.bachet import Bachet
from nimatron.rules.heaps import Heap
from nimatron.values import Convention

_LECTURE = "lecture 002, k-slow Nim"
_WINNING_WAYS = "Winning Ways, chapter 4: the subtraction game of 1 to k, and sums"


@dataclass(frozen=True)
class SlowNim(Bachet):
    opening: ClassVar[Heap] = (5, 6, 7)


@claim(proved=_WINNING_WAYS)
def xor_of_the_remainders(rules: SlowNim, position: Any) -> Certificate:
    """The nimber is the xor of the remainders of the piles by k+1 (which is not the remainder of
    their xor); the second player wins just if it is 0."""
    return NimSum(
        "n % (k + 1)",
        answers="[(i, heap(x - d)) for total in (xor(y % (k + 1) for y in a),)"
        " for i, x in enumerate(a, 1)"
        " for d in ((x % (k + 1) - (x % (k + 1) ^ total)) % (k + 1),) if d <= x]",
        every=True,
    )


@claim(
    proved="T. S. Ferguson, On sums of graph games with last player losing,"
    " International Journal of Game Theory 3 (1974)",
    convention="misere",
)
def misere_as_normal_until_ones(rules: SlowNim, position: Any) -> Certificate:
    """If who cannot move wins, the position is lost just if the xor of the remainders by k+1 is 0
    while one of them is above 1, and 1 when none is."""
    return Kernel(
        "xor(x % (k + 1) for x in a) == (0 if max(x % (k + 1) for x in a) > 1 else 1)",
        answers="[(i, heap(x - d)) for total in (xor(y % (k + 1) for y in a),)"
        " for i, x in enumerate(a, 1) for aim in (total, total ^ 1)"
        " for d in ((x % (k + 1) - (x % (k + 1) ^ aim)) % (k + 1),) if d <= x]",
        every=True,
        convention=Convention.MISERE,
    )


GAME = Game(
    SlowNim,
    title="Slow Nim",
    claims=[xor_of_the_remainders, misere_as_normal_until_ones],
    sources=[_LECTURE, _WINNING_WAYS],
    trials=[{"k": k} for k in (1, 2, 3, 5)],
    test_to=8,
    facts=[
        Fact("6,1", "P", 0, parameters={"k": 4}),
        Fact("6,19", "N", 3, parameters={"k": 6}),
        Fact("6,4", "N", 5, parameters={"k": 4}),
        Fact("3,4,5", "N", 2),
        Fact("3", "N", convention="misere", parameters={"k": 2}),
        Fact("4", "P", convention="misere", parameters={"k": 2}),
    ],
)
