"""Rows are legal as long as a cube is unpierced; cubes of odd side cannot simply be copied."""

from __future__ import annotations

import pytest

from nimatron.certificates.check import check
from nimatron.certificates.forms import Mirror, Opening
from nimatron.errors import Refused
from nimatron.games.needles import GAME, Needles, _turn
from nimatron.solve.ask import solve
from nimatron.solve.verify import positions


def test_the_structure_is_as_declared() -> None:
    for rules, start in GAME.small():
        for at in positions(rules, start):
            assert isinstance(rules, Needles)
            unused = set(rules.unused(at))
            every = [
                (0, y, z) for y in range(1, rules.width + 1) for z in range(1, rules.height + 1)
            ]
            for row in every:
                assert rules.legal(at, row) == (not unused.isdisjoint(rules.footprint(row)))
            for move in rules.moves(at):
                left = set(rules.unused(rules.after(at, move)))
                assert left == unused - set(rules.footprint(move))


@pytest.mark.parametrize("side", [3, 5])
def test_middle_row_then_copying_loses_on_an_odd_cube(side: int) -> None:
    cube, middle = Needles(side, side, side), (side + 1) // 2
    with pytest.raises(Refused, match=r"meets its own image|is no move"):
        first = cube.move_text(0, (0, middle, middle))
        check(cube, 0, Opening(first, Mirror(_turn(cube))))
    assert all(claim(cube, 0) is None for claim in GAME.claims)


@pytest.mark.heavy
def test_odd_boxes_by_search() -> None:
    assert str(solve("needles", "1x3x5").outcome) == "P"
    assert str(solve("needles", "1x3x3").outcome) == "N"
