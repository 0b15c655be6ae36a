"""Kayles: rows of pins. A move knocks down one pin, or two that stand next to each other, and may
so split a row in two. Who cannot move loses. In take-and-break notation it is 0.77."""

from __future__ import annotations

from functools import cache
from typing import Any

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.codes import read_code
from nimatron.rules.heaps import TakeAndBreak
from nimatron.values import mex, nim_sum

_PERIOD, _FIRST = 12, 71
_SOURCE = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games,"
    " Proceedings of the Cambridge Philosophical Society 52 (1956)"
)


@cache
def _head() -> tuple[int, ...]:
    """The nimbers before the period and through its first round."""
    code, values = read_code("0.77"), list[int]()
    for n in range(_FIRST + _PERIOD):
        options = code.options(n)
        values.append(mex(nim_sum(*(values[part] for part in left)) for left in options))
    return tuple(values)


@claim(proved=_SOURCE)
def period_twelve(kayles: TakeAndBreak, position: Any) -> Certificate:
    """The nimber of a row repeats with period 12 from 71 pins on; rows add by xor."""
    return NimSum(
        "head[n] if n < len(head) else head[first + (n - first) % period]",
        # A split can be moved by whole periods, so a short row on one side is enough.
        answers="[(i, tuple(part for part in (low, x - taken - low) if part))"
        " for i, x in enumerate(a, 1) for taken in (1, 2) if taken <= x"
        " for low in range(min((x - taken) // 2, first + period) + 1)]",
        constants={"head": _head(), "first": _FIRST, "period": _PERIOD},
    )


GAME = Game(
    TakeAndBreak("0.77"),
    claims=[period_twelve],
    sources=[_SOURCE, "H. E. Dudeney, The Canterbury Puzzles, no. 73 (1908)"],
    test_to=12,
    facts=[
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2])
        ),
        Fact("13", "N", winning=None),
        Fact("5,9", "P", 0),
    ],
)
