"""The referee: verdicts, limits, dialects; programs are always ended, with their children."""

from __future__ import annotations

import ast
import json
import os
import random
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from threading import Thread
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from nimatron import solve
from nimatron.cli import main
from nimatron.errors import NimatronError, UsageError
from nimatron.judge import dialects, referee
from nimatron.judge.judging import judge_games
from nimatron.judge.packages import Problem, board, judge, start
from nimatron.judge.referee import END, Gone, Match, Nim, Over, Table, Wrong, Wythoff, board_for
from nimatron.judge.running import Allowed, Closed, Program, TooMany, TooMuch, TooSlow
from nimatron.judge.submissions import packed
from nimatron.judge.tables import answer_text, data_for, some_positions
from nimatron.judge.verdict import Report, Verdict

PYTHON = [sys.executable, "-S", "-E", "-u", "-c"]
NIM = Problem("nim", "Nim", tests=(("3,4,5",),))


def ruled(code: str, problem: Problem = NIM, **allowed: Any) -> Report:
    limits = Allowed(**{"seconds": 20.0, **allowed})
    return judge(problem, [*PYTHON, code], limits)


def played(game: Any, at: Any, lines: list[str], seed: int = 1) -> tuple[str, Match]:
    """What becomes of a program that writes these lines, whatever it reads."""
    waiting = iter(lines)
    match = Match(game, lambda: next(waiting, None), lambda line: None, random.Random(seed))
    try:
        match.play(at)
    except (Wrong, Gone) as e:
        return str(e), match
    return "", match


@pytest.mark.parametrize(
    ("at", "lines", "said"),
    [
        ((5, 6), ["1", "2 3", "3 2", "1 1", "DONE"], "3 2"),
        ((1, 2), ["0", "DONE"], ""),
        ((0, 0), ["0", "DONE"], ""),
        ((3, 3), ["1", "3 3", "DONE"], ""),
        ((1, 2), ["1"], "claims a win in 1 2"),
        ((5, 6), ["0"], "claims no win in 5 6, where 2 3 wins"),
        ((5, 6), ["yes"], "expected 0 or 1, got 'yes'"),
        ((5, 6), ["1", "2"], "expected a move `pile count`"),
        ((5, 6), ["1", "1 6"], "cannot be taken from the piles 5 6"),
        ((3, 3), ["1", "3 3", "done"], "expected DONE"),
        ((5, 6), [], "the program ended; expected 0 or 1"),
        ((5, 6), ["1"], "the program ended; expected a move"),
        ((3, 3), ["1", "3 3"], "the program ended; expected DONE"),
    ],
)
def test_reasons(at: tuple[int, int], lines: list[str], said: str) -> None:
    told, _ = played(Wythoff(), at, lines)
    assert said in told and bool(told) == bool(said)


def test_the_first_mistake_is_marked_and_explained() -> None:
    told, match = played(Wythoff(), (5, 6), ["1", "1 1", "1 1", "1 1", "1 1", "1 1"])
    assert told.startswith("it did not win; in 5 6 its move '1 1' gives the win away: then")
    assert told.endswith("2 3 would have won")
    marked = [row for row in match.transcript if row[2]]
    assert [row[:2] for row in marked] == [["program", "1 1"]] and match.slip == 2
    report = Report(Verdict.WRONG, told, tuple((a, b, c) for a, b, c in match.transcript))
    assert report.lines()[2] == "! > 1 1" and "gives the win away" in report.lines()[3]


def test_misere_is_won_when_the_other_side_must_make_the_last_move() -> None:
    problem = Problem("nim", "nim", misere=True, tests=(("2",),))
    data = data_for(problem, ("2",))
    for game in (board(problem), Table(json.loads(answer_text(data)))):
        at = game.read("2")
        assert played(game, at, ["1", "take 1", "DONE"])[0] == ""
        told, match = played(game, at, ["1", "take 2"])
        assert "the game, and loses it" in told and match.slip == 2
        assert "take 1 would have won" in match.transcript[2][2]


@pytest.mark.parametrize("most", [5, 30, 10**6, 10**16])
def test_the_opponent_makes_the_most_of_a_mistake(most: int) -> None:
    """Whoever plays at random against it loses, or was right all along."""
    for seed in range(60):
        rng, won = random.Random(seed), 0
        for game in (Wythoff(), Nim()):
            at: Any = tuple(rng.randint(1, most) for _ in range(2 if game.name != "nim" else 3))
            slipped = False
            while not game.over(at):
                pile = rng.choice([i for i, n in enumerate(at, 1) if n])
                taken = rng.randint(1, at[pile - 1])
                line = f"{pile} {taken}" if game.name != "nim" else f"take {taken} from pile {pile}"
                at = game.play(at, line)
                slipped |= not game.lost(at)
                if game.over(at):
                    won += 1
                    assert not slipped
                    break
                _, at = game.reply(at, rng)
                assert not slipped or game.lost(at)


def test_nim_as_the_catalogue_has_it() -> None:
    game = Nim()
    for piles in product(range(4), repeat=3):
        text = game.line(piles)
        assert game.read(text) == piles
        found = solve("nim", piles)
        assert game.lost(piles) == (found.winner == "second")
        if not game.over(piles):
            said, to = game.reply(piles, random.Random(1))
            assert game.play(piles, said) == to
            assert game.lost(piles) or said in (found.winning_moves or ())
    for line in ("take 1", "take 1 from pile 4", "take 9 from pile 1", "take x from pile 1", "eat"):
        with pytest.raises(Wrong):
            game.play((1, 2, 3), line)
    assert game.play((5,), "take 2") == (3,)
    with pytest.raises(Wrong):
        game.read("1,x")


@pytest.mark.parametrize(
    ("game", "texts", "misere"),
    [
        ("cram", ("2x3", "3x3", "2x2"), False),
        ("cram", ("2x3", "3x3", "1x2"), True),
        ("geography", ("3x3",), False),
        ("kayles", ("7", "9"), False),
        ("kayles", ("4", "0"), True),
        ("chomp", ("2x3",), False),
    ],
)
def test_tables_against_the_catalogue(game: str, texts: tuple[str, ...], misere: bool) -> None:
    """Every program move is there; it is kept as a mistake just if the catalogue says so."""
    problem = Problem(game, game, misere=misere, tests=(texts,))
    data = json.loads(answer_text(data_for(problem, texts)))
    table, live = Table(data), board(problem)
    for text in texts:
        here, at = table.read(text), start(live, text)
        assert table.lost(here) == live.lost(at) and table.line(here) == text
        waiting = [] if table.lost(here) or table.over(here) else [(here, at)]
        seen = set[int]()
        while waiting and len(seen) < 60:
            here, at = waiting.pop()
            if here in seen or table.over(here):
                continue
            seen.add(here)
            rules, position = at
            for move in rules.moves(position):
                said = rules.move_text(position, move)
                after = rules, rules.after(position, move)
                ended = live.over(after)
                good = live.won(after) if ended else live.lost(after)
                if not good:
                    with pytest.raises(Wrong, match="gives the win away") as wrong:
                        table.play(here, said)
                    assert wrong.value.slip
                    continue
                to = table.play(here, f" {said.upper()} ")
                assert table.over(to) == ended and (ended or table.lost(to))
                if not ended:
                    reply, then = table.reply(to, random.Random(1))
                    waiting.append((then, live.play(after, reply)))
                    assert table.line(then) == live.line(waiting[-1][1])
        for here in seen:
            with pytest.raises(Wrong, match="is no move in"):
                table.play(here, "nothing")


def test_a_table_of_something_else() -> None:
    data = data_for(Problem("cram", "cram", tests=(("2x2",),)), ("2x2",))
    with pytest.raises(Over, match="does not know"):
        board_for(["3x3"], answer_text(data))
    with pytest.raises(UsageError, match="always ends"):
        data_for(Problem("northcott", "x", tests=(("1:8,3:5",),)), ("1:8,3:5",))
    with pytest.raises(NimatronError):
        data_for(Problem("round-table", "x", tests=(("10/1",),)), ("10/1",))
    both = some_positions(Problem("kayles", "k"), 6, 1)
    assert len(both) == 6 == len(set(both)) and both == some_positions(Problem("kayles", "k"), 6, 1)
    assert {solve("kayles", text).winner for text in both} == {"first", "second"}


# ---- programs

RIGHT = """
import sys
from functools import reduce
from operator import xor
for line in iter(sys.stdin.readline, "END\\n"):
    piles = [int(n) for n in line.split(",")]
    print(int(reduce(xor, piles) != 0))
    while reduce(xor, piles):
        x = reduce(xor, piles)
        i = next(i for i, n in enumerate(piles) if n ^ x < n)
        print("take", piles[i] - (piles[i] ^ x), "from pile", i + 1)
        piles[i] ^= x
        if any(piles):
            w = sys.stdin.readline().split()
            piles[int(w[4]) - 1] -= int(w[1])
    print("DONE")
"""


@pytest.mark.parametrize(
    ("code", "verdict", "said"),
    [
        (RIGHT, Verdict.ACCEPTED, "1 game"),
        (RIGHT + "print()\nprint()", Verdict.ACCEPTED, "1 game"),
        (
            "print('1\\ntake 2 from pile 1', end='')",
            Verdict.WRONG,
            "the program ended; expected a move",
        ),
        (RIGHT + "print('bye')", Verdict.WRONG, "more than was asked: 'bye'"),
        (RIGHT + "sys.exit(3)", Verdict.CRASH, "exit code 3"),
        ("", Verdict.WRONG, "the program ended; expected 0 or 1"),
        ("1/0", Verdict.CRASH, "exit code 1: ZeroDivisionError"),
        ("import os; os.kill(os.getpid(), 11)", Verdict.CRASH, "SIGSEGV"),
        ("print(1); print('take 2 from', end='', flush=True); 1/0", Verdict.CRASH, "exit code 1"),
        ("import os; os.write(1, b'1\\n\\xff\\xfe\\n')", Verdict.WRONG, "bytes that are no text"),
        ("import os; os.write(1, b'1\\n\\0\\n')", Verdict.WRONG, "move"),
        ("import os; os.close(0); print(1)", Verdict.WRONG, "the program"),
    ],
)
def test_verdicts(code: str, verdict: Verdict, said: str) -> None:
    report = ruled(code)
    assert (report.verdict, said in report.message) == (verdict, True), report


def test_only_what_a_program_writes_counts() -> None:
    """It may end, or close its input, before the judge has said anything: no matter which of the
    two is quicker, the verdict is the same."""
    blind = Problem("nim", "Nim", tests=(("1,1", "2,2"),))
    claims = "print('0\\nDONE\\n0\\nDONE')"
    for code in (claims, f"import os; os.close(0); {claims}"):
        assert ruled(code, blind).verdict is Verdict.ACCEPTED
    with Program([*PYTHON, claims], Allowed(20.0)) as program:
        while not program._gone():
            time.sleep(0.01)

        def say(line: str) -> None:
            with pytest.raises(Closed):
                program.say(line.encode())

        hear = iter(lambda: (program.hear() or b"").decode(), "")
        match = Match(Nim(), lambda: next(hear, None), say, random.Random(1))
        assert match.lead([(1, 1)]) == 1


def test_limits() -> None:
    hung = ruled("import time; time.sleep(99)", seconds=0.3)
    assert hung.verdict is Verdict.TIME and "flushed?" in hung.message
    late = ruled("print(1)\nwhile True: pass", seconds=0.4)
    assert late.verdict is Verdict.TIME and "flushed" not in late.message
    after = ruled(RIGHT + "import time; time.sleep(99)", seconds=0.5)
    assert after.verdict is Verdict.TIME
    flood = ruled("while True: print('1' * 9999, end='')", output=1 << 20)
    assert flood.verdict is Verdict.OUTPUT
    blank = ruled(RIGHT + "while True: print()", output=1 << 16)
    assert blank.verdict is Verdict.OUTPUT
    greedy = ruled("x = bytearray(400 << 20); print(0)", megabytes=200)
    assert greedy.verdict is Verdict.CRASH and "MemoryError" in greedy.message
    errors = ruled("import sys\nsys.stderr.write('x' * (1 << 20) + 'end')\n" + RIGHT)
    assert errors.verdict is Verdict.ACCEPTED and errors.errors.endswith("end")
    assert len(errors.errors) <= 4096


def test_nobody_waits_for_a_full_pipe() -> None:
    """Much more than a pipe holds, both ways at once; and the program reads late."""
    code = """
import sys
for i in range(4):
    sys.stdout.write('x' * (1 << 20))
print(len(sys.stdin.read()))
"""
    with Program([*PYTHON, code], Allowed(20.0)) as program:
        program.say(b"y" * (4 << 20))
        program.close()
        text = program.rest()
        assert len(text) > 4 << 20 and text.endswith(b"%d\n" % (4 << 20)) and program.wait() == 0
    with Program([*PYTHON, "pass"], Allowed(20.0)) as program:
        assert program.wait() == 0
        with pytest.raises(Closed):
            for _ in range(50):
                program.say(b"y" * (1 << 16))
                time.sleep(0.01)
    with pytest.raises(TooSlow), Program([*PYTHON, "input()"], Allowed(0.2)) as program:
        program.hear()
    with pytest.raises(TooMuch), Program([*PYTHON, "print('1' * 99999)"], Allowed(20, 99, 9)) as p:
        p.hear()


CHILDREN = """
import os, subprocess, sys, time
sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
ours = subprocess.Popen(sleep)
away = subprocess.Popen(sleep, start_new_session=True)
end, told = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:  # a daemon that cleared even its environment
        os.write(told, b"%d" % os.getpid())
        os.execve(sys.executable, sleep, {})
    os._exit(0)
print(ours.pid, away.pid, int(os.read(end, 9)), flush=True)
"""


@pytest.mark.parametrize("end", ["time.sleep(600)", "os._exit(0)", "sys.stdin.read()"])
def test_children_are_ended_too(end: str) -> None:
    began = time.monotonic()
    with Program([*PYTHON, CHILDREN + end], Allowed(30.0)) as program:
        line = program.hear()
        assert line is not None
        pids = [int(word) for word in line.split()]
        assert len(pids) == 3 and set(program.family.members()) >= set(pids)
        if "exit" in end:
            assert program.hear() is None and program.wait() == 0
    assert time.monotonic() - began < 20
    assert all(gone(pid) for pid in (*pids, *program.family.members()))


def gone(pid: int) -> bool:
    """Whether a process is no more, or only waits to be taken away."""
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] in "ZX"


def test_too_many_processes_are_ended() -> None:
    """A program that doubles itself again and again, up to a bound for this test."""
    code = """
import os, time
first = os.getpid()
for generation in range(8):
    os.fork()
if os.getpid() % 2 and os.getpid() != first:
    os.setsid()
time.sleep(600)
"""
    with pytest.raises(TooMany), Program([*PYTHON, code], Allowed(30.0, tasks=40)) as program:
        program.hear()
    assert program.seconds < 20 and all(map(gone, program.family.members()))
    report = ruled(code, tasks=40)
    assert report.verdict is Verdict.CRASH and "more than 40 processes" in report.message
    threads = "import threading, time\nfor i in range(60): threading.Thread(target=time.sleep, " \
              "args=(600,)).start()\ntime.sleep(600)"  # fmt: skip
    assert "more than 40" in ruled(threads, tasks=40).message


def test_signals_are_ignored_in_vain() -> None:
    code = """
import signal, time
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
print(1, flush=True)
while True:
    time.sleep(600)
"""
    with pytest.raises(TooSlow), Program([*PYTHON, code], Allowed(1.0)) as program:
        assert program.hear() == b"1\n"
        program.hear()
    assert program.seconds < 5 and not list(program.family.members())


def test_files_and_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file grows without end, few are open at once, and none of ours, nor our settings."""
    monkeypatch.setenv("NIMATRON_DATA", str(tmp_path))
    ours = (tmp_path / "ours").open("w")
    large = f"""
with open({str(tmp_path / "large")!r}, "wb") as file:
    while True:
        file.write(bytes(1 << 20))
"""
    assert ruled(large).verdict is Verdict.CRASH
    assert (tmp_path / "large").stat().st_size <= 64 << 20
    many = ruled("files = [open('/dev/null') for _ in range(100_000)]")
    assert many.verdict is Verdict.CRASH and "Too many open files" in many.message
    nosy = """
import os
print([n for n in os.environ if n.startswith("NIMATRON")], os.listdir("/proc/self/fd"))
"""
    with ours, Program([*PYTHON, nosy], Allowed(20.0)) as program:
        assert program.rest() == b"[] ['0', '1', '2', '3']\n"  # the last is the folder itself


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_judge_that_is_ended_ends_the_program(number: int, tmp_path: Path) -> None:
    told = tmp_path / "pids"
    code = CHILDREN.replace("print(", f"print(file=open({str(told)!r}, 'w'), *[")
    code = code.replace(", flush=True)", "], flush=True); sys.stdin.readline(); time.sleep(600)")
    command = [sys.executable, "-m", "nimatron", "judge", "nim", "1,1", "--time", "60",
               "--", *PYTHON, code]  # fmt: skip
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as judging:
        until = time.monotonic() + 30
        while not (told.exists() and told.read_text().endswith("\n")):
            assert time.monotonic() < until
            time.sleep(0.05)
        judging.send_signal(number)
        _, err = judging.communicate(timeout=30)
    assert judging.returncode == (130 if number == signal.SIGINT else 128 + number), err
    assert len(err.split("\n")) <= 3 and "Traceback" not in err  # click begins a line after ^C
    assert all(gone(int(word)) for word in told.read_text().split())


def test_an_interrupted_judge_ends_the_program() -> None:
    with pytest.raises(KeyboardInterrupt), Program([*PYTHON, "input()"]) as program:
        raise KeyboardInterrupt
    assert program.status is not None and program.status < 0


def test_a_fault_of_ours_is_a_judge_error() -> None:
    class Broken(Nim):
        def lost(self, at: tuple[int, ...]) -> bool:
            raise RuntimeError("our own fault")

    report = judge_games(Broken(), [(1, 2)], [*PYTHON, RIGHT], Allowed())
    assert report.verdict is Verdict.JUDGE and "our own fault" in report.message
    with pytest.raises(UsageError, match="a program that can be run"):
        judge_games(Nim(), [(1,)], ["no-such-program"], Allowed())


# ---- the command


def run(*words: str, code: int, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["judge", *words])
    out = capsys.readouterr()
    assert ended.value.code == code, out
    return out.out, out.err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "right.py"
    program.write_text(RIGHT.replace("print(", "print(flush=True, *[", 0))
    play = ["--", sys.executable, "-u", str(program)]
    out, _ = run("nim", "3,4,5", "1,1", *play, code=0, capsys=capsys)
    assert out == "accepted: 2 games\n"
    _, err = run("nim", *play, code=0, capsys=capsys)
    assert err == "nim is played as a game; --batch judges the format of that name\n"
    out, _ = run("nim", "3,4,5", "--transcript", *play, code=0, capsys=capsys)
    assert out.startswith("  < 3,4,5\n  > 1\n") and "!" not in out
    out, _ = run("nim", "1,1", "--misere", "--json", *play, code=1, capsys=capsys)
    data = json.loads(out)
    assert data["verdict"] == "wrong answer" and data["transcript"][0] == ["judge", "1,1", ""]
    out, _ = run("nim-move", *play, code=1, capsys=capsys)
    assert "sample 1" in out
    for words, said in (
        (["nim", "3,x", *play], "heaps"),
        (["nimm", "3", *play], "did you mean nim?"),
        (["nim", "3", "--"], "a program after --"),
        (["tziansitzi", "1 x", *play], "two piles"),
        (["tziansitzi", *play], "at least one position"),
        (["nim", "3", "-p", "k=1", *play], "parameter"),
        (["nim", "3", "--time", "0", *play], "--time"),
        (["nim", "3", "--", str(tmp_path)], "a program that can be run"),
        (["as", "katis"], "did you mean kattis?"),
        (["try", str(tmp_path)], "problem.toml"),
    ):
        _, err = run(*words, code=2, capsys=capsys)
        assert said in err and len(err.splitlines()) == 1, err


def test_batch_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = "import sys; from nimatron.cli import main; main(['answer', 'nim-move'])"
    cat = "import sys; sys.stdout.write('1 1\\n' * 6)"
    out, _ = run("nim-move", "--", sys.executable, "-c", right, code=0, capsys=capsys)
    assert out == "accepted: 4 inputs\n"
    out, _ = run("nim-move", "--", sys.executable, "-c", cat, code=1, capsys=capsys)
    assert out.startswith("wrong answer: sample 1: line 1")
    given = tmp_path / "nim.in"
    given.write_text("1 1 5\n")
    da = [sys.executable, "-c", "print('DA')"]
    assert "accepted" in run("nim", str(given), "--", *da, code=0, capsys=capsys)[0]
    assert "sample 1" in run("nim", "--batch", "--", *da, code=1, capsys=capsys)[0]
    slow = [sys.executable, "-c", "input()\nwhile True: pass"]
    out, _ = run("nim", "--time", "0.3", "--batch", "--", *slow, code=1, capsys=capsys)
    assert out.startswith("time limit")
    dead = [sys.executable, "-c", "print('DA'); 1/0"]
    out, _ = run("nim", str(given), "--", *dead, code=1, capsys=capsys)
    assert out.startswith("run-time error")


def test_playing_by_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1 1\n1 1\n1 1\n1 1\n1 1\n"))
    out, err = run("tziansitzi", "5 6", code=1, capsys=capsys)
    assert "! > 1 1" in out and "2 3 would have won" in out and "You play X" in err
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n3 3\nDONE\n"))
    out, _ = run("tziansitzi", "3 3", code=0, capsys=capsys)
    assert out.endswith("accepted: 1 game\n")


# ---- inside other judges

PLAY = Path(__file__).parent.parent / "problems" / "tziansitzi" / "submissions"
GOLDEN = [sys.executable, str(PLAY / "accepted" / "golden.py")]
FAULTS = Path(referee.__file__).parent / "faults" / "wrong_answer"
WRONG = [sys.executable, str(FAULTS / "always_second.py")]
JUNK = [sys.executable, str(FAULTS / "junk.py")]


@pytest.fixture
def test_file(tmp_path: Path) -> Path:
    (tmp_path / "in").write_text("5 6\n1 2\n10 4\n0 0\n")
    (tmp_path / "ans").write_text('{"game": "tziansitzi"}\n')
    (tmp_path / "feedback").mkdir()
    return tmp_path / "in"


def connected(judge_words: list[str], program: list[str]) -> tuple[int, str]:
    """Two processes, each reading what the other writes; exit code and messages of the judge."""
    a, b = os.pipe(), os.pipe()
    command = [sys.executable, "-m", "nimatron", "judge", "as", *judge_words]
    one = subprocess.Popen(command, stdin=a[0], stdout=b[1], stderr=subprocess.PIPE, text=True)
    two = subprocess.Popen(program, stdin=b[0], stdout=a[1])
    for end in (*a, *b):
        os.close(end)
    _, err = one.communicate(timeout=30)
    two.kill()
    two.wait()
    return one.returncode, err


def test_kattis(test_file: Path) -> None:
    words = ["kattis", str(test_file), str(test_file.parent / "ans"),
             f"{test_file.parent / 'feedback'}/"]  # fmt: skip
    message = test_file.parent / "feedback" / "judgemessage.txt"
    assert connected(words, GOLDEN)[0] == 42 and message.read_text() == "3 games\n"
    assert connected(words, WRONG)[0] == 43 and "claims no win" in message.read_text()
    assert connected([*words[:2], "missing", words[3]], GOLDEN)[0] not in (42, 43)
    (test_file.parent / "ans").write_text('{"game": "cram"}\n')
    code, err = connected(words, GOLDEN)
    assert code not in (42, 43) and "judge error" in err


def test_testlib(test_file: Path) -> None:
    out, ans = str(test_file.parent / "out"), str(test_file.parent / "ans")
    code, err = connected(["testlib", str(test_file), out], GOLDEN)
    assert code == 0 and err == "3 games\n" == Path(out).read_text()
    report = test_file.parent / "report"
    assert connected(["testlib", str(test_file), out, ans, str(report)], WRONG)[0] == 1
    assert "claims no win" in report.read_text()
    assert connected(["testlib", str(test_file), out], JUNK)[0] == 2
    assert connected(["testlib", "missing", out], GOLDEN)[0] == 3


def test_plain(test_file: Path) -> None:
    assert connected(["plain", str(test_file)], GOLDEN)[0] == 0
    code, err = connected(["plain", str(test_file)], WRONG)
    assert code == 1 and "claims no win" in err
    assert connected(["plain", "missing"], GOLDEN)[0] not in (0, 1)


@pytest.mark.parametrize("order", ['>"$0" <"$to"', '<"$to" >"$0"'])
@pytest.mark.parametrize(("program", "score"), [(GOLDEN, "1.0\n"), (WRONG, "0.0\n")])
def test_cms(tmp_path: Path, order: str, program: list[str], score: str) -> None:
    """The FIFOs may be opened in any order by the other side."""
    fifos = [str(tmp_path / name) for name in ("from", "to")]
    for fifo in fifos:
        os.mkfifo(fifo)
    data = json.dumps({"game": "tziansitzi", "tests": ["5 6", "1 2"]})
    command = [sys.executable, "-m", "nimatron", "judge", "as", "cms", *fifos]
    manager = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    user = subprocess.Popen(["sh", "-c", f'to="$1"; shift; exec "$@" {order}',
                             *fifos, *program])  # fmt: skip
    out, err = manager.communicate(data, timeout=30)
    user.kill()
    user.wait()
    assert (out, manager.returncode) == (score, 0) and err.strip()


class Interactor:
    """What DMOJ gives to a grader, around a process: it writes the text of whatever it is given,
    and raises where nothing more can be read."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def readln(self, strip_newline: bool = True) -> bytes:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise OSError("child stream closed")
        return line.rstrip() if strip_newline else line

    def write(self, val: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(str(val).encode())
        self.process.stdin.flush()

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()


def dmoj_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand-ins for the two classes of DMOJ that a grader needs."""

    def module(name: str, **names: object) -> None:
        made = ModuleType(name)
        vars(made).update(names)
        monkeypatch.setitem(sys.modules, name, made)

    def result(passed: bool, points: float, feedback: str | None = None) -> SimpleNamespace:
        return SimpleNamespace(passed=passed, points=points, feedback=feedback)

    module("dmoj")
    module("dmoj.graders")
    module("dmoj.graders.interactive", InteractiveGrader=object)
    module("dmoj.result", CheckerResult=result)


def test_dmoj(monkeypatch: pytest.MonkeyPatch) -> None:
    from nimatron.judge.export import _dmoj_grader

    dmoj_modules(monkeypatch)
    space: dict[str, Any] = {"__name__": "interactor"}
    exec(compile(_dmoj_grader(), "interactor.py", "exec"), space)
    case = SimpleNamespace(
        input_data=lambda: b"5 6\n0 0\n", output_data=lambda: b'{"game": "tziansitzi"}', points=5
    )
    stops = [sys.executable, str(FAULTS / "stops.py")]
    for program, points in ((GOLDEN, 5), (WRONG, 0.0), (JUNK, 0.0), (stops, 0.0)):
        with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            found = space["Grader"]().interact(case, Interactor(process))
            assert (found.passed, found.points) == (points > 0, points) and found.feedback
            process.kill()


def test_the_dialects_as_a_command(
    test_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, list[str]]] = []

    def fake(dialect: str, arguments: list[str]) -> int:
        seen.append((dialect, arguments))
        return 42

    monkeypatch.setattr(dialects, "main", fake)
    run("as", "kattis", "a", "b", "c/", code=42, capsys=capsys)
    assert seen == [("kattis", ["a", "b", "c/"])]
    monkeypatch.undo()
    for dialect, wanted in dialects.WANTED.items():
        _, err = run("as", dialect, code=dialects.OURS[dialect], capsys=capsys)
        assert err == f"judge error: expected {wanted}, got 0 arguments\n"


def test_the_referee_is_one_file_for_python_3_9() -> None:
    tree = ast.parse(packed("referee", "dialects"), feature_version=(3, 9))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    assert names <= set(sys.stdlib_module_names)
    assert END == "END"


def test_threads_are_gone(test_file: Path) -> None:
    """Judging a program leaves no thread behind."""
    import threading

    before = threading.active_count()
    done: list[Report] = []
    worker = Thread(target=lambda: done.append(ruled(RIGHT)))
    worker.start()
    worker.join()
    assert done[0].verdict is Verdict.ACCEPTED and threading.active_count() == before
