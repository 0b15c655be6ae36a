"""Proofs that need one look at each move or cell, instead of one at each position.

They rest on the structure that rules declare: in `Placement` two moves exclude each other just if
they share a cell; in `Piercing` a move is legal while one of its cells is unused; in `Walk` one
goes on to any neighbour that is still there. Each gives how many moves or cells were looked at,
and whether those were all: it stops after `most` cells.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from nimatron.certificates.forms import Stealing, Swaps, Symmetry, Tiles, carried
from nimatron.certificates.strategy import LONG, length
from nimatron.errors import Refused
from nimatron.rules.protocol import Continuous, Piercing, Placement, Rules, Walk
from nimatron.values import Convention


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


def stolen(rules: Rules, position: Any, stealing: Stealing, most: int) -> tuple[int, bool]:
    """Whatever can be answered to the move could have been played at once.

    This is enough: either the move wins, or an answer to it does, and that could be played at once.
    """
    if rules.loopy:
        raise Refused("strategy stealing is for games that end")
    met = rules.play(position, rules.read_move(position, stealing.move))
    most = max(1, most // (1 + length(position) // LONG))
    at_once: set[Any] = set()
    seen = 0
    for move in islice(rules.moves(met), most):
        seen += 1
        answer = rules.after(met, move)
        if rules.legal(position, move) and rules.after(position, move) == answer:
            continue  # it is the same move, as in most games
        if not at_once:
            at_once = {
                rules.after(position, first) for first in islice(rules.moves(position), most)
            }
        if answer not in at_once:
            raise Refused(f"{rules.move_text(met, move)} cannot be played at once")
    if stealing.convention is Convention.MISERE and not seen:
        raise Refused(f"{stealing.move} ends the game")
    return seen, seen < most
