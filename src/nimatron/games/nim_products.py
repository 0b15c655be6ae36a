"""Nim products: stones on the cells (a, b) of a quarter plane, a and b from 0. A move takes away
one stone on (a, b), chooses a smaller number c < a and a smaller number d < b, and puts three
stones on (c, b), (a, d) and (c, d). Who cannot move loses. The nimber of a stone is the nim product
of a and b; it is the game of turning corners, in which two stones on a cell cancel out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules

_CONWAY = "J. H. Conway, On Numbers and Games, chapter 6"
_WINNING_WAYS = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 14 (turning corners)"
_STONE = re.compile(r"([0-9]{1,4000})-([0-9]{1,4000})", re.ASCII)
_MOVE = re.compile(
    r"(?:stone )?([0-9]{1,4000})-([0-9]{1,4000}) by ([0-9]{1,4000})-([0-9]{1,4000})", re.ASCII
)
_MOST_DRAWN = 40

Stone = tuple[int, int]
Corner = tuple[Stone, Stone]
"""The stone that is taken away, and the smaller numbers that are chosen."""


@dataclass(frozen=True)
class NimProducts(Rules):
    """Stones are kept in rising order; several may lie on one cell."""

    notation: ClassVar[str] = "the cells of the stones, 2-3,4-4; or 0-0 if there is none"

    def start(self) -> tuple[Stone, ...]:
        return ((2, 3),)

    def moves(self, position: tuple[Stone, ...]) -> Iterator[Corner]:
        for stone in dict.fromkeys(position):
            for low in range(stone[0]):
                yield from ((stone, (low, lower)) for lower in range(stone[1]))

    def after(self, position: tuple[Stone, ...], move: Corner) -> tuple[Stone, ...]:
        (a, b), (c, d) = move
        left = list(position)
        left.remove((a, b))
        return tuple(sorted([*left, (c, b), (a, d), (c, d)]))

    def legal(self, position: tuple[Stone, ...], move: Any) -> bool:
        if not isinstance(move, tuple) or len(move) != 2:
            return False
        if any(not isinstance(p, tuple) or [type(x) for x in p] != [int, int] for p in move):
            return False
        (a, b), (c, d) = move
        return (a, b) in position and 0 <= c < a and 0 <= d < b

    def picture(self, position: tuple[Stone, ...]) -> pictures.Picture:
        size = max(max(stone) for stone in position) + 1
        if size > _MOST_DRAWN:
            return super().picture(position)
        counts = Counter((a + 1, b + 1) for a, b in position)
        marks = {cell: "o" if n == 1 else str(n) if n < 10 else "*" for cell, n in counts.items()}
        return pictures.Grid(size, size, marks, {"o": "stone"}, first=0)

    def touches(self, position: tuple[Stone, ...], move: Corner) -> list[tuple[Any, ...]]:
        """The corner that is chosen; the two other new stones follow from it."""
        return [("cell", move[1][0] + 1, move[1][1] + 1)]

    def components(self, position: tuple[Stone, ...]) -> Sequence[tuple[Stone, ...]]:
        return [(stone,) for stone in position if min(stone)]

    def canonical(self, position: tuple[Stone, ...]) -> tuple[Stone, ...]:
        alive = ((min(stone), max(stone)) for stone in position if min(stone))
        return tuple(sorted(alive)) or ((0, 0),)

    def check(self, position: Position) -> None:
        expected = "cells of stones such as 2-3,4-4"
        if not isinstance(position, tuple) or not position:
            raise PositionError(expected, position)
        for stone in position:
            if not isinstance(stone, tuple) or [type(x) for x in stone] != [int, int]:
                raise PositionError(expected, position)
            if min(stone) < 0:
                raise PositionError("numbers of at least 0", stone)
        if list(position) != sorted(position):
            raise PositionError("stones in rising order", position)

    def text(self, position: tuple[Stone, ...]) -> str:
        return ",".join(f"{a}-{b}" for a, b in position)

    def read(self, text: str) -> tuple[Stone, ...]:
        stones = []
        for word in text.strip(" \t\r\n").split(","):
            match = _STONE.fullmatch(word.strip(" "))
            if match is None:
                raise PositionError("a stone such as 2-3", word)
            stones.append((int(match[1]), int(match[2])))
        return tuple(sorted(stones))

    def accept(self, value: Any) -> tuple[Stone, ...]:
        position = tuple(sorted(value)) if isinstance(value, (tuple, list)) else value
        self.check(position)
        assert isinstance(position, tuple)
        return position

    def variables(self, position: tuple[Stone, ...]) -> dict[str, Any]:
        """`a` and `b` are the numbers of the stone, if there is only one."""
        names = {"stones": position}
        one = len(position) == 1
        return {**names, "a": position[0][0], "b": position[0][1]} if one else names

    def small(self, bound: int) -> Iterator[tuple[Rules, tuple[Stone, ...]]]:
        """One stone, or two with small numbers."""
        numbers = range(bound + 1)
        yield from ((self, ((a, b),)) for a in numbers for b in numbers)
        few = [(a, b) for a in range(1, 3) for b in range(1, 4)]
        yield from ((self, pair) for pair in combinations_with_replacement(few, 2))

    def move_text(self, position: tuple[Stone, ...], move: Corner) -> str:
        (a, b), (c, d) = move
        return f"stone {a}-{b} by {c}-{d}"

    def read_move(self, position: tuple[Stone, ...], text: str) -> Corner:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a stone and the smaller cell, such as `stone 2-3 by 1-0`", text)
        a, b, c, d = (int(number) for number in match.groups())
        if not self.legal(position, ((a, b), (c, d))):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return (a, b), (c, d)


@claim(proved=_CONWAY)
def nim_product_of_the_cell(rules: NimProducts, position: Any) -> Certificate:
    """The nimber of a stone on (a, b) is the nim product of a and b; stones add by xor."""
    return NimSum("nim_product(a, b)")


GAME = Game(
    NimProducts,
    aliases=["turning-corners"],
    claims=[nim_product_of_the_cell],
    sources=[_CONWAY, _WINNING_WAYS],
    test_to=4,
    facts=[
        Fact("2-2", "N", 3),
        Fact("2-3", "N", 1),
        Fact("4-4", "N", 6),
        Fact("4-5", "N", 2),
        Fact("5-7", "N", 13),
        Fact("0-9", "P", 0),
        Fact("2-2,2-3,1-2", "P", 0),
        Fact("16-16", "N", 24),
    ],
)
