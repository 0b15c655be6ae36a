"""Welter's function and its inverse against the nimbers of the definition."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from nimatron.errors import FormulaError
from nimatron.formulas import Formula
from nimatron.functions import welter, welter_partners
from nimatron.values import mex


@cache
def _grundy(cells: tuple[int, ...]) -> int:
    return mex(
        _grundy(tuple(sorted({*cells, lower} - {cell})))
        for cell in cells
        for lower in range(cell)
        if lower not in cells
    )


def test_the_function_is_the_nimber() -> None:
    for count in range(5):
        for cells in combinations(range(9), count):
            assert welter(cells) == _grundy(cells)


def test_partners_make_it_zero() -> None:
    dice = random.Random(1952)
    for largest in (12, 10**6, 10**18):
        for _ in range(60):
            cells = dice.sample(range(largest), dice.randint(1, 10))
            for place, partner in enumerate(welter_partners(cells)):
                others = cells[:place] + cells[place + 1 :]
                assert partner not in others
                assert welter([*others, partner]) == 0


@pytest.mark.parametrize("cells", [(1, 1), (-1, 2)])
def test_impossible_cells_are_refused(cells: tuple[int, ...]) -> None:
    for formula in ("welter(a)", "welter_partners(a)"):
        with pytest.raises(FormulaError):
            Formula(formula)(a=cells)
