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
from nimatron.certificates.forms import Certificate, Opening, Pairing, Patch, Swaps, Tiles
from nimatron.errors import ParameterError, PositionError
from nimatron.game import Fact, Game, claim
from nimatron.rules.graphs import matching
from nimatron.rules.grids import Cell, bits
from nimatron.rules.protocol import Position, Rules
from nimatron.rules.walks import NOWHERE, CutWalk

_LECTURE = "lecture 000, the strategy of pairs"
_FRAENKEL = (
    "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography,"
    " Theoretical Computer Science 112 (1993)"
)
_EDGE = re.compile(r"\s*([0-9]{1,6})\s*-\s*([0-9]{1,6})\s*", re.ASCII)
_MOST_MATCHED = 20_000  # cells that are left, for a maximum matching within a second or so

Edge = tuple[int, int]


@dataclass(frozen=True)
class Geography(CutWalk):
    """The vertices of a graph stand in one row, so that graphs and boards have the same text."""

    edges: tuple[Edge, ...] = ()
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

    def neighbours(self, cell: Cell) -> Collection[Cell]:
        if self.edges:
            return [(1, vertex) for vertex in _adjacent(self.edges).get(cell[1], ())]
        row, column = cell
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [beside for beside in around if self.has(beside)]

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


@lru_cache(maxsize=16)
def _adjacent(edges: tuple[Edge, ...]) -> dict[int, list[int]]:
    beside: dict[int, list[int]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    return {vertex: sorted(set(to)) for vertex, to in beside.items()}


def by_pairs(walk: CutWalk, position: Any, whole: Tiles, alone: Cell | None) -> Certificate | None:
    """The certificate of a walk, from a pairing of all cells but perhaps one of the whole board.

    As long as only whole pairs are cut, the pairing of the whole board goes on to serve, which is
    quick on any board; otherwise a maximum matching of what is left decides.
    """
    used, at = position
    if alone is None or used >> walk.place(alone) & 1:
        cut = (walk.cell(place) for place in bits(used))
        broken = [cell for cell in cut if cell != alone and walk.there(position, whole(cell))]
        if not broken:
            return Pairing(whole)
        if broken == [walk.cell(at)] and whole(broken[0]) in walk.neighbours(broken[0]):
            return Opening(_cut(whole(broken[0])), Pairing(whole))
    elif at == NOWHERE:
        return Opening(_cut(alone), Pairing(whole))
    return by_matching(walk, position)


def by_matching(walk: CutWalk, position: Any) -> Certificate | None:
    """The certificate of a walk from a maximum matching, unless there is too much left."""
    used, at = position
    if walk.area - used.bit_count() > _MOST_MATCHED:
        return None
    pairs = matching(walk.links(used))
    if at == NOWHERE:
        paired = {cell for pair in pairs for cell in pair}
        single = next((c for c in walk.cells(position) if c not in paired), None)
        lost = Pairing(Swaps(tuple(pairs)))
        return lost if single is None else Opening(_cut(single), lost)
    with_last = matching(walk.links(used & ~(1 << at)))
    if len(pairs) == len(with_last):  # as many pairs without the last cut cell: it is not needed
        return Pairing(Swaps(tuple(pairs)))
    here = walk.cell(at)
    own = next(pair for pair in with_last if here in pair)
    rest = tuple(pair for pair in with_last if pair is not own)
    return Opening(_cut(own[0] if own[1] == here else own[1]), Pairing(Swaps(rest)))


def _cut(cell: Cell) -> str:
    return f"cut {cell[0]},{cell[1]}"


def _dominoes(rows: int, columns: int) -> Tiles:
    """A whole board in dominoes along the rows, an odd last column down; a corner may be left."""
    across = Patch(1, 1, rows, columns // 2 * 2, (1, 2), (((1, 1), (1, 2)),))
    down = Patch(1, columns, rows // 2 * 2, columns % 2, (2, 1), (((1, 1), (2, 1)),))
    return Tiles((across, down))


@claim(proved=_FRAENKEL)
def partners(geography: Geography, position: Any) -> Certificate | None:
    """The player to move loses just if the cells that are left can be paired with neighbours so
    that no more pairs are possible with the last cut cell put back (at the start: if all cells
    can be paired). The answer to each cell is its partner; a won position is won by first going
    to the partner of the last cut cell (at the start: to a cell without partner)."""
    if geography.edges:
        return by_matching(geography, position)
    rows, columns = geography.rows, geography.columns
    corner = (rows, columns) if rows * columns % 2 else None
    return by_pairs(geography, position, _dominoes(rows, columns), corner)


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
        Fact("1000x1000", "P", 0),
    ],
)
