"""Node Kayles: a graph. A move takes a vertex that is left, and all its neighbours go with it. Who
cannot move loses."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.errors import ParameterError, PositionError
from nimatron.game import Fact, Game
from nimatron.games.geography import Geography
from nimatron.rules.grids import Cell, bits
from nimatron.rules.protocol import Position, Rules
from nimatron.rules.standing import Pieces, Standing

_SCHAEFER = (
    "T. J. Schaefer, On the complexity of some two-person perfect-information games,"
    " Journal of Computer and System Sciences 16 (1978)"
)

Edge = tuple[int, int]


@dataclass(frozen=True)
class NodeKayles(Standing):
    """The vertices stand in one row, so that the text is that of a board; a taken vertex is a
    piece that attacks its neighbours."""

    rows: int = 1
    columns: int = 5
    edges: tuple[Edge, ...] = ((1, 2), (2, 3), (3, 4), (4, 5))
    letter: ClassVar[str] = "@"
    verb: ClassVar[str] = "take"
    notation: ClassVar[str] = (
        "1x5 for the whole graph of 5 vertices, or the vertices in one row, `@` a taken one, `#`"
        " one that is out of play, `.` any other: @...#"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if any(len(edge) != 2 or min(edge) < 1 or edge[0] == edge[1] for edge in self.edges):
            raise ParameterError("edges between two vertices, such as 1-2,2-3", self.edges)
        size = max((max(edge) for edge in self.edges), default=1)
        if self.rows > 1:
            raise PositionError("the vertices in one row, such as 1x5", self.rows)
        if self.columns < size:
            object.__setattr__(self, "columns", size)

    def around(self, cell: Cell) -> Collection[Cell]:
        return [(1, vertex) for vertex in _adjacent(self.edges).get(cell[1], ())]

    def footprint(self, move: Cell) -> Collection[Any]:
        """The vertex and the edges at it."""
        return {move, *(frozenset((move, beside)) for beside in self.around(move))}

    def canonical(self, position: Pieces) -> Pieces:
        return self.without(self.free(position))

    def move_text(self, position: Pieces, move: Cell) -> str:
        return f"take {move[1]}"

    def read_move(self, position: Pieces, text: str) -> Cell:
        word = text.strip().lower().removeprefix("take").strip()
        return super().read_move(position, f"1,{word}" if word.isdigit() else text)

    def picture(self, position: Pieces) -> pictures.Picture:
        closed = {p + 1: "#" for p in bits(self.full & ~self.free(position))}
        return pictures.Graph(
            self.columns, self.edges, closed | {p + 1: "@" for p in bits(position[0])}
        )

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        yield self, self.start()

    @classmethod
    def read_parameter(cls, name: str, text: str) -> tuple[Edge, ...]:
        return Geography.read_parameter(name, text)


@lru_cache(maxsize=16)
def _adjacent(edges: tuple[Edge, ...]) -> dict[int, list[int]]:
    beside: dict[int, list[int]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    return {vertex: sorted(set(to)) for vertex, to in beside.items()}


GAME = Game(
    NodeKayles,
    sources=[_SCHAEFER],
    trials=[
        {},
        {"edges": "1-2,2-3,3-1"},
        {"edges": "1-2,2-3,3-4,4-5,5-6,6-1,1-4"},
        {"edges": "1-2,1-3,1-4,4-5,4-6"},
    ],
    facts=[
        # Paths: Dawson's game 0.137, that is, stones no two of which are neighbours.
        *(
            Fact(
                f"1x{n}",
                grundy=g,
                parameters={"edges": ",".join(f"{i}-{i + 1}" for i in range(1, n))},
            )
            for n, g in enumerate([1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5], 1)
            if n > 1
        ),
        Fact("1x3", "N", 1, parameters={"edges": "1-2,2-3,3-1"}),
        Fact("1x4", "P", 0, parameters={"edges": "1-2,2-3,3-4,4-1"}),
        Fact("1x6", "P", 0, parameters={"edges": "1-2,2-3,3-4,4-5,5-6,6-1"}),
    ],
)
