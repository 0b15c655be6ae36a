"""A program as a player, over pipes.

It reads what any client of `nimatron play` reads in a pipe (docs/play.md): `game`, `parameter`,
`position`, `convention` and `you` at the start; before each of its moves perhaps `move` with what
was played, `position` with where the game stands, and `ready`; then it writes its move, in one
line. `result won`, `lost` or `draw` ends the game. What it writes to standard error is let through.
"""

from __future__ import annotations

import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

from nimatron.errors import NimatronError, UsageError, shown
from nimatron.play.session import SIDES, Session
from nimatron.play.transcript import given_parameters

SECONDS = 10.0
"""For one move."""
LONGEST = 10_000
"""Characters of a line of the program."""
_GRACE = 0.5  # seconds to end by itself


class ProgramFault(NimatronError):
    """The program wrote no legal move in time; it loses the game.

    Remedy: let it write one move a line, as `nimatron moves` prints them, and flush each line.
    """


class Program:
    """A running program; close it, or use it in a `with`, so that it ends with all it started."""

    def __init__(self, command: str | Sequence[str], *, seconds: float = SECONDS) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as e:
            raise UsageError("a command line", command, hint=str(e)) from e
        if not words:
            raise UsageError("a program to play against", "nothing")
        self.seconds = seconds
        self._words = words
        self._waiting = b""
        self._told: tuple[str, ...] | None = None  # moves that the program knows of
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as e:
            reason = e.strerror if isinstance(e, OSError) and e.strerror else str(e)
            raise UsageError("a program that can be started", words[0], hint=reason) from e
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def reply(self, session: Session) -> Session:
        """The session after the program's move; ProgramFault if it makes none that is legal."""
        until = time.monotonic() + self.seconds
        self._write([*self._news(session), "ready"], until)
        text = self._line(until)
        try:
            after = session.play(text)
        except UsageError as e:
            raise ProgramFault(f"played no legal move: {e}") from e
        self._told = tuple(made.text for made in after.made)
        return after

    def end(self, session: Session, player: int) -> None:
        """Tell the program, which was this player, how the game ended, and close it."""
        won = "draw" if session.winner is None else "won" if session.winner == player else "lost"
        with suppress(ProgramFault):
            news = [] if self._told is None else self._news(session)
            self._write([*news, f"result {won}"], time.monotonic() + _GRACE)
        self.close(patiently=True)

    def close(self, *, patiently: bool = False) -> None:
        """End the program and whatever it started."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        if patiently:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
        for how in (signal.SIGTERM, signal.SIGKILL):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, how)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
                if how is signal.SIGKILL:
                    return

    def _news(self, session: Session) -> Iterator[str]:
        """What changed since the program last heard of the game."""
        moves = tuple(made.text for made in session.made)
        if self._told is None:
            yield from opening(session)
            if moves:
                yield f"move {moves[-1]}"
        elif moves[: len(self._told)] == self._told:
            yield from (f"move {text}" for text in moves[len(self._told) :])
        else:
            yield "undo"
        if moves or self._told:
            yield f"position {session.rules.text(session.position)}"
        self._told = moves

    def _write(self, lines: Sequence[str], until: float) -> None:
        data = "".join(f"{line}\n" for line in lines).encode()
        while data:
            if not _ready(self._in, selectors.EVENT_WRITE, until):
                raise ProgramFault(f"did not read its input within {self.seconds:g} seconds")
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                continue
            except OSError:
                return  # it reads no more, but what it wrote before it ended counts

    def _line(self, until: float) -> str:
        """The next line that is not empty."""
        while True:
            line, newline, rest = self._waiting.partition(b"\n")
            if len(line) > LONGEST:
                raise ProgramFault(f"wrote a line of more than {LONGEST} characters")
            if newline:
                self._waiting = rest
                if line.strip():
                    return self._text(line)
                continue
            if time.monotonic() > until or not _ready(self._out, selectors.EVENT_READ, until):
                raise ProgramFault(f"made no move within {self.seconds:g} seconds")
            more = os.read(self._out, 65536)
            if not more:
                raise ProgramFault(f"ended without a move ({self._how_it_ended()})")
            self._waiting += more

    def _text(self, line: bytes) -> str:
        try:
            return line.decode("ascii").strip()
        except UnicodeDecodeError:
            raise ProgramFault(f"wrote bytes that are no text: {shown(line[:20])}") from None

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"exit code {code}" if code >= 0 else f"ended by signal {-code}"


def opening(session: Session, player: int | None = None) -> Iterator[str]:
    """What a client is told first. `player` is who the client is, by default who is to move."""
    yield f"game {session.game.slug}"
    for name, text in given_parameters(session):
        yield f"parameter {name}={text}"
    yield f"position {session.rules.text(session.start)}"
    yield f"convention {session.convention}"
    yield f"you {SIDES[session.mover if player is None else player]}"


def _ready(descriptor: int, event: int, until: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, event)
        return bool(selector.select(max(0.0, until - time.monotonic())))
