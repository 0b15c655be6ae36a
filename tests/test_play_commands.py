"""`nimatron play` as people and programs meet it: in a pipe, on a terminal, against programs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from nimatron.errors import UsageError
from nimatron.play.external import Program, ProgramFault
from nimatron.play.levels import reply
from nimatron.play.session import PROGRAM, Seat, begin
from nimatron.play.transcript import read

pexpect: Any = import_module("pexpect")  # it has no types
PLAY = [sys.executable, "-m", "nimatron", "play"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "NIMATRON_DATA": str(tmp_path / "data")}


def piped(
    environment: dict[str, str], typed: str, *words: str, code: int, folder: Path | None = None
) -> tuple[list[str], str]:
    """The lines that come out when this is typed, and what is told on standard error."""
    done = subprocess.run(
        [*PLAY, *words], input=typed, capture_output=True, text=True, env=environment, timeout=60,
        cwd=folder,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert "\033" not in done.stdout and "Traceback" not in done.stderr
    return done.stdout.splitlines(), done.stderr


# ---- in a pipe


def test_a_game_won_in_a_pipe(environment: dict[str, str]) -> None:
    typed = "take 1 from pile 2\ntake 1 from pile 2\n"
    lines, told = piped(environment, typed, "nim", "1,2", code=0)
    assert lines[:6] == [
        "game nim", "position 1,2", "convention normal", "you first", "ready", "position 1,1",
    ]  # fmt: skip
    assert re.fullmatch("move take 1 from pile [12]", lines[6])
    assert "result won" in lines and told == ""


def test_a_game_lost_in_a_pipe_says_where(environment: dict[str, str]) -> None:
    lines, _ = piped(environment, "take 2 from pile 2\n", "nim", "1,2", code=1)
    assert lines[-1].startswith("note ") and "result lost" in lines
    notes = "\n".join(lines)
    assert "Move 1, take 2 from pile 2, lost the game for you." in notes
    assert "take 1 from pile 2 would have won" in notes and "makes the xor 0" in notes


@pytest.mark.parametrize(
    ("typed", "words", "code"),
    [
        ("take 3\n", ("nim", "1,2"), 2),
        ("eat\n", ("nim", "1,2"), 2),
        ("", ("nim", "1,2"), 3),
        ("hint\nquit\n", ("nim", "1,2"), 3),
        ("resign\n", ("nim", "1,2"), 1),
        ("take 1\n", ("nim", "1", "--misere"), 1),
        ("take 1\n", ("nim", "2", "--misere"), 0),
        ("", ("nim", "0"), 1),
        ("take 1\n", ("bachet", "5", "-p", "k=3"), 3),
        ("take 1 from pile 1\ntake 1 from pile 2\n", ("nim", "1,1", "--two"), 0),
        ("take 1 from pile 1\n", ("nim", "1,2", "--first", "computer"), 1),
        ("1\n1\n", ("nim", "1,2,3", "--level", "genius"), 2),
        ("", ("nimm", "1,2"), 2),
        ("", (), 2),
        ("", ("nim", "1,2", "--two", "--program", "cat"), 2),
        ("", ("nim", "1,2", "--program", "/no/such/program"), 2),
        ("", ("nim", "1,2", "--list"), 2),
        ("", ("--load", "77"), 2),
        ("", ("--load", "/no/such/file"), 2),
        ("", ("--delete", "77"), 2),
    ],
)
def test_exit_codes(
    typed: str, words: tuple[str, ...], code: int, environment: dict[str, str]
) -> None:
    _, told = piped(environment, typed, *words, code=code)
    assert len(told.splitlines()) == (1 if code == 2 else 0)


def test_commands_in_a_pipe(environment: dict[str, str], tmp_path: Path) -> None:
    typed = (
        "undo\nhint\nhint\nhint 4\nhint 9\nmoves\nwhy\nhelp\nsave\nsave a.txt\nsave a.txt\nkeep x\n"
    )
    typed += "take 2 from pile 2\nundo\ntake 1 from pile 2\nUNDO\nquit\n"
    lines, told = piped(
        environment, typed, "nim", "5,6", "--first", "me", "--level", "random", code=3,
        folder=tmp_path,
    )  # fmt: skip
    text = "\n".join(lines)
    assert told == "" and len([line for line in lines if line == "ready"]) >= 13
    errors = [line for line in lines if line.startswith("error ")]
    assert [e.split(",")[0].split(";")[0] for e in errors][:4] == [
        "error expected a move of yours to take back",
        "error expected hint",
        "error expected the name of a file",
        "error expected a new file",
    ]
    assert "legal take 2 from pile 2" in text and "note You are to move and can win." in text
    assert "nimber 0" in text and "the first player wins" in text
    assert "note Kept as game 1" in text
    assert read((tmp_path / "a.txt").read_text()).position == (5, 6)
    assert {line.split()[0] for line in lines} <= {
        "game", "position", "convention", "you", "ready", "note", "error", "legal", "undo", "move",
    }  # fmt: skip


def test_help_tells_the_rules_and_the_convention(environment: dict[str, str]) -> None:
    told = "\n".join(piped(environment, "help\n", "nim", "1,2", "--misere", code=3)[0])
    assert "note Nim: " in told and "who cannot move WINS" in told and "`hint 4`" in told
    told = "\n".join(piped(environment, "help\n", "nim", "1,2", code=3)[0])
    assert "WINS" not in told


def test_kept_games_are_listed_replayed_gone_on_with_and_deleted(
    environment: dict[str, str],
) -> None:
    piped(environment, "take 2 from pile 2\nkeep no\n", "nim", "1,2,3", code=3)
    piped(environment, "keep the first\nquit\n", "nim", "3,4,5", "--name", "Ann", code=3)
    [line] = json.loads(piped(environment, "", "--list", "--json", code=0)[0][0])[1:]
    assert line["name"] == "no" and line["moves"] == 2 and line["result"] == "running"
    assert "the first nim, 0 moves, running" in piped(environment, "", "--list", code=0)[0][0]
    moves = "resign\nkeep\n"
    lines, _ = piped(environment, moves, "--load", "1", code=1)
    assert lines[4] == "move take 2 from pile 2" and "result lost" in lines
    replayed = piped(environment, "", "--replay", "1", code=0)[0]
    assert any(line.startswith("1. you: take 2 from pile 2") for line in replayed)
    piped(environment, "", "--delete", "1", code=0)
    assert len(piped(environment, "", "--list", code=0)[0]) == 1


def test_a_spoilt_file_is_told_of_with_its_line(
    environment: dict[str, str], tmp_path: Path
) -> None:
    spoilt = tmp_path / "spoilt.txt"
    spoilt.write_text("Nimatron game 1\ngame: nim\nposition: 1,2\n1. take 7\n")
    _, told = piped(environment, "", "--replay", str(spoilt), code=2)
    assert told.startswith("nimatron: line 4: ")
    spoilt.write_bytes(b"\xff\xfe\x00")
    assert "it is no text" in piped(environment, "", "--load", str(spoilt), code=2)[1]


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("round-table", "2.5/1"), "coin at 0,0\n"),
        (("round-table", "10/1"), "coin at 1/3,0\nmoves\nhint 4\n"),
        (("northcott",), "column 1 to row 3\nhint 4\n"),
        (("poker-nim",), "add 1 to pile 1\nwhy\n"),
        (("cram", "100x200"), "cover 1,1 1,2\nmoves\nhint\n"),
        (("sum", "nim:3,4 + cram:3x3"), "part 1: take 1 from pile 1\nhint 2\n"),
    ],
)
def test_other_kinds_of_games_are_played(
    words: tuple[str, ...], typed: str, environment: dict[str, str]
) -> None:
    code = 0 if words[-1] == "2.5/1" else 3
    lines, _ = piped(environment, typed, *words, code=code)
    assert ("result won" in lines) == (code == 0)
    assert code == 0 or any(line.startswith("move ") for line in lines)


def test_ctrl_c_ends_with_130(environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        [*PLAY, "nim"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment,
    )  # fmt: skip
    assert process.stdout is not None
    while process.stdout.readline().strip() != b"ready":
        pass
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130 and told.strip() == b"nimatron: interrupted"


# ---- on a terminal


@pytest.fixture
def terminal(environment: dict[str, str]) -> Iterator[Any]:
    started = []

    def start(*words: str, **more: str) -> Any:
        env = {**environment, "TERM": "xterm", **more}
        if "NO_COLOR" not in more:
            env.pop("NO_COLOR", None)
        child = pexpect.spawn(
            PLAY[0], [*PLAY[1:], *words], env=env, encoding="utf-8", timeout=30,
            dimensions=(50, 100),
        )  # fmt: skip
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def test_a_whole_game_on_a_terminal(terminal: Any) -> None:
    child = terminal("nim", "1,2")
    child.expect("who cannot move loses")
    child.expect("your move> ")
    assert "\033[36moo\033[0m (2)" in child.before  # counters in colour
    child.sendline("tkae 1 form pile 2")
    child.expect(r"Did you mean[^?]*take 1 from pile 2\?")  # on two lines
    child.expect("your move> ")
    child.send("take 2\t")
    child.expect("take 2 from pile 2")
    child.sendline("")
    child.expect("You have lost")
    child.expect("take 1 from pile 2 would have won")
    child.expect("over> ")
    child.sendline("undo")
    child.expect("your move> ")
    child.sendline("take 1 from pile 2")
    child.expect("The computer: take 1 from pile ([12])")
    child.expect("your move> ")
    child.sendline(f"take 1 from pile {3 - int(child.match[1] if child.match.groups() else 1)}")
    index = child.expect(["You have won!", "That did not work"])
    if index:
        child.sendline("hint 3")
        child.expect(r"Make this move: (take 1 from pile \d)")
        child.sendline(child.match[1])
        child.expect("You have won!")
    child.expect("over> ")
    child.sendline("")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


def test_without_colours_and_two_people(terminal: Any) -> None:
    child = terminal("nim", "1,1", "--two", "--name", "Ann", NO_COLOR="1")
    child.expect("Ann> ")
    assert "\033[3" not in child.before and "\033[1m" not in child.before
    child.sendline("take 1 from pile 1")
    child.expect("second> ")
    child.sendline("help")
    child.expect("Type a move, such as `take 1 from pile 2`")
    child.expect("second> ")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 3


def test_end_of_input_and_interruption_on_a_terminal(terminal: Any) -> None:
    child = terminal("kayles", "5")
    child.expect("your move> ")
    child.sendeof()
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 3
    child = terminal("kayles", "5")
    child.expect("your move> ")
    child.sendintr()
    child.expect("interrupted")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130


# ---- programs as players

BOT = """
import sys
piles = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "position":
        piles = [int(n) for n in rest.split(",")]
    elif word == "ready":
        total = 0
        for n in piles:
            total ^= n
        moves = [(i, n - (n ^ total)) for i, n in enumerate(piles, 1) if n ^ total < n]
        i, taken = moves[0] if moves else next((i, 1) for i, n in enumerate(piles, 1) if n)
        print(f"take {taken} from pile {i}", flush=True)
    elif word == "result":
        open(sys.argv[1], "w").write(line)
"""


def bot(tmp_path: Path, text: str = BOT) -> list[str]:
    path = tmp_path / "bot.py"
    path.write_text(text)
    return [sys.executable, str(path), str(tmp_path / "told.txt")]


def test_a_program_plays_and_is_told_how_it_ended(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    command = " ".join(bot(tmp_path))
    words = ("nim", "3,4,5", "--program", command, "--first", "computer")
    typed = "take 1 from pile 1\nundo\ntake 4 from pile 2\nresign\n"
    lines, _ = piped(environment, typed, *words, code=1)
    assert "move take 2 from pile 1" in lines and "result lost" in lines
    assert (tmp_path / "told.txt").read_text() == "result won\n"


def test_a_program_and_the_computer_play_each_other(tmp_path: Path) -> None:
    seats = (Seat("bot", PROGRAM), Seat("the computer", "perfect"))
    session = begin("nim", "3,4,5", seats=seats)
    with Program(bot(tmp_path)) as program:
        while not session.over:
            session = program.reply(session) if session.mover == 0 else reply(session)
        program.end(session, 0)
    assert session.winner == 0
    assert (tmp_path / "told.txt").read_text() == "result won\n"


def test_the_program_of_the_documents_plays_perfectly(tmp_path: Path) -> None:
    page = Path(__file__).parent.parent / "docs" / "play.md"
    [text] = re.findall("^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    for position, winner in (("3,4,5", 0), ("1,2,3", 1)):
        session = begin("nim", position, seats=(Seat("bot", PROGRAM), Seat("x", "perfect")))
        with Program(bot(tmp_path, text)) as program:
            while not session.over:
                session = program.reply(session) if session.mover == 0 else reply(session)
        assert session.winner == winner


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import time; time.sleep(60)", "no move within 0.5 seconds"),
        ("print('take 9')", "no legal move"),
        ("import sys; sys.exit(3)", "exit code 3"),
        ("import os; os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("import os; os.write(1, b'\\xff\\xfe\\n')", "no text"),
        ("print('x' * 50000)", "more than 10000 characters"),
        ("while True: print()", "no move within 0.5 seconds"),
    ],
)
def test_a_program_that_fails_loses(text: str, said: str, tmp_path: Path) -> None:
    session = begin("nim", "3,4,5", seats=(Seat("bot", PROGRAM), Seat("you")))
    seconds = 0.5 if "0.5" in said else 10.0
    program = Program(bot(tmp_path, text), seconds=seconds)
    with program, pytest.raises(ProgramFault, match=re.escape(said)):
        program.reply(session)


def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    text = f"""
import signal, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("take 1 from pile 1", flush=True)
time.sleep(60)
"""
    with Program(bot(tmp_path, text)) as program:
        program.reply(begin("nim", "3,4,5", seats=(Seat("bot", PROGRAM), Seat("you"))))
        child = int((tmp_path / "pid").read_text())
        os.kill(child, 0)
    for _ in range(50):
        try:
            state = Path(f"/proc/{child}/stat").read_text().split()[2]
        except FileNotFoundError:
            return
        if state == "Z":
            return
        time.sleep(0.1)
    raise AssertionError("the child still runs")


@pytest.mark.parametrize("command", ["", "'", "/no/such/program", "/"])
def test_programs_that_cannot_be_started(command: str) -> None:
    with pytest.raises(UsageError):
        Program(command)
