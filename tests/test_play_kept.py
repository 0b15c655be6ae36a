"""Games that are kept: saved, listed, loaded, deleted, by several at once."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nimatron.archive import games_played
from nimatron.archive.games_played import NAME, GamesPlayed
from nimatron.errors import StoreError, UsageError
from nimatron.play.session import begin
from nimatron.play.transcript import read, write


def test_a_game_is_kept_as_it_stood(tmp_path: Path) -> None:
    session = begin("nim", "1,2").play("take 1 from pile 1")
    with GamesPlayed(tmp_path) as games:
        number = games.save(write(session), game="nim", moves=1, name="Ann & <Bob>")
    with GamesPlayed(tmp_path) as games:
        saved = games.load(number)
        assert read(saved.transcript) == session
        assert (saved.name, saved.game, saved.moves) == ("Ann & <Bob>", "nim", 1)
        assert saved.result == "running"
        later = session.play("take 2 from pile 2")
        assert games.save(
            write(later), game="nim", moves=2, result="second", number=number
        ) == number  # fmt: skip
        assert read(games.load(number).transcript) == later
        assert [line.result for line in games.list()] == ["second"]
        games.delete(number)
        assert games.list() == []


def test_the_list_is_newest_first_and_by_name(tmp_path: Path) -> None:
    with GamesPlayed(tmp_path) as games:
        numbers = [games.save("x", game="nim", moves=0, name="ab"[i % 2]) for i in range(5)]
        assert [line.number for line in games.list()] == numbers[::-1]
        assert [line.number for line in games.list(most=2)] == numbers[:2:-1]
        assert [line.number for line in games.list(name="b")] == [numbers[3], numbers[1]]


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with GamesPlayed(tmp_path) as games:
        for number in (1, -1, 10**30):
            with pytest.raises(UsageError, match="number of a saved game"):
                games.load(number)
            with pytest.raises(UsageError, match="number of a saved game"):
                games.delete(number)
            with pytest.raises(UsageError, match="number of a saved game"):
                games.save("x", game="nim", moves=0, number=number)
        with pytest.raises(UsageError, match="characters"):
            games.save("x" * 1_000_001, game="nim", moves=0)
        for name in ("a\nb", " a", "x" * 101):
            with pytest.raises(UsageError, match="printable"):
                games.save("x", game="nim", moves=0, name=name)
        monkeypatch.setattr(games_played, "MOST", 1)
        games.save("x", game="nim", moves=0)
        with pytest.raises(StoreError, match="delete some"):
            games.save("x", game="nim", moves=0)


def test_several_save_at_once(tmp_path: Path) -> None:
    with GamesPlayed(tmp_path) as one, GamesPlayed(tmp_path) as two:
        with ThreadPoolExecutor(4) as pool:
            jobs = [
                pool.submit((one, two)[i % 2].save, str(i), game="nim", moves=i) for i in range(40)
            ]
            numbers = {job.result() for job in jobs}
        assert len(numbers) == 40 and len(two.list()) == 40


def test_a_file_of_another_format_is_left_alone(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / NAME)
    db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(StoreError, match="format 99"):
        GamesPlayed(tmp_path)
    (tmp_path / NAME).write_bytes(b"no database at all, not even nearly" * 100)
    with pytest.raises(StoreError, match="could not open"):
        GamesPlayed(tmp_path)
