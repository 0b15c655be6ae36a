"""Bishops: the players take turns to put a bishop on a free cell of a chessboard of any size, so
that no two bishops attack each other, whoever put them there. Who cannot move loses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Affine, Certificate, Mirror, Opening, half_turn
from nimatron.game import Fact, Game, claim
from nimatron.rules.grids import Cell, bits
from nimatron.rules.standing import Standing

_LECTURE = "lecture 003, game 6"
_MOST_COMPARED = 10_000  # cells of a board on which free cells are compared one by one
_STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(frozen=True)
class Bishops(Standing):
    letter: ClassVar[str] = "B"
    piece: ClassVar[str] = "bishop"
    verb: ClassVar[str] = "bishop on"
    notation: ClassVar[str] = (
        "4x5 for an empty board of 4 rows and 5 columns, or the rows from the top joined by |, `B`"
        " a bishop, `#` a cell where none may stand, `.` any other: B..|...|..#"
    )

    def around(self, cell: Cell) -> Collection[Cell]:
        return [beyond for step in _STEPS for beyond in self._line(cell, step)]

    def _line(self, cell: Cell, step: tuple[int, int]) -> list[Cell]:
        found: list[Cell] = []
        row, column = cell[0] + step[0], cell[1] + step[1]
        while self.has((row, column)):
            found.append((row, column))
            row, column = row + step[0], column + step[1]
        return found

    def footprint(self, move: Cell) -> Collection[Any]:
        """The two diagonals, each told by its ends."""
        return {frozenset((self._end(move, 1, s), self._end(move, -1, -s))) for s in (1, -1)}

    def _end(self, cell: Cell, down: int, right: int) -> Cell:
        row, column = cell
        rows = self.rows - row if down > 0 else row - 1
        columns = self.columns - column if right > 0 else column - 1
        steps = min(rows, columns)
        return row + down * steps, column + right * steps


def symmetry(board: Bishops) -> Affine:
    """A reflection in a middle line between two rows or columns, or else the half turn."""
    if board.columns % 2 == 0:
        return Affine((1, -1), (0, board.columns + 1))
    if board.rows % 2 == 0:
        return Affine((-1, 1), (board.rows + 1, 0))
    return half_turn(board.rows, board.columns)


def _copyable(board: Bishops, position: Any) -> bool:
    """The free cells are carried to themselves, and none to a cell on a diagonal of its own."""
    carry = symmetry(board)
    alike = all(_carried(board, carry, mask) for mask in position)
    if alike and (board.area % 2 == 0 or position[0] & board.bit(_middle(board))):
        return True
    if board.area > _MOST_COMPARED:
        return False
    cells = {board.cell(place) for place in bits(board.free(position))}
    for cell in cells:
        image = carry(cell)
        if image not in cells or abs(cell[0] - image[0]) == abs(cell[1] - image[1]):
            return False
    return True


def _carried(board: Bishops, carry: Affine, mask: int) -> bool:
    cells = {board.cell(place) for place in bits(mask)}
    return {carry(cell) for cell in cells} == cells


def _middle(board: Bishops) -> Cell:
    return (board.rows + 1) // 2, (board.columns + 1) // 2


@claim(proved=_LECTURE)
def copy_in_the_mirror(board: Bishops, position: Any) -> Certificate | None:
    """A board with an even side whose free cells are the same in the mirror of its middle line is
    lost: a bishop and its mirror image never attack each other. With both sides odd it is lost if
    they are the same after half a turn and none is in the middle or diagonally from it."""
    return Mirror(symmetry(board)) if _copyable(board, position) else None


@claim(proved=_LECTURE)
def one_bishop_then_copy(board: Bishops, position: Any) -> Certificate | None:
    """If one bishop makes the free cells the same in the mirror (with both sides odd, after half
    a turn), put it there and copy from then on; on an empty board with both sides odd it is the
    bishop in the middle, since then no bishop attacks its image."""
    carry = symmetry(board)
    bishops = {board.cell(place) for place in bits(position[0])}
    alone = [carry(cell) for cell in bishops if carry(cell) not in bishops]
    for cell in (*alone[:1], *([_middle(board)] if board.area % 2 else [])):
        if board.legal(position, cell) and _copyable(board, board.after(position, cell)):
            return Opening(board.move_text(position, cell), Mirror(carry))
    return None


GAME = Game(
    Bishops,
    claims=[copy_in_the_mirror, one_bishop_then_copy],
    sources=[_LECTURE],
    test_to=12,
    facts=[
        Fact("8x8", "P", 0),
        Fact("7x8", "P", 0),
        Fact("1x1", "N", 1, ("bishop on 1,1",)),
        Fact("3x3", "N"),
        Fact("3x5", "N"),
        Fact("5x5", "N"),
        Fact("2x3", "P", 0),
        Fact("40x41", "P", 0),
        Fact("101x101", "N"),
    ],
)
