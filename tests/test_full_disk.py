"""A disk that is full: every command says so in one line, and nothing that was saved is spoilt.

The disk is a small one in memory, which only root may mount, in a namespace of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NIMATRON = str(Path(sys.executable).parent / "nimatron")
_KILOBYTES = 256


def can_mount(folder: Path) -> bool:
    if shutil.which("unshare") is None or os.name != "posix" or os.getuid() != 0:
        return False
    return on_small_disk("true", folder).returncode == 0


def on_small_disk(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder that holds a quarter of a megabyte."""
    mount = f'mount -t tmpfs -o size={_KILOBYTES}k tmpfs "{folder}" && cd "{folder}" && {script}'
    return subprocess.run(
        ["unshare", "--mount", "bash", "-c", mount], capture_output=True, text=True, check=False,
        env={**os.environ, "NO_COLOR": "1", "NIMATRON_DATA": str(folder / "data")}, timeout=120,
    )  # fmt: skip


FULL = f"dd if=/dev/zero of=fill bs=1k count={_KILOBYTES} 2>/dev/null; true"
FILES = {
    "sequence to a file": f"{NIMATRON} sequence 0.77 --to 300000 --data off -o s.txt",
    "sequence to standard output": f"{NIMATRON} sequence 0.77 --to 300000 --data off > s.txt",
    "a generated input": f"{NIMATRON} generate nim --size 1000000 --seed 1 > nim.in",
    "answers": f"{NIMATRON} generate nim-winner --size 300000 --seed 1 --largest 1 -o in.txt"
    f" && {NIMATRON} answer range-sum in.txt out.txt",
    "a drawing": f"{FULL}; {NIMATRON} draw nim 3,4,5 -o nim.svg",
    "a graph": f"{FULL}; {NIMATRON} graph nim 3,2,1 -o nim.svg",
    "a table": f"{FULL}; {NIMATRON} table nim 8x8 -o nim.svg",
}


@pytest.mark.heavy
@pytest.mark.parametrize("name", list(FILES))
def test_one_line_and_no_success(name: str, tmp_path: Path) -> None:
    if not can_mount(tmp_path):
        pytest.skip("a small disk can only be mounted by root")
    done = on_small_disk(FILES[name], tmp_path)
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1 and "fault of Nimatron" not in done.stderr


@pytest.mark.heavy
def test_a_run_that_saves_itself_goes_on(tmp_path: Path) -> None:
    """It prints what it would print with room to save, says that it no longer saves, and what was
    saved before is as it was."""
    if not can_mount(tmp_path):
        pytest.skip("a small disk can only be mounted by root")
    script = (
        f"{NIMATRON} sequence grundy --to 3000000 | tail -1; {NIMATRON} store verify;"
        f" {NIMATRON} sequence grundy --to 3000000 --data off | tail -1"
    )
    done = on_small_disk(script, tmp_path)
    told = done.stdout.splitlines()
    assert told[0] == told[-1], done
    assert "progress is no longer saved" in done.stderr
