"""nimatron graph: explicit game graphs from files."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import click

from nimatron.errors import ParameterError


@click.group()
def command() -> None:
    """Game graphs: positions are vertices, moves are arrows."""


@command.command("solve")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--misere", is_flag=True, help="Who cannot move wins.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file.")
def solve_file(file: Path, misere: bool, as_json: bool, output: Path | None) -> None:
    """Solve every vertex of the graph in FILE: CSV, edge list, GraphML or .npz.

    Prints vertex, outcome (N, P or draw), nimber and remoteness. With cycles a nimber may be
    infinite: inf(0 2) has options with the nimbers 0 and 2.
    """
    from nimatron.solve.graphs import solve_graph
    from nimatron.solve.graphs_files import read_graph, write_csv, write_json

    found = solve_graph(read_graph(file), "misere" if misere else "normal")
    counts = found.counts()
    try:
        place = nullcontext(sys.stdout) if output is None else output.open("w", encoding="utf-8")
    except OSError as e:
        raise ParameterError("a file that can be written", str(output), hint=str(e)) from None
    with place as out:
        (write_json if as_json else write_csv)(found, out)
    click.echo(
        f"{found.graph.size} vertices by {found.method}: the first player wins {counts['N']}, "
        f"the second {counts['P']}, {counts['draw']} are draws",
        err=True,
    )
