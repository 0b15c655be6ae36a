"""nimatron layers: boards whose positions do not fit into memory, from files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nimatron.cli import words

_SHOWN = 12


@click.command()
@words.game_position
@click.option(
    "--folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the files are kept; the same folder goes on where it was.",
)
@click.option("--remoteness", is_flag=True, help="Find how long the game lasts at best play.")
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, help="Jobs at once; 1 if left out."
)
@click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster that sees the folder.")
@click.option(
    "--part-size",
    type=click.IntRange(min=1),
    default=1 << 22,
    help="Positions in one job, more or less.",
)
def command(
    game: str,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    as_json: bool,
    folder: Path,
    remoteness: bool,
    workers: int,
    cluster: str | None,
    part_size: int,
) -> None:
    """Solve POSITION of GAME layer by layer, with its positions in files of a folder.

    For boards whose moves use up cells: cram, kings, chomp... A layer is all positions with
    equally many used cells. Whatever ends this, the same command goes on from the last record.
    """
    from nimatron.solve.layers import runners
    from nimatron.solve.layers.run import solve_layers

    question = words.asked(game, position, parameters, misere)
    at_once = runners.in_threads(workers) if workers > 1 else runners.in_turn()
    found = solve_layers(
        question.rules,
        question.position,
        folder,
        question.convention,
        lengths=remoteness,
        part_size=part_size,
        runner=runners.on_cluster(cluster) if cluster else at_once,
        watch=words.status,
    )
    words.status("")
    told = _told(question, found)
    if as_json:
        words.print_json(told)
        return
    play = "misère play" if misere else "normal play"
    click.echo(f"{question.game.name} {words.cut(told['position'])}, {play}: "
               f"the {told['winner']} player wins.")  # fmt: skip
    table = [] if found.grundy is None else [("nimber", str(found.grundy))]
    if found.remoteness is not None:
        table.append(("length", f"{found.remoteness} moves if the winner hurries"))
    shown = told["winning_moves"]
    table += [("move", words.cut(move)) for move in shown[:_SHOWN]]
    table += [("", f"and {len(shown) - _SHOWN} more")] if len(shown) > _SHOWN else []
    why = f"all {found.positions} positions were solved in {len(found.layers)} layers"
    table.append(("why", f"{why} (images of each other counted once), kept in {folder}"))
    words.rows(table)


def _told(question: Any, found: Any) -> dict[str, Any]:
    rules, at = question.rules, question.position
    return {
        "game": question.game.slug,
        "position": rules.text(at),
        "convention": str(question.convention),
        "outcome": str(found.outcome),
        "winner": "first" if str(found.outcome) == "N" else "second",
        "grundy": found.grundy,
        "remoteness": found.remoteness,
        "winning_moves": [rules.move_text(at, move) for move in found.winning],
        "method": "layers",
        "positions": found.positions,
        "layers": [
            {"used": layer.used, "positions": layer.positions, "lost": layer.lost}
            for layer in found.layers
        ],
    }
