"""A progress bar on standard error, only where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Told(Protocol):
    """Called with how much is done, and with another title if that changes."""

    def __call__(self, done: int, title: str = "") -> None: ...


@contextmanager
def bar(title: str, total: int) -> Iterator[Told | None]:
    """Give a function that is told how much is done; None where nobody looks.

    The time that remains is guessed from the speed of the last half minute.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)

        def told(done: int, title: str = "") -> None:
            progress.update(task, completed=min(done, total), description=title or None)

        yield told
