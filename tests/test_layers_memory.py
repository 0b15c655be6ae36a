"""Boards layer by layer: against the definitions, killed anywhere, damaged, and on a cluster."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from nimatron.cli import main
from nimatron.errors import ParameterError, TooLarge
from nimatron.games import games
from nimatron.kernels import layers as kernels
from nimatron.rules.protocol import Rules
from nimatron.solve.layers import files, jobs, runners
from nimatron.solve.layers.plan import plan_of, read_plan, used_cells
from nimatron.solve.layers.run import Layered, size_of, solve_layers
from nimatron.solve.limits import Limits
from nimatron.solve.search import search
from nimatron.values import Convention, Outcome

# Mixing multiplies modulo 2^64; numpy remarks on it where the kernels run as plain Python.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


@pytest.fixture
def _no_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is flushed to the disk: quick, where nobody pulls a plug."""
    monkeypatch.setattr("os.fsync", lambda _: None)


class Cells(Rules):
    """Any pairs of bit sets as a game: what must be free, and what is used up."""

    def __init__(self, pairs: list[tuple[int, int]]) -> None:
        self.pairs = pairs

    def moves(self, used: int) -> list[tuple[int, int]]:
        return [
            (need, take) for need, take in self.pairs if not used & need and used | take != used
        ]

    def after(self, used: int, move: tuple[int, int]) -> int:
        return used | move[1]

    def masks(self) -> list[tuple[int, int]]:
        return self.pairs


def values_agree(rules: Rules, start: Any, found: Layered, folder: Path) -> None:
    """Every position that can be reached has the value that the definitions give it."""
    plan = read_plan(folder)
    convention = Convention(plan.convention)
    places = naive.reached(rules, start)
    stored = plan.stored([used_cells(rules, at) for at in places])
    assert found.positions == len(set(stored.tolist()))
    values = jobs.Above(folder, plan).values(stored).tolist()
    verdicts = naive.verdicts(rules, start, convention)
    known: dict[Any, int] = {}
    for at, value in zip(places, values, strict=True):
        if plan.lengths:
            assert value == verdicts[at][1]
        else:
            assert value == naive.grundy(rules, at, known)
    assert found.outcome is verdicts[start][0]
    options = [(move, verdicts[rules.after(start, move)][0]) for move in rules.moves(start)]
    assert found.winning == tuple(move for move, outcome in options if outcome is Outcome.P)
    lost = {key for key, at in zip(stored.tolist(), places, strict=True)
            if verdicts[at][0] is Outcome.P}  # fmt: skip
    assert sum(layer.lost for layer in found.layers) == len(lost)


PAIRS = st.lists(st.tuples(st.integers(0, 127), st.integers(0, 127)), min_size=1, max_size=7)


@pytest.mark.usefixtures("_no_flush")
@settings(max_examples=40, deadline=None)
@given(
    pairs=PAIRS,
    start=st.integers(0, 63),
    convention=st.sampled_from(list(Convention)),
    lengths=st.booleans(),
    part_size=st.sampled_from([1, 3, 100]),
)
def test_random_rules(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[int, int]],
    start: int,
    convention: Convention,
    lengths: bool,
    part_size: int,
) -> None:
    folder = tmp_path_factory.mktemp("layers")
    rules = Cells(pairs)
    options: dict[str, Any] = {"lengths": lengths, "part_size": part_size}
    found = solve_layers(rules, start, folder, convention, **options)
    values_agree(rules, start, found, folder)


SMALL = {"cram": 9, "kings": 9, "chomp": 9, "bishops": 6, "draughts-rows": 6, "node-kayles": 9}


@pytest.mark.usefixtures("_no_flush")
@pytest.mark.parametrize("slug", list(SMALL))
def test_all_small_boards(slug: str, tmp_path: Path) -> None:
    """Outcome and nimber by layers are those of the search, on every board of so many cells."""
    game = games[slug]
    for rules, at in game.prototype.small(SMALL[slug]):
        for convention in Convention:
            text = rules.text(at)
            folder = tmp_path / f"{text}-{convention}"
            found = solve_layers(rules, at, folder, convention, part_size=20)
            expected = search(rules, at, convention, Limits())
            assert (found.outcome, found.winning) == (expected.outcome, expected.winning), text
            if convention is Convention.NORMAL:
                assert found.grundy == expected.grundy, text


@pytest.mark.usefixtures("_no_flush")
@pytest.mark.parametrize("text", ["cram 3x4", "kings 4x4", "chomp 3x4"])
def test_every_position(text: str, tmp_path: Path) -> None:
    slug, _, board = text.partition(" ")
    rules, at = games[slug].read(board, {})
    for lengths in (False, True):
        folder = tmp_path / str(lengths)
        found = solve_layers(rules, at, folder, lengths=lengths, part_size=100)
        values_agree(rules, at, found, folder)
        assert size_of(folder) == 9 * found.positions
        assert not list(folder.glob("*.run")) and not list(folder.glob("*-*-*.json"))


def test_in_the_middle_of_a_game(tmp_path: Path) -> None:
    rules, at = games["cram"].read("..##|....|....|....", {})
    assert solve_layers(rules, at, tmp_path / "f").grundy == naive.grundy(rules, at)


WORDS = st.lists(st.integers(1, 2**64 - 1), min_size=1, max_size=300, unique=True)


@settings(max_examples=50, deadline=None)
@given(keys=WORDS, strangers=WORDS, part=st.integers(0, 7))
def test_looking_up(keys: list[int], strangers: list[int], part: int) -> None:
    """Guessing the place finds what bisection finds, also where keys are anything but even."""
    width = 1 << 61
    here = np.array(sorted({part * width + key % width for key in keys}), np.uint64)
    values = (np.arange(len(here)) % 251).astype(np.uint8)
    asked = np.concatenate([here, np.array(strangers, np.uint64)])
    order = np.arange(len(asked), dtype=np.int32)
    order = order[(asked >> np.uint64(61)) == part]
    found = np.full(len(asked), 255, np.uint8)
    missing = kernels.look(asked, order, np.uint64(part * width), float(width), here, values, found)
    there = np.isin(asked[order], here)
    assert missing == (~there).sum()
    places = np.searchsorted(here, asked[order][there])
    assert (found[order][there] == values[places]).all()


class Plug(BaseException):
    """The plug is pulled."""


@pytest.mark.usefixtures("_no_flush")
def test_killed_at_every_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ended before and after each file takes its place; the next run goes on and ends the same."""
    rules, at = games["cram"].read("3x3", {})
    whole = solve_layers(rules, at, tmp_path / "whole", part_size=4)
    written = files.written
    left = 0

    @contextmanager
    def until_then(path: Path) -> Iterator[Any]:
        nonlocal left
        if left <= 0:
            path.with_name(f"{path.name}.x{files.UNFINISHED}").write_bytes(b"half")
            raise Plug
        left -= 1
        with written(path) as file:
            yield file

    for module in (files, jobs):
        monkeypatch.setattr(module, "written", until_then)
    for step in range(2, 9):  # a file and its record are the least that lasts
        folder, runs = tmp_path / str(step), 0
        while True:
            left, runs = step, runs + 1
            try:
                found = solve_layers(rules, at, folder, part_size=4)
            except Plug:
                continue
            break
        assert found == whole
        assert runs > 5
        same = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == same


def start_command(
    folder: Path, board: str = "4x5", size: str = "4000", *more: str
) -> subprocess.Popen[str]:
    words = ["layers", "cram", board, "--folder", str(folder), "--part-size", size, *more]
    return subprocess.Popen(
        [sys.executable, "-m", "nimatron", *words, "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def records(folder: Path) -> int:
    """Records of layers that are complete."""
    return len(list(folder.glob("*-???.json")))


def test_random_kills(tmp_path: Path) -> None:
    """kill -9 now and then, until the command ends; the answer is that of the search."""
    rules, at = games["cram"].read("4x4", {})
    dice, folder, kills = random.Random(7), tmp_path / "f", 0
    while True:
        process = start_command(folder, "4x4", "100", "--workers", "2")
        newer = records(folder) + dice.randint(1, 8)
        while process.poll() is None and (records(folder) < newer or kills == 4):
            time.sleep(0.005 * dice.random())
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kills += 1
    told, said = process.communicate()
    assert process.returncode == 0, said
    answer = json.loads(told)
    expected = search(rules, at, Convention.NORMAL, Limits())
    assert kills > 1
    assert (answer["grundy"], answer["outcome"]) == (expected.grundy, str(expected.outcome))
    winning = [rules.move_text(at, move) for move in expected.winning]
    assert answer["winning_moves"] == winning
    reached = {
        int(key)
        for key in read_plan(folder).stored([used_cells(rules, p) for p in all_of(rules, at)])
    }
    assert answer["positions"] == len(reached)


def all_of(rules: Rules, at: int) -> list[int]:
    """Every position of a board that can be reached, by its masks."""
    masks = rules.masks() or ()
    found, queue = {at}, [at]
    for used in queue:
        for need, take in masks:
            if not used & need and used | take not in found:
                found.add(used | take)
                queue.append(used | take)
    return queue


def test_ctrl_c(tmp_path: Path) -> None:
    process = start_command(tmp_path / "f", "4x5", "4000", "--workers", "2")
    while not (tmp_path / "f" / "merge-004.json").exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said.strip() == "nimatron: interrupted"


def test_two_runs_in_one_folder(tmp_path: Path) -> None:
    process = start_command(tmp_path / "f")
    while not (tmp_path / "f" / "merge-000.json").exists():
        assert process.poll() is None
        time.sleep(0.01)
    rules, at = games["cram"].read("4x5", {})
    with pytest.raises(ParameterError, match="no other run"):
        solve_layers(rules, at, tmp_path / "f")
    process.kill()
    process.communicate()


def ended(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[Any, str, str]:
    with pytest.raises(SystemExit) as found:
        main(["layers", *words])
    told = capsys.readouterr()
    return found.value.code, told.out, told.err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path / "f")]
    code, out, err = ended("kings", "3x3", *folder, capsys=capsys)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Kings 3x3, normal play: the first player wins."
    assert "move    king on 2,2" in out
    again = ended("kings", "3x3", *folder, "--json", capsys=capsys)[1]
    assert json.loads(again)["winning_moves"] == ["king on 2,2"]
    code, _, err = ended("kings", "3x4", *folder, capsys=capsys)
    assert code == 2 and "choose another folder" in err and len(err.splitlines()) == 1
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    code, _, err = ended("kings", "3x4", "--folder", str(tmp_path / "mine"), capsys=capsys)
    assert code == 2 and "an empty folder" in err
    code, _, err = ended("nim", "3,4", *folder, capsys=capsys)
    assert code == 3 and "cram" in err
    code, out, _ = ended("kings", "3x3", "--misere", "--folder", str(tmp_path / "m"), capsys=capsys)
    assert code == 0 and "misère play" in out


@pytest.mark.usefixtures("_no_flush")
def test_damaged_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One byte changed, or one cut off, in any file that is needed: one line, and no answer."""
    folder = tmp_path / "f"
    words = ["cram", "3x3", "--folder", str(folder), "--part-size", "4"]
    assert ended(*words, capsys=capsys)[0] == 0
    (folder / "solve-000.json").unlink()  # so that layers above are needed once more
    paths = [folder / "plan.json", *folder.glob("*-000.json"), *folder.glob("*-002.json")]
    paths += [*folder.glob("000-*.keys"), *folder.glob("002-*")]
    assert len(paths) > 6
    for path in paths:
        kept = path.read_bytes()
        for spoilt in (kept[:-1], bytes([kept[0] ^ 1]) + kept[1:]):
            path.write_bytes(spoilt)
            os.utime(path, ns=(0, random.getrandbits(60)))
            code, out, err = ended(*words, capsys=capsys)
            if not kept:
                continue
            assert (code, out) == (1, ""), path
            assert "is damaged; delete the folder" in err and len(err.splitlines()) == 1
        path.write_bytes(kept)
    assert ended(*words, capsys=capsys)[0] == 0


FULL = """
import resource, sys
from nimatron.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
main(["layers", "cram", "4x5", "--folder", sys.argv[2]])
"""


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """Files that cannot grow past a limit, as on a full disk; later the same command goes on."""
    command = [sys.executable, "-c", FULL]
    small = subprocess.run(
        [*command, "5000", str(tmp_path / "f")], capture_output=True, text=True, check=False
    )
    assert small.returncode == 1 and small.stdout == ""
    assert "File too large" in small.stderr and "goes on" in small.stderr
    assert len(small.stderr.splitlines()) == 1
    kept = (tmp_path / "f" / "merge-002.json").stat().st_mtime_ns
    large = subprocess.run(
        [*command, "1000000", str(tmp_path / "f")], capture_output=True, text=True, check=True
    )
    assert "the first player wins" in large.stdout
    assert (tmp_path / "f" / "merge-002.json").stat().st_mtime_ns == kept


def test_what_does_not_suit() -> None:
    nim = games["nim"].prototype
    with pytest.raises(TooLarge, match="use up cells"):
        plan_of(nim, (1, 2), Convention.NORMAL, lengths=False, part_size=9)
    many = Cells([(1 << i, 1 << i | 1 << j) for i in range(60) for j in range(60)])
    with pytest.raises(TooLarge, match="255 moves"):
        plan_of(many, 0, Convention.NORMAL, lengths=False, part_size=9)


@pytest.mark.heavy
@pytest.mark.filterwarnings("ignore")
def test_a_worker_killed_in_the_middle(tmp_path: Path) -> None:
    """The same jobs on a Dask cluster: nothing is lost, nothing doubled."""
    distributed: Any = pytest.importorskip("distributed")
    rules, at = games["cram"].read("5x5", {})
    alone = solve_layers(rules, at, tmp_path / "alone")
    folder = tmp_path / "cluster"
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        victims = [worker.process.pid for worker in cluster.workers.values()]

        def kill() -> None:
            for name, victim in (("merge-008.json", victims[0]), ("solve-018.json", victims[1])):
                while not (folder / name).exists():
                    time.sleep(0.01)
                os.kill(victim, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        runner = runners.on_cluster(cluster.scheduler_address)
        found = solve_layers(rules, at, folder, part_size=20_000, runner=runner)
        killer.join()
    assert found == alone
    assert size_of(folder) == size_of(tmp_path / "alone") == 9 * found.positions
