"""A game being played: who is to move, what was played, and how it ended.

A session is a value. Every action gives a new one and changes nothing, so the start and the moves
are all there is to know of it, and its transcript (see `nimatron.play.transcript`) is enough to
have it back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from nimatron.errors import IllegalMove, UsageError, shown
from nimatron.game import Game
from nimatron.rules.protocol import Continuous, Rules
from nimatron.solve.ask import question
from nimatron.solve.choose import Question
from nimatron.values import Convention

FIRST, SECOND = 0, 1
SIDES = ("first", "second")
HUMAN, PROGRAM = "human", "program"
YOU = "you"
"""A name that verbs agree with."""
_REPETITIONS = 3
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Seat:
    """One of the two players: a name, and what plays there: `human`, `program` or a level."""

    name: str
    level: str = HUMAN

    def does(self, one: str, you: str) -> str:
        """The name with a verb: `Ann wins`, `you win`."""
        return f"{self.name} {you if self.name == YOU else one}"

    def __post_init__(self) -> None:
        plain = self.name.strip() == self.name and self.name.isprintable()
        if not self.name or not plain or len(self.name) > _LONGEST_NAME:
            raise UsageError(f"a name of 1 to {_LONGEST_NAME} printable characters", self.name)


@dataclass(frozen=True)
class Made:
    """A move that was made, and the position that it led to."""

    text: str
    move: Any
    position: Any


class Options(NamedTuple):
    """Legal moves as texts and as values, and whether they are all."""

    texts: list[str]
    moves: list[Any]
    complete: bool


@dataclass(frozen=True)
class Session:
    """A game from its start to where it stands now. Players are 0, who began, and 1."""

    game: Game
    rules: Rules
    start: Any
    convention: Convention = Convention.NORMAL
    seats: tuple[Seat, Seat] = (Seat("first"), Seat("second"))
    made: tuple[Made, ...] = ()
    gave_up: int | None = None
    """The player who resigned, or whose program failed."""
    reason: str = ""
    """Why, if that player did not simply resign."""
    seed: int = 0
    """For the levels that play at random."""

    # ---- where the game stands

    @property
    def position(self) -> Any:
        return self.made[-1].position if self.made else self.start

    @property
    def mover(self) -> int:
        """Who is to move, or would be if the game were not over."""
        return len(self.made) % 2

    @property
    def seat(self) -> Seat:
        """The player who is to move."""
        return self.seats[self.mover]

    @property
    def question(self) -> Question:
        """The position as a question to the solver."""
        return Question(self.game, self.rules, self.position, self.convention)

    @cached_property
    def ending(self) -> str:
        """How the game ended: `no move`, `gave up` or `repetition`; empty while it goes on."""
        if self.gave_up is not None:
            return "gave up"
        if not has_move(self.rules, self.position):
            return "no move"
        return "repetition" if self.rules.loopy and self._repeated() >= _REPETITIONS else ""

    def _repeated(self) -> int:
        """How often this position has stood with the same player to move."""
        before = [each.position for each in self.made[-3::-2]]
        before += [self.start] if self.made and self.mover == FIRST else []
        return 1 + before.count(self.position)

    @property
    def over(self) -> bool:
        return bool(self.ending)

    @property
    def winner(self) -> int | None:
        """0 or 1; None while the game goes on, and if it ended in a draw."""
        if self.gave_up is not None:
            return 1 - self.gave_up
        if self.ending == "no move":
            return self.mover if self.convention is Convention.MISERE else 1 - self.mover
        return None

    @property
    def told(self) -> str:
        """How the game stands, as a sentence."""
        if not self.over:
            return sentence(f"{self.seat.does('is', 'are')} to move.")
        if self.winner is None:
            return f"A draw: this position has now stood {_REPETITIONS} times."
        won = self.seats[self.winner].does("wins", "win")
        lost = self.seats[1 - self.winner].name
        if self.gave_up is not None:
            return sentence(f"{won}: {lost} {self.reason or 'resigned'}.")
        if self.convention is Convention.MISERE:
            return sentence(f"{won}: no move is left, and in misère play who cannot move wins.")
        return sentence(f"{won}: {lost} cannot move.")

    def at(self, count: int) -> Session:
        """The game as it stood after so many moves."""
        if not 0 <= count <= len(self.made):
            raise UsageError(f"a number of moves from 0 to {len(self.made)}", count)
        return replace(self, made=self.made[:count], gave_up=None, reason="")

    def legal(self, most: int = 1000) -> Options:
        """The legal moves, at most so many; a few examples where they form a continuum."""
        if self.over:
            return Options([], [], True)
        if isinstance(self.rules, Continuous):
            moves = list(islice(self.rules.some_moves(self.position), most))
            moves = moves or [any_move(self.rules, self.position)]
            return Options(self._texts(moves), moves, False)
        moves = list(islice(self.rules.moves(self.position), most + 1))
        return Options(self._texts(moves[:most]), moves[:most], len(moves) <= most)

    def _texts(self, moves: Sequence[Any]) -> list[str]:
        return [self.rules.move_text(self.position, move) for move in moves]

    # ---- what players do

    def play(self, text: str) -> Session:
        """The session after a move that is given as text."""
        if self.over:
            raise IllegalMove("no move", text, hint="the game is over")
        return self.move(self.rules.read_move(self.position, text))

    def move(self, move: Any) -> Session:
        """The session after a move that is given as a value."""
        if self.over:
            raise IllegalMove("no move", shown(move), hint="the game is over")
        after = self.rules.play(self.position, move)
        made = Made(self.rules.move_text(self.position, move), move, after)
        return replace(self, made=(*self.made, made))

    def undo(self, count: int = 1) -> Session:
        """The session without its last moves, or without the resignation."""
        if self.gave_up is not None:
            return replace(self, gave_up=None, reason="")
        if count > len(self.made):
            raise UsageError("a move to take back", hint="none was made yet")
        return self.at(len(self.made) - count)

    def back(self, player: int) -> Session:
        """The session as it stood when this player last had a choice."""
        if self.gave_up is not None:
            return self.undo()
        count = 2 if self.mover == player else 1
        if count > len(self.made):
            raise UsageError("a move of yours to take back", hint="you made none yet")
        return self.undo(count)

    def resign(self, player: int | None = None, reason: str = "") -> Session:
        """The session after a player, by default who is to move, gave up."""
        if self.over:
            raise UsageError("a game that goes on", hint="this one is over")
        return replace(self, gave_up=self.mover if player is None else player, reason=reason)


def begin(
    game: str | Game | Rules,
    position: str | None = None,
    *,
    convention: str = "normal",
    seats: tuple[Seat, Seat] | None = None,
    seed: int = 0,
    parameters: Mapping[str, Any] | None = None,
) -> Session:
    """A new game, from the usual start if no position is given.

    >>> over = begin("nim", "1,1").play("take 1 from pile 2").play("take 1 from pile 1")
    >>> over.over, over.winner, over.told
    (True, 1, 'Second wins: first cannot move.')
    """
    given = () if position is None else (position,)
    asked = question(game, *given, convention=convention, **(parameters or {}))
    session = Session(asked.game, asked.rules, asked.position, asked.convention, seed=seed)
    return session if seats is None else replace(session, seats=seats)


def sentence(text: str) -> str:
    """With a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def has_move(rules: Rules, position: Any) -> bool:
    """Whether any move is left."""
    return any_move(rules, position) is not None


def any_move(rules: Rules, position: Any) -> Any:
    """Some legal move, or None if there is none."""
    if isinstance(rules, Continuous):
        return rules.any_move(position)
    return next(iter(rules.moves(position)), None)
