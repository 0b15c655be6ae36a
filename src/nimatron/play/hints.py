"""The hint ladder: is it won? which part? which move? and the value of every move."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from nimatron.certificates.forms import NimSum
from nimatron.certificates.strategy import LONG, length, worth
from nimatron.errors import NimatronError, TooLarge
from nimatron.game import Game
from nimatron.play.effort import THINKING, within
from nimatron.play.session import Session, any_move, sentence
from nimatron.rules.heaps import Piles
from nimatron.rules.protocol import Continuous, Rules
from nimatron.rules.sums import Sum
from nimatron.solve.acyclic import Nimbers
from nimatron.solve.answer import Answer
from nimatron.solve.choose import Question, answer, applicable
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.loopy import LoopySolution
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome

RUNGS = ("is it won?", "which part?", "which move?", "every move")
_CHEAP = 40_000  # moves listed for nimbers, and again for lengths
_SHOWN = 200
_SHORT = 60
_SMALL = 400  # characters of a position for which lengths and nimbers are tried


@dataclass(frozen=True)
class Verdict:
    """What a legal move is worth, to the player who makes it."""

    move: str
    leads_to: str
    outcome: Outcome | None
    """Of the position that it leads to: P if the move wins, N if it loses; None if unknown."""
    grundy: int | None = None
    """The nimber of that position."""
    remoteness: int | None = None
    """How many moves play takes after this one if the winner hurries."""

    @property
    def word(self) -> str:
        """`wins`, `loses`, `draws`, or `?`."""
        if self.outcome is None:
            return "?"
        return {Outcome.P: "wins", Outcome.N: "loses", Outcome.DRAW: "draws"}[self.outcome]


@dataclass(frozen=True)
class Hint:
    """One rung of the ladder for a position."""

    rung: int
    lines: tuple[str, ...]
    move: str | None = None
    """The move to make, from the third rung on."""
    part: str | None = None
    """The part to move in, from the second rung on."""
    verdicts: tuple[Verdict, ...] = ()
    """On the last rung."""
    complete: bool = True
    """Whether these are all legal moves."""


def hint(session: Session, rung: int, limits: Limits | None = None) -> Hint:
    """What this rung tells: 1 who wins, 2 in which part to move, 3 a move, 4 all moves."""
    limits = within(limits or THINKING, session.rules, session.position)
    rung = max(1, min(rung, len(RUNGS)))
    if session.over:
        return Hint(rung, ("The game is over.",))
    found = _answer(session.question, limits)
    if rung == 4:
        return _all_moves(session, limits, found)
    if found is None:
        return Hint(rung, ("This position is too large to decide in a few seconds.",))
    lines = [_standing(session, found)]
    if rung == 1:
        return Hint(rung, tuple(lines))
    move = best_move(session, limits, found)
    part = None if move is None else part_of_move(session.rules, session.position, move)
    if rung == 2:
        return Hint(2, (*lines, _where(found, part)), part=part)
    return Hint(3, (*lines, _which(session, found, move)), move=move, part=part)


def _standing(session: Session, found: Answer) -> str:
    to_move = session.seat.does("is to move", "are to move")
    if found.outcome is Outcome.DRAW:
        return sentence(f"{to_move}; with best play of both it is a draw.")
    if found.outcome is Outcome.N:
        many = found.winning_moves
        count = "" if not many else f" Winning moves: {len(many)}."
        return sentence(f"{to_move} and can win.{count}")
    return sentence(f"{to_move}, and every move loses against best play.")


def _where(found: Answer, part: str | None) -> str:
    if found.outcome is Outcome.P:
        return "No part helps: every move loses."
    return f"Move in {part}." if part else "All of it is one piece: there is no part to choose."


def _which(session: Session, found: Answer, move: str | None) -> str:
    if move is None:
        return "The proof that it is won shows no move."
    if found.outcome is Outcome.P:
        return f"It is lost, but this makes it long: {move}."
    return f"Make this move: {move}."


def best_move(session: Session, limits: Limits, found: Answer | None = None) -> str | None:
    """A winning move; in a lost position the one after which it lasts longest."""
    from nimatron.play.players import Perfect, by_strategy

    best = None if found is None else by_strategy(found)
    if best is not None:
        return best
    player = Perfect(session.game, session.convention, seed=session.seed, limits=limits)
    try:
        move = player.choose(session.rules, session.position)
    except TooLarge:
        return None
    return session.rules.move_text(session.position, move)


def part_of_move(rules: Rules, position: Any, text: str) -> str | None:
    """The component that a move is made in, if there is more than one."""
    move = rules.read_move(position, text)
    if isinstance(rules, Sum):
        return f"part {move[0][0]}" if len(rules.summands) > 1 else None
    if isinstance(rules, Piles):
        named = text.rpartition("pile ")[2].split()
        if len(position) > 1 and named and named[0].strip(",").isdigit():
            return f"pile {named[0].strip(',')}"
    if length(position) > LONG:
        return None
    before = [part for _, part in rules.parts(position)]
    if len(before) < 2:
        return None
    after = [part for _, part in rules.parts(rules.after(position, move))]
    changed = list((Counter(before) - Counter(after)).elements())
    if len(changed) != 1:
        return None
    said = rules.text(changed[0])
    return f"the part {said}" if len(said) <= _SHORT else None


def _answer(question: Question, limits: Limits) -> Answer | None:
    try:
        return answer(question, limits)
    except TooLarge:
        return None


def _all_moves(session: Session, limits: Limits, found: Answer | None) -> Hint:
    told, complete = _judged(session.question, limits, _SHOWN, found)
    head = [] if found is None else [_standing(session, found)]
    lengths = [v.remoteness for v in told if v.outcome is Outcome.P and v.remoteness is not None]
    if lengths:
        moves = min(lengths) + 1
        both = "one move" if moves == 1 else f"{moves} moves, those of both counted"
        head.append(sentence(f"{session.seat.name} should win in {both}."))
    wide = max((len(v.move) for v in told), default=0)
    lines = [f"  {v.move:<{min(wide, 60)}}  {_worth(v)}" for v in told]
    best = next((v.move for v in told if v.outcome is Outcome.P), None)
    more = () if complete else ("These are not all moves.",)
    return Hint(4, (*head, *lines, *more), move=best, verdicts=tuple(told), complete=complete)


def _worth(verdict: Verdict) -> str:
    words = [{"?": "not known"}.get(verdict.word, verdict.word)]
    if verdict.grundy is not None:
        words.append(f"nimber {verdict.grundy}")
    if verdict.remoteness is not None:
        words.append(f"{verdict.remoteness} more")
    return ", ".join(words)


def verdicts(
    game: Game,
    rules: Rules,
    position: Any,
    convention: Convention = Convention.NORMAL,
    limits: Limits | None = None,
    *,
    most: int = 500,
) -> tuple[list[Verdict], bool]:
    """What each legal move is worth, as far as the limits go, and whether these are all moves.

    The outcomes come from one answer where that names all winning moves, else from an answer for
    each move; nimbers and lengths are added where they cost little.
    """
    question = Question(game, rules, position, convention)
    limits = within(limits or THINKING, rules, position)
    return _judged(question, limits, most, _answer(question, limits))


def _judged(
    question: Question, limits: Limits, most: int, found: Answer | None
) -> tuple[list[Verdict], bool]:
    rules, position = question.rules, question.position
    if isinstance(rules, Continuous):
        moves, complete = list(islice(rules.some_moves(position), most)), False
        one = any_move(rules, position)
        moves = moves or ([] if one is None else [one])
    else:
        moves = list(islice(rules.moves(position), most + 1))
        moves, complete = moves[:most], len(moves) <= most
    after = [rules.after(position, move) for move in moves]
    told = [
        Verdict(rules.move_text(position, move), rules.text(to), None)
        for move, to in zip(moves, after, strict=True)
    ]
    told = _outcomes(question, limits, told, after, found)
    if moves and not isinstance(rules, Continuous) and len(rules.text(position)) <= _SMALL:
        told = _lengths(question, told, after)
        if question.convention is Convention.NORMAL and not rules.loopy:
            told = _nimbers(rules, told, after, found)
    return told, complete


def _outcomes(
    question: Question, limits: Limits, told: list[Verdict], after: list[Any], found: Answer | None
) -> list[Verdict]:
    if found is not None and found.outcome is Outcome.P:
        return [replace(v, outcome=Outcome.N) for v in told]
    if found is not None and found.winning_moves is not None:
        outcomes = dict.fromkeys(found.winning_moves, Outcome.P)
        outcomes |= dict.fromkeys(found.drawing_moves, Outcome.DRAW)
        return [replace(v, outcome=outcomes.get(v.move, Outcome.N)) for v in told]
    until = time.monotonic() + limits.seconds
    results = []
    for verdict, to in zip(told, after, strict=True):
        asked, left = replace(question, position=to), until - time.monotonic()
        outcome = Outcome.P if found is not None and verdict.move == found.winning_move else None
        if outcome is None and left > 0:
            # Where the whole is too large to search, so are its options; theory may know some.
            applied = applicable(asked)
            if applied is not None:
                outcome = applied.checked.outcome
            elif found is not None:
                known = _answer(asked, replace(limits, seconds=left))
                outcome = None if known is None else known.outcome
        results.append(replace(verdict, outcome=outcome))
    return results


def _lengths(question: Question, told: list[Verdict], after: list[Any]) -> list[Verdict]:
    """The same with lengths, where all that can be reached is small."""
    rules, convention = question.rules, question.convention
    meter = Meter(Limits(seconds=1.0, moves=_CHEAP))
    try:
        if rules.loopy:
            of = LoopySolution(rules, question.position, convention, meter).of
            return [replace(v, remoteness=of(to).moves) for v, to in zip(told, after, strict=True)]
        table = Outcomes(Pieces(meter), convention, lengths=True)
        return [
            replace(v, remoteness=table.remoteness(rules, to))
            for v, to in zip(told, after, strict=True)
        ]
    except (NimatronError, Loop):
        return told


def _nimbers(
    rules: Rules, told: list[Verdict], after: list[Any], found: Answer | None
) -> list[Verdict]:
    """The same with nimbers: from the certificate if it gives them, else by a small search."""
    certificate = None if found is None else found.certificate
    if isinstance(certificate, NimSum):
        of = partial(worth, rules, certificate=certificate)
    else:
        of = partial(Nimbers(Pieces(Meter(Limits(seconds=1.0, moves=_CHEAP)))).of, rules)
    try:
        return [replace(v, grundy=of(to)) for v, to in zip(told, after, strict=True)]
    except (NimatronError, Loop):
        return told
