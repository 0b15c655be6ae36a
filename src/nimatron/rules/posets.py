"""Games on partly ordered sets: take an element, and all above it go with it.

A position is a whole number whose bits are the elements that are gone.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from nimatron.errors import ParameterError, PositionError
from nimatron.rules import reading
from nimatron.rules.grids import bits
from nimatron.rules.protocol import Position, Rules


class UpSets(Rules):
    """What poset games share; elements are numbered from 0."""

    @abstractmethod
    def size(self) -> int:
        """How many elements there are."""

    @abstractmethod
    def above(self, element: int) -> int:
        """The element and all above it, as bits."""

    def left(self, gone: int) -> Iterator[int]:
        """The elements that are still there."""
        return bits(((1 << self.size()) - 1) & ~gone)


class Staircase(UpSets):
    """Rows of falling lengths: a move cuts a row at a cell, and all rows above it there.

    The first cell of the first row is never taken.
    """

    @abstractmethod
    def lengths(self, gone: int) -> tuple[int, ...]:
        """How much is left of each row, from the bottom."""


@dataclass(frozen=True)
class Poset(UpSets):
    """A poset given by pairs of elements, `below<above`, from 1; loops are refused."""

    order: tuple[tuple[int, int], ...] = ((1, 2), (1, 3))
    notation: ClassVar[str] = "the elements that are left, 1,2,4; or 0 if none is"

    def __post_init__(self) -> None:
        if not self.order or any(min(pair) < 1 for pair in self.order):
            raise ParameterError("order: pairs such as 1<2,1<3", self.order)
        object.__setattr__(self, "order", tuple(self.order))
        _closure(self.order)

    def size(self) -> int:
        return max(max(pair) for pair in self.order)

    def above(self, element: int) -> int:
        return _closure(self.order)[element]

    def start(self) -> Position:
        return 0

    def moves(self, gone: int) -> Iterator[int]:
        return (element + 1 for element in self.left(gone))

    def after(self, gone: int, move: int) -> int:
        return gone | self.above(move - 1)

    def legal(self, gone: int, move: Any) -> bool:
        return type(move) is int and 1 <= move <= self.size() and not gone >> (move - 1) & 1

    def check(self, position: Position) -> None:
        if type(position) is not int or not 0 <= position < 1 << self.size():
            raise PositionError(f"a set of elements up to {self.size()}", position)
        for element in bits(position):
            if self.above(element) & ~position:
                raise PositionError(
                    f"all above {element + 1} to be gone with it", self.text(position)
                )

    def text(self, position: int) -> str:
        return ",".join(str(element + 1) for element in self.left(position)) or "0"

    def read(self, text: str) -> int:
        gone = (1 << self.size()) - 1
        for element in reading.numbers(text, "elements"):
            if element > self.size():
                raise PositionError(f"elements from 1 to {self.size()}", element)
            if element:
                gone &= ~(1 << (element - 1))
        self.check(gone)
        return gone

    def move_text(self, position: int, move: int) -> str:
        return f"take {move}"

    @classmethod
    def read_parameter(cls, name: str, text: str) -> tuple[tuple[int, int], ...]:
        pairs = []
        for word in text.split(","):
            ends = word.split("<")
            if len(ends) != 2:
                raise ParameterError("order: pairs such as 1<2,1<3", word)
            low, high = (
                reading.number(end, "element", least=1, most=10_000, error=ParameterError)
                for end in ends
            )
            pairs.append((low, high))
        return tuple(pairs)


@lru_cache(maxsize=64)
def _closure(order: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """For each element the bits of all above it, found by going on until nothing changes."""
    size = max(max(pair) for pair in order)
    above = [1 << element for element in range(size)]
    changed = True
    while changed:
        changed = False
        for low, high in order:
            grown = above[low - 1] | above[high - 1]
            if grown != above[low - 1]:
                above[low - 1], changed = grown, True
    for element, over in enumerate(above):
        for other in bits(over & ~(1 << element)):
            if above[other] >> element & 1:
                raise ParameterError("an order without loops", f"{element + 1} and {other + 1}")
    return tuple(above)
