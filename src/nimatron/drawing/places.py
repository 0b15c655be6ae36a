"""Places of a picture: names for what is drawn, and where it stands.

    ("counter", 2, 5)    the fifth counter of the second pile, from below
    ("pile", 2)          the number below a pile; ("top", 2) where its nimber is written
    ("cut", 2, 5)        between counters 5 and 6 of a pile
    ("cell", 3)          a cell of a strip
    ("cell", 1, 3)       a cell of a board, by row and column
    ("row", 2)           the line below row 2 of a board; ("column", 2) right of column 2
    ("node", 4)          a vertex of a graph or tree
    ("edge", 2, 4)       an edge; ("edge", 2, 4, 1) the second one between these two
    ("point", 7)         a point of a ring; ("chord", 1, 7) between two points
    ("coin", 1.5, 0.0)   a coin with this middle on a table
    ("part", 2, place)   a place in the second of several pictures; ("part", 2) the whole of it
    ("middle",)          the middle of the picture

Numbers may be fractions: ("cell", 2.5, 2.5) is the corner where four cells meet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nimatron.drawing.shapes import Point

Place = tuple[Any, ...]


@dataclass(frozen=True)
class Spot:
    """Where a place is drawn: about a point, or along a line."""

    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    round: bool = False
    line: tuple[Point, Point] | None = None
    handle: Point | None = None
    """Where a link is best held, if not at the middle."""

    @property
    def held(self) -> Point:
        return self.handle or self.at

    @property
    def at(self) -> Point:
        return self.x, self.y

    def moved(self, right: float, down: float) -> Spot:
        def moved(point: Point) -> Point:
            return point[0] + right, point[1] + down

        line = (moved(self.line[0]), moved(self.line[1])) if self.line else None
        handle = moved(self.handle) if self.handle else None
        return Spot(*moved(self.at), self.width, self.height, self.round, line, handle)


def along(a: Point, b: Point, share: float = 0.5) -> Spot:
    """The spot of a line, with its handle at a share of its length."""
    return Spot(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, 22, 22, True, (a, b))


@dataclass(frozen=True)
class Board:
    """A picture that was laid out: its elements, its size, and where each place is."""

    body: str
    width: float
    height: float
    spot: Callable[[Place], Spot | None]
    """The spot of a place; None if the picture does not show it."""


def nowhere(place: Place) -> Spot | None:
    return None
