"""What a move touches, found by comparing the pictures before and after it.

So no game has to say where its moves are on the board: counters that vanish, cells that are
marked, chords that appear tell it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nimatron import pictures
from nimatron.drawing.heaps import MOST_COUNTERS, lying
from nimatron.drawing.places import Place


@dataclass(frozen=True)
class Touch:
    """The places where a move is made, and others that change with it."""

    places: tuple[Place, ...]
    reach: tuple[Place, ...] = ()
    also: tuple[Place, ...] = ()
    """Where the same move can be made as well: at the other end of a row."""


def touched(before: pictures.Picture, after: pictures.Picture) -> list[Touch]:
    """Where the difference can have been made; several answers if things alike stand there, and
    none if the pictures do not tell."""
    compare = _COMPARE.get(type(before))
    if compare is None or type(before) is not type(after):
        return []
    return [touch for touch in compare(before, after) if touch.places]


# ---- heaps


def _heaps(before: pictures.Heaps, after: pictures.Heaps) -> list[Touch]:
    old, new = before.piles, after.piles
    if len(old) == len(new):
        fewer, more = list[Place](), list[Place]()
        for pile, (was, now) in enumerate(zip(old, new, strict=True), 1):
            fewer += _counters(pile, now, was)
            more += _counters(pile, was, now)
        return [_both_ends(before, tuple(fewer + more))]
    found = []
    extra = len(new) - len(old)
    for i, n in enumerate(old):
        parts = new[i : i + 1 + extra]
        if len(parts) != 1 + extra or old[:i] + parts + old[i + 1 :] != new:
            continue
        found.append(_both_ends(before, tuple(_broken(i + 1, n, parts))))
    return found


def _both_ends(before: pictures.Heaps, places: tuple[Place, ...]) -> Touch:
    """In a row what can be done from one end can be done from the other."""
    if not lying(before):
        return Touch(places)
    turned = list[Place]()
    for kind, row, k in places:
        n = before.piles[row - 1]
        turned.append((kind, row, n - k if kind == "cut" else n + 1 - k))
    same = set(turned) == set(places)
    return Touch(places, also=() if same else tuple(turned))


def _counters(pile: int, low: int, high: int) -> list[Place]:
    """The counters above `low` up to `high`, or the pile where they are not drawn."""
    if high <= low:
        return []
    if high > MOST_COUNTERS:
        return [("pile", pile)]
    return [("counter", pile, k) for k in range(low + 1, high + 1)]


def _broken(pile: int, n: int, parts: tuple[int, ...]) -> list[Place]:
    """A pile that becomes several: the counters between them go, or a line is drawn."""
    if n > MOST_COUNTERS:
        return [("pile", pile)]
    taken = n - sum(parts)
    if not parts or taken > 0:
        first = parts[0] if parts else 0
        return _counters(pile, first, first + taken)
    return [("cut", pile, sum(parts[:i])) for i in range(1, len(parts))]


# ---- marks


def _rank(was: str, now: str) -> int:
    """How much a change of marks looks like the place where a move was made; the least wins."""
    if was == "." and now != "#":
        return 0
    if was == ".":
        return 1
    if now == ".":
        return 4
    counts = {"o": 1, **{str(i): i for i in range(1, 10)}}
    if was in counts and now in counts:
        return 2 if counts[now] > counts[was] else 4
    return 3


def _marked(
    old: Mapping[Any, str], new: Mapping[Any, str], place: Callable[[Any], Place]
) -> list[Touch]:
    ranks = {
        key: _rank(old.get(key, "."), new.get(key, "."))
        for key in sorted({*old, *new})
        if old.get(key, ".") != new.get(key, ".")
    }
    if not ranks:
        return []
    least = min(ranks.values())
    return [
        Touch(
            tuple(place(key) for key, rank in ranks.items() if rank == least),
            tuple(place(key) for key, rank in ranks.items() if rank != least),
        )
    ]


def _strip(before: pictures.Strip, after: pictures.Strip) -> list[Touch]:
    old, new = (dict(enumerate(picture.cells, 1)) for picture in (before, after))
    return _marked(old, new, lambda i: ("cell", i))


def _grid(before: pictures.Grid, after: pictures.Grid) -> list[Touch]:
    return _marked(before.marks, after.marks, lambda cell: ("cell", *cell))


def _ring(before: pictures.Ring, after: pictures.Ring) -> list[Touch]:
    if len(before.points) != len(after.points):
        return []
    old, new = (dict(enumerate(picture.points, 1)) for picture in (before, after))
    points = _marked(old, new, lambda i: ("point", i))
    chords = Counter(after.chords)
    chords.subtract(before.chords)
    drawn = tuple(("chord", a, b) for (a, b), count in chords.items() if count)
    if not drawn:
        return points
    return [Touch(drawn, tuple(place for touch in points for place in touch.places))]


# ---- graphs


def _graph(before: pictures.Graph, after: pictures.Graph) -> list[Touch]:
    """Vertices are known by their names, since numbers may be given anew."""
    number = {name: i for i, name in enumerate(_names(before), 1)}
    now = dict(enumerate(_names(after), 1))
    if not set(now.values()) <= set(number):
        return []
    new = {number[now[vertex]]: mark for vertex, mark in after.marks.items()}
    there = {number[name] for name in now.values()}
    old = {vertex: mark for vertex, mark in before.marks.items() if vertex in there}
    marks = _marked(old, new, lambda vertex: ("node", vertex))
    gone: list[Place] = []
    had = Counter(map(_sorted_edge, before.edges))
    has = Counter(_sorted_edge((number[now[a]], number[now[b]])) for a, b in after.edges)
    for (a, b), count in had.items():
        gone += [("edge", a, b, k) for k in range(has[a, b], count)]
    if not gone:
        return marks
    lost = tuple(("node", v) for v in range(1, before.vertices + 1) if v not in there)
    return [Touch(tuple(gone), lost)]


def _names(picture: pictures.Graph) -> tuple[str, ...]:
    return picture.names or tuple(map(str, range(1, picture.vertices + 1)))


def _sorted_edge(edge: tuple[int, int]) -> tuple[int, int]:
    return min(edge), max(edge)


def _tree(before: pictures.Tree, after: pictures.Tree) -> list[Touch]:
    if before.parents != after.parents:
        return []
    fewer, others = list[Place](), list[Place]()
    for node, (was, now) in enumerate(zip(before.labels, after.labels, strict=False), 1):
        if was != now:
            (fewer if _last(now) < _last(was) else others).append(("node", node))
    return [Touch(tuple(fewer or others), tuple(others if fewer else ()))]


def _last(label: str) -> int:
    """The number that a label ends with."""
    word = label.split()[-1] if label.split() else ""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 19 else 0


def _disc(before: pictures.Disc, after: pictures.Disc) -> list[Touch]:
    new = [coin for coin in after.coins if coin not in set(before.coins)]
    return [Touch(tuple(("coin", *coin) for coin in new))]


# ---- several


def _side(before: pictures.Side, after: pictures.Side) -> list[Touch]:
    old, new = before.pictures, after.pictures
    if len(old) != len(new):
        return _pieces(old, new)
    changed = [
        [_within(part, touch) for touch in touched(was, now)] or [Touch((("part", part),))]
        for part, (was, now) in enumerate(zip(old, new, strict=True), 1)
        if was != now
    ]
    if len(changed) == 1:
        return changed[0]
    first = [touches[0] for touches in changed]
    return [
        Touch(
            tuple(place for touch in first for place in touch.places),
            tuple(place for touch in first for place in touch.reach),
        )
    ]


def _within(part: int, touch: Touch) -> Touch:
    return Touch(
        tuple(("part", part, place) for place in touch.places),
        tuple(("part", part, place) for place in touch.reach),
        tuple(("part", part, place) for place in touch.also),
    )


def _pieces(old: tuple[pictures.Picture, ...], new: tuple[pictures.Picture, ...]) -> list[Touch]:
    """One picture that became several, or none."""
    gone, come = _without(old, new), _without(new, old)
    if len(gone) != 1:
        return []
    where = [i for i, picture in enumerate(old, 1) if picture == gone[0]]
    line = _line(gone[0], come)
    return [Touch((("part", i, line) if line else ("part", i),)) for i in where]


def _without(
    some: Iterable[pictures.Picture], others: Iterable[pictures.Picture]
) -> list[pictures.Picture]:
    """What is left of some pictures when each of the others takes away one like it."""
    left = list(some)
    for other in others:
        if other in left:
            left.remove(other)
    return left


def _line(whole: pictures.Picture, halves: list[pictures.Picture]) -> Place | None:
    """The line along which a bar was broken in two."""
    if len(halves) != 2 or not isinstance(whole, pictures.Grid):
        return None
    one, two = halves
    if not (isinstance(one, pictures.Grid) and isinstance(two, pictures.Grid)):
        return None
    if one.columns == two.columns == whole.columns and one.rows + two.rows == whole.rows:
        return ("row", one.rows)
    if one.rows == two.rows == whole.rows and one.columns + two.columns == whole.columns:
        return ("column", one.columns)
    return None


_COMPARE: dict[type, Callable[[Any, Any], list[Touch]]] = {
    pictures.Heaps: _heaps,
    pictures.Strip: _strip,
    pictures.Grid: _grid,
    pictures.Ring: _ring,
    pictures.Graph: _graph,
    pictures.Tree: _tree,
    pictures.Disc: _disc,
    pictures.Side: _side,
}
