"""Limits on positions, time and memory: past them a clear TooLarge, never a frozen machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from nimatron.errors import TooLarge

_TELL = 0.5  # seconds between two reports of progress
_EVERY = 32  # steps between two looks at the clock: the moves of some rules take milliseconds
_MEMORY = 1024  # steps between two looks at memory, which cost more
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass(frozen=True)
class Limits:
    """How much one question may cost, and where long work is kept."""

    positions: int = 5_000_000
    seconds: float = 60.0
    megabytes: int = 2048
    moves: int | None = None
    """Moves listed: a limit that does not depend on the speed of the machine."""
    progress: Callable[[int, float], None] | None = None
    """Called now and then with the positions seen and the seconds gone."""
    data: str | None = None
    """Folder where boards that were solved are kept, if not the usual one; or `off`."""


class Meter:
    """Counts the steps of a search and stops it at the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.positions = 0
        self._steps = 0
        self._began = time.monotonic()
        self._told = self._began
        self._at_start = _resident_megabytes()

    def step(self) -> None:
        """One move listed."""
        self._steps += 1
        if self.limits.moves is not None and self._steps > self.limits.moves:
            raise self._too_large(f"{self.limits.moves} moves", "the limit")
        if self._steps % _EVERY == 0:
            self.look(memory=self._steps % _MEMORY == 0)

    def position(self) -> None:
        """One new position met."""
        self.positions += 1
        if self.positions > self.limits.positions:
            raise self._too_large(f"{self.limits.positions} positions", "--max-positions")

    def counted(self, positions: int, *, memory: bool = True) -> None:
        """So many positions were met in all; a compiled search says so many times a second.

        A search that bounds its memory by itself need not be stopped for what the compiler takes.
        """
        self.positions = positions
        if positions > self.limits.positions:
            raise self._too_large(f"{self.limits.positions} positions", "--max-positions")
        self.look(memory=memory)

    def room(self, megabytes: float) -> None:
        """Refuse a table that would be larger than the limit before it is made."""
        if megabytes > self.limits.megabytes:
            raise self._too_large(f"{self.limits.megabytes} megabytes", "--max-megabytes")

    def look(self, *, memory: bool = True) -> None:
        """Tell how far it is, and stop past the limits of time and memory."""
        now = time.monotonic()
        if self.limits.progress is not None and now - self._told > _TELL:
            self._told = now
            self.limits.progress(self.positions, now - self._began)
        if now - self._began > self.limits.seconds:
            raise self._too_large(f"{self.limits.seconds:g} seconds", "--max-seconds")
        if memory and _resident_megabytes() - self._at_start > self.limits.megabytes:
            raise self._too_large(f"{self.limits.megabytes} megabytes", "--max-megabytes")

    def _too_large(self, limit: str, option: str) -> TooLarge:
        return TooLarge(
            f"not decided within {limit} ({self.positions} positions seen); "
            f"try a smaller position or raise {option}"
        )


def _resident_megabytes() -> float:
    """Memory in use now; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123 - pathlib is slow
            return int(statm.read().split()[1]) * _PAGE / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0
