"""A disk that is full: every command says so in one line, and nothing that was saved is spoilt.

The disk is a small one in memory, which only root may mount, in a namespace of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

NIMATRON = str(Path(sys.executable).parent / "nimatron")
_KILOBYTES = 256


@cache
def can_mount() -> bool:
    if shutil.which("unshare") is None or os.name != "posix" or os.getuid() != 0:
        return False
    with TemporaryDirectory() as folder:
        return on_small_disk("true", Path(folder)).returncode == 0


def on_small_disk(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder that holds a quarter of a megabyte."""
    mount = f'mount -t tmpfs -o size={_KILOBYTES}k tmpfs "{folder}" && cd "{folder}" && {script}'
    return subprocess.run(
        ["unshare", "--mount", "bash", "-o", "pipefail", "-c", mount],
        capture_output=True, text=True, check=False, timeout=240,
        env={**os.environ, "NO_COLOR": "1", "NIMATRON_DATA": str(folder / "data")},
    )  # fmt: skip


@pytest.fixture(autouse=True)
def disk() -> None:
    if not can_mount():
        pytest.skip("a small disk can only be mounted by root")


FULL = f"dd if=/dev/zero of=fill bs=1k count={_KILOBYTES} 2>/dev/null; true"
GRAPH = f"printf 'from,to\\na,b\\n' > walk.csv; {FULL}; {NIMATRON} graph solve walk.csv"
FILES = {
    "sequence to a file": f"{NIMATRON} sequence 0.77 --to 300000 --data off -o s.txt",
    "sequence to standard output": f"{NIMATRON} sequence 0.77 --to 300000 --data off > s.txt",
    "a generated input": f"{NIMATRON} generate nim --size 1000000 --seed 1 > nim.in",
    "a generated file": f"{NIMATRON} generate nim --size 1000000 --seed 1 -o nim.in",
    "answers": f"{NIMATRON} generate nim-winner --size 300000 --seed 1 --largest 1 -o in.txt"
    f" && {NIMATRON} answer range-sum in.txt out.txt",
    "a drawing": f"{FULL}; {NIMATRON} draw nim 3,4,5 -o nim.svg",
    "a graph": f"{FULL}; {NIMATRON} graph nim 3,2,1 -o nim.svg",
    "a table": f"{FULL}; {NIMATRON} table nim 8x8 -o nim.svg",
    "a table as points": f"{FULL}; {NIMATRON} table nim 8x8 -o nim.png",
    "a solved graph": f"{GRAPH} -o walk.out",
    "a solved graph as arrays": f"{GRAPH} -o walk.npz",
    "a solved graph to standard output": f"{GRAPH} --json > walk.json",
    "a strategy that was found": f"{FULL}; {NIMATRON} discover bachet --sizes 10,20 --save it.json",
    "a package for others": f"{FULL}; {NIMATRON} judge export nim 3,4,5 --format kattis -o p",
    "a game in a file": f"{FULL}; echo 'save g.txt' | {NIMATRON} play nim 1,2 --first me | grep -o"
    " 'expected a file.*' >&2; exit 2",
}  # fmt: skip


@pytest.mark.heavy
@pytest.mark.parametrize("name", list(FILES))
def test_one_line_and_no_success(name: str, tmp_path: Path) -> None:
    """And nothing half-written is left: no file but those that were there."""
    script = f"{FILES[name]}; code=$?; ls -A >&2; exit $code"
    done = on_small_disk(script, tmp_path)
    told, *names = done.stderr.splitlines()
    assert done.returncode == 2, done
    assert "space left" in told or "too large" in told, done
    assert set(names) <= {"fill", "data", "walk.csv", "in.txt", *_REDIRECTED}, done


_REDIRECTED = ("s.txt", "nim.in", "walk.json")  # the shell made them


@pytest.mark.heavy
def test_a_run_that_saves_itself_goes_on(tmp_path: Path) -> None:
    """It prints what it would print with room to save, says that it no longer saves, and what was
    saved before is as it was."""
    script = (
        f"{NIMATRON} sequence grundy --to 3000000 | tail -1; {NIMATRON} store verify;"
        f" {NIMATRON} sequence grundy --to 3000000 --data off | tail -1"
    )
    done = on_small_disk(script, tmp_path)
    told = done.stdout.splitlines()
    assert told[0] == told[-1], done
    assert "progress is no longer saved" in done.stderr


ANSWERED = {
    "a board that would be kept": (f"{NIMATRON} solve kings 8x9 --max-positions 9000000",
                                   "nimber  0", "is not saved"),
    "a period": (f"{NIMATRON} period 0.77 --to 3000", "period 12 after 71, proved", ""),
}  # fmt: skip


@pytest.mark.heavy
@pytest.mark.parametrize("name", list(ANSWERED))
def test_answers_need_no_room(name: str, tmp_path: Path) -> None:
    command, answer, complaint = ANSWERED[name]
    done = on_small_disk(f"{FULL}; {command}", tmp_path)
    assert done.returncode == 0 and answer in done.stdout, done
    assert complaint in done.stderr and len(done.stderr.splitlines()) <= 1, done


@pytest.mark.heavy
@pytest.mark.parametrize(
    "command",
    ["survey 0.dd --to 3000 --jobs 1", "play nim 1,2 --first me <<< 'keep Ann'"],
)
def test_what_only_saves_is_refused_in_one_line(command: str, tmp_path: Path) -> None:
    done = on_small_disk(f"{FULL}; {NIMATRON} {command}", tmp_path)
    assert done.returncode in (1, 2), done
    assert len(done.stderr.splitlines()) == 1 and "full" in done.stderr, done


RULES = """
import sys
import nimatron as nt

class Pile(nt.Rules):
    def moves(self, n):
        return range(1, min(n, 3) + 1)
    def after(self, n, taken):
        return n - taken
    def pack(self, n):
        return n
    @staticmethod
    def options(n, out):
        for taken in range(1, min(n, 3) + 1):
            out[taken - 1] = n - taken
        return min(n, 3)

answer = nt.solve(Pile(), 50_001)
print(answer.grundy, "compiled" in answer.why)
"""


@pytest.mark.heavy
def test_compiled_rules_that_cannot_be_kept(tmp_path: Path) -> None:
    """They are compiled again for this process alone."""
    program = tmp_path.parent / "rules.py"
    program.write_text(RULES)
    done = on_small_disk(f"{FULL}; {sys.executable} {program}; find data -type f", tmp_path)
    assert done.stdout.split() == ["1", "True"] and done.stderr == "", done
