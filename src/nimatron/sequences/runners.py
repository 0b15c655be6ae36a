"""Where the games of a survey run: in this process, on all cores, or on a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from nimatron.errors import NimatronError
from nimatron.sequences.survey import Job, Result, Runner, run_job

RETRIES = 5
"""How often a job is tried again whose worker died."""


class ClusterError(NimatronError):
    """The cluster cannot be reached, or the extra for it is not installed.

    Remedy: `pip install 'nimatron[cluster]'`, see that the scheduler runs at that address,
    or leave out `--cluster`.
    """


class WorkerDied(NimatronError):
    """A process of a survey dies again and again in the same game.

    Remedy: ask for fewer heaps, or for fewer games at once with `--jobs`.
    """


@contextmanager
def in_turn(jobs: list[Job]) -> Iterator[Iterable[Result]]:
    """One game after another, in this process."""
    yield map(run_job, jobs)


def on_cores(count: int | None = None) -> Runner:
    """Games side by side in processes of their own, as many as there are cores."""

    @contextmanager
    def runner(jobs: list[Job]) -> Iterator[Iterable[Result]]:
        workers = min(count or os.cpu_count() or 1, len(jobs))
        if workers < 2:
            yield map(run_job, jobs)
            return
        side = _Workers(workers)
        try:
            yield side.run(jobs)
        finally:
            side.end()

    return runner


class _Workers:
    """Processes that run one job at a time. What one was at when it died is run again."""

    def __init__(self, count: int) -> None:
        self.context = get_context("spawn")
        self.idle = [self._started() for _ in range(count)]
        self.busy: dict[Connection, tuple[BaseProcess, Job]] = {}

    def _started(self) -> tuple[Connection, BaseProcess]:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
        theirs.close()  # the worker's copy is then the last: its death ends the connection
        return ours, process

    def run(self, jobs: list[Job]) -> Iterator[Result]:
        """The results as they come."""
        waiting, deaths = jobs[::-1], Counter[str]()
        while waiting or self.busy:
            while waiting and self.idle:
                connection, process = self.idle.pop()
                connection.send(waiting[-1])
                self.busy[connection] = process, waiting.pop()
            for ready in wait(list(self.busy)):
                assert isinstance(ready, Connection)
                process, job = self.busy.pop(ready)
                try:
                    result = ready.recv()
                except (EOFError, OSError):
                    deaths[job.form] += 1
                    if deaths[job.form] > RETRIES:
                        raise WorkerDied(
                            f"the process that ran {job.form} to {job.heaps} heaps died"
                            f" {deaths[job.form]} times; is there memory enough for {job.heaps}?"
                        ) from None
                    waiting.append(job)
                    self.idle.append(self._started())
                    continue
                self.idle.append((ready, process))
                if isinstance(result, Exception):
                    raise result
                yield result

    def end(self) -> None:
        for _, process in self.idle:
            process.terminate()
        for process, _ in self.busy.values():
            process.terminate()


def _serve(connection: Connection) -> None:
    """What a worker does, until its parent is gone."""
    # Ctrl-C reaches every process of a terminal; the parent alone should answer it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            job = connection.recv()
            try:
                result: Result | Exception = run_job(job)
            except Exception as e:
                result = e
            connection.send(result)


@contextmanager
def connected(address: str) -> Iterator[tuple[Any, Callable[..., Iterable[Any]]]]:
    """A client of the Dask cluster at an address, and how its futures are gathered."""
    try:
        import distributed
    except ImportError:
        raise ClusterError(
            "a cluster needs dask.distributed; try: pip install 'nimatron[cluster]'"
        ) from None
    dask: Any = distributed  # it has no types
    try:
        client = dask.Client(address, timeout=10)
    except (OSError, ValueError) as e:
        raise ClusterError(f"no cluster answers at {address}: {e}") from None
    with client:
        yield client, dask.as_completed


def on_cluster(address: str) -> Runner:
    """Games on the workers of a Dask cluster; those of a worker that dies are run again."""

    @contextmanager
    def runner(jobs: list[Job]) -> Iterator[Iterable[Result]]:
        with connected(address) as (client, as_completed):
            keys = [f"nimatron-{job.form}-{job.heaps}" for job in jobs]
            futures = client.map(run_job, jobs, key=keys, retries=RETRIES)
            yield (future.result() for future in as_completed(futures))

    return runner
