"""Files that take their place when they are whole: a kill or a full disk leaves what was there."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from nimatron.errors import UsageError


@contextmanager
def whole_file(name: str | Path, encoding: str | None = "utf-8") -> Iterator[IO[Any]]:
    """A file to write, of bytes if there is no encoding; what fails is told in one line.

    It is written beside its place and flushed to the disk before it goes there.
    """
    try:
        path = _resolved(name)
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
            with _opened(path, encoding) as file:
                yield file
            return
        handle, beside = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
        try:
            with _opened(handle, encoding) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
            Path(beside).chmod(mode)
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except BrokenPipeError:
        raise
    except (OSError, UnicodeError) as e:
        reason = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
        raise UsageError("a file that can be written", str(name), hint=reason.lower()) from e


def _resolved(name: str | Path) -> Path:
    try:
        return Path(name).resolve()
    except ValueError as e:  # a name that no file can have
        raise OSError(str(e)) from e


def _opened(file: Path | int, encoding: str | None) -> IO[Any]:
    if encoding is None:
        return open(file, "wb")  # noqa: PTH123 - a handle, closed by the caller
    return open(file, "w", encoding=encoding, newline="\n")  # noqa: PTH123


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
