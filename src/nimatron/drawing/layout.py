"""Where everything of a picture stands, and the elements that show it."""

from __future__ import annotations

from functools import singledispatch
from math import cos, pi, sin

from nimatron import pictures
from nimatron.drawing import shapes
from nimatron.drawing.heaps import heaps
from nimatron.drawing.networks import graph, tree
from nimatron.drawing.pieces import piece
from nimatron.drawing.places import Board, Place, Spot, along, nowhere
from nimatron.drawing.shapes import Point

_CELL = 44
_MOST_CELLS = 10_000
_MOST_POINTS = 2_000
_MARGIN = 2
_GAP = 28  # between pictures side by side
_WIDEST = 450  # pictures side by side go on in a second row
_NAMED = 18  # room for a name above a picture


@singledispatch
def board(picture: pictures.Picture) -> Board:
    """The picture laid out."""
    raise TypeError(f"no drawing for {type(picture).__name__}")


@board.register
def _(picture: pictures.Text) -> Board:
    shown = picture.text if len(picture.text) <= 200 else picture.text[:197] + "..."
    lines = [shown[i : i + 80] for i in range(0, len(shown), 80)] or [""]
    width = max(shapes.wide(line) for line in lines) + 24
    body = "".join(shapes.text((width / 2, 20 + 22 * row), line) for row, line in enumerate(lines))
    return Board(body, width, 18 + 22 * len(lines), nowhere)


board.register(pictures.Heaps, heaps)
board.register(pictures.Graph, graph)
board.register(pictures.Tree, tree)


# ---- cells


def _cell(middle: Point, mark: str, pieces: dict[str, str], kind: str) -> str:
    used = mark == "#" and "#" not in pieces
    drawn = shapes.rectangle(middle, _CELL, _CELL, "nim-used" if used else kind)
    if used:
        # Struck out as well as shaded, so that paper without colours tells it too.
        x, y, arm = *middle, _CELL / 2 - 11
        return drawn + shapes.path(
            f"M{shapes.number(x - arm)} {shapes.number(y - arm)}l{2 * arm:g} {2 * arm:g}"
            f"m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}",
            "nim-cross",
        )
    return drawn + (piece(pieces.get(mark, ""), mark, middle) if mark != "." else "")


@board.register
def _(picture: pictures.Strip) -> Board:
    cells, known = picture.cells, dict(picture.pieces)

    def spot(place: Place) -> Spot | None:
        if place[0] == "cell" and len(place) == 2:
            return Spot(_MARGIN + (place[1] - 0.5) * _CELL, _MARGIN + _CELL / 2, _CELL, _CELL)
        return _middle(place, width, _CELL + 2 * _MARGIN)

    width = _CELL * len(cells) + 2 * _MARGIN
    drawn = []
    for i, mark in enumerate(cells, 1):
        middle = (_MARGIN + (i - 0.5) * _CELL, _MARGIN + _CELL / 2)
        drawn.append(_cell(middle, mark, known, "nim-cell"))
        drawn.append(shapes.text((middle[0], _CELL + 12), i, "nim-word nim-small"))
    return Board("".join(drawn), width, _CELL + 24, spot)


@board.register
def _(picture: pictures.Grid) -> Board:
    rows, columns, known = picture.rows, picture.columns, dict(picture.pieces)
    if rows * columns > _MOST_CELLS:
        return board(pictures.Text(f"a board of {rows} rows and {columns} columns"))
    left, top = (0, 0) if picture.bar else (20, 18)
    if max(rows, columns) == 1 and not picture.bar:
        left = top = 0

    def at(row: float, column: float) -> Point:
        return left + _MARGIN + (column - 0.5) * _CELL, top + _MARGIN + (row - 0.5) * _CELL

    def spot(place: Place) -> Spot | None:
        if place[0] == "cell" and len(place) == 3:
            x, y = at(place[1], place[2])
            return Spot(x, y, _CELL, _CELL)
        if place[0] == "row":
            return along(at(place[1] + 0.5, 0.5), at(place[1] + 0.5, columns + 0.5), 0)
        if place[0] == "column":
            return along(at(0.5, place[1] + 0.5), at(rows + 0.5, place[1] + 0.5), 0)
        return _middle(place, *at(rows + 1, columns + 1))

    drawn = []
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            dark = not picture.bar and (row + column) % 2
            kind = "nim-bar" if picture.bar else "nim-shade" if dark else "nim-cell"
            mark = picture.marks.get((row, column), ".")
            drawn.append(_cell(at(row, column), mark, known, kind))
    if left:
        small, skip = "nim-word nim-small", picture.first - 1
        drawn += [shapes.text((at(1, c)[0], 10), c + skip, small) for c in range(1, columns + 1)]
        drawn += [shapes.text((10, at(r, 1)[1]), r + skip, small) for r in range(1, rows + 1)]
    width, height = left + columns * _CELL + 2 * _MARGIN, top + rows * _CELL + 2 * _MARGIN
    return Board("".join(drawn), width, height, spot)


def _middle(place: Place, width: float, height: float) -> Spot | None:
    return Spot(width / 2, height / 2) if place == ("middle",) else None


# ---- round


def _around(middle: float, radius: float, share: float) -> Point:
    """A point on a circle, by the share of a turn from the top."""
    return middle + radius * sin(2 * pi * share), middle - radius * cos(2 * pi * share)


@board.register
def _(picture: pictures.Ring) -> Board:
    count = len(picture.points)
    if count > _MOST_POINTS:
        return board(pictures.Text(f"a ring of {count} points"))
    radius = max(90.0, min(11.0 * count, 120.0), 7.5 * count) if count > 1 else 24.0
    middle = radius + 40
    size = 2 * middle

    def point(i: float) -> Point:
        return _around(middle, radius, (i - 1) / count)

    def spot(place: Place) -> Spot | None:
        if place[0] == "point":
            x, y = point(place[1])
            return Spot(x, y, 26, 26, True)
        if place[0] == "chord":
            # Not at the middle, where all diameters cross.
            a, b = point(place[1]), point(place[2])
            return along(a, b, 0.36 if abs(place[1] - place[2]) * 2 == count else 0.5)
        return _middle(place, size, size)

    drawn = [shapes.circle((middle, middle), radius, "nim-thin")] if count > 1 else []
    drawn += [shapes.segment(point(a), point(b), "nim-thick") for a, b in picture.chords]
    few = count <= 60
    for i, mark in enumerate(picture.points, 1):
        kind = "nim-gone" if mark == "#" else "nim-node"
        drawn.append(shapes.circle(point(i), 11 if few else 6, kind))
        said = _around(middle, radius + 24, (i - 1) / count)
        if mark not in ".#":
            drawn.append(shapes.text(point(i), mark, "nim-word nim-strong"))
        if picture.names:
            drawn.append(shapes.text(said, picture.names[i - 1], "nim-word nim-small"))
        elif mark in ".#" and count > 1 and few:
            drawn.append(shapes.text(said, i, "nim-word nim-small"))
    return Board("".join(drawn), size, size, spot)


@board.register
def _(picture: pictures.Disc) -> Board:
    size = 340
    scale = (size / 2 - 12) / picture.radius

    def at(x: float, y: float) -> Point:
        return size / 2 + x * scale, size / 2 - y * scale

    def spot(place: Place) -> Spot | None:
        if place[0] == "coin":
            x, y = at(place[1], place[2])
            across = max(2 * picture.coin * scale, 6)
            return Spot(x, y, across, across, True)
        return _middle(place, size, size)

    drawn = [shapes.circle((size / 2, size / 2), picture.radius * scale, "nim-shade")]
    drawn.append(shapes.circle((size / 2, size / 2), 1.5, "nim-head"))
    for order, (x, y) in enumerate(picture.coins, 1):
        drawn.append(shapes.circle(at(x, y), picture.coin * scale, "nim-counter"))
        if picture.coin * scale > 9:
            drawn.append(shapes.text(at(x, y), order, "nim-word nim-on"))
    return Board("".join(drawn), size, size, spot)


# ---- several


@board.register
def _(picture: pictures.Side) -> Board:
    boards = [board(part) for part in picture.pictures]
    places: list[Point] = []
    above = _NAMED if picture.names else 0
    x = y = right = tall = 0.0
    for part in boards:
        if x and x + part.width > _WIDEST:
            x, y, tall = 0.0, y + tall + _GAP, 0.0
        places.append((x, y + above))
        x, tall = x + part.width + _GAP, max(tall, above + part.height)
        right = max(right, x - _GAP)
    below = y + tall

    def spot(place: Place) -> Spot | None:
        if place[0] == "part" and 1 <= place[1] <= len(boards):
            part, (left, top) = boards[place[1] - 1], places[place[1] - 1]
            if len(place) == 2:
                return Spot(left + part.width / 2, top + part.height / 2, part.width, part.height)
            inner: Spot | None = part.spot(place[2])
            return inner.moved(left, top) if inner else None
        return _middle(place, right, below)

    drawn = [
        shapes.group(part.body, right=left, down=top)
        for part, (left, top) in zip(boards, places, strict=True)
    ]
    drawn += [
        shapes.text((left + part.width / 2, top - 10), name, "nim-word nim-small")
        for name, part, (left, top) in zip(picture.names, boards, places, strict=False)
    ]
    if picture.sum and len(boards) > 1:
        # After each part but the last, so that a sign ends its row where the sum goes on below.
        ends = [
            (left + part.width + _GAP / 2, top + part.height / 2)
            for part, (left, top) in list(zip(boards, places, strict=True))[:-1]
        ]
        drawn += [shapes.text(end, "+", "nim-word nim-strong") for end in ends]
        right = max(right, *(x for x, _ in ends))
    return Board("".join(drawn), right, below, spot)
