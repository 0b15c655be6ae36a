"""A worker process: reads questions line by line and answers each with a page.

Run as `python -m nimatron.web.worker LANE SECONDS` by the server. It ends when its input ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from dataclasses import replace

from nimatron.solve.limits import Limits

MOST_MEMORY = 6_000_000_000
"""Bytes of address space of one worker; the limits of the search come long before."""

QUICK = Limits(positions=100_000, seconds=0.6, megabytes=256)
HEAVY = Limits(positions=3_000_000, seconds=12.0, megabytes=768)


SETUP = 180.0
"""Seconds that a worker may take to set itself up, with all there is to compile."""


def hard(seconds: float) -> float:
    """Seconds after which the server ends a worker, whatever it does: a page asks several
    questions, and each may take its time."""
    return 2 * seconds + 3


def main(lane: str, seconds: float) -> None:
    """Answer until the input ends."""
    from nimatron.web.pages import answered

    limits = replace(HEAVY if lane == "heavy" else QUICK, seconds=seconds)

    _confined(lane)
    # Only answers go to the pipe; what anything else prints goes to standard error.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _practise(lane, limits)
    answers.write("ready\n")
    answers.flush()
    for line in sys.stdin:
        path, query = json.loads(line)
        signal.alarm(int(hard(seconds)) + 5)
        reply = answered(path, query, limits, last=lane == "heavy")
        signal.alarm(0)
        answers.write(reply.to_json() + "\n")
        answers.flush()


_PRACTICE = (
    ("/play/cram", "from=4x5&show=verdicts&you=both"),
    ("/play/kings", "from=5x5&show=why"),
    ("/play/node-kayles", "from=1x20&show=why"),
    ("/sequence", "code=0.77"),
)
"""Questions that need what takes long to load, or to compile on a new machine."""


def _practise(lane: str, limits: Limits) -> None:
    """Ask a few things, so that the first visitor need not wait for what all pages need; nor for
    the compiler, whose time is not the question's."""
    from nimatron.web.pages import answered

    answered("/", "", limits, last=True)
    for path, query in _PRACTICE if lane == "heavy" else ():
        answered(path, query, replace(limits, seconds=SETUP), last=True)


def _confined(lane: str) -> None:
    """Bounds that hold whatever a question does."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if lane == "heavy":
        with contextlib.suppress(OSError):
            os.nice(10)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main(sys.argv[1], float(sys.argv[2]))
