"""Where each link can be taken hold of: a spot of its own, or a button below the picture."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from nimatron.drawing import shapes
from nimatron.drawing.links import SIGNS, Link
from nimatron.drawing.places import Board, Place, Spot
from nimatron.drawing.shapes import Point

_APART = 15.0
_WORD_APART = 19.0  # handles with a word in them
_NEAR = 95.0  # cells that are no further apart share a handle between them
_SHARES = (0.5, 0.36, 0.64, 0.43, 0.57, 0.25, 0.75)
_BUTTON = 30
_LEAST_ROW = 560
_MOST_REACHED = 1500  # past that lighting up costs more than it tells


@dataclass(frozen=True)
class Drawn:
    """Links as elements, with the corners of what they cover."""

    body: str
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


def drawn(board: Board, links: Sequence[Link]) -> Drawn:
    """Every link as an `<a>`, in the order of the moves."""
    if sum(len(link.reach) for link in links) > _MOST_REACHED:
        links = [replace(link, reach=()) for link in links]
    words = _told_apart(links)
    held = _held(board, links, words)
    taken = _Taken(point for point in held if point is not None)
    parts: list[str] = []
    corners: list[Point] = []
    below: list[Link] = []
    for link, point in zip(links, held, strict=True):
        if point is None:
            below.append(link)
            parts.append("")
            continue
        spots = [spot for place in link.places if (spot := board.spot(place))]
        parts.append(_link(board, link, point, spots, words.get(link, ""), taken))
        corners.append(point)
    lowest = max([board.height, *(y + 12 for _, y in corners)])
    buttons, bottom, right = _buttons(below, board, lowest + 16)
    left_over = iter(buttons)
    body = "".join(part or next(left_over) for part in parts)
    return Drawn(
        body,
        min((x - 12 for x, _ in corners), default=0.0),
        min((y - 12 for _, y in corners), default=0.0),
        max((right, *(x + 12 for x, _ in corners))),
        max((bottom, *(y + 12 for _, y in corners))),
    )


class _Taken:
    """Points that are taken, quick to ask for those near another."""

    def __init__(self, points: Iterable[Point] = ()) -> None:
        self._fields: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for point in points:
            self.add(point)

    def add(self, point: Point) -> None:
        self._fields[int(point[0] // 32), int(point[1] // 32)].append(point)

    def near(self, point: Point, distance: float) -> Iterator[Point]:
        column, row = int(point[0] // 32), int(point[1] // 32)
        for x in (column - 1, column, column + 1):
            for y in (row - 1, row, row + 1):
                for other in self._fields.get((x, y), ()):
                    if hypot(other[0] - point[0], other[1] - point[1]) < distance:
                        yield other

    def free(self, point: Point, apart: float) -> bool:
        return next(self.near(point, apart), None) is None


def _held(board: Board, links: Sequence[Link], words: Mapping[Link, str]) -> list[Point | None]:
    """A point for each link, none too near another; None where there is no room."""
    asked = Counter(place for link in links for place in set(link.places))
    owners = _owners(links)
    taken = _Taken()
    held: list[Point | None] = [None] * len(links)
    # Moves of one place first: where else could those be held?
    for number in sorted(range(len(links)), key=lambda i: (len(links[i].places) > 1, i)):
        link = links[number]
        own = [place for place in link.places if owners[place] == number]
        said = words.get(link, "") + SIGNS[link.tone]
        apart = max(_WORD_APART, _wide(said) + 1) if said else _APART
        points = _points(board, link, own, asked, apart)
        chosen = next((p for p in points if taken.free(p, apart)), None)
        if chosen is not None:
            taken.add(chosen)
        held[number] = chosen
    return held


def _owners(links: Sequence[Link]) -> dict[Place, int]:
    """For each place the link with the fewest places that touches it; -1 if that is no one link.

    So a counter belongs to the move that takes it and those above, a cell of a chomp to the move
    that eats from there on, and a cell under many dominoes to none of them.
    """
    fewest: dict[Place, tuple[int, int]] = {}
    for number, link in enumerate(links):
        for place in link.places:
            count, owner = fewest.get(place, (len(link.places) + 1, -1))
            if len(link.places) < count:
                fewest[place] = len(link.places), number
            elif len(link.places) == count and owner != number:
                fewest[place] = count, -1
    return {place: owner for place, (_, owner) in fewest.items()}


def _points(
    board: Board, link: Link, own: Sequence[Place], asked: Counter[Place], apart: float
) -> Iterator[Point]:
    """Points where a link may be held, best first."""
    known = [(place, spot) for place in link.places if (spot := board.spot(place))]
    if not known:
        return
    known.sort(key=lambda pair: (pair[0] not in own, asked[pair[0]]))
    spots = [spot for _, spot in known]
    first = spots[0]
    middle = first.held
    if not own and len(spots) > 1:
        # Between the places, if they are near each other; of counters the lowest of each pile.
        feet = list({place[:-1]: spot for place, spot in reversed(known)}.values())
        between = feet if known[0][0][0] == "counter" and len(feet) > 1 else spots
        x = sum(spot.x for spot in between) / len(between)
        y = sum(spot.y for spot in between) / len(between)
        far = max(hypot(spot.x - x, spot.y - y) for spot in between)
        if len(between) < 4 and far < _NEAR and all(spot.line is None for spot in spots):
            yield x, y
            middle = x, y
        if between is feet:
            return
    for spot in spots:
        yield spot.held
        if spot.line is not None:
            (ax, ay), (bx, by) = spot.line
            yield from ((ax + (bx - ax) * s, ay + (by - ay) * s) for s in _SHARES)
    x, y = middle
    for ring in (max(apart, _WORD_APART), 2 * max(apart, _WORD_APART)):
        if ring > max(first.width, first.height, 40.0):
            return
        # On cells up and down first, beside counters and nodes to the right and left.
        turns = (2, 6, 0, 4, 1, 3, 5, 7) if first.round else (0, 4, 1, 7, 3, 5, 2, 6)
        for turn in turns:
            yield x + ring * sin(pi * turn / 4), y - ring * cos(pi * turn / 4)


def _told_apart(links: Sequence[Link]) -> dict[Link, str]:
    """For links on the same places: the one short word in which their labels differ."""
    groups: dict[frozenset[Place], list[Link]] = defaultdict(list)
    for link in links:
        groups[frozenset(link.places)].append(link)
    found: dict[Link, str] = {}
    for places, group in groups.items():
        if len(group) < 2 or not places:
            continue
        words = [link.label.split() for link in group]
        if len({len(said) for said in words}) > 1:
            continue
        differ = [i for i in range(len(words[0])) if len({said[i] for said in words}) > 1]
        if len(differ) == 1 and all(len(said[differ[0]]) <= 3 for said in words):
            found |= {link: said[differ[0]] for link, said in zip(group, words, strict=True)}
    return found


def _link(
    board: Board, link: Link, point: Point, spots: list[Spot], word: str, taken: _Taken
) -> str:
    lit = [*spots, *(spot for place in link.reach if (spot := board.spot(place)))]
    said = word + SIGNS[link.tone]
    content = [_over(spot, "nim-reach") for spot in lit]
    content.append(_hit(point, spots, taken))
    if said:
        content.append(shapes.rectangle(point, _wide(said), 18, "nim-dot", rx=9))
        content.append(shapes.text(point, said, "nim-word"))
    else:
        content.append(shapes.circle(point, 4.5, "nim-dot"))
    return anchor(link, "".join(content))


def anchor(link: Link, content: str) -> str:
    """The `<a>` with its name."""
    kind = f"nim-link nim-{link.tone}" if link.tone else "nim-link"
    title = shapes.element("title", shapes.clean(link.name))
    return shapes.element("a", title, content, href=link.href, class_=kind, aria_label=link.name)


def _wide(said: str) -> float:
    return max(18.0, 8.5 * len(said) + 5)


def _hit(point: Point, spots: list[Spot], taken: _Taken) -> str:
    """What can be clicked: the whole place where no other link is held in it."""
    first = spots[0]
    alone = len(spots) == 1 and first.line is None and first.held == point
    if alone and len(list(taken.near(first.at, max(first.width, first.height, 24) * 0.7))) == 1:
        return _over(first, "nim-hit")
    closest = sorted(
        hypot(x - point[0], y - point[1]) for x, y in taken.near(point, 32) if (x, y) != point
    )
    return shapes.circle(point, min(14.0, closest[0] / 2 if closest else 14.0), "nim-hit")


def _over(spot: Spot, kind: str) -> str:
    if spot.line is not None:
        return shapes.segment(*spot.line, kind)
    corner = min(spot.width, spot.height) / 2 if spot.round else 3
    return shapes.rectangle(spot.at, spot.width, spot.height, kind, rx=corner)


def _buttons(links: Sequence[Link], board: Board, top: float) -> tuple[list[str], float, float]:
    """Links as labelled buttons below the picture, row by row."""
    found = []
    x, y, right = 0.0, top, 0.0
    row = max(board.width, _LEAST_ROW)
    for link in links:
        said = f"{link.label} {SIGNS[link.tone]}".strip()
        width = shapes.wide(said) * (1.1 if link.tone else 1) + 18
        if x and x + width > row:
            x, y = 0.0, y + _BUTTON + 6
        middle = (x + width / 2, y + _BUTTON / 2)
        box = shapes.rectangle(middle, width, _BUTTON, "nim-button", rx=6)
        lit = [_over(s, "nim-reach") for place in link.places if (s := board.spot(place))]
        found.append(anchor(link, "".join(lit) + box + shapes.text(middle, said, "nim-word")))
        x += width + 6
        right = max(right, x)
    return found, y + _BUTTON if links else board.height, max(right, board.width)
