"""nimatron games: the catalogue."""

from __future__ import annotations

import click

from nimatron.cli import words


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def command(as_json: bool) -> None:
    """List the games of the catalogue."""
    from nimatron.games import games

    if as_json:
        words.print_json(
            [
                {
                    "slug": slug,
                    "title": game.name,
                    "aliases": list(game.aliases),
                    "parameters": list(game.parameters()),
                    "notation": game.prototype.notation,
                    "rules": " ".join(game.story.split()),
                    "claims": [claim.name for claim in game.claims],
                }
                for slug, game in games.items()
            ]
        )
        return
    words.rows([(slug, in_short(game.story)) for slug, game in games.items()], indent="")


def in_short(story: str) -> str:
    """The first two sentences of the rules, without the name of the game before its colon."""
    text = " ".join(story.split())
    _, colon, rest = text.partition(": ")
    first, *more = (rest if colon else text).rstrip(".").split(". ")
    return ". ".join([f"{first[:1].upper()}{first[1:]}", *more[:1]]) + "."
