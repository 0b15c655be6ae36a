"""Rows of draughts: a draught lies on each cell of a board. A move takes any number of draughts
that touch each other in a line, all in one row or all in one column, with no empty cell between
them. Who takes the last draught wins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Mirror, Opening, half_turn
from nimatron.errors import IllegalMove, MoveError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules.grids import Board, Cell, bits, read_cells, regions, symmetries
from nimatron.rules.protocol import Placement

_LECTURE = "lecture 003, game 9"
_MOST_TURNED = 400  # cells of a board for which mirror images are compared

Run = tuple[Cell, Cell]
"""The first and the last draught of a run, in reading order."""


@dataclass(frozen=True)
class DraughtsRows(Board, Placement):
    notation: ClassVar[str] = (
        "4x5 for a full board of 4 rows and 5 columns, or the rows from the top joined by |, `.` a"
        " draught, `#` an empty cell: .#.|..."
    )

    def moves(self, used: int) -> Iterator[Run]:
        for place in bits(self.full & ~used):
            first = self.cell(place)
            yield first, first
            for step, most in ((1, self.columns - first[1]), (self.columns, self.rows - first[0])):
                for last in range(place + step, place + step * most + 1, step):
                    if used >> last & 1:
                        break
                    yield first, self.cell(last)

    def footprint(self, move: Run) -> Collection[Cell]:
        (top, left), (bottom, right) = move
        return [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]

    def after(self, used: int, move: Run) -> int:
        return used | self._mask(move)

    def _mask(self, move: Run) -> int:
        (top, left), (bottom, right) = move
        if top == bottom:
            return (1 << right - left + 1) - 1 << self.place(move[0])
        return sum(1 << self.place((row, left)) for row in range(top, bottom + 1))

    def legal(self, used: int, move: Any) -> bool:
        if not (isinstance(move, tuple) and len(move) == 2 and all(self.has(end) for end in move)):
            return False
        (top, left), (bottom, right) = move
        straight = (top == bottom and left <= right) or (left == right and top <= bottom)
        return straight and not used & self._mask(move)

    def components(self, used: int) -> Sequence[int]:
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
        return [self.full & ~region for region in regions(self, self.full & ~used, steps)]

    def canonical(self, used: int) -> int:
        if self.area > _MOST_TURNED:
            return used
        cells = f"{used:0{self.area}b}"
        turns = symmetries(self.rows, self.columns)
        return min(int("".join([cells[place] for place in turn]), 2) for turn in turns)

    def image(self, move: Run, symmetry: Callable[[Cell], Cell]) -> Run:
        first, last = sorted(map(symmetry, move))
        return first, last

    def move_text(self, position: int, move: Run) -> str:
        (r, c), (bottom, right) = move
        return f"take {r},{c}" if move[0] == move[1] else f"take {r},{c} to {bottom},{right}"

    def read_move(self, position: int, text: str) -> Run:
        cells = sorted(read_cells(text))
        if not 1 <= len(cells) <= 2:
            raise MoveError("the ends of a run, such as `take 1,2 to 1,4`, or one cell", text)
        move = cells[0], cells[-1]
        if not self.legal(position, move):
            raise IllegalMove(
                f"draughts that touch in a line in {shown(self.text(position))}", text
            )
        return move


def _turned(board: DraughtsRows, used: int) -> int:
    """The empty cells after half a turn: the last cell becomes the first."""
    return int(f"{used:0{board.area}b}"[::-1], 2)


def _middle(board: DraughtsRows) -> list[Run]:
    """The middle row and the middle column, where there is one."""
    rows, columns = board.rows, board.columns
    row, column = (rows + 1) // 2, (columns + 1) // 2
    lines: list[Run] = [((row, 1), (row, columns))] if rows % 2 else []
    return lines + ([((1, column), (rows, column))] if columns % 2 else [])


def _copyable(board: DraughtsRows, used: int) -> bool:
    """The board looks the same after half a turn, and no run lies across its middle.

    A run meets its own image only if it holds the middle cell, or the two cells beside the middle
    where these touch.
    """
    rows, columns = board.rows, board.columns
    middle = {((rows + 1) // 2, (columns + 1) // 2), (rows // 2 + 1, columns // 2 + 1)}
    across = len(middle) == 1 or rows % 2 or columns % 2
    open_middle = across and not any(used & board.bit(cell) for cell in middle)
    return not open_middle and _turned(board, used) == used


@claim(proved=_LECTURE)
def copy_half_a_turn_round(board: DraughtsRows, used: Any) -> Certificate | None:
    """A board that looks the same after half a turn, with no run of draughts across its middle (as
    every full board with both sides even), is lost: each run is answered half a turn round."""
    return Mirror(half_turn(board.rows, board.columns)) if _copyable(board, used) else None


@claim(proved=_LECTURE)
def middle_line_first_then_copy(board: DraughtsRows, used: Any) -> Certificate | None:
    """If one run makes the board look the same after half a turn, with nothing left across its
    middle, take it and copy from then on; on a full board with an odd side it is the whole middle
    line."""
    missing = [board.cell(place) for place in bits(_turned(board, used) & ~used)]
    for move in ([(missing[0], missing[-1])] if missing else []) + _middle(board):
        if board.legal(used, move) and _copyable(board, board.after(used, move)):
            then = Mirror(half_turn(board.rows, board.columns))
            return Opening(board.move_text(used, move), then)
    return None


GAME = Game(
    DraughtsRows,
    title="Rows of draughts",
    claims=[copy_half_a_turn_round, middle_line_first_then_copy],
    sources=[_LECTURE],
    test_to=9,
    facts=[
        Fact("8x8", "P", 0),
        Fact("2x2", "P", 0),
        Fact("2x3", "N", 2),
        Fact("3x3", "N", 1),
        Fact("3x4", "N", 2),
        Fact("1x7", "N"),
        Fact("100x100", "P", 0),
        Fact("99x100", "N"),
    ],
)
