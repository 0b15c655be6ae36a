"""Knights go down: stones stand on the cells (w,k) of a board, any number on one cell. A move takes
a stone from (w,k) to (w-2,k-1), (w-2,k+1), (w-1,k-2) or (w+1,k-2), as long as that is on the board.
Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, ParameterError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules

_LECTURE = "lecture 004, task 3"
_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (1, -2))
_STONE = re.compile(r"\s*([0-9]{1,8})-([0-9]{1,8})\s*", re.ASCII)
_MOVE = re.compile(r"(?:move\s+)?([0-9]{1,8}-[0-9]{1,8})\s+to\s+([0-9]{1,8}-[0-9]{1,8})", re.ASCII)
_MOST_DRAWN = 30
_MANY = 100  # stones above which only a few winning moves are looked for

Cell = tuple[int, int]
Stones = tuple[Cell, ...]
Jump = tuple[Cell, Cell]


@dataclass(frozen=True)
class KnightsDown(Rules):
    """A position is the cells of the stones; a move is from where to where."""

    rows: int = 1000
    columns: int = 1000
    notation: ClassVar[str] = "a cell w-k for each stone, counted from 1, such as 3-5,7-7"

    def __post_init__(self) -> None:
        for size in (self.rows, self.columns):
            if type(size) is not int or not 1 <= size <= reading.MOST_CELLS:
                raise ParameterError("rows and columns of at least 1", size)

    def start(self) -> Position:
        return ((min(self.rows, 7), min(self.columns, 7)),)

    def options(self, stone: Cell) -> list[Cell]:
        """Where a stone may jump."""
        w, k = stone
        ahead = ((w + down, k + right) for down, right in _JUMPS)
        return [(a, b) for a, b in ahead if 1 <= a <= self.rows and 1 <= b <= self.columns]

    def moves(self, position: Stones) -> Iterator[Jump]:
        for stone in dict.fromkeys(position):
            for to in self.options(stone):
                yield stone, to

    def after(self, position: Stones, move: Jump) -> Stones:
        place = position.index(move[0])
        return (*position[:place], move[1], *position[place + 1 :])

    def legal(self, position: Stones, move: Any) -> bool:
        if not (isinstance(move, tuple) and len(move) == 2 and move[0] in position):
            return False
        return move[1] in self.options(move[0])

    def check(self, position: Position) -> None:
        if not isinstance(position, tuple) or not position:
            raise PositionError("a cell for each stone, such as 3-5,7-7", position)
        for stone in position:
            if (
                not (isinstance(stone, tuple) and len(stone) == 2)
                or not all(type(x) is int for x in stone)
                or not (1 <= stone[0] <= self.rows and 1 <= stone[1] <= self.columns)
            ):
                raise PositionError(f"cells of a board of {self.rows}x{self.columns}", stone)

    def components(self, position: Stones) -> Sequence[Stones]:
        return [(stone,) for stone in position]

    def changed(self, position: Stones, move: Jump) -> tuple[Stones, Stones]:
        return (move[0],), (move[1],)

    def canonical(self, position: Stones) -> Stones:
        return tuple(sorted(position))

    def kind(self, stone: Cell) -> int:
        """Which of 48 kinds a cell is: how far its block of 4x4 lies off the diagonal (0, 1, or
        2 for further) and where in its block it lies; mirror images in the diagonal are alike."""
        low, high = sorted(stone)
        off = min((high - 1) // 4 - (low - 1) // 4, 2)
        return 16 * off + 4 * ((low - 1) % 4) + (high - 1) % 4

    def variables(self, position: Stones) -> dict[str, Any]:
        names = {"rows": self.rows, "columns": self.columns, "stones": position}
        if len(position) > 1:
            return {**names, "few": self.few(position)}
        w, k = position[0]
        if w < self.rows - 1 and k < self.columns - 1:
            return {**names, "near": False, "kind": self.kind(position[0])}
        further = [[self.kind(to) for to in self.options(ahead)] for ahead in self.options((w, k))]
        return {**names, "near": True, "further": further}

    def few(self, position: Stones) -> list[Jump]:
        """The jumps of one stone of each sort; there are sorts enough for a winning jump, if any.

        Stones are of one sort if they and their jumps are worth the same, by where they stand in
        their blocks and how far these are off the diagonal and the edges.
        """
        sorts: dict[Any, Cell] = {}
        for w, k in position:
            off = max(-4, min((k - 1) // 4 - (w - 1) // 4, 4))
            edges = min(w, 3), min(k, 3), min(self.rows - w, 6), min(self.columns - k, 6)
            sorts.setdefault((w % 4, k % 4, off, edges), (w, k))
        return list(self.moves(tuple(sorts.values())))

    def text(self, position: Stones) -> str:
        return ",".join(f"{w}-{k}" for w, k in position)

    def read(self, text: str) -> Stones:
        words = text.split(",")
        if len(words) > reading.MOST_PILES:
            raise PositionError(f"at most {reading.MOST_PILES} stones", len(words))
        stones = tuple(self._stone(word) for word in words)
        self.check(stones)
        return stones

    def _stone(self, word: str) -> Cell:
        match = _STONE.fullmatch(word)
        if match is None:
            raise PositionError("a cell w-k for each stone, such as 3-5,7-7", word)
        return int(match[1]), int(match[2])

    def accept(self, value: Any) -> Stones:
        stones = tuple(value) if isinstance(value, list) else value
        self.check(stones)
        assert isinstance(stones, tuple)
        return stones

    def move_text(self, position: Stones, move: Jump) -> str:
        (w, k), (a, b) = move
        return f"{w}-{k} to {a}-{b}"

    def read_move(self, position: Stones, text: str) -> Jump:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `7-7 to 5-6`", text)
        move = self._stone(match[1]), self._stone(match[2])
        if not self.legal(position, move):
            raise IllegalMove(f"a jump that is possible in {shown(self.text(position))}", text)
        return move

    def picture(self, position: Stones) -> pictures.Picture:
        size = max(max(stone) for stone in position)
        if size > _MOST_DRAWN:
            return pictures.Text(self.text(position))
        count = {stone: position.count(stone) for stone in position}
        marks = {stone: "o" if n == 1 else str(n) if n < 10 else "*" for stone, n in count.items()}
        rows, columns = min(self.rows, size + 1), min(self.columns, size + 1)
        return pictures.Grid(rows, columns, marks, {"o": "knight"})

    def small(self, bound: int) -> Iterator[tuple[Rules, Stones]]:
        """One stone on each cell of each board of at most `bound` rows and columns, and some
        pairs of stones."""
        for rows in range(1, bound + 1):
            for columns in range(1, bound + 1):
                board = replace(self, rows=rows, columns=columns)
                cells = [(w, k) for w in range(1, rows + 1) for k in range(1, columns + 1)]
                yield from ((board, (cell,)) for cell in cells)
                yield from ((board, pair) for pair in zip(cells, cells[2::3], strict=False))

    @classmethod
    def read_parameter(cls, name: str, text: str) -> int:
        return reading.number(text, name, least=1, error=ParameterError)


# By kinds of cells: on the diagonal blocks, on the blocks next to them, and further off. Blocks
# of 4x4 repeat along the diagonals because a jump lands at most two cells away.
_VALUES = (
    *(0, 0, 1, 1, 0, 0, 2, 1, 1, 2, 2, 2, 1, 1, 2, 1),
    *(0, 0, 1, 1, 0, 0, 1, 1, 3, 2, 2, 2, 4, 3, 2, 3),
    *(0, 0, 1, 1, 0, 0, 1, 1, 3, 2, 2, 2, 3, 3, 2, 3),
)


@claim(proved="a look at every case of a cell, its edges and what is ahead of it (tests/games)")
def blocks_of_four(knights: KnightsDown, position: Any) -> Certificate:
    """The nimber of a stone depends only on where it stands in its block of 4x4 cells and on
    whether this block lies on the diagonal, next to it, or further off; in the last two rows and
    columns it is found from there by looking two jumps ahead. Stones add by xor."""
    return NimSum(
        "mex(mex(value[c] for c in cells) for cells in further) if near else value[kind]",
        answers="few" if len(position) > _MANY else "",
        constants={"value": _VALUES},
    )


GAME = Game(
    KnightsDown,
    title="Knights go down",
    claims=[blocks_of_four],
    sources=[_LECTURE, "R. K. Guy, Fair game (1989), the white knight"],
    trials=[{"rows": 5, "columns": 5}],
    test_to=7,
    facts=[
        Fact("1-1", "P", 0),
        Fact("3-2", "N", 2),
        Fact("4-5", "N", 4),
        Fact("3-5,7-7", "N", 1),
        Fact("1000-1000", "P", 0),
    ],
)
