"""nimatron draw: what a position looks like."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from nimatron.cli import words


@click.command()
@words.game_position
@words.output("A file ending in .svg or .txt; without it the picture is printed.")
@click.option("--why", is_flag=True, help="Show the strategy: axis, pairs, values of components.")
@click.option("--moves", is_flag=True, help="Mark where each legal move is made.")
def command(
    game: str,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    as_json: bool,
    output: Path | None,
    why: bool,
    moves: bool,
) -> None:
    """Draw POSITION of GAME, as SVG with a description inside, or as text."""
    from nimatron.drawing.files import ending, write
    from nimatron.drawing.svg import svg
    from nimatron.drawing.text import lines

    question = words.asked(game, position, parameters, misere)
    picture = question.rules.picture(question.position)
    kind = ending(output, (".svg", ".txt")) if output is not None else ""
    if (why or moves) and kind != ".svg":
        click.echo("--why and --moves mark a picture: give it a file, -o FILE.svg", err=True)
    if as_json:
        from nimatron.drawing.describe import described

        words.print_json(
            {
                "game": question.game.slug,
                "position": question.rules.text(question.position),
                "picture": type(picture).__name__.lower(),
                "description": described(picture),
                "lines": lines(picture),
            }
        )
    if output is None:
        if not as_json:
            colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
            click.echo("\n".join(lines(picture, colour=colour, numbered=True)))
        return
    if kind == ".txt":
        write(output, "\n".join(lines(picture, numbered=True)) + "\n")
        return
    title = f"{question.game.name}: {words.cut(question.rules.text(question.position))}"
    overlay = _strategy(question) if why else ()
    links = _legal(question) if moves else ()
    write(output, svg(picture, title, overlay=overlay, links=links) + "\n")


def _strategy(question: Any) -> Any:
    from nimatron.drawing.overlays import overlay_of
    from nimatron.solve.choose import applicable

    applied = applicable(question)
    if applied is None:
        click.echo("no strategy that can be drawn is known for this position", err=True)
        return ()
    return overlay_of(question.rules, question.position, applied.certificate)


def _legal(question: Any) -> Any:
    """Links that lead to their own names: a fragment, which stays in the file."""
    from itertools import islice
    from urllib.parse import quote

    from nimatron.drawing.links import links_of

    rules, at = question.rules, question.position
    listed = list(islice(rules.moves(at), 2000))
    return links_of(rules, at, listed, lambda move: "#" + quote(rules.move_text(at, move)))
