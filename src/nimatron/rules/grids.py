"""Rectangular boards: their text, cells and symmetries, and games of covering free cells.

A position is a whole number whose bits are the cells that are used, row by row from the top left.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar, Self

from nimatron import pictures
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.rules import reading
from nimatron.rules.protocol import Placement, Position, Rules

Cell = tuple[int, int]
Shape = tuple[tuple[int, int], ...]
_CELL = re.compile(r"([0-9]{1,8})\s*,\s*([0-9]{1,8})")
_MOST_TURNED = 400  # cells of a board for which mirror images are compared


def cell_text(cell: Cell) -> str:
    """A cell as `row,column`, from 1, rows from the top."""
    return f"{cell[0]},{cell[1]}"


def read_cells(text: str) -> tuple[Cell, ...]:
    """All the cells that a text names."""
    return tuple((int(row), int(column)) for row, column in _CELL.findall(text[:10_000]))


def bits(mask: int) -> Iterator[int]:
    """The places of the ones of a number, rising; quick for a million bits as well."""
    digits = bin(mask)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


@dataclass(frozen=True)
class Board(Rules):
    """A board of `rows` by `columns`; used cells are `#`, free ones `.`."""

    rows: int = 4
    columns: int = 4
    sizes: ClassVar[tuple[str, ...]] = ("rows", "columns")
    notation: ClassVar[str] = (
        "4x5 for an empty board of 4 rows and 5 columns, or the rows from the top joined by |, "
        "`.` free and `#` used: ..#|.#."
    )

    def __post_init__(self) -> None:
        for size in (self.rows, self.columns):
            if type(size) is not int or size < 1:
                raise PositionError("a board with at least one row and one column", size)
        if self.rows * self.columns > reading.MOST_CELLS:
            raise PositionError(
                f"a board of at most {reading.MOST_CELLS} cells", f"{self.rows}x{self.columns}"
            )

    def start(self) -> Position:
        return 0

    # ---- cells and bits

    @property
    def area(self) -> int:
        return self.rows * self.columns

    @property
    def full(self) -> int:
        return (1 << self.area) - 1

    def has(self, cell: Any) -> bool:
        return (
            isinstance(cell, tuple)
            and len(cell) == 2
            and all(type(x) is int for x in cell)
            and 1 <= cell[0] <= self.rows
            and 1 <= cell[1] <= self.columns
        )

    def place(self, cell: Cell) -> int:
        return (cell[0] - 1) * self.columns + cell[1] - 1

    def cell(self, place: int) -> Cell:
        row, column = divmod(place, self.columns)
        return row + 1, column + 1

    def bit(self, cell: Cell) -> int:
        return 1 << self.place(cell)

    def masks(self) -> Sequence[tuple[int, int]] | None:
        """Pieces that need all their cells free; None for other games, and past 128 cells."""
        if not isinstance(self, Placement) or self.area > 128:
            return None
        moves = self.moves(self.start())
        pieces = [sum(self.bit(cell) for cell in self.footprint(move)) for move in moves]
        return [(piece, piece) for piece in pieces]

    # ---- text

    def check(self, position: Position) -> None:
        if type(position) is not int or not 0 <= position <= self.full:
            raise PositionError(f"a position of a {self.rows}x{self.columns} board", position)

    def marks(self, position: Position) -> dict[Cell, str]:
        """The cells that are not free, with their letters."""
        return {self.cell(place): "#" for place in bits(position)}

    def from_marks(self, marks: str) -> Position:
        """The position whose cells, row by row, have these letters."""
        unknown = set(marks) - set(".#")
        if unknown:
            letter = min(unknown)
            raise PositionError("cells marked . (free) or # (used)", letter)
        return int(marks[::-1].replace(".", "0").replace("#", "1"), 2)

    def text(self, position: Position) -> str:
        if position == self.start():
            return f"{self.rows}x{self.columns}"
        cells = ["."] * self.area
        for cell, mark in self.marks(position).items():
            cells[self.place(cell)] = mark
        whole = "".join(cells)
        width = self.columns
        return "|".join(whole[i : i + width] for i in range(0, self.area, width))

    def read(self, text: str) -> Position:
        if reading.is_sizes(text):
            if reading.sizes(text, ("rows", "columns")) != (self.rows, self.columns):
                raise PositionError(f"a board of {self.rows}x{self.columns}", text)
            return self.start()
        rows = _rows(text)
        if (len(rows), len(rows[0])) != (self.rows, self.columns):
            raise PositionError(f"{self.rows} rows of {self.columns} cells", text)
        position = self.from_marks("".join(rows))
        self.check(position)
        return position

    def entered(self, value: Any) -> tuple[Rules, Position]:
        """A pair of sizes means the empty board, where positions are numbers."""
        plain = type(self.start()) is int and isinstance(value, tuple)
        if plain and [type(x) for x in value] == [int, int]:
            board = replace(self, rows=value[0], columns=value[1])
            return board, board.start()
        return self, self.accept(value)

    def sized(self, text: str) -> Self:
        if reading.is_sizes(text) or "x" in text.lower():
            rows, columns = reading.sizes(text, ("rows", "columns"))
        else:
            lines = _rows(text)
            rows, columns = len(lines), len(lines[0])
        return replace(self, rows=rows, columns=columns)

    def picture(self, position: Position) -> pictures.Picture:
        return pictures.Grid(self.rows, self.columns, self.marks(position))

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        """Every empty board of at most `bound` cells."""
        for rows in range(1, bound + 1):
            for columns in range(1, bound // rows + 1):
                board = replace(self, rows=rows, columns=columns)
                yield board, board.start()


def _rows(text: str) -> list[str]:
    rows = text.strip(" \t\r\n").split("|")
    if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise PositionError("a size such as 4x5, or equal rows such as ..#|.#.", text)
    if len(rows) * len(rows[0]) > reading.MOST_CELLS:
        raise PositionError(f"a board of at most {reading.MOST_CELLS} cells", text)
    return rows


Turn = tuple[bool, int, int]
"""Whether rows and columns are swapped, and the signs that they then get."""

_TURNS: tuple[Turn, ...] = tuple(product((False, True), (1, -1), (1, -1)))


def _turned(turn: Turn, step: tuple[int, int]) -> tuple[int, int]:
    swap, down, right = turn
    row, column = step[::-1] if swap else step
    return down * row, right * column


@lru_cache(maxsize=64)
def symmetries(rows: int, columns: int, shapes: tuple[Shape, ...] = ()) -> list[list[int]]:
    """For each symmetry of board and shapes, the place from which each cell gets its image."""
    found = []
    for turn in _TURNS:
        if turn[0] and rows != columns:
            continue
        turned = {_from_first(tuple(_turned(turn, step) for step in shape)) for shape in shapes}
        if turned != {_from_first(shape) for shape in shapes}:
            continue
        images = [_turned(turn, (row, column)) for row in range(rows) for column in range(columns)]
        top, left = min(row for row, _ in images), min(column for _, column in images)
        found.append([(row - top) * columns + column - left for row, column in images])
    return found


def _from_first(shape: Shape) -> Shape:
    """The shape with its steps counted from its first cell in reading order."""
    row, column = min(shape)
    return tuple(sorted((r - row, c - column) for r, c in shape))


class Covering(Board, Placement):
    """Cover free cells with pieces of given shapes, which may not be turned.

    A shape is a tuple of (row, column) steps from its first cell, which is the first in reading
    order. A move is the tuple of the cells that the piece covers, rising.
    """

    shapes: ClassVar[tuple[Shape, ...]]

    def anchors(self, used: int) -> Iterator[tuple[Shape, int]]:
        """For each shape the cells, as bits, where its first cell may be put."""
        free = self.full & ~used
        for shape in self.shapes:
            fits = free
            for down, right in shape:
                fits &= _shifted(free, down, right, self.rows, self.columns)
            yield shape, fits

    def moves(self, used: int) -> Iterator[tuple[Cell, ...]]:
        for shape, fits in self.anchors(used):
            for place in bits(fits):
                row, column = self.cell(place)
                yield tuple((row + down, column + right) for down, right in shape)

    def after(self, used: int, move: tuple[Cell, ...]) -> int:
        for cell in move:
            used |= self.bit(cell)
        return used

    def legal(self, used: int, move: Any) -> bool:
        if not isinstance(move, tuple) or not move or not all(self.has(cell) for cell in move):
            return False
        row, column = move[0]
        shape = tuple((r - row, c - column) for r, c in move)
        return shape in self.shapes and not any(used & self.bit(cell) for cell in move)

    def components(self, used: int) -> Sequence[int]:
        found = regions(self, self.full & ~used, _steps(self.shapes))
        return [self.full & ~region for region in found]

    def canonical(self, used: int) -> int:
        """The free region pushed into the corner and turned to its least image."""
        if self.area > _MOST_TURNED:
            return used
        free = self.full & ~used
        if not free:
            return used
        cells = f"{pushed(free, self.rows, self.columns):0{self.area}b}"
        turns = symmetries(self.rows, self.columns, self.shapes)
        images = ("".join([cells[place] for place in turn]) for turn in turns)
        least = min(pushed(int(image, 2), self.rows, self.columns) for image in images)
        return self.full & ~least

    def footprint(self, move: tuple[Cell, ...]) -> Collection[Cell]:
        return move

    def image(self, move: tuple[Cell, ...], symmetry: Callable[[Cell], Cell]) -> tuple[Cell, ...]:
        return tuple(sorted(map(symmetry, move)))

    def move_text(self, position: int, move: tuple[Cell, ...]) -> str:
        return "cover " + " ".join(map(cell_text, move))

    def read_move(self, position: int, text: str) -> tuple[Cell, ...]:
        move = tuple(sorted(read_cells(text)))
        if not move:
            raise MoveError("the cells to cover, such as `cover 1,1 1,2`", text)
        if not self.legal(position, move):
            raise IllegalMove(
                f"free cells that a piece covers in {shown(self.text(position))}", text
            )
        return move


def regions(board: Board, free: int, steps: Iterable[tuple[int, int]]) -> Iterator[int]:
    """The parts into which the free cells fall if one may go from cell to cell by these steps."""
    while free:
        region, edge = 0, free & -free
        while edge:
            region |= edge
            free &= ~edge
            grown = 0
            for down, right in steps:
                grown |= _shifted(edge, down, right, board.rows, board.columns)
            edge = grown & free
        yield region


def _shifted(mask: int, down: int, right: int, rows: int, columns: int) -> int:
    """The cells from which a step leads into the mask; steps off the board lead nowhere."""
    places = down * columns + right
    moved = mask >> places if places >= 0 else mask << -places
    return moved & _room(down, right, rows, columns)


@lru_cache(maxsize=256)
def _room(down: int, right: int, rows: int, columns: int) -> int:
    """The cells from which a step stays on the board."""
    first, last = max(0, -right), min(columns, columns - right)
    if first >= last:
        return 0
    row = ((1 << (last - first)) - 1) << first
    top, bottom = max(0, -down), min(rows, rows - down)
    if top >= bottom:
        return 0
    # A one in each row of the range, spread by one multiplication.
    ones = ((1 << columns * (bottom - top)) - 1) // ((1 << columns) - 1)
    return row * ones << top * columns


@lru_cache(maxsize=64)
def _steps(shapes: tuple[Shape, ...]) -> frozenset[tuple[int, int]]:
    """Steps between two cells that one piece can cover."""
    return frozenset(
        (a - c, b - d) for shape in shapes for a, b in shape for c, d in shape if (a, b) != (c, d)
    )


def pushed(free: int, rows: int, columns: int) -> int:
    """The region moved as far up and left as it goes."""
    lowest = (free & -free).bit_length() - 1
    free >>= lowest - lowest % columns
    while not free & first_column(rows, columns):
        free >>= 1
    return free


@lru_cache(maxsize=64)
def first_column(rows: int, columns: int) -> int:
    """The first cell of each row, as bits."""
    return int(("0" * (columns - 1) + "1") * rows, 2)


class PointBoard(Board):
    """A board on which a move names one cell."""

    verb: ClassVar[str] = "mark"

    @abstractmethod
    def allowed(self, position: Position, cell: Cell) -> bool:
        """Whether the cell may be named now."""

    def legal(self, position: Position, move: Any) -> bool:
        return self.has(move) and self.allowed(position, move)

    def move_text(self, position: Position, move: Cell) -> str:
        return f"{self.verb} {cell_text(move)}"

    def read_move(self, position: Position, text: str) -> Cell:
        cells = read_cells(text)
        if len(cells) != 1:
            raise MoveError(f"one cell as row,column, such as `{self.verb} 2,3`", text)
        if not self.legal(position, cells[0]):
            raise IllegalMove(f"a cell that is possible in {shown(self.text(position))}", text)
        return cells[0]
