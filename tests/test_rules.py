"""The families, beyond the games of the catalogue that are built from them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from nimatron import Conjunctive, GameGraph, Selective, Sum, TakeAndBreak, mex, nim_sum, solve
from nimatron.certificates.forms import NimSum
from nimatron.certificates.strategy import value
from nimatron.errors import CodeError, IllegalMove, MoveError, ParameterError, UsageError
from nimatron.games.cram import Cram
from nimatron.games.kayles import GAME as KAYLES
from nimatron.games.nim import Nim
from nimatron.rules.coins import Sliding
from nimatron.rules.graphs import matching
from nimatron.rules.grids import Covering, bits
from nimatron.rules.heaps import Subtraction
from nimatron.rules.posets import Poset


@given(st.integers(0, 2**200))
def test_bits(mask: int) -> None:
    assert sum(1 << place for place in bits(mask)) == mask


@pytest.mark.parametrize("code", ["0.77", "0.137", "4.007", "0.F", "0.33", "0.(3)", "0.04(8)"])
def test_codes_move_by_their_digits(code: str) -> None:
    """Every option of a heap is found by trying all ways to take and to split."""
    rules = TakeAndBreak(code)
    for n in range(12):
        tried = set[tuple[int, ...]]()
        for taken in range(n + 1):
            digit, rest = _digit(code, taken), n - taken
            if digit & 1 and rest == 0:
                tried.add(())
            if digit & 2 and rest:
                tried.add((rest,))
            tried |= {(a, rest - a) for a in range(1, rest) if digit & 4 and a <= rest - a}
            tried |= {
                (a, b, rest - a - b)
                for a in range(1, rest)
                for b in range(a, rest - a)
                if digit & 8 and b <= rest - a - b
            }
        found = list(rules.breaks(n))
        assert set(found) == tried and len(found) == len(tried)


def _digit(code: str, taken: int) -> int:
    whole, digits = code.split(".")
    digits, _, repeat = digits.rstrip(")").partition("(")
    every = [int(whole, 16), *(int(d, 16) for d in digits)]
    if taken < len(every):
        return every[taken]
    return int(repeat[(taken - len(every)) % len(repeat)], 16) if repeat else 0


@pytest.mark.parametrize(
    "code", ["1.3", "7.7", "0.G", "77", "0.", "", ".7", "0.7.7", "0.(", "0.()"]
)
def test_codes_that_make_no_sense(code: str) -> None:
    with pytest.raises(CodeError):
        TakeAndBreak(code)


@pytest.mark.parametrize("take", [(), (0,), (-1,), "fives", "1,,2", "0"])
def test_subtraction_sets_that_make_no_sense(take: Any) -> None:
    with pytest.raises(ParameterError):
        Subtraction(take)


def test_named_subtraction_sets() -> None:
    assert list(Subtraction("squares").takes(20)) == [1, 4, 9, 16]
    assert list(Subtraction("powers-of-2").takes(9)) == [1, 2, 4, 8]
    for rules in (Subtraction("squares"), Subtraction("powers-of-2"), Subtraction((1, 3, 4))):
        for n in range(40):
            allowed = {
                left for left in [(), *((m,) for m in range(n + 1))] if rules.allows(n, left)
            }
            assert allowed == set(rules.breaks(n))


class Trominoes(Covering):
    """Pieces that are not dominoes: a bent one and a straight one with a gap."""

    shapes = (((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 2)))


def test_games_of_covering_fall_apart_soundly() -> None:
    for rules in (Trominoes(3, 4), Cram(3, 3)):
        known: dict[Any, int] = {}
        for used in range(0, 1 << rules.area, 37):
            whole = naive.grundy(rules, used, known)
            parts = [naive.grundy(rules, part, known) for part in rules.components(used)]
            total = 0
            for part in parts:
                total ^= part
            assert total == whole
            assert naive.grundy(rules, rules.canonical(used), known) == whole


def test_posets_are_closed_and_refused() -> None:
    rules = Poset(((1, 2), (2, 3), (1, 4)))
    assert list(rules.moves(0)) == [1, 2, 3, 4]
    assert rules.text(rules.after(0, 2)) == "1,4"
    assert rules.read("1,4") == rules.after(0, 2)
    assert solve(rules, "1,2,3,4").outcome == "N"
    for wrong in ("2,4", "1,9", "x"):
        with pytest.raises(UsageError):
            rules.read(wrong)
    with pytest.raises(ParameterError):
        Poset(((1, 2), (2, 1)))


def test_coins_slide_without_jumping() -> None:
    rules = Sliding()
    assert list(rules.moves((2, 4))) == [(2, 1), (4, 3)]
    assert rules.read_move((2, 4), "move 4 to 3") == (4, 3)
    with pytest.raises(IllegalMove):
        rules.read_move((2, 4), "move 4 to 1")
    with pytest.raises(UsageError):
        rules.read("4,2")


def test_moves_of_heaps_are_read_as_people_write_them() -> None:
    nim, kayles = Nim(), TakeAndBreak("0.77")
    assert nim.read_move((3, 4), "Take 2 from pile 2") == (2, (2,))
    assert nim.read_move((3, 4), "2 from 2") == (2, (2,))
    assert nim.read_move((7,), "take 7") == (1, ())
    assert kayles.read_move((7,), "take 1, leave 4+2") == (1, (2, 4))
    for text, error in (
        ("take 2", MoveError),
        ("take 9 from pile 1", IllegalMove),
        ("take 0 from pile 1", IllegalMove),
        ("take 1 from pile 3", IllegalMove),
        ("steal 1", MoveError),
    ):
        with pytest.raises(error):
            nim.read_move((3, 4), text)
    with pytest.raises(IllegalMove):
        kayles.read_move((7,), "take 1, leave 5+2")


def test_sums_speak_of_their_parts() -> None:
    both = Sum((Nim(), Cram(2, 2)))
    at = both.read("3,4 + 2x2")
    assert both.text(at) == "3,4 + 2x2"
    move = both.read_move(at, "part 2: cover 1,1 1,2")
    assert both.text(both.play(at, move)) == "3,4 + ##|.."
    assert solve(both, at).grundy == 7 ^ 0
    with pytest.raises(UsageError):
        both.read("3,4")
    with pytest.raises(UsageError):
        both.read_move(at, "part 3: take 1")


def test_other_sums_move_together() -> None:
    two = (Nim(), Nim())
    assert len(list(Conjunctive(two).moves(((2,), (3,))))) == 6
    assert len(list(Selective(two).moves(((2,), (3,))))) == 2 + 3 + 6
    assert list(Conjunctive(two).moves(((0,), (3,)))) == []
    move = Selective(two).read_move(((2,), (3,)), "part 1: take 1; part 2: take 3")
    assert Selective(two).play(((2,), (3,)), move) == ((1,), (0,))


def test_graphs_speak_of_their_vertices() -> None:
    graph = GameGraph({"a": ["b"], "b": []})
    assert solve(graph, "a").winning_moves == ("to b",)
    with pytest.raises(UsageError, match="vertex"):
        graph.read("c")


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda e: e[0] < e[1])))
def test_matchings_are_maximum(edges: set[tuple[int, int]]) -> None:
    pairs = matching(sorted(edges))
    used = [v for pair in pairs for v in pair]
    assert len(used) == len(set(used)) and set(pairs) <= edges
    assert len(pairs) == _most_pairs(frozenset(edges))


def _most_pairs(edges: frozenset[tuple[int, int]]) -> int:
    if not edges:
        return 0
    a, b = min(edges)
    without = frozenset(e for e in edges if e != (a, b))
    apart = frozenset(e for e in edges if not {a, b} & set(e))
    return max(_most_pairs(without), 1 + _most_pairs(apart))


def test_kayles_values_are_periodic_far_beyond_what_the_proof_needs() -> None:
    """Guy and Smith: if g(n + 12) = g(n) for 71 <= n < 2 * 71 + 12 + 2, it is so for ever."""
    rules, values = TakeAndBreak("0.77"), list[int]()
    for n in range(400):
        values.append(mex(nim_sum(*(values[part] for part in left)) for left in rules.breaks(n)))
    assert all(values[n + 12] == values[n] for n in range(71, len(values) - 12))
    [claim] = KAYLES.claims
    certificate = claim(rules, (9,))
    assert isinstance(certificate, NimSum)
    assert [value(rules, (n,), certificate) for n in range(len(values))] == values
