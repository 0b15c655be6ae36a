"""nimatron explain: the strategy in words, from the certificate that was checked."""

from __future__ import annotations

from typing import Any

import click

from nimatron.cli import words
from nimatron.cli.solve import headline


@click.command()
@words.game_position
@words.limits
def command(
    game: str,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    as_json: bool,
    **limits: Any,
) -> None:
    """Tell how POSITION of GAME is won, from a certificate that was checked."""
    from nimatron.certificates.forms import to_json
    from nimatron.solve.tell import tell

    question = words.asked(game, position, parameters, misere)
    told = tell(question, words.chosen_limits(**limits))
    found = told.answer
    if as_json:
        words.print_json(
            {
                **found.to_json(),
                "statement": told.statement,
                "words": told.words,
                "certificate": to_json(told.certificate) if told.certificate else None,
            }
        )
        return
    click.echo(headline(question.game.name, found))
    click.echo()
    if told.statement:
        words.rows([("", told.statement)], indent="")
        click.echo()
    for line in told.words:
        click.echo(line)
    click.echo()
    words.rows([("status:", found.status)], indent="")
