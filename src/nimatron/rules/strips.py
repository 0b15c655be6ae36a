"""A strip of cells in a line, used one run after another.

A position is the number of cells and the longest runs of used cells, each by its first and last
cell from 1; so a strip of a million cells is as light as a short one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.rules import reading
from nimatron.rules.protocol import Position, Rules

Run = tuple[int, int]
Cells = tuple[int, tuple[Run, ...]]
"""How many cells the strip has, and the runs of used ones."""

_MOVE = re.compile(
    r"(?:[a-z]+\s+){0,3}(?P<first>[0-9]{1,8})(?:\s*(?:-|to)\s*(?P<last>[0-9]{1,8}))?", re.ASCII
)
_WIDEST = 200  # cells that a picture shows


class Strips(Rules):
    """Rules in which a move uses `width` cells side by side; a move is the first of them."""

    length: ClassVar[int] = 9
    """How many cells the game begins with."""
    verb: ClassVar[str] = "shade"
    notation: ClassVar[str] = (
        "21 for an empty strip of 21 cells, or the cells, `.` free and `#` used"
    )

    @property
    def width(self) -> int:
        return 1

    def open_runs(self, position: Cells) -> Iterator[Run]:
        """The longest runs of cells that a move may use; here all that are free."""
        cells, used = position
        last = 0
        for run in (*used, (cells + 1, cells + 1)):
            if run[0] - last > 1:
                yield last + 1, run[0] - 1
            last = run[1]

    def heaps(self, position: Cells) -> Sequence[int]:
        """The lengths of the open runs."""
        return [last - first + 1 for first, last in self.open_runs(position)]

    def breaks(self, n: int) -> Iterator[tuple[int, ...]]:
        """What stays open on the two sides of a move in a run of n, if nothing else is closed."""
        rest = n - self.width
        return ((low, rest - low) for low in range(rest + 1))

    def heap_move(self, position: Cells, place: int, left: tuple[int, ...]) -> int:
        """The move that leaves so many cells on its two sides in the open run at a place."""
        first, _ = next(islice(self.open_runs(position), place, None))
        return first + left[0]

    def start(self) -> Cells:
        return self.length, ()

    def moves(self, position: Cells) -> Iterator[int]:
        for first, last in self.open_runs(position):
            yield from range(first, last - self.width + 2)

    def after(self, position: Cells, move: int) -> Cells:
        cells, used = position
        first, last = move, move + self.width - 1
        before = tuple(run for run in used if run[1] < first - 1)
        beyond = tuple(run for run in used if run[0] > last + 1)
        touching = used[len(before) : len(used) - len(beyond)]
        for run in touching:
            first, last = min(first, run[0]), max(last, run[1])
        return cells, (*before, (first, last), *beyond)

    def legal(self, position: Cells, move: Any) -> bool:
        return type(move) is int and any(
            first <= move <= last - self.width + 1 for first, last in self.open_runs(position)
        )

    def components(self, position: Cells) -> Sequence[Cells]:
        lengths = (last - first + 1 for first, last in self.open_runs(position))
        return [(length, ()) for length in lengths if length >= self.width]

    def image(self, move: int, symmetry: Callable[[Any], Any]) -> int:
        ends = symmetry((move,)), symmetry((move + self.width - 1,))
        return int(min(ends)[0])

    def variables(self, position: Cells) -> dict[str, Any]:
        """`n` cells are free, in the runs `free`; a move may use those in `open`."""
        runs = tuple(self.open_runs(position))
        free = position[0] - sum(last - first + 1 for first, last in position[1])
        return {**self.fields(), "cells": position[0], "n": free, "open": runs}

    def check(self, position: Position) -> None:
        expected = "a number of cells and the runs of used ones"
        if not (isinstance(position, tuple) and len(position) == 2):
            raise PositionError(expected, position)
        cells, used = position
        if type(cells) is not int or cells < 1 or not isinstance(used, tuple):
            raise PositionError(expected, position)
        last = -1
        for run in used:
            if not (isinstance(run, tuple) and [type(x) for x in run] == [int, int]):
                raise PositionError(expected, position)
            if not last + 1 < run[0] <= run[1] <= cells:
                raise PositionError("rising runs of used cells with free ones between", position)
            last = run[1]

    def text(self, position: Cells) -> str:
        cells, used = position
        return _cells_text(position) if used else str(cells)

    def read(self, text: str) -> Cells:
        marks = text.strip(" \t\r\n")
        if set(marks) - set(".#") and not marks.isdecimal():
            raise PositionError("a number of cells such as 21, or cells such as ..##.", text)
        if not marks or marks.isdecimal():
            length = reading.number(text, "cells", least=1, most=reading.MOST_CELLS)
            return length, ()
        if len(marks) > reading.MOST_CELLS:
            raise PositionError(f"a strip of at most {reading.MOST_CELLS} cells", len(marks))
        runs = tuple((run.start() + 1, run.end()) for run in re.finditer("#+", marks))
        position = (len(marks), runs)
        self.check(position)
        return position

    def accept(self, value: Any) -> Cells:
        position = (value, ()) if type(value) is int else value
        self.check(position)
        assert isinstance(position, tuple)
        return position

    def picture(self, position: Cells) -> pictures.Picture:
        if position[0] > _WIDEST:
            return pictures.Text(f"a strip of {position[0]} cells, used: {list(position[1])}")
        return pictures.Strip(_cells_text(position))

    def small(self, bound: int) -> Iterator[tuple[Rules, Cells]]:
        """Every empty strip of at most `bound` cells."""
        yield from ((self, (cells, ())) for cells in range(1, bound + 1))

    def move_text(self, position: Cells, move: int) -> str:
        last = f"-{move + self.width - 1}" if self.width > 1 else ""
        return f"{self.verb} {move}{last}"

    def read_move(self, position: Cells, text: str) -> int:
        match = _MOVE.fullmatch(reading.squeezed(text))
        example = self.move_text(position, 3)
        if match is None:
            raise MoveError(f"cells from 1, such as `{example}`", text)
        first = int(match["first"])
        if match["last"] and int(match["last"]) != first + self.width - 1:
            raise MoveError(f"{self.width} cells side by side, such as `{example}`", text)
        if not self.legal(position, first):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return first


def mirrored(position: Cells) -> Cells:
    """The strip seen from its other end."""
    cells, used = position
    return cells, tuple((cells + 1 - last, cells + 1 - first) for first, last in reversed(used))


def _cells_text(position: Cells) -> str:
    cells, used = position
    parts, last = [], 0
    for run in used:
        parts += ["." * (run[0] - 1 - last), "#" * (run[1] - run[0] + 1)]
        last = run[1]
    return "".join([*parts, "." * (cells - last)])
