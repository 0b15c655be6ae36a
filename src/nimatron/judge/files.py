"""Input from a file or a pipe; output to a pipe, or to a file that is replaced when it is whole."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from nimatron.errors import UsageError

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
    path = Path(name)
    try:
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
            with path.open("w", encoding="utf-8", newline="\n") as pipe:
                _to_pipe(lines, pipe)
            return
        _beside(lines, path.resolve())
    except BrokenPipeError:
        raise
    except OSError as e:
        raise UsageError("a file that can be written", name, hint=(e.strerror or "").lower()) from e


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


def _beside(lines: Iterable[str], path: Path) -> None:
    handle, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123 - a handle
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
        Path(beside).chmod(mode)
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
