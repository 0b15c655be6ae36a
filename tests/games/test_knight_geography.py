"""Pairs on boards of every size, and no knight's tour on the board of side 4."""

from __future__ import annotations

import pytest

from nimatron.certificates.check import check
from nimatron.games.knight_geography import GAME, KnightGeography
from nimatron.values import Outcome


@pytest.mark.parametrize("size", range(3, 31))
def test_every_square_is_paired(size: int) -> None:
    rules = KnightGeography(size, size)
    certificate = GAME.claims[0](rules, rules.start())
    checked = check(rules, rules.start(), certificate)
    assert checked.scope == "local"
    assert checked.outcome is (Outcome.N if size % 2 else Outcome.P)


def test_the_board_of_side_four_has_pairs_but_no_tour() -> None:
    rules = KnightGeography(4, 4)
    longest = 0

    def walk(at: tuple[int, int], met: frozenset[tuple[int, int]]) -> None:
        nonlocal longest
        longest = max(longest, len(met))
        for beyond in rules.neighbours(at):
            if beyond not in met:
                walk(beyond, met | {beyond})

    for start in rules.moves(rules.start()):
        walk(start, frozenset([start]))
    assert longest == 15
    certificate = GAME.claims[0](rules, rules.start())
    assert check(rules, rules.start(), certificate).outcome is Outcome.P
