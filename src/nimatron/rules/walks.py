"""Walks over a board that cut the cells behind them.

The first player cuts any cell; then each cuts a neighbour of the cell that was cut last.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.errors import PositionError
from nimatron.rules.grids import Cell, PointBoard, bits
from nimatron.rules.protocol import Position, Walk

NOWHERE = -1
"""The place of the last cut cell while none is cut."""
_MOST_WALKED = 10_000  # cells of a board on which it is looked which can still be reached


@dataclass(frozen=True)
class CutWalk(PointBoard, Walk):
    """A position is the cut cells as bits, and the place of the last one, -1 at the start."""

    verb: ClassVar[str] = "cut"
    notation: ClassVar[str] = (
        "4x5 for a whole board of 4 rows and 5 columns, or the rows from the top joined by |, `.` a"
        " cell, `#` a cut one, `@` the one cut last: .@#|..."
    )

    @abstractmethod
    def neighbours(self, cell: Cell) -> Collection[Cell]: ...

    def start(self) -> Position:
        return 0, NOWHERE

    def check(self, position: Position) -> None:
        used, at = position if isinstance(position, tuple) and len(position) == 2 else (-1, -1)
        super().check(used)
        if type(at) is not int or (used == 0) != (at == NOWHERE):
            raise PositionError("just one cut cell marked @ as the last", position)
        if used and (at < 0 or not used >> at & 1):
            raise PositionError("just one cut cell marked @ as the last", position)

    def cells(self, position: Position) -> Collection[Cell]:
        return [self.cell(place) for place in bits(self.full & ~position[0])]

    def there(self, position: Position, cell: Cell) -> bool:
        return self.has(cell) and not position[0] >> self.place(cell) & 1

    def moves(self, position: Position) -> Iterator[Cell]:
        used, at = position
        if at == NOWHERE:
            return map(self.cell, range(self.area))
        return (c for c in self.neighbours(self.cell(at)) if not used >> self.place(c) & 1)

    def after(self, position: Position, move: Cell) -> Position:
        return position[0] | self.bit(move), self.place(move)

    # For the compiler: the cut cells as bits, and 1 + the place of the last one from bit 56 on.

    def pack(self, position: Position) -> int:
        used, at = position
        if self.area > 56:
            raise PositionError("at most 56 cells for the compiler", self.area)
        return int(used | (at + 1) << 56)

    def unpack(self, packed: int) -> Position:
        return packed & (1 << 56) - 1, (packed >> 56) - 1

    @property
    def beside(self) -> tuple[int, ...]:
        """For each place its neighbours as bits; before the first move all cells may be cut."""
        if self.area > 56:
            return ()
        cells = map(self.cell, range(self.area))
        return self.full, *(sum(map(self.bit, self.neighbours(cell))) for cell in cells)

    @staticmethod
    def options(position: int, out: Any, beside: tuple[int, ...]) -> int:
        """The same moves for the compiler."""
        used = position & (1 << 56) - 1
        open_cells = beside[position >> 56] & ~used
        count = 0
        for place in range(len(beside) - 1):
            if open_cells >> place & 1:
                out[count] = used | 1 << place | place + 1 << 56
                count += 1
        return count

    def allowed(self, position: Position, cell: Cell) -> bool:
        used, at = position
        if used >> self.place(cell) & 1:
            return False
        return at == NOWHERE or cell in self.neighbours(self.cell(at))

    def canonical(self, position: Position) -> Position:
        """Only the cells that can still be reached matter; of the others all are taken as cut."""
        used, at = position
        if at == NOWHERE or self.area > _MOST_WALKED:
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

    def links(self, used: int) -> list[tuple[Cell, Cell]]:
        """The pairs of neighbours that are not cut."""
        cells = [self.cell(place) for place in bits(self.full & ~used)]
        there = set(cells)
        return [(a, b) for a in cells for b in self.neighbours(a) if a < b and b in there]
