"""nimatron sequence: the nimbers of a heap game."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

import click

from nimatron.cli import words
from nimatron.cli.progress import bar
from nimatron.errors import ParameterError
from nimatron.whole import whole_file

FORMATS = ("plain", "bfile", "csv")


@click.command()
@click.argument("code")
@click.option("--to", required=True, type=click.IntRange(min=0), help="The last heap.")
@click.option(
    "--format", "style", type=click.Choice(FORMATS), default="plain", help="How it is written."
)
@words.output("A file.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="FILE.svg or .png.")
@click.option("--plot-rare", is_flag=True, help="Plot where rare heaps lie as well.")
@words.parameters()
@click.option("--data", help="Folder for saved progress, or `off`.")
def command(
    code: str,
    to: int,
    style: str,
    output: Path | None,
    plot: Path | None,
    plot_rare: bool,
    parameters: dict[str, str],
    data: str | None,
) -> None:
    """Print the nimbers of the heaps 0 to N of the game CODE, one a line.

    CODE is a take-and-break code (0.77, 4.007, 0.F), grundy, subtract:1,3,4, subtract:squares
    or the name of a game of one heap, whose parameters may follow: bachet -p k=4. A b-file has
    heap and nimber on each line, csv a header too. A long run saves itself, and goes on from
    there when it is asked for again.
    """
    from nimatron.sequences.named import heap_game
    from nimatron.sequences.stream import stream

    game = heap_game(code, parameters)
    if plot_rare and plot is None:
        raise ParameterError("--plot FILE.svg or FILE.png with --plot-rare")
    if plot is not None:
        from nimatron.sequences.plots import plot_sequence

        plot_sequence(game, to + 1, plot, rare=plot_rare)
        if output is None:
            return
    from nimatron.judge.files import write_all

    with bar(game.key, to + 1) as watch, opened_for_writing(output) as file:
        if style == "csv":
            file.write("heap,nimber\n")
        for first, values in stream(game, to + 1, data, watch):
            write_all(written(first, values, style), file)


def written(first: int, values: Iterable[int], style: str) -> str:
    """Lines for these nimbers of the heaps from the first on."""
    if style == "plain":
        return "".join(f"{value}\n" for value in values)
    between = " " if style == "bfile" else ","
    return "".join(f"{heap}{between}{value}\n" for heap, value in enumerate(values, first))


def opened_for_writing(output: Path | None) -> AbstractContextManager[IO[str]]:
    """The file, or standard output."""
    return nullcontext(sys.stdout) if output is None else whole_file(output)
