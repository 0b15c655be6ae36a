"""Where did I go wrong? The move at which a game was lost, what would have won, and why."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace

from nimatron.errors import TooLarge
from nimatron.play.hints import LOOKING
from nimatron.play.session import Session
from nimatron.solve.answer import Answer
from nimatron.solve.choose import answer
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


@dataclass(frozen=True)
class Review:
    """What a look back at a game finds."""

    mistakes: tuple[Mistake, ...]
    """Every move that gave a win or a draw away, in order."""
    decisive: Mistake | None
    """The last mistake of the player who lost: from there on the game was lost."""
    lines: tuple[str, ...]
    """The same in words, with the reason."""
    told: Told | None = None
    """The strategy in the position of the decisive mistake."""
    judged_from: int = 0
    """The game is judged from the position after so many moves; before, it is too large."""

    def notes(self) -> dict[int, str]:
        """A comment for each mistake, by number of the move, as transcripts write them."""
        return {
            mistake.number: (
                "the game was lost here; " if mistake == self.decisive else "mistake; "
            )
            + _better(mistake)
            for mistake in self.mistakes
        }


def review(session: Session, limits: Limits | None = None) -> Review:
    """Look back at a game; each position costs at most the limits, and all together three times
    their seconds."""
    limits = limits or LOOKING
    answers, start = _answers(session, limits)
    mistakes = tuple(
        mistake
        for number in range(start + 1, len(session.made) + 1)
        if (mistake := _mistake(session, number, answers)) is not None
    )
    loser = None if session.winner is None else 1 - session.winner
    lost = [mistake for mistake in mistakes if mistake.player == loser]
    if not lost:
        lines = tuple(_without(session, answers, start, mistakes))
        return Review(mistakes, None, lines, judged_from=start)
    decisive = lost[-1]
    told = None
    with suppress(TooLarge):
        told = tell(session.at(decisive.number - 1).question, limits)
    return Review(mistakes, decisive, tuple(_in_words(session, decisive, told)), told, start)


def _answers(session: Session, limits: Limits) -> tuple[dict[int, Answer], int]:
    """Answers for the positions after so many moves, from the end back to the first that is too
    large, and from which one on they are there."""
    until = time.monotonic() + 3 * limits.seconds
    answers: dict[int, Answer] = {}
    count = len(session.made)
    least = max(0, count - _JUDGED)
    while count >= least:
        left = until - time.monotonic()
        if left <= 0:
            break
        try:
            spent = replace(limits, seconds=min(left, limits.seconds))
            answers[count] = answer(session.at(count).question, spent)
        except TooLarge:
            break
        count -= 1
    return answers, min(count + 1, len(session.made))


def _mistake(session: Session, number: int, answers: dict[int, Answer]) -> Mistake | None:
    if number - 1 not in answers or number not in answers:
        return None
    before, after = answers[number - 1], answers[number]
    rank = {Outcome.N: 2, Outcome.DRAW: 1, Outcome.P: 0}
    had, has = rank[before.outcome], 2 - rank[after.outcome]
    if has >= had:
        return None
    if before.outcome is Outcome.DRAW:
        better, every = before.drawing_moves, True
    else:
        known = () if before.winning_move is None else (before.winning_move,)
        every = before.winning_moves is not None
        better = known if before.winning_moves is None else before.winning_moves
    made = session.made[number - 1]
    gave = "win" if had == 2 else "draw"
    return Mistake(number, (number - 1) % 2, made.text, before.position, gave, better, every)


def _better(mistake: Mistake) -> str:
    kept = "would have won" if mistake.gave == "win" else "would have held the draw"
    if not mistake.better:
        return "another move would have won, though the proof does not show which"
    shown = "; ".join(mistake.better[:_SHOWN])
    more = len(mistake.better) - _SHOWN
    others = f" (and {more} more)" if more > 0 else "" if mistake.every else " (or others)"
    return f"{shown} {kept}{others}"


def _without(
    session: Session, answers: dict[int, Answer], start: int, mistakes: tuple[Mistake, ...]
) -> list[str]:
    """What there is to say where the loser made no mistake that is known."""
    if not session.made:
        return ["No move was made."]
    if session.winner is None:
        return [f"Move {mistake.number}: {_better(mistake)}." for mistake in mistakes] or [
            "Nobody gave anything away." if start == 0 else "Nothing that is known was given away."
        ]
    loser = session.seats[1 - session.winner].name
    if start > 0:
        return [
            f"After {_moves(start)} the game was lost for {loser} already; before that it is too"
            " large to judge in a few seconds."
        ]
    if answers[0].outcome is Outcome.DRAW or _won_from_start(session, answers):
        return [f"{loser} made no mistake, and gave up a game that was not lost."]
    return [
        f"{loser} made no mistake: the game was lost from its start, since the other never erred.",
        f"Why: {answers[0].why}.",
    ]


def _won_from_start(session: Session, answers: dict[int, Answer]) -> bool:
    """Whether the loser could still have won at the end."""
    loser = 1 - session.winner if session.winner is not None else None
    last = answers[len(session.made)].outcome
    return last is (Outcome.N if session.mover == loser else Outcome.P)


def _in_words(session: Session, mistake: Mistake, told: Told | None) -> list[str]:
    name = session.seats[mistake.player].name
    lost = "lost the game" if mistake.gave == "win" else "gave the draw away"
    lines = [
        f"Move {mistake.number}, {mistake.text}, {lost} for {name}.",
        f"In {_cut(mistake.position)}: {_better(mistake)}.",
    ]
    if told is None:
        return lines
    why = told.statement or f"Found by {told.answer.why}."
    return [*lines, f"Why: {why}", *told.words]


def _moves(count: int) -> str:
    return "one move" if count == 1 else f"{count} moves"


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:60]}... ({len(text)} characters)"
