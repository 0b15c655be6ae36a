"""The blocks of 4x4 against a table filled straight from the definition."""

from __future__ import annotations

import random
import time

from nimatron.certificates.forms import NimSum
from nimatron.certificates.strategy import value
from nimatron.games.knights_down import GAME, KnightsDown
from nimatron.solve.ask import solve
from nimatron.values import mex, nim_sum

_LARGEST = 26
"""No jump is longer than two cells and blocks have four, so that on boards up to this size every
case occurs of where a cell, what is ahead of it and the edges lie."""


def test_every_cell_of_every_board() -> None:
    for rows in range(1, _LARGEST + 1):
        for columns in range(1, _LARGEST + 1):
            board = KnightsDown(rows, columns)
            made = GAME.claims[0](board, ((1, 1),))
            assert isinstance(made, NimSum)
            table: dict[tuple[int, int], int] = {}
            cells = [(w, k) for w in range(1, rows + 1) for k in range(1, columns + 1)]
            for cell in sorted(cells, key=sum):  # every jump lowers the sum
                table[cell] = mex(table[to] for to in board.options(cell))
                assert value(board, (cell,), made) == table[cell], (rows, columns, cell)


def test_a_hundred_thousand_stones() -> None:
    rng, size = random.Random(1), 300
    stones = [(rng.randint(1, size), rng.randint(1, size)) for _ in range(100_000)]
    began = time.monotonic()
    found = solve("knights-down", stones, rows=size, columns=size)
    assert time.monotonic() - began < 10
    assert found.method == "claim"
    board = KnightsDown(size, size)
    table: dict[tuple[int, int], int] = {}
    for total in range(2, 2 * size + 1):  # every jump lowers the sum of the coordinates
        for w in range(max(1, total - size), min(size, total - 1) + 1):
            table[w, total - w] = mex(table[to] for to in board.options((w, total - w)))
    assert found.grundy == nim_sum(*(table[stone] for stone in stones))
    assert (found.winning_move is None) == (found.grundy == 0)
