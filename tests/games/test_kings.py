"""The board of 8x8: no symmetry helps, search decides."""

from __future__ import annotations

from itertools import product

import pytest

from nimatron.certificates.forms import Affine
from nimatron.games.kings import GAME, Kings
from nimatron.solve.ask import solve
from nimatron.solve.limits import Limits


def test_every_symmetry_of_the_square_brings_a_king_next_to_itself() -> None:
    board = Kings(8, 8)
    for order, signs in product(((0, 1), (1, 0)), product((1, -1), repeat=2)):
        shifts = tuple(0 if sign > 0 else 9 for sign in signs)
        symmetry = Affine(signs, shifts, order)
        cells = list(board.moves(board.start()))
        assert {symmetry(cell) for cell in cells} == set(cells)
        assert any(
            max(abs(a - b) for a, b in zip(cell, symmetry(cell), strict=True)) <= 1
            for cell in cells
        )
    assert all(claim(board, board.start()) is None for claim in GAME.claims)


NIMBERS = {"6x6": 1, "6x7": 1, "4x8": 0, "5x7": 5}


@pytest.mark.heavy
@pytest.mark.parametrize("size", NIMBERS)
def test_nimbers_by_search(size: str) -> None:
    assert solve("kings", size, limits=Limits(seconds=300)).grundy == NIMBERS[size]
