"""A take-and-break game: heaps of counters, and a code such as 0.77 whose digits say how many
counters a move may take from a heap and into how many heaps it may leave the rest. Who cannot move
loses. Hexadecimal digits, which allow three heaps, are codes as well."""

from __future__ import annotations

from typing import Any

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.codes import read_code
from nimatron.rules.heaps import TakeAndBreak
from nimatron.rules.periods import VALUE, octal_period

_GUY_SMITH = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games,"
    " Proceedings of the Cambridge Philosophical Society 52 (1956)"
)


@claim(proved=_GUY_SMITH)
def nimbers_repeat(rules: TakeAndBreak, position: Any) -> Certificate | None:
    """If the nimbers of an octal code that takes at most t counters repeat with a period p from
    some heap f to the heap 2f + p + t, they repeat for ever. Claimed for codes with finitely many
    digits below 8 where this shows within 2048 heaps; the nimbers of heaps add by xor."""
    code = read_code(rules.code)
    found = octal_period(code)
    if found is None:
        return None
    return NimSum(
        VALUE,
        # A split can be moved by whole periods, so a short heap on one side is enough.
        answers="[(i, tuple(part for part in (low, x - taken - low) if part))"
        " for i, x in enumerate(a, 1) for taken in range(most + 1) if taken <= x"
        " for low in range(min((x - taken) // 2, first + period) + 1)]",
        constants={**found.constants, "most": len(code.digits) - 1},
    )


def _values(code: str, values: str, first: int = 0) -> list[Fact]:
    numbers = enumerate(map(int, values.split()), first)
    return [Fact(str(n), grundy=g, parameters={"code": code}) for n, g in numbers]


GAME = Game(
    TakeAndBreak,
    title="Take-and-break game",
    aliases=["hexadecimal", "take-and-break"],
    claims=[nimbers_repeat],
    sources=["E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4", _GUY_SMITH],
    trials=[{"code": code} for code in ("0.77", "0.137", "0.07", "0.6", "4.3", "0.F", "0.(3)")],
    test_to=7,
    facts=[
        *_values("0.77", "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2"),
        *_values("0.137", "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0"),
        *_values("0.07", "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3"),
        *_values("0.007", "0 0 0 1 1 1 2 2 0 3 3 1 1 1 0 4 3"),
        *_values("0.6", "0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3"),
        Fact("1000000", "N", 1, parameters={"code": "0.77"}),
    ],
)
