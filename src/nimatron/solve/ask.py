"""The front door: games by name or rules of one's own, positions as text or as values."""

from __future__ import annotations

from typing import Any

from nimatron.errors import PositionError, UsageError
from nimatron.game import Game
from nimatron.rules.protocol import Rules
from nimatron.solve.answer import Answer
from nimatron.solve.choose import Question, answer
from nimatron.solve.limits import Limits
from nimatron.values import Convention

_UNSET: Any = object()


def solve(
    game: str | Game | Rules,
    position: Any = _UNSET,
    *,
    convention: str = "normal",
    limits: Limits | None = None,
    remoteness: bool = False,
    **parameters: Any,
) -> Answer:
    """Who wins a position, by which moves, and why.

    >>> from nimatron.solve.ask import solve
    >>> found = solve("nim", "3,4,5")
    >>> str(found.outcome), found.winner, found.grundy, found.winning_moves
    ('N', 'first', 2, ('take 2 from pile 1',))

    `game` is a name of the catalogue, a Game, or any rules; `position` a text or a value, and
    without it the position that the game begins with. With `remoteness` the length of the game
    under best play is found too.
    """
    asked = question(game, position, convention=convention, **parameters)
    return answer(asked, limits or Limits(), lengths=remoteness)


def question(
    game: str | Game | Rules,
    position: Any = _UNSET,
    *,
    convention: str = "normal",
    **parameters: Any,
) -> Question:
    """What is asked, read and checked."""
    try:
        chosen = Convention(convention)
    except ValueError:
        raise UsageError("normal or misere", convention) from None
    found = _game(game)
    if isinstance(position, str):
        rules, at = found.read(position, parameters)
        return Question(found, rules, at, chosen)
    rules = found.with_parameters(parameters)
    if position is _UNSET:
        return Question(found, rules, rules.start(), chosen)
    if position is None:
        raise PositionError("a position", None)
    rules, at = rules.entered(position)
    return Question(found, rules, at, chosen)


def _game(game: str | Game | Rules) -> Game:
    if isinstance(game, Game):
        return game
    if isinstance(game, Rules):
        return Game(game, slug=type(game).__name__.lower())
    if isinstance(game, str):
        return _catalogue(game)
    raise UsageError("the name of a game, a Game, or rules", game)


def _catalogue(name: str) -> Game:
    # The solver never imports a game; only this door asks the registry for one by name.
    from nimatron.games import games

    return games[name]
