"""Where the jobs of a stage run: in this process, in threads, or on a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from threading import Event
from typing import Any, TypeAlias

from nimatron.sequences.runners import RETRIES, connected
from nimatron.solve.layers.jobs import Job, run

Record: TypeAlias = dict[str, Any]
Runner: TypeAlias = Callable[[list[Job]], Iterable[tuple[int, Record]]]
"""Gives the part and record of each job, in any order."""


def _one(job: Job) -> tuple[int, Record]:
    return job.part, run(job)


@contextmanager
def in_turn() -> Iterator[Runner]:
    """One job after another, in this process."""
    yield lambda jobs: map(_one, jobs)


@contextmanager
def in_threads(count: int) -> Iterator[Runner]:
    """Jobs side by side; the kernels let go of Python's lock."""
    over = Event()
    with ThreadPoolExecutor(count) as pool:

        def runner(jobs: list[Job]) -> Iterator[tuple[int, Record]]:
            waiting = {pool.submit(run, job, over.is_set): job.part for job in jobs}
            for done in as_completed(waiting):
                yield waiting[done], done.result()

        try:
            yield runner
        except BaseException:
            over.set()  # the others stop at their next look, and keep what is recorded
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def on_cluster(address: str) -> Iterator[Runner]:
    """Jobs on the workers of a Dask cluster, which all see the folder under the same path.

    The jobs of a worker that dies are run again by another.
    """
    with connected(address) as (client, gathered):

        def runner(jobs: list[Job]) -> Iterator[tuple[int, Record]]:
            futures = client.map(_one, jobs, pure=False, retries=RETRIES)
            for future in gathered(futures):
                yield future.result()

        yield runner
