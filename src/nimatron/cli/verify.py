"""nimatron verify: claims against brute force."""

from __future__ import annotations

import sys

import click

from nimatron.cli import words


@click.command()
@click.argument("game", type=words.GameName(), required=False)
@click.option(
    "--up-to",
    "bound",
    type=click.IntRange(min=1, max=1000),
    help="How large the small positions may be (counters, cells); each game has its own default.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def command(game: str | None, bound: int | None, as_json: bool) -> None:
    """Check the claims of GAME, or of all games, by brute force on all small positions.

    Exit code 1 if a claim is false, with the first counterexample.
    """
    from nimatron.games import games
    from nimatron.solve.verify import verify

    chosen = [games[game]] if game else list(games.values())
    reports = []
    for place, one in enumerate(chosen, 1):
        _progress(f"[{place}/{len(chosen)}] {one.slug}")
        reports += verify(one, bound, _progress)
    _progress("")
    if as_json:
        words.print_json(
            [
                {
                    "game": r.game,
                    "claim": r.claim.name,
                    "convention": str(r.claim.convention),
                    "positions": r.applied,
                    "status": r.status,
                    "counterexample": r.counterexample or None,
                }
                for r in reports
            ]
        )
    else:
        wide = max((len(f"{r.game} {r.claim.name}") for r in reports), default=0)
        for r in reports:
            click.echo(
                f"{f'{r.game} {r.claim.name}':<{wide}}  {r.applied:>7} positions  {r.status}"
            )
    false = [r for r in reports if r.counterexample]
    for r in false:
        click.echo(f"nimatron: {r.game} {r.claim.name} is false at {r.counterexample}", err=True)
    if false:
        raise click.exceptions.Exit(1)


def _progress(where: str) -> None:
    """One line on a terminal, written over each time."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{words.cut(where, 70)}", err=True, nl=False)
