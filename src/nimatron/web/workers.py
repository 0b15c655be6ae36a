"""Worker processes: a hard question takes its time there, and nobody else notices.

A lane is a few workers that answer lines by lines. A worker that is not done in time is ended and
another one takes its place. Who comes when too many wait is told so at once.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field


class Busy(Exception):
    """Too many questions are waiting already."""


class OverTime(Exception):
    """The worker was not done in time, or it died of the question."""


@dataclass
class _Worker:
    process: asyncio.subprocess.Process

    @classmethod
    async def started(cls, command: Sequence[str], longest: int) -> _Worker:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=longest,
            start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
        )
        return cls(process)

    async def answer(self, line: bytes) -> bytes:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line)
        await self.process.stdin.drain()
        said = await self.process.stdout.readline()
        if not said.endswith(b"\n"):
            raise OverTime("the worker died")
        return said

    async def greeting(self) -> None:
        """Wait until the worker has set itself up."""
        assert self.process.stdout is not None
        if await self.process.stdout.readline() != b"ready\n":
            raise OSError("the worker did not start")

    async def end(self) -> None:
        if self.process.returncode is None:
            # Not `process.kill`: that may take the status away from who waits for it.
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()


@dataclass
class Lane:
    """Workers of one kind, with their time limit and the number that may wait."""

    workers: int
    seconds: float
    """How long a worker may take; past that it is ended."""
    waiting: int
    """How many questions may wait for a worker."""
    patience: float = 60.0
    """How long a question may wait for a worker."""
    longest: int = 8_000_000
    """Characters of an answer."""
    command: Sequence[str] = ()
    setup: float = 0.0
    """How long a new worker may take until it says `ready`; with 0 it need not say so."""
    _free: asyncio.Queue[_Worker | None] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._free = asyncio.Queue()
        self._running: dict[int, _Worker] = {}
        self._waits = 0
        self._closed = False
        for _ in range(self.workers):
            self._free.put_nowait(None)  # started when it is first needed

    async def warm(self) -> None:
        """Start every worker, so that the first visitor need not wait."""
        waiting = [self._free.get_nowait() for _ in range(self._free.qsize())]
        await asyncio.gather(*(self._warmed(worker) for worker in waiting))

    async def _warmed(self, worker: _Worker | None) -> None:
        started = None
        try:
            started = await self._ready(worker)
        except (OverTime, Busy, OSError):
            pass  # it is tried again when it is needed
        finally:
            self._free.put_nowait(started)

    async def ask(self, question: str) -> str:
        """The line that a worker answers to this line."""
        if self._waits >= self.waiting and self._free.empty():
            raise Busy
        self._waits += 1
        try:
            worker = await asyncio.wait_for(self._free.get(), self.patience)
        except TimeoutError:
            raise Busy from None
        finally:
            self._waits -= 1
        done = False
        try:
            worker = await self._ready(worker)
            said = await asyncio.wait_for(worker.answer(f"{question}\n".encode()), self.seconds)
            done = True
            return said.decode()
        except (TimeoutError, OSError, ValueError):
            raise OverTime from None
        finally:
            # Also if the visitor is gone: a worker in the middle of a question is of no use.
            if not done and worker is not None:
                await self._ended(worker)
                worker = None
            self._free.put_nowait(worker)

    async def _ready(self, worker: _Worker | None) -> _Worker:
        if worker is not None and worker.process.returncode is None:
            return worker
        if self._closed:
            raise Busy
        started = await _Worker.started(self.command, self.longest)
        self._running[id(started)] = started
        if self.setup:
            try:
                await asyncio.wait_for(started.greeting(), self.setup)
            except (TimeoutError, OSError, ValueError):
                await self._ended(started)
                raise OverTime("a worker does not get ready") from None
            except asyncio.CancelledError:
                await self._ended(started)
                raise
        return started

    async def _ended(self, worker: _Worker) -> None:
        self._running.pop(id(worker), None)
        await asyncio.shield(worker.end())

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in list(self._running.values()):
            await self._ended(worker)
