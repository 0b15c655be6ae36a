"""Positions decided in one sweep: rows of falling lengths, and subsets of few cells."""

from __future__ import annotations

import os
import random
from itertools import product
from typing import Any

import pytest

from naive import grundy, verdicts
from nimatron.errors import TooLarge
from nimatron.games.chomp import Chomp
from nimatron.games.needles import Needles
from nimatron.games.polygon import Polygon
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.search import _plain as plain_search
from nimatron.solve.search import search
from nimatron.solve.staircases import through_staircases
from nimatron.solve.sweeps import through_sets
from nimatron.values import Convention, Outcome

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def meter() -> Meter:
    return Meter(Limits(positions=10**9, seconds=300))


def lost_lengths(most: int, rows: int) -> set[tuple[int, ...]]:
    """The lost positions of Chomp by the definition, over lengths of rows."""
    lost: set[tuple[int, ...]] = set()
    for lengths in sorted(product(range(most + 1), repeat=rows)):
        if list(lengths) != sorted(lengths, reverse=True) or not lengths[0]:
            continue
        options = {
            tuple(min(n, cut) if row >= place else n for row, n in enumerate(lengths))
            for place in range(rows)
            for cut in range(lengths[place])
            if (place, cut) != (0, 0)
        }
        if not options & lost:
            lost.add(lengths)
    return lost


def at(chomp: Chomp, lengths: tuple[int, ...]) -> int:
    """The position with these rows, from the bottom."""
    gone = 0
    for row in range(1, chomp.rows + 1):
        left = lengths[chomp.rows - row]
        for column in range(left + 1, chomp.columns + 1):
            gone |= chomp.bit((row, column))
    return gone


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 4), (5, 3), (3, 6)])
def test_rows_as_paths(rows: int, columns: int) -> None:
    chomp, lost = Chomp(rows, columns), lost_lengths(columns, rows)
    for lengths in [*sorted(lost), (columns,) * rows, (columns, *([1] * (rows - 1)))]:
        won, winning, _ = through_staircases(chomp, at(chomp, lengths), meter())
        assert won == (lengths not in lost)
        after = {chomp.lengths(chomp.after(at(chomp, lengths), move)) for move in winning}
        assert after <= lost
        assert bool(after) == won


@pytest.mark.parametrize("standing", [False, True])
def test_three_rows(standing: bool) -> None:
    """Past the length for which paths are used every answer is the definition's."""
    most = 25
    lost = lost_lengths(most, 3)
    chomp = Chomp(most, 3) if standing else Chomp(3, most)
    won, winning, positions = through_staircases(chomp, 0, meter())
    assert won
    assert positions == (most + 3) * (most + 2) * (most + 1) // 6 - 1
    found = set()
    for move in winning:
        lengths = chomp.lengths(chomp.after(0, move))
        if standing:
            lengths = tuple(sum(1 for x in lengths if x > column) for column in range(3))
        found.add(lengths)
    whole = {(most,) * 3}
    expected = {
        tuple(min(n, cut) if row >= place else n for row, n in enumerate((most,) * 3))
        for place in range(3)
        for cut in range(most)
    }
    assert found == (expected & lost) - whole


def test_three_rows_by_paths_and_by_rows_agree() -> None:
    from nimatron.solve.staircases import _Paths, _ThreeRows

    columns = 6 if INTERPRETED else 12
    paths, rows = _Paths(3, columns, meter()), _ThreeRows(3, columns, meter())
    for lengths in product(range(columns + 1), repeat=3):
        if lengths[0] >= lengths[1] >= lengths[2] and lengths[0]:
            assert paths.is_lost(lengths) == rows.is_lost(lengths), lengths


def test_too_many_rows() -> None:
    with pytest.raises(TooLarge, match="26 rows and columns"):
        through_staircases(Chomp(14, 14), 0, meter())


@pytest.mark.skipif(INTERPRETED, reason="hundreds of times slower")
def test_long_bars_are_answered_with_all_winning_moves() -> None:
    found = search(Chomp(3, 300), 0, Convention.NORMAL, Limits())
    assert found.outcome is Outcome.N
    assert found.winning


SMALL: list[tuple[Rules, Any]] = [
    (Needles(2, 2, 2), 0),
    (Needles(1, 2, 3), 0),
    (Needles(1, 3, 3), 0b000_010_001),
]


@pytest.mark.parametrize(("rules", "position"), SMALL)
def test_subsets_in_one_sweep(rules: Rules, position: int) -> None:
    found = through_sets(rules, position, Convention.NORMAL, meter(), lengths=True)
    assert found.grundy == grundy(rules, position)
    for convention in Convention:
        found = through_sets(rules, position, convention, meter(), lengths=True)
        expected = verdicts(rules, position, convention)
        assert (found.won, found.remoteness) == (
            expected[position][0] is Outcome.N,
            expected[position][1],
        )
        good = [
            move
            for move in rules.moves(position)
            if expected[rules.after(position, move)][0] is Outcome.P
        ]
        assert list(found.winning) == good


@pytest.mark.parametrize("corners", [5, 7] if INTERPRETED else [5, 6, 8])
def test_packed_polygons_have_the_nimbers_of_plain_ones(corners: int) -> None:
    from nimatron.solve.compiled import CompiledRules, Numbers

    polygon = Polygon(corners)
    numbers = Numbers(CompiledRules(polygon), meter(), Convention.NORMAL)
    chance = random.Random(corners)
    for _ in range(10):
        at: Any = frozenset()
        for _ in range(chance.randrange(3)):
            at = polygon.after(at, chance.choice(list(polygon.moves(at))))
        assert numbers.nimber(polygon.pack(at)) == search_in_python(polygon, at)


def search_in_python(rules: Rules, position: Any) -> int:
    """The nimber without the compiler."""
    found = plain_search(rules, position, Convention.NORMAL, Limits(), lengths=False)
    assert found.grundy is not None
    return found.grundy


@pytest.mark.skipif(INTERPRETED, reason="hundreds of times slower")
def test_polygons_past_plain_python() -> None:
    values = {10: 1, 11: 0}
    for corners, nimber in values.items():
        found = search(Polygon(corners), frozenset(), Convention.NORMAL, Limits())
        assert (found.grundy, found.compiled) == (nimber, True)


def test_too_many_cells() -> None:
    with pytest.raises(TooLarge, match="27 cells"):
        through_sets(Needles(4, 4, 4), 0, Convention.NORMAL, meter(), lengths=False)
