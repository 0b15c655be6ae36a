"""nimatron answer: the output that belongs to an input of a contest."""

from __future__ import annotations

import gc
from typing import Any

import click
from click.shell_completion import CompletionItem

from nimatron.cli import words


class FormatName(click.ParamType[str]):
    """A format that comes with Nimatron, or a TOML file; shells complete the names."""

    name = "format"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from nimatron.judge.formats import format_names

        return [CompletionItem(name) for name in format_names() if name.startswith(incomplete)]


format_name = click.argument("format_name", type=FormatName(), metavar="FORMAT")


def _list(ctx: click.Context, param: click.Parameter, wanted: bool) -> Any:
    if wanted:
        from nimatron.judge.formats import format_names, load_format

        words.rows([(name, load_format(name).about) for name in format_names()])
        ctx.exit()


@click.command()
@format_name
@click.argument("file_in", required=False)
@click.argument("file_out", required=False)
@click.option("--files", is_flag=True, help="Use the files that the format names, as nim.in.")
@click.option(
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=_list,
    help="List the formats.",
)  # fmt: skip
def command(format_name: str, file_in: str | None, file_out: str | None, files: bool) -> None:
    """Answer the input of FORMAT: from FILE_IN or standard input, to FILE_OUT or standard output.

    FORMAT is a name (--list tells them all) or a TOML file that describes one.
    """
    from nimatron.errors import UsageError
    from nimatron.judge.files import opened, write
    from nimatron.judge.formats import load_format
    from nimatron.judge.formats.answering import answers

    gc.disable()  # a million numbers make no cycles, and would be looked through again and again
    chosen = load_format(format_name)
    if files:
        if file_in or len(chosen.files) != 2:
            raise UsageError("--files for a format that names files, and no others", format_name)
        file_in, file_out = chosen.files
    try:
        with opened(file_in) as stream:
            write(answers(chosen, stream), file_out)
    finally:
        gc.enable()
