"""Geography: the first player cuts any cell out of the board; after that each player cuts a cell
that is still there and shares a side with the one cut last. Who cannot move loses. With `edges`
it is played on the vertices of any graph."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, Opening, Pairing, Swaps
from nimatron.errors import ParameterError, PositionError
from nimatron.game import Fact, Game, claim
from nimatron.rules.graphs import matching
from nimatron.rules.grids import Cell, PointBoard, bits
from nimatron.rules.protocol import Position, Rules, Walk

_LECTURE = "lecture 000, the strategy of pairs"
_FRAENKEL = (
    "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography,"
    " Theoretical Computer Science 112 (1993)"
)
_EDGE = re.compile(r"\s*([0-9]{1,6})\s*-\s*([0-9]{1,6})\s*", re.ASCII)
_NOBODY = -1

Edge = tuple[int, int]


@dataclass(frozen=True)
class Geography(PointBoard, Walk):
    """A position is the cut cells as bits, and the place of the last one, -1 at the start.

    The vertices of a graph stand in one row, so that both have the same text.
    """

    edges: tuple[Edge, ...] = ()
    verb: ClassVar[str] = "cut"
    notation: ClassVar[str] = (
        "4x5 for a whole board of 4 rows and 5 columns, or the rows from the top joined by |, `.` a"
        " cell, `#` a cut one, `@` the one cut last: .@#|...; of a graph the vertices in one row"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for edge in self.edges:
            if len(edge) != 2 or min(edge) < 1 or edge[0] == edge[1]:
                raise ParameterError("edges between two vertices, such as 1-2,2-3", edge)
        if self.edges and self.rows > 1:
            size = max(max(edge) for edge in self.edges)
            object.__setattr__(self, "rows", 1)
            object.__setattr__(self, "columns", size)
        if self.edges and self.columns < max(max(edge) for edge in self.edges):
            raise PositionError("a place for every vertex of the edges", self.columns)

    def start(self) -> Position:
        return 0, _NOBODY

    def check(self, position: Position) -> None:
        used, at = position if isinstance(position, tuple) and len(position) == 2 else (-1, -1)
        super().check(used)
        if (used == 0) != (at == _NOBODY) or (used and not used >> at & 1):
            raise PositionError("just one cut cell marked @ as the last", position)

    def neighbours(self, cell: Cell) -> Collection[Cell]:
        if self.edges:
            return [(1, vertex) for vertex in _adjacent(self.edges).get(cell[1], ())]
        row, column = cell
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [beside for beside in around if self.has(beside)]

    def cells(self, position: Position) -> Collection[Cell]:
        return [self.cell(place) for place in bits(self.full & ~position[0])]

    def moves(self, position: Position) -> Iterator[Cell]:
        used, at = position
        if at == _NOBODY:
            return iter(self.cells(position))
        return (c for c in self.neighbours(self.cell(at)) if not used & self.bit(c))

    def after(self, position: Position, move: Cell) -> Position:
        return position[0] | self.bit(move), self.place(move)

    def allowed(self, position: Position, cell: Cell) -> bool:
        used, at = position
        if used & self.bit(cell):
            return False
        return at == _NOBODY or cell in self.neighbours(self.cell(at))

    def canonical(self, position: Position) -> Position:
        """Only the cells that can still be reached matter; of the others all are taken as cut."""
        used, at = position
        if at == _NOBODY:
            return position
        met, stack = 1 << at, [self.cell(at)]
        while stack:
            for beside in self.neighbours(stack.pop()):
                if not (used | met) & self.bit(beside):
                    met |= self.bit(beside)
                    stack.append(beside)
        return self.full & ~met | 1 << at, at

    def marks(self, position: Position) -> dict[Cell, str]:
        used, at = position
        return {self.cell(place): "@" if place == at else "#" for place in bits(used)}

    def from_marks(self, marks: str) -> Position:
        if set(marks) - set(".#@"):
            letter = min(set(marks) - set(".#@"))
            raise PositionError("cells marked . (there), # (cut) or @ (cut last)", letter)
        if marks.count("@") != (1 if "#" in marks or "@" in marks else 0):
            raise PositionError("just one cut cell marked @ as the last", marks)
        return super().from_marks(marks.replace("@", "#")), marks.find("@")

    def picture(self, position: Position) -> pictures.Picture:
        if not self.edges:
            return super().picture(position)
        marks = {cell[1]: mark for cell, mark in self.marks(position).items()}
        return pictures.Graph(self.columns, self.edges, marks)

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        if self.edges:
            yield self, self.start()
            return
        for board, _ in super().small(bound):
            yield board, board.start()

    @classmethod
    def read_parameter(cls, name: str, text: str) -> tuple[Edge, ...]:
        edges = []
        for word in text.split(","):
            match = _EDGE.fullmatch(word)
            if match is None:
                raise ParameterError("edges such as 1-2,2-3,3-1", word)
            edges.append((int(match[1]), int(match[2])))
        return tuple(edges)

    def graph(self, used: int) -> list[tuple[Cell, Cell]]:
        """The edges between cells that are not cut."""
        cells = [self.cell(place) for place in bits(self.full & ~used)]
        there = set(cells)
        return [(a, b) for a in cells for b in self.neighbours(a) if a < b and b in there]


@lru_cache(maxsize=16)
def _adjacent(edges: tuple[Edge, ...]) -> dict[int, list[int]]:
    beside: dict[int, list[int]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    return {vertex: sorted(set(to)) for vertex, to in beside.items()}


def _pairs(geography: Geography, used: int) -> list[tuple[Cell, Cell]]:
    """As many disjoint pairs of neighbours as there can be among the cells that are not cut."""
    if used == 0 and not geography.edges:
        return _dominoes(geography.rows, geography.columns)
    return matching(geography.graph(used))


def _dominoes(rows: int, columns: int) -> list[tuple[Cell, Cell]]:
    """A whole board in dominoes along the rows, an odd last column down; a corner may be left."""
    across = [((r, c), (r, c + 1)) for r in range(1, rows + 1) for c in range(1, columns, 2)]
    down = [((r, columns), (r + 1, columns)) for r in range(1, rows, 2)] if columns % 2 else []
    return across + down


@claim(proved=_FRAENKEL)
def partners(geography: Geography, position: Any) -> Certificate | None:
    """The player to move loses just if the cells that are left can be paired with neighbours so
    that no more pairs are possible with the last cut cell put back (at the start: if all cells
    can be paired). The answer to each cell is its partner; a won position is won by first going
    to the partner of the last cut cell (at the start: to a cell without partner)."""
    used, at = position
    if at == _NOBODY:
        pairs = _pairs(geography, used)
        paired = {cell for pair in pairs for cell in pair}
        single = next((c for c in geography.cells(position) if c not in paired), None)
        lost = Pairing(Swaps(tuple(pairs)))
        return lost if single is None else Opening(f"cut {single[0]},{single[1]}", lost)
    here = geography.cell(at)
    pairs = _pairs(geography, used & ~(1 << at))
    own = next((pair for pair in pairs if here in pair), None)
    if own is None:
        return Pairing(Swaps(tuple(pairs)))
    rest = tuple(pair for pair in pairs if pair is not own)
    partner = own[0] if own[1] == here else own[1]
    without = _pairs(geography, used)
    if len(without) == len(pairs):  # as many pairs without the last cut cell: it is not needed
        return Pairing(Swaps(tuple(without)))
    return Opening(f"cut {partner[0]},{partner[1]}", Pairing(Swaps(rest)))


GAME = Game(
    Geography,
    claims=[partners],
    sources=[_LECTURE, _FRAENKEL],
    trials=[{}, {"edges": "1-2,2-3,3-1,3-4,4-5"}, {"edges": "1-2,2-3,3-4,4-5,5-1"}],
    facts=[
        Fact("4x5", "P", 0),
        Fact("3x3", "N"),
        Fact("1x1", "N", winning=("cut 1,1",)),
        Fact("100x100", "P", 0),
    ],
)
