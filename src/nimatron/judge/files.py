"""Input from a file or a pipe; output to a pipe, or to a file that is replaced when it is whole."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from nimatron.errors import UsageError
from nimatron.whole import whole_file

_HELD = 1 << 22  # characters kept back, so that a small input with an error prints nothing


@contextmanager
def opened(name: str | None) -> Iterator[IO[bytes]]:
    """A file to read from; standard input without a name or for `-`."""
    if name is None or name == "-":
        held = getattr(sys.stdin, "buffer", None)
        yield held if held is not None else io.BytesIO(sys.stdin.read().encode())
        return
    try:
        file = Path(name).open("rb")  # noqa: SIM115 - closed below
    except OSError as e:
        raise UsageError("a file that can be read", name, hint=(e.strerror or "").lower()) from e
    with file:
        yield file


def write(lines: Iterable[str], name: str | None) -> None:
    """Write lines to standard output, or to a file that appears only when all are written."""
    if name is None or name == "-":
        _to_pipe(lines, sys.stdout, at_once=sys.stdin is not None and sys.stdin.isatty())
        return
    with whole_file(name) as file:
        _to_pipe(lines, file)


def _to_pipe(lines: Iterable[str], pipe: IO[str], *, at_once: bool = False) -> None:
    held: list[str] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line) + 1
        if size > _HELD or at_once:
            write_all("\n".join(held) + "\n", pipe)
            held.clear()
            if at_once:
                pipe.flush()
                size = 0
            else:
                size = _HELD // 2  # once it began, it goes on in smaller pieces
    if held:
        write_all("\n".join(held) + "\n", pipe)
    pipe.flush()


def write_all(text: str, pipe: IO[str]) -> None:
    """Write the whole text or fail: of one large piece Python's own buffers may lose the end
    without a word when a disk is full."""
    pipe.flush()
    try:
        handle = pipe.fileno()
    except (OSError, ValueError):  # no file behind it
        pipe.write(text)
        return
    left = memoryview(text.encode(getattr(pipe, "encoding", None) or "utf-8"))
    while left:
        left = left[os.write(handle, left) :]
