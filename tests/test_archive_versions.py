"""Files that older versions wrote are read and brought up to date; newer ones are refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from nimatron.archive import versions
from nimatron.archive.store import NAME, Chunk, Store, _checksum, _record_checksum
from nimatron.errors import StoreError
from nimatron.version import __version__

# The file as the first format had it; never to be changed.
FORMAT_1 = """
CREATE TABLE series (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, version INTEGER NOT NULL,
    changed TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, UNIQUE (key, version));
CREATE TABLE chunks (
    series INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, stop INTEGER NOT NULL, width INTEGER NOT NULL,
    packed BLOB NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (series, start)) WITHOUT ROWID;
CREATE TABLE records (
    kind TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL,
    body TEXT NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (kind, key, version)) WITHOUT ROWID;
PRAGMA user_version=1;
"""
# zlib at level 1 of the bytes 0, 1, 2, 3, as it was written then.
PACKED = bytes.fromhex("7801636064620600000e0007")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / NAME) as db:
        db.executescript(FORMAT_1)
        db.execute("INSERT INTO series (key, version) VALUES ('0.77', 1)")
        check = _checksum("0.77", 1, 0, 4, 1, PACKED)
        db.execute("INSERT INTO chunks VALUES (1, 0, 4, 1, ?, ?)", (PACKED, check))
        body = '{"period": 12}'
        check = _record_checksum("verdict", "0.77", 1, body)
        db.execute("INSERT INTO records VALUES ('verdict', '0.77', 1, ?, ?)", (body, check))
    db.close()
    return tmp_path


def format_of(folder: Path) -> int:
    db = sqlite3.connect(folder / NAME)
    found = db.execute("PRAGMA user_version").fetchone()[0]
    db.close()
    return int(found)


def test_an_old_file_is_brought_up_to_date(old: Path) -> None:
    with Store(old) as store:
        assert [c.data for c in store.chunks("0.77", 1)] == [bytes(range(4))]
        assert store.records("verdict", 1) == {"0.77": {"period": 12}}
        assert store.spoilt() == [] and store.series()[0].writer == ""
        assert store.append("0.77", 1, Chunk(4, 5, 1, b"\4")) == 5
        assert store.series()[0].writer == __version__
    assert format_of(old) == 2
    with Store(old) as again:
        assert [c.stop for c in again.chunks("0.77", 1)] == [4, 5]


def test_a_step_that_fails_leaves_the_old_file(old: Path) -> None:
    db = sqlite3.connect(old / NAME, isolation_level=None)
    with pytest.raises(sqlite3.Error):
        versions.bring_up_to_date(
            db, old / NAME, ("", "ALTER TABLE series ADD COLUMN a TEXT; no such thing")
        )
    assert format_of(old) == 1
    with Store(old) as store:
        assert [c.data for c in store.chunks("0.77", 1)] == [bytes(range(4))]


def test_a_newer_file_is_refused(old: Path) -> None:
    with sqlite3.connect(old / NAME) as db:
        db.execute("PRAGMA user_version=3")
    db.close()
    with pytest.raises(StoreError, match="format 3 and this version reads format 2"):
        Store(old)
    assert format_of(old) == 3
