"""Search, whatever the rules: nimbers first, outcomes in misère play, distances with cycles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nimatron.errors import TooLarge
from nimatron.rules.protocol import Rules
from nimatron.solve.acyclic import Nimbers
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.loopy import LoopySolution
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome


@dataclass(frozen=True)
class Found:
    """What a search found out about one position."""

    outcome: Outcome
    grundy: int | None
    winning: tuple[Any, ...]
    positions: int
    loopy: bool = False
    holding: tuple[Any, ...] = ()
    """In a draw: the moves after which it still is one."""
    remoteness: int | None = None


def search(
    rules: Rules,
    position: Any,
    convention: Convention,
    limits: Limits,
    *,
    lengths: bool = False,
) -> Found:
    """The outcome, the nimber where there is one, and every winning move.

    With `lengths` also the remoteness, which needs whole positions and costs more.
    """
    meter = Meter(limits)
    try:
        if rules.loopy:
            raise Loop
        found = _finite(rules, position, convention, meter)
        if not lengths:
            return found
        numbers = Outcomes(Pieces(meter), convention, lengths=True)
        remoteness = numbers.remoteness(rules, position)
        return Found(
            found.outcome, found.grundy, found.winning, meter.positions, remoteness=remoteness
        )
    except Loop:
        return _with_cycles(rules, position, convention, meter)
    except MemoryError as e:
        raise TooLarge("not decided within the memory of this machine") from e


def _finite(rules: Rules, position: Any, convention: Convention, meter: Meter) -> Found:
    pieces = Pieces(meter)
    if convention is Convention.NORMAL:
        numbers = Nimbers(pieces)
        grundy = numbers.of(rules, position)
        winning = tuple(
            move
            for move in rules.moves(position)
            if numbers.of(rules, rules.after(position, move)) == 0
        )
        outcome = Outcome.N if grundy else Outcome.P
        return Found(outcome, grundy, winning, meter.positions)
    outcomes = Outcomes(pieces, convention)
    outcome = outcomes.of(rules, position)
    winning = tuple(
        move
        for move in rules.moves(position)
        if outcomes.of(rules, rules.after(position, move)) is Outcome.P
    )
    return Found(outcome, None, winning, meter.positions)


def _with_cycles(rules: Rules, position: Any, convention: Convention, meter: Meter) -> Found:
    solution = LoopySolution(rules, position, convention, meter)
    verdict = solution.of(position)
    to = [
        (move, solution.of(rules.after(position, move)).outcome) for move in rules.moves(position)
    ]
    drawn = verdict.outcome is Outcome.DRAW
    return Found(
        verdict.outcome,
        None,
        tuple(move for move, outcome in to if outcome is Outcome.P),
        solution.positions,
        loopy=True,
        holding=tuple(move for move, outcome in to if drawn and outcome is Outcome.DRAW),
        remoteness=verdict.moves,
    )
