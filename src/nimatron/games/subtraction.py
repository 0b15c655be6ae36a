"""A subtraction game: heaps of counters, and a set of numbers. A move takes from one heap as many
counters as some number of the set says: `take=1,3,4`, or `take=squares`, or `take=powers-of-2`. Who
cannot move loses."""

from __future__ import annotations

from typing import Any

from nimatron.certificates.forms import Certificate, Kernel, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.heaps import Subtraction
from nimatron.rules.periods import VALUE, subtraction_period
from nimatron.values import Convention

_WINNING_WAYS = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4"
_LECTURE = "lecture 003, game 2; lecture 004, task 2"
_WINDOW = (
    "the remark that a value depends on as many before it as the largest number says,"
    " and such a window comes again"
)
_SQUARES = (
    "0 2 5 7 10 12 15 17 20 22 34 39 44 52 57 62 65 67 72 85 95 109 119 124 127 130 132 137 142"
    " 147 150 170 177 180 182 187 192 197"
)


@claim(proved=_WINDOW)
def nimbers_repeat(rules: Subtraction, position: Any) -> Certificate | None:
    """The nimbers of a heap of n under a finite set repeat from some n on: as soon as as many
    values in a row as its largest number come again. Heaps add by xor; take what leaves the xor 0.
    Claimed where the repetition shows early."""
    found = subtraction_period(rules.take) if isinstance(rules.take, tuple) else None
    if found is None:
        return None
    return NimSum(
        VALUE,
        answers="[(i, heap(x - s)) for i, x in enumerate(a, 1) for s in take if s <= x]",
        every=True,
        constants=found.constants,
    )


@claim(proved=_WINDOW, convention="misere")
def misere_outcomes_repeat(rules: Subtraction, position: Any) -> Certificate | None:
    """If who cannot move wins, the outcomes of a single heap under a finite set repeat as well;
    take what leaves a lost heap. Claimed where the repetition shows early."""
    if len(position) > 1 or not isinstance(rules.take, tuple):
        return None
    found = subtraction_period(rules.take, misere=True)
    if found is None:
        return None
    return Kernel(
        f"({VALUE}) == 0",
        answers="[(1, heap(n - s)) for s in take if s <= n]",
        every=True,
        constants=found.constants,
        convention=Convention.MISERE,
    )


@claim(proved="an induction on n: a power of 2 is never 0 mod 3, and 1 and 2 are powers of 2")
def powers_of_two_mod_three(rules: Subtraction, position: Any) -> Certificate | None:
    """If the powers of 2 may be taken, the nimber of a heap of n is n mod 3; so a single heap is
    lost just if 3 divides n."""
    if rules.take != "powers-of-2":
        return None
    return NimSum(
        "n % 3",
        answers="[(i, heap(x - 2 ** j)) for i, x in enumerate(a, 1) for j in range(bits(x))]",
        every=True,
    )


@claim(
    proved="an induction on n: a power of 2 is never 0 mod 3, and 1 and 2 are powers of 2",
    convention="misere",
)
def misere_powers_of_two(rules: Subtraction, position: Any) -> Certificate | None:
    """If the powers of 2 may be taken and who cannot move wins, a single heap of n is lost just
    if n mod 3 = 1."""
    if rules.take != "powers-of-2" or len(position) > 1:
        return None
    return Kernel(
        "n % 3 == 1",
        answers="[(1, heap(n - 2 ** j)) for j in range(bits(n))]",
        every=True,
        convention=Convention.MISERE,
    )


GAME = Game(
    Subtraction,
    title="Subtraction game",
    claims=[
        nimbers_repeat,
        misere_outcomes_repeat,
        powers_of_two_mod_three,
        misere_powers_of_two,
    ],
    sources=[_LECTURE, _WINNING_WAYS],
    trials=[
        {"take": take}
        for take in ((1, 2, 3), (1, 3, 4), (3, 5, 8), (2, 7), "powers-of-2", "squares")
    ],
    test_to=12,
    facts=[
        *(Fact(str(n), "P", 0, parameters={"take": "squares"}) for n in map(int, _SQUARES.split())),
        *(Fact(str(n), "P", 0, parameters={"take": (3, 5, 8)}) for n in (0, 1, 2, 11, 13, 112)),
        *(
            Fact(str(n), grundy=g, parameters={"take": (1, 3, 4)})
            for n, g in enumerate([0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2])
        ),
        Fact("1000000", "N", 1, parameters={"take": (1, 3, 4)}),
        Fact("21", "N", 1, ("take 1",)),
        Fact("2", "N", parameters={"take": "powers-of-2"}),
        Fact("999999999999", "P", 0, parameters={"take": "powers-of-2"}),
    ],
)
