"""Turn what a search found into a certificate that needs no trust in the search."""

from __future__ import annotations

from typing import Any

from nimatron.certificates.forms import Certificate, Opening, Table
from nimatron.errors import TooLarge
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome

MOST_REPLIES = 20_000


def table(rules: Rules, position: Any, convention: Convention, limits: Limits) -> Certificate:
    """A table of replies for the winner, with a first move before it if the first player wins.

    TooLarge if it would be longer than anyone reads, or if play has cycles.
    """
    outcomes = Outcomes(Pieces(Meter(limits)), convention)

    def to_lost(at: Any) -> Any:
        for move in rules.moves(at):
            if outcomes.of(rules, rules.after(at, move)) is Outcome.P:
                return move
        raise AssertionError("a won position has a winning move")

    try:
        outcome = outcomes.of(rules, position)
        if outcome is Outcome.P:
            return Table(_replies(rules, position, convention, to_lost), convention=convention)
        first = next(iter(rules.moves(position)), None)
        if first is None:
            raise TooLarge(
                "the game is over: whoever is to move has won, and nothing is to be done"
            )
        move = to_lost(position)
    except Loop as e:
        raise TooLarge("play may go on for ever, so there is no finite table of replies") from e
    then = _replies(rules, rules.after(position, move), convention, to_lost)
    return Opening(
        rules.move_text(position, move),
        Table(then, convention=convention),
        convention=convention,
    )


def _replies(
    rules: Rules, lost: Any, convention: Convention, to_lost: Any
) -> dict[str, dict[str, str]]:
    replies: dict[str, dict[str, str]] = {}
    stack, count = [lost], 0
    while stack:
        at = stack.pop()
        where = rules.text(at)
        if where in replies:
            continue
        row = replies[where] = {}
        for move in rules.moves(at):
            count += 1
            if count > MOST_REPLIES:
                raise TooLarge(f"the strategy has more than {MOST_REPLIES} replies")
            met, said = rules.after(at, move), rules.move_text(at, move)
            over = convention is Convention.MISERE and not any(True for _ in rules.moves(met))
            if over:
                row[said] = ""
                continue
            answer = to_lost(met)
            row[said] = rules.move_text(met, answer)
            stack.append(rules.after(met, answer))
    return replies
