"""Pictures as SVG: good in light and dark, printable, told in words inside."""

from __future__ import annotations

from functools import singledispatch
from html import escape
from math import cos, pi, sin

from nimatron import pictures

_CELL = 32
_MOST_CELLS = 10_000
_COUNTERS = 40  # a larger pile is drawn as its number
_STYLE = (
    "<style>svg{color:#1a1a1a}@media(prefers-color-scheme:dark){svg{color:#e8e8e8}}"
    ".line{stroke:currentColor;fill:none}.used{fill:currentColor;fill-opacity:.65}"
    ".free{fill:currentColor;fill-opacity:.06}"
    "text{fill:currentColor;font:14px sans-serif;text-anchor:middle}</style>"
)


def svg(picture: pictures.Picture, title: str) -> str:
    """The picture as an SVG document; `title` says in words what it shows."""
    body, width, height = _drawn(picture)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img"><title>{escape(title)}</title>'
        f"{_STYLE}{body}</svg>"
    )


Drawn = tuple[str, int, int]
"""Elements, width and height."""


@singledispatch
def _drawn(picture: pictures.Picture) -> Drawn:
    raise TypeError(f"no SVG drawing for {type(picture).__name__}")


def _text(x: float, y: float, words: object) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(str(words))}</text>'


def _circle(x: float, y: float, r: float, kind: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" class="{kind}"/>'


def _segment(a: tuple[float, float], b: tuple[float, float]) -> str:
    return f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" class="line"/>'


def _square(column: int, row: int, mark: str) -> str:
    x, y = (column - 1) * _CELL + 1, (row - 1) * _CELL + 1
    kind = "used line" if mark == "#" else "free line"
    square = f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" class="{kind}"/>'
    letter = _text(x + _CELL / 2, y + _CELL / 2 + 5, mark) if mark not in ".#" else ""
    return square + letter


@_drawn.register
def _(picture: pictures.Text) -> Drawn:
    shown = picture.text if len(picture.text) <= 200 else picture.text[:197] + "..."
    width = 9 * len(shown) + 20
    return _text(width / 2, 24, shown), width, 36


@_drawn.register
def _(picture: pictures.Heaps) -> Drawn:
    drawn, tallest = [], min(max(picture.piles, default=0), _COUNTERS)
    wide, floor = 64, 18 * tallest + 24
    for place, n in enumerate(picture.piles):
        x = wide * place + wide / 2
        if n <= _COUNTERS:
            drawn += [_circle(x, floor - 10 - 18 * i, 8, "used") for i in range(n)]
        drawn.append(_text(x, floor + 18, n))
        if picture.labels:
            drawn.append(_text(x, floor + 36, picture.labels[place]))
    return "".join(drawn), wide * len(picture.piles), floor + 44


@_drawn.register
def _(picture: pictures.Strip) -> Drawn:
    cells = "".join(_square(i, 1, mark) for i, mark in enumerate(picture.cells, 1))
    return cells, _CELL * len(picture.cells) + 2, _CELL + 2


@_drawn.register
def _(picture: pictures.Grid) -> Drawn:
    rows, columns = picture.rows, picture.columns
    if rows * columns > _MOST_CELLS:
        return _drawn(pictures.Text(f"a board of {rows} rows and {columns} columns"))
    cells = "".join(
        _square(column, row, picture.marks.get((row, column), "."))
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    )
    return cells, _CELL * columns + 2, _CELL * rows + 2


def _around(count: int, radius: float) -> list[tuple[float, float]]:
    """Points around a circle, the first at the top."""
    middle = radius + 24
    turns = [2 * pi * place / count for place in range(count)]
    return [(middle + radius * sin(t), middle - radius * cos(t)) for t in turns]


@_drawn.register
def _(picture: pictures.Graph) -> Drawn:
    radius = max(60, 10 * picture.vertices)
    points = _around(picture.vertices, radius)
    drawn = [_segment(points[a - 1], points[b - 1]) for a, b in picture.edges]
    for vertex, (x, y) in enumerate(points, 1):
        kind = "used line" if vertex in picture.marks else "free line"
        drawn += [_circle(x, y, 12, kind), _text(x, y + 5, vertex)]
    return "".join(drawn), 2 * radius + 48, 2 * radius + 48


@_drawn.register
def _(picture: pictures.Tree) -> Drawn:
    count, depth, place = len(picture.parents) + 1, {1: 0}, {1: 0}
    for node, parent in enumerate(picture.parents, 2):
        depth[node] = depth[parent] + 1
        place[node] = sum(1 for other in depth.values() if other == depth[node]) - 1
    at = {n: (40.0 + 60 * place[n], 30.0 + 60 * depth[n]) for n in range(1, count + 1)}
    drawn = [_segment(at[node], at[parent]) for node, parent in enumerate(picture.parents, 2)]
    for node, (x, y) in at.items():
        label = picture.labels[node - 1] if picture.labels else node
        drawn += [_circle(x, y, 14, "free line"), _text(x, y + 5, label)]
    return "".join(drawn), 60 * (max(place.values()) + 1) + 20, 60 * (max(depth.values()) + 1)


@_drawn.register
def _(picture: pictures.Ring) -> Drawn:
    radius = max(60, 6 * len(picture.points))
    points = _around(len(picture.points), radius)
    drawn = [_segment(points[a - 1], points[b - 1]) for a, b in picture.chords]
    for mark, (x, y) in zip(picture.points, points, strict=True):
        drawn.append(_circle(x, y, 9, "used line" if mark == "#" else "free line"))
    return "".join(drawn), 2 * radius + 48, 2 * radius + 48


@_drawn.register
def _(picture: pictures.Disc) -> Drawn:
    size = 300
    scale = (size / 2 - 10) / picture.radius
    drawn = [_circle(size / 2, size / 2, picture.radius * scale, "free line")]
    for x, y in picture.coins:
        drawn.append(
            _circle(size / 2 + x * scale, size / 2 - y * scale, picture.coin * scale, "used line")
        )
    return "".join(drawn), size, size


@_drawn.register
def _(picture: pictures.Side) -> Drawn:
    drawn, x, tallest = [], 0, 0
    for part in picture.pictures:
        body, width, height = _drawn(part)
        drawn.append(f'<g transform="translate({x} 0)">{body}</g>')
        x, tallest = x + width + 20, max(tallest, height)
    return "".join(drawn), max(x - 20, 0), tallest
