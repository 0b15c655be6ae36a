"""A nimber sequence that grows in place, by the method that suits its game."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from nimatron.errors import TooLarge
from nimatron.kernels import small
from nimatron.sequences.methods import Function, General, Method, Narrow, Takes
from nimatron.sequences.named import HeapGame
from nimatron.sequences.octal import SLACK, Octal

Values = NDArray[Any]
Watch = Callable[[int], None]
"""Called now and then with the number of heaps done; what it raises ends the run."""

_TYPES = (np.uint8, np.uint16, np.uint32)
_A_STEP = 0.15  # seconds between two looks at the world, so that Ctrl-C is obeyed soon
_MOST_FUNCTION = 10**6
_STRETCH = 1 << 18  # values
SMALL_PROOF = 1024  # heaps


class Keeper(Protocol):
    """Where a long run puts its values, and finds those of an earlier one."""

    def load(self) -> Values | None:
        """The values saved, from heap 0 on."""

    def save(self, values: Values, last: bool = False) -> None:
        """Keep these values, of which the first ones may be kept already, if it is time to."""


class Sequence:
    """The nimbers of the heaps 0..done-1 of a game, and the means to go on."""

    def __init__(self, game: HeapGame, keeper: Keeper | None = None) -> None:
        self.game = game
        self.keeper = keeper
        self.done = 0
        self._values: Values = np.zeros(0, dtype=np.uint8)
        self._looked = keeper is None

    @property
    def values(self) -> Values:
        """What is known so far. The array may be replaced when the sequence grows."""
        return self._values[: self.done]

    @cached_property
    def method(self) -> Method:
        """How the game is gone on with; short games are over before it is asked."""
        return method_for(self.game)

    @property
    def rare(self) -> int:
        """How many of the heaps known are rare; 0 where the method knows of none."""
        return self.method.rare if "method" in self.__dict__ else 0

    def extend(self, to: int, watch: Watch | None = None) -> Values:
        """Go on until the heaps 0..to-1 are known; give their values."""
        if to > self.done:
            if self.game.options is not None and to > _MOST_FUNCTION:
                raise TooLarge(f"a function of heaps is followed to heap {_MOST_FUNCTION} at most")
            self._load(to)
            self._room(to + SLACK)
        try:
            self._run(to, watch)
        finally:
            if self.keeper is not None:
                self.keeper.save(self.values, last=True)
        return self._values[:to]

    def _run(self, to: int, watch: Watch | None) -> None:
        step, looked = 1 << 12, time.monotonic()
        while self.done < to:
            began, before = time.perf_counter(), self.done
            try:
                self.done = self.method.advance(self._values, before, min(to, before + step))
            except Narrow:
                self._widen()
            if self.keeper is not None:
                self.keeper.save(self.values)
            if watch is not None and time.monotonic() - looked > 0.1:
                watch(self.done)
                looked = time.monotonic()
            if self.done > before:
                step = next_step(step, time.perf_counter() - began)

    def prove_small(self, n: int, parts: int, reach: int) -> tuple[int, int, int]:
        """Look for a proof among the first heaps in one call.

        Gives the period (0 if none), where it starts, and when to look again.

        Steps would cost more than the work of games that are over after a few hundred heaps.
        """
        if self.done or parts > 2 or reach >= SMALL_PROOF:
            return 0, 0, max(64, self.done)
        self._room(SMALL_PROOF + SLACK)
        first, stop = min(n, 64), min(n, SMALL_PROOF)
        digits = np.array(self.game.octal_digits, dtype=np.uint8)
        done, proved, start, look = small.prove(self._values, first, stop, digits, parts)
        self.done = int(done)
        return int(proved), int(start), int(look)

    def tile(self, to: int, period: int, out: Values | None = None) -> Values:
        """The first `to` values by a proved period, in `out` or fresh: they are not kept."""
        tiled = np.empty(to, dtype=self._values.dtype) if out is None else out[:to]
        known = min(to, self.done)
        tiled[:known] = self._values[:known]
        repeat(tiled, known, period)
        return tiled

    def _load(self, to: int) -> None:
        if self._looked or self.keeper is None or to < 1 << 16:
            return
        self._looked = True
        saved = self.keeper.load()
        if saved is not None and len(saved) > self.done:
            self._values, self.done = saved, len(saved)
            # The method may have begun already: what it knows of is not all that there is now.
            self.__dict__.pop("method", None)

    def _room(self, heaps: int) -> None:
        if len(self._values) >= heaps:
            return
        try:
            wider = np.zeros(heaps, dtype=self._values.dtype)
        except (MemoryError, ValueError):
            raise TooLarge(f"there is no memory for the nimbers of {heaps} heaps") from None
        wider[: self.done] = self.values
        self._values = wider

    def _widen(self) -> None:
        place = _TYPES.index(self._values.dtype.type)
        if place + 1 == len(_TYPES):
            raise TooLarge("the nimbers of this game are too large")
        self._values = self._values.astype(_TYPES[place + 1])


def method_for(game: HeapGame) -> Method:
    """The method for a game of this kind."""
    if game.options is not None:
        return Function(game)
    if game.unequal:
        return Octal(game)
    if game.takes or game.named_set:
        return Takes(game)
    assert game.code is not None
    if game.code.repeat or game.most_parts == 3:
        return General(game)
    return Octal(game) if game.most_parts == 2 else Takes(game)


def next_step(step: int, seconds: float) -> int:
    """How many heaps to ask for next, so that a step takes about `_A_STEP` seconds."""
    if seconds > 2 * _A_STEP:
        return max(64, int(step * _A_STEP / seconds))
    return 4 * step if seconds < _A_STEP / 8 else 2 * step if seconds < _A_STEP / 2 else step


def repeat(values: Values, known: int, period: int) -> None:
    """Fill the values from `known` on with the last `period` of those before, over and over.

    One stretch of whole periods is made by doubling and then copied while the cache holds it.
    """
    whole = known + (_STRETCH // period + 1) * period
    filled = known
    while filled < min(whole, len(values)):
        span = min(filled - known + period, whole - filled, len(values) - filled)
        values[filled : filled + span] = values[known - period : known - period + span]
        filled += span
    if filled == len(values):
        return
    stretch = values[known:whole]
    for start in range(whole, len(values), len(stretch)):
        end = min(start + len(stretch), len(values))
        values[start:end] = stretch[: end - start]
