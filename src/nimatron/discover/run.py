"""The search for a strategy: formulas, copying and pairs, each found, tested and checked."""

from __future__ import annotations

import time
from typing import Any

from nimatron.discover.found import PROVED, Report
from nimatron.discover.maps import MAPS
from nimatron.discover.mirrors import boards, mirrors
from nimatron.discover.numbers import Looked, formulas
from nimatron.discover.pairs import pairings
from nimatron.discover.sequences import recognised
from nimatron.discover.truth import Progress, Truth
from nimatron.errors import TooLarge
from nimatron.game import Game
from nimatron.rules.protocol import Continuous, Rules
from nimatron.solve.ask import question
from nimatron.solve.limits import Limits
from nimatron.values import Convention

LIMITS = Limits(positions=1_500_000)
_WALL = 45.0  # seconds by the clock after which no further board is begun


def discover(
    game: str | Game | Rules,
    *,
    convention: str = "normal",
    sizes: tuple[int, int] | None = None,
    limits: Limits | None = None,
    progress: Progress = lambda said: None,
    **parameters: Any,
) -> Report:
    """Look for a winning strategy of any rules, knowing only their moves.

    What is known of a game of the catalogue is not looked at. `sizes` says up to which size a
    guess is fitted and up to which it is tested.

    >>> report = discover("bachet", k=2)
    >>> report.best.formula, report.best.status
    ('n % 3', 'proved')
    """
    known = known_game(game)
    rules = known.with_parameters(parameters)
    return search(known, rules, Convention(convention), sizes, limits or LIMITS, progress)


def known_game(game: str | Game | Rules) -> Game:
    """The game of a name, or of rules."""
    if isinstance(game, Game):
        return game
    if isinstance(game, Rules):
        return Game(game, slug=type(game).__name__.lower())
    return question(game).game


def search(
    game: Game,
    rules: Rules,
    convention: Convention,
    sizes: tuple[int, int] | None,
    limits: Limits,
    progress: Progress,
) -> Report:
    """The same for rules that are made already."""
    began = time.monotonic()
    truth = Truth(convention, limits)
    notes: list[str] = []
    looked = Looked([], [])
    if not isinstance(rules, Continuous):
        try:
            looked = formulas(rules, truth, sizes, progress)
        except TooLarge as e:
            notes.append(f"the small positions were not all solved: {e}")
    found = list(looked.found)
    if convention is Convention.NORMAL and not rules.loopy:  # who copies makes the last move
        listed, until = list(boards(rules, sizes)), began + _WALL
        # Where a formula tells every position, equal parts tell no more.
        names = MAPS if found else ()
        found += mirrors(rules, listed, progress, until, names)
        if not isinstance(rules, Continuous):
            found += pairings(rules, listed, progress, until)
    notes += recognised(rules, truth, progress)
    order = {PROVED: 0}
    kinds = {"value": 0, "kernel": 1, "mirror": 2, "pairing": 3}
    found.sort(key=lambda one: (order.get(one.status, 1), kinds[one.kind]))
    progress("")
    return Report(
        game,
        rules,
        convention,
        tuple(found),
        tuple(looked.dropped),
        tuple(notes),
        looked.solved,
        time.monotonic() - began,
    )
