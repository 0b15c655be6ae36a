"""The levels of the computer: perfect, and some that err in a way that is stated.

What a level does depends on its seed, on how many moves it made before, on the position and on the
move that led to it, and on nothing else; so a game that is taken back and played again goes the
same way.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from nimatron.errors import TooLarge, UsageError, did_you_mean
from nimatron.game import Game
from nimatron.play.effort import THINKING, within
from nimatron.play.players import Perfect, by_copying, random_move
from nimatron.play.session import HUMAN, PROGRAM, Session, any_move
from nimatron.rules.heaps import Taking
from nimatron.rules.protocol import Continuous, Rules
from nimatron.solve.choose import Question
from nimatron.solve.limits import Limits, Meter
from nimatron.values import Convention

_EVERY = 3  # the careless level errs in each third move of its own
_COUNTED = 200  # moves that greed looks at, and that it counts for each
_SEEN = 30_000  # moves that the short-sighted level lists at most

LEVELS: Mapping[str, str] = {
    "perfect": "wins wherever it can, and resists as long as it can where it is lost",
    "careless": "plays perfectly, but each third move of its own is a random one",
    "short-sighted": "wins if it can within three moves (its own, any answer, its own), and plays"
    " at random before that",
    "greedy": "leaves the other as few moves as it can and looks no further; from heaps it takes as"
    " many as it may",
    "random": "makes any legal move",
}
"""Each level with what it does."""


@dataclass
class Level:
    """A player of one of the levels. `made` counts its own moves, and `guessed` says whether the
    last one is a guess because the position was too large to decide."""

    name: str
    game: Game
    convention: Convention = Convention.NORMAL
    seed: int = 0
    made: int = 0
    limits: Limits = THINKING
    before: tuple[Question, Any] | None = None
    """Where the other player moved, and the move, so that it can be answered as the strategy says
    that is told of that position."""
    guessed: bool = field(default=False, init=False)

    @property
    def line(self) -> str:
        """What the level does, in one line."""
        return LEVELS[self.name]

    def choose(self, rules: Rules, position: Any) -> Any:
        rng = random.Random(f"{self.seed} {self.made}")
        self.made += 1
        self.guessed = False
        if self.name == "random" or (self.name == "careless" and self.made % _EVERY == 0):
            return random_move(rules, position, rng)
        if self.name == "greedy":
            return greedy_move(rules, position, rng)
        if self.name == "short-sighted":
            return near_move(rules, position, self.convention, rng)
        copied = None if self.before is None else by_copying(*self.before, position)
        if copied is not None:
            return copied
        limits = within(self.limits, rules, position)
        player = Perfect(self.game, self.convention, seed=rng.randrange(1 << 32), limits=limits)
        try:
            return player.choose(rules, position)
        except TooLarge:
            self.guessed = True
            return random_move(rules, position, rng)


def level(
    name: str,
    game: Game,
    convention: Convention = Convention.NORMAL,
    seed: int = 0,
    *,
    made: int = 0,
    limits: Limits | None = None,
) -> Level:
    """The player of this level."""
    if name not in LEVELS:
        hint = did_you_mean(name, LEVELS)
        raise UsageError(f"a level ({', '.join(LEVELS)})", name, hint=hint)
    return Level(name, game, convention, seed, made, limits or THINKING)


def player_of(session: Session, limits: Limits | None = None) -> Level:
    """The level that is to move in a session."""
    name = session.seat.level
    if name in (HUMAN, PROGRAM):
        raise UsageError("a computer to move", name)
    seed = 2 * session.seed + session.mover
    made = len(session.made) // 2
    player = level(name, session.game, session.convention, seed, made=made, limits=limits)
    if session.made:
        player.before = session.at(len(session.made) - 1).question, session.made[-1].move
    return player


def reply(session: Session, limits: Limits | None = None) -> Session:
    """The session after the move of the level that is to move."""
    return session.move(player_of(session, limits).choose(session.rules, session.position))


def played_out(session: Session, limits: Limits | None = None, most: int = 100_000) -> Session:
    """The session after levels on both sides played it to its end, or so many moves."""
    while not session.over and len(session.made) < most:
        session = reply(session, limits)
    return session


def greedy_move(rules: Rules, position: Any, rng: random.Random) -> Any:
    """The move that leaves the fewest moves; the largest take where there are heaps."""
    if isinstance(rules, Continuous):
        return random_move(rules, position, rng)
    if isinstance(rules, Taking):
        most = [_largest(rules, pile, n) for pile, n in enumerate(position, 1) if n]
        found = [(taken, pile, left) for taken, pile, left in most if taken]
        best = max(taken for taken, _, _ in found)
        return rng.choice([(pile, left) for taken, pile, left in found if taken == best])
    moves = list(islice(rules.moves(position), _COUNTED))
    counts = [_count(rules, rules.after(position, move)) for move in moves]
    return rng.choice([m for m, count in zip(moves, counts, strict=True) if count == min(counts)])


def _largest(rules: Taking, pile: int, n: int) -> tuple[int, int, tuple[int, ...]]:
    takes = rules.takes(n)
    most = (takes[-1] if takes else 0) if isinstance(takes, range) else max(takes, default=0)
    return most, pile, ((n - most,) if most < n else ())


def _count(rules: Rules, position: Any) -> int:
    return sum(1 for _ in islice(rules.moves(position), _COUNTED))


def near_move(rules: Rules, position: Any, convention: Convention, rng: random.Random) -> Any:
    """A move that wins within three, if there is one and it can be seen; else a random one."""
    if isinstance(rules, Continuous):
        return random_move(rules, position, rng)
    meter = Meter(Limits(moves=_SEEN, seconds=2.0))

    def wins(at: Any, depth: int) -> bool:
        """Whether whoever is to move surely wins within so many moves."""
        if any_move(rules, at) is None:
            return convention is Convention.MISERE
        return depth > 0 and any(loses(rules.after(at, move), depth - 1) for move in listed(at))

    def loses(at: Any, depth: int) -> bool:
        if any_move(rules, at) is None:
            return convention is Convention.NORMAL
        return depth > 0 and all(wins(rules.after(at, move), depth - 1) for move in listed(at))

    def listed(at: Any) -> Any:
        for move in rules.moves(at):
            meter.step()
            yield move

    try:
        for depth in (0, 2):
            for move in listed(position):
                if loses(rules.after(position, move), depth):
                    return move
    except TooLarge:
        pass
    return random_move(rules, position, rng)
