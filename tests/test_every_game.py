"""The contract, for every game of the catalogue; the laws are in contract.py."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from contract import LAWS
from nimatron.game import Game
from nimatron.games import games
from nimatron.rules.protocol import Continuous
from nimatron.solve.ask import solve

GOLDENS = Path(__file__).parent / "goldens"


@pytest.mark.parametrize("slug", list(games))
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[Game], None], slug: str) -> None:
    law(games[slug])


def transcript(game: Game) -> str:
    """The first moves of a game: a winning one where it is known, else the first."""
    rules, lines = game.prototype, []
    at = rules.start()
    for _ in range(8):
        found = solve(game, rules.text(at))
        said = found.winning_move
        if said is None:
            listed = rules.some_moves if isinstance(rules, Continuous) else rules.moves
            first = next(iter(listed(at)), None)
            if first is None:
                break
            said = rules.move_text(at, first)
        lines.append(f"{rules.text(at)}  [{found.outcome}]  {said}")
        at = rules.play(at, rules.read_move(at, said))
    return "\n".join([*lines, rules.text(at)]) + "\n"


@pytest.mark.parametrize("slug", list(games))
def test_golden(slug: str) -> None:
    """One game played through; NIMATRON_REFRESH=1 writes what is now right."""
    golden, played = GOLDENS / f"{slug}.txt", transcript(games[slug])
    if os.environ.get("NIMATRON_REFRESH"):
        golden.write_text(played)
    assert golden.exists(), "run the tests once with NIMATRON_REFRESH=1, and read what it wrote"
    assert golden.read_text() == played


def test_names_are_unique() -> None:
    names = Counter([*games, *(alias for game in games.values() for alias in game.aliases)])
    assert [name for name, count in names.items() if count > 1] == []


def test_importing_the_catalogue_is_light() -> None:
    code = (
        "import sys; from nimatron.games import games; list(games.values());"
        "print([m for m in ('numpy', 'numba', 'networkx', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
