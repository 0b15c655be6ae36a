"""Poker Nim: why the counters that are taken leave the game."""

from __future__ import annotations

from typing import Any

from nimatron import solve
from nimatron.games.poker_nim import PokerNim
from nimatron.values import Outcome


class Returning(PokerNim):
    """The same with what is taken put into the bank, where anyone may fetch it again."""

    loopy = True

    def after(self, position: Any, move: Any) -> Any:
        piles, bank = position
        pile, change = move
        return (*piles[: pile - 1], piles[pile - 1] + change, *piles[pile:]), bank - change


def test_a_bank_that_is_filled_again_never_ends() -> None:
    """Add, take back, add again: with a common bank the loser can do so for ever."""
    assert solve(Returning(), ((1, 1), 1)).outcome is Outcome.DRAW
    assert solve(PokerNim(), ((1, 1), 1)).outcome is Outcome.P


def test_additions_are_used_up() -> None:
    """Against a loser who adds one counter whenever he can, the winner makes the last move."""
    rules = PokerNim()
    at, moves = ((3, 5, 6), 20), 0
    while any(True for _ in rules.moves(at)):
        if moves % 2 == 0:
            move = (1, 1) if at[1] else next(iter(rules.moves(at)))
        else:
            found = solve("poker-nim", at)
            assert found.winning_move is not None
            move = rules.read_move(at, found.winning_move)
        at, moves = rules.play(at, move), moves + 1
    assert moves % 2 == 0
