"""Chocolate: a bar of a x b squares, or several. A move breaks one piece in two along a groove.
Whoever first breaks off a single square, 1x1, wins at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, Kernel
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules
from nimatron.values import mex

_LECTURE = "lecture 003, game 13"
_GUY_SMITH = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games,"
    " Proceedings of the Cambridge Philosophical Society 52 (1956), on Dawson's Kayles"
)
_PERIOD, _FIRST = 34, 53
_MOVE = re.compile(
    r"(?:break\s+)?(?:piece\s+([0-9]{1,7}):?\s+)?([0-9]{1,8}x[0-9]{1,8})\s+into\s+"
    r"([0-9]{1,8}x[0-9]{1,8})\s*(?:\+|and)\s*([0-9]{1,8}x[0-9]{1,8})",
    re.ASCII,
)
_MOST_DRAWN = 2_000

Piece = tuple[int, int]
Break = tuple[int, int, int]
"""A piece, counted from 1; 1 if its rows are parted, 2 if its columns; how many go to the smaller
part."""


@dataclass(frozen=True)
class Chocolate(Rules):
    notation: ClassVar[str] = "the pieces, rows x columns, such as 5x8, or 5x4,5x4"

    def start(self) -> Position:
        return ((5, 8),)

    def moves(self, position: Position) -> Iterator[Break]:
        if (1, 1) in position:
            return  # someone has broken it off and won
        for number, piece in enumerate(position, 1):
            for side in (1, 2):
                yield from ((number, side, part) for part in range(1, piece[side - 1] // 2 + 1))

    def parts_of(self, piece: Piece, side: int, part: int) -> tuple[Piece, Piece]:
        """The two pieces into which a piece is broken."""
        rows, columns = piece
        if side == 1:
            return (part, columns), (rows - part, columns)
        return (rows, part), (rows, columns - part)

    def after(self, position: Position, move: Break) -> Position:
        number, side, part = move
        broken = self.parts_of(position[number - 1], side, part)
        return (*position[: number - 1], *broken, *position[number:])

    def legal(self, position: Position, move: Any) -> bool:
        if not (isinstance(move, tuple) and len(move) == 3 and all(type(x) is int for x in move)):
            return False
        number, side, part = move
        if (1, 1) in position or not 1 <= number <= len(position) or side not in (1, 2):
            return False
        return bool(1 <= part <= position[number - 1][side - 1] // 2)

    def check(self, position: Position) -> None:
        if not isinstance(position, tuple) or not position:
            raise PositionError("pieces such as 5x8", position)
        for piece in position:
            if not (isinstance(piece, tuple) and len(piece) == 2) or not all(
                type(side) is int and side >= 1 for side in piece
            ):
                raise PositionError("pieces of at least one row and one column", piece)

    def accept(self, value: Any) -> Position:
        if isinstance(value, tuple) and len(value) == 2 and all(type(x) is int for x in value):
            value = (value,)
        self.check(value)
        return value

    def canonical(self, position: Position) -> Position:
        """The order of the pieces does not matter, nor which way round they lie; once a square is
        broken off nothing else matters."""
        if (1, 1) in position:
            return ((1, 1),)
        return tuple(sorted((min(piece), max(piece)) for piece in position))

    def text(self, position: Position) -> str:
        return ",".join(f"{rows}x{columns}" for rows, columns in position)

    def read(self, text: str) -> Position:
        words = text.split(",")
        if len(words) > reading.MOST_PILES:
            raise PositionError(f"at most {reading.MOST_PILES} pieces", len(words))
        return tuple(self._piece(word) for word in words)

    def _piece(self, word: str) -> Piece:
        rows, columns = reading.sizes(word, ("rows", "columns"))
        return rows, columns

    def move_text(self, position: Position, move: Break) -> str:
        number, side, part = move
        piece = position[number - 1]
        whole, one, two = (f"{r}x{c}" for r, c in (piece, *self.parts_of(piece, side, part)))
        where = f"piece {number}: " if len(position) > 1 else ""
        return f"break {where}{whole} into {one} + {two}"

    def read_move(self, position: Position, text: str) -> Break:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `break 5x8 into 5x4 + 5x4`", text)
        piece, one, two = (self._piece(word) for word in match.group(2, 3, 4))
        number = (
            int(match[1]) if match[1] else position.index(piece) + 1 if piece in position else 0
        )
        side = 1 if one[1] == two[1] == piece[1] else 2
        move = number, side, min(one[side - 1], two[side - 1])
        if (
            not self.legal(position, move)
            or position[number - 1] != piece
            or sorted(self.parts_of(piece, side, move[2])) != sorted((one, two))
        ):
            raise IllegalMove(f"a break that is possible in {shown(self.text(position))}", text)
        return move

    def variables(self, position: Position) -> dict[str, Any]:
        return {"pieces": position}

    def picture(self, position: Position) -> pictures.Picture:
        if sum(rows * columns for rows, columns in position) > _MOST_DRAWN or len(position) > 20:
            return pictures.Text(self.text(position))
        bars = (pictures.Grid(rows, columns, bar=True) for rows, columns in position)
        return pictures.Side(tuple(bars))

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        """Single pieces and pairs of at most `bound` squares in all."""
        sides = range(1, bound + 1)
        bars = [(a, b) for a, b in product(sides, repeat=2) if a * b <= bound]
        yield from ((self, (bar,)) for bar in bars)
        for one, two in combinations_with_replacement(bars, 2):
            if one[0] * one[1] + two[0] * two[1] <= bound:
                yield self, (one, two)


@cache
def _lines() -> tuple[int, ...]:
    """For each side from 0 the nimber of breaking it into parts of at least 2, again and again,
    through the first round of the period."""
    values = [0, 0]
    for side in range(2, _FIRST + _PERIOD + 3):
        values.append(mex(values[part] ^ values[side - part] for part in range(2, side // 2 + 1)))
    return tuple(values)


_SIDE = "(line[{0}] if {0} < len(line) else line[first + ({0} - first) % period])"


@claim(proved=_GUY_SMITH)
def no_strips(chocolate: Chocolate, position: Any) -> Certificate:
    """Who makes a strip of width 1 loses at once, because the other breaks off its end; a strip
    wins at once. So both break only into pieces with both sides at least 2, and such pieces add.
    A side s alone, broken into parts of at least 2, is worth g(s), the nimber of Dawson's Kayles
    with s-2 pins, and a piece is worth g of one side if g of the other is 0, otherwise 1. A
    position is lost if a single square is already off, or if there is no strip and the worths have
    xor 0."""
    rows, columns = _SIDE.format("a"), _SIDE.format("b")
    return Kernel(
        "any(a == b == 1 for a, b in pieces) or (all(min(a, b) > 1 for a, b in pieces)"
        " and xor(max(x, y) if x == 0 or y == 0 else 1"
        f" for a, b in pieces for x in ({rows},) for y in ({columns},)) == 0)",
        constants={"line": _lines(), "first": _FIRST + 2, "period": _PERIOD},
    )


GAME = Game(
    Chocolate,
    claims=[no_strips],
    sources=[_LECTURE, _GUY_SMITH],
    test_to=11,
    facts=[
        Fact("5x8", "N"),
        Fact("5x4,5x4", "P"),
        Fact("2x2", "P"),
        Fact("2x3", "P"),
        Fact("3x3", "P"),
        Fact("1x2", "N"),
        Fact("1x7", "N"),
        Fact("1x1", "P"),
        Fact("2x4", "N"),
        Fact("1000x999", "N"),
    ],
)
