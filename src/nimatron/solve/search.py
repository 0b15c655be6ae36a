"""Search, whatever the rules: nimbers first, outcomes in misère play, distances with cycles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from nimatron.errors import TooLarge
from nimatron.rules.protocol import Rules
from nimatron.solve.acyclic import Nimbers
from nimatron.solve.boards import falls_apart
from nimatron.solve.compiled import CompiledRules, NotCompiled, Numbers, has_compiled, packed
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.loopy import LoopySolution
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.solve.solved import FoundBoard, free_cells, saved_board, solved_board
from nimatron.solve.staircases import cells_left, is_staircase, through_staircases
from nimatron.solve.sweeps import can_sweep, small_enough, through_sets
from nimatron.values import Convention, Outcome

_PLAIN_MOVES = 25_000  # moves that are listed in plain Python before the compiler is called for
_PLAIN_CELLS = 24  # of a board that is tried in plain Python first


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
    saved: bool = False
    """Whether all this was found earlier."""
    by: str = ""
    """The method, if it is not search through positions."""


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
    normal = convention is Convention.NORMAL and not lengths
    if normal:
        known = saved_board(rules, position, limits)
        if known is not None:
            return _of_board(known)
    if not rules.loopy and (has_compiled(rules) or can_sweep(rules) or is_staircase(rules)):
        return _compiled(rules, position, convention, limits, lengths=lengths)
    return _plain(rules, position, convention, limits, lengths=lengths)


def _compiled(
    rules: Rules, position: Any, convention: Convention, limits: Limits, *, lengths: bool
) -> Found:
    """Small positions in plain Python, which has begun before a compiler is loaded."""
    few = replace(limits, moves=min(_PLAIN_MOVES, limits.moves or _PLAIN_MOVES))
    hopeless = (limits.moves is None or limits.moves > _PLAIN_MOVES) and _is_large(
        rules, position, convention, lengths
    )
    try:
        if not hopeless:
            return _plain(rules, position, convention, few, lengths=lengths)
    except TooLarge:
        if limits.moves is not None and limits.moves <= _PLAIN_MOVES:
            raise
    if convention is Convention.NORMAL and not lengths:
        if is_staircase(rules):
            won, winning, seen = through_staircases(rules, position, Meter(limits))
            return Found(Outcome.N if won else Outcome.P, None, winning, seen, by="rows")
        if falls_apart(rules):
            return _of_board(solved_board(rules, position, limits))
    if can_sweep(rules) and small_enough(rules, position):
        return _swept(rules, position, convention, limits, lengths=lengths)
    if not has_compiled(rules):
        return _plain(rules, position, convention, limits, lengths=lengths)
    try:
        return _through_packed(rules, position, convention, limits, lengths=lengths)
    except NotCompiled as e:
        try:
            found = _plain(rules, position, convention, limits, lengths=lengths)
        except TooLarge as large:
            reason = f"; the rules are not compiled: {e}" if str(e) else ""
            raise TooLarge(f"{large}{reason}") from None
        return replace(found, note=str(e))
    except Loop:
        return _plain(rules, position, convention, limits, lengths=lengths)


def _is_large(rules: Rules, position: Any, convention: Convention, lengths: bool) -> bool:
    """Whether plain Python has no chance, and the compiled search a better way."""
    if can_sweep(rules):
        return small_enough(rules, position, at_least=_PLAIN_CELLS)
    if convention is not Convention.NORMAL or lengths:
        return False
    if is_staircase(rules):
        return cells_left(rules, position) > _PLAIN_CELLS
    return free_cells(rules, position) > _PLAIN_CELLS if falls_apart(rules) else False


def _of_board(found: FoundBoard) -> Found:
    outcome = Outcome.N if found.grundy else Outcome.P
    return Found(
        outcome,
        found.grundy,
        found.winning,
        found.positions,
        compiled=True,
        saved=found.saved,
        by="components",
    )


def _swept(
    rules: Rules, position: Any, convention: Convention, limits: Limits, *, lengths: bool
) -> Found:
    numbers = through_sets(rules, position, convention, Meter(limits), lengths=lengths)
    won = numbers.won
    return Found(
        Outcome.N if won else Outcome.P,
        numbers.grundy,
        numbers.winning,
        numbers.positions,
        remoteness=numbers.remoteness,
        compiled=True,
        by="sets",
    )


def _through_packed(
    rules: Rules, position: Any, convention: Convention, limits: Limits, *, lengths: bool
) -> Found:
    key = packed(rules, position)
    compiled = CompiledRules(rules, words=2 if isinstance(key, tuple) else 1)
    meter = Meter(limits)
    compiled.compare(position, meter.look)
    numbers = Numbers(compiled, meter, convention)
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
            if _to_zero(rules, position, move, numbers, grundy, meter)
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


def _to_zero(
    rules: Rules, position: Any, move: Any, numbers: Nimbers, grundy: int, meter: Meter
) -> bool:
    """Whether the move leads to the nimber 0; quick where it changes one component of many."""
    meter.step()
    change = rules.changed(position, move)
    if change is None:
        return numbers.of(rules, rules.after(position, move)) == 0
    before, after = (numbers.of(rules, part) for part in change)
    return before ^ after == grundy


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
