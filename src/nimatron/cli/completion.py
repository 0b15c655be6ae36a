"""nimatron completion: a script for the shell."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for SHELL; for bash: eval "$(nimatron completion bash)"."""
    from click.shell_completion import get_completion_class

    from nimatron.cli import cli

    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(cli, {}, "nimatron", "_NIMATRON_COMPLETE").source())
