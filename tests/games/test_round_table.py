"""Exact geometry: the opposite coin is never refused, an overlapping one never accepted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimatron.errors import NimatronError
from nimatron.games.round_table import RoundTable
from nimatron.solve.ask import solve

coordinates = st.fractions(min_value=-10, max_value=10, max_denominator=10**9)
points = st.tuples(coordinates, coordinates)


@given(
    st.lists(points, max_size=40), st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(5, 2)])
)
def test_the_opposite_coin_is_never_refused(tried: list[Any], coin: Fraction) -> None:
    rules = RoundTable(Fraction(10), coin)
    at = rules.play((), (Fraction(0), Fraction(0)))
    for point in tried:
        if rules.legal(at, point):
            met = rules.play(at, point)
            at = rules.play(met, (-point[0], -point[1]))
    assert rules.read(rules.text(at)) == at


@given(points, st.fractions(min_value=0, max_value=1), st.integers(1, 10**12))
def test_touching_is_allowed_and_overlapping_is_not(point: Any, slope: Fraction, tiny: int) -> None:
    rules = RoundTable(Fraction(100), Fraction(1))
    x, y = (1 - slope**2) / (1 + slope**2), 2 * slope / (1 + slope**2)  # on the unit circle
    at = (point,)
    assert rules.legal(at, (point[0] + 2 * x, point[1] + 2 * y))
    less = 2 - Fraction(1, tiny)
    assert not rules.legal(at, (point[0] + less * x, point[1] + less * y))


def test_the_winner_plays_to_the_end() -> None:
    rules, at = RoundTable(Fraction(7, 2), Fraction(1)), ()
    for _ in range(100):
        found = solve("round-table", rules.text(at))
        if found.winner == "first":
            assert found.winning_move is not None
            at = rules.play(at, rules.read_move(at, found.winning_move))
        point = next(iter(rules.some_moves(at)), None)
        if point is None:
            break
        at = rules.play(at, point)
    assert len(at) % 2 == 1


def test_moves_are_not_listed() -> None:
    with pytest.raises(NimatronError, match="continuum"):
        list(RoundTable().moves(()))
