"""nimatron period: the period of a heap game, and whether it is proved."""

from __future__ import annotations

import click

from nimatron.cli import words
from nimatron.cli.progress import bar


@click.command()
@click.argument("code")
@click.option("--to", required=True, type=click.IntRange(min=1), help="How many heaps at most.")
@words.as_json
@words.parameters()
@click.option("--data", help="Folder for saved progress, or `off`.")
def command(
    code: str, to: int, as_json: bool, parameters: dict[str, str], data: str | None
) -> None:
    """Look for the period of the game CODE among the heaps below N.

    *proved*: it goes on for ever, by the theorem and over the range that are named. *observed*:
    it was seen to the bound and no further is known. *none*: none was found to the bound.
    """
    from nimatron.sequences.answers import saved_period
    from nimatron.sequences.named import heap_game

    game = heap_game(code, parameters)
    with bar(game.key, to) as watch:
        found = saved_period(game, to, data, watch)
    if as_json:
        import json
        from dataclasses import asdict

        click.echo(json.dumps({"code": game.key, **asdict(found)}, ensure_ascii=False))
        return
    if found.status == "none":
        click.echo(f"{game.key}: no period found among the heaps below {found.checked_to}")
    else:
        more = f", saltus {found.saltus}" if found.saltus else ""
        click.echo(
            f"{game.key}: period {found.period} after {found.preperiod}{more}, {found.status}"
        )
    if found.last_exception is not None:
        click.echo(f"last exception: {found.last_exception}")
    click.echo(f"largest nimber: {found.largest} (heap {found.largest_at})")
    if found.rare:
        click.echo(f"rare heaps: {found.rare} of {found.checked_to}")
    click.echo(f"why: {found.why}")
