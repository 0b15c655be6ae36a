"""Heaps of counters: piles in general, games on one heap at a time, take-and-break codes."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.errors import IllegalMove, MoveError, ParameterError, PositionError, UsageError, shown
from nimatron.rules import reading
from nimatron.rules.codes import Code, read_code
from nimatron.rules.protocol import Position, Rules

Heap = tuple[int, ...]
PileMove = tuple[int, tuple[int, ...]]
"""A pile, counted from 1, and the non-empty piles that it becomes."""


class Piles(Rules):
    """Rules whose position is a tuple of numbers, written `3,4,5`."""

    least: ClassVar[int] = 0
    """The smallest pile that may stand in a position."""
    ordered: ClassVar[bool] = False
    """Whether the order of the piles has a meaning."""
    opening: ClassVar[Heap] = (3, 4, 5)
    """The position that a game begins with if none is given."""
    notation: ClassVar[str] = "the sizes of the heaps, such as 21 or 3,4,5"

    def start(self) -> Heap:
        return self.opening

    def check(self, position: Position) -> None:
        if not (isinstance(position, tuple) and position) or any(
            type(n) is not int or n < self.least for n in position
        ):
            raise PositionError(f"heaps of at least {self.least}, such as 3,4,5", position)

    def text(self, position: Heap) -> str:
        return ",".join(map(str, position))

    def read(self, text: str) -> Heap:
        piles = reading.numbers(text, "heaps", least=self.least)
        self.check(piles)
        return piles

    def accept(self, value: Any) -> Heap:
        piles = (value,) if type(value) is int else value
        piles = tuple(piles) if isinstance(piles, list) else piles
        self.check(piles)
        assert isinstance(piles, tuple)
        return piles

    def variables(self, position: Heap) -> dict[str, Any]:
        """`a` is the tuple of piles, `n` the only pile if there is one."""
        names = {**self.fields(), "a": position}
        return {**names, "n": position[0]} if len(position) == 1 else names

    def picture(self, position: Heap) -> pictures.Picture:
        return pictures.Heaps(position)

    def small(self, bound: int) -> Iterator[tuple[Rules, Heap]]:
        """All positions of at most three piles, `bound` counters or fewer in all."""
        sizes = range(self.least, bound + 1)
        for count in (1, 2, 3):
            heaps: Iterable[Heap] = (
                product(sizes, repeat=count)
                if self.ordered
                else combinations_with_replacement(sizes, count)
            )
            yield from ((self, heap) for heap in heaps if sum(heap) <= bound)


class Heaps(Piles):
    """Rules in which a move changes one heap, and heaps do not see each other."""

    such_as: ClassVar[str] = "`take 2 from pile 1` or `split pile 1 into 3+4`"
    """Moves that a mistyped one is answered with."""

    @abstractmethod
    def breaks(self, n: int) -> Iterable[tuple[int, ...]]:
        """What a heap of n may become: tuples of non-empty heaps, each once."""

    def allows(self, n: int, left: tuple[int, ...]) -> bool:
        """Whether a heap of n may become these heaps."""
        return left in self.breaks(n)

    def heaps(self, position: Heap) -> Sequence[int]:
        """The sizes of the heaps."""
        return position

    def heap_move(self, position: Heap, place: int, left: tuple[int, ...]) -> PileMove:
        """The move that turns the heap at a place (from 0) into these."""
        return place + 1, left

    def moves(self, position: Heap) -> Iterator[PileMove]:
        for pile, n in enumerate(position, 1):
            for left in self.breaks(n):
                yield pile, left

    def after(self, position: Heap, move: PileMove) -> Heap:
        pile, left = move
        # An emptied pile stays as 0, so that the other piles keep their numbers.
        return position[: pile - 1] + (left or (0,)) + position[pile:]

    def legal(self, position: Heap, move: Any) -> bool:
        if not (isinstance(move, tuple) and len(move) == 2 and isinstance(move[1], tuple)):
            return False
        pile, left = move
        if type(pile) is not int or not 1 <= pile <= len(position):
            return False
        return all(type(n) is int for n in left) and self.allows(position[pile - 1], left)

    def components(self, position: Heap) -> Sequence[Heap]:
        return [(n,) for n in position if n]

    def changed(self, position: Heap, move: PileMove) -> tuple[Heap, Heap]:
        pile, left = move
        return (position[pile - 1],), left or (0,)

    def canonical(self, position: Heap) -> Heap:
        return tuple(sorted(n for n in position if n)) or (0,)

    def move_text(self, position: Heap, move: PileMove) -> str:
        pile, left = move
        taken = position[pile - 1] - sum(left)
        where = "" if len(position) == 1 else f" from pile {pile}"
        if len(left) < 2:
            return f"take {taken}{where}"
        parts = "+".join(map(str, left))
        if taken:
            return f"take {taken}{where}, leave {parts}"
        return f"split {'it' if not where else f'pile {pile}'} into {parts}"

    def read_move(self, position: Heap, text: str) -> PileMove:
        pile, taken, left = _heap_move_words(text, position, f"a move such as {self.such_as}")
        n = position[pile - 1]
        if taken is not None and taken > n:
            where = "" if len(position) == 1 else f" in pile {pile}"
            raise IllegalMove(f"at most {shown(n)} to take, which is all that lies{where}", text)
        if left is None:
            left = (n - taken,) if taken < n else ()
        if taken is not None and taken + sum(left) != n:
            raise IllegalMove(f"counters that add up to the pile of {shown(n)}", text)
        if not self.allows(n, left):
            raise IllegalMove(
                f"a move that the rules allow on a pile of {shown(n)}",
                text,
                hint="see `nimatron moves`",
            )
        return pile, left


class Taking(Heaps):
    """Rules in which a move takes some counters from one heap; only `takes` is to be written."""

    such_as: ClassVar[str] = "`take 2 from pile 1`"

    @abstractmethod
    def takes(self, n: int) -> Iterable[int]:
        """How many counters may be taken from a heap of n; a range is best."""

    def breaks(self, n: int) -> Iterator[tuple[int, ...]]:
        return ((n - taken,) if taken < n else () for taken in self.takes(n))

    def allows(self, n: int, left: tuple[int, ...]) -> bool:
        return len(left) < 2 and 0 not in left and n - sum(left) in self.takes(n)


@dataclass(frozen=True)
class TakeAndBreak(Heaps):
    """Heap games given by an octal or hexadecimal code, such as Kayles, `0.77`."""

    code: str = "0.77"
    opening: ClassVar[Heap] = (7,)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", str(_code(self.code)))

    def breaks(self, n: int) -> Iterator[tuple[int, ...]]:
        return _code(self.code).options(n)

    def allows(self, n: int, left: tuple[int, ...]) -> bool:
        return _code(self.code).allows(n, left)

    def heap_code(self) -> str:
        return self.code

    def picture(self, position: Heap) -> pictures.Picture:
        return pictures.Heaps(position, rows=_code(self.code).splits)

    @classmethod
    def read_parameter(cls, name: str, text: str) -> str:
        return str(read_code(text))


@lru_cache(maxsize=256)
def _code(text: str) -> Code:
    return read_code(text)


@dataclass(frozen=True)
class Subtraction(Taking):
    """Take a number of counters from a fixed set, finite or named."""

    take: tuple[int, ...] | str = (1, 2, 3)
    opening: ClassVar[Heap] = (21,)

    def __post_init__(self) -> None:
        if isinstance(self.take, str):
            object.__setattr__(self, "take", self.read_parameter("take", self.take))
            return
        given = (self.take,) if isinstance(self.take, int) else self.take
        if not given or any(type(s) is not int or s < 1 for s in given):
            raise ParameterError("take: numbers of at least 1, such as 1,3,4", self.take)
        object.__setattr__(self, "take", tuple(sorted(set(given))))

    def takes(self, n: int) -> Iterator[int]:
        if self.take == "squares":
            return (i * i for i in range(1, _isqrt(n) + 1))
        if self.take == "powers-of-2":
            return (1 << i for i in range(n.bit_length()))
        return (s for s in self.take if isinstance(s, int) and s <= n)

    def allows(self, n: int, left: tuple[int, ...]) -> bool:
        taken = n - sum(left)
        if len(left) > 1 or 0 in left or taken < 1 or taken > n:
            return False
        if self.take == "squares":
            return _isqrt(taken) ** 2 == taken
        if self.take == "powers-of-2":
            return taken & (taken - 1) == 0
        return taken in self.take

    def heap_code(self) -> str:
        takes = self.take if isinstance(self.take, str) else ",".join(map(str, self.take))
        return f"subtract:{takes}"

    @classmethod
    def read_parameter(cls, name: str, text: str) -> tuple[int, ...] | str:
        word = text.strip().lower()
        if word in ("squares", "powers-of-2"):
            return word
        try:
            return tuple(sorted(set(reading.numbers(word, "take", least=1))))
        except UsageError as e:
            raise ParameterError(
                "take: numbers such as 1,3,4, or squares, or powers-of-2", text
            ) from e


def _isqrt(n: int) -> int:
    from math import isqrt

    return isqrt(n)


_WORDS = re.compile(
    r"(?:take\s+)?(?P<taken>[0-9]+)(?:\s+(?:from|of)\s+(?:(?:pile|heap)\s+)?(?P<from>[0-9]+))?"
    r"(?:\s*,?\s*leav(?:e|ing)\s+(?P<left>[0-9]+(?:\s*\+\s*[0-9]+)*))?"
    r"|split(?:\s+it|(?:\s+(?:pile|heap))?\s+(?P<pile>[0-9]+))?"
    r"\s+into\s+(?P<parts>[0-9]+(?:\s*\+\s*[0-9]+)+)",
    re.ASCII,
)


def _heap_move_words(
    text: str, position: Heap, expected: str
) -> tuple[int, int, tuple[int, ...] | None]:
    """Pile, number taken, and what is left if that was said."""
    match = _WORDS.fullmatch(reading.squeezed(text))
    if match is None or any(len(word or "") > reading.DIGITS for word in match.groups()):
        raise MoveError(expected, text)
    named = match["from"] or match["pile"]
    if named is None and len(position) > 1:
        raise MoveError(expected, text, hint=f"say which pile, 1 to {len(position)}")
    pile = int(named or 1)
    if not 1 <= pile <= len(position):
        raise IllegalMove(f"a pile from 1 to {len(position)}", pile)
    parts = match["left"] or match["parts"]
    left = tuple(sorted(int(part) for part in parts.split("+"))) if parts else None
    if match["taken"] is not None:
        return pile, int(match["taken"]), left
    return pile, position[pile - 1] - sum(left or ()), left
