"""nimatron show: all that is known of a game."""

from __future__ import annotations

from typing import Any

import click

from nimatron.cli import words
from nimatron.rules.reading import typed


@click.command()
@words.game
@words.as_json
def command(game: str, as_json: bool) -> None:
    """Tell the rules, notation, parameters, claims, sources and errata of GAME.

    Also of a contest task that is no game, such as coupons.
    """
    from nimatron.games import games

    if game not in games:
        from nimatron.judge.formats import format_names  # a task, or a word that is misspelt

        if game in format_names():
            _show_task(game, as_json)
            return
    known = games[game]
    data = _data(known)
    if as_json:
        words.print_json(data)
        return
    click.echo(f"{known.name} ({known.slug})")
    words.rows([("", data["rules"])], indent="")
    click.echo()
    rows = [("position", data["notation"]), ("start", data["start"])]
    rows += [("parameter", f"-p {name}={value}") for name, value in data["parameters"].items()]
    if data["aliases"]:
        rows.append(("also called", ", ".join(data["aliases"])))
    words.rows(rows, indent="")
    for title, lines in (
        ("Claims", [f"{c['name']}: {c['statement']} [{c['status']}]" for c in data["claims"]]),
        ("Errata", [_erratum(erratum) for erratum in data["errata"]]),
        ("Sources", data["sources"]),
    ):
        if lines:
            click.echo(f"\n{title}")
            words.rows([("-", line) for line in lines])


def _data(game: Any) -> dict[str, Any]:
    rules = game.prototype
    return {
        "slug": game.slug,
        "title": game.name,
        "aliases": list(game.aliases),
        "rules": " ".join(game.story.split()),
        "notation": rules.notation,
        "start": rules.text(rules.start()),
        "parameters": {name: typed(getattr(rules, name)) for name in game.parameters()},
        "claims": [
            {
                "name": claim.name,
                "statement": claim.statement,
                "convention": str(claim.convention),
                "proved": claim.proved,
                "status": (f"proved in {claim.proved}" if claim.proved else "not proved in general")
                + f"; `nimatron verify {game.slug}` checks it by brute force",
            }
            for claim in game.claims
        ],
        "errata": [_erratum_data(erratum) for erratum in game.errata],
        "sources": list(game.sources),
    }


def _show_task(name: str, as_json: bool) -> None:
    """A contest task that is no game of the catalogue."""
    from nimatron.judge.formats import load_format

    task = load_format(name)
    errata = [_erratum_data(erratum) for erratum in task.errata]
    if as_json:
        words.print_json({"slug": name, "about": task.about, "errata": errata})
        return
    click.echo(f"{name} (a contest format: `nimatron answer {name}`)")
    words.rows([("", task.about)], indent="")
    for sample in task.samples[:1]:
        words.rows(
            [("input", " / ".join(sample.input.split("\n")).strip(" /")),
             ("output", " / ".join(sample.output.split("\n")).strip(" /"))], indent="",
        )  # fmt: skip
    if errata:
        click.echo("\nErrata")
        words.rows([("-", _erratum(erratum)) for erratum in errata])


def _erratum_data(erratum: Any) -> dict[str, Any]:
    return {
        "where": erratum.where,
        "said": erratum.said,
        "truth": erratum.truth,
        "counterexample": erratum.counterexample,
        "convention": erratum.convention,
        "parameters": {k: typed(v) for k, v in erratum.parameters.items()},
    }


def _erratum(erratum: dict[str, Any]) -> str:
    settings = "".join(f" -p {name}={value}" for name, value in erratum["parameters"].items())
    misere = " --misere" if erratum["convention"] == "misere" else ""
    return (
        f'{erratum["where"]}: "{erratum["said"]}" is wrong. The truth: {erratum["truth"]}. '
        f"Smallest counterexample: {erratum['counterexample']}{settings}{misere}"
    )
