"""Links for which a picture has no room: buttons below it, those of one kind under one heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from nimatron.drawing import shapes
from nimatron.drawing.links import SIGNS, Link
from nimatron.drawing.places import Board, Place, Spot

_TALL = 30
_GAP = 6
_LEAST_ROW = 430.0  # as much as fits on a phone
_HEADING = 26
_FEW = 3  # links of one kind that still have their names


@dataclass
class Buttons:
    """The buttons as elements, and where they end."""

    right: float
    bottom: float
    links: list[str] = field(default_factory=list)
    headings: str = ""


def buttons(links: Sequence[Link], board: Board, top: float) -> Buttons:
    """Each link as a button, row by row.

    Links that differ in a word or two stand together: those words are on the buttons, and the
    rest is the heading.
    """
    made = Buttons(board.width, board.height)
    wide, x, y = max(board.width, _LEAST_ROW), 0.0, top
    for heading, group, names in _kinds(links):
        if heading:
            y += _TALL + _GAP if x else 0.0
            made.headings += shapes.text((0, y + 7), heading, "nim-word nim-left")
            made.right = max(made.right, shapes.wide(heading))
            x, y = 0.0, y + _HEADING
        for link, name in zip(group, names, strict=True):
            said = f"{name} {SIGNS[link.tone]}".strip()
            width = max(_TALL, shapes.wide(said) * (1.1 if link.tone else 1) + 16)
            if x and x + width > wide:
                x, y = 0.0, y + _TALL + _GAP
            middle = (x + width / 2, y + _TALL / 2)
            made.links.append(anchor(link, _button(board, link, middle, width, said)))
            made.right = max(made.right, x + width)
            x += width + _GAP
        if heading:
            x, y = 0.0, y + _TALL + 2 * _GAP
        made.bottom = y + (_TALL if x else -_GAP)
    return made


def _button(board: Board, link: Link, middle: tuple[float, float], width: float, said: str) -> str:
    lit = [over(spot, "nim-reach") for place in link.places if (spot := board.spot(place))]
    box = shapes.rectangle(middle, width, _TALL, "nim-button", rx=6)
    return "".join(lit) + box + shapes.text(middle, said, "nim-word")


def _kinds(links: Sequence[Link]) -> Iterator[tuple[str, list[Link], list[str]]]:
    """Links of one kind, with their heading and a short name for each; few ones by themselves."""
    for _, found in groupby(links, key=_kind):
        group = list(found)
        words = [link.label.split() for link in group]
        differ = [i for i, at in enumerate(zip(*words, strict=True)) if len(set(at)) > 1]
        if len(group) <= _FEW or not differ or len(differ) == len(words[0]):
            yield "", group, [link.label for link in group]
            continue
        heading = " ".join("\u2026" if i in differ else word for i, word in enumerate(words[0]))
        names = [[said[i].strip(",;") for i in differ] for said in words]
        sign = " + " if all(name.isdigit() for said in names for name in said) else " "
        yield f"{heading}:", group, [sign.join(said) for said in names]


def _kind(link: Link) -> tuple[Any, int]:
    """What the links of one heading share: the piles or other places, and the number of words."""
    return sorted({str(_container(place)) for place in link.places}), len(link.label.split())


def _container(place: Place) -> Place:
    if place[0] == "part" and len(place) == 3:
        return ("part", place[1], _container(place[2]))
    return ("pile", place[1]) if place[0] in ("counter", "cut") else place


def anchor(link: Link, content: str) -> str:
    """The `<a>` with its name."""
    kind = f"nim-link nim-{link.tone}" if link.tone else "nim-link"
    title = shapes.element("title", shapes.clean(link.name))
    return shapes.element("a", title, content, href=link.href, class_=kind, aria_label=link.name)


def over(spot: Spot, kind: str) -> str:
    """A shape that covers a spot."""
    if spot.line is not None:
        return shapes.segment(*spot.line, kind)
    corner = min(spot.width, spot.height) / 2 if spot.round else 3
    return shapes.rectangle(spot.at, spot.width, spot.height, kind, rx=corner)
