"""nimatron verify: claims against brute force."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nimatron.cli import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nimatron.game import Game
    from nimatron.solve.verify import Report

_WIDE = 40  # of what the progress bar says it is looking at


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

    reports = _reports([games[game]] if game else list(games.values()), bound)
    if as_json:
        words.print_json(
            [
                {
                    "game": r.game,
                    "claim": r.claim.name,
                    "convention": str(r.claim.convention),
                    "to_size": r.bound,
                    "positions": r.applied,
                    "status": r.status,
                    "counterexample": r.counterexample or None,
                }
                for r in reports
            ]
        )
    else:
        _table(reports)
    false = [r for r in reports if r.counterexample]
    for r in false:
        click.echo(f"nimatron: {r.game} {r.claim.name} is false at {r.counterexample}", err=True)
    if false:
        raise click.exceptions.Exit(1)


def _reports(chosen: Sequence[Game], bound: int | None) -> list[Report]:
    from nimatron.cli.progress import bar
    from nimatron.solve.verify import verify

    found = []
    with bar("claims", len(chosen)) as told:
        for done, one in enumerate(chosen):

            def looked_at(where: str, done: int = done) -> None:
                if told is not None:
                    told(done, f"{words.cut(where, _WIDE):<{_WIDE}}")

            found += verify(one, bound, looked_at)
    return found


def _table(reports: list[Report]) -> None:
    names = [f"{r.game} {r.claim.name}" for r in reports]
    wide = max(map(len, names), default=0)
    click.echo(f"{'claim':<{wide}}  to size  positions  status")
    for name, r in zip(names, reports, strict=True):
        how = "holds on all of them" if r.status == "holds" else r.status
        click.echo(f"{name:<{wide}}  {r.bound:>7}  {r.applied:>9}  {how}")
