"""nimatron check: whether the output of a program is right."""

from __future__ import annotations

import click

from nimatron.cli.answer import format_name as format_argument


@click.command()
@format_argument
@click.argument("file_in")
@click.argument("file_out")
def command(format_name: str, file_in: str, file_out: str) -> None:
    """Say whether FILE_OUT is a right output for the input FILE_IN of FORMAT.

    Where several outputs are right each of them will do. Exit code 0 if it is right, 1 if not.
    """
    from nimatron.judge.files import opened
    from nimatron.judge.formats import load_format
    from nimatron.judge.formats.checking import check

    with opened(file_in) as given, opened(file_out) as told:
        count = check(load_format(format_name), given, told)
    click.echo(f"right: {count} line{'s' if count != 1 else ''}")
