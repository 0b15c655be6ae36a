"""Nimber arithmetic against its definitions."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from nimatron import Convention, Outcome, mex, nim_product, nim_sum

SMALL = st.integers(0, 2**32)


@cache
def slow_sum(a: int, b: int) -> int:
    """The least number that is neither a' + b nor a + b'."""
    return mex({slow_sum(x, b) for x in range(a)} | {slow_sum(a, y) for y in range(b)})


@cache
def slow_product(a: int, b: int) -> int:
    """The least number that is not a'b + ab' + a'b'."""
    return mex(
        slow_product(x, b) ^ slow_product(a, y) ^ slow_product(x, y)
        for x in range(a)
        for y in range(b)
    )


def test_sum_and_product_are_what_they_are_defined_to_be() -> None:
    for a in range(20):
        for b in range(20):
            assert nim_sum(a, b) == slow_sum(a, b)
            assert nim_product(a, b) == slow_product(a, b)


@given(SMALL, SMALL, SMALL)
def test_the_nimbers_are_a_field(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
    assert nim_product(a, 1) == a and nim_product(a, 0) == 0
    assert not (a and b) or nim_product(a, b)


@given(st.lists(st.integers(0, 50)))
def test_mex(values: list[int]) -> None:
    least = mex(values)
    assert least not in values and all(g in values for g in range(least))


def test_words() -> None:
    assert [str(outcome) for outcome in Outcome] == ["N", "P", "draw"]
    assert Convention.NORMAL.at_the_end is Outcome.P
    assert Convention.MISERE.at_the_end is Outcome.N
    assert nim_sum() == 0
