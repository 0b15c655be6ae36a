"""How a sequence is continued: one class for each kind of game, over the kernels.

A method fills g[done:stop], in place, and says how far it came. It keeps only what can be
found again from the values, so a run may go on from values that were saved.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels import dense, general, takes
from nimatron.sequences.named import HeapGame, members
from nimatron.sequences.plain import plain_values

Values = NDArray[Any]


class Narrow(Exception):
    """The values no longer fit the type of the array."""


class Method(Protocol):
    """What a sequence asks of a method."""

    name: str
    rare: int
    """How many heaps are rare; 0 where the method knows of none."""

    def advance(self, g: Values, done: int, stop: int) -> int:
        """Fill g[done:stop], or less; give the first heap not done."""


def places(numbers: list[int] | tuple[int, ...]) -> NDArray[np.int64]:
    return np.array(numbers, dtype=np.int64)


class Takes:
    """At most one heap is left."""

    name = "takes"
    rare = 0

    def __init__(self, game: HeapGame) -> None:
        self.game = game
        self.words = 0
        self.known = 0
        self.takes, self.clears = places([]), places([])
        if not game.named_set:
            self.takes, self.clears = places(game.places(2)), places(game.places(1))

    def advance(self, g: Values, done: int, stop: int) -> int:
        if self.game.named_set and self.known < stop:
            self.known = 2 * stop
            self.takes = self.clears = places(members(self.game.named_set, self.known))
        if not self.words:
            self.words = 1
            while 64 * self.words <= int(g[:done].max(initial=0)):
                self.words *= 2
        largest = max([0, *self.takes[-1:].tolist(), *self.clears[-1:].tolist()])
        if done > largest and len(self.takes) < 64:
            return int(takes.advance_few(g, done, stop, self.takes))
        if done <= largest < stop:
            stop = largest + 1
        status, done = takes.advance(g, done, stop, self.takes, self.clears, self.words)
        if status == dense.WIDER:
            self.words *= 2
            if 64 * self.words > np.iinfo(g.dtype).max + 1:
                raise Narrow
        return int(done)


class General:
    """Three heaps may be left, or the code repeats for ever."""

    name = "plain sums"
    rare = 0

    def __init__(self, game: HeapGame) -> None:
        assert game.code is not None
        self.digits, self.repeat = places(game.code.digits), places(game.code.repeat)
        self.triple = game.most_parts == 3
        self.words, self.ready = 1, 0
        self.sums = self._room(1, 0)

    def _room(self, words: int, heaps: int) -> general.Sums:
        first, turn = len(self.digits), max(1, len(self.repeat))
        return general.Sums(
            np.zeros((max(heaps if self.triple else 0, first + 1), words), dtype=np.uint64),
            np.zeros((first + 1, words), dtype=np.uint64),
            np.zeros((turn, 3, words), dtype=np.uint64),
        )

    def advance(self, g: Values, done: int, stop: int) -> int:
        """Sums are not saved with the values: values given from outside are found once more."""
        if self.triple and len(self.sums.pairs) < len(g):
            self._widen(self.words, len(g))
        status, self.ready = general.advance(
            g, self.ready, stop, self.digits, self.repeat, self.sums
        )
        if status == dense.WIDER:
            if 128 * self.words > np.iinfo(g.dtype).max + 1:
                raise Narrow
            self._widen(2 * self.words, len(g))
        return max(done, int(self.ready))

    def _widen(self, words: int, heaps: int) -> None:
        old, self.words = self.sums, words
        self.sums = self._room(words, heaps)
        for before, after in zip(old, self.sums, strict=True):
            if before.ndim == 3:
                after[:, :, : before.shape[2]] = before
            elif len(before) == len(after) or self.triple:
                after[: len(before), : before.shape[1]] = before


class Function:
    """A function of the user's own, in plain Python."""

    name = "function"
    rare = 0

    def __init__(self, game: HeapGame) -> None:
        self.game = game

    def advance(self, g: Values, done: int, stop: int) -> int:
        found = plain_values(self.game, stop, g[:done].tolist())
        if max(found) > np.iinfo(g.dtype).max:
            raise Narrow
        g[done:stop] = found[done:]
        return stop
