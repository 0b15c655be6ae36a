"""Games of placing pieces no two of which attack each other, on boards and graphs.

A position is the pieces and the other cells that are out of play, both as bits. A cell that a
piece attacks needs no mark of its own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.errors import PositionError
from nimatron.rules.grids import Cell, PointBoard, bits, pushed, symmetries
from nimatron.rules.protocol import Placement, Position

_MOST_TURNED = 400  # cells of a board for which mirror images are compared
Pieces = tuple[int, int]


@dataclass(frozen=True)
class Standing(PointBoard, Placement):
    """Put a piece on a free cell that no piece attacks."""

    verb: ClassVar[str] = "put"
    letter: ClassVar[str] = "K"
    piece: ClassVar[str] = "king"

    @abstractmethod
    def around(self, cell: Cell) -> Collection[Cell]:
        """The cells that a piece on this cell attacks, on an empty board."""

    def reach(self, place: int) -> int:
        """The cell and all that a piece on it attacks, as bits."""
        return _reach(self, place)

    def start(self) -> Pieces:
        return 0, 0

    def check(self, position: Position) -> None:
        if not isinstance(position, tuple) or len(position) != 2:
            raise PositionError(f"a position of a {self.rows}x{self.columns} board", position)
        pieces, gone = position
        super().check(pieces)
        super().check(gone)
        attacked = self.attacked(pieces)
        if gone & attacked:
            raise PositionError("cells out of play only where no piece attacks", position)
        for place in bits(pieces):
            if pieces & self.reach(place) != 1 << place:
                raise PositionError("pieces that do not attack each other", self.text(position))

    def attacked(self, pieces: int) -> int:
        """The pieces and all the cells that they attack."""
        covered = 0
        for place in bits(pieces):
            covered |= self.reach(place)
        return covered

    def free(self, position: Pieces) -> int:
        """The cells on which a piece may be put."""
        return _free(self, position)

    def moves(self, position: Pieces) -> Iterator[Cell]:
        return map(self.cell, bits(self.free(position)))

    def after(self, position: Pieces, move: Cell) -> Pieces:
        pieces, gone = position
        return pieces | self.bit(move), gone & ~self.reach(self.place(move))

    def allowed(self, position: Pieces, cell: Cell) -> bool:
        return bool(self.free(position) >> self.place(cell) & 1)

    def image(self, move: Cell, symmetry: Callable[[Any], Any]) -> Cell:
        moved: Cell = symmetry(move)
        return moved

    def without(self, free: int) -> Pieces:
        """The position without pieces in which just these cells are free."""
        return 0, self.full & ~free

    def components(self, position: Pieces) -> Sequence[Pieces]:
        """The free cells fall into regions between which no piece attacks."""
        free, found = self.free(position), []
        while free:
            region, edge = 0, free & -free
            while edge:
                region |= edge
                grown = self.attacked(edge) & free
                edge = grown & ~region
            free &= ~region
            found.append(self.without(region))
        return found

    def canonical(self, position: Pieces) -> Pieces:
        """Only the free cells matter; pushed into the corner and turned to their least image."""
        free = self.free(position)
        if not free or self.area > _MOST_TURNED:
            return self.without(free)
        cells = f"{pushed(free, self.rows, self.columns):0{self.area}b}"
        turns = symmetries(self.rows, self.columns)
        images = (int("".join([cells[place] for place in turn]), 2) for turn in turns)
        return self.without(min(pushed(image, self.rows, self.columns) for image in images))

    def masks(self) -> Sequence[tuple[int, int]] | None:
        """A piece needs its own cell free and closes all that it attacks."""
        if self.area > 128:
            return None
        return [(1 << place, self.reach(place)) for place in range(self.area)]

    def pack(self, position: Pieces) -> int:
        """The cells that are not free."""
        return self.full & ~self.free(position)

    def unpack(self, packed: int) -> Pieces:
        return self.without(self.full & ~packed)

    def marks(self, position: Pieces) -> dict[Cell, str]:
        pieces, gone = position
        marks = {self.cell(place): "#" for place in bits(gone)}
        return marks | {self.cell(place): self.letter for place in bits(pieces)}

    def from_marks(self, marks: str) -> Pieces:
        letter = self.letter
        unknown = set(marks) - {".", "#", letter}
        if unknown:
            raise PositionError(
                f"cells marked . (free or attacked), {letter} (a piece) or # (out of play)",
                min(unknown),
            )
        pieces, gone = (
            int("".join("1" if mark == wanted else "0" for mark in reversed(marks)), 2)
            for wanted in (letter, "#")
        )
        return pieces, gone & ~self.attacked(pieces)

    def picture(self, position: Pieces) -> pictures.Picture:
        """The pieces, and `#` on every cell where none may be put any more."""
        pieces = position[0]
        closed = {self.cell(p): "#" for p in bits(self.full & ~self.free(position))}
        own = {self.cell(place): self.letter for place in bits(pieces)}
        return pictures.Grid(self.rows, self.columns, closed | own, {self.letter: self.piece})


@lru_cache(maxsize=100_000)
def _reach(board: Standing, place: int) -> int:
    reached = 1 << place
    for cell in board.around(board.cell(place)):
        reached |= board.bit(cell)
    return reached


@lru_cache(maxsize=64)
def _free(board: Standing, position: Pieces) -> int:
    return board.full & ~(board.attacked(position[0]) | position[1])
