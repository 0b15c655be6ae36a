"""How saved files grow older: each format of a file is one step of SQL past the one before.

A file says by `user_version` how many steps it has been through. Opening it goes through those that
are left in one transaction, so a kill leaves the old file; a newer file is refused, not guessed at.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from nimatron.errors import StoreError

_LONGEST = 120  # characters of an error
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged file raises; sqlite3 does not say it all as an error of its own."""


def reason(error: Exception) -> str:
    """What went wrong with a file, in one line; of a damaged one SQLite quotes whole tables."""
    first, *more = str(error).splitlines() or [type(error).__name__]
    text = "".join(sign if sign.isprintable() else "?" for sign in first[:_LONGEST])
    return f"{text}..." if more or len(first) > _LONGEST else text


def bring_up_to_date(db: sqlite3.Connection, path: Path, steps: Sequence[str]) -> None:
    """Take a file that was just opened (in autocommit mode) to the format of the last step."""
    if _format(db) == len(steps):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        found = _format(db)
        if found > len(steps):
            raise StoreError(
                f"{path} has format {found} and this version reads format {len(steps)}; "
                "choose another folder, or remove the file"
            )
        for step in steps[found:]:
            for statement in step.split(";"):
                db.execute(statement)
        db.execute(f"PRAGMA user_version={len(steps)}")
    except BaseException:
        db.execute("ROLLBACK")
        db.close()
        raise
    db.execute("COMMIT")


def _format(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])
