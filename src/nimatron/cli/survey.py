"""nimatron survey: every octal game of a pattern."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from nimatron.cli.progress import bar

if TYPE_CHECKING:
    from nimatron.sequences.survey import Row

COLUMNS = ("code", "status", "period", "preperiod", "last exception", "largest", "heaps", "seconds",
           "same values as")  # fmt: skip


@click.command()
@click.argument("pattern")
@click.option("--to", required=True, type=click.IntRange(min=1), help="Heaps of each game.")
@click.option("--jobs", type=click.IntRange(min=1), help="Games at once; all cores by default.")
@click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster.")
@click.option("--format", "style", type=click.Choice(["table", "csv", "json"]), default="table")
@click.option("--data", help="Folder for saved progress, or `off`.")
def command(
    pattern: str, to: int, jobs: int | None, cluster: str | None, style: str, data: str | None
) -> None:
    """Run every octal game of PATTERN, in which each d is any digit: 0.ddd has 512 codes.

    Games with the same values, up to a shift of all heaps, are named once, with the reason.
    Finished games are saved, so a survey that was interrupted goes on where it was.
    """
    from nimatron.sequences import runners
    from nimatron.sequences.saved import Results
    from nimatron.sequences.survey import jobs_of, survey, table

    games = jobs_of(pattern, to, "off" if cluster else data)
    runner = runners.on_cluster(cluster) if cluster else runners.on_cores(jobs)
    results = Results(data)
    with bar(pattern, len(games)) as watch:
        rows = table(list(survey(games, runner, results.known(), results.keep, watch)))
    sys.stdout.write(shown(rows, style))


def shown(rows: list[Row], style: str) -> str:
    """The rows as a table, CSV or JSON."""
    if style == "json":
        return json.dumps([asdict(row) for row in rows], ensure_ascii=False) + "\n"
    lines = [_cells(row) for row in rows]
    if style == "csv":
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([COLUMNS, *lines])
        return out.getvalue()
    widths = [max(len(cells[i]) for cells in [COLUMNS, *lines]) for i in range(len(COLUMNS))]
    text = []
    for cells in [COLUMNS, *lines]:
        right = [cell.rjust(w) for cell, w in zip(cells[2:-1], widths[2:-1], strict=True)]
        left = [cell.ljust(w) for cell, w in zip(cells[:2], widths[:2], strict=True)]
        text.append("  ".join([*left, *right, cells[-1]]).rstrip())
    proved = sum(row.status == "proved" for row in rows)
    text.append(f"{len(rows)} codes, {proved} with a proved period")
    return "\n".join(text) + "\n"


def _cells(row: Row) -> tuple[str, ...]:
    period = f"{row.period}+{row.saltus}" if row.saltus else row.period
    numbers = (period, row.preperiod, row.last_exception, row.largest, row.checked_to)
    same = f"{row.same_as} ({row.because})" if row.same_as else ""
    shown = ["-" if number is None else str(number) for number in numbers]
    return (row.code, row.status, *shown, f"{row.seconds:.3f}", same)
