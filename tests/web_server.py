"""A server of the page for tests: the command itself, on a free port of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Running:
    """A server that was started."""

    address: str
    port: int
    process: subprocess.Popen[str]


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Running]:
    """The command `nimatron serve`, ended at the end as Ctrl-C ends it."""
    command = [sys.executable, "-m", "nimatron", "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert said.startswith("Nimatron is at http://127.0.0.1:"), said
        address = said.split()[3].rstrip("/")
        yield Running(address, int(address.rpartition(":")[2]), process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == 0, errors
    assert errors == "", errors
