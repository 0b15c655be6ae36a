"""What is saved is there wholly or not at all, and nothing wrong is ever read."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive_sequences import compiled_only
from nimatron.archive.folder import data_folder
from nimatron.archive.store import NAME, Chunk, Store
from nimatron.errors import StoreError
from nimatron.sequences import saved
from nimatron.sequences.named import heap_game
from nimatron.sequences.periods import find_period
from nimatron.sequences.plain import plain_values
from nimatron.sequences.recomputed import value_again
from nimatron.sequences.running import Sequence
from nimatron.sequences.saved import SavedRun, saved_sequence
from nimatron.sequences.stream import stream


def chunk(start: int, stop: int) -> Chunk:
    return Chunk(start, stop, 1, bytes(n % 251 for n in range(start, stop)))


def data_of(store: Store, key: str) -> bytes:
    return b"".join(chunk.data for chunk in store.chunks(key, 1))


def test_chunks_are_read_back_in_order(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert store.append("a", 1, chunk(0, 300)) == 300
        assert store.append("a", 1, chunk(300, 1000)) == 1000
    with Store(tmp_path) as store:
        assert data_of(store, "a") == chunk(0, 1000).data
        assert data_of(store, "b") == b""
        assert [(s.key, s.stop, s.chunks) for s in store.series()] == [("a", 1000, 2)]


def test_a_chunk_that_does_not_fit_is_not_taken(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.append("a", 1, chunk(0, 300))
        assert store.append("a", 1, chunk(200, 400)) == 300
        assert store.append("a", 1, chunk(400, 500)) == 300
        assert store.append("a", 2, chunk(0, 50)) == 50
        assert data_of(store, "a") == chunk(0, 300).data


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["packed", "checksum", "start", "width", "stop"]))
def test_a_spoilt_chunk_is_never_read(
    tmp_path_factory: pytest.TempPathFactory, seed: int, column: str
) -> None:
    folder, choose = tmp_path_factory.mktemp("spoilt"), random.Random(seed)
    with Store(folder) as store:
        for start in range(0, 500, 100):
            store.append("a", 1, chunk(start, start + 100))
        store.put("verdict", "a", 1, {"period": 12})
    hit = choose.randrange(0, 500, 100)
    with sqlite3.connect(folder / NAME) as db:
        old = db.execute(f"SELECT {column} FROM chunks WHERE start = ?", (hit,)).fetchone()[0]
        if isinstance(old, bytes):
            place = choose.randrange(len(old))
            new: object = old[:place] + bytes([old[place] ^ 1 << choose.randrange(8)])
            new = new + old[place + 1 :] if isinstance(new, bytes) else new
        else:
            new = old + 1
        db.execute(f"UPDATE chunks SET {column} = ? WHERE start = ?", (new, hit))
        db.execute("UPDATE records SET body = '{}'")
    db.close()
    with Store(folder) as store:
        read = data_of(store, "a")
        assert read == chunk(0, hit).data
        assert store.records("verdict", 1) == {}
        assert any(line.startswith("a: good to") for line in store.spoilt()) or column == "stop"
        assert any("record" in line for line in store.spoilt())
        store.cut("a", 1, len(read))
        assert store.append("a", 1, chunk(len(read), 500)) == 500
        assert data_of(store, "a") == chunk(0, 500).data


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.append("a", 1, chunk(0, 100))
        with pytest.raises(StoreError):
            store.append("b", 1, Chunk(0, 1 << 70, 1, b""))
        assert [s.key for s in store.series()] == ["a"]
        assert store.append("a", 1, chunk(100, 200)) == 200


def test_records(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put("verdict", "0.77", 1, {"period": 12})
        store.put("verdict", "0.77", 1, {"period": 12, "preperiod": 71})
        store.put("verdict", "0.7", 2, {})
        assert store.records("verdict", 1) == {"0.77": {"period": 12, "preperiod": 71}}
        store.append("a", 1, chunk(0, 9))
        store.append("b", 1, chunk(0, 9))
        assert store.spoilt() == []
        assert store.clear("a") == 1
        assert [s.key for s in store.series()] == ["b"]
        assert store.clear() == 1
        assert store.series() == []
        assert store.records("verdict", 1) == {}


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"no archive at all, but long enough to look at" * 100)
    with pytest.raises(StoreError, match="could not"):
        Store(tmp_path)
    newer = tmp_path / "newer"
    newer.mkdir()
    with sqlite3.connect(newer / NAME) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(StoreError, match="format 99"):
        Store(newer)


def test_where_things_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("NIMATRON_DATA", raising=False)
    assert data_folder() == tmp_path / "nimatron"
    monkeypatch.setenv("NIMATRON_DATA", str(tmp_path / "x"))
    assert data_folder() == tmp_path / "x"
    assert data_folder(str(tmp_path / "y")) == tmp_path / "y"
    assert data_folder("off") is None
    monkeypatch.setenv("NIMATRON_DATA", "off")
    assert data_folder() is None


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save as soon as there is anything to save."""
    monkeypatch.setattr(saved, "EVERY_SECONDS", 0.0)


@pytest.mark.usefixtures("eager")
def test_a_run_goes_on_from_what_was_saved(tmp_path: Path) -> None:
    first = saved_sequence(heap_game("0.16"), str(tmp_path))
    first.extend(80_000)
    again = saved_sequence(heap_game("0.16"), str(tmp_path))
    again.extend(70_000)
    assert again.done >= 80_000
    assert (again.extend(120_000) == Sequence(heap_game("0.16")).extend(120_000)).all()


@compiled_only
@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("code", ["grundy", "0.16", "0.6"])
def test_a_run_that_looks_for_a_period_goes_on_from_what_was_saved(
    code: str, tmp_path: Path
) -> None:
    """Such a run has begun before it finds that more was saved."""
    expected = Sequence(heap_game(code)).extend(100_000)
    saved_sequence(heap_game(code), str(tmp_path)).extend(70_000)
    again = saved_sequence(heap_game(code), str(tmp_path))
    find_period(again, 100_000)
    assert (again.values[:100_000] == expected).all()
    streamed = [v for _, some in stream(heap_game(code), 100_000, str(tmp_path)) for v in some]
    assert streamed == expected.tolist()


class Kept:
    """Values that are there from the start."""

    def __init__(self, values: list[int], kind: type[np.unsignedinteger]) -> None:
        self.values = np.array(values, dtype=kind)

    def load(self) -> np.ndarray[tuple[int], np.dtype[np.unsignedinteger]]:
        return self.values

    def save(self, values: object, last: bool = False) -> None:
        pass


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["grundy", "0.77", "4.307", "0.05", "subtract:2,5", "subtract:squares"]),
    st.integers(0, 400),
)
def test_a_heap_computed_again_is_what_it_was(code: str, n: int) -> None:
    values = np.array(plain_values(heap_game(code), 401))
    assert value_again(heap_game(code), values, n) == values[n]


def test_wrong_values_are_found_though_nothing_is_spoilt(tmp_path: Path) -> None:
    right = np.array(plain_values(heap_game("0.77"), 300), dtype=np.uint8)
    with Store(tmp_path) as store:
        store.append("0.77", saved.ENGINE, Chunk(0, 300, 1, right.tobytes()))
        assert list(saved.wrong_heaps(store, 300)) == []
        store.append("0.77", saved.ENGINE, Chunk(300, 301, 1, b"\0"))
        assert store.spoilt() == []
        assert list(saved.wrong_heaps(store, 5)) == ["0.77: heap 300 is 4, and was saved as 0"]


def test_values_of_many_words_are_gone_on_with() -> None:
    everything = ",".join(map(str, range(1, 301)))
    kept = Kept([n % 301 for n in range(70_000)], np.uint16)
    again = Sequence(heap_game(f"subtract:{everything}"), kept).extend(70_400)
    assert again.tolist() == [n % 301 for n in range(70_400)]


@pytest.mark.usefixtures("eager")
def test_two_runs_at_once_do_no_harm(tmp_path: Path) -> None:
    expected = Sequence(heap_game("0.16")).extend(100_000)
    one, two = (Sequence(heap_game("0.16"), SavedRun("0.16", tmp_path)) for _ in range(2))
    for stop in range(20_000, 100_001, 20_000):
        one.extend(stop - 7_000)
        two.extend(stop)
    found = SavedRun("0.16", tmp_path).load()
    assert found is not None
    assert len(found) >= 100_000
    assert (found[:100_000] == expected).all()


@pytest.mark.usefixtures("eager")
def test_a_full_disk_ends_the_saving_and_not_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sequence = saved_sequence(heap_game("grundy"), str(tmp_path))
    sequence.extend(66_000)
    kept = SavedRun("grundy", tmp_path).load()
    assert kept is not None

    opened = Store.__init__

    def small(self: Store, folder: Path) -> None:
        opened(self, folder)
        pages = self._db.execute("PRAGMA page_count").fetchone()[0]
        self._db.execute(f"PRAGMA max_page_count={pages}")

    monkeypatch.setattr(Store, "__init__", small)
    values = sequence.extend(200_000)
    assert "no longer saved" in capsys.readouterr().err
    monkeypatch.undo()
    assert (values == Sequence(heap_game("grundy")).extend(200_000)).all()
    left = SavedRun("grundy", tmp_path).load()
    assert left is not None
    assert len(left) >= len(kept)
    assert (left == values[: len(left)]).all()
    with Store(tmp_path) as store:
        assert store.spoilt() == []


_RUN = """
import sys
from pathlib import Path
from nimatron.sequences import saved
from nimatron.sequences.named import heap_game
from nimatron.sequences.octal import Octal
from nimatron.sequences.periods import find_period
from nimatron.sequences.plain import plain_values
from nimatron.sequences.recomputed import value_again
from nimatron.sequences.running import Sequence
saved.EVERY_SECONDS = 0.0
run = Sequence(heap_game("grundy"), saved.SavedRun("grundy", Path(sys.argv[1])))
advance, steps = Octal.advance, []
def short_steps(self, g, done, stop):
    if done > 65536:
        steps.append(done)
        print("begun" if len(steps) == 5 else "", flush=True) if len(steps) < 6 else None
    return advance(self, g, done, min(stop, done + 512))
Octal.advance = short_steps
find_period(run, int(sys.argv[2]))
"""


def killed_run(folder: Path, to: int, after: float) -> bool:
    """Start a run that saves at every step and kill it; whether it had not ended."""
    run = subprocess.Popen([sys.executable, "-c", _RUN, str(folder), str(to)],
                           stdout=subprocess.PIPE)  # fmt: skip
    assert run.stdout is not None
    while run.stdout.readline().isspace():
        pass
    time.sleep(after)
    alive = run.poll() is None
    run.kill()
    run.wait()
    run.stdout.close()
    return alive


def kill_and_resume(folder: Path, kills: int, to: int) -> None:
    expected = Sequence(heap_game("grundy")).extend(to)
    choose, before, interrupted = random.Random(7), 0, 0
    for _ in range(kills):
        interrupted += killed_run(folder, to, choose.uniform(0.0, 0.5))
        found = SavedRun("grundy", folder).load()
        reached = 0 if found is None else len(found)
        assert reached >= before, "what was saved is lost"
        if found is not None:
            assert (found[:to] == expected[:reached]).all(), "something wrong was read"
        before = reached
    assert interrupted > kills // 2
    assert before > 0
    with Store(folder) as store:
        assert store.spoilt() == []
    resumed = Sequence(heap_game("grundy"), SavedRun("grundy", folder))
    assert (resumed.extend(to) == expected).all()


def test_kills_lose_nothing_and_spoil_nothing(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, 3, 160_000)


@pytest.mark.heavy
def test_twenty_kills(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, 20, 400_000)


def test_values_of_two_widths_are_joined(tmp_path: Path) -> None:
    run = SavedRun("wide", tmp_path)
    run.last = -1e9
    narrow = np.arange(100_000) % 200
    run.save(narrow.astype(np.uint8))
    run.last = -1e9
    both = np.concatenate([narrow, np.arange(500)]).astype(np.uint16)
    run.save(both)
    found = SavedRun("wide", tmp_path).load()
    assert found is not None
    assert found.dtype == np.uint16
    assert (found == both).all()
