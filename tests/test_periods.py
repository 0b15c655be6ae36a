"""Proved periods of codes and subtraction sets, against long runs of the definition."""

from __future__ import annotations

import pytest

from nimatron.rules.codes import read_code
from nimatron.rules.periods import Repeating, octal_nimbers, octal_period, subtraction_period
from nimatron.values import mex, nim_sum


def _value(found: Repeating, n: int) -> int:
    return found.head[n if n < found.first else found.first + (n - found.first) % found.period]


@pytest.mark.parametrize("text", ["0.77", "0.137", "0.07", "4.3", "4.007", "0.16", "0.56", "0.3"])
def test_nimbers_are_those_of_the_definition(text: str) -> None:
    code, values = read_code(text), list[int]()
    for n in range(70):
        values.append(mex(nim_sum(*(values[p] for p in left)) for left in code.options(n)))
    assert octal_nimbers(code, 70) == tuple(values)


# First heap of the period and its length, as tabled in Winning Ways, chapter 4.
@pytest.mark.parametrize(
    ("text", "first", "period"),
    [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.45", 498, 20), ("0.7", 1, 2)],
)
def test_published_periods(text: str, first: int, period: int) -> None:
    found = octal_period(read_code(text))
    assert found is not None
    assert (found.first, found.period) == (first, period)
    values = octal_nimbers(read_code(text), 1500)
    assert all(_value(found, n) == value for n, value in enumerate(values))


@pytest.mark.parametrize("text", ["0.007", "0.6", "0.F", "0.(3)", "4.(3)", "0.156"])
def test_nothing_is_claimed_without_proof(text: str) -> None:
    assert octal_period(read_code(text)) is None


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    "take", [(1,), (2,), (1, 2, 3), (1, 3, 4), (3, 5, 8), (7, 30, 91), (2, 5, 9, 33, 77)]
)
def test_subtraction_sets(take: tuple[int, ...], misere: bool) -> None:
    found = subtraction_period(take, misere)
    assert found is not None
    values: list[int] = []
    for n in range(1500):
        met = {values[n - s] for s in take if s <= n}
        values.append(int(not met or 0 in met) if misere else mex(met))
    assert all(_value(found, n) == value for n, value in enumerate(values))
