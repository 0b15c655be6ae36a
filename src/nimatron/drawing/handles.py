"""Where each link can be taken hold of: a spot of its own, or a button below the picture."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin

from nimatron.drawing import shapes
from nimatron.drawing.buttons import anchor, buttons, over
from nimatron.drawing.links import SIGNS, Link
from nimatron.drawing.places import Board, Place, Spot
from nimatron.drawing.shapes import Point

_APART = 15.0
_WORD_APART = 19.0  # handles with a word in them
_NEAR = 95.0  # cells that are no further apart share a handle between them
_SHARES = (0.5, 0.36, 0.64, 0.43, 0.57, 0.25, 0.75, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8)
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
    # A link that can be held at two places is held like two, and drawn as one.
    twins = {i: replace(link, places=link.also) for i, link in enumerate(links) if link.also}
    held = _held(board, [*links, *twins.values()], words)
    second = dict(zip(twins, held[len(links) :], strict=True))
    taken = _Taken(point for point in held if point is not None)
    parts: list[str] = []
    corners = [point for point in held if point is not None]
    below: list[Link] = []
    for number, link in enumerate(links):
        point, other = held[number], second.get(number)
        if point is None and other is None:
            below.append(link)
            parts.append("")
            continue
        said = words.get(link, "") + SIGNS[link.tone]
        content = _handle(board, link, point, said, taken) if point else ""
        content += _handle(board, twins[number], other, said, taken) if other else ""
        parts.append(anchor(link, content))
    lowest = max([board.height, *(y + 12 for _, y in corners)])
    row = buttons(below, board, lowest + 16)
    left_over = iter(row.links)
    body = row.headings + "".join(part or next(left_over) for part in parts)
    return Drawn(
        body,
        min((x - 12 for x, _ in corners), default=0.0),
        min((y - 12 for _, y in corners), default=0.0),
        max((row.right, *(x + 12 for x, _ in corners))),
        max((row.bottom, *(y + 12 for _, y in corners))),
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
    known: set[frozenset[Place]] = set()
    # Moves of one place first: where else could those be held?
    for number in sorted(range(len(links)), key=lambda i: (len(links[i].places) > 1, i)):
        link = links[number]
        own = [place for place in link.places if owners[place] == number]
        where = frozenset(link.places)
        if link not in words and where in known:
            continue  # a second dot there would tell nobody which of the two moves it is
        known.add(where)
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
    if any(_is_number(place) and asked[place] > 1 for place, _ in known):
        return  # around its number the moves of a large pile would hide it
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


def _is_number(place: Place) -> bool:
    """Whether this is the number of a pile that is too large for counters of its own."""
    return bool(
        _is_number(place[2]) if place[0] == "part" and len(place) == 3 else place[0] == "pile"
    )


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


def _handle(board: Board, link: Link, point: Point, said: str, taken: _Taken) -> str:
    """What lights up, what can be clicked, and the dot or word that shows it."""
    spots = [spot for place in link.places if (spot := board.spot(place))]
    lit = [*spots, *(spot for place in link.reach if (spot := board.spot(place)))]
    content = [over(spot, "nim-reach") for spot in lit]
    content.append(_hit(point, spots, taken))
    if said:
        content.append(shapes.rectangle(point, _wide(said), 18, "nim-dot", rx=9))
        content.append(shapes.text(point, said, "nim-word"))
    else:
        content.append(shapes.circle(point, 4.5, "nim-dot"))
    return "".join(content)


def _wide(said: str) -> float:
    return max(18.0, 8.5 * len(said) + 5)


def _hit(point: Point, spots: list[Spot], taken: _Taken) -> str:
    """What can be clicked: the whole place where no other link is held in it."""
    first = spots[0]
    alone = len(spots) == 1 and first.line is None and first.held == point
    if alone and len(list(taken.near(first.at, max(first.width, first.height, 24) * 0.7))) == 1:
        return over(first, "nim-hit")
    closest = sorted(
        hypot(x - point[0], y - point[1]) for x, y in taken.near(point, 32) if (x, y) != point
    )
    return shapes.circle(point, min(14.0, closest[0] / 2 if closest else 14.0), "nim-hit")
