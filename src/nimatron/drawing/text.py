"""Pictures as lines of text for a terminal."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import singledispatch
from itertools import zip_longest
from math import cos, hypot, pi, sin

from nimatron import pictures

_WIDEST, _TALLEST = 100, 60
_COUNTERS = 40  # a larger pile is written as a number
_TABLE = 10  # rows of a round table above its middle
_COLOURS = {"#": "90", "o": "36", "@": "1;33", "R": "31", "B": "34", "W": "1", "K": "1;33"}
_MARK = re.compile(r"(?<![a-z0-9])(?:o+|[#@RBWK]+)(?![a-z0-9])", re.ASCII)


def lines(picture: pictures.Picture, *, colour: bool = False, numbered: bool = False) -> list[str]:
    """The picture line by line; one that is too large becomes a line that says how large.

    With `colour` marks are coloured by ANSI escapes, for a terminal that wants them; with
    `numbered` the rows and columns of boards and the cells of strips have their numbers.
    """
    drawn = _lines(picture, numbered) or ["(nothing is left)"]
    if len(drawn) > _TALLEST or any(len(line) > _WIDEST for line in drawn):
        return [f"(a picture of {len(drawn)} lines, too large for a terminal)"]
    return [_coloured(line) for line in drawn] if colour else drawn


def _coloured(line: str) -> str:
    """Marks that stand alone, and rows of counters, in colour; words stay as they are."""
    return _MARK.sub(lambda mark: f"\033[{_COLOURS[mark[0][0]]}m{mark[0]}\033[0m", line)


@singledispatch
def _lines(picture: pictures.Picture, numbered: bool) -> list[str]:
    raise TypeError(f"no text drawing for {type(picture).__name__}")


@_lines.register
def _(picture: pictures.Text, numbered: bool) -> list[str]:
    return [picture.text]


@_lines.register
def _(picture: pictures.Heaps, numbered: bool) -> list[str]:
    labels = picture.labels or tuple(str(i + 1) for i in range(len(picture.piles)))
    wide = max(map(len, labels), default=0)
    rows = []
    for label, n in zip_longest(labels, picture.piles, fillvalue=""):
        counters = "o" * n if isinstance(n, int) and n <= _COUNTERS else "o..."
        rows.append(f"{label:>{wide}}  {counters} ({n})")
    return rows


@_lines.register
def _(picture: pictures.Strip, numbered: bool) -> list[str]:
    if not numbered:
        return [picture.cells]
    wide = len(str(len(picture.cells)))
    numbers = " ".join(f"{i:>{wide}}" for i in range(1, len(picture.cells) + 1))
    return [" ".join(f"{mark:>{wide}}" for mark in picture.cells), numbers]


@_lines.register
def _(picture: pictures.Grid, numbered: bool) -> list[str]:
    rows, columns, first = picture.rows, picture.columns, picture.first
    if rows > _TALLEST or 2 * columns > _WIDEST:
        return [f"(a board of {rows} rows and {columns} columns)"]
    down, right = range(1, rows + 1), range(1, columns + 1)
    cells = [[picture.marks.get((row, column), ".") for column in right] for row in down]
    if not numbered:
        return [" ".join(row) for row in cells]
    wide, left = len(str(columns - 1 + first)), len(str(rows - 1 + first))
    head = " ".join(f"{column - 1 + first:>{wide}}" for column in right)
    return [
        f"{'':>{left}}  {head}",
        *(
            f"{number:>{left}}  " + " ".join(f"{mark:>{wide}}" for mark in row)
            for number, row in enumerate(cells, first)
        ),
    ]


@_lines.register
def _(picture: pictures.Graph, numbered: bool) -> list[str]:
    names = picture.names or tuple(map(str, range(1, picture.vertices + 1)))
    marks = " ".join(
        f"{name}{picture.marks.get(vertex, '')}" for vertex, name in enumerate(names, 1)
    )
    edges = " ".join(f"{names[a - 1]}-{names[b - 1]}" for a, b in picture.edges)
    return [f"vertices {marks}", f"edges {edges}"]


@_lines.register
def _(picture: pictures.Tree, numbered: bool) -> list[str]:
    """Each node below its parent and further to the right."""
    labels = picture.labels or tuple(map(str, range(1, len(picture.parents) + 2)))
    children: dict[int, list[int]] = defaultdict(list)
    for node, parent in enumerate(picture.parents, 2):
        children[parent].append(node)
    drawn, waiting = [], [(1, 0)]
    while waiting:
        node, depth = waiting.pop()
        drawn.append(f"{'  ' * depth}{labels[node - 1]}")
        waiting += [(child, depth + 1) for child in reversed(children[node])]
    return drawn


@_lines.register
def _(picture: pictures.Ring, numbered: bool) -> list[str]:
    """Points around a circle; with `numbered` a free one is shown by its number."""
    count = len(picture.points)
    marks = [
        str(i) if numbered and mark == "." and count > 1 else mark
        for i, mark in enumerate(picture.points, 1)
    ]
    radius = max(2, count // (3 if numbered else 4))
    middle = 2 * radius
    canvas = [[" "] * (4 * radius + 4) for _ in range(2 * radius + 1)]
    for place, mark in enumerate(marks):
        angle = 2 * pi * place / count
        row, column = round(radius - radius * cos(angle)), round(middle + middle * sin(angle))
        canvas[row][column : column + len(mark)] = mark
    drawn = ["".join(row).rstrip() for row in canvas]
    chords = " ".join(f"{a}-{b}" for a, b in picture.chords)
    return drawn + ([f"chords {chords}"] if chords else [])


@_lines.register
def _(picture: pictures.Disc, numbered: bool) -> list[str]:
    """The table from above, a character being twice as tall as it is wide; and where coins are."""
    step = picture.radius / _TABLE

    def mark(row: int, column: int) -> str:
        x, y = column * step / 2, -row * step
        if any(hypot(x - u, y - v) <= picture.coin for u, v in picture.coins):
            return "o"
        return "." if hypot(x, y) <= picture.radius else " "

    around = range(-2 * _TABLE, 2 * _TABLE + 1)
    drawn = [
        "".join(mark(row, column) for column in around).rstrip()
        for row in range(-_TABLE, _TABLE + 1)
    ]
    coins = " ".join(f"({x:g}, {y:g})" for x, y in picture.coins) or "none"
    said = f"a table of radius {picture.radius:g}, coins of radius {picture.coin:g} at: {coins}"
    return [*drawn, said[: _WIDEST - 3] + "..." if len(said) > _WIDEST else said]


@_lines.register
def _(picture: pictures.Side, numbered: bool) -> list[str]:
    columns = [_lines(part, numbered) for part in picture.pictures]
    if numbered and picture.names:
        named = zip(picture.names, columns, strict=False)
        columns = [[name, *column] for name, column in named]
    wides = [max(map(len, column), default=0) for column in columns]
    return [
        "   ".join(f"{part:<{wide}}" for part, wide in zip(row, wides, strict=True)).rstrip()
        for row in zip_longest(*columns, fillvalue="")
    ]
