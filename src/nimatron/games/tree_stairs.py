"""Staircase Nim on a tree: stones lie on the nodes of a rooted tree. A move takes any number of
stones, at least one, from a node to its parent. Stones on the root stay there. Who cannot move
loses. The tree is told by `parents=1,1,2`, the parents of nodes 2, 3, 4...; node 1 is the root."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, ParameterError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.heaps import Heap, Piles
from nimatron.rules.protocol import Position, Rules

_SOURCE = "lecture 002, Nim on the stairs, rewritten; Winning Ways, chapter 15, for the stairs"
_MOVE = re.compile(r"(?:move )?([0-9]{1,4000}) from (?:node )?([0-9]{1,8})", re.ASCII)

Up = tuple[int, int]
"""A node, and how many stones go from it to its parent."""


@dataclass(frozen=True)
class TreeStairs(Piles):
    parents: tuple[int, ...] = (1, 1)
    ordered: ClassVar[bool] = True
    notation: ClassVar[str] = "the stones on nodes 1, 2, 3..., the root first, such as 0,2,1"

    def __post_init__(self) -> None:
        given: Any = self.parents
        given = (given,) if type(given) is int else given
        if not isinstance(given, (tuple, list)) or any(
            type(parent) is not int or not 1 <= parent <= len(given) + 1 for parent in given
        ):
            raise ParameterError("parents: a node for each of nodes 2, 3..., as 1,1,2", given)
        object.__setattr__(self, "parents", tuple(given))
        _depths(self.parents)

    @property
    def nodes(self) -> int:
        return len(self.parents) + 1

    def start(self) -> Heap:
        return (0, *range(self.nodes - 1, 0, -1))

    def check(self, position: Position) -> None:
        super().check(position)
        if len(position) != self.nodes:
            raise PositionError(f"stones of {self.nodes} nodes", self.text(position))

    def moves(self, position: Heap) -> Iterator[Up]:
        for node, stones in enumerate(position[1:], 2):
            for count in range(1, stones + 1):
                yield node, count

    def after(self, position: Heap, move: Up) -> Heap:
        node, count = move
        stones = list(position)
        stones[node - 1] -= count
        stones[self.parents[node - 2] - 1] += count
        return tuple(stones)

    def legal(self, position: Heap, move: Any) -> bool:
        if not (isinstance(move, tuple) and [type(x) for x in move] == [int, int]):
            return False
        node, count = int(move[0]), int(move[1])
        return 2 <= node <= self.nodes and 1 <= count <= position[node - 1]

    def move_text(self, position: Heap, move: Up) -> str:
        return f"move {move[1]} from node {move[0]}"

    def read_move(self, position: Heap, text: str) -> Up:
        match = _MOVE.fullmatch(" ".join(text.lower().split()))
        if match is None:
            raise MoveError("a move such as `move 2 from node 3`", text)
        move = int(match[2]), int(match[1])
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move

    def variables(self, position: Heap) -> dict[str, Any]:
        """`odd` has the stones of each node of odd depth."""
        depths = _depths(self.parents)
        odd = tuple(stones for stones, depth in zip(position, depths, strict=True) if depth % 2)
        return {**super().variables(position), "depths": depths, "odd": odd}

    def picture(self, position: Heap) -> pictures.Picture:
        depths = _depths(self.parents)
        order = sorted(range(1, self.nodes + 1), key=lambda node: depths[node - 1])
        place = {node: i for i, node in enumerate(order, 1)}  # parents come before their children
        parents = tuple(place[self.parents[node - 2]] for node in order[1:])
        return pictures.Tree(parents, tuple(f"{node}: {position[node - 1]}" for node in order))

    def small(self, bound: int) -> Iterator[tuple[Rules, Heap]]:
        """All positions of this tree with `bound` stones or fewer."""
        for stones in product(range(bound + 1), repeat=self.nodes):
            if sum(stones) <= bound:
                yield self, stones

    @classmethod
    def read_parameter(cls, name: str, text: str) -> tuple[int, ...]:
        if not text.strip():
            return ()
        return reading.numbers(text, name, least=1, error=ParameterError)


@lru_cache(maxsize=16)
def _depths(parents: tuple[int, ...]) -> tuple[int, ...]:
    """How many steps each node is from the root; loops are refused."""
    depths = [0, *(-1 for _ in parents)]
    for node in range(2, len(parents) + 2):
        way = [node]
        while depths[way[-1] - 1] < 0:
            way.append(parents[way[-1] - 2])
            if len(way) > len(parents) + 1:
                raise ParameterError("parents that lead to the root", f"a loop through node {node}")
        for steps, below in enumerate(reversed(way)):
            depths[below - 1] = depths[way[-1] - 1] + steps
    return tuple(depths)


@claim(proved=_SOURCE)
def odd_depths(rules: TreeStairs, position: Any) -> Certificate:
    """The nimber is the xor of the stones on each node of odd depth; a stone moved onto such a
    node is moved on to its parent."""
    return NimSum(
        "xor(odd)",
        answers="[(i, x - y) if d % 2 else (i, y - a[parents[i - 2] - 1])"
        " for total in (xor(odd),)"
        " for i, x, d in zip(range(1, len(a) + 1), a, depths) if d"
        " for y in ((x if d % 2 else a[parents[i - 2] - 1]) ^ total,)]",
        every=True,
    )


GAME = Game(
    TreeStairs,
    title="Staircase Nim on a tree",
    claims=[odd_depths],
    sources=[_SOURCE],
    trials=[{"parents": parents} for parents in ((1, 1), (1, 2, 2), (1, 2, 3), (3, 1, 3, 2))],
    test_to=4,
    facts=[
        Fact("0,2,1", "N", 3),
        Fact("5,2,2", "P", 0),
        Fact("0,2,1", "N", 2, parameters={"parents": "1,2"}),
        Fact("0,0,1,5", "P", 0, parameters={"parents": "1,2,2"}),
        Fact("0,0,0,4", "N", 4, ("move 4 from node 4",), parameters={"parents": "1,2,3"}),
    ],
)
