"""Marks on a picture that show a strategy: axes, pairs, the last move, values of components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Literal

from nimatron.drawing import shapes
from nimatron.drawing.places import Board, Place, Spot


@dataclass(frozen=True)
class Axis:
    """A line between two places about which the picture is mirrored; or, with one place, the
    middle about which it is turned."""

    ends: tuple[Place, ...]


@dataclass(frozen=True)
class Pair:
    """Two places that belong together: whoever goes to one is answered by the other."""

    one: Place
    other: Place


@dataclass(frozen=True)
class Highlight:
    """A place to be looked at: the last move, or the best one."""

    place: Place
    tone: Literal["last", "best"] = "last"


@dataclass(frozen=True)
class Label:
    """A few words at a place, such as the nimber of a component."""

    place: Place
    text: str


Mark = Axis | Pair | Highlight | Label


def marks_drawn(board: Board, marks: Sequence[Mark]) -> str:
    """The marks as elements; those whose place the picture does not show are left out."""
    return "".join(_mark(board, mark) for mark in marks)


def spots_marked(board: Board, marks: Sequence[Mark]) -> list[Spot]:
    """The spots that marks stand at, some of them beside the picture: counters that were taken
    lie where nothing is any more."""
    places = (mark.place for mark in marks if isinstance(mark, (Highlight, Label)))
    return [spot for place in places if (spot := board.spot(place))]


def _mark(board: Board, mark: Mark) -> str:
    if isinstance(mark, Axis):
        spots = [spot for end in mark.ends if (spot := board.spot(end))]
        if len(spots) == 2:
            return shapes.segment(spots[0].at, spots[1].at, "nim-axis")
        return "".join(
            shapes.circle(spot.at, 7, "nim-centre") + shapes.circle(spot.at, 1.5, "nim-winhead")
            for spot in spots[:1]
        )
    if isinstance(mark, Pair):
        one, other = board.spot(mark.one), board.spot(mark.other)
        return _capsule(one, other) if one and other else ""
    spot = board.spot(mark.place)
    if spot is None:
        return ""
    if isinstance(mark, Label):
        return shapes.text(spot.at, mark.text, "nim-word nim-label")
    kind = "nim-best" if mark.tone == "best" else "nim-was"
    if spot.line is not None:
        return shapes.segment(*spot.line, kind)
    corner = (min(spot.width, spot.height) + 4) / 2 if spot.round else 4
    return shapes.rectangle(spot.at, spot.width + 4, spot.height + 4, kind, rx=corner)


def _capsule(one: Spot, other: Spot) -> str:
    """A domino over two spots, turned as they lie."""
    long = hypot(other.x - one.x, other.y - one.y)
    thick = min(one.width, one.height, other.width, other.height) * 0.62
    middle = (one.x + other.x) / 2, (one.y + other.y) / 2
    turn = degrees(atan2(other.y - one.y, other.x - one.x))
    about = f"rotate({turn:.4g} {shapes.number(middle[0])} {shapes.number(middle[1])})"
    width = long + thick
    return shapes.element(
        "rect",
        x=middle[0] - width / 2,
        y=middle[1] - thick / 2,
        width=width,
        height=thick,
        rx=thick / 2,
        class_="nim-pair",
        transform=about,
    )
