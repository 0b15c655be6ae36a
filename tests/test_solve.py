"""The solver against the definitions, on random rules with and without cycles."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from nimatron import Conjunctive, GameGraph, Limits, Rules, Selective, Sum, TooLarge, solve
from nimatron.certificates.check import check
from nimatron.errors import PositionError, UsageError
from nimatron.solve.ask import question
from nimatron.solve.prove import table
from nimatron.solve.search import search
from nimatron.solve.tell import tell
from nimatron.values import Convention, Outcome, mex, nim_sum
from random_rules import HEAP_RULES, chains, graphs

CONVENTIONS = st.sampled_from(list(Convention))


def agrees_with_the_definitions(rules: Rules, at: Any, convention: Convention) -> None:
    true = naive.verdicts(rules, at, convention)
    finite = naive.is_finite(rules, at)
    found = search(rules, at, convention, Limits(), lengths=True)
    quick = search(rules, at, convention, Limits())
    draw = (Outcome.DRAW, None)
    assert (found.outcome, found.remoteness) == true.get(at, draw)
    assert quick.outcome is found.outcome
    to = {m: true.get(rules.after(at, m), draw)[0] for m in rules.moves(at)}
    winning = [m for m, outcome in to.items() if outcome is Outcome.P]
    holding = [m for m, outcome in to.items() if outcome is Outcome.DRAW]
    assert list(found.winning) == winning == list(quick.winning)
    assert list(found.holding) == (holding if found.outcome is Outcome.DRAW else [])
    if finite and convention is Convention.NORMAL:
        assert quick.grundy == naive.grundy(rules, at)
    else:
        assert quick.grundy is None


@settings(max_examples=300, deadline=None)
@given(rules=graphs(cycles=False), convention=CONVENTIONS)
def test_finite_graphs(rules: GameGraph, convention: Convention) -> None:
    agrees_with_the_definitions(rules, rules.start(), convention)


@settings(max_examples=400, deadline=None)
@given(rules=graphs(cycles=True), convention=CONVENTIONS)
def test_graphs_with_cycles(rules: GameGraph, convention: Convention) -> None:
    agrees_with_the_definitions(rules, rules.start(), convention)


@settings(max_examples=200, deadline=None)
@given(given_rules=chains(), convention=CONVENTIONS)
def test_rules_that_fall_apart(given_rules: tuple[Rules, Any], convention: Convention) -> None:
    agrees_with_the_definitions(*given_rules, convention)


@settings(max_examples=60, deadline=None)
@given(
    rules=HEAP_RULES,
    heaps=st.lists(st.integers(0, 7), min_size=1, max_size=2).map(tuple),
    convention=CONVENTIONS,
)
def test_heap_families(rules: Rules, heaps: tuple[int, ...], convention: Convention) -> None:
    agrees_with_the_definitions(rules, heaps, convention)


@settings(max_examples=80, deadline=None)
@given(
    parts=st.lists(graphs(cycles=False), min_size=1, max_size=3),
    kind=st.sampled_from([Sum, Selective, Conjunctive]),
    convention=CONVENTIONS,
)
def test_sums(parts: list[GameGraph], kind: Any, convention: Convention) -> None:
    rules = kind(tuple(parts))
    if len(naive.reached(rules, rules.start(), 500)) < 500:
        agrees_with_the_definitions(rules, rules.start(), convention)


@settings(max_examples=60, deadline=None)
@given(
    parts=st.lists(graphs(cycles=True), min_size=2, max_size=2),
    kind=st.sampled_from([Sum, Selective]),
)
def test_sums_with_cycles(parts: list[GameGraph], kind: Any) -> None:
    rules = kind(tuple(parts))
    if len(naive.reached(rules, rules.start(), 200)) < 200:
        agrees_with_the_definitions(rules, rules.start(), Convention.NORMAL)


@settings(max_examples=60, deadline=None)
@given(parts=st.lists(graphs(cycles=False), min_size=2, max_size=3))
def test_nimbers_add_in_sums(parts: list[GameGraph]) -> None:
    values = [naive.grundy(rules, rules.start()) for rules in parts]
    found = search(Sum(tuple(parts)), [r.start() for r in parts], Convention.NORMAL, Limits())
    assert found.grundy == nim_sum(*values)


@settings(max_examples=60, deadline=None)
@given(parts=st.lists(graphs(cycles=False), min_size=2, max_size=3))
def test_a_selective_sum_is_lost_just_if_all_parts_are(parts: list[GameGraph]) -> None:
    rules = Selective(tuple(parts))
    found = search(rules, rules.start(), Convention.NORMAL, Limits())
    lost = all(naive.grundy(part, part.start()) == 0 for part in parts)
    assert (found.outcome is Outcome.P) == lost


@settings(max_examples=150, deadline=None)
@given(rules=graphs(cycles=False), convention=CONVENTIONS)
def test_what_a_search_found_can_be_proved(rules: GameGraph, convention: Convention) -> None:
    true = naive.verdicts(rules, rules.start(), convention)[rules.start()][0]
    try:
        certificate = table(rules, rules.start(), convention, Limits())
    except TooLarge:
        assert not rules.moves(rules.start()) and true is Outcome.N
        return
    assert check(rules, rules.start(), certificate, 10**6).outcome is true
    told = tell(question(rules, rules.start(), convention=str(convention)), Limits())
    assert told.words and told.answer.outcome is true


class Countdown(Rules):
    """One or two steps down: games as long as one likes."""

    def moves(self, n: int) -> range:
        return range(1, min(n, 2) + 1)

    def after(self, n: int, steps: int) -> int:
        return n - steps


@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_a_hundred_thousand_moves_are_not_too_deep(convention: str) -> None:
    found = solve(Countdown(), 100_000, convention=convention)
    other = solve(Countdown(), 9_999, convention=convention)
    assert found.outcome == ("N" if convention == "normal" else "P")  # 100 000 = 1 modulo 3
    assert other.outcome == ("P" if convention == "normal" else "N")
    assert found.grundy == (1 if convention == "normal" else None)


def test_long_lines_have_long_remoteness() -> None:
    line = GameGraph({n: [n - 1] for n in range(1, 100_001)}, start=100_000)
    found = solve(line, remoteness=True)
    assert (found.remoteness, found.outcome) == (100_000, "P")


def test_a_long_cycle_is_a_draw() -> None:
    ring = GameGraph({n: [(n + 1) % 100_000] for n in range(100_000)})
    found = solve(ring)
    assert (found.outcome, found.winner, found.grundy) == ("draw", "none", None)
    assert (found.winning_moves, found.drawing_moves) == ((), ("to 1",))


class Endless(Rules):
    """Every number leads to the next: no limit but the one that is set."""

    def moves(self, n: int) -> tuple[int, ...]:
        return (1, 2)

    def after(self, n: int, step: int) -> int:
        return n + step


class Bushy(Rules):
    """More moves than can ever be listed."""

    def moves(self, n: int) -> range:
        return range(10**18)

    def after(self, n: int, move: int) -> int:
        return n


@pytest.mark.parametrize(
    ("limits", "word"),
    [
        (Limits(positions=1000), "1000 positions"),
        (Limits(seconds=0.2), "0.2 seconds"),
        (Limits(megabytes=20), "20 megabytes"),
        (Limits(moves=500), "500 moves"),
    ],
)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_past_a_limit_it_is_too_large(limits: Limits, word: str, convention: str) -> None:
    with pytest.raises(TooLarge, match=word):
        solve(Endless(), 0, limits=limits, convention=convention)


def test_moves_that_cannot_be_listed_are_too_large() -> None:
    with pytest.raises(TooLarge):
        solve(Bushy(), 0, limits=Limits(seconds=0.3))


def test_values_and_texts_mean_the_same() -> None:
    assert solve("nim", (3, 4, 5)) == solve("nim", "3,4,5") == solve("nim", [3, 4, 5])
    assert solve("bachet", 21, k=3).winning_moves == solve("bachet", "21", k="3").winning_moves
    assert solve("cram", (4, 5)).position == "4x5"
    assert solve(Countdown(), "7").outcome == solve(Countdown(), 7).outcome == "N"


@pytest.mark.parametrize(
    ("arguments", "parameters"),
    [
        (("nosuchgame", "3"), {}),
        ((7, "3"), {}),
        (("nim", None), {}),
        (("nim", (3, -1)), {}),
        (("nim", 2.5), {}),
        (("nim", "3"), {"convention": "odd"}),
        (("bachet", "3"), {"k": 0}),
        (("bachet", "3"), {"q": 1}),
        (("kayles", "3"), {"code": "0.7"}),
        ((Countdown(), "seven"), {}),
        ((Countdown(),), {}),
    ],
)
def test_wrong_use_is_told_in_one_line(arguments: Any, parameters: Any) -> None:
    with pytest.raises(UsageError) as told:
        solve(*arguments, **parameters)
    assert "\n" not in str(told.value)


def test_a_position_of_the_wrong_kind() -> None:
    with pytest.raises(PositionError):
        solve(Countdown(), object())


def test_mex_of_the_options_is_the_value() -> None:
    options = [
        solve("kayles", text).grundy for text in ("6", "5", "5,1", "4,1", "4,2", "3,2", "3,3")
    ]
    assert solve("kayles", "7").grundy == mex(value for value in options if value is not None)


def test_winning_moves_of_very_many_rows() -> None:
    """More splits than a formula goes through: some winning moves are told, not all."""
    found = solve("kayles", (30,) * 100_000 + (7,))
    assert found.grundy == 2 and found.winning_moves is None and found.winning_move
