"""Write the pages that are made from the code and kept: the games, the errata, the errors, and
those that are made from what was measured: the figures.

`python docs/generate.py` writes them; a test says when they are out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

import bench
import growth
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


FIGURES = """\
# Figures

What `make bench` measured last, and what was hoped for. Two programs are run in turn, and the
medians compared: what one program takes wanders by half from minute to minute, the ratio of two
much less. *figure* is what *must* and *better* speak of: how often the time of ours goes into
theirs, our seconds, or our rate.
"""
TELLING = """\
The references of rows 1 to 6 and 8 are C++ programs of Nimatron's own, in `benchmarks/`, compiled
as the table is made; `ogsolve` and `igsolve` are the crates of that name by P. Beling, measured
where `python benchmarks/sequences.py --install` and `python benchmarks/boards.py --install` have
installed them. Compiled code was compiled before the clock ran; row 7 tells what compiling takes.
The history is in `benchmarks/results.json`.

## How cost grows with size
"""
GROWTH = """\
The slope of the last stretch says how the time grows: n^1 is in proportion.

![Seconds against sizes, both on logarithmic scales](growth.svg)
"""


def figures_page() -> str:
    """The last runs of the benchmarks."""
    runs = bench.earlier()
    parts = [FIGURES]
    if runs:
        last = runs[-1]
        before = {
            f"{r['number']} {r['what']}": r["value"] for run in runs[:-1] for r in run["rows"]
        }
        rows = [bench.line(bench.of_json(row), before) for row in last["rows"]]
        parts += [
            f"{last['machine']}; {last['when']}; load of the machine before it {last['load']};"
            f" medians of {last['pairs']} alternated runs.\n",
            "\n".join([bench.HEAD, *rows]) + "\n",
        ]
    parts.append(TELLING)
    if kept := growth.kept():
        lines = "\n".join([growth.HEAD, *map(growth.line_of, kept["lines"])])
        parts += [f"{kept['machine']}; {kept['when']}.\n", f"{lines}\n", GROWTH]
    return "\n".join(parts)


PAGES = {
    "games.md": games_page,
    "errata.md": errata_page,
    "errors.md": errors_page,
    "figures.md": figures_page,
}


def main() -> None:
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
