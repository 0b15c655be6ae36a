"""Files that are there wholly or not at all, and the records that say so.

Data is written beside its place, flushed to the disk and moved there; only then its record is
written in the same way. Who is killed in between leaves a file without a record, which is
written again.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from uuid import uuid4

from nimatron.errors import NimatronError

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNFINISHED = ".unfinished"
_AT_ONCE = 1 << 24  # bytes of which a checksum is taken at once


class LayersError(NimatronError):
    """A folder of layers that cannot be written or read, or whose files are damaged.

    Remedy: free space and run the same command again, it goes on where it was; a folder with
    damaged files is deleted and begun again.
    """


@contextmanager
def told(path: Path, doing: str = "write") -> Iterator[None]:
    """Failures of the system in one line: a full disk, a folder that cannot be written."""
    try:
        yield
    except OSError as e:
        reason = e.strerror or str(e)
        raise LayersError(
            f"cannot {doing} {path}: {reason}; what is finished is kept: mend that, and the same"
            " command goes on"
        ) from e


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes its place when it is whole and on the disk."""
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}{UNFINISHED}")
    with told(path):
        try:
            with unfinished.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except BaseException:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise


def _flush_names(folder: Path) -> None:
    """Make the new name last, where the system lets folders be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_record(path: Path, body: dict[str, Any]) -> None:
    """One JSON object with its checksum."""
    text = json.dumps(body, sort_keys=True)
    with written(path) as file:
        file.write(json.dumps({"body": text, "checksum": zlib.crc32(text.encode())}).encode())
    with told(path.parent):
        _flush_names(path.parent)


def read_record(path: Path) -> dict[str, Any] | None:
    """What a record says; None if there is none."""
    try:
        with told(path, "read"):
            whole = json.loads(path.read_bytes())
        text, checksum = whole["body"], whole["checksum"]
        if zlib.crc32(text.encode()) != checksum:
            raise ValueError
        body: dict[str, Any] = json.loads(text)
    except LayersError as e:
        if isinstance(e.__cause__, FileNotFoundError):
            return None
        raise
    except (ValueError, KeyError, TypeError, AttributeError):
        raise damaged(path) from None
    return body


def damaged(path: Path) -> LayersError:
    return LayersError(f"{path} is damaged; delete the folder {path.parent} and begin again")


class Array:
    """An array that is written piece by piece, with its checksum."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.count, self.checksum = file, 0, 0

    def add(self, piece: NDArray[Any]) -> None:
        data = piece.tobytes()
        self._file.write(data)
        self.count += len(piece)
        self.checksum = zlib.crc32(data, self.checksum)


def mapped(path: Path, kind: str, count: int, checksum: int) -> NDArray[Any]:
    """The array in a file, mapped into memory after its checksum was compared."""
    import numpy as np

    if not count:
        return np.empty(0, kind)
    with told(path, "read"):
        try:
            state = path.stat()
            whole = np.memmap(path, kind, "r")
        except (FileNotFoundError, ValueError):
            raise damaged(path) from None
    if len(whole) != count or _checksum(path, state.st_mtime_ns, state.st_size) != checksum:
        raise damaged(path)
    return np.asarray(whole)


@lru_cache(maxsize=1 << 16)
def _checksum(path: Path, _changed: int, _size: int) -> int:
    found = 0
    with told(path, "read"), path.open("rb") as file:
        while data := file.read(_AT_ONCE):
            found = zlib.crc32(data, found)
    return found
