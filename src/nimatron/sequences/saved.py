"""Runs that save themselves and go on where they stopped."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.archive.folder import data_folder
from nimatron.archive.store import Chunk, Store
from nimatron.errors import StoreError
from nimatron.sequences.named import HeapGame, heap_game
from nimatron.sequences.recomputed import value_again
from nimatron.sequences.running import Sequence, method_for

Values = NDArray[Any]

ENGINE = 2  # raised when a fault is found in values that an older engine may have saved
EVERY_SECONDS = 2.0
EVERY_HEAPS = 1 << 20


class SavedRun:
    """Keeps the values of one game in the archive of a folder."""

    def __init__(self, key: str, folder: Path) -> None:
        self.key, self.folder = key, folder
        self.saved = 0
        self.on = True
        self.last = time.monotonic()

    def load(self) -> Values | None:
        """The values saved, from heap 0 on. What is spoilt is dropped, to be computed again."""
        parts: list[Values] = []
        try:
            with Store(self.folder) as store:
                parts = list(_parts(store, self.key))
                self.saved = sum(map(len, parts))
                store.cut(self.key, ENGINE, self.saved)
        except StoreError as e:
            self._turn_off(e)
        return _joined(parts) if parts else None

    def save(self, values: Values, last: bool = False) -> None:
        """Save what is new, every few seconds and at the end of a run that lasted so long."""
        new, waited = len(values) - self.saved, time.monotonic() - self.last
        long_enough = waited > EVERY_SECONDS or (last and self.saved > 0)
        if not self.on or new <= 0 or not (long_enough or (self.saved and new > EVERY_HEAPS)):
            return
        try:
            with Store(self.folder) as store:
                while self.saved < len(values):
                    part = values[self.saved : self.saved + 4 * EVERY_HEAPS]
                    stop, width = self.saved + len(part), part.dtype.itemsize
                    data = part.astype(f"<u{width}").tobytes()
                    self.saved = store.append(
                        self.key, ENGINE, Chunk(self.saved, stop, width, data)
                    )
        except StoreError as e:
            self._turn_off(e)
        self.last = time.monotonic()

    def _turn_off(self, error: StoreError) -> None:
        """A run is worth more than its copy: go on without saving, and say so."""
        self.on = False
        print(f"nimatron: progress is no longer saved: {error}", file=sys.stderr)


def saved_sequence(game: HeapGame, data: str | None = None) -> Sequence:
    """The sequence of a game that saves itself in the data folder, unless that is `off`.

    Only runs that can go on from their values are saved: not functions, nor codes whose run
    needs more than that.
    """
    folder = data_folder(data)
    if folder is None or method_for(game).name in ("function", "plain sums"):
        return Sequence(game)
    return Sequence(game, SavedRun(game.key, folder))


def _parts(store: Store, key: str) -> Iterator[Values]:
    for chunk in store.chunks(key, ENGINE):
        yield np.frombuffer(chunk.data, dtype=f"<u{chunk.width}")


def _joined(parts: list[Values]) -> Values:
    widest = max((part.dtype for part in parts), key=lambda dtype: dtype.itemsize)
    return np.concatenate(parts).astype(widest.newbyteorder("="))


def saved_stretches(game: HeapGame, folder: Path) -> Iterator[tuple[int, list[int]]]:
    """What is saved of a game: pairs of a first heap and the nimbers from it on."""
    first = 0
    with Store(folder) as store:
        for part in _parts(store, game.key):
            yield first, part.tolist()
            first += len(part)


def wrong_heaps(store: Store, count: int) -> Iterator[str]:
    """A line for each heap with a wrong value, of the last and some others of every game saved."""
    for each in store.series():
        parts = list(_parts(store, each.key)) if each.version == ENGINE else []
        if parts:
            game, values = heap_game(each.key), _joined(parts)
            chosen = random.sample(range(len(values)), min(count, len(values)) - 1)
            for n in [*chosen, len(values) - 1]:
                value = value_again(game, values, n)
                if value != values[n]:
                    yield f"{each.key}: heap {n} is {value}, and was saved as {values[n]}"


class Results:
    """The results of surveys in the data folder; nothing is kept where that is `off`."""

    def __init__(self, data: str | None = None) -> None:
        self.folder = data_folder(data)

    def known(self) -> dict[str, Any]:
        """What earlier surveys found, by standard form."""
        if self.folder is None:
            return {}
        with Store(self.folder) as store:
            return store.records("survey", ENGINE)

    def keep(self, result: dict[str, Any]) -> None:
        """Save one result."""
        if self.folder is not None:
            with Store(self.folder) as store:
                store.put("survey", result["form"], ENGINE, result)
