"""Piles of counters, ten to a column; a large pile is a bar with its number."""

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


def heaps(picture: pictures.Heaps) -> Board:
    """Piles with their sizes below, on the floor or on a staircase."""
    piles = picture.piles
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
        if place[0] not in ("counter", "cut", "pile") or not 1 <= place[1] <= len(piles):
            return None
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
