"""Monotonic Nim: a row of piles, none lower than the one before it. A move takes any number of
counters, at least one, from one pile, so that this remains true. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from operator import sub
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.heaps import Heap, Piles
from nimatron.rules.protocol import Position, Rules

_LECTURE = "lecture 002, monotonic Nim"
_WINNING_WAYS = "Winning Ways, chapter 15: the differences of the piles are steps of a staircase"
_MOVE = re.compile(r"(?:take )?([0-9]{1,4000}) from (?:pile )?([0-9]{1,8})", re.ASCII)

Take = tuple[int, int]
"""A pile, and how many counters are taken from it."""


@dataclass(frozen=True)
class MonotonicNim(Piles):
    ordered: ClassVar[bool] = True
    opening: ClassVar[Heap] = (1, 4, 6, 9)
    notation: ClassVar[str] = "the sizes of the piles, none lower than the one before: 1,4,6,9"

    def check(self, position: Position) -> None:
        super().check(position)
        for place, (low, high) in enumerate(pairwise(position), 2):
            if high < low:
                raise PositionError(f"{low} or more in pile {place}, as the piles never fall", high)

    def moves(self, position: Heap) -> Iterator[Take]:
        before = 0
        for pile, n in enumerate(position, 1):
            for taken in range(1, n - before + 1):
                yield pile, taken
            before = n

    def after(self, position: Heap, move: Take) -> Heap:
        pile, taken = move
        return (*position[: pile - 1], position[pile - 1] - taken, *position[pile:])

    def legal(self, position: Heap, move: Any) -> bool:
        if not (isinstance(move, tuple) and [type(x) for x in move] == [int, int]):
            return False
        pile, taken = int(move[0]), int(move[1])
        if not 1 <= pile <= len(position):
            return False
        return 1 <= taken <= position[pile - 1] - (position[pile - 2] if pile > 1 else 0)

    def canonical(self, position: Heap) -> Heap:
        return tuple(n for n in position if n) or (0,)

    def move_text(self, position: Heap, move: Take) -> str:
        return f"take {move[1]} from pile {move[0]}"

    def read_move(self, position: Heap, text: str) -> Take:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `take 2 from pile 3`", text)
        move = int(match[2]), int(match[1])
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move

    def variables(self, position: Heap) -> dict[str, Any]:
        """`gaps` are the differences inside the pairs, the first pile alone if it is over."""
        padded = (0, *position) if len(position) % 2 else position
        gaps = tuple(map(sub, padded[1::2], padded[::2]))
        return {**super().variables(position), "gaps": gaps}

    def small(self, bound: int) -> Iterator[tuple[Rules, Heap]]:
        """All positions of at most four piles up to `bound`."""
        for count in (1, 2, 3, 4):
            for piles in combinations_with_replacement(range(bound + 1), count):
                yield self, piles


@claim(proved=_WINNING_WAYS)
def steps_of_a_staircase(rules: MonotonicNim, position: Any) -> Certificate:
    """Put an empty pile before an odd number of piles and pair them from the left: the nimber is
    the xor of the differences inside the pairs. Counters taken from a pile pass to the difference
    above it, as on a staircase."""
    return NimSum(
        "xor(gaps)",
        answers="[(i, gap - y) if y < gap else (i - 1, y - gap) for total in (xor(gaps),)"
        " for i, gap in zip(range(2 - len(a) % 2, len(a) + 1, 2), gaps) for y in (gap ^ total,)]",
        every=True,
    )


GAME = Game(
    MonotonicNim,
    title="Monotonic Nim",
    claims=[steps_of_a_staircase],
    sources=[_LECTURE, _WINNING_WAYS],
    test_to=5,
    facts=[
        Fact("1,4,6,9", "P", 0),
        Fact("3,3", "P", 0),
        Fact("5", "N", 5, ("take 5 from pile 1",)),
        Fact("2,2,5", "N", 1, ("take 1 from pile 3",)),
        Fact("0,0,7", "N", 7),
    ],
)
