"""A contestant's program: both pipes pumped, everything limited, always ended with its children.

Pumped means: whenever the program is waited for, what it writes is read and what is still to be
written is written, so that nobody waits for a full pipe. The clock runs only while the program is
waited for; the judge's own thinking is not the program's time.
"""

from __future__ import annotations

import os
import resource
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import IO

from nimatron.errors import UsageError
from nimatron.judge.family import Family

_CHUNK = 1 << 16
_KEPT = 4096  # bytes of standard error that are kept
_LOOK = 0.05  # seconds between two looks at a process that cannot be waited for
_COUNT = 0.25  # seconds between two counts of its children
_LARGEST_FILE, _MOST_FILES = 64 << 20, 256  # that it may write, and have open


@dataclass(frozen=True)
class Allowed:
    """What a program may use."""

    seconds: float = 10.0
    megabytes: int = 1024
    output: int = 8 << 20
    """Bytes that it may write."""
    tasks: int = 500
    """Processes and threads at once."""


class TooSlow(Exception):
    """The program used up its time."""


class TooMuch(Exception):
    """The program wrote more than it may."""


class TooMany(Exception):
    """The program started more processes and threads than it may."""


class Closed(Exception):
    """The program does not read any more."""


class Program:
    """A running program, in a process group and a session of its own."""

    def __init__(self, command: Sequence[str], allowed: Allowed = Allowed()) -> None:
        self.allowed = allowed
        self.seconds = 0.0
        self.megabytes = 0.0
        self.status: int | None = None
        self.family = Family()
        self._counted = time.monotonic()
        self._written = 0
        self._in, self._out, self._errors = memoryview(b""), b"", b""
        self._ended = self._reaped = False
        self.heard = False  # whether a whole line of it was read
        try:
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, bufsize=0, start_new_session=True, close_fds=True,
                env=_surroundings(),
                preexec_fn=lambda: _limit(allowed, self.family),
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as e:
            why = (e.strerror or "").lower() if isinstance(e, OSError) else ""
            raise UsageError("a program that can be run", command[0], hint=why) from e
        p = self._process
        assert p.stdin is not None and p.stdout is not None and p.stderr is not None
        self._stdin: IO[bytes] | None = p.stdin
        self._selector = selectors.DefaultSelector()
        for pipe in (p.stdin, p.stdout, p.stderr):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(p.stdout, selectors.EVENT_READ, "out")
        self._selector.register(p.stderr, selectors.EVENT_READ, "errors")
        self._watch = -1
        if hasattr(os, "pidfd_open"):
            with suppress(OSError):
                self._watch = os.pidfd_open(p.pid)
                self._selector.register(self._watch, selectors.EVENT_READ, "end")

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def errors(self) -> str:
        """The end of what it wrote to standard error."""
        return self._errors.decode("utf-8", "replace")

    def say(self, text: bytes) -> None:
        """Write to the program, at once or while it is waited for."""
        if self._stdin is None:
            raise Closed
        self._in = memoryview(bytes(self._in) + text)
        self._write()

    def hear(self) -> bytes | None:
        """Its next line, with its end; None when it will write no more."""
        while b"\n" not in self._out and not self._ended:
            self._wait()
        line, end, rest = self._out.partition(b"\n")
        self._out = rest
        self.heard |= bool(end)
        return (line + end) or None

    def rest(self) -> bytes:
        """All that it writes until its end."""
        while not self._ended:
            self._wait()
        text, self._out = self._out, b""
        return text

    def close(self) -> None:
        """Let the program know that no more input comes."""
        while self._in and self._stdin is not None and not self._ended:
            self._wait()
        self._shut()

    def wait(self) -> int:
        """Its exit status, as subprocess has it; what it still writes is read and dropped."""
        self._shut()
        while not self._gone():
            self._wait()
            self._out = b""
        assert self.status is not None
        return self.status

    def end(self) -> None:
        """End it with all its children, also those that left its group."""
        with suppress(ProcessLookupError, PermissionError):
            if not self._reaped:  # so its number, and that of its group, is still its own
                os.killpg(self._process.pid, signal.SIGKILL)
        self.family.end(self._process.pid)
        if not self._reaped:
            self._reap(os.wait4(self._process.pid, 0))
        self._shut()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        if self._watch >= 0:
            os.close(self._watch)
            self._watch = -1
        self._selector.close()

    def _wait(self) -> None:
        """Wait until something happens, and let it happen."""
        left = self.allowed.seconds - self.seconds
        if left <= 0:
            raise TooSlow
        began = time.monotonic()
        ready = self._selector.select(min(left, _COUNT if self._watch >= 0 else _LOOK))
        now = time.monotonic()
        self.seconds += now - began
        if now - self._counted >= _COUNT:
            self._counted = now
            if self.family.size() > self.allowed.tasks:
                raise TooMany
        names = {key.data for key, _ in ready}
        for key, _ in ready:
            if key.data in ("out", "errors"):
                self._read(key.fileobj, key.data)  # type: ignore[arg-type]
        if "in" in names:
            with suppress(Closed):  # the next one who writes will be told
                self._write()
        if not names & {"in", "out", "errors"} and self._gone():
            # What it wrote is read; a child of it that still holds the pipe is not waited for.
            self._ended = True
        if self._written > self.allowed.output:
            raise TooMuch

    def _read(self, pipe: IO[bytes], name: str) -> None:
        try:
            text = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            text = b""
        if not text:
            self._selector.unregister(pipe)
            self._ended |= name == "out"
        elif name == "out":
            self._written += len(text)
            self._out += text
        else:
            self._errors = (self._errors + text)[-_KEPT:]

    def _write(self) -> None:
        assert self._stdin is not None
        try:
            while self._in:
                self._in = self._in[os.write(self._stdin.fileno(), self._in[:_CHUNK]) :]
        except BlockingIOError:
            with suppress(KeyError):
                self._selector.register(self._stdin, selectors.EVENT_WRITE, "in")
            return
        except OSError:
            self._in = memoryview(b"")
            self._shut()
            raise Closed from None
        with suppress(KeyError):
            self._selector.unregister(self._stdin)

    def _shut(self) -> None:
        if self._stdin is not None:
            with suppress(KeyError, ValueError, RuntimeError):
                self._selector.unregister(self._stdin)
            with suppress(OSError):
                self._stdin.close()
            self._stdin = None

    def _gone(self) -> bool:
        """Whether it has ended; it is not taken away yet, so that its group keeps its number."""
        if self.status is None:
            look = os.WEXITED | os.WNOHANG | os.WNOWAIT
            found = os.waitid(os.P_PID, self._process.pid, look)
            if found is not None:
                exited = found.si_code == os.CLD_EXITED
                self.status = found.si_status if exited else -found.si_status
                if self._watch >= 0:
                    self._selector.unregister(self._watch)
        return self.status is not None

    def _reap(self, ended: tuple[int, int, resource.struct_rusage]) -> None:
        _, status, used = ended
        self._reaped = True
        self._process.returncode = os.waitstatus_to_exitcode(status)
        if self.status is None:
            self.status = self._process.returncode
        self.megabytes = used.ru_maxrss / 1024


def _surroundings() -> dict[str, str]:
    """Ours, without what would hide that a program does not flush, and without our own settings."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "PYTHONUNBUFFERED" and not name.startswith("NIMATRON_")
    }


def _limit(allowed: Allowed, family: Family) -> None:
    """In the child, before the program begins."""
    room, seconds = allowed.megabytes << 20, int(allowed.seconds) + 2
    # Virtual machines reserve much more than they use: what is reserved may be larger.
    limits = [
        (resource.RLIMIT_DATA, room), (resource.RLIMIT_AS, room + (16 << 30)),
        (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE), (resource.RLIMIT_NOFILE, _MOST_FILES),
    ]  # fmt: skip
    for kind, most in limits:
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))
    family.join()
