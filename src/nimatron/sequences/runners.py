"""Where the games of a survey run: in this process, on all cores, or on a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
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
        with get_context("spawn").Pool(workers, _leave_interrupts_alone) as pool:
            yield pool.imap_unordered(run_job, jobs)

    return runner


def _leave_interrupts_alone() -> None:
    """Ctrl-C reaches every process of a terminal; the parent alone should answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
