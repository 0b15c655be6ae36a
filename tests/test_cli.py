"""The command as a user calls it: words, JSON, exit codes, one line for every mistake."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nimatron.cli as cli_package
from nimatron.cli import COMMANDS, main

ENV = {**os.environ, "NO_COLOR": "1"}


def run(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Call the command in this process; what it printed, and that it ended as expected."""
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    told = capsys.readouterr()
    assert ended.value.code == code, told.err
    assert "Traceback" not in told.err
    if code == 2:
        assert told.out == "" and len(told.err.splitlines()) == 1, told.err
    return told.out, told.err


def ask(*words: str, capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(run(*words, "--json", capsys=capsys)[0])


def test_solve_json_has_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask("solve", "nim", "3,4,5", capsys=capsys)
    assert told["game"] == "nim" and told["position"] == "3,4,5"
    assert (told["convention"], told["outcome"], told["winner"]) == ("normal", "N", "first")
    assert told["grundy"] == 2 and told["winning_moves"] == ["take 2 from pile 1"]
    assert told["method"] == "claim" and told["why"]


@pytest.mark.parametrize(
    ("words", "outcome", "grundy"),
    [
        (("nim", "3,2,1", "--misere"), "P", None),
        (("bachet", "21", "-p", "k=2"), "P", 0),
        (("candy", "33"), "N", 8),
        (("wythoff", "1618033988749894848204,2618033988749894848204"), "P", 0),
        (("nim", "10000000000000000,3,5"), "N", 10000000000000006),
        (("cram", "100x200"), "P", 0),
        (("kayles", "1000000000000000,5"), "N", 5),
        (("stairs", "0,2,1", "-p", "ground=yes"), "N", 1),
        (("chomp", "1x1"), "P", 0),
        (("geography", ".....", "-p", "edges=1-2,2-3,3-4,4-5,5-1"), "N", None),
    ],
)
def test_solve(
    words: tuple[str, ...], outcome: str, grundy: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ask("solve", *words, capsys=capsys)
    assert told["outcome"] == outcome
    assert grundy is None or told["grundy"] == grundy
    assert told["winner"] == {"N": "first", "P": "second"}[outcome]
    text, _ = run("solve", *words, capsys=capsys)
    assert f"the {told['winner']} player wins" in text


def test_solve_reads_long_positions_from_standard_input() -> None:
    piles = ",".join(["7"] * 50_001)
    done = subprocess.run(
        [sys.executable, "-m", "nimatron", "solve", "nim", "-", "--json"],
        input=piles, capture_output=True, text=True, env=ENV, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["grundy"] == 7


def test_moves(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask("moves", "wythoff", "1,2", capsys=capsys)
    assert told["complete"] and len(told["moves"]) == 4
    assert {"move": "take 1 from both", "leads_to": "0,1"} in told["moves"]
    text, _ = run("moves", "wythoff", "1,2", capsys=capsys)
    assert len(text.splitlines()) == 4
    text, err = run("moves", "nim", "1000000000000", "--limit", "3", capsys=capsys)
    assert len(text.splitlines()) == 3 and "only the first 3" in err
    assert "game is over" in run("moves", "nim", "0", capsys=capsys)[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nim", "10,11"), "makes the xor 0"),
        (("bachet", "21"), "value"),
        (("wythoff", "5,6"), "leads to one of them"),
        (("cram", "4x4"), "answer cover 4,3 4,4"),
        (("cram", "4x5"), "First move: cover"),
        (("chomp", "3x4"), "A search adds which: eat 2,3."),
        (("chomp", "3x3"), "First move: eat 2,2."),
        (("geography", "2x3"), "1,1 with"),
        (("cram", "3x3"), "Found by search"),
        (("cram", "2x2", "--misere"), "the game is over"),
        (("candy", "15"), "Here n = 15: this is one of them."),
        (("nim", "0,0", "--misere"), "whoever is to move has won"),
    ],
)
def test_explain(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in run("explain", *words, capsys=capsys)[0]
    told = ask("explain", *words, capsys=capsys)
    assert told["words"] and (told["certificate"] or told["method"] == "search")


def test_games_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    listed = ask("games", capsys=capsys)
    assert {"nim", "cram", "geography"} <= {game["slug"] for game in listed}
    text, _ = run("games", capsys=capsys)
    for game in listed:
        assert game["slug"] in text
        shown = ask("show", game["slug"], capsys=capsys)
        assert shown["rules"] and shown["notation"] and shown["sources"]
        told, _ = run("show", game["slug"], capsys=capsys)
        assert all(name in told for name in shown["parameters"])
    told, _ = run("show", "stairs", capsys=capsys)
    assert "is wrong" in told and "counterexample: 1" in told
    assert "tziansitzi" in run("show", "wythoff", capsys=capsys)[0]


def test_verify_is_content(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask("verify", "nim", "--up-to", "5", capsys=capsys)
    assert {report["status"] for report in told} == {"holds"}
    assert "holds" in run("verify", "bachet", "--up-to", "4", capsys=capsys)[0]


def test_verify_tells_a_false_claim(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from nimatron import games
    from nimatron.certificates.forms import NimSum
    from nimatron.game import Claim

    false = Claim("too-high", "False.", lambda rules, at: NimSum("n + 1"))
    game = replace(games["nim"], claims=[false])
    monkeypatch.setattr(type(games), "__getitem__", lambda self, name: game)
    out, err = run("verify", "nim", code=1, capsys=capsys)
    assert "false" in out and "nim too-high is false at 1: " in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("slove", "nim"), "did you mean solve?"),
        (("solve", "kayle", "3"), "did you mean kayles?"),
        (("solve", "nim", "-3"), "-3"),
        (("solve", "nim", "3,x"), "number 2 of 2"),
        (("solve", "nim", ""), "separated by commas"),
        (("solve", "nim", "٣"), "whole number"),
        (("solve", "nim", "9" * 100_000), "4000 digits"),
        (("solve", "cram", "0x5"), "rows"),
        (("solve", "cram", "1000000000x1"), "rows"),
        (("solve", "bachet", "5", "-p", "k=0"), "k: a whole number"),
        (("solve", "bachet", "5", "-p", "q=1"), "a parameter of bachet"),
        (("solve", "bachet", "5", "-p", "k"), "NAME=VALUE"),
        (("solve", "bachet", "5", "-p", "k=1", "-p", "k=2"), "once"),
        (("solve", "nim", "3", "4"), "unexpected extra argument"),
        (("solve",), "Missing argument"),
        (("solve", "nim", "3", "--colour"), "No such option"),
        (("solve", "nim", "3", "--max-seconds", "soon"), "soon"),
        (("solve", "nim", "3", "--max-seconds", "nan"), "nan"),
        (("moves", "chomp", "..|.#"), "eaten"),
        (("show", "wythof"), "did you mean wythoff?"),
        (("verify", "nim", "--up-to", "0"), "0"),
    ],
)
def test_wrong_use_is_one_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, err = run(*words, code=2, capsys=capsys)
    assert said.lower() in err.lower() and err.startswith("nimatron: ")


@settings(max_examples=100, deadline=None)
@given(
    command=st.sampled_from(["solve", "moves", "show", "explain"]),
    words=st.lists(st.text(max_size=12).filter(lambda w: "\x00" not in w), max_size=3),
)
def test_any_words_end_in_a_line_and_a_code(command: str, words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(
            [command, *[word for word in words if word != "-"], "--max-seconds=1"][: 1 + len(words)]
        )
    assert ended.value.code in (0, 2, 3)


def test_too_large_is_three(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("solve", "cram", "7x9", "--max-positions", "1000")
    _, err = run(*words, code=3, capsys=capsys)
    assert "1000 positions" in err and "--max-positions" in err and len(err.splitlines()) == 1


def test_ctrl_c_ends_within_a_second() -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "nimatron", "solve", "cram", "9x9", "--max-seconds", "60"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV,
    )  # fmt: skip
    time.sleep(1.5)
    asked = time.monotonic()
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=10)
    assert started.returncode == 130
    assert time.monotonic() - asked < 1
    assert err.strip() == "nimatron: interrupted"


def test_a_closed_pipe_is_no_failure() -> None:
    done = subprocess.run(
        f"{sys.executable} -m nimatron moves nim 5000,5000 --limit 100000 | head -1",
        shell=True, capture_output=True, text=True, env=ENV, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout == "take 1 from pile 1     ->  4999,5000\n" and done.stderr == ""


@pytest.mark.parametrize("words", [[], ["judge"], ["store"]])
def test_without_a_command_the_whole_page_is_shown(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    out, err = capsys.readouterr()
    assert ended.value.code == 2 and out == ""
    assert err.startswith("Usage: nimatron") and "\nCommands:\n" in err


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text, _ = run("--help", capsys=capsys)
    for name, line in COMMANDS.items():
        assert name in text and line in text
        assert "Usage: nimatron" in run(name, "--help", capsys=capsys)[0]
    assert run("--version", capsys=capsys)[0].startswith("nimatron, version ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "_NIMATRON_COMPLETE" in run("completion", shell, capsys=capsys)[0]


def test_completion_knows_commands_and_games() -> None:
    def completed(words: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "nimatron"],
            capture_output=True, text=True, timeout=30, check=True,
            env={**ENV, "_NIMATRON_COMPLETE": "bash_complete", "COMP_WORDS": words,
                 "COMP_CWORD": str(len(words.split()) - 1)},
        )  # fmt: skip
        return [line.partition(",")[2] for line in done.stdout.split()]

    assert completed("nimatron sol") == ["solve"]
    assert completed("nimatron solve wyt") == ["wythoff"]


def test_starting_loads_nothing_heavy() -> None:
    for words in (["--help"], ["solve", "nim", "3,4,5"], ["explain", "cram", "4x4"]):
        code = (
            "import sys; from nimatron.cli import main\n"
            f"try: main({words!r})\nexcept SystemExit: pass\n"
            "heavy = {'numpy', 'numba', 'networkx', 'rich', 'sqlite3'} & set(sys.modules)\n"
            "print(sorted(heavy), file=sys.stderr)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=ENV
        )
        assert done.stderr.strip() == "[]", words


def test_a_fault_of_ours_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever goes wrong, the user sees no traceback; who wants one can have it."""
    monkeypatch.delenv("NIMATRON_TRACEBACK", raising=False)
    monkeypatch.setattr("nimatron.cli.words.asked", lambda *_: 1 // 0)
    _, said = run("solve", "nim", "3,4,5", code=1, capsys=capsys)
    assert "a fault of Nimatron, not yours (ZeroDivisionError" in said
    assert len(said.splitlines()) == 1
    monkeypatch.setenv("NIMATRON_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["solve", "nim", "3,4,5"])


def test_every_command_file_is_listed() -> None:
    folder = Path(cli_package.__file__).parent
    files = {p.stem for p in folder.glob("*.py") if "\ndef command(" in p.read_text()}
    assert files == set(COMMANDS)
