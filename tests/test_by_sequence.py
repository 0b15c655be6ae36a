"""Answers by sequence are what a search finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nimatron import Limits, TooLarge, games, solve
from nimatron.solve.search import search
from nimatron.values import Convention


@pytest.mark.parametrize(
    ("slug", "position", "parameters"),
    [
        ("octal", "201", {"code": "0.16"}),
        ("octal", "5,210", {"code": "0.07"}),
        ("octal", "201,203", {"code": "4.2"}),
        ("octal", "202", {"code": "0.6"}),
        ("subtraction", "230,4", {"take": "squares"}),
        ("subtraction", "201,17", {"take": "powers-of-2"}),
        ("strip", "." * 203 + "##" + "." * 9, {"k": "3"}),
        ("strip", "#" + "." * 230, {"k": "12"}),
        ("officers", ",".join(["3", "4", "5"] * 67), {}),
    ],
)
def test_sequence_and_search_agree(slug: str, position: str, parameters: dict[str, str]) -> None:
    game = games[slug]
    rules, at = game.read(position, parameters)
    slow = search(rules, at, Convention.NORMAL, Limits())
    found = solve(replace(game, rules=rules), at)
    assert found.grundy == slow.grundy and found.outcome is slow.outcome
    if found.winning_moves is not None:
        assert found.winning_moves == tuple(rules.move_text(at, move) for move in slow.winning)


def test_the_method_is_told() -> None:
    found = solve("octal", "5000", code="0.16")
    assert found.method == "sequence" and "5000 has" in found.why


def test_heaps_too_many_to_look_at_the_whole_after_each_move() -> None:
    rules, at = games["officers"].read(",".join(["29", "17"] * 2000 + ["9"]), {})
    limits = Limits(moves=100_000, seconds=20)
    quick, slow = solve("officers", at), search(rules, at, Convention.NORMAL, limits)
    assert quick.method == "sequence" and quick.grundy == slow.grundy
    assert quick.winning_moves == tuple(rules.move_text(at, move) for move in slow.winning)


def test_huge_heaps_need_a_proved_period() -> None:
    assert solve("octal", str(10**15), code="0.156").grundy is not None
    with pytest.raises(TooLarge):
        solve("octal", str(10**15), code="0.006", limits=Limits(seconds=1))
