"""Series of numbers and records, saved so that a kill or a full disk spoils nothing.

A series grows by chunks, each written in one transaction of SQLite in WAL mode: it is there
wholly or not at all. A chunk carries a SHA-256 of its place and contents. Reading stops before
the first chunk that is missing or does not match; what is after it is computed again.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nimatron.archive.versions import UNREADABLE, bring_up_to_date, reason
from nimatron.errors import StoreError
from nimatron.version import __version__

NAME = "archive.sqlite"
_WAIT = 20.0  # seconds for another process to finish its transaction

_STEPS = (
    """
CREATE TABLE IF NOT EXISTS series (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, version INTEGER NOT NULL,
    changed TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, UNIQUE (key, version));
CREATE TABLE IF NOT EXISTS chunks (
    series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, stop INTEGER NOT NULL, width INTEGER NOT NULL,
    packed BLOB NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (series, start)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL,
    body TEXT NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (kind, key, version)) WITHOUT ROWID
""",
    "ALTER TABLE series ADD COLUMN writer TEXT NOT NULL DEFAULT ''",
)
"""The formats of the file, each as the change from the one before."""


@dataclass(frozen=True)
class Series:
    """One line of the list of what is saved."""

    key: str
    version: int
    stop: int
    chunks: int
    size: int
    changed: str
    writer: str
    """The version of Nimatron that wrote it last; empty if that was before it was noted."""


@dataclass(frozen=True)
class Chunk:
    """Numbers start..stop-1 of a series, `width` bytes each, little-endian."""

    start: int
    stop: int
    width: int
    data: bytes


class Store:
    """The archive of a folder, made when it is first opened."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        with _said("open the archive", self.path):
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            bring_up_to_date(self._db, self.path, _STEPS)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def append(self, key: str, version: int, chunk: Chunk) -> int:
        """Add a chunk if it starts where the series ends; give where the series ends then."""
        with _said("save to", self.path):
            packed = zlib.compress(chunk.data, 1)
            with self._transaction():
                self._db.execute(
                    "INSERT OR IGNORE INTO series (key, version) VALUES (?, ?)", (key, version)
                )
                series = self._id(key, version)
                stop = self._stop(series)
                if chunk.start != stop:
                    return stop
                check = _checksum(key, version, chunk.start, chunk.stop, chunk.width, packed)
                self._db.execute(
                    "INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?)",
                    (series, chunk.start, chunk.stop, chunk.width, packed, check),
                )
                self._db.execute(
                    "UPDATE series SET changed = CURRENT_TIMESTAMP, writer = ? WHERE id = ?",
                    (__version__, series),
                )
            return chunk.stop

    def chunks(self, key: str, version: int) -> Iterator[Chunk]:
        """The chunks of a series in order, up to the first that is missing or spoilt."""
        with _said("read", self.path):
            series, reached = self._id(key, version), 0
            rows = self._db.execute(
                "SELECT start, stop, width, packed, checksum FROM chunks WHERE series = ? "
                "ORDER BY start",
                (series,),
            )
            for start, stop, width, packed, checksum in rows:
                chunk = _unpacked(key, version, start, stop, width, packed, checksum)
                if chunk is None or start != reached:
                    return
                reached = stop
                yield chunk

    def cut(self, key: str, version: int, stop: int) -> None:
        """Drop the chunks of a series that do not end by `stop`."""
        with _said("write to", self.path), self._transaction():
            self._db.execute(
                "DELETE FROM chunks WHERE series = ? AND stop > ?", (self._id(key, version), stop)
            )

    def series(self) -> list[Series]:
        """All that is saved, by key."""
        with _said("read", self.path):
            rows = self._db.execute(
                "SELECT key, version, COALESCE(MAX(stop), 0), COUNT(stop), "
                "COALESCE(SUM(LENGTH(packed)), 0), changed, writer FROM series "
                "LEFT JOIN chunks ON series = id GROUP BY id ORDER BY key, version"
            )
            return [Series(*row) for row in rows]

    def spoilt(self) -> list[str]:
        """One line for each series or record that cannot be read to its end."""
        found = []
        for each in self.series():
            reached = 0
            for chunk in self.chunks(each.key, each.version):
                reached = chunk.stop
            if reached < each.stop:
                found.append(f"{each.key}: good to {reached} of {each.stop}")
        with _said("read", self.path):
            for kind, key, version, body, checksum in self._db.execute("SELECT * FROM records"):
                if _record_checksum(kind, key, version, body) != checksum:
                    found.append(f"{kind} {key}: a record that does not match its checksum")
            complaint = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        return found if complaint == "ok" else [*found, f"{self.path}: {complaint}"]

    def clear(self, key: str | None = None) -> int:
        """Remove a series, or everything; give how many series went."""
        with _said("write to", self.path):
            with self._transaction():
                if key is None:
                    gone = self._db.execute("DELETE FROM series").rowcount
                    self._db.execute("DELETE FROM records")
                else:
                    gone = self._db.execute("DELETE FROM series WHERE key = ?", (key,)).rowcount
            self._db.execute("VACUUM")
        return gone

    def put(self, kind: str, key: str, version: int, body: Any) -> None:
        """Save a record, in place of an older one of the same key."""
        text = json.dumps(body, sort_keys=True)
        with _said("save to", self.path), self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?)",
                (kind, key, version, text, _record_checksum(kind, key, version, text)),
            )

    def record(self, kind: str, key: str, version: int) -> Any:
        """One record, or None if there is none or it is spoilt."""
        with _said("read", self.path):
            row = self._db.execute(
                "SELECT body, checksum FROM records WHERE kind = ? AND key = ? AND version = ?",
                (kind, key, version),
            ).fetchone()
            if row is None or _record_checksum(kind, key, version, row[0]) != row[1]:
                return None
            return json.loads(row[0])

    def records(self, kind: str, version: int) -> dict[str, Any]:
        """The records of a kind by key, without those that are spoilt."""
        with _said("read", self.path):
            rows = self._db.execute(
                "SELECT key, body, checksum FROM records WHERE kind = ? AND version = ?",
                (kind, version),
            )
            return {
                key: json.loads(body)
                for key, body, checksum in rows
                if _record_checksum(kind, key, version, body) == checksum
            }

    def _id(self, key: str, version: int) -> int:
        row = self._db.execute(
            "SELECT id FROM series WHERE key = ? AND version = ?", (key, version)
        ).fetchone()
        return int(row[0]) if row else -1

    def _stop(self, series: int) -> int:
        row = self._db.execute("SELECT MAX(stop) FROM chunks WHERE series = ?", (series,))
        return int(row.fetchone()[0] or 0)


def _unpacked(
    key: str, version: int, start: int, stop: int, width: int, packed: bytes, checksum: bytes
) -> Chunk | None:
    # What a damaged file holds in the place of bytes may be anything.
    if type(packed) is not bytes or _checksum(key, version, start, stop, width, packed) != checksum:
        return None
    data = zlib.decompress(packed)
    return Chunk(start, stop, width, data) if len(data) == (stop - start) * width else None


def _checksum(key: str, version: int, start: int, stop: int, width: int, packed: bytes) -> bytes:
    place = json.dumps([key, version, start, stop, width]).encode()
    return hashlib.sha256(place + b"\n" + packed).digest()


def _record_checksum(kind: str, key: str, version: int, body: str) -> bytes:
    return hashlib.sha256(json.dumps([kind, key, version, body]).encode()).digest()


@contextmanager
def _said(action: str, path: Path) -> Iterator[None]:
    """Say what failed in one line."""
    try:
        yield
    except (*UNREADABLE, OSError, OverflowError) as e:
        raise StoreError(
            f"could not {action} {path}: {reason(e)}; try another folder, or `--data off` to save"
            " nothing"
        ) from e
