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
_MOST_PACKED = 15
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

    # ---- packed: four bits for each corner. 0: no diagonal; 2: two; 1: one, to a corner with two;
    # d + 1: one, to the corner d places on, which has no other.

    def pack(self, position: Position) -> int:
        """The least image; where a diagonal at a full corner leads is forgotten."""
        n = self.corners
        if n > _MOST_PACKED:
            raise PositionError(f"at most {_MOST_PACKED} corners, to be packed", n)
        degree = self._degrees(position)
        codes = [degree[corner] for corner in range(1, n + 1)]
        for a, b in position:
            if degree[a] == degree[b] == 1:
                codes[a - 1], codes[b - 1] = b - a + 1, n - b + a + 1
        back = [n + 2 - code if code > 2 else code for code in reversed(codes)]
        images = (ring[turn:] + ring[:turn] for ring in (codes, back) for turn in range(n))
        return min(sum(code << 4 * i for i, code in enumerate(image)) for image in images)

    def unpack(self, packed: int) -> Position:
        """One of the positions that were packed like this."""
        codes = {corner: packed >> 4 * corner - 4 & 15 for corner in range(1, self.corners + 1)}
        ends = ((a, (a + code - 2) % self.corners + 1) for a, code in codes.items() if code > 2)
        drawn = frozenset((a, b) for a, b in ends if a < b)
        found = self._drawn(drawn, {a: code for a, code in codes.items() if 0 < code < 3}, codes)
        if found is None:
            raise PositionError("a position of the polygon, packed", packed)
        return found

    def _drawn(
        self, drawn: Position, lacking: dict[int, int], codes: dict[int, int]
    ) -> Position | None:
        """With so many diagonals more at each corner, all of them at a full one."""
        full = next((a for a, more in lacking.items() if more and codes[a] == 2), None)
        if full is None:
            return None if any(lacking.values()) else drawn
        for other, more in lacking.items():
            diagonal = min(full, other), max(full, other)
            if more and other != full and self._apart(*diagonal) and diagonal not in drawn:
                less = {**lacking, full: lacking[full] - 1, other: more - 1}
                found = self._drawn(drawn | {diagonal}, less, codes)
                if found is not None:
                    return found
        return None

    @staticmethod
    def options(position: int, out: Any, corners: int) -> int:
        """The same moves for the compiler."""
        count = 0
        for a in range(corners - 2):
            here = position >> 4 * a & 15
            if here == 2:
                continue
            for b in range(a + 2, corners if a else corners - 1):
                there = position >> 4 * b & 15
                if there == 2 or here == b - a + 1:
                    continue
                after = position & ~(15 << 4 * a | 15 << 4 * b)
                if here == 0 and there == 0:
                    after |= b - a + 1 << 4 * a | corners - b + a + 1 << 4 * b
                else:
                    after |= (2 if here else 1) << 4 * a | (2 if there else 1) << 4 * b
                if here > 2:
                    other = 4 * ((a + here - 1) % corners)
                    after = after & ~(15 << other) | 1 << other
                if there > 2:
                    other = 4 * ((b + there - 1) % corners)
                    after = after & ~(15 << other) | 1 << other
                back = 0
                for i in range(corners):
                    code = after >> 4 * i & 15
                    back |= (code if code < 3 else corners + 2 - code) << 4 * (corners - 1 - i)
                least = after
                for turn in range(4, 4 * corners + 4, 4):
                    rest = 4 * corners - turn
                    least = min(least, after >> turn | (after & (1 << turn) - 1) << rest)
                    least = min(least, back >> turn | (back & (1 << turn) - 1) << rest)
                out[count] = least
                count += 1
        return count

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
        Fact("9", "P", 0),
    ],
)
