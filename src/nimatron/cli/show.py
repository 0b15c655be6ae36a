"""nimatron show: all that is known of a game."""

from __future__ import annotations

from typing import Any

import click

from nimatron.cli import words


@click.command()
@click.argument("game", type=words.GameName())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, as_json: bool) -> None:
    """Tell the rules, notation, parameters, claims, sources and errata of GAME."""
    from nimatron.games import games

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
        "errata": [
            {
                "where": erratum.where,
                "said": erratum.said,
                "truth": erratum.truth,
                "counterexample": erratum.counterexample,
                "convention": erratum.convention,
                "parameters": {k: typed(v) for k, v in erratum.parameters.items()},
            }
            for erratum in game.errata
        ],
        "sources": list(game.sources),
    }


def typed(value: Any) -> str:
    """A parameter as one would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join("-".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in value)
    return str(value)


def _erratum(erratum: dict[str, Any]) -> str:
    settings = "".join(f" -p {name}={value}" for name, value in erratum["parameters"].items())
    misere = " --misere" if erratum["convention"] == "misere" else ""
    return (
        f'{erratum["where"]}: "{erratum["said"]}" is wrong. The truth: {erratum["truth"]}. '
        f"Smallest counterexample: {erratum['counterexample']}{settings}{misere}"
    )
