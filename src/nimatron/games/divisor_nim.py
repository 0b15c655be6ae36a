"""Divisor Nim: some piles of counters. A move takes from one pile a number of counters that
divides the size of that pile. Who takes the last counter wins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.divisors import divisors
from nimatron.rules.heaps import Taking

_LECTURE = "lecture 001, Nim with divisors"


@dataclass(frozen=True)
class DivisorNim(Taking):
    opening: ClassVar[tuple[int, ...]] = (8, 12)

    def takes(self, n: int) -> Iterable[int]:
        return divisors(n) if n else ()

    def allows(self, n: int, left: tuple[int, ...]) -> bool:
        taken = n - sum(left)
        return len(left) < 2 and 0 not in left and 0 < taken <= n and n % taken == 0


@claim(proved=_LECTURE)
def power_of_two_in_the_pile(divisor_nim: DivisorNim, position: Any) -> Certificate:
    """The nimber of a pile n > 0 is one more than the exponent of 2 in n; so two piles are lost
    just if 2 divides both equally often. A pile goes down to nimber t > 0 by taking 2^(t-1)."""
    return NimSum(
        "v2(n) + 1 if n else 0",
        answers="[(i, heap(x - (2 ** (t - 1) if t else x)))"
        " for total in (xor(v2(y) + 1 for y in a if y),)"
        " for i, x in enumerate(a, 1) if x for t in (v2(x) + 1 ^ total,) if t <= v2(x)]",
    )


GAME = Game(
    DivisorNim,
    claims=[power_of_two_in_the_pile],
    sources=[_LECTURE],
    test_to=12,
    facts=[
        Fact("8,12", "N", 7),
        Fact("4,12", "P", 0),
        Fact("18,6", "P", 0),
        Fact("118,98", "P", 0),
        Fact("3,4", "N", 2),
        Fact("1,0", "N", 1),
    ],
)
