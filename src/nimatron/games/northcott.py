"""Northcott's game: in each column of a board stand one white and one black pawn. White and black
move in turn: a move takes a pawn of one's own colour any number of cells up or down its column, not
onto or past the other pawn. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, ParameterError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules

_LECTURE = "lecture 000, the game Nim, problem 1; Winning Ways, chapter 3"
_COLUMN = re.compile(r"([0-9]{1,4000}):([0-9]{1,4000})", re.ASCII)
_MOVE = re.compile(r"(?:move )?(?:column )?([0-9]{1,8}) to (?:row )?([0-9]{1,4000})", re.ASCII)
_MOST_DRAWN = 200

Columns = tuple[tuple[int, int], ...]
"""For each column the rows of the white and of the black pawn."""
Pawns = tuple[Columns, bool]
"""The columns, and whether black is to move."""
Step = tuple[int, int]
"""A column, and the row to which the mover's pawn goes."""


@dataclass(frozen=True)
class Northcott(Rules):
    rows: int = 8
    loopy: ClassVar[bool] = True
    notation: ClassVar[str] = (
        "for each column the rows of the white and the black pawn, 1:8,3:5; then ` b` if black is"
        " to move"
    )

    def __post_init__(self) -> None:
        if type(self.rows) is not int or self.rows < 2:
            raise ParameterError("rows: at least 2", self.rows)

    def start(self) -> Pawns:
        return ((1, self.rows),) * 3, False

    def room(self, own: int, other: int) -> range:
        """The rows on the mover's side of the other pawn."""
        return range(1, other) if own < other else range(other + 1, self.rows + 1)

    def moves(self, position: Pawns) -> Iterator[Step]:
        for column, (own, other) in enumerate(_seen(position), 1):
            yield from ((column, row) for row in self.room(own, other) if row != own)

    def after(self, position: Pawns, move: Step) -> Pawns:
        columns, black = position
        column, row = move
        white_row, black_row = columns[column - 1]
        pawns = (white_row, row) if black else (row, black_row)
        return (*columns[: column - 1], pawns, *columns[column:]), not black

    def legal(self, position: Pawns, move: Any) -> bool:
        if not (isinstance(move, tuple) and [type(x) for x in move] == [int, int]):
            return False
        column, row = int(move[0]), int(move[1])
        if not 1 <= column <= len(position[0]):
            return False
        own, other = _seen(position)[column - 1]
        return row != own and row in self.room(own, other)

    def canonical(self, position: Pawns) -> Pawns:
        """As the player who moves sees it: in white, below the other, columns in order."""
        flip = self.rows + 1
        seen = (
            (own, other) if own < other else (flip - own, flip - other)
            for own, other in _seen(position)
        )
        return tuple(sorted(seen)), False

    def check(self, position: Position) -> None:
        expected = "columns of a white and a black pawn, such as 1:8,3:5"
        if not (isinstance(position, tuple) and len(position) == 2):
            raise PositionError(expected, position)
        columns, black = position
        if not isinstance(columns, tuple) or not columns or type(black) is not bool:
            raise PositionError(expected, position)
        for pawns in columns:
            if not isinstance(pawns, tuple) or [type(row) for row in pawns] != [int, int]:
                raise PositionError(expected, position)
            if not all(1 <= row <= self.rows for row in pawns) or pawns[0] == pawns[1]:
                hint = "`-p rows=20` makes a longer board" if max(pawns) > self.rows else ""
                where = f"{pawns[0]}:{pawns[1]}"
                expected = f"two different rows from 1 to {self.rows}"
                raise PositionError(expected, where, hint=hint)

    def text(self, position: Pawns) -> str:
        columns, black = position
        return ",".join(f"{w}:{b}" for w, b in columns) + (" b" if black else "")

    def read(self, text: str) -> Pawns:
        words = text.strip(" \t\r\n")
        black = words.endswith(" b")
        columns = []
        for word in words.removesuffix(" b").split(","):
            match = _COLUMN.fullmatch(word.strip(" "))
            if match is None:
                raise PositionError("a white and a black row, such as 1:8", word)
            columns.append((int(match[1]), int(match[2])))
        position = tuple(columns), black
        self.check(position)
        return position

    def variables(self, position: Pawns) -> dict[str, Any]:
        """Rows of the mover's pawns and of the other's, the gaps, and how far the other's pawns
        are from the end of the board that they face."""
        seen = _seen(position)
        return {
            "rows": self.rows,
            "own": tuple(own for own, _ in seen),
            "other": tuple(other for _, other in seen),
            "gaps": tuple(abs(own - other) - 1 for own, other in seen),
            "ahead": tuple(b - 1 if a < b else self.rows - b for a, b in seen),
        }

    def picture(self, position: Pawns) -> pictures.Picture:
        columns, _ = position
        if self.rows * len(columns) > _MOST_DRAWN:
            return pictures.Text(self.text(position))
        marks = {}
        for column, (white_row, black_row) in enumerate(columns, 1):
            marks[self.rows + 1 - white_row, column] = "W"
            marks[self.rows + 1 - black_row, column] = "B"
        return pictures.Grid(self.rows, len(columns), marks, {"W": "white", "B": "black"})

    def small(self, bound: int) -> Iterator[tuple[Rules, Pawns]]:
        """One or two columns of this board, the first with white below."""
        rows = range(1, self.rows + 1)
        pairs = [(low, high) for low in rows for high in rows]
        below = [pair for pair in pairs if pair[0] < pair[1]]
        for first in below:
            yield self, ((first,), False)
        for first in below[: bound // 2]:
            yield from ((self, ((first, other), True)) for other in pairs if other[0] != other[1])

    def move_text(self, position: Pawns, move: Step) -> str:
        return f"column {move[0]} to row {move[1]}"

    def read_move(self, position: Pawns, text: str) -> Step:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a column and a row, such as `column 2 to row 5`", text)
        move = int(match[1]), int(match[2])
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move

    @classmethod
    def read_parameter(cls, name: str, text: str) -> int:
        return reading.number(text, name, least=2, error=ParameterError)


def _seen(position: Pawns) -> Columns:
    """For each column the row of the mover's pawn and that of the other."""
    columns, black = position
    return tuple((b, w) for w, b in columns) if black else columns


@claim(proved=_LECTURE)
def gaps_are_piles(rules: Northcott, position: Any) -> Certificate:
    """The position is lost just if the xor of the gaps between the pawns is 0. The winner only
    ever advances: a retreat he follows, and as his pawns come nearer to the end of the board with
    each move, the game ends."""
    # Own pawns below the other stand at other - gap - 1, those above it at other + gap + 1.
    to = "(y - z - 1 if x < y else y + z + 1)"
    return NimSum(
        "xor(gaps)",
        answers=f"[(i, {to}) for nearer in (True, False) for total in (xor(gaps),)"
        " for i, x, y, gap in zip(range(1, len(gaps) + 1), own, other, gaps)"
        " for z in (gap ^ total,) if (z < gap) == nearer]",
        every=True,
        falls="sum(ahead)",
    )


GAME = Game(
    Northcott,
    title="Northcott's game",
    claims=[gaps_are_piles],
    sources=[_LECTURE],
    trials=[{"rows": rows} for rows in (2, 3, 4)],
    facts=[
        Fact("1:8,1:8", "P"),
        Fact("1:8,3:5", "N", winning=("column 1 to row 6",)),
        Fact("1:8,3:5 b", "N", winning=("column 1 to row 3",)),
        Fact("4:5,5:4", "P"),
        Fact("1:2", "P", parameters={"rows": 2}),
        Fact("1:4,2:4", "N", winning=("column 1 to row 2", "column 2 to row 1")),
        Fact("1:8,1:7,1:6,1:5,1:4,1:3,1:2,2:8", "N"),
    ],
)
