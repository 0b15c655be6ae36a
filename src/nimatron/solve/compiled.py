"""Search through rules that their author wrote for the compiler as well.

The rules give `options`, plain Python over 64-bit integers, or `masks`, pairs of bit sets. Whole
positions are searched, without components or symmetry, some millions a second.
"""

from __future__ import annotations

import inspect
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nimatron.archive.folder import data_folder
from nimatron.errors import PositionError, RulesError, TooLarge
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Meter
from nimatron.solve.pieces import Loop
from nimatron.values import Convention

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_ROOM, _MOST_ROOM = 4096, 1 << 20  # options of one position
_FIRST_TABLE = 1 << 16
_STRETCH = 0.05  # seconds between two looks at the clock
_WIDE = 63  # bits of a position, so that its sign is left alone


class NotCompiled(Exception):
    """The compiled search cannot be used; the text says why, and is empty if that is plain."""


def has_compiled(rules: Rules) -> bool:
    """Whether the rules come in a form for the compiler."""
    return written_options(rules) is not None or rules.masks() is not None


def written_options(rules: Rules) -> Callable[..., int] | None:
    """The method `options(position, out)`, if the author wrote one."""
    found = inspect.getattr_static(rules, "options", None)
    function = found.__func__ if isinstance(found, staticmethod) else found
    if not callable(function) or "out" not in inspect.signature(function).parameters:
        return None
    options: Callable[..., int] = function
    return options


def packed(rules: Rules, position: Any) -> int:
    """The position as an integer; NotCompiled if it does not fit."""
    try:
        key = rules.pack(position)
    except (PositionError, OverflowError, ValueError, TypeError) as e:
        raise NotCompiled(str(e)) from e
    if type(key) is not int or not -(1 << _WIDE) <= key < 1 << _WIDE:
        raise NotCompiled("the position does not fit into 64 bits")
    return key


def option_sizes(rules: Rules) -> list[int | tuple[int, ...]]:
    """The fields that `options` asks for after `position` and `out`."""
    function = written_options(rules)
    assert function is not None
    names = list(inspect.signature(function).parameters)
    if names[1] != "out":
        raise NotCompiled("write `@staticmethod` above `options(position, out)`, without self")
    sizes: list[int | tuple[int, ...]] = []
    for name in names[2:]:
        value = getattr(rules, name, None)
        if type(value) is int or (isinstance(value, tuple) and {*map(type, value)} <= {int}):
            sizes.append(value)
        else:
            raise NotCompiled(f"`{name}` of the rules is no whole number and no tuple of them")
    return sizes


def packed_options(rules: Rules, key: int) -> set[int]:
    """The packed positions that a move leads to, by the same rules, but not compiled."""
    function = written_options(rules)
    if function is not None:
        out = [0] * _FIRST_ROOM
        return set(out[: function(key, out, *option_sizes(rules))])
    masks = rules.masks() or ()
    return {key | takes for needs, takes in masks if not key & needs and takes & ~key}


class CompiledRules:
    """A function over packed positions, and the sizes that it asks for."""

    def __init__(self, rules: Rules) -> None:
        import numpy as np

        from nimatron.kernels import search_rules
        from nimatron.kernels.search import mask_options

        self.rules = rules
        self.room = _FIRST_ROOM
        self.call: Callable[..., int]
        self.function = written_options(rules)
        if self.function is None:
            masks = rules.masks()
            if masks is None or any(max(pair) >= 1 << _WIDE for pair in masks):
                raise NotCompiled("the board has more than 63 cells")
            self.call = mask_options
            flat = [len(masks), *(word for pair in masks for word in pair)]
            self.room = max(1, len(masks))
        else:
            sizes = option_sizes(rules)
            flat, behind = [], 2 * len(sizes)
            for size in sizes:
                flat += [behind, len(size)] if isinstance(size, tuple) else [size, 0]
                behind += len(size) if isinstance(size, tuple) else 0
            flat += [x for size in sizes if isinstance(size, tuple) for x in size]
            folder = data_folder()
            tables = [isinstance(size, tuple) for size in sizes]
            place = None if folder is None else folder / "compiled"
            try:
                self.call = search_rules.compiled(self.function, tables, place)
            except search_rules.Uncompilable as e:
                raise NotCompiled(str(e)) from e
        self.data = np.array(flat or [0], dtype=np.int64)

    def failed(self, key: int, error: Exception) -> Exception:
        """The error as the author of the rules would see it in plain Python: in his own line."""
        import numpy as np

        function = self.function
        where, said = "options", error
        if function is not None:
            try:
                with np.errstate(all="raise"):
                    function(key, np.zeros(self.room, np.int64), *option_sizes(self.rules))
            except Exception as e:
                last = traceback.extract_tb(e.__traceback__)[-1]
                where = f"{Path(last.filename).name}, line {last.lineno}: {last.line}"
                said = e
        return RulesError(f"{where}: {said} (in the packed position {key})")


class Numbers:
    """Nimbers, outcomes or lengths that were found so far, by compiled search."""

    def __init__(self, compiled: CompiledRules, meter: Meter, convention: Convention) -> None:
        self.compiled, self.meter = compiled, meter
        self._won_parity = 1 if convention is Convention.NORMAL else 0
        self._before = meter.positions
        self._asked = -1

    def nimber(self, key: int) -> int:
        """The nimber of a packed position."""
        from nimatron.kernels.search import NIMBER

        return self._of(key, NIMBER)

    def is_won(self, key: int) -> bool:
        """Whether the player to move wins."""
        from nimatron.kernels.search import LENGTH, OUTCOME

        asked = LENGTH if self._asked == LENGTH else OUTCOME
        return self._of(key, asked) % 2 == self._won_parity

    def remoteness(self, key: int) -> int:
        """How many moves play takes if the winner hurries."""
        from nimatron.kernels.search import LENGTH

        return self._of(key, LENGTH)

    @property
    def positions(self) -> int:
        """How many positions are in the table."""
        from nimatron.kernels.search import FOUND

        return int(self._counts[FOUND])

    def _begin(self, asked: int) -> None:
        import numpy as np

        from nimatron.kernels import search

        self._asked = asked
        self._keys: NDArray[np.int64] = np.zeros(_FIRST_TABLE, np.int64)
        self._values: NDArray[np.int16] = np.zeros(_FIRST_TABLE, np.int16)
        self._frames: NDArray[np.int64] = np.zeros((256, search.FIELDS), np.int64)
        self._children: NDArray[np.int64] = np.zeros(4 * self.compiled.room, np.int64)
        self._counts: NDArray[np.int64] = np.zeros(search.PLACES, np.int64)
        self._counts[search.ROOM] = self.compiled.room
        self._counts[search.ASKED] = asked
        self._counts[search.WON_PARITY] = self._won_parity

    def _of(self, key: int, asked: int) -> int:
        from nimatron.kernels import search

        while True:
            if asked != self._asked:
                self._begin(asked)
            found = search.ask(key, self._keys, self._values, self._frames, self._counts)
            if found >= 0:
                return int(found)
            try:
                self._run()
            except IndexError as e:
                self._asked = -1
                if self.compiled.room >= _MOST_ROOM or self.compiled.function is None:
                    raise self.compiled.failed(int(self._counts[search.AT]), e) from e
                self.compiled.room *= 16  # most likely more options than there was room for
            except BaseException:
                self._asked = -1  # nothing half-done stays
                raise

    def _run(self) -> None:
        from nimatron.kernels import search

        budget = 1 << 10
        while True:
            began = time.perf_counter()
            try:
                status = search.advance(
                    self.compiled.call,
                    self.compiled.data,
                    self._keys,
                    self._values,
                    self._frames,
                    self._children,
                    self._counts,
                    budget,
                )
            except (ArithmeticError, ValueError, AssertionError) as e:
                raise self.compiled.failed(int(self._counts[search.AT]), e) from e
            seconds = time.perf_counter() - began
            self.meter.counted(self._before + self.positions)
            if status == search.DONE:
                return
            if status == search.PAUSED:
                if seconds < _STRETCH / 2:
                    budget *= 2
                elif seconds > 2 * _STRETCH:
                    budget = max(64, budget // 4)
            else:
                self._make_room(status)

    def _make_room(self, status: int) -> None:
        import numpy as np

        from nimatron.kernels import search

        depth = int(self._counts[search.DEPTH])
        if status == search.LOOP:
            raise Loop
        if status == search.TOO_WIDE:
            raise TooLarge("a nimber or a game is too long for the compiled search (past 32000)")
        if status == search.WRONG_COUNT:
            wrong = ValueError("the number of options that it gives is not how many it wrote")
            raise self.compiled.failed(int(self._counts[search.AT]), wrong)
        if status == search.MORE_FRAMES:
            more = np.zeros_like(self._frames)
            self._frames = np.concatenate([self._frames, more])
        elif status == search.MORE_CHILDREN:
            self._children = np.concatenate([self._children, np.zeros_like(self._children)])
        else:
            size = 2 * len(self._keys)
            self.meter.room(size * 10 / 1e6)
            keys, values = np.zeros(size, np.int64), np.zeros(size, np.int16)
            search.rehash(self._keys, self._values, keys, values, self._frames, depth)
            self._keys, self._values = keys, values
