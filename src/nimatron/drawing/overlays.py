"""The marks that show a certificate on the board: its axis, its pairs, its nimbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from nimatron import pictures
from nimatron.certificates import forms
from nimatron.certificates.forms import Affine, Certificate, Swaps, Symmetry, Tiles
from nimatron.certificates.strategy import value
from nimatron.drawing.heaps import lying
from nimatron.drawing.links import links_of
from nimatron.drawing.marks import Axis, Highlight, Label, Mark, Pair
from nimatron.drawing.places import Place
from nimatron.errors import NimatronError
from nimatron.rules.protocol import Rules
from nimatron.rules.sums import Sum

__all__ = [
    "Axis", "Highlight", "Label", "Mark", "Pair", "just_moved", "labels_of", "last_move",
    "overlay_of",
]  # fmt: skip

_MOST_PAIRS = 400
_MOST_VALUES = 64


def overlay_of(rules: Rules, position: Any, certificate: Certificate) -> tuple[Mark, ...]:
    """What can be shown of a certificate on the picture of the position."""
    picture = rules.picture(position)
    return tuple(_shown(rules, position, certificate, picture))


def last_move(rules: Rules, before: Any, move: Any) -> tuple[Mark, ...]:
    """Marks for a move, to be laid on the picture before it or, where places stay, after it."""
    (link,) = links_of(rules, before, [move], lambda move: "")
    return tuple(Highlight(place) for place in link.places)


def just_moved(rules: Rules, before: Any, move: Any, after: Any) -> tuple[Mark, ...]:
    """Marks for the move that led here, if what it touched is still at the same places."""
    if not _places_stay(rules.picture(before), rules.picture(after)):
        return ()
    return last_move(rules, before, move)


def _places_stay(before: pictures.Picture, after: pictures.Picture) -> bool:
    match before, after:
        case pictures.Heaps(), pictures.Heaps():
            return len(before.piles) == len(after.piles) and not lying(before)
        case pictures.Strip(), pictures.Strip():
            return len(before.cells) == len(after.cells)
        case pictures.Grid(), pictures.Grid():
            return (before.rows, before.columns) == (after.rows, after.columns)
        case pictures.Ring(), pictures.Ring():
            return len(before.points) == len(after.points)
        case pictures.Tree(), pictures.Tree():
            return before.parents == after.parents
        case pictures.Disc(), pictures.Disc():
            return True
        case pictures.Side(), pictures.Side():
            pairs = zip(before.pictures, after.pictures, strict=False)
            return len(before.pictures) == len(after.pictures) and all(
                one == other or _places_stay(one, other) for one, other in pairs
            )
    return False


def labels_of(rules: Rules, position: Any, nimbers: Sequence[int]) -> tuple[Mark, ...]:
    """Nimbers of the components, each at its component, where the picture tells them apart."""
    picture = rules.picture(position)
    if isinstance(picture, pictures.Heaps):
        # Components are the piles that are not empty, in their order.
        piles = [i for i, n in enumerate(picture.piles, 1) if n]
        if len(piles) == len(nimbers) and tuple(rules.components(position)) == tuple(
            (n,) for n in picture.piles if n
        ):
            return tuple(
                Label(("top", pile), f"*{nimber}")
                for pile, nimber in zip(piles, nimbers, strict=True)
            )
    if isinstance(picture, pictures.Side) and len(picture.pictures) == len(nimbers):
        return tuple(Label(("part", i), f"*{n}") for i, n in enumerate(nimbers, 1))
    if isinstance(picture, (pictures.Grid, pictures.Strip)):
        return tuple(_labels_on_cells(rules, position, nimbers))
    return ()


def _shown(
    rules: Rules, position: Any, certificate: Certificate, picture: pictures.Picture
) -> Iterator[Mark]:
    if isinstance(certificate, forms.Mirror):
        yield from _mirrored(certificate.symmetry, picture)
    elif isinstance(certificate, forms.Pairing):
        yield from _paired(certificate.pairs, picture, rules, position)
    elif isinstance(certificate, (forms.Opening, forms.Stealing)):
        try:
            move = rules.read_move(position, certificate.move)
            (link,) = links_of(rules, position, [move], lambda move: "")
        except NimatronError:
            return
        yield from (Highlight(place, "best") for place in link.places)
        if isinstance(certificate, forms.Opening):
            after = rules.after(position, move)
            if type(rules.picture(after)) is type(picture):
                yield from _shown(rules, after, certificate.then, rules.picture(after))
    elif isinstance(certificate, forms.NimSum):
        parts = rules.components(position)
        if 1 < len(parts) <= _MOST_VALUES:
            yield from labels_of(
                rules, position, [value_of(rules, part, certificate) for part in parts]
            )
    elif isinstance(certificate, forms.Parts) and isinstance(rules, Sum):
        parts_of = zip(rules.summands, position, certificate.parts, strict=True)
        for number, (part_rules, part, inner) in enumerate(parts_of, 1):
            marks = _shown(part_rules, part, inner, part_rules.picture(part))
            yield from (_within(number, mark) for mark in marks)


def value_of(rules: Rules, component: Any, certificate: forms.NimSum) -> int:
    """The value that a nim sum gives to one component."""
    return value(rules, component, certificate)


def _within(part: int, mark: Mark) -> Mark:
    """A mark on one of several pictures."""
    if isinstance(mark, Axis):
        return Axis(tuple(("part", part, end) for end in mark.ends))
    if isinstance(mark, Pair):
        return Pair(("part", part, mark.one), ("part", part, mark.other))
    if isinstance(mark, Highlight):
        return Highlight(("part", part, mark.place), mark.tone)
    return Label(("part", part, mark.place), mark.text)


# ---- symmetries


def _mirrored(symmetry: Symmetry, picture: pictures.Picture) -> Iterator[Mark]:
    if not isinstance(symmetry, Affine):
        yield from _paired(symmetry, picture, None, None)
    elif isinstance(picture, pictures.Strip):
        yield Axis((("cell", symmetry.shifts[0] / 2),))
    elif isinstance(picture, pictures.Grid):
        yield from _on_board(symmetry, picture)
    elif isinstance(picture, pictures.Ring):
        yield _on_ring(symmetry, len(picture.points))
    else:
        yield Axis((("middle",),))


def _on_board(symmetry: Affine, board: pictures.Grid) -> Iterator[Mark]:
    (one, two), (down, right) = symmetry.signs, symmetry.shifts
    rows, columns = board.rows, board.columns
    if symmetry.order and symmetry.order != (0, 1):
        # A diagonal: down the board if both grow together, up if one falls as the other grows.
        ends = (
            (("cell", 0.5, 0.5), ("cell", rows + 0.5, columns + 0.5))
            if one > 0
            else (("cell", rows + 0.5, 0.5), ("cell", 0.5, columns + 0.5))
        )
        yield Axis(ends)
    elif one < 0 and two < 0:
        yield Axis((("cell", down / 2, right / 2),))
    elif two < 0:
        yield Axis((("cell", 0.3, right / 2), ("cell", rows + 0.7, right / 2)))
    elif one < 0:
        yield Axis((("cell", down / 2, 0.3), ("cell", down / 2, columns + 0.7)))
    else:
        yield from ()


def _on_ring(symmetry: Affine, points: int) -> Mark:
    if symmetry.signs[0] > 0:
        return Axis((("middle",),))
    first = symmetry.shifts[0] / 2
    return Axis((("point", first), ("point", first + points / 2)))


def _paired(
    pairs: Swaps | Tiles, picture: pictures.Picture, rules: Any, position: Any
) -> Iterator[Mark]:
    """Each pair once; of tiles those on the board."""
    every = iter(pairs.pairs) if isinstance(pairs, Swaps) else _tiled(pairs, picture)
    for one, other in islice(every, _MOST_PAIRS):
        if one != other:
            yield Pair(_place(picture, one), _place(picture, other))


def _tiled(tiles: Tiles, picture: pictures.Picture) -> Iterator[tuple[Any, Any]]:
    if not isinstance(picture, pictures.Grid):
        return
    for row in range(1, picture.rows + 1):
        for column in range(1, picture.columns + 1):
            partner = tiles((row, column))
            if (row, column) < partner and (row, column) not in picture.marks:
                yield (row, column), partner


def _place(picture: pictures.Picture, cell: Any) -> Place:
    """The place of a cell as rules name it."""
    coordinates = cell if isinstance(cell, tuple) else (cell,)
    if isinstance(picture, pictures.Graph):
        return ("node", coordinates[-1])
    if isinstance(picture, pictures.Ring):
        return ("point", *coordinates)
    return ("cell", *coordinates)


def _labels_on_cells(rules: Rules, position: Any, nimbers: Sequence[int]) -> Iterator[Mark]:
    """A component that is a position of the same board has the cells that are still free in it."""
    whole = _free(rules.picture(position))
    for part, nimber in zip(rules.components(position), nimbers, strict=False):
        shown = rules.picture(part)
        free = [cell for cell in _free(shown) if cell in whole]
        if not free or type(shown) is not type(rules.picture(position)) or len(free) == len(whole):
            continue
        middle = [sum(cell[i] for cell in free) / len(free) for i in range(len(free[0]))]
        nearest = min(
            free, key=lambda cell: sum((a - b) ** 2 for a, b in zip(cell, middle, strict=True))
        )
        yield Label(("cell", *nearest), f"*{nimber}")


def _free(picture: pictures.Picture) -> list[tuple[int, ...]]:
    if isinstance(picture, pictures.Strip):
        return [(i,) for i, mark in enumerate(picture.cells, 1) if mark == "."]
    if isinstance(picture, pictures.Grid):
        every = ((r, c) for r in range(1, picture.rows + 1) for c in range(1, picture.columns + 1))
        return [cell for cell in every if cell not in picture.marks]
    return []
