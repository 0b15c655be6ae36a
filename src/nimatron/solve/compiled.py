"""Search through rules that their author wrote for the compiler as well.

The rules give `options`, plain Python over 64-bit integers or pairs of them, or `masks`, pairs of
bit sets. Whole positions are searched, without components or symmetry, some millions a second.
"""

from __future__ import annotations

import inspect
import random
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from nimatron.archive.folder import data_folder
from nimatron.errors import PositionError, RulesError, TooLarge, shown
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Meter
from nimatron.solve.pieces import Loop
from nimatron.solve.waiting import waited
from nimatron.values import Convention

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key: TypeAlias = int | tuple[int, int]
"""A packed position: one word, or two."""

_FIRST_ROOM, _MOST_ROOM = 4096, 1 << 20  # options of one position
_FIRST_TABLE = 1 << 16
_STRETCH = 0.05  # seconds between two looks at the clock
_FULL = (1 << 64) - 1
_TRIED, _TRIED_MOVES = 3, 3000  # games and moves in which compiled and plain rules are compared


class NotCompiled(Exception):
    """The compiled search cannot be used; the text says why, and is empty if that is plain."""


def has_compiled(rules: Rules) -> bool:
    """Whether the rules come in a form for the compiler."""
    return written_options(rules) is not None or rules.masks() is not None


def written_options(rules: Rules) -> Callable[..., int] | None:
    """The method `options(position, out)`, if the author wrote one."""
    found = inspect.getattr_static(rules, "options", None)
    static = isinstance(found, staticmethod)
    function = found.__func__ if static else found
    if not callable(function) or not (static or "out" in inspect.signature(function).parameters):
        return None
    options: Callable[..., int] = function
    return options


def packed(rules: Rules, position: Any) -> Key:
    """The position as an integer or a pair of them; NotCompiled if it does not fit.

    A board's bits may be more than a word has; they are cut where they are searched.
    """
    try:
        key = rules.pack(position)
    except (PositionError, OverflowError, ValueError, TypeError) as e:
        raise NotCompiled(str(e)) from e
    if isinstance(key, tuple) and len(key) == 2 and all(map(_is_word, key)):
        return key
    if type(key) is int and (_is_word(key) or (key >= 0 and written_options(rules) is None)):
        return key
    raise NotCompiled("the position does not fit into 64 bits; `pack` may give a pair of integers")


def _is_word(key: Any) -> bool:
    return type(key) is int and -(1 << 63) <= key < 1 << 63


def _signed(word: int) -> int:
    """The integer whose bits these are."""
    return word - (word >> 63 << 64)


def option_sizes(rules: Rules) -> list[int | tuple[int, ...]]:
    """The fields that `options` asks for after `position` and `out`."""
    function = written_options(rules)
    assert function is not None
    names = list(inspect.signature(function).parameters)
    if len(names) < 2 or names[1] != "out":
        raise NotCompiled("write it as `@staticmethod`, `options(position, out)`, without self")
    sizes: list[int | tuple[int, ...]] = []
    for name in names[2:]:
        value = getattr(rules, name, None)
        if type(value) is int or (isinstance(value, tuple) and {*map(type, value)} <= {int}):
            sizes.append(value)
        else:
            raise NotCompiled(f"`{name}` of the rules is no whole number and no tuple of them")
    return sizes


def packed_options(rules: Rules, key: Key) -> set[Key]:
    """The packed positions that a move leads to, by the same rules, but not compiled."""
    function = written_options(rules)
    if function is not None:
        out: list[Any] = [0] * _FIRST_ROOM
        return set(out[: function(key, out, *option_sizes(rules))])
    masks = rules.masks() or ()
    assert isinstance(key, int)
    return {key | takes for needs, takes in masks if not key & needs and takes & ~key}


class CompiledRules:
    """A function over packed positions of one or two words, and the sizes that it asks for."""

    def __init__(self, rules: Rules, words: int = 1) -> None:
        self.rules, self.words = rules, words
        self.room = _FIRST_ROOM
        self.call: Callable[..., int]
        self.data: NDArray[np.int64]
        self.function = written_options(rules)
        if self.function is None:
            waited(self._take_masks)
        else:
            waited(self._compile, self.function)

    def _take_masks(self) -> None:
        import numpy as np

        from nimatron.kernels.search import mask_options

        masks = self.rules.masks() or ()
        cells = max((max(pair).bit_length() for pair in masks), default=0)
        if cells > 128:
            raise NotCompiled("the board has more than 128 cells")
        self.words = 1 if cells <= 64 else 2
        self.call, self.room = mask_options, max(1, len(masks))
        flat = [self.words, len(masks)]
        for mask in (mask for pair in masks for mask in pair):
            flat += self.split(mask)[: self.words]
        self.data = np.array(flat, dtype=np.int64)

    def _compile(self, function: Callable[..., int]) -> None:
        import numpy as np

        from nimatron.kernels import search_rules

        sizes = option_sizes(self.rules)
        flat, behind = [], 2 * len(sizes)
        for size in sizes:
            flat += [behind, len(size)] if isinstance(size, tuple) else [size, 0]
            behind += len(size) if isinstance(size, tuple) else 0
        flat += [x for size in sizes if isinstance(size, tuple) for x in size]
        folder = data_folder()
        tables = [isinstance(size, tuple) for size in sizes]
        place = None if folder is None else folder / "compiled"
        try:
            self.call = search_rules.compiled(function, self.words, tables, place)
            self.data = np.array(flat or [0], dtype=np.int64)
        except search_rules.Uncompilable as e:
            raise NotCompiled(str(e)) from e
        except OverflowError:
            raise NotCompiled("a size of the rules does not fit into 64 bits") from None

    def split(self, key: Key) -> tuple[int, int]:
        """First and last word of a packed position."""
        if self.function is None:
            assert isinstance(key, int)
            words = _signed(key & _FULL), _signed(key >> 64)
            return words if self.words == 2 else (words[0], words[0])
        if isinstance(key, tuple) == (self.words == 1):
            raise NotCompiled("`pack` gives now a number, now a pair")
        return key if isinstance(key, tuple) else (key, key)

    def joined(self, first: int, last: int) -> Key:
        """The packed position with these words."""
        if self.function is None:
            return first & _FULL | (last & _FULL) << 64 if self.words == 2 else first & _FULL
        return (first, last) if self.words == 2 else first

    def options(self, key: Key, look: Callable[[], None] | None = None) -> set[Key]:
        """The packed positions that a move leads to, as the search will see them."""
        import numpy as np

        words = self.split(key)
        while True:
            out = np.zeros(self.room * self.words, np.int64)
            try:
                count = waited(self.call, *words, out, self.data, look=look)
                break
            except TooLarge:
                raise
            except IndexError as e:
                self.more_room(key, e)
            except Exception as e:
                raise self.failed(key, e) from e
        if not 0 <= count <= self.room:
            raise self.miscounted(key)
        rows = out[: count * self.words].reshape(-1, self.words)
        return {self.joined(int(row[0]), int(row[-1])) for row in rows}

    def compare(self, position: Any, look: Callable[[], None] | None = None) -> None:
        """RulesError if compiled and plain rules differ in a few games from here; what their
        author got wrong in one of them shows early."""
        rules, dice, left = self.rules, random.Random(1), _TRIED_MOVES
        for _ in range(_TRIED):
            at = position
            while left > 0:
                key = packed(rules, at)
                moves = list(rules.moves(at))
                plain = {packed(rules, after): after for after in
                         (rules.after(at, move) for move in moves)}  # fmt: skip
                left -= 1 + len(moves)
                written = self.options(key, look)
                if written != plain.keys():
                    raise self._differ(at, written, plain)
                if not moves:
                    break
                at = plain[dice.choice(sorted(plain))]

    def _differ(self, at: Any, written: set[Key], plain: dict[Key, Any]) -> RulesError:
        name = "masks" if self.function is None else f"{self._where()}: `options`"
        said = f"{name} and `moves` of {shown(self.rules.text(at))} differ"
        missing = plain.keys() - written
        if missing:
            after = self.rules.text(plain[min(missing)])
            return RulesError(f"{said}: `moves` leads to {shown(after)} (packed {min(missing)})")
        return RulesError(f"{said}: only `options` leads to {min(written - plain.keys())} (packed)")

    def _where(self) -> str:
        assert self.function is not None
        code = self.function.__code__
        return f"{Path(code.co_filename).name}, line {code.co_firstlineno}"

    def more_room(self, key: Key, error: IndexError) -> None:
        """After writing past the end of `out`: most likely there are more options than thought."""
        if self.room >= _MOST_ROOM or self.function is None:
            raise self.failed(key, error) from error
        self.room *= 16

    def miscounted(self, key: Key) -> Exception:
        return self.failed(
            key, ValueError("the number of options that it gives is not how many it wrote")
        )

    def failed(self, key: Key, error: Exception) -> Exception:
        """The error as the author of the rules would see it in plain Python: in his own line."""
        import numpy as np

        function = self.function
        where, said = "options", error
        if function is not None:
            where = self._where()
            out = np.zeros((self.room, 2) if self.words == 2 else self.room, np.int64)
            try:
                with np.errstate(all="raise"):
                    function(key, out, *option_sizes(self.rules))
            except Exception as e:
                said = e
                own = inspect.getsourcefile(function)
                frames = traceback.extract_tb(e.__traceback__)
                last = [frame for frame in frames if frame.filename == own] or frames
                where = f"{Path(last[-1].filename).name}, line {last[-1].lineno}: {last[-1].line}"
        return RulesError(f"{where}: {said} (in the packed position {key})")


class Numbers:
    """Nimbers, outcomes or lengths that were found so far, by compiled search."""

    def __init__(self, compiled: CompiledRules, meter: Meter, convention: Convention) -> None:
        self.compiled, self.meter = compiled, meter
        self._won_parity = 1 if convention is Convention.NORMAL else 0
        self._before = meter.positions
        self._asked = -1

    def nimber(self, key: Key) -> int:
        """The nimber of a packed position."""
        from nimatron.kernels.search import NIMBER

        return self._of(key, NIMBER)

    def is_won(self, key: Key) -> bool:
        """Whether the player to move wins."""
        from nimatron.kernels.search import LENGTH, OUTCOME

        asked = LENGTH if self._asked == LENGTH else OUTCOME
        return self._of(key, asked) % 2 == self._won_parity

    def remoteness(self, key: Key) -> int:
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
        words = self.compiled.words
        self._keys: NDArray[np.int64] = np.zeros(words * _FIRST_TABLE, np.int64)
        self._values: NDArray[np.int16] = np.zeros(_FIRST_TABLE, np.int16)
        self._frames: NDArray[np.int64] = np.zeros((256, search.FIELDS), np.int64)
        self._children: NDArray[np.int64] = np.zeros(4 * words * self.compiled.room, np.int64)
        self._counts: NDArray[np.int64] = np.zeros(search.PLACES, np.int64)
        self._counts[search.ROOM] = self.compiled.room
        self._counts[search.WORDS] = words
        self._counts[search.ASKED] = asked
        self._counts[search.WON_PARITY] = self._won_parity

    def _of(self, key: Key, asked: int) -> int:
        from nimatron.kernels import search

        words = self.compiled.split(key)
        while True:
            if asked != self._asked:
                self._begin(asked)
            found = search.ask(*words, self._keys, self._values, self._frames, self._counts)
            if found >= 0:
                return int(found)
            try:
                self._run()
            except IndexError as e:
                self._asked = -1
                self.compiled.more_room(self._at(), e)
            except BaseException:
                self._asked = -1  # nothing half-done stays
                raise

    def _at(self) -> Key:
        """The position whose options were asked for last."""
        from nimatron.kernels import search

        at = int(self._counts[search.AT]), int(self._counts[search.AT_LAST])
        return self.compiled.joined(*at)

    def _run(self) -> None:
        from nimatron.kernels import search

        budget = 1 << 10
        while True:
            began = time.perf_counter()
            try:
                status = waited(
                    search.advance,
                    self.compiled.call,
                    self.compiled.data,
                    self._keys,
                    self._values,
                    self._frames,
                    self._children,
                    self._counts,
                    budget,
                    look=self.meter.look,
                )
            except (IndexError, KeyboardInterrupt, TooLarge):
                raise
            except Exception as e:
                raise self.compiled.failed(self._at(), e) from e
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
            raise self.compiled.miscounted(self._at())
        if status == search.MORE_FRAMES:
            more = np.zeros_like(self._frames)
            self._frames = np.concatenate([self._frames, more])
        elif status == search.MORE_CHILDREN:
            self._children = np.concatenate([self._children, np.zeros_like(self._children)])
        else:
            size, words = 2 * len(self._values), self.compiled.words
            self.meter.room(size * (8 * words + 2) / 1e6)
            keys, values = np.zeros(words * size, np.int64), np.zeros(size, np.int16)
            waited(search.rehash, self._keys, self._values, keys, values, self._frames, depth)
            self._keys, self._values = keys, values
