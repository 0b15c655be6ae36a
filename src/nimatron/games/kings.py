"""Kings: the players take turns to put a king on a free cell of a chessboard of any size, so that
no two kings stand on neighbouring cells, be it only at a corner. Who cannot move loses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Affine, Certificate, Mirror, Opening, half_turn
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.rules.grids import Cell, bits
from nimatron.rules.standing import Standing

_LECTURE = "lecture 003, game 7"
_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@dataclass(frozen=True)
class Kings(Standing):
    letter: ClassVar[str] = "K"
    verb: ClassVar[str] = "king on"
    notation: ClassVar[str] = (
        "4x5 for an empty board of 4 rows and 5 columns, or the rows from the top joined by |, `K`"
        " a king, `#` a cell where none may stand, `.` any other: K..|...|..#"
    )

    def around(self, cell: Cell) -> Collection[Cell]:
        near = ((cell[0] + down, cell[1] + right) for down, right in _STEPS)
        return [beside for beside in near if self.has(beside)]

    def footprint(self, move: Cell) -> Collection[tuple[float, float]]:
        """The corners of the cell: neighbouring cells share one."""
        row, column = move
        return [(row + down, column + right) for down in (-0.5, 0.5) for right in (-0.5, 0.5)]


def _symmetries(kings: Kings) -> list[Affine]:
    rows, columns = kings.rows + 1, kings.columns + 1
    turn = half_turn(kings.rows, kings.columns)
    return [turn, Affine((1, -1), (0, columns)), Affine((-1, 1), (rows, 0))]


def _copied_by(kings: Kings, position: Any) -> Affine | None:
    """A symmetry of the free cells by which no free cell comes next to itself."""
    cells = {kings.cell(place) for place in bits(kings.free(position))}
    for symmetry in _symmetries(kings):
        if all(
            symmetry(cell) in cells
            and max(abs(a - b) for a, b in zip(cell, symmetry(cell), strict=True)) > 1
            for cell in cells
        ):
            return symmetry
    return None


@claim(proved=_LECTURE)
def copy_what_is_apart(kings: Kings, position: Any) -> Certificate | None:
    """Where a half turn or a reflection of the board carries the free cells to themselves, and
    none of them onto itself or a neighbour, the position is lost: copy every king."""
    symmetry = _copied_by(kings, position)
    return Mirror(symmetry) if symmetry else None


@claim(proved=_LECTURE)
def one_king_then_copy(kings: Kings, position: Any) -> Certificate | None:
    """If one king makes a board that can be copied, put it there and copy from then on. On an
    empty board with both sides odd it is the king in the middle, and then the half turn."""
    placed = {kings.cell(place) for place in bits(position[0])}
    cells = [((kings.rows + 1) // 2, (kings.columns + 1) // 2)]
    for symmetry in _symmetries(kings):
        alone = [symmetry(cell) for cell in placed if symmetry(cell) not in placed]
        cells += alone if len(alone) == 1 else []
    for cell in cells:
        if kings.legal(position, cell):
            copied = _copied_by(kings, kings.after(position, cell))
            if copied:
                return Opening(kings.move_text(position, cell), Mirror(copied))
    return None


GAME = Game(
    Kings,
    claims=[copy_what_is_apart, one_king_then_copy],
    sources=[_LECTURE],
    test_to=12,
    facts=[
        Fact("1x1", "N", 1, ("king on 1,1",)),
        Fact("2x2", "N", 1),
        Fact("4x4", "P", 0),
        Fact("4x5", "P", 0),
        Fact("5x5", "N", 4),
        Fact("5x6", "N", 3),
        Fact("99x101", "N"),
    ],
    errata=[
        Erratum(
            where="lecture 003, game 7",
            said="the game stands among those that a symmetry solves",
            truth="on the board of 8x8 no reflection and no turn helps: a king in the middle four"
            " cells is next to its own image; search finds the nimber 0, so the second player wins",
            counterexample="8x8",
        ),
    ],
)
