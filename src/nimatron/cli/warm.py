"""nimatron warm: compile the fast part now."""

from __future__ import annotations

import time

import click


@click.command()
def command() -> None:
    """Compile the fast part now, so that the first use need not wait.

    What is compiled is kept beside the package, or in the folder NUMBA_CACHE_DIR.
    """
    from nimatron.sequences.warm import compile_all

    for name, seconds in compile_all(time.perf_counter):
        click.echo(f"{name}: {seconds:.2f} s")
