"""Write the pages that are made from the code and kept: the games, the errata, the errors.

`python docs/generate.py` writes them; a test says when they are out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from error_pages import errors_page
from nimatron.cli.games import in_short
from nimatron.game import Erratum, Game
from nimatron.games import games
from nimatron.judge.formats import format_names, load_format
from nimatron.rules.reading import typed

HERE = Path(__file__).parent

NOTES = """\
The lecture notes that Nimatron grew from are called by numbers:

| notes | what they are |
|---|---|
| 000 | combinatorial games for olympiad pupils, in Romanian: symmetry, pairs, parity |
| 001 | Nim with divisors, in Polish |
| 002 | impartial games and square-root decomposition, slides in Portuguese |
| 003 | A. V. Vorozhtsov, the kingdom of the game of Nim, and the café, in Russian |
| 004 | exercises on the theory of games, in Polish |
"""


def games_page() -> str:
    rows = [
        f"| `{slug}` | {in_short(game.story)} | {_claims(game)} |" for slug, game in games.items()
    ]
    table = "\n".join(["| game | rules | claims |", "|---|---|---|", *rows])
    return (
        "# The games\n\nEach is one file of `src/nimatron/games/`; `nimatron show GAME` tells all"
        f" about it.\n\n{table}\n"
    )


def _claims(game: Game) -> str:
    return "<br>".join(claim.name for claim in game.claims) or "none: search decides"


def errata_page() -> str:
    parts = [
        f"## {game.name} (`{slug}`)\n\n" + "\n".join(_erratum(game, e) for e in game.errata)
        for slug, game in games.items()
        if game.errata
    ]
    return (
        "# Errata\n\nStatements seen in print that are wrong, with the truth and the smallest"
        " counterexample. The tests\nfind each counterexample again.\n\n"
        f"{NOTES}\n" + "\n".join([*parts, *_task_errata()])
    )


def _task_errata() -> Iterator[str]:
    for name in format_names():
        if errata := load_format(name).errata:
            told = [_told(erratum, erratum.counterexample) for erratum in errata]
            yield f"## The contest task `{name}`\n\n" + "\n".join(told)


def _erratum(game: Game, erratum: Erratum) -> str:
    settings = "".join(f" -p {key}={typed(given)}" for key, given in erratum.parameters.items())
    misere = " --misere" if erratum.convention == "misere" else ""
    seen = f"`nimatron solve {game.slug} {erratum.counterexample}{settings}{misere}`"
    return _told(erratum, seen)


def _told(erratum: Erratum, seen: str) -> str:
    return (
        f"- *{erratum.where}* says: {erratum.said}.\n"
        f"  **The truth:** {erratum.truth}.\n"
        f"  **Counterexample:** {seen}.\n"
    )


PAGES = {"games.md": games_page, "errata.md": errata_page, "errors.md": errors_page}


def main() -> None:
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
