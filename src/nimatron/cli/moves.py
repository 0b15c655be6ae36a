"""nimatron moves: what can be played, and where it leads."""

from __future__ import annotations

from itertools import islice

import click

from nimatron.cli import words


@click.command()
@words.game_position
@click.option(
    "--limit", type=click.IntRange(min=1), default=10_000, show_default=True, help="Most to list."
)
def command(
    game: str,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    as_json: bool,
    limit: int,
) -> None:
    """List the legal moves in POSITION of GAME and where each leads."""
    question = words.asked(game, position, parameters, misere)
    rules, at = question.rules, question.position
    listed = [
        (rules.move_text(at, move), rules.text(rules.after(at, move)))
        for move in islice(rules.moves(at), limit + 1)
    ]
    complete = len(listed) <= limit
    listed = listed[:limit]
    if as_json:
        words.print_json(
            {
                "game": question.game.slug,
                "position": rules.text(at),
                "moves": [{"move": said, "leads_to": to} for said, to in listed],
                "complete": complete,
            }
        )
    else:
        wide = max((len(said) for said, _ in listed), default=0)
        for said, to in listed:
            click.echo(f"{said:<{wide}}  ->  {to}")
    if not listed and not as_json:
        click.echo("no move: the game is over", err=True)
    if not complete:
        click.echo(f"only the first {limit} moves are listed; --limit lists more", err=True)
