"""Symmetries of the picture of a position that might be copied by: maps that undo themselves.

Each has a name, which goes into words and into strategy files, and makes the map for the sizes of a
given board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from nimatron import pictures
from nimatron.certificates.forms import Affine, Swaps, Symmetry
from nimatron.rules.protocol import Rules

TWINS = "twins"
"""No map of cells: every move is answered in a part that is equal to the one it was made in."""

WORDS = {
    "half-turn": "half a turn round",
    "columns": "in the mirror that swaps left and right",
    "rows": "in the mirror that swaps top and bottom",
    "diagonal": "in the mirror of the diagonal",
    "other-diagonal": "in the mirror of the other diagonal",
    "halves": "in the other half of the board",
    "reverse": "in the mirror of the middle",
    "opposite": "on the opposite side of the ring",
    "middle-point": "on the other side of the middle point",
    "plane": "in the mirror of the middle plane",
    "coordinates": "with two coordinates exchanged",
    TWINS: "so that the parts are equal in pairs again, or the game is over",
}

MAPS = tuple(name for name in WORDS if name != TWINS)


def maps(rules: Rules, position: Any) -> Iterator[tuple[str, Symmetry]]:
    """Maps that suit the picture of a position, by name."""
    sizes = _box(rules)
    picture = rules.picture(position)
    if sizes is not None:
        yield from _boxes(sizes)
        return
    match picture:
        case pictures.Grid(rows=rows, columns=columns):
            yield from _grids(rows, columns)
        case pictures.Strip(cells=cells):
            yield from _strips(len(cells))
        case pictures.Ring(points=points):
            yield from _rings(len(points))
        case pictures.Disc():
            yield "half-turn", Affine((-1, -1), (0, 0))
            yield "columns", Affine((1, -1), (0, 0))


def _box(rules: Rules) -> tuple[int, ...] | None:
    """The three sides of rules that play in a box."""
    sides = [getattr(rules, name, None) for name in rules.sizes]
    plain = [side for side in sides if type(side) is int]
    return tuple(plain) if len(plain) == len(sides) == 3 else None


def _grids(rows: int, columns: int) -> Iterator[tuple[str, Symmetry]]:
    down, right = rows + 1, columns + 1
    yield "half-turn", Affine((-1, -1), (down, right))
    if rows > 1:
        yield "rows", Affine((-1, 1), (down, 0))
    if columns > 1:
        yield "columns", Affine((1, -1), (0, right))
    if rows == columns > 1:
        yield "diagonal", Affine((1, 1), (0, 0), (1, 0))
        yield "other-diagonal", Affine((-1, -1), (down, right), (1, 0))
    if columns % 2 == 0 and rows * columns <= 400:
        half = columns // 2
        cells = product(range(1, rows + 1), range(1, half + 1))
        yield "halves", Swaps(tuple(((r, c), (r, c + half)) for r, c in cells))


def _strips(cells: int) -> Iterator[tuple[str, Symmetry]]:
    yield "reverse", Affine((-1,), (cells + 1,))
    yield "reverse", Affine((-1,), (cells + 2,))  # of the lines between the cells
    if cells % 2 == 0 and cells <= 400:
        half = cells // 2
        yield "halves", Swaps(tuple(((c,), (c + half,)) for c in range(1, half + 1)))


def _rings(points: int) -> Iterator[tuple[str, Symmetry]]:
    if points % 2 == 0:
        yield "opposite", Affine((1,), (points // 2,), modulus=points)
    for shift in range(points):
        yield "reverse", Affine((-1,), (shift + 1,), modulus=points)


def _boxes(sides: tuple[int, ...]) -> Iterator[tuple[str, Symmetry]]:
    yield "middle-point", Affine((-1,) * len(sides), tuple(side + 1 for side in sides))
    for signs in product((1, -1), repeat=len(sides)):
        turned = sum(sign < 0 for sign in signs)
        if 0 < turned < len(sides):
            shifts = (s + 1 if sign < 0 else 0 for s, sign in zip(sides, signs, strict=True))
            yield "half-turn" if turned == 2 else "plane", Affine(signs, tuple(shifts))
    for one, two in combinations(range(len(sides)), 2):
        if sides[one] == sides[two]:
            order = list(range(len(sides)))
            order[one], order[two] = two, one
            yield "coordinates", Affine((1,) * len(sides), (0,) * len(sides), tuple(order))
