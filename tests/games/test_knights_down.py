"""The blocks of 4x4 against a table filled straight from the definition."""

from __future__ import annotations

import random
import time

from nimatron.certificates.strategy import value
from nimatron.games.knights_down import GAME, KnightsDown
from nimatron.solve.ask import solve
from nimatron.values import mex

_LARGEST = 26
"""No jump is longer than two cells and blocks have four, so that on boards up to this size every
case occurs of where a cell, what is ahead of it and the edges lie."""


def test_every_cell_of_every_board() -> None:
    for rows in range(1, _LARGEST + 1):
        for columns in range(1, _LARGEST + 1):
            board = KnightsDown(rows, columns)
            table: dict[tuple[int, int], int] = {}
            cells = [(w, k) for w in range(1, rows + 1) for k in range(1, columns + 1)]
            for cell in sorted(cells, key=sum):  # every jump lowers the sum
                table[cell] = mex(table[to] for to in board.options(cell))
                made = GAME.claims[0](board, (cell,))
                assert value(board, (cell,), made) == table[cell], (rows, columns, cell)  # type: ignore[arg-type]


def test_a_hundred_thousand_stones() -> None:
    rng = random.Random(1)
    stones = [(rng.randint(1, 1000), rng.randint(1, 1000)) for _ in range(100_000)]
    text = ",".join(f"{w}-{k}" for w, k in stones)
    began = time.monotonic()
    found = solve("knights-down", text)
    assert time.monotonic() - began < 5
    assert found.method == "claim"
    table = {}
    board = KnightsDown()
    for s in range(2, 2001):
        for w in range(max(1, s - 1000), min(1000, s - 1) + 1):
            table[w, s - w] = mex(table[to] for to in board.options((w, s - w)))
    assert found.grundy == _xor(table[stone] for stone in stones)
    if found.grundy:
        assert found.winning_move is not None


def _xor(values: object) -> int:
    total = 0
    for value_ in values:  # type: ignore[attr-defined]
        total ^= value_
    return total
