"""From a program and what it is asked to a verdict: games and batch formats."""

from __future__ import annotations

import io
import random
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from nimatron.errors import NimatronError
from nimatron.judge.formats.checking import WrongAnswer, check
from nimatron.judge.formats.format import Format
from nimatron.judge.referee import Gone, Match, Wrong, shown
from nimatron.judge.running import Allowed, Closed, Program, TooMany, TooMuch, TooSlow
from nimatron.judge.verdict import Report, Verdict


def judge_games(
    board: Any, starts: Sequence[Any], command: Sequence[str], allowed: Allowed, seed: int = 0
) -> Report:
    """Let a program play all these positions, one after the other, in one run."""
    with Program(command, allowed) as program:

        def hear() -> str | None:
            line = program.hear()
            if line is not None and not line.endswith(b"\n") and program.wait():
                return None  # it died in the middle of a line
            return None if line is None else _text(line)

        def say(line: str) -> None:
            with suppress(Closed):  # what it wrote before may be all that is wanted
                program.say(line.encode("ascii") + b"\n")

        match = Match(board, hear, say, random.Random(seed))

        def run() -> str:
            count = match.lead(list(starts))
            with suppress(Closed):
                program.close()
            while (more := hear()) is not None:
                if more.strip():
                    raise Wrong(f"it wrote more than was asked: {shown(more.strip())}", form=True)
            return f"{count} game{'s' if count != 1 else ''}"

        verdict, message = _ruled(program, run)
    rows = tuple((who, line, remark) for who, line, remark in match.transcript)
    return _report(program, verdict, message, rows)


def judge_batch(chosen: Format, given: bytes, command: Sequence[str], allowed: Allowed) -> Report:
    """Let a program answer an input, and check what it writes."""
    with Program(command, allowed) as program:

        def run() -> str:
            with suppress(Closed):  # it may be right without reading all
                program.say(given)
                program.close()
            told = program.rest()
            if program.wait():
                raise Gone("")
            try:
                count = check(chosen, io.BytesIO(given), io.BytesIO(told))
            except WrongAnswer as e:
                raise Wrong(str(e)) from e
            return f"{count} line{'s' if count != 1 else ''}"

        verdict, message = _ruled(program, run)
    return _report(program, verdict, message, ())


def by_hand(
    board: Any, starts: Sequence[Any], hear: Callable[[], str | None], say: Callable[[str], None],
    seed: int = 0,
) -> Report:  # fmt: skip
    """The same for a person who plays in place of a program."""
    match = Match(board, hear, say, random.Random(seed))
    try:
        count = match.lead(list(starts))
        verdict, message = Verdict.ACCEPTED, f"{count} game{'s' if count != 1 else ''}"
    except (Wrong, Gone) as e:
        verdict, message = Verdict.WRONG, str(e)
    rows = tuple((who, line, remark) for who, line, remark in match.transcript)
    return Report(verdict, message, rows)


def _text(line: bytes) -> str:
    try:
        return line.decode("ascii")
    except UnicodeDecodeError:
        raise Wrong(f"bytes that are no text: {shown(line[:20])}", form=True) from None


def _ruled(program: Program, run: Callable[[], str]) -> tuple[Verdict, str]:
    """The verdict on a run. What our own code raises is never the program's fault."""
    try:
        try:
            message = run()
        except Gone as e:
            if program.wait():
                return Verdict.CRASH, _ending(program)
            return Verdict.WRONG, str(e)
        if program.wait():
            return Verdict.CRASH, _ending(program)
        return Verdict.ACCEPTED, message
    except Wrong as e:
        return Verdict.WRONG, str(e)
    except TooSlow:
        waits = "; is every line flushed?" if not program.heard else ""
        return Verdict.TIME, f"not done within {program.allowed.seconds:g} seconds{waits}"
    except TooMuch:
        return Verdict.OUTPUT, f"it wrote more than {program.allowed.output} bytes"
    except TooMany:
        return Verdict.CRASH, f"it had more than {program.allowed.tasks} processes and threads"
    except NimatronError as e:
        return Verdict.JUDGE, str(e)
    except Exception as e:
        return Verdict.JUDGE, f"{type(e).__name__}: {e}"


def _ending(program: Program) -> str:
    status = program.status
    assert status is not None
    last = [line for line in program.errors.splitlines() if line.strip()][-1:]
    said = f": {shown(last[0].strip())[1:-1]}" if last else ""
    if status > 0:
        return f"it ended with exit code {status}{said}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"it was ended by {name}{said}"


def _report(
    program: Program, verdict: Verdict, message: str, rows: tuple[tuple[str, str, str], ...]
) -> Report:
    return Report(verdict, message, rows, program.seconds, program.megabytes, program.errors)
