"""Pictures as lines of text for a terminal."""

from __future__ import annotations

import re
from functools import singledispatch
from itertools import zip_longest
from math import cos, pi, sin

from nimatron import pictures

_WIDEST, _TALLEST = 100, 60
_MARK = re.compile(r"(?<![a-z0-9])(?:o+|[#@RBWK]+)(?![a-z0-9])", re.ASCII)
_COUNTERS = 40  # a larger pile is written as a number


_COLOURS = {"#": "90", "o": "36", "@": "1;33", "R": "31", "B": "34", "W": "1;37", "K": "1;33"}


def lines(picture: pictures.Picture, *, colour: bool = False) -> list[str]:
    """The picture line by line; one that is too large becomes a line that says how large.

    With `colour` marks are coloured by ANSI escapes, for a terminal that wants them.
    """
    drawn = _lines(picture) or ["(nothing is left)"]
    if len(drawn) > _TALLEST or any(len(line) > _WIDEST for line in drawn):
        return [f"(a picture of {len(drawn)} lines, too large for a terminal)"]
    return [_coloured(line) for line in drawn] if colour else drawn


def _coloured(line: str) -> str:
    """Marks that stand alone, and rows of counters, in colour; words stay as they are."""
    return _MARK.sub(lambda mark: f"\033[{_COLOURS[mark[0][0]]}m{mark[0]}\033[0m", line)


@singledispatch
def _lines(picture: pictures.Picture) -> list[str]:
    raise TypeError(f"no text drawing for {type(picture).__name__}")


@_lines.register
def _(picture: pictures.Text) -> list[str]:
    return [picture.text]


@_lines.register
def _(picture: pictures.Heaps) -> list[str]:
    labels = picture.labels or tuple(str(i + 1) for i in range(len(picture.piles)))
    wide = max(map(len, labels), default=0)
    rows = []
    for label, n in zip_longest(labels, picture.piles, fillvalue=""):
        counters = "o" * n if isinstance(n, int) and n <= _COUNTERS else "o..."
        rows.append(f"{label:>{wide}}  {counters} ({n})")
    return rows


@_lines.register
def _(picture: pictures.Strip) -> list[str]:
    return [picture.cells]


@_lines.register
def _(picture: pictures.Grid) -> list[str]:
    if picture.rows > _TALLEST or 2 * picture.columns > _WIDEST:
        return [f"(a board of {picture.rows} rows and {picture.columns} columns)"]
    cells = range(1, picture.columns + 1)
    return [
        " ".join(picture.marks.get((row, column), ".") for column in cells)
        for row in range(1, picture.rows + 1)
    ]


@_lines.register
def _(picture: pictures.Graph) -> list[str]:
    marks = " ".join(
        f"{vertex}{picture.marks.get(vertex, '')}" for vertex in range(1, picture.vertices + 1)
    )
    edges = " ".join(f"{a}-{b}" for a, b in picture.edges)
    return [f"vertices {marks}", f"edges {edges}"]


@_lines.register
def _(picture: pictures.Tree) -> list[str]:
    labels = picture.labels or tuple("" for _ in range(len(picture.parents) + 1))
    depth = {1: 0}
    for node, parent in enumerate(picture.parents, 2):
        depth[node] = depth[parent] + 1
    return [f"{'  ' * depth[node]}{node}: {labels[node - 1]}" for node in sorted(depth)]


@_lines.register
def _(picture: pictures.Ring) -> list[str]:
    count = len(picture.points)
    radius = max(2, count // 4)
    canvas = [[" "] * (4 * radius + 1) for _ in range(2 * radius + 1)]
    for place, mark in enumerate(picture.points):
        angle = 2 * pi * place / count
        row, column = radius - radius * cos(angle), 2 * radius + 2 * radius * sin(angle)
        canvas[round(row)][round(column)] = mark
    drawn = ["".join(row).rstrip() for row in canvas]
    chords = " ".join(f"{a}-{b}" for a, b in picture.chords)
    return drawn + ([f"chords {chords}"] if chords else [])


@_lines.register
def _(picture: pictures.Disc) -> list[str]:
    coins = " ".join(f"({x:g}, {y:g})" for x, y in picture.coins) or "none"
    return [f"a table of radius {picture.radius:g}, coins of radius {picture.coin:g} at: {coins}"]


@_lines.register
def _(picture: pictures.Side) -> list[str]:
    columns = [_lines(part) for part in picture.pictures]
    wides = [max(map(len, column), default=0) for column in columns]
    return [
        "   ".join(f"{part:<{wide}}" for part, wide in zip(row, wides, strict=True)).rstrip()
        for row in zip_longest(*columns, fillvalue="")
    ]
