"""Northcott's game ends, although the rules let it go on for ever."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from nimatron import solve
from nimatron.certificates.check import check
from nimatron.games.northcott import GAME, Northcott
from nimatron.values import Outcome, nim_sum


def _retreat(rules: Northcott, at: Any) -> Any:
    """A move that widens a gap, while there is one; any other then."""
    columns, black = at
    moves = list(rules.moves(at))
    for column, row in moves:
        white_row, black_row = columns[column - 1]
        own, other = (black_row, white_row) if black else (white_row, black_row)
        if abs(row - other) > abs(own - other):
            return column, row
    return moves[0]


@pytest.mark.parametrize("columns", [((1, 8), (2, 7)), ((4, 5), (5, 4), (3, 6), (1, 4)), ((2, 3),)])
def test_the_winner_ends_the_game_against_retreats_for_ever(columns: Any) -> None:
    rules, at, moves = Northcott(8), (columns, False), 0
    gaps = (abs(w - b) - 1 for w, b in columns)
    loser_first = nim_sum(*gaps) == 0
    while any(True for _ in rules.moves(at)):
        if (moves % 2 == 0) is loser_first:
            move = _retreat(rules, at)
        else:
            found = solve("northcott", rules.text(at))
            assert found.outcome is Outcome.N
            assert found.winning_move is not None
            move = rules.read_move(at, found.winning_move)
        at, moves = rules.play(at, move), moves + 1
        assert moves < 200
    assert (moves % 2 == 0) is loser_first


@pytest.mark.parametrize(("rows", "count"), [(2, 3), (3, 2), (4, 2), (5, 1), (8, 1)])
def test_every_position_of_small_boards(rows: int, count: int) -> None:
    """The checker follows all play, and the number falls in every lost position."""
    rules = Northcott(rows)
    pairs = [(w, b) for w, b in product(range(1, rows + 1), repeat=2) if w != b]
    for columns in random.Random(rows).sample(list(product(pairs, repeat=count)), 6):
        at = (columns, False)
        checked = check(rules, at, GAME.claims[0](rules, at), 10**6)
        assert checked.scope == "exhaustive"
        even = nim_sum(*(abs(w - b) - 1 for w, b in columns)) == 0
        assert checked.outcome is (Outcome.P if even else Outcome.N)
