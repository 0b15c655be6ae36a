"""The commands sequence, period, store and warm, and pictures of sequences."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from nimatron import games, solve
from nimatron.cli import period, sequence, store, warm
from nimatron.errors import NimatronError
from nimatron.sequences import grundy_values, heap_game, saved
from nimatron.sequences.plots import plot_sequence, rare_among
from nimatron.sequences.saved import saved_sequence
from nimatron.sequences.stream import stream

SEQUENCE, PERIOD, STORE = sequence.command, period.command, store.command


def run(command: object, *words: str) -> Result:
    result = CliRunner().invoke(command, list(words))  # type: ignore[arg-type]
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_formats() -> None:
    assert run(SEQUENCE, "kayles", "--to", "5").output == "0\n1\n2\n3\n1\n4\n"
    bfile = run(SEQUENCE, "kayles", "--to", "3", "--format", "bfile").output
    assert bfile == "0 0\n1 1\n2 2\n3 3\n"
    as_csv = run(SEQUENCE, "0.77", "--to", "1", "--format", "csv").output
    assert as_csv == "heap,nimber\n0,0\n1,1\n"
    assert run(SEQUENCE, "grundy", "--to", "0").output == "0\n"


@pytest.mark.parametrize("code", ["kayles", "0.16", "subtract:1,3,4", "lasker"])
def test_long_sequences_are_streamed(code: str, tmp_path: Path) -> None:
    n = 3000 if code == "lasker" else 600_000
    file = tmp_path / "values"
    run(SEQUENCE, code, "--to", str(n), "-o", str(file), "--data", "off")
    assert np.loadtxt(file, dtype=np.int64).tolist() == grundy_values(code, n + 1).tolist()


def test_stretches_follow_each_other() -> None:
    at = 0
    for first, values in stream(heap_game("0.77"), 1_000_000, "off"):
        assert first == at
        at += len(list(values))
    assert at == 1_000_000


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(NimatronError, match="can be written"):
        run(SEQUENCE, "kayles", "--to", "5", "-o", str(tmp_path / "no" / "file"))


def test_period_in_words_and_as_json() -> None:
    words = run(PERIOD, "kayles", "--to", "10000").output
    assert words.startswith("0.77: period 12 after 71, proved\nlast exception: 70\n")
    found = json.loads(run(PERIOD, "lasker", "--to", "2000", "--json", "--data", "off").output)
    assert (found["status"], found["period"], found["saltus"]) == ("observed", 4, 4)
    none = json.loads(run(PERIOD, "grundy", "--to", "2000", "--json", "--data", "off").output)
    assert (none["status"], none["period"], none["checked_to"]) == ("none", None, 2000)
    assert "no period found" in run(PERIOD, "grundy", "--to", "500").output


def test_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIMATRON_DATA", str(tmp_path))
    monkeypatch.setattr(saved, "EVERY_SECONDS", 0.0)
    assert run(STORE, "list").stdout == ""
    saved_sequence(heap_game("grundy")).extend(70_000)
    assert "grundy: heaps below 7" in run(STORE, "list").output
    (listed,) = json.loads(run(STORE, "list", "--json").output)
    assert listed["key"] == "grundy"
    assert "1 series" in run(STORE, "verify").output
    exported = run(STORE, "export", "grundy").output.split()
    assert list(map(int, exported)) == grundy_values("grundy", len(exported)).tolist()
    assert len(exported) == listed["stop"]
    for words in (["clear"], ["clear", "grundy", "--all"]):
        with pytest.raises(NimatronError, match="--all"):
            run(STORE, *words)
    run(STORE, "clear", "grundy")
    assert run(STORE, "list").stdout == ""
    with pytest.raises(NimatronError, match="saved values, got 'grundy'"):
        run(STORE, "export", "grundy")
    with pytest.raises(NimatronError, match="data folder"):
        run(STORE, "list", "--data", "off")


def test_looking_makes_no_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mistyped"
    for words in (["list"], ["list", "--json"], ["verify"], ["clear", "--all"]):
        told = run(STORE, *words, "--data", str(folder))
        assert told.exit_code == 0 and not folder.exists()
    assert json.loads(run(STORE, "list", "--json", "--data", str(folder)).output) == []


def test_games_of_the_catalogue_are_codes() -> None:
    assert run(SEQUENCE, "bachet", "-p", "k=4", "--to", "6").output.split() == [*"0123401"]
    slow, candy = games["slow-nim"], games["candy"]
    for game, words in ((slow, ["slow-nim", "-p", "k=2"]), (candy, ["candy"])):
        rules = game.with_parameters({"k": 2} if game is slow else {})
        expected = [solve(rules, (n,)).grundy for n in range(1, 21)]
        found = run(SEQUENCE, *words, "--to", "20").output.split()
        assert list(map(int, found)) == [0, *expected]
    assert "period 5 after 0, proved" in run(PERIOD, "bachet", "-p", "k=4", "--to", "99").output
    for words in (["cram"], ["bachet", "-p", "j=4"], ["0.77", "-p", "k=4"]):
        with pytest.raises(NimatronError, match="expected"):
            run(SEQUENCE, *words, "--to", "6")


def test_spoilt_progress_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    monkeypatch.setattr(saved, "EVERY_SECONDS", 0.0)
    saved_sequence(heap_game("grundy"), str(tmp_path)).extend(70_000)
    with sqlite3.connect(tmp_path / "archive.sqlite") as db:
        db.execute("UPDATE chunks SET packed = x'00' WHERE start = 0")
    db.close()
    with pytest.raises(NimatronError, match="spoilt"):
        run(STORE, "verify", "--data", str(tmp_path))


def test_warm_compiles_what_games_need() -> None:
    assert "grundy" in run(warm.command).output


def test_interrupted_within_a_second(tmp_path: Path) -> None:
    program = "from nimatron.cli.period import command; command(['grundy', '--to', '1000000000'])"
    run = subprocess.Popen(
        [sys.executable, "-c", program],
        env={"NIMATRON_DATA": str(tmp_path), "PATH": ""},
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 60
    while saved.SavedRun("grundy", tmp_path).load() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    asked = time.monotonic()
    run.send_signal(signal.SIGINT)
    run.wait(10)
    assert time.monotonic() - asked < 1.5
    assert run.returncode != 0
    assert run.stderr is not None
    run.stderr.close()
    kept = saved.SavedRun("grundy", tmp_path).load()
    assert kept is not None
    assert (kept[:50_000] == grundy_values("grundy", 50_000)).all()


def test_rare_heaps_are_few() -> None:
    values = grundy_values("0.106", 20_000)
    assert len(rare_among(heap_game("0.106"), values)) < 100
    with pytest.raises(NimatronError, match="splits"):
        rare_among(heap_game("subtract:1,2"), values)


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_plots(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    paths = [tmp_path / f"{i}.{ending}" for i in range(3)]
    run(SEQUENCE, "grundy", "--to", "2000", "--plot", str(paths[0]))
    plot_sequence(heap_game("grundy"), 2001, paths[1])
    plot_sequence(heap_game("grundy"), 2001, paths[2], rare=True)
    drawn = [path.read_bytes() for path in paths]
    assert drawn[0] == drawn[1]
    assert drawn[1] != drawn[2]
    assert all(data.startswith(b"<?xml" if ending == "svg" else b"\x89PNG") for data in drawn)


def test_pictures_that_cannot_be_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for path in (tmp_path / "x.pdf", tmp_path / "no" / "x.svg"):
        with pytest.raises(NimatronError):
            plot_sequence(heap_game("kayles"), 50, path)
    with pytest.raises(NimatronError, match="at most"):
        plot_sequence(heap_game("kayles"), 10**6, tmp_path / "x.svg")
    with pytest.raises(NimatronError, match="--plot FILE"):
        run(SEQUENCE, "kayles", "--to", "5", "--plot-rare")
