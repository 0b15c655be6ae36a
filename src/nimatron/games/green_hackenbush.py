"""Green Hackenbush: sticks join points, and some stand on the ground, point 0. A move cuts one
stick; whatever is then no longer joined to the ground falls off. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules.protocol import Position, Rules
from nimatron.rules.reading import squeezed

_WAYS = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 7"
_STICK = re.compile(r"\s*([0-9]{1,6})\s*-\s*([0-9]{1,6})\s*", re.ASCII)
_MOST_STICKS = 20_000

Stick = tuple[int, int]
Sticks = tuple[Stick, ...]


@dataclass(frozen=True)
class GreenHackenbush(Rules):
    """A position is the sticks that stand, in order, each from its smaller point."""

    notation: ClassVar[str] = (
        "the sticks between points, 0 the ground, such as 0-1,1-2,1-3; the same stick twice for two"
        " side by side, 1-1 for a loop, and 0 if none is left"
    )

    def start(self) -> Sticks:
        return (0, 1), (1, 2), (1, 3), (3, 4)

    def moves(self, position: Sticks) -> Iterator[Stick]:
        return iter(dict.fromkeys(position))

    def after(self, position: Sticks, move: Stick) -> Sticks:
        place = position.index(move)
        return _standing((*position[:place], *position[place + 1 :]))

    def legal(self, position: Sticks, move: Any) -> bool:
        return isinstance(move, tuple) and move in position

    def check(self, position: Position) -> None:
        if not isinstance(position, tuple) or len(position) > _MOST_STICKS:
            raise PositionError(f"at most {_MOST_STICKS} sticks, such as 0-1,1-2", position)
        for stick in position:
            if (
                not (isinstance(stick, tuple) and len(stick) == 2)
                or not all(type(end) is int and end >= 0 for end in stick)
                or stick[0] > stick[1]
            ):
                raise PositionError("sticks from a smaller to a larger point", stick)
        if list(position) != sorted(position):
            raise PositionError("the sticks in order", self.text(position))
        if _standing(position) != position:
            raise PositionError("every stick joined to the ground, point 0", self.text(position))

    def components(self, position: Sticks) -> Sequence[Sticks]:
        """What stands on the ground apart from the rest."""
        group: dict[int, int] = {}

        def find(point: int) -> int:
            while group.setdefault(point, point) != point:
                group[point] = group[group[point]]
                point = group[point]
            return point

        for a, b in position:
            if a:
                group[find(a)] = find(b)
        found: dict[int, list[Stick]] = {}
        for number, (a, b) in enumerate(position):
            found.setdefault(find(b) if b else -1 - number, []).append((a, b))
        return [tuple(sticks) for sticks in found.values()]

    def variables(self, position: Sticks) -> dict[str, Any]:
        return {"sticks": position, "fused": fused(position)}

    def text(self, position: Sticks) -> str:
        return ",".join(f"{a}-{b}" for a, b in position) or "0"

    def read(self, text: str) -> Sticks:
        if text.strip() == "0":
            return ()
        words = text.split(",")
        if len(words) > _MOST_STICKS:
            raise PositionError(f"at most {_MOST_STICKS} sticks", len(words))
        position = tuple(sorted(_stick(word, PositionError) for word in words))
        self.check(position)
        return position

    def move_text(self, position: Sticks, move: Stick) -> str:
        return f"cut {move[0]}-{move[1]}"

    def read_move(self, position: Sticks, text: str) -> Stick:
        move = _stick(squeezed(text).removeprefix("cut"), MoveError)
        if not self.legal(position, move):
            raise IllegalMove(f"a stick that stands in {shown(self.text(position))}", text)
        return move

    def picture(self, position: Sticks) -> pictures.Picture:
        """Points are numbered from 1 in a picture; the ground is the first."""
        points = sorted({0, *(end for stick in position for end in stick)})
        number = {point: place for place, point in enumerate(points, 1)}
        edges = tuple((number[a], number[b]) for a, b in position)
        names = tuple("ground" if point == 0 else str(point) for point in points)
        return pictures.Graph(len(points), edges, names=names, ground=True)

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        """All figures of at most `bound` sticks on the ground and up to three points."""
        every = [(a, b) for a in range(4) for b in range(a, 4) if b]
        for count in range(bound + 1):
            for sticks in combinations_with_replacement(every, count):
                if _standing(sticks) == sticks:
                    yield self, sticks


def _stick(word: str, error: type[PositionError] | type[MoveError]) -> Stick:
    match = _STICK.fullmatch(word)
    if match is None:
        raise error("a stick between two points, such as 0-1", word)
    a, b = sorted((int(match[1]), int(match[2])))
    return a, b


def _around(position: Sticks) -> dict[int, list[tuple[int, int]]]:
    """For each point the sticks at it, by number, with their other ends."""
    around: dict[int, list[tuple[int, int]]] = {0: []}
    for number, (a, b) in enumerate(position):
        around.setdefault(a, []).append((number, b))
        if a != b:
            around.setdefault(b, []).append((number, a))
    return around


def _standing(position: Sticks) -> Sticks:
    """The sticks that are joined to the ground."""
    around, met, stack = _around(position), {0}, [0]
    while stack:
        for _, beyond in around[stack.pop()]:
            if beyond not in met:
                met.add(beyond)
                stack.append(beyond)
    return tuple(stick for stick in position if stick[0] in met)


def fused(position: Sticks) -> int:
    """The nimber by Conway's fusion principle: the points of a cycle may be made one point.

    Then every stick is a bridge or a loop. Loops are worth 1 each, and a bridge to a figure of
    worth g is worth g + 1 (the colon principle); what meets in a point is added by xor. One walk
    from the ground finds the bridges: those beyond which no stick leads back before them.
    """
    around = _around(position)
    order, depth, by = [0], {0: 0}, {0: -1}
    children: dict[int, list[int]] = {0: []}
    stack = [(0, iter(around[0]))]
    low = {0: 0}
    loops = dict.fromkeys(around, 0)
    while stack:
        at, sticks = stack[-1]
        for number, beyond in sticks:
            if number == by[at]:
                continue
            if beyond not in depth:
                depth[beyond] = low[beyond] = depth[at] + 1
                by[beyond] = number
                children[at].append(beyond)
                children[beyond] = []
                order.append(beyond)
                stack.append((beyond, iter(around[beyond])))
                break
            low[at] = min(low[at], depth[beyond])
            if depth[beyond] <= depth[at]:
                loops[at] += 1  # a stick back: fused, it is a loop, worth 1
        else:
            stack.pop()
            if stack:
                before = stack[-1][0]
                low[before] = min(low[before], low[at])
    worth: dict[int, int] = {}
    for at in reversed(order):
        total = loops[at] % 2
        for child in children[at]:
            bridge = low[child] > depth[at]
            total ^= worth[child] + 1 if bridge else worth[child] ^ 1
        worth[at] = total
    return worth[0]


@claim(proved=_WAYS)
def colon_and_fusion(hackenbush: GreenHackenbush, position: Any) -> Certificate:
    """The points of a cycle may be fused into one, which turns its sticks into loops; a loop is
    worth 1, a stick that carries a figure of nimber g is worth g + 1, and what meets in one point
    is added by xor."""
    return NimSum("fused")


GAME = Game(
    GreenHackenbush,
    title="Green Hackenbush",
    claims=[colon_and_fusion],
    sources=[_WAYS],
    test_to=4,
    facts=[
        Fact("0", "P", 0),
        Fact("0-1", "N", 1, ("cut 0-1",)),
        Fact("0-1,1-2,2-3", "N", 3),
        Fact("0-1,1-2,1-3", "N", 1),
        Fact("0-1,0-2", "P", 0),
        Fact("0-1,1-2,0-2", "N", 1),
        Fact("0-1,0-1", "P", 0),
        Fact("0-1,1-2,2-3,1-3", "N", 2),
        Fact("0-1,1-1", "N", 2),
    ],
)
