"""Chomp: a bar of chocolate. A move chooses a cell and eats it with everything above it and to the
right of it. The cell in the lower left corner is poisoned: nobody takes it, and who has nothing
else to take loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Affine, Certificate, Kernel, Mirror, Opening, Stealing
from nimatron.errors import PositionError
from nimatron.game import Fact, Game, claim
from nimatron.rules.grids import Cell, PointBoard, bits, first_column
from nimatron.rules.posets import Staircase
from nimatron.rules.protocol import Position

_GALE = "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)"
_LECTURE = "lecture 003, game 16"


@dataclass(frozen=True)
class Chomp(PointBoard, Staircase):
    rows: int = 3
    columns: int = 4
    verb: ClassVar[str] = "eat"
    notation: ClassVar[str] = (
        "3x4 for a whole bar of 3 rows and 4 columns, or the rows from the top joined by |, `.` for"
        " what is left and `#` for what is eaten: .###|..##|..##"
    )

    def size(self) -> int:
        return self.area

    @property
    def poison(self) -> Cell:
        return self.rows, 1

    def above(self, element: int) -> int:
        row, column = self.cell(element)
        right = (1 << self.columns) - (1 << (column - 1))
        ones = first_column(self.rows, self.columns) & ((1 << row * self.columns) - 1)
        return right * ones

    def check(self, position: Position) -> None:
        super().check(position)
        if position & self.bit(self.poison):
            raise PositionError("the lower left cell still there", self.text(position))
        for place in bits(position):
            if self.above(place) & ~position:
                raise PositionError(
                    "everything above and to the right of an eaten cell eaten too",
                    self.text(position),
                )

    def masks(self) -> Sequence[tuple[int, int]] | None:
        """A cell needs itself and takes all above it."""
        if self.area > 128:
            return None
        places = [place for place in range(self.area) if self.cell(place) != self.poison]
        return [(1 << place, self.above(place)) for place in places]

    def moves(self, gone: int) -> Iterator[Cell]:
        return (cell for cell in map(self.cell, self.left(gone)) if cell != self.poison)

    def after(self, gone: int, move: Cell) -> int:
        return gone | self.above(self.place(move))

    def allowed(self, gone: int, cell: Cell) -> bool:
        return cell != self.poison and not gone & self.bit(cell)

    def canonical(self, gone: int) -> int:
        """The lesser of the position and its mirror image in the diagonal."""
        if self.rows != self.columns:
            return gone
        cells = (self.cell(place) for place in bits(gone))
        return min(gone, sum(self.bit(diagonal(self.rows)(cell)) for cell in cells))

    def picture(self, gone: int) -> pictures.Picture:
        marks = {**self.marks(gone), self.poison: "P"}
        return pictures.Grid(self.rows, self.columns, marks, {"P": "poison"})

    def lengths(self, gone: int) -> tuple[int, ...]:
        """How much is left of each row, from the bottom."""
        row = (1 << self.columns) - 1
        eaten = (gone >> r * self.columns & row for r in reversed(range(self.rows)))
        return tuple(self.columns - cells.bit_count() for cells in eaten)

    def variables(self, position: Position) -> dict[str, Any]:
        return {**self.fields(), "a": self.lengths(position)}

    def image(self, move: Cell, symmetry: Any) -> Cell:
        moved: Cell = symmetry(move)
        return moved


def diagonal(size: int) -> Affine:
    """The reflection that keeps the lower left corner and swaps bottom row and first column."""
    return Affine((-1, -1), (size + 1, size + 1), order=(1, 0))


@claim(proved=_LECTURE)
def equal_arms(chomp: Chomp, gone: Any) -> Certificate | None:
    """Where only one row and one column are left, equally long, the position is lost: copy on the
    other arm. From a whole square eat the cell diagonally next to the poison to get there."""
    if chomp.rows != chomp.columns or chomp.rows < 2:
        return None
    inner = chomp.bit((chomp.rows - 1, 2))
    lengths = chomp.lengths(gone)
    arms = sum(1 for length in lengths if length), lengths[0]
    mirror = Mirror(diagonal(chomp.rows))
    if not gone & inner:
        return Opening(f"eat {chomp.rows - 1},2", mirror) if arms[0] == arms[1] else None
    return mirror if arms[0] == arms[1] else None


@claim(proved=_LECTURE)
def two_rows(chomp: Chomp, gone: Any) -> Certificate | None:
    """With at most two rows left the position is lost just if the lower row is one longer than the
    upper: eat so that it becomes so. From a whole bar of two rows eat the upper right cell."""
    if any(chomp.lengths(gone)[2:]):
        return None
    upper = "(a[1] if len(a) > 1 else 0)"
    return Kernel(
        f"a[0] == {upper} + 1",
        answers=f"[(rows, {upper} + 2) if a[0] > {upper} else (rows - 1, a[0])]",
        every=True,
    )


@claim(proved=_GALE)
def strategy_stealing(chomp: Chomp, gone: Any) -> Certificate | None:
    """A whole bar of more than one cell is won by the first player: if eating the upper right cell
    does not win, then the answer to it, played at once, does. The proof does not say which."""
    if gone or chomp.area == 1:
        return None
    return Stealing(f"eat 1,{chomp.columns}")


GAME = Game(
    Chomp,
    claims=[equal_arms, two_rows, strategy_stealing],
    sources=[_GALE, _LECTURE],
    test_to=12,
    facts=[
        Fact("1x1", "P", 0),
        Fact("2x2", "N", winning=("eat 1,2",)),
        Fact("3x3", "N", winning=("eat 2,2",)),
        Fact("2x5", "N", winning=("eat 1,5",)),
        Fact("3x4", "N", winning=("eat 2,3",)),
        Fact("3x5", "N", winning=("eat 1,4",)),
    ],
)
