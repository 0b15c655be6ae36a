"""Games that were played, finished or not: their transcripts with a line to find them by.

The texts are kept as they came; who reads one replays it and so checks it. One SQLite file of the
data folder in WAL mode, so that the page and the terminal may use it at once.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nimatron.archive.versions import UNREADABLE, bring_up_to_date, reason
from nimatron.errors import StoreError, UsageError

NAME = "games.sqlite"
LONGEST = 1_000_000
"""Characters of a transcript that is kept."""
MOST = 20_000
"""Games that are kept; more are refused."""
_LONGEST_NAME = 100
_WAIT = 20.0  # seconds for another process to finish its transaction

_SCHEMA = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, game TEXT NOT NULL,
    moves INTEGER NOT NULL, result TEXT NOT NULL, transcript TEXT NOT NULL,
    changed TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)
"""
_LINE = "number, name, game, moves, result, changed"


@dataclass(frozen=True)
class Line:
    """One line of the list of games."""

    number: int
    name: str
    game: str
    moves: int
    result: str
    """`running`, or how it ended."""
    changed: str
    """When it was saved last, in UTC."""


@dataclass(frozen=True)
class Saved(Line):
    """A game with its transcript."""

    transcript: str


class GamesPlayed:
    """The games of a folder; threads may share one."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._lock = threading.Lock()
        with self._told("open"):
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                self.path, timeout=_WAIT, isolation_level=None, check_same_thread=False
            )
            self._db.execute("PRAGMA journal_mode=WAL")
            bring_up_to_date(self._db, self.path, (_SCHEMA,))

    def __enter__(self) -> GamesPlayed:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def save(
        self,
        transcript: str,
        *,
        game: str,
        moves: int,
        result: str = "running",
        name: str = "",
        number: int | None = None,
    ) -> int:
        """Keep a game, in place of the one with this number if it is given; its number."""
        if len(transcript) > LONGEST:
            raise UsageError(f"a transcript of at most {LONGEST} characters", len(transcript))
        if len(name) > _LONGEST_NAME or not (name.isprintable() and name.strip() == name):
            raise UsageError(f"a name of at most {_LONGEST_NAME} printable characters", name)
        row = (name, game, moves, result, transcript)
        with self._told("save to"):
            if number is not None:
                changed = self._db.execute(
                    "UPDATE games SET name = ?, game = ?, moves = ?, result = ?, transcript = ?,"
                    " changed = CURRENT_TIMESTAMP WHERE number = ?",
                    (*row, _small(number)),
                ).rowcount
                if changed:
                    return number
                raise _unknown(number)
            if self._db.execute("SELECT COUNT(*) FROM games").fetchone()[0] >= MOST:
                raise StoreError(f"{MOST} games are saved; delete some to save more")
            done = self._db.execute(
                "INSERT INTO games (name, game, moves, result, transcript) VALUES (?, ?, ?, ?, ?)",
                row,
            )
            assert done.lastrowid is not None
            return done.lastrowid

    def list(self, *, most: int = 1000, name: str | None = None) -> list[Line]:
        """The games saved last, the newest first; only those of a name if one is given."""
        where, given = ("WHERE name = ? ", (name,)) if name is not None else ("", ())
        with self._told("read"):
            rows = self._db.execute(
                f"SELECT {_LINE} FROM games {where}ORDER BY changed DESC, number DESC LIMIT ?",
                (*given, most),
            ).fetchall()
        return [Line(*row) for row in rows]

    def load(self, number: int) -> Saved:
        """A game by its number."""
        with self._told("read"):
            row = self._db.execute(
                f"SELECT {_LINE}, transcript FROM games WHERE number = ?", (_small(number),)
            ).fetchone()
        if row is None:
            raise _unknown(number)
        return Saved(*row)

    def delete(self, number: int) -> None:
        """Forget a game."""
        with self._told("write to"):
            gone = self._db.execute(
                "DELETE FROM games WHERE number = ?", (_small(number),)
            ).rowcount
        if not gone:
            raise _unknown(number)

    @contextmanager
    def _told(self, action: str) -> Iterator[None]:
        """One at a time, and what failed in one line."""
        try:
            with self._lock:
                yield
        except (*UNREADABLE, OSError) as e:
            raise StoreError(
                f"could not {action} {self.path}: {reason(e)}; try another folder"
            ) from e


def _small(number: int) -> int:
    """A number that SQLite can hold; no game has a larger one."""
    return number if -(1 << 63) <= number < 1 << 63 else -1


def _unknown(number: int) -> UsageError:
    return UsageError("the number of a saved game", number, hint="list the saved games first")
