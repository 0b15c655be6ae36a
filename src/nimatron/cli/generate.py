"""nimatron generate: tests for a format of a contest."""

from __future__ import annotations

import click

from nimatron.cli.answer import format_name as format_argument


@click.command()
@format_argument
@click.option("--seed", type=int, default=0, show_default=True, help="The same gives the same.")
@click.option(
    "--size", type=click.IntRange(min=1), default=100, show_default=True, help="About how many."
)
@click.option("--largest", type=click.IntRange(min=0), help="No number larger than this.")
@click.option("-o", "--output", help="A file instead of standard output.")
def command(
    format_name: str, seed: int, size: int, largest: int | None, output: str | None
) -> None:
    """Print a random input of FORMAT with about SIZE numbers, half of its cases lost."""
    from nimatron.judge.files import write
    from nimatron.judge.formats import load_format
    from nimatron.judge.formats.generating import generate

    write(generate(load_format(format_name), seed, size, largest), output)
