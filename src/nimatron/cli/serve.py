"""nimatron serve: the page, for a browser on this machine or near it."""

from __future__ import annotations

import contextlib
import sys

import click

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535),
              help="Port; 0 takes any that is free.  [default: 8000, or the next]")  # fmt: skip
@click.option("--rate", type=click.FloatRange(min=0, min_open=True), default=40.0,
              show_default=True, help="Requests a second that one visitor may make.")  # fmt: skip
@click.option("--patience", type=click.FloatRange(min=0.1), default=10.0, show_default=True,
              help="Seconds that a request may take to arrive.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=12.0, show_default=True,
              help="Seconds that a hard question may take.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True,
              help="Processes for pages; one more answers hard questions.")  # fmt: skip
@click.option("--data", "folder", metavar="FOLDER",
              help="Where games are saved; off saves none.")  # fmt: skip
def command(
    host: str,
    port: int | None,
    rate: float,
    patience: float,
    seconds: float,
    workers: int,
    folder: str | None,
) -> None:
    """Serve the page until interrupted (Ctrl-C)."""
    from nimatron.archive.folder import data_folder

    try:
        from nimatron.web.app import application
        from nimatron.web.guards import Rate
        from nimatron.web.server import bound, serve
    except ModuleNotFoundError as e:
        if (e.name or "").startswith("nimatron"):
            raise
        raise click.ClickException(
            f"the page needs {e.name}; try: pip install 'nimatron[web]'"
        ) from None
    app = application(
        rate=Rate(per_second=rate, at_once=5 * rate),
        hosts=frozenset((*_LOOPBACK, "[::1]")) if host in _LOOPBACK else frozenset(),
        folder=data_folder(folder),
        quick=workers,
        seconds=seconds,
    )
    listening = bound(host, port)
    where = f"[{host}]" if ":" in host else host
    click.echo(f"Nimatron is at http://{where}:{listening.getsockname()[1]}/ (Ctrl-C ends it)")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):
        serve(app, listening, patience)
    listening.close()
