"""Polygon: the corners of a convex polygon are numbered round. A move draws a diagonal that is not
drawn yet; diagonals may cross, but no corner may get more than two. Who cannot move loses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Self

from nimatron import pictures
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules

_LECTURE = "lecture 003, game 15"
_MOST_CORNERS = 10_000
_DIAGONAL = re.compile(r"\s*(?:draw\s+)?([0-9]{1,8})\s*-\s*([0-9]{1,8})\s*", re.ASCII)

Diagonal = tuple[int, int]


@dataclass(frozen=True)
class Polygon(Rules):
    """A position is the set of the diagonals drawn."""

    corners: int = 5
    sizes: ClassVar[tuple[str, ...]] = ("corners",)
    notation: ClassVar[str] = (
        "the number of corners, such as 7, and after a colon the diagonals drawn: 7:1-3,2-5"
    )

    def __post_init__(self) -> None:
        if type(self.corners) is not int or not 3 <= self.corners <= _MOST_CORNERS:
            raise PositionError(f"from 3 to {_MOST_CORNERS} corners", self.corners)

    def start(self) -> Position:
        return frozenset()

    def moves(self, position: Position) -> Iterator[Diagonal]:
        degree = self._degrees(position)
        free = [corner for corner in range(1, self.corners + 1) if degree[corner] < 2]
        for place, a in enumerate(free):
            for b in free[place + 1 :]:
                if self._apart(a, b) and (a, b) not in position:
                    yield a, b

    def _degrees(self, position: Position) -> Counter[int]:
        return Counter(corner for diagonal in position for corner in diagonal)

    def _apart(self, a: int, b: int) -> bool:
        """Whether two corners, the smaller first, are not neighbours."""
        return 1 < b - a < self.corners - 1

    def after(self, position: Position, move: Diagonal) -> Position:
        return position | {move}

    def legal(self, position: Position, move: Any) -> bool:
        if not self._is_diagonal(move) or move in position:
            return False
        degree = self._degrees(position)
        return degree[move[0]] < 2 and degree[move[1]] < 2

    def _is_diagonal(self, move: Any) -> bool:
        if not (isinstance(move, tuple) and len(move) == 2 and all(type(x) is int for x in move)):
            return False
        return 1 <= move[0] < move[1] <= self.corners and self._apart(*move)

    def check(self, position: Position) -> None:
        if not isinstance(position, frozenset) or not all(map(self._is_diagonal, position)):
            raise PositionError(f"diagonals of a polygon of {self.corners} corners", position)
        if any(count > 2 for count in self._degrees(position).values()):
            raise PositionError("at most two diagonals at each corner", self.text(position))

    def canonical(self, position: Position) -> Position:
        """The least image under the turns and reflections of the polygon."""
        images = []
        for turn in _turns(self.corners):
            ends = ((turn[a], turn[b]) for a, b in position)
            images.append(sorted((a, b) if a < b else (b, a) for a, b in ends))
        return frozenset(min(images))

    def text(self, position: Position) -> str:
        if not position:
            return str(self.corners)
        return f"{self.corners}:" + ",".join(f"{a}-{b}" for a, b in sorted(position))

    def read(self, text: str) -> Position:
        corners, _, drawn = text.partition(":")
        if reading.number(corners, "corners", least=3, most=_MOST_CORNERS) != self.corners:
            raise PositionError(f"a polygon of {self.corners} corners", text)
        words = drawn.split(",") if drawn.strip() else []
        position = frozenset(self._diagonal(word, PositionError) for word in words)
        if len(position) < len(words):
            raise PositionError("each diagonal once", text)
        self.check(position)
        return position

    def _diagonal(self, word: str, error: type[PositionError] | type[MoveError]) -> Diagonal:
        match = _DIAGONAL.fullmatch(word)
        if match is None:
            raise error("a diagonal between two corners, such as 1-3", word)
        a, b = sorted((int(match[1]), int(match[2])))
        return a, b

    def sized(self, text: str) -> Self:
        corners = text.partition(":")[0]
        least = reading.number(corners, "corners", least=3, most=_MOST_CORNERS)
        return replace(self, corners=least)

    def entered(self, value: Any) -> tuple[Rules, Position]:
        """A number of corners means the empty polygon."""
        if type(value) is int:
            return replace(self, corners=value), frozenset()
        return self, self.accept(value)

    def move_text(self, position: Position, move: Diagonal) -> str:
        return f"draw {move[0]}-{move[1]}"

    def read_move(self, position: Position, text: str) -> Diagonal:
        move = self._diagonal(text.lower(), MoveError)
        if not self.legal(position, move):
            raise IllegalMove(f"a diagonal that is possible in {shown(self.text(position))}", text)
        return move

    def picture(self, position: Position) -> pictures.Picture:
        return pictures.Ring("." * self.corners, tuple(sorted(position)))

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        yield from ((Polygon(corners), frozenset()) for corners in range(3, bound + 1))


@lru_cache(maxsize=16)
def _turns(corners: int) -> list[list[int]]:
    """The corner to which each corner goes, from 1, under each symmetry of the polygon."""
    return [
        [0, *((sign * corner + shift) % corners + 1 for corner in range(corners))]
        for sign in (1, -1)
        for shift in range(corners)
    ]


GAME = Game(
    Polygon,
    sources=[_LECTURE],
    test_to=6,
    facts=[
        Fact("3", "P", 0),
        Fact("4", "P", 0),
        Fact("5", "N", 1),
        Fact("6", "N", 1),
        Fact("7", "P", 0),
        Fact("8", "P", 0),
    ],
)
