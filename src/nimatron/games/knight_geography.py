"""Knight's geography: the first player cuts any cell out of the board; after that each player cuts
a cell that is still there and lies a knight's move from the one cut last. Who cannot move loses."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt
from typing import Any

from nimatron import pictures
from nimatron.certificates.forms import Certificate, Patch, Tiles
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.games.geography import by_matching, by_pairs
from nimatron.rules.grids import Cell
from nimatron.rules.protocol import Position, Rules
from nimatron.rules.walks import CutWalk

_LECTURE = "lecture 000, the strategy of pairs"
_FRAENKEL = (
    "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography,"
    " Theoretical Computer Science 112 (1993)"
)
_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

Pairs = tuple[tuple[Cell, Cell], ...]


@dataclass(frozen=True)
class KnightGeography(CutWalk):
    def neighbours(self, cell: Cell) -> Collection[Cell]:
        return _jumps(self.rows, self.columns, cell)

    def picture(self, position: Position) -> pictures.Picture:
        marks = self.marks(position)
        return pictures.Grid(self.rows, self.columns, marks, {"@": "knight"})

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        """Squares first, which are the game of the lecture; then the other boards."""
        for size in range(1, isqrt(bound) + 1):
            board = replace(self, rows=size, columns=size)
            yield board, board.start()
        for rules, start in super().small(bound):
            if isinstance(rules, KnightGeography) and rules.rows != rules.columns:
                yield rules, start


@lru_cache(maxsize=100_000)
def _jumps(rows: int, columns: int, cell: Cell) -> list[Cell]:
    around = [(cell[0] + down, cell[1] + right) for down, right in _JUMPS]
    return [(r, c) for r, c in around if 1 <= r <= rows and 1 <= c <= columns]


def _read(digits: str) -> Pairs:
    """Pairs of cells written as four digits each: row, column, row, column."""
    words = (tuple(map(int, word)) for word in digits.split())
    return tuple(((a, b), (c, d)) for a, b, c, d in words)


# Tiles, and squares in the middle; each pair is a knight's move apart.
_TWO_BY_FOUR = _read("1123 1224 1321 1422")
_FOUR_BY_THREE = _read("1123 1233 1332 2142 2241 3143")
_SQUARES = {
    1: (),
    3: _read("1123 1231 1332 2133"),
    5: _read("1123 1231 1325 1422 1534 2142 2445 3251 3554 4153 4355 4452"),
    6: _read("1123 1233 1321 1422 1536 1624 2546 2645 3152 3253 3455 3556 4162 4261 4364 4465 5163")
    + _read("5466"),
    7: _read("1132 1231 1321 1422 1527 1637 1725 2335 2445 2647 3354 3453 3657 4162 4263 4364 4665")
    + _read("5172 5271 5576 5677 6173 6674 6775"),
}


def _turned(pairs: Pairs) -> Pairs:
    """Rows and columns changed."""
    return tuple(((b, a), (d, c)) for (a, b), (c, d) in pairs)


def _upright(top: int, left: int, rows: int, columns: int) -> Patch:
    return Patch(top, left, rows, columns, (4, 2), _turned(_TWO_BY_FOUR))


def _lying(top: int, left: int, rows: int, columns: int) -> Patch:
    return Patch(top, left, rows, columns, (2, 4), _TWO_BY_FOUR)


def _square(size: int, at: int = 1) -> Patch:
    return Patch(at, at, size, size, (size, size), _SQUARES[size])


def _even(size: int) -> Tiles:
    if size % 4 == 0:
        return Tiles((_lying(1, 1, size, size),))
    return Tiles((_square(6), _lying(1, 7, 6, size - 6), _upright(7, 1, size - 6, size)))


def _odd(size: int) -> Tiles:
    """A square of 1, 3, 5 or 7 without its middle, and around it four strips like a pinwheel."""
    inner = size % 8
    width, far = (size - inner) // 2, (size + inner) // 2
    if not width:
        return Tiles((_square(inner),))
    turned = _turned(_FOUR_BY_THREE)
    patches = [_square(inner, width + 1)]
    for top, left in ((1, 1), (far + 1, width + 1)):
        patches += [
            Patch(top, left, width, 3, (4, 3), _FOUR_BY_THREE),
            _upright(top, left + 3, width, far - 3),
        ]
    for top, left in ((1, far + 1), (width + 1, 1)):
        patches += [
            Patch(top, left, 3, width, (3, 4), turned),
            _lying(top + 3, left, far - 3, width),
        ]
    return Tiles(tuple(patches))


@claim(proved=_FRAENKEL)
def partners(knight: KnightGeography, position: Any) -> Certificate | None:
    """The player to move loses just if the cells that are left can be paired by knight's moves so
    that no more pairs are possible with the last cut cell put back (at the start: if all cells
    can be paired). So a whole square of even side is lost, but for 2x2, and one of odd side is
    won from its centre; the answer to each cell is its partner."""
    size = knight.rows
    if size != knight.columns or size == 2:
        return by_matching(knight, position)
    centre = ((size + 1) // 2, (size + 1) // 2) if size % 2 else None
    return by_pairs(knight, position, _odd(size) if centre else _even(size), centre)


GAME = Game(
    KnightGeography,
    title="Knight's geography",
    claims=[partners],
    sources=[_LECTURE, _FRAENKEL],
    test_to=12,
    facts=[
        Fact("1x1", "N", winning=("cut 1,1",)),
        Fact("2x2", "N"),
        Fact("3x3", "N", winning=("cut 2,2",)),
        Fact("4x4", "P", 0),
        Fact("6x6", "P", 0),
        Fact("5x5", "N"),
        Fact("7x7", "N"),
        Fact("1000x1000", "P", 0),
        Fact("999x999", "N"),
    ],
    errata=[
        Erratum(
            where="lecture 000, the strategy of pairs, example 2",
            said="on a square board of even side the second player wins",
            truth="the board of side 2 has no knight's move, so the first player wins there",
            wrong="rows % 2 == 1",
            counterexample="2x2",
        ),
        Erratum(
            where="lecture 000, the strategy of pairs, example 2",
            said="the pairs are the steps of a knight's tour, found by always jumping to the cell"
            " with the fewest ways on",
            truth="a maximum matching gives pairs wherever there are any: the board of side 4 has"
            " no knight's tour, yet its cells can be paired",
            counterexample="4x4",
        ),
    ],
)
