"""Subset Nim: some piles of counters. A move chooses any piles, at least one, and takes one counter
from each of them. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel
from nimatron.errors import IllegalMove, MoveError, shown
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.rules.heaps import Heap, Piles

_SELECTIVE = "C. A. B. Smith, Graphs and composite games, Journal of Combinatorial Theory 1 (1966)"
_MOVE = re.compile(
    r"(?:take 1 from )?(?:piles? )?([0-9]{1,8}(?:(?:, ?| and | )[0-9]{1,8})*)", re.ASCII
)


@dataclass(frozen=True)
class SubsetNim(Piles):
    opening: ClassVar[Heap] = (2, 3, 1)

    def moves(self, position: Heap) -> Iterator[tuple[int, ...]]:
        piles = [pile for pile, n in enumerate(position, 1) if n]
        for count in range(1, len(piles) + 1):
            yield from combinations(piles, count)

    def after(self, position: Heap, move: tuple[int, ...]) -> Heap:
        left = list(position)
        for pile in move:
            left[pile - 1] -= 1
        return tuple(left)

    def legal(self, position: Heap, move: Any) -> bool:
        if not isinstance(move, tuple) or not move or any(type(pile) is not int for pile in move):
            return False
        rising = list(move) == sorted(set(move))
        return rising and all(1 <= p <= len(position) and position[p - 1] for p in move)

    def canonical(self, position: Heap) -> Heap:
        return tuple(sorted(n for n in position if n)) or (0,)

    def move_text(self, position: Heap, move: tuple[int, ...]) -> str:
        return f"take 1 from {'piles' if len(move) > 1 else 'pile'} {', '.join(map(str, move))}"

    def read_move(self, position: Heap, text: str) -> tuple[int, ...]:
        words = " ".join(text.lower().split())
        match = _MOVE.fullmatch(words)
        if match is None:
            raise MoveError("the piles, such as `take 1 from piles 1, 3`", text)
        move = tuple(sorted(int(pile) for pile in re.findall("[0-9]+", match[1])))
        if not self.legal(position, move):
            where = shown(self.text(position))
            raise IllegalMove(f"different piles that are not empty in {where}", text)
        return move


@claim(proved=_SELECTIVE)
def all_even(rules: SubsetNim, position: Any) -> Certificate:
    """The position is lost just if every pile is even: take one from each odd pile. It is the
    selective sum of its piles, which is lost just if each part is."""
    return Kernel(
        "all(x % 2 == 0 for x in a)",
        answers="[tuple(i for i, x in enumerate(a, 1) if x % 2)]",
        every=True,
    )


GAME = Game(
    SubsetNim,
    title="Subset Nim",
    aliases=["selective-nim"],
    claims=[all_even],
    sources=["lecture 004, task 5", _SELECTIVE],
    test_to=8,
    facts=[
        Fact("1,1", "N", 2, ("take 1 from piles 1, 2",)),
        Fact("2,2", "P", 0),
        Fact("2,3,1", "N", winning=("take 1 from piles 2, 3",)),
        Fact("0", "P", 0),
    ],
    errata=[
        Erratum(
            where="lecture 004, task 5",
            said="the first player wins just if the sum of the piles is odd",
            truth="just if some pile is odd",
            wrong="sum(a) % 2 == 1",
            counterexample="1,1",
        ),
    ],
)
