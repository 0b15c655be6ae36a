"""A program that plays X: it says whether X has a sure win, and if so plays it over pipes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from nimatron.errors import UsageError
from nimatron.judge.referee import END, Wrong, Wythoff
from nimatron.play.players import Perfect
from nimatron.solve.choose import Question
from nimatron.solve.limits import Limits
from nimatron.values import Convention

Say = Callable[[str], None]


class Catalogue:
    """A board of any game of the catalogue, in its own notation; see `nimatron.judge.referee`."""

    ending = END

    def __init__(self, question: Question, limits: Limits | None = None, seed: int = 0) -> None:
        self.question = question
        self.name = question.game.slug
        self.rules = question.rules
        self.player = Perfect(question.game, question.convention, seed=seed, limits=limits)

    def read(self, line: str) -> Any:
        """A position; boards of another size have rules of their own, so they are kept with it."""
        rules = self.question.rules.sized(line)
        return rules, rules.read(line)

    def line(self, at: Any) -> str:
        return str(at[0].text(at[1]))

    def lost(self, at: Any) -> bool:
        return self.won(at) if self.over(at) else not self.player.wins(*at)

    def over(self, at: Any) -> bool:
        rules, position = at
        return next(iter(rules.moves(position)), None) is None

    def won(self, at: Any) -> bool:
        return self.question.convention is Convention.NORMAL

    def play(self, at: Any, line: str) -> Any:
        rules, position = at
        try:
            return rules, rules.play(position, rules.read_move(position, line))
        except UsageError as e:
            raise Wrong(str(e)) from e

    def reply(self, at: Any, rng: random.Random) -> tuple[str, Any]:
        rules, position = at
        move = self.player.choose(rules, position)
        return rules.move_text(position, move), (rules, rules.after(position, move))


def respond(board: Any, at: Any, lines: Iterator[str], say: Say) -> None:
    """One game: `0` and `DONE`, or `1` and the moves of X until `DONE`."""
    if board.lost(at):
        say("0")
        say("DONE")
        return
    say("1")
    rng = random.Random(0)
    while not board.over(at):
        said, at = board.reply(at, rng)
        say(said)
        if not board.over(at):
            line = next(lines, None)
            if line is None:
                raise UsageError(f"an answer to {said}", hint="the input ends before the game does")
            try:
                at = board.play(at, line.strip())
            except Wrong as e:
                raise UsageError(f"a move that can be made; {e}") from e
    say("DONE")


def tziansitzi(lines: Iterator[str], say: Say) -> None:
    """Pairs of piles until `0 0`, in the notation of that problem."""
    board = Wythoff()
    for line in lines:
        if not line.strip():
            continue
        try:
            at = board.read(line)
        except Wrong as e:
            raise UsageError("a line with two piles, or 0 0 at the end", line.strip()) from e
        if at == (0, 0):
            return
        respond(board, at, lines, say)
    raise UsageError("0 0 at the end", hint="the input ends before it")


def positions(board: Catalogue, lines: Iterator[str], say: Say) -> None:
    """Positions of a game, one a line, until END or the end of the input."""
    for line in lines:
        if line.strip() == END:
            return
        if line.strip():
            respond(board, board.read(line.strip()), lines, say)
