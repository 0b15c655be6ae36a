"""Proofs that need one look at each move or cell, instead of one at each position.

They rest on the structure that rules declare: in `Placement` two moves exclude each other just if
they share a cell; in `Walk` one goes on to any neighbour that is still there.
"""

from __future__ import annotations

from typing import Any

from nimatron.certificates.forms import Affine, Swaps, carried
from nimatron.errors import Refused
from nimatron.rules.protocol import Placement, Walk


def mirrored(rules: Placement, position: Any, symmetry: Affine | Swaps) -> int:
    """Every move has an image that is another move and shares no cell with it.

    This is enough. The map carries cells to cells, so a move that is free of m and of its image
    has an image that is free of them too: after each pair the moves left again have this property.
    """
    moves = set(rules.moves(position))
    for move in moves:
        said, image = rules.move_text(position, move), rules.image(move, symmetry)
        if image not in moves or rules.image(image, symmetry) != move:
            raise Refused(f"the image of {said} is no move here")
        cells, images = set(rules.footprint(move)), set(rules.footprint(image))
        if images != {carried(symmetry, cell) for cell in cells}:
            raise Refused(f"the map does not carry the cells of {said} to those of its image")
        if not cells.isdisjoint(images):
            raise Refused(f"{said} meets its own image")
    return len(moves)


def paired(rules: Walk, position: Any, pairs: Swaps) -> int:
    """Every cell that may ever be gone to has a partner beside it that is still there.

    This is enough. The winner always goes to the partner, so when the other is about to choose,
    each pair is either whole or gone, and the partner of what he chooses is there.
    """
    partners, there = pairs.partners(), set(rules.cells(position))
    met: set[Any] = set()
    stack = list(rules.moves(position))
    while stack:
        cell = stack.pop()
        if cell in met:
            continue
        met.add(cell)
        partner = partners.get(cell)
        if partner not in there or partner not in rules.neighbours(cell):
            raise Refused(f"cell {cell} has no partner beside it")
        stack += [beyond for beyond in rules.neighbours(partner) if beyond in there]
    return len(met)
