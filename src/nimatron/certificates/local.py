"""Proofs that need one look at each move or cell, instead of one at each position.

They rest on the structure that rules declare: in `Placement` two moves exclude each other just if
they share a cell; in `Piercing` a move is legal while one of its cells is unused; in `Walk` one
goes on to any neighbour that is still there. Each gives how many moves or cells were looked at,
and whether those were all: it stops after `most` cells.
"""

from __future__ import annotations

from typing import Any

from nimatron.certificates.forms import Swaps, Symmetry, Tiles, carried
from nimatron.errors import Refused
from nimatron.rules.protocol import Continuous, Piercing, Placement, Walk


def mirrored(
    rules: Placement | Piercing, position: Any, symmetry: Symmetry, most: int
) -> tuple[int, bool]:
    """Every move has an image that is another move and shares no cell with it.

    This is enough. The map carries cells to cells, so a move that is free of m and of its image
    has an image that is free of them too: after each pair the moves left again have this property.
    In `Piercing` the map must also carry the unused cells to themselves: then each pair of moves
    uses up a set that is carried to itself, and an image is alive as long as the move is.
    """
    if isinstance(rules, Piercing):
        unused = set(rules.unused(position))
        if {carried(symmetry, cell) for cell in unused} != unused:
            raise Refused("the map does not carry the unused cells to themselves")
    seen = 0
    for move in rules.moves(position):
        if most <= 0:
            return seen, False
        image = rules.image(move, symmetry)
        if not rules.legal(position, image) or rules.image(image, symmetry) != move:
            raise Refused(f"the image of {rules.move_text(position, move)} is no move here")
        cells, images = rules.footprint(move), set(rules.footprint(image))
        if images != {carried(symmetry, cell) for cell in cells}:
            said = rules.move_text(position, move)
            raise Refused(f"the map does not carry the cells of {said} to those of its image")
        if not images.isdisjoint(cells):
            raise Refused(f"{rules.move_text(position, move)} meets its own image")
        seen, most = seen + 1, most - len(images)
    return seen, True


def tried(rules: Continuous, position: Any, symmetry: Symmetry) -> int:
    """Some moves have images that can be played at once; the proof itself lies in the geometry."""
    seen = 0
    for move in rules.some_moves(position):
        met, image = rules.play(position, move), rules.image(move, symmetry)
        if not rules.legal(met, image):
            raise Refused(f"{rules.move_text(position, move)} cannot be answered by its image")
        seen += 1
    return seen


def paired(rules: Walk, position: Any, pairs: Swaps | Tiles, most: int) -> tuple[int, bool]:
    """Every cell that may ever be gone to has a partner beside it that is still there.

    This is enough. The winner always goes to the partner, so when the other is about to choose,
    each pair is either whole or gone, and the partner of what he chooses is there.
    """
    met: set[Any] = set()
    waiting: list[Any] = []
    for cell in rules.moves(position):
        waiting.append(cell)
        while waiting:
            at = waiting.pop()
            if at in met:
                continue
            if most <= 0:
                return len(met), False
            met.add(at)
            partner = pairs(at)
            if pairs(partner) != at or not rules.there(position, partner):
                raise Refused(f"cell {at} has no partner that is still there")
            beside = rules.neighbours(partner)
            most -= len(beside)
            if at not in beside:
                raise Refused(f"cell {at} is not beside its partner")
            waiting += [beyond for beyond in beside if rules.there(position, beyond)]
    return len(met), True
