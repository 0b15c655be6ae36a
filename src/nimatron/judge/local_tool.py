"""A tool for contestants: it runs a program against the referee on their own machine.

python3 local.py [--seconds N] [--test NAME] PROGRAM ARGS, with the folder tests/ beside it.
`nimatron judge export` packs it behind the referee, in one file.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer

from nimatron.judge.referee import Gone, Match, Wrong, board_for, shown, streams, text_of


def local(arguments: list[str], folder: Path) -> int:
    """Run the tests of a folder; the exit code says whether all went well."""
    options = {"--seconds": "10", "--test": ""}
    while len(arguments) > 1 and arguments[0] in options:
        options[arguments[0]], arguments = arguments[1], arguments[2:]
    tests = sorted((folder / "tests").glob(f"{options['--test'] or '*'}.in"))
    if not arguments or not tests:
        sys.stderr.write("usage: local.py [--seconds N] [--test NAME] PROGRAM ARGS\n")
        return 2
    for test in tests:
        verdict, match = one(test, arguments, float(options["--seconds"]))
        if verdict != "accepted":
            for who, line, remark in match.transcript[-200:]:
                print("!" if remark else " ", "<" if who == "judge" else ">", line)
                if remark:
                    print("    " + remark)
        print(f"{test.stem}: {verdict}")
        if verdict != "accepted":
            return 1
    return 0


def one(test: Path, command: list[str], seconds: float) -> tuple[str, Match]:
    """The verdict on a test; the program is always ended, with its group."""
    answer = text_of(str(test.with_suffix(".ans")))
    board, starts = board_for(text_of(str(test)).splitlines(), answer)
    late = []

    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:

        def end() -> None:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)

        def expire() -> None:
            late.append(True)
            end()

        clock = Timer(seconds, expire)
        clock.start()
        hear, say = streams(process.stdout, process.stdin)
        match = Match(board, hear, say, random.Random(1))
        try:
            match.lead(starts)
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.close()
            more = hear()
            if more is not None and more.strip():
                raise Wrong("it wrote more than was asked: " + shown(more.strip()))
            verdict = "accepted"
        except Wrong as e:
            verdict = f"wrong answer: {e}"
            end()
        except Gone as e:
            verdict = f"wrong answer: {e}"
        status = process.wait()
        clock.cancel()
        if late:
            verdict = f"time limit: not done within {seconds:g} seconds"
        elif status and not (verdict.startswith("wrong") and status == -signal.SIGKILL):
            verdict = f"run-time error: it ended with {status}"
        end()
        with suppress(OSError):
            process.stdin.close() if process.stdin else None
    return verdict, match
