"""Candy: a candy of n pieces. A move bites off at least one piece and at most half of what is
left. Who cannot bite any more, because one piece is left, loses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.heaps import Taking

_LECTURE = "lecture 003, the game of the candy"


@dataclass(frozen=True)
class Candy(Taking):
    least: ClassVar[int] = 1
    opening: ClassVar[tuple[int, ...]] = (33,)

    def takes(self, n: int) -> Iterable[int]:
        return range(1, n // 2 + 1)


@claim(proved=_LECTURE)
def one_less_than_a_power_of_two(candy: Candy, position: Any) -> Certificate | None:
    """One candy is lost just if its size is one less than a power of two; otherwise bite down to
    the next such size."""
    if len(position) > 1:
        return None
    return Kernel(
        "is_power_of_2(n + 1)",
        answers="[(1, (2 ** (bits(n + 1) - 1) - 1,))]",
        every=True,
    )


@claim(proved="Winning Ways, chapter 4 (halving rules); here by induction on n")
def half_of_the_even_part(candy: Candy, position: Any) -> Certificate:
    """The nimber of n is n/2 if n is even, and that of (n-1)/2 if n is odd."""
    return NimSum(
        "((n + 1) >> v2(n + 1)) // 2",
        answers="[(i, (((2 * t + 1) << (bits(x // (2 * t + 1)) - 1)) - 1,))"
        " for values in ([((x + 1) >> v2(x + 1)) // 2 for x in a],) for total in (xor(values),)"
        " for i, x in enumerate(a, 1) for t in (values[i - 1] ^ total,) if x // (2 * t + 1)]",
        every=True,
    )


GAME = Game(
    Candy,
    aliases=["konfeta"],
    claims=[one_less_than_a_power_of_two, half_of_the_even_part],
    sources=[_LECTURE],
    test_to=24,
    facts=[
        Fact("15", "P", 0),
        Fact("20", "N", 10, ("take 5",)),
        Fact("33", "N", 8, ("take 2",)),
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8], 1)
        ),
    ],
)
