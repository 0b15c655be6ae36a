"""nimatron explain: the strategy in words, from the certificate that was checked."""

from __future__ import annotations

from typing import Any

import click

from nimatron.cli import words
from nimatron.cli.solve import headline

_TALLEST = 12  # lines of a picture


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
    words.status("")
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
    for line in _picture(question):
        click.echo(f"  {line}".rstrip())
    if told.statement:
        words.paragraph(told.statement)
        click.echo()
    for line in told.words:
        words.paragraph(line)
    click.echo()
    words.rows([("status:", found.status)], indent="")


def _picture(question: Any) -> list[str]:
    """The position drawn, if that takes a few lines and says more than its text."""
    from nimatron.drawing.text import lines

    drawn = lines(question.rules.picture(question.position))
    few = 1 < len(drawn) <= _TALLEST
    return [*drawn, ""] if few else []
