"""nimatron table: nimbers or outcomes over one or two parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nimatron.cli import words


@click.command()
@words.game
@click.argument("template")
@words.parameters("A parameter of the game, such as k=3, or a range of it, k=1..5.")
@click.option("--misere", is_flag=True, help="Who cannot move wins; then outcomes are shown.")
@click.option(
    "--show",
    "kind",
    type=click.Choice(["nimber", "outcome", "length"]),
    help="What stands in the cells; lengths are of play in which the winner hurries.",
)
@words.output("A file ending in .txt, .csv, .svg or .png; without it the table is printed.")
@words.limits
def command(
    game: str,
    template: str,
    parameters: dict[str, str],
    misere: bool,
    kind: str | None,
    output: Path | None,
    **limits: Any,
) -> None:
    """Tell the nimbers of many positions of GAME in a table.

    TEMPLATE is a position with one or two ranges in it: 0..8,0..8 for two piles, 1..4x1..6 for
    boards, 3,0..9,0..9 where one pile stays as it is; a parameter may be a range as well, as in
    -p k=1..5. Short: 8x8 for two ranges, 20 for one.
    """
    from nimatron.drawing.files import ending, write
    from nimatron.drawing.tables import kind_of, table
    from nimatron.drawing.tables_drawn import table_csv, table_png, table_svg, table_text
    from nimatron.games import games

    to = ending(output, (".txt", ".csv", ".svg", ".png")) if output is not None else ""
    found = table(
        games[game],
        template,
        kind=kind_of(kind or ("outcome" if misere else "nimber")),
        convention="misere" if misere else "normal",
        parameters=parameters,
        limits=words.chosen_limits(**limits),
        progress=lambda done: words.status(f"{done} positions"),
    )
    words.status("")
    if output is None:
        click.echo("\n".join(table_text(found)))
    elif to == ".png":
        table_png(found, output)
    else:
        made = {".txt": _lines, ".csv": table_csv, ".svg": table_svg}[to](found)
        write(output, made)
    if found.open:
        click.echo(f"{found.open} positions were too large to decide: they are left open", err=True)


def _lines(found: Any) -> str:
    from nimatron.drawing.tables_drawn import table_text

    return "\n".join(table_text(found)) + "\n"
