"""Moore's Nim: some piles of counters. A move takes counters from at least one and at most k piles,
any number from each. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel
from nimatron.errors import IllegalMove, MoveError, ParameterError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.heaps import Heap, Piles
from nimatron.values import Convention

_MOORE = "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)"
_PART = re.compile(r"(?:take )?([0-9]{1,4000}) from (?:pile )?([0-9]{1,8})", re.ASCII)

Takes = tuple[tuple[int, int], ...]
"""Piles, rising, each with the number taken from it."""


@dataclass(frozen=True)
class Moore(Piles):
    k: int = 2
    opening: ClassVar[Heap] = (3, 4, 5, 6)

    def __post_init__(self) -> None:
        if type(self.k) is not int or self.k < 1:
            raise ParameterError("k: how many piles a move may touch, at least 1", self.k)

    def moves(self, position: Heap) -> Iterator[Takes]:
        piles = [pile for pile, n in enumerate(position, 1) if n]
        for count in range(1, min(self.k, len(piles)) + 1):
            for chosen in combinations(piles, count):
                yield from _takes(position, chosen)

    def after(self, position: Heap, move: Takes) -> Heap:
        left = list(position)
        for pile, taken in move:
            left[pile - 1] -= taken
        return tuple(left)

    def legal(self, position: Heap, move: Any) -> bool:
        if not isinstance(move, tuple) or not 1 <= len(move) <= self.k:
            return False
        if any(not isinstance(t, tuple) or [type(x) for x in t] != [int, int] for t in move):
            return False
        piles = [pile for pile, _ in move]
        return piles == sorted(set(piles)) and all(
            1 <= pile <= len(position) and 1 <= taken <= position[pile - 1] for pile, taken in move
        )

    def canonical(self, position: Heap) -> Heap:
        return tuple(sorted(n for n in position if n)) or (0,)

    def move_text(self, position: Heap, move: Takes) -> str:
        return "take " + " and ".join(f"{taken} from pile {pile}" for pile, taken in move)

    def read_move(self, position: Heap, text: str) -> Takes:
        found = []
        for words in " ".join(text.lower().split()).split(" and "):
            match = _PART.fullmatch(words)
            if match is None:
                raise MoveError("a move such as `take 2 from pile 1 and 3 from pile 4`", text)
            found.append((int(match[2]), int(match[1])))
        move = tuple(sorted(found))
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move

    @classmethod
    def read_parameter(cls, name: str, text: str) -> int:
        return reading.number(text, name, least=1, error=ParameterError)


def _takes(position: Heap, chosen: tuple[int, ...]) -> Iterator[Takes]:
    """Every way to take something from each of the chosen piles, without listing any pile."""
    if not chosen:
        yield ()
        return
    for taken in range(1, position[chosen[0] - 1] + 1):
        for others in _takes(position, chosen[1:]):
            yield ((chosen[0], taken), *others)


_TO_DIVISIBLE = (
    "tuple((i, x - y) for i, x, y in zip(range(1, len(a) + 1), a, moore_piles(a, k)) if y < x)"
)


@claim(proved=_MOORE)
def columns_divisible(moore: Moore, position: Any) -> Certificate:
    """Write the piles in binary, one below the other: the position is lost just if the number of
    ones in each column is divisible by k+1."""
    return Kernel(
        "all(count % (k + 1) == 0 for count in columns(a))",
        answers=f"[{_TO_DIVISIBLE}]",
    )


@claim(proved=_MOORE, convention="misere")
def misere_until_ones(moore: Moore, position: Any) -> Certificate:
    """If who cannot move wins, the same positions are lost as long as some pile is above 1; after
    that those in which k+1 divides one less than the number of ones."""
    return Kernel(
        "all(count % (k + 1) == 0 for count in columns(a)) if max(a) > 1"
        " else sum(a) % (k + 1) == 1",
        # With at most k piles above 1: make some of them ones and take all of the others, or take
        # all of them and some ones.
        answers="[tuple(sorted([(i, a[i - 1] - (i in high[:s])) for i in high]"
        " + [(i, 1) for i in ones[:r]])) for high in ([i for i, x in enumerate(a, 1) if x > 1],)"
        " for ones in ([i for i, x in enumerate(a, 1) if x == 1],) if len(high) <= k"
        " for s in range(len(high) + 1) for r in range(k - len(high) + 1) if s == 0 or r == 0]"
        f" + [{_TO_DIVISIBLE}]",
        convention=Convention.MISERE,
    )


GAME = Game(
    Moore,
    title="Moore's Nim",
    aliases=["moore-nim"],
    claims=[columns_divisible, misere_until_ones],
    sources=[_MOORE],
    trials=[{"k": k} for k in (1, 2, 3)],
    test_to=7,
    facts=[
        Fact("1,1,1", "P"),
        Fact("3,4,5", "N", parameters={"k": 1}),
        Fact("1,2,3", "P", parameters={"k": 1}),
        Fact("5,5,5", "P"),
        Fact("3,4", "N"),
        Fact(f"{10**18},{10**18},{10**18},7", "N"),
        Fact("1,1,1,1", "P", convention="misere"),
    ],
)
