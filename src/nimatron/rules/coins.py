"""Coins on a line of cells, at rising coordinates from 1."""

from __future__ import annotations

import re
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules

Coins = tuple[int, ...]
Step = tuple[int, int]
"""The cell that a coin leaves and the cell that it goes to."""

_MOVE = re.compile(r"(?:move\s+)?([0-9]{1,4000})\s+to\s+([0-9]{1,4000})", re.ASCII)
_WIDEST = 200  # cells that a picture shows


class CoinLine(Rules):
    """Rules in which a move takes one coin to another cell; only `reach` is to be written."""

    opening: ClassVar[Coins] = (1, 4, 6)
    notation: ClassVar[str] = "the cells of the coins, rising, from 1: 1,4,6"

    @abstractmethod
    def reach(self, coins: Coins, index: int) -> Iterable[int]:
        """The cells to which a coin may go."""

    def start(self) -> Coins:
        return self.opening

    def moves(self, coins: Coins) -> Iterator[Step]:
        for index, cell in enumerate(coins):
            for to in self.reach(coins, index):
                yield cell, to

    def after(self, coins: Coins, move: Step) -> Coins:
        cell, to = move
        return tuple(sorted([c for c in coins if c != cell] + [to]))

    def legal(self, coins: Coins, move: Any) -> bool:
        if not isinstance(move, tuple) or [type(x) for x in move] != [int, int]:
            return False
        index = bisect_left(coins, move[0])
        return coins[index : index + 1] == (move[0],) and self.reaches(coins, index, move[1])

    def reaches(self, coins: Coins, index: int, cell: int) -> bool:
        """Whether a coin may go to a cell; to be written where `reach` gives no range."""
        return cell in self.reach(coins, index)

    def check(self, position: Position) -> None:
        if not (isinstance(position, tuple) and position) or any(
            type(cell) is not int or cell < 1 for cell in position
        ):
            raise PositionError("cells of coins from 1, such as 1,4,6", position)
        for low, high in pairwise(position):
            if low >= high:
                raise PositionError("rising cells, one coin on each", self.text(position))

    def text(self, position: Coins) -> str:
        return ",".join(map(str, position))

    def read(self, text: str) -> Coins:
        coins = reading.numbers(text, "coins", least=1)
        self.check(coins)
        return coins

    def accept(self, value: Any) -> Coins:
        coins = tuple(value) if isinstance(value, (list, tuple)) else value
        self.check(coins)
        assert isinstance(coins, tuple)
        return coins

    def variables(self, position: Coins) -> dict[str, Any]:
        return {**self.fields(), "a": position}

    def picture(self, position: Coins) -> pictures.Picture:
        if position[-1] > _WIDEST:
            return pictures.Text(self.text(position))
        cells = ("#" if cell in position else "." for cell in range(1, position[-1] + 1))
        return pictures.Strip("".join(cells), {"#": "coin"})

    def small(self, bound: int) -> Iterator[tuple[Rules, Coins]]:
        """All positions of at most four coins within `bound` cells."""
        for count in range(1, 5):
            yield from ((self, coins) for coins in combinations(range(1, bound + 1), count))

    def move_text(self, position: Coins, move: Step) -> str:
        return f"move {move[0]} to {move[1]}"

    def read_move(self, position: Coins, text: str) -> Step:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a coin's cell and where it goes, such as `move 6 to 2`", text)
        move = int(match[1]), int(match[2])
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move


class Sliding(CoinLine):
    """Each coin moves down any distance to a free cell, without jumping."""

    def reach(self, coins: Coins, index: int) -> range:
        return range(coins[index - 1] + 1 if index else 1, coins[index])
