"""A tool for contestants: it runs a program against the referee on their own machine.

python3 local.py [--seconds N] [--test NAME] PROGRAM ARGS, with the folder tests/ beside it.
`nimatron judge export` packs it behind the referee, in one file.
"""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from nimatron.judge.referee import Gone, Match, Wrong, board_for, shown, streams, text_of


def local(arguments: list[str], folder: Path) -> int:
    """Run the tests of a folder; the exit code says whether all went well."""
    options = {"--seconds": "10", "--test": ""}
    while len(arguments) > 1 and arguments[0] in options:
        options[arguments[0]], arguments = arguments[1], arguments[2:]
    tests = sorted((folder / "tests").glob(f"{options['--test'] or '*'}.in"))
    try:
        seconds = float(options["--seconds"])
    except ValueError:
        seconds = 0.0
    if not arguments or not tests or not 0 < seconds < 1e6:
        sys.stderr.write("usage: local.py [--seconds N] [--test NAME] PROGRAM ARGS\n")
        return 2
    for test in tests:
        try:
            verdict, match = one(test, arguments, seconds)
        except OSError as e:
            sys.stderr.write(f"local.py: {arguments[0]} cannot be run: {e.strerror}\n")
            return 2
        if verdict != "accepted":
            for who, line, remark in match.transcript[-200:]:
                print("!" if remark else " ", "<" if who == "judge" else ">", line)
                if remark:
                    print("    " + remark)
        print(f"{test.stem}: {verdict}")
        if verdict != "accepted":
            return 1
    return 0


class Late(Exception):
    """The time of a test is over."""


def one(test: Path, command: list[str], seconds: float) -> tuple[str, Match]:
    """The verdict on a test; the program is always ended, with its group."""
    answer = text_of(str(test.with_suffix(".ans")))
    board, starts = board_for(text_of(str(test)).splitlines(), answer)
    until = monotonic() + seconds
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
    ) as process:
        hear, say = streams(Pipe(process.stdout, until), process.stdin)
        match = Match(board, hear, say, random.Random(1))
        ended: int | None = 0
        try:
            match.lead(starts)
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.close()
            more = hear()
            while more is not None:
                if more.strip():
                    raise Wrong("it wrote more than was asked: " + shown(more.strip()))
                more = hear()
            verdict = "accepted"
            ended = process.wait(max(0.0, until - monotonic()))
        except (Late, subprocess.TimeoutExpired):
            verdict = f"time limit: not done within {seconds:g} seconds"
        except Wrong as e:
            verdict = f"wrong answer: {e}"
        except Gone as e:
            verdict = f"wrong answer: {e}"
            with suppress(subprocess.TimeoutExpired):  # or did it fail?
                ended = process.wait(0.5)
        finally:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        if ended:
            verdict = f"run-time error: it ended with {ended}"
    return verdict, match


class Pipe:
    """What the program writes, as far as the time allows; a child of it may keep it open."""

    def __init__(self, pipe: Any, until: float) -> None:
        self._number, self._until, self._held = pipe.fileno(), until, b""

    def readline(self, limit: int) -> bytes:
        """A line, or as much of it; nothing at the end."""
        while b"\n" not in self._held and len(self._held) < limit:
            left = self._until - monotonic()
            if left <= 0 or not select.select([self._number], [], [], left)[0]:
                raise Late
            more = os.read(self._number, 1 << 16)
            if not more:
                break
            self._held += more
        cut = self._held.find(b"\n", 0, limit) + 1 or min(limit, len(self._held))
        line, self._held = self._held[:cut], self._held[cut:]
        return line
