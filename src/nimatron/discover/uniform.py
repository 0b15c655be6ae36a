"""Copying on boards of every size at once, where the pieces have declared shapes.

A piece meets its own image only where two of its cells, s and t steps from its first, satisfy
2 * first + s + t = size + 1 in each mirrored direction: that depends on the parity of the size
alone. So for each parity there are finitely many places, as seen from the middle, where a piece
meets its image. If there are none, copying wins from the start; if one of them, played first,
shares a cell with all of them, it wins after that.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Sequence
from itertools import product

from nimatron.discover.moves_read import keeps
from nimatron.rules.grids import Covering
from nimatron.rules.protocol import Placement, Rules
from nimatron.rules.strips import Strips

Shape = Sequence[tuple[int, ...]]
Place = frozenset[tuple[int, ...]]
"""Cells as seen from the middle, in half cells."""

_FLIPS = {
    "half-turn": (True, True),
    "rows": (True, False),
    "columns": (False, True),
    "reverse": (True,),
}


def copied_for_ever(
    rules: Rules,
    name: str,
    odd: Sequence[bool],
    opened: bool,
    left_out: Collection[tuple[int, ...]] = (),
    least: int = 1,
) -> bool:
    """Whether copying by the map is sure on all boards whose sizes have these parities, no side
    being shorter than `least`; with `opened` after a first move, on all but some that are left
    out."""
    shapes = _shapes(rules)
    flips = _FLIPS.get(name)
    if shapes is None or flips is None or len(flips) != len(odd):
        return False
    if not _keeps(shapes, flips):
        return False
    if not all(flips):  # a mirror that keeps a direction: all along it a piece may meet itself
        return not opened and not any(_meets(shape, flips, odd) for shape in shapes)
    places = {place for shape in shapes for place in _own(shape, odd)}
    if not opened:
        return not places
    firsts = [
        first
        for first in places
        if _image(first) == first and all(first & place for place in places)
    ]
    return bool(firsts) and _fits(firsts, odd, left_out, least)


def _fits(
    firsts: Sequence[Place], odd: Sequence[bool], left_out: Collection[tuple[int, ...]], least: int
) -> bool:
    """Whether one of these places is on every board of these parities, but for those left out.

    On a board that is longer than any place is, a side may as well be two shorter.
    """
    room = [[max(abs(cell[i]) for cell in first) + 1 for i in range(len(odd))] for first in firsts]
    most = max(max(sides) for sides in room) + 2
    lengths = [[n for n in range(least, most + 2) if n % 2 == one] for one in odd]
    for board in product(*lengths):
        if any(all(n >= m for n, m in zip(board, sides, strict=True)) for sides in room):
            continue
        if board not in left_out or max(board) >= most:
            return False
    return True


def _shapes(rules: Rules) -> list[Shape] | None:
    """The shapes of the pieces, if the rules put them wherever they fit on an empty board, and
    nothing else, be the board as large as it may."""
    if isinstance(rules, Covering):
        shapes = inspect.getattr_static(rules, "shapes")
        fixed = isinstance(shapes, tuple) and keeps(rules, Covering, *_COVERING)
        return [tuple(shape) for shape in shapes] if fixed and not rules.parameters() else None
    if isinstance(rules, Strips) and isinstance(rules, Placement):
        width = rules.width  # a strip's length belongs to the position, its width to the rules
        cells = {(c,) for c in range(1, width + 1)}
        if keeps(rules, Strips, *_STRIPS) and {tuple(c) for c in rules.footprint(1)} == cells:
            return [tuple((step,) for step in range(width))]
    return None


_COVERING = (
    *("moves", "anchors", "after", "footprint", "image", "legal", "start", "full", "area"),
    *("has", "place", "cell", "bit", "sized", "read", "entered", "small", "__post_init__"),
)
_STRIPS = ("moves", "after", "open_runs", "image", "legal", "read", "accept", "small", "sized")


def _keeps(shapes: Sequence[Shape], flips: Sequence[bool]) -> bool:
    """Whether the image of each shape is one of the shapes."""

    def placed(shape: Shape) -> Place:
        least = tuple(min(cell[i] for cell in shape) for i in range(len(flips)))
        return frozenset(tuple(x - low for x, low in zip(c, least, strict=True)) for c in shape)

    def image(shape: Shape) -> Shape:
        return [tuple(-x if f else x for x, f in zip(c, flips, strict=True)) for c in shape]

    known = {placed(shape) for shape in shapes}
    return all(placed(image(shape)) in known for shape in shapes)


def _meets(shape: Shape, flips: Sequence[bool], odd: Sequence[bool]) -> bool:
    return any(
        all(
            (x + y + 1 + o) % 2 == 0 if flip else x == y
            for x, y, flip, o in zip(s, t, flips, odd, strict=True)
        )
        for s, t in product(shape, repeat=2)
    )


def _own(shape: Shape, odd: Sequence[bool]) -> Iterator[Place]:
    """The places, from the middle, where a piece has a cell that is the image of one of its own."""
    for s, t in product(shape, repeat=2):
        if all((x + y + 1 + o) % 2 == 0 for x, y, o in zip(s, t, odd, strict=True)):
            yield frozenset(
                tuple(2 * c - x - y for c, x, y in zip(cell, s, t, strict=True)) for cell in shape
            )


def _image(place: Place) -> Place:
    return frozenset(tuple(-x for x in cell) for cell in place)
