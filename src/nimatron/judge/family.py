"""The processes that a contestant's program started, wherever they hid.

A child may leave the process group and the session, lose its parent and clear its environment, but
it keeps the limits that it was started under. So every match gets a limit of its own that limits
nothing (how long a real-time process may run, some thousands of years), and the processes with
that limit are the family. Where the system does not tell limits there is only the process group.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_LEAST, _MOST = 1 << 55, 1 << 62  # microseconds
_PATIENCE = 20.0  # seconds to hunt down what makes new children all the time
_DIE_WITH_PARENT = 1  # of prctl, on Linux


class Family:
    """The processes of one match."""

    def __init__(self) -> None:
        self._kind = getattr(resource, "RLIMIT_RTTIME", None)
        hard = resource.getrlimit(self._kind)[1] if self._kind is not None else 0
        most = _MOST if hard == resource.RLIM_INFINITY else min(hard, _MOST)
        self.mark = _LEAST + uuid.uuid4().int % (most - _LEAST) if most > _LEAST else 0
        self._text = b" %d " % self.mark
        self._control = getattr(ctypes.CDLL(None), "prctl", None)

    def join(self) -> None:
        """In the child, before the program begins."""
        if self._kind is not None and self.mark:
            with suppress(OSError, ValueError):
                resource.setrlimit(self._kind, (self.mark, self.mark))
        if self._control is not None:  # where even the judge is ended by force
            self._control(_DIE_WITH_PARENT, signal.SIGKILL)

    def members(self) -> Iterator[int]:
        """All that are alive, or dead and not yet taken away."""
        if not self.mark:
            return
        with suppress(OSError), os.scandir("/proc") as entries:
            for entry in entries:
                if entry.name.isdigit():
                    with suppress(OSError):
                        if self._text in Path(f"/proc/{entry.name}/limits").read_bytes():
                            yield int(entry.name)

    def size(self) -> int:
        """How many processes and threads they are."""
        count = 0
        for pid in self.members():
            with suppress(OSError):
                count += sum(1 for _ in Path(f"/proc/{pid}/task").iterdir())
        return count

    def end(self, first: int) -> None:
        """End them all; `first` is our own child, which somebody else takes away."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            found = False
            for pid in self.members():
                if not _dead(pid):
                    found |= pid != first
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, signal.SIGKILL)
            if not found:
                return


def _dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] in b"ZX"
    except (OSError, IndexError):
        return True
