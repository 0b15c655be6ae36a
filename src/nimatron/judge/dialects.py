"""How other judges call the referee: what they give it, and how they want to be told.

Packed behind referee.py by `nimatron judge export`, so the same holds: only the standard library,
and Python 3.9.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from nimatron.judge.referee import referee, text_of


def kattis(arguments: list[str]) -> int:
    """input answer feedback_dir/: exit 42 if accepted, 43 if wrong, anything else is our fault."""
    test, answer, feedback = arguments[:3]
    right, message, _ = referee(text_of(test), text_of(answer), sys.stdin.buffer, sys.stdout.buffer)
    (Path(feedback) / "judgemessage.txt").write_text(message + "\n", encoding="utf-8")
    return 42 if right else 43


def testlib(arguments: list[str]) -> int:
    """input output [answer [report]]: 0 ok, 1 wrong, 2 unreadable, 3 our fault."""
    test, output = arguments[:2]
    answer = text_of(arguments[2]) if len(arguments) > 2 else ""
    right, message, form = referee(text_of(test), answer, sys.stdin.buffer, sys.stdout.buffer)
    for path in (output, *arguments[3:4]):
        Path(path).write_text(message + "\n", encoding="utf-8")
    sys.stderr.write(message + "\n")
    return 0 if right else 2 if form else 1


def cms(arguments: list[str]) -> int:
    """FIFO from the program, FIFO to it; the test on standard input is the answer file, for no
    other file is at hand. A float on standard output, the message on standard error."""
    import threading

    ends: dict[int, Any] = {}

    def open_end(number: int, mode: str) -> None:
        ends[number] = Path(arguments[number]).open(mode)  # noqa: SIM115 - ends with us

    # Each opening waits for the program, which may open them in any order: both at once.
    both = ((0, "rb"), (1, "wb"))
    openers = [threading.Thread(target=open_end, args=end, daemon=True) for end in both]
    for opener in openers:
        opener.start()
    answer = sys.stdin.read()
    for opener in openers:
        opener.join()
    test = "\n".join(json.loads(answer)["tests"])
    right, message, _ = referee(test, answer, ends[0], ends[1])
    sys.stdout.write("1.0\n" if right else "0.0\n")
    sys.stderr.write(message + "\n")
    return 0


def plain(arguments: list[str]) -> int:
    """input [answer], the program on our standard input and output: exit 0 if right, else 1."""
    answer = text_of(arguments[1]) if len(arguments) > 1 else ""
    right, message, _ = referee(text_of(arguments[0]), answer, sys.stdin.buffer, sys.stdout.buffer)
    sys.stderr.write(message + "\n")
    return 0 if right else 1


class Lines:
    """A DMOJ interactor as streams of bytes. It writes the text of what it is given, and at the
    end of what it reads it raises."""

    def __init__(self, interactor: Any) -> None:
        self._interactor = interactor

    def readline(self, limit: int) -> bytes:
        try:
            line = self._interactor.readln(strip_newline=False)
        except OSError:
            return b""
        return line if isinstance(line, bytes) else str(line).encode("utf-8")

    def write(self, data: bytes) -> None:
        self._interactor.write(data.decode("ascii"))

    def flush(self) -> None:
        """Done by the interactor itself."""

    def close(self) -> None:
        self._interactor.close()


def dmoj(case: Any, interactor: Any) -> tuple[bool, str]:
    """The games of a DMOJ case: whether the program is right, and a message."""
    test, answer = case.input_data().decode(), case.output_data().decode()
    lines = Lines(interactor)
    right, message, _ = referee(test, answer, lines, lines)
    return right, message


DIALECTS = {"kattis": kattis, "testlib": testlib, "cms": cms, "plain": plain}
WANTED = {
    "kattis": "input answer feedback_dir/",
    "testlib": "input output [answer [report]]",
    "cms": "fifo_from_program fifo_to_program",
    "plain": "input [answer]",
}
OURS = {"kattis": 1, "testlib": 3, "cms": 1, "plain": 2}


def main(dialect: str, arguments: list[str]) -> int:
    """Be the referee in a dialect; whatever goes wrong on our side is never the program's fault."""
    wanted = WANTED[dialect]
    if len(arguments) < sum(not word.startswith("[") for word in wanted.split()):
        sys.stderr.write(f"judge error: expected {wanted}, got {len(arguments)} arguments\n")
        return OURS[dialect]
    try:
        return DIALECTS[dialect](arguments)
    except Exception as e:
        said = str(e) if isinstance(e, OSError) else f"{type(e).__name__}: {e}"
        sys.stderr.write(f"judge error: {said}\n")
        return OURS[dialect]
