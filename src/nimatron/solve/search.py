"""Search, whatever the rules: nimbers first, outcomes in misère play, distances with cycles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nimatron.errors import TooLarge
from nimatron.rules.protocol import Rules
from nimatron.solve.acyclic import Nimbers
from nimatron.solve.compiled import CompiledRules, NotCompiled, Numbers, has_compiled, packed
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.loopy import LoopySolution
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome

_PLAIN_MOVES = 25_000  # moves that are listed in plain Python before the compiler is called for


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
    compiled: bool = False
    """Whether rules written for the compiler were used."""
    note: str = ""
    """Why they were not, if there are any."""


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
    if has_compiled(rules) and not rules.loopy:
        return _compiled(rules, position, convention, limits, lengths=lengths)
    return _plain(rules, position, convention, limits, lengths=lengths)


def _compiled(
    rules: Rules, position: Any, convention: Convention, limits: Limits, *, lengths: bool
) -> Found:
    """Small positions in plain Python, which has begun before a compiler is loaded."""
    few = replace(limits, moves=min(_PLAIN_MOVES, limits.moves or _PLAIN_MOVES))
    try:
        return _plain(rules, position, convention, few, lengths=lengths)
    except TooLarge:
        if limits.moves is not None and limits.moves <= _PLAIN_MOVES:
            raise
    try:
        return _through_packed(rules, position, convention, limits, lengths=lengths)
    except NotCompiled as e:
        found = _plain(rules, position, convention, limits, lengths=lengths)
        return replace(found, note=str(e))
    except Loop:
        return _plain(rules, position, convention, limits, lengths=lengths)


def _through_packed(
    rules: Rules, position: Any, convention: Convention, limits: Limits, *, lengths: bool
) -> Found:
    key = packed(rules, position)
    numbers = Numbers(CompiledRules(rules), Meter(limits), convention)
    after = [(move, packed(rules, rules.after(position, move))) for move in rules.moves(position)]
    if lengths:
        remoteness = numbers.remoteness(key)
    if convention is Convention.NORMAL and not lengths:
        grundy = numbers.nimber(key)
        winning = tuple(move for move, option in after if numbers.nimber(option) == 0)
        outcome = Outcome.N if grundy else Outcome.P
        return Found(outcome, grundy, winning, numbers.positions, compiled=True)
    winning = tuple(move for move, option in after if not numbers.is_won(option))
    outcome = Outcome.N if numbers.is_won(key) else Outcome.P
    positions = numbers.positions
    value = numbers.nimber(key) if lengths and convention is Convention.NORMAL else None
    return Found(
        outcome,
        value,
        winning,
        positions,
        remoteness=remoteness if lengths else None,
        compiled=True,
    )


def _plain(
    rules: Rules, position: Any, convention: Convention, limits: Limits, *, lengths: bool
) -> Found:
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
