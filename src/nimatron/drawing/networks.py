"""Graphs and trees: vertices around a circle, or in layers above the ground or below the root."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from math import cos, pi, sin

from nimatron import pictures
from nimatron.drawing import shapes
from nimatron.drawing.places import Board, Place, Spot
from nimatron.drawing.shapes import Point

_NODE = 15
_LAYER = 64
_MOST = 400


def graph(picture: pictures.Graph) -> Board:
    """Vertices with their names; one that is marked `#` is out of play, any other mark is here."""
    if picture.vertices > _MOST:
        said = f"a graph of {picture.vertices} vertices and {len(picture.edges)} edges"
        return Board(shapes.text((200, 20), said), 400, 36, lambda place: None)
    at, width, height = _grounded(picture) if picture.ground else _circle(picture.vertices)
    names = picture.names or tuple(map(str, range(1, picture.vertices + 1)))
    wide = max(2 * _NODE, max(map(shapes.wide, names[picture.ground :]), default=0) + 12)
    known = dict(enumerate(names, 1))
    return _network(
        at, picture.edges, known, picture.marks, width, height, wide=wide, ground=picture.ground
    )


def tree(picture: pictures.Tree) -> Board:
    """The root on top, children below their parent."""
    count = len(picture.parents) + 1
    if count > _MOST:
        return Board(shapes.text((100, 20), f"a tree of {count} nodes"), 200, 36, lambda p: None)
    children: dict[int, list[int]] = defaultdict(list)
    depth = {1: 0}
    for node, parent in enumerate(picture.parents, 2):
        children[parent].append(node)
        depth[node] = depth[parent] + 1
    labels = dict(enumerate(picture.labels or map(str, range(1, count + 1)), 1))
    wide = max(max(map(shapes.wide, labels.values())) + 18, 2 * _NODE) + 36
    leaves = 0
    across: dict[int, float] = {}
    for node in _children_first(children):
        if children[node]:
            across[node] = sum(across[child] for child in children[node]) / len(children[node])
        else:
            across[node] = leaves
            leaves += 1
    at = {
        node: (wide / 2 + 4 + wide * across[node], 22.0 + _LAYER * depth[node]) for node in across
    }
    edges = tuple((parent, node) for node, parent in enumerate(picture.parents, 2))
    height = 44 + _LAYER * max(depth.values())
    return _network(at, edges, labels, {}, wide * leaves + 8, height, wide=wide - 36)


def _children_first(children: Mapping[int, list[int]]) -> list[int]:
    order, waiting = [], [1]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += children.get(node, [])
    return order[::-1]


def _circle(count: int) -> tuple[dict[int, Point], float, float]:
    radius = max(60.0, 9.0 * count)
    middle = radius + 24
    turns = [2 * pi * place / max(count, 1) for place in range(count)]
    at = {
        i: (middle + radius * sin(turn), middle - radius * cos(turn))
        for i, turn in enumerate(turns, 1)
    }
    return at, 2 * middle, 2 * middle


def _grounded(picture: pictures.Graph) -> tuple[dict[int, Point], float, float]:
    """Vertex 1 is the ground; the others stand above by how far they are from it."""
    near: dict[int, set[int]] = defaultdict(set)
    for a, b in picture.edges:
        near[a].add(b)
        near[b].add(a)
    level, waiting = {1: 0}, [1]
    order = [1]
    for vertex in waiting:
        for other in sorted(near[vertex]):
            if other not in level:
                level[other] = level[vertex] + 1
                waiting.append(other)
                order.append(other)
    rows: dict[int, list[int]] = defaultdict(list)
    for vertex in order:
        rows[level[vertex]].append(vertex)
    widest = max(len(row) for row in rows.values())
    width, top = max(140.0, 70.0 * widest), 24.0 + _LAYER * max(rows)
    at = {
        vertex: (width * (i + 0.5) / len(row), top - _LAYER * up)
        for up, row in rows.items()
        for i, vertex in enumerate(row)
    }
    return at, width, top + 30


def _network(
    at: Mapping[int, Point],
    edges: tuple[tuple[int, int], ...],
    names: Mapping[int, str],
    marks: Mapping[int, str],
    width: float,
    height: float,
    wide: float = 2 * _NODE,
    ground: bool = False,
) -> Board:
    counted: Counter[tuple[int, int]] = Counter()
    bends: dict[tuple[int, ...], tuple[Point, Point, Point]] = {}
    drawn = []
    for a, b in edges:
        key = (min(a, b), max(a, b))
        low, high = at[key[0]], at[key[1]]
        if ground and key[0] == 1 < key[1]:
            low = (high[0], low[1])  # the ground is wide: one stands on it wherever one is
        bends[(*key, counted[key])] = bend = _bend(low, high, counted[key])
        counted[key] += 1
        (x, y), (mx, my), (u, v) = bend
        steps = map(shapes.number, (x, y, mx, my, u, v))
        drawn.append(shapes.path("M{} {}Q{} {} {} {}".format(*steps), "nim-line"))
    if ground:
        floor = at[1][0], at[1][1] + 9
        drawn.append(shapes.rectangle(floor, width - 8, 18, "nim-used", rx=3))
    drawn += [
        _vertex(at[i], names[i], marks.get(i, "."), wide) for i in at if not (ground and i == 1)
    ]
    return Board("".join(drawn), width, height, _spots(at, bends, wide, (width, height)))


def _vertex(at: Point, name: str, mark: str, wide: float) -> str:
    kind = {".": "nim-node", "#": "nim-gone"}.get(mark, "nim-here")
    kind_of_name = "nim-word nim-on" if kind == "nim-here" else "nim-word"
    return shapes.rectangle(at, wide, 2 * _NODE, kind, rx=_NODE) + shapes.text(
        at, name, kind_of_name
    )


def _bend(a: Point, b: Point, number: int) -> tuple[Point, Point, Point]:
    """Two ends and the point towards which the edge bends; the first of several is straight."""
    if a == b:
        return (a[0] - 10, a[1] - 8), (a[0], a[1] - 70 - 18 * number), (a[0] + 10, a[1] - 8)
    side = (number + 1) // 2 * (1 if number % 2 else -1) * 36
    long = max(1e-9, ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
    normal = (b[1] - a[1]) / long, (a[0] - b[0]) / long
    middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return a, (middle[0] + side * normal[0], middle[1] + side * normal[1]), b


def _spots(
    at: Mapping[int, Point],
    bends: Mapping[tuple[int, ...], tuple[Point, Point, Point]],
    wide: float,
    size: Point,
) -> Callable[[Place], Spot | None]:
    def spot(place: Place) -> Spot | None:
        if place[0] == "node" and place[1] in at:
            x, y = at[place[1]]
            corner = x + wide / 2 - 3, y - _NODE + 2  # beside the name
            return Spot(x, y, wide, 2 * _NODE, True, handle=corner)
        if place[0] == "edge":
            key = (*sorted(place[1:3]), place[3] if len(place) > 3 else 0)
            if key not in bends:
                return None
            a, bend, b = bends[key]
            middle = (a[0] + 2 * bend[0] + b[0]) / 4, (a[1] + 2 * bend[1] + b[1]) / 4
            return Spot(*middle, 22, 22, True, (a, b))
        return Spot(size[0] / 2, size[1] / 2) if place == ("middle",) else None

    return spot
