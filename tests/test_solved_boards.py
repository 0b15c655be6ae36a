"""Boards that were solved are kept, and what is spoilt or of another engine is never used."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nimatron.archive import solved_boards
from nimatron.archive.solved_boards import SolvedBoard, board_key, load, save
from nimatron.cli.store import command as store
from nimatron.games.cram import Cram
from nimatron.games.kings import Kings
from nimatron.solve import solved
from nimatron.solve.ask import solve
from nimatron.solve.limits import Limits
from nimatron.solve.search import search
from nimatron.values import Convention, Outcome

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
CRAM = Cram(5, 5)
MASKS = list(CRAM.masks() or ())
TRUE = SolvedBoard("Cram 5x5", 0, (), 1234, 1.5)
WON = SolvedBoard("Cram 5x5", 3, (MASKS[0][1],), 1234, 1.5)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "archive.sqlite"


def changed(archive: Path, statement: str, *values: Any) -> None:
    with sqlite3.connect(archive) as db:
        assert db.execute(statement, values).rowcount == 1


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    assert load(tmp_path, MASKS, 0) is None
    save(tmp_path, MASKS, 0, TRUE)
    assert load(tmp_path, MASKS, 0) == TRUE
    assert load(tmp_path, MASKS, 1) is None
    save(tmp_path, MASKS, 1, WON)
    assert load(tmp_path, MASKS, 1) is None  # says that a used cell is covered
    save(tmp_path, MASKS, 0, WON)
    assert load(tmp_path, MASKS, 0) == WON
    assert [board.name for board in solved_boards.solved_boards(tmp_path)] == ["Cram 5x5"] * 2


def test_the_key_is_made_of_moves_and_position_not_of_names() -> None:
    kings = list(Kings(5, 5).masks() or ())
    keys = {board_key(MASKS, 0), board_key(MASKS, 1), board_key(kings, 0), board_key(MASKS[1:], 0)}
    assert len(keys) == 4
    assert board_key(MASKS[::-1], 0) == board_key(MASKS, 0)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET body = replace(body, '1234', '1235')",
        "UPDATE records SET checksum = zeroblob(32)",
        "UPDATE records SET version = version + 1",
        "UPDATE records SET kind = 'survey'",
    ],
)
def test_spoilt_records_are_not_used(tmp_path: Path, archive: Path, statement: str) -> None:
    save(tmp_path, MASKS, 0, TRUE)
    changed(archive, statement)
    assert load(tmp_path, MASKS, 0) is None


@pytest.mark.parametrize(
    "wrong",
    [
        replace(TRUE, nimber=1),
        replace(TRUE, nimber=-1),
        replace(WON, nimber=0),
        replace(WON, lost=(7,)),
    ],
)
def test_what_cannot_be_right_is_not_used(tmp_path: Path, wrong: SolvedBoard) -> None:
    save(tmp_path, MASKS, 0, wrong)
    assert load(tmp_path, MASKS, 0) is None


def test_a_damaged_file_is_told_of_and_not_used(
    tmp_path: Path, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive.write_bytes(b"no database at all, but some text that is long enough")
    limits = Limits(data=str(tmp_path))
    assert solved.saved_board(CRAM, 0, limits) is None
    assert "solved boards cannot be read" in capsys.readouterr().err


@pytest.mark.skipif(INTERPRETED, reason="hundreds of times slower")
def test_a_solved_board_answers_at_once_next_time(
    tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solved, "_WORTH_KEEPING", 0)
    limits, cram = Limits(data=str(tmp_path)), Cram(4, 7)
    first = search(cram, 0, Convention.NORMAL, limits)
    assert (first.outcome, first.grundy, first.saved) == (Outcome.N, 3, False)
    monkeypatch.setattr(solved, "BoardSearch", None)  # another search would fail
    again = search(cram, 0, Convention.NORMAL, limits)
    assert again.saved
    assert (again.outcome, again.grundy, again.winning) == (first.outcome, 3, first.winning)
    with pytest.raises(TypeError):
        search(cram, 0, Convention.NORMAL, replace(limits, data="off"))


@pytest.mark.skipif(INTERPRETED, reason="hundreds of times slower")
def test_all_winning_moves_of_a_board(tmp_path: Path) -> None:
    found = solve("kings", "5x6", limits=Limits(data="off"))
    assert found.grundy == 3
    assert found.winning_moves
    assert not list(tmp_path.iterdir())
    for said in found.winning_moves:
        rules, at = found.rules, found.at
        assert rules is not None
        after = rules.after(at, rules.read_move(at, said))
        assert solve(rules, after, limits=Limits(data="off")).outcome is Outcome.P


def test_the_store_lists_boards(tmp_path: Path) -> None:
    save(tmp_path, MASKS, 0, TRUE)
    listed = CliRunner().invoke(store, ["list", "--data", str(tmp_path)])
    assert listed.stdout == "Cram 5x5: nimber 0, 1234 components looked into, 1.5 s\n"
