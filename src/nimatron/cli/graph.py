"""nimatron graph: the game graph of a position, and explicit game graphs from files."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import click

from nimatron.cli import words
from nimatron.whole import whole_file


class _Graph(click.Group):
    """A group whose commands come first, and else a game: `graph solve FILE`, `graph nim 3,2,1`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            raise click.UsageError("expected a game and a position, or `solve` and a file", ctx)
        if args[0] not in ("solve", "draw", *ctx.help_option_names):
            args = ["draw", *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=_Graph, options_metavar="", subcommand_metavar="GAME POSITION [OPTIONS] | solve FILE"
)
def command() -> None:
    """Game graphs: positions are vertices, moves are arrows.

    `nimatron graph nim 3,2,1 -o nim.svg` draws all that can be reached from a position: lost
    positions are orange squares, won ones blue circles, in layers by how long play lasts, and
    winning moves are bold. `nimatron graph solve FILE` solves a graph that a file describes.
    """


@command.command("draw")
@words.game_position
@words.output("A file ending in .svg or .dot; without it the positions are listed.")
@click.option(
    "--near",
    type=click.IntRange(min=1),
    help="Only the part near the start: positions so many moves away.",
)
@click.option(
    "--most",
    type=click.IntRange(1, 20_000),
    default=2000,
    show_default=True,
    help="Positions that are drawn at most.",
)
def draw(
    game: str,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    as_json: bool,
    output: Path | None,
    near: int | None,
    most: int,
) -> None:
    """Draw the graph of all that can be reached from POSITION of GAME."""
    from nimatron.drawing.files import ending, write
    from nimatron.drawing.graphs import game_graph, graph_dot, graph_svg, listed

    kind = ending(output, (".svg", ".dot")) if output is not None else ""
    question = words.asked(game, position, parameters, misere)
    graph = game_graph(
        question.rules,
        question.position,
        question.convention,
        most,
        near=near,
        game=question.game,
    )
    if output is not None:
        write(output, graph_dot(graph) if kind == ".dot" else graph_svg(graph) + "\n")
    if as_json:
        words.print_json(graph.to_json())
    elif output is None:
        click.echo("\n".join(listed(graph)))
    undecided = sum(1 for vertex in graph.vertices if vertex.outcome is None)
    if undecided:
        click.echo(f"{undecided} positions were too large to decide: they are left open", err=True)


@command.command("solve")
@click.argument("file", type=click.Path(path_type=Path))
@words.misere
@words.as_json
@words.output("A file.")
def solve_file(file: Path, misere: bool, as_json: bool, output: Path | None) -> None:
    """Solve every vertex of the graph in FILE: CSV, edge list, GraphML or .npz.

    Prints vertex, outcome (N, P or draw), nimber and remoteness. With cycles a nimber may be
    infinite: inf(0 2) has options with the nimbers 0 and 2. `-o FILE.npz` writes arrays,
    `-o FILE.json` one JSON object.
    """
    from nimatron.solve.graphs import solve_graph
    from nimatron.solve.graphs_files import read_graph, write_arrays, write_csv, write_json

    found = solve_graph(read_graph(file), "misere" if misere else "normal")
    counts = found.counts()
    ending = output.suffix.lower() if output is not None else ""
    if output is not None and ending == ".npz":
        with whole_file(output, encoding=None) as arrays:
            write_arrays(found, arrays)
    else:
        with whole_file(output) if output is not None else nullcontext(sys.stdout) as out:
            (write_json if as_json or ending == ".json" else write_csv)(found, out)
    click.echo(
        f"{found.graph.size} vertices by {found.method}: the first player wins {counts['N']}, "
        f"the second {counts['P']}, draws: {counts['draw']}",
        err=True,
    )
