"""Staircase Nim: counters lie on the steps of a staircase, a_1 on step 1 and so on up. A move takes
any number of counters, at least one, from a step to the step below. Counters on step 1 stay
there, unless the game is played with `ground=yes`: then they may leave the stairs. Who cannot move
loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, ParameterError, shown
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.heaps import Heap, Piles

_SOURCE = "lecture 002, Nim on the stairs; Winning Ways, chapter 15"
_MOVE = re.compile(r"(?:move\s+)?([0-9]{1,4000})\s+from\s+(?:step\s+)?([0-9]{1,8})", re.ASCII)

Down = tuple[int, int]
"""A step, and how many counters go down from it."""


@dataclass(frozen=True)
class Stairs(Piles):
    ground: bool = False
    ordered: ClassVar[bool] = True
    opening: ClassVar[Heap] = (0, 2, 1)
    notation: ClassVar[str] = "the counters on the steps, the lowest first, such as 0,2,1"

    def __post_init__(self) -> None:
        if type(self.ground) is not bool:
            raise ParameterError("ground: yes or no", self.ground)

    def moves(self, position: Heap) -> Iterator[Down]:
        for step, counters in enumerate(position, 1):
            if step > 1 or self.ground:
                for count in range(1, counters + 1):
                    yield step, count

    def after(self, position: Heap, move: Down) -> Heap:
        step, count = move
        steps = list(position)
        steps[step - 1] -= count
        if step > 1:
            steps[step - 2] += count
        return tuple(steps)

    def legal(self, position: Heap, move: Any) -> bool:
        if not (isinstance(move, tuple) and [type(x) for x in move] == [int, int]):
            return False
        step, count = int(move[0]), int(move[1])
        lowest = 1 if self.ground else 2
        return lowest <= step <= len(position) and 1 <= count <= position[step - 1]

    def move_text(self, position: Heap, move: Down) -> str:
        return f"move {move[1]} from step {move[0]}"

    def read_move(self, position: Heap, text: str) -> Down:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `move 2 from step 3`", text)
        move = int(match[2]), int(match[1])
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move

    def picture(self, position: Heap) -> pictures.Picture:
        labels = tuple(f"step {i + 1}" for i in range(len(position)))
        return pictures.Heaps(position, labels, steps=True)

    @classmethod
    def read_parameter(cls, name: str, text: str) -> bool:
        words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
        if text.strip().lower() not in words:
            raise ParameterError(f"{name}: yes or no", text)
        return words[text.strip().lower()]


@claim(proved=_SOURCE)
def every_other_step(stairs: Stairs, position: Any) -> Certificate:
    """The nimber is the xor of the steps from which an odd number of moves leads to the end:
    the even steps, or with ground the odd ones. A counter moved onto such a step is moved on."""
    return NimSum(
        "xor(a[(0 if ground else 1)::2])",
        answers="[(i + 1, a[i] - y) if y < a[i] else (i + 2, y - a[i])"
        " for first in (0 if ground else 1,) for total in (xor(a[first::2]),)"
        " for i in range(first, len(a), 2) for y in (a[i] ^ total,)]",
        every=True,
    )


_DIFFERENCES = "a[0] ^ xor(y - x for x, y in pairs(a)) != 0"

GAME = Game(
    Stairs,
    title="Staircase Nim",
    claims=[every_other_step],
    sources=[_SOURCE],
    trials=[{"ground": False}, {"ground": True}],
    test_to=7,
    facts=[
        Fact("0,2,1", "N", 2),
        Fact("1,1,1,1", "P", 0),
        Fact("5,3", "N", 3),
        Fact("5,3", "N", 5, parameters={"ground": True}),
    ],
    errata=[
        Erratum(
            where="lecture 004, task 6",
            said="the first player wins just if a_1 xor (a_2 - a_1) xor (a_3 - a_2) ... is not 0",
            truth="just if the xor of the even steps is not 0",
            wrong=_DIFFERENCES,
            counterexample="1",
        ),
        Erratum(
            where="lecture 004, task 6, if counters may leave the stairs",
            said="the first player wins just if a_1 xor (a_2 - a_1) xor (a_3 - a_2) ... is not 0",
            truth="just if the xor of the odd steps is not 0",
            wrong=_DIFFERENCES,
            counterexample="0,1",
            parameters={"ground": True},
        ),
    ],
)
