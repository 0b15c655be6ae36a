"""Where did I go wrong? The move at which a game was lost, what would have won, and why."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from nimatron.errors import TooLarge
from nimatron.play.effort import THINKING, within
from nimatron.play.session import Session, sentence
from nimatron.solve.choose import answer, applicable
from nimatron.solve.limits import Limits
from nimatron.solve.tell import Told, tell
from nimatron.values import Outcome

_JUDGED = 1000  # positions, counted from the end, that are looked at
_SHOWN = 8


@dataclass(frozen=True)
class Mistake:
    """A move that gave something away, and what it should have been."""

    number: int
    """Of the move, counted from 1."""
    player: int
    text: str
    position: str
    """In which it was made."""
    gave: str
    """`win` or `draw`: what the player had before it."""
    better: tuple[str, ...]
    """Moves that would have kept it."""
    every: bool
    """Whether these are all."""
    sure: bool = True
    """False if the position after the move is too large to judge."""

    @property
    def instead(self) -> str:
        """What should have been played, as a sentence."""
        kept = "would have won" if self.gave == "win" else "would have held the draw"
        if not self.better:
            return "another move would have won, though the proof does not show which"
        shown = "; ".join(self.better[:_SHOWN])
        more = len(self.better) - _SHOWN
        others = f" (and {more} more)" if more > 0 else "" if self.every else " (or others)"
        return f"{shown} {kept}{others}"


@dataclass(frozen=True)
class Review:
    """What a look back at a game finds."""

    mistakes: tuple[Mistake, ...]
    """Every move that gave a win or a draw away, in order."""
    decisive: Mistake | None
    """The last mistake of the player who lost: from there on the game was lost."""
    verdict: tuple[str, ...]
    """The same in words."""
    told: Told | None = None
    """The strategy in the position of the decisive mistake, or in a start that was lost."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What happened, and why."""
        if self.told is None:
            return self.verdict
        why = self.told.statement or f"found by {self.told.answer.why}."
        return (*self.verdict, f"Why: {why}", *self.told.words)

    def notes(self) -> dict[int, str]:
        """A comment for each mistake, by number of the move, as transcripts write them."""
        words = {True: "the game was lost here; ", False: "mistake; "}
        return {
            m.number: words[m == self.decisive and m.sure] + m.instead
            for m in self.mistakes
            if m.sure or m == self.decisive
        }


def review(session: Session, limits: Limits | None = None) -> Review:
    """Look back at a game; each position costs at most the limits, and all together about four
    times their seconds."""
    limits = limits or THINKING
    known = _known(session, limits)
    mistakes = tuple(_mistakes(session, known, limits))
    loser = None if session.winner is None else 1 - session.winner
    lost = [mistake for mistake in mistakes if mistake.player == loser]
    sure = [mistake for mistake in lost if mistake.sure]
    if not lost:
        verdict, from_start = _without(session, known, mistakes)
        told = _strategy(session.at(0), limits) if from_start else None
        return Review(mistakes, None, tuple(verdict), told)
    decisive = (sure or lost)[-1]
    told = _strategy(session.at(decisive.number - 1), limits)
    return Review(mistakes, decisive, _in_words(session, decisive), told)


def _strategy(session: Session, limits: Limits) -> Told | None:
    """Who wins where the session stands, and how; None if that is too large to find out."""
    with suppress(TooLarge):
        return tell(session.question, within(limits, session.rules, session.position))
    return None


def _known(session: Session, limits: Limits) -> dict[int, Outcome]:
    """The outcomes of the positions after so many moves, as far as they are found; from the end
    back. Before the first that is too large to search, only claims of the game are asked."""
    until = time.monotonic() + 3 * limits.seconds
    known: dict[int, Outcome] = {}
    count, too_large = len(session.made), False
    for number in range(count, max(-1, count - _JUDGED), -1):
        at, left = session.at(number), until - time.monotonic()
        if number == count and session.ending == "no move":
            known[number] = session.convention.at_the_end
            continue
        if left <= 0:
            break
        applied = applicable(at.question)
        if applied is not None:
            known[number] = applied.checked.outcome
        elif not too_large:
            try:
                spent = replace(limits, seconds=min(left, limits.seconds))
                known[number] = answer(at.question, within(spent, at.rules, at.position)).outcome
            except TooLarge:
                too_large = True
    return known


_RANK = {Outcome.N: 2, Outcome.DRAW: 1, Outcome.P: 0}


def _mistakes(session: Session, known: dict[int, Outcome], limits: Limits) -> Iterator[Mistake]:
    """The moves that gave something away. One that left a sure win for a position that is too
    large to judge counts too, unless it was one of the winning moves."""
    until = time.monotonic() + limits.seconds
    for number, made in enumerate(session.made, 1):
        before, after = known.get(number - 1), known.get(number)
        if before is None or before is Outcome.P:
            continue
        if after is None and before is Outcome.DRAW:
            continue
        if after is not None and 2 - _RANK[after] >= _RANK[before]:
            continue
        at = session.at(number - 1)
        better, every = _keeping(at, limits, until - time.monotonic())
        if after is None and made.text in better:
            continue
        gave = "win" if before is Outcome.N else "draw"
        where = session.rules.text(at.position)
        sure = after is not None
        yield Mistake(number, at.mover, made.text, where, gave, better, every, sure)


def _keeping(session: Session, limits: Limits, left: float) -> tuple[tuple[str, ...], bool]:
    """The moves that keep the win or the draw, and whether these are all."""
    spent = replace(limits, seconds=max(0.1, min(left, limits.seconds)))
    try:
        found = answer(session.question, within(spent, session.rules, session.position))
    except TooLarge:
        return (), False
    if found.outcome is Outcome.DRAW:
        return found.drawing_moves, True
    if found.winning_moves is not None:
        return found.winning_moves, True
    return () if found.winning_move is None else (found.winning_move,), False


def _without(
    session: Session, known: dict[int, Outcome], mistakes: tuple[Mistake, ...]
) -> tuple[list[str], bool]:
    """What there is to say where the loser made no mistake that is known, and whether the game was
    lost from its start."""
    if not session.made and not session.over:
        return ["No move was made."], False
    if session.winner is None:
        given = [f"Move {mistake.number}: {mistake.instead}." for mistake in mistakes]
        return given or ["Nothing that is known was given away."], False
    loser = 1 - session.winner
    name, winner = session.seats[loser].name, session.seats[session.winner].name
    last = known.get(len(session.made))
    lost_now = Outcome.P if session.mover == loser else Outcome.N
    if session.ending == "gave up" and last is not None and last is not lost_now:
        return [sentence(f"{name} gave up a game that was not lost.")], False
    count = len(session.made)
    first = next(n for n in range(count, -2, -1) if n not in known) + 1
    if first > count:
        return ["This game is too large to judge in a few seconds."], False
    if first > 0:
        words = f"After {first} moves the game was lost for {name} already; what is before that is"
        return [f"{words} too large to judge in a few seconds."], False
    words = f"{name} made no mistake: the game was lost from its start, and {winner} never let go"
    return [sentence(f"{words} of it.")], True


def _in_words(session: Session, mistake: Mistake) -> tuple[str, ...]:
    name = session.seats[mistake.player].name
    lost = "lost the game" if mistake.gave == "win" else "gave the draw away"
    left = "left a sure way to win (what it led to is too large to judge)"
    happened = (
        f"Move {mistake.number}, {mistake.text}, {lost} for {name}."
        if mistake.sure
        else f"With move {mistake.number}, {mistake.text}, {name} {left}."
    )
    return happened, f"In {_cut(mistake.position)}: {mistake.instead}."


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"
