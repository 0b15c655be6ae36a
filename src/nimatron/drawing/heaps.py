"""Piles of counters, ten to a column, or in rows; a large pile is a bar with its number."""

from __future__ import annotations

from math import ceil

from nimatron import pictures
from nimatron.drawing import shapes
from nimatron.drawing.places import Board, Place, Spot, along
from nimatron.drawing.shapes import Point

MOST_COUNTERS = 60
"""A larger pile is drawn as a bar."""
_STEP = 22  # from counter to counter
_TALL = 10  # counters in a column
_GAP = 34
_RISE = 20
_LONGEST_ROW = 30  # a longer row is drawn as a pile
_ALONG = 40  # from counter to counter in a row, with room between for a move that takes two
_ROW = 62  # from row to row
_KINDS = ("counter", "cut", "pile", "top")
_WIDEST = 450  # rows stand side by side up to here


def heaps(picture: pictures.Heaps) -> Board:
    """Piles with their sizes below, on the floor or on a staircase; or rows."""
    piles = picture.piles
    if lying(picture):
        return _rows(picture)
    if len(piles) > 300:
        piles = piles[:300]
    columns = [max(1, ceil(n / _TALL)) if n <= MOST_COUNTERS else 2 for n in piles]
    labels = [picture.labels[i] if i < len(picture.labels) else "" for i in range(len(piles))]
    wides = [
        max(_STEP * count, shapes.wide(str(n)), 0.85 * shapes.wide(label)) + _GAP
        for n, count, label in zip(piles, columns, labels, strict=True)
    ]
    lefts = [sum(wides[:i]) for i in range(len(wides))]
    tallest = max((min(n, _TALL) for n in piles), default=1)
    rise = _RISE * len(piles) if picture.steps else 0
    floor = _STEP * max(tallest, 1) + 10 + rise
    height = floor + (46 if any(labels) else 28)

    def foot(pile: int) -> float:
        return floor - (_RISE * pile if picture.steps else 0)

    def at(pile: int, counter: float) -> Point:
        """The middle of a counter, counted from 1."""
        column, up = divmod(counter - 1, _TALL)
        middle = lefts[pile - 1] + wides[pile - 1] / 2
        x = middle + (column - (columns[pile - 1] - 1) / 2) * _STEP
        return x, foot(pile) - 2 - (up + 0.5) * _STEP

    def spot(place: Place) -> Spot | None:
        if place == ("middle",):
            return Spot(sum(wides) / 2, floor / 2)
        if place[0] not in _KINDS or not 1 <= place[1] <= len(piles):
            return None
        if place[0] == "top":
            middle = lefts[place[1] - 1] + wides[place[1] - 1] / 2
            above = min(piles[place[1] - 1], _TALL) + 0.5
            return Spot(middle, foot(place[1]) - 2 - above * _STEP, _STEP, _STEP)
        if place[0] == "pile":
            return Spot(lefts[place[1] - 1] + wides[place[1] - 1] / 2, floor + 14, 36, 24)
        if max(piles[place[1] - 1], place[2]) > MOST_COUNTERS:
            return None
        x, y = at(place[1], place[2])
        if place[0] == "counter":
            return Spot(x, y, _STEP, _STEP, True)
        up = y - _STEP / 2 if place[2] % _TALL else y
        right = 0 if place[2] % _TALL else _STEP / 2
        return along((x - 13 + right, up), (x + 13 + right, up))

    drawn = []
    for pile, (n, label) in enumerate(zip(piles, labels, strict=True), 1):
        middle = lefts[pile - 1] + wides[pile - 1] / 2
        if picture.steps:
            tall = floor - foot(pile)
            at_step = (middle, foot(pile) + tall / 2)
            drawn.append(shapes.rectangle(at_step, wides[pile - 1], tall, "nim-shade"))
        if n > MOST_COUNTERS:
            bar = (middle, foot(pile) - 2 - tallest * _STEP / 2)
            drawn.append(shapes.rectangle(bar, 36, tallest * _STEP, "nim-counter", rx=6))
        else:
            drawn += [shapes.circle(at(pile, k), 9.5, "nim-counter") for k in range(1, n + 1)]
        drawn.append(shapes.text((middle, floor + 14), n, "nim-word nim-strong"))
        if label:
            drawn.append(shapes.text((middle, floor + 32), label, "nim-word nim-small"))
    drawn.append(shapes.segment((4, floor), (sum(wides) - 4, floor), "nim-line"))
    if len(picture.piles) > len(piles):
        more = f"and {len(picture.piles) - len(piles)} more piles"
        drawn.append(shapes.text((sum(wides) / 2, height + 8), more))
        height += 24
    return Board("".join(drawn), sum(wides), height, spot)


def lying(picture: pictures.Heaps) -> bool:
    """Whether the piles are drawn as rows; long ones are not."""
    piles = picture.piles
    return picture.rows and 0 < len(piles) <= 100 and max(piles) <= _LONGEST_ROW


def _rows(picture: pictures.Heaps) -> Board:
    """Rows of counters one after another, with their lengths below."""
    lefts: list[Point] = []
    x = y = right = 0.0
    for n in picture.piles:
        wide = _ALONG * max(n, 1)
        if x and x + wide > _WIDEST:
            x, y = 0.0, y + _ROW
        lefts.append((x, y))
        right = max(right, x + wide)
        x += wide + _GAP
    height = y + _ROW

    def at(row: int, counter: float) -> Point:
        left, top = lefts[row - 1]
        return left + (counter - 0.5) * _ALONG, top + _ALONG / 2

    def spot(place: Place) -> Spot | None:
        if place == ("middle",):
            return Spot(right / 2, height / 2)
        if place[0] not in _KINDS or not 1 <= place[1] <= len(lefts):
            return None
        n = picture.piles[place[1] - 1]
        if place[0] == "pile":
            middle, foot = at(place[1], (max(n, 1) + 1) / 2)
            return Spot(middle, foot + _ALONG / 2 + 8, 36, 20)
        if place[0] == "top":
            middle, foot = at(place[1], (max(n, 1) + 1) / 2)
            return Spot(middle + 30, foot + _ALONG / 2 + 8, 24, 20)
        x, y = at(place[1], place[2])
        if place[0] == "counter":
            return Spot(x, y, 26, 26, True)
        return along((x + _ALONG / 2, y - 13), (x + _ALONG / 2, y + 13))

    drawn = []
    for row, n in enumerate(picture.piles, 1):
        drawn += [shapes.circle(at(row, k), 13, "nim-counter") for k in range(1, n + 1)]
        number = spot(("pile", row))
        assert number is not None
        drawn.append(shapes.text(number.at, n, "nim-word nim-strong"))
    return Board("".join(drawn), right, height, spot)
