"""Chords: n points on a circle. A move joins two points by a chord that meets no earlier chord,
not even at its ends. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Any, ClassVar, Self

from nimatron import pictures
from nimatron.certificates.forms import Affine, Certificate, Mirror, NimSum, Opening
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.codes import read_code
from nimatron.rules.periods import VALUE, octal_period
from nimatron.rules.protocol import Placement, Position, Rules

_LECTURE = "lecture 003, game 10"
_GUY_SMITH = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games,"
    " Proceedings of the Cambridge Philosophical Society 52 (1956)"
)
_MOST_COPIED = 40  # points up to which all crossings are listed for a look at every chord
_MOST_DRAWN = 100
_CHORD = re.compile(r"([0-9]{1,8})-([0-9]{1,8})", re.ASCII)
_MOVE = re.compile(r"(?:join )?([0-9]{1,8})(?: (?:and|to|with) |-)([0-9]{1,8})", re.ASCII)

Chord = tuple[int, int]
Circle = tuple[int, tuple[Chord, ...]]
"""How many points there are, and the chords that are drawn, rising."""


@dataclass(frozen=True)
class Chords(Placement):
    """Circles of at most `points` points, since a region with fewer is again a circle."""

    points: int = 10
    sizes: ClassVar[tuple[str, ...]] = ("points",)
    notation: ClassVar[str] = "12 for a circle of 12 points, or with the chords drawn: 12:1-7,2-4"

    def __post_init__(self) -> None:
        if type(self.points) is not int or self.points < 1:
            raise PositionError("a circle with at least one point", self.points)

    def start(self) -> Circle:
        return self.points, ()

    def moves(self, position: Circle) -> Iterator[Chord]:
        return chain.from_iterable(combinations(points, 2) for points in _regions(position))

    def after(self, position: Circle, move: Chord) -> Circle:
        return position[0], tuple(sorted((*position[1], move)))

    def legal(self, position: Circle, move: Any) -> bool:
        if not isinstance(move, tuple) or [type(x) for x in move] != [int, int]:
            return False
        return move[0] < move[1] and any(
            move[0] in points and move[1] in points for points in _regions(position)
        )

    def components(self, position: Circle) -> Sequence[Circle]:
        points, chords = position
        ends = sorted((end, chord) for chord in chords for end in chord)
        found, around, last = list[int](), [0], 0
        for end, chord in (*ends, (points + 1, (0, points + 1))):
            around[-1] += end - last - 1
            last = end
            if end == chord[0]:
                around.append(0)
            else:
                found.append(around.pop())
        return [(free, ()) for free in found if free > 1]

    def footprint(self, move: Chord) -> Collection[Any]:
        """The ends of the chord, and for each chord that would cross it the four ends of both."""
        low, high = move
        inside = range(low + 1, high)
        beyond = chain(range(1, low), range(high + 1, self.points + 1))
        ends = (low,), (high,)
        return [*ends, *(frozenset((*ends, (u,), (v,))) for u, v in product(inside, beyond))]

    def image(self, move: Chord, symmetry: Callable[[Any], Any]) -> Chord:
        low, high = sorted(int(symmetry((end,))[0]) for end in move)
        return low, high

    def check(self, position: Position) -> None:
        expected = f"at most {self.points} points, and chords that do not meet"
        if not (isinstance(position, tuple) and len(position) == 2):
            raise PositionError(expected, position)
        points, chords = position
        if type(points) is not int or not 1 <= points <= self.points:
            raise PositionError(expected, position)
        if not isinstance(chords, tuple) or list(chords) != sorted(set(chords)):
            raise PositionError("chords in rising order", position)
        for chord in chords:
            if not (isinstance(chord, tuple) and [type(x) for x in chord] == [int, int]):
                raise PositionError(expected, position)
            if not 1 <= chord[0] < chord[1] <= points:
                raise PositionError(f"chords between two points up to {points}", chord)
        partner = {end: chord for chord in chords for end in chord}
        if len(partner) < 2 * len(chords):
            raise PositionError("chords with different ends", self.text(position))
        open_ends: list[int] = []
        for end in sorted(partner):
            if end == partner[end][0]:
                open_ends.append(partner[end][1])
            elif open_ends.pop() != end:
                raise PositionError("chords that do not cross", self.text(position))

    def text(self, position: Circle) -> str:
        points, chords = position
        return f"{points}:" + ",".join(f"{a}-{b}" for a, b in chords) if chords else str(points)

    def read(self, text: str) -> Circle:
        head, colon, tail = text.strip(" \t\r\n").partition(":")
        points = reading.number(head, "points", least=1, most=reading.MOST_CELLS)
        chords = []
        for word in tail.split(",") if colon else ():
            match = _CHORD.fullmatch(word.strip(" "))
            if match is None:
                raise PositionError("chords such as 1-7,2-4", word)
            low, high = sorted((int(match[1]), int(match[2])))
            chords.append((low, high))
        position = (points, tuple(sorted(chords)))
        self.check(position)
        return position

    def sized(self, text: str) -> Self:
        points = text.strip(" \t\r\n").partition(":")[0]
        most = reading.MOST_CELLS
        return replace(self, points=reading.number(points, "points", least=1, most=most))

    def entered(self, value: Any) -> tuple[Rules, Position]:
        rules = replace(self, points=value) if type(value) is int else self
        return rules, rules.accept((value, ()) if type(value) is int else value)

    def variables(self, position: Circle) -> dict[str, Any]:
        """`n` is how many points there are; `regions` has the free points of each region."""
        return {"n": position[0], "regions": _regions(position)}

    def picture(self, position: Circle) -> pictures.Picture:
        points, chords = position
        if points > _MOST_DRAWN:
            return pictures.Text(self.text(position))
        used = {end for chord in chords for end in chord}
        marks = ("#" if point in used else "." for point in range(1, points + 1))
        return pictures.Ring("".join(marks), chords)

    def small(self, bound: int) -> Iterator[tuple[Rules, Circle]]:
        for points in range(1, bound + 1):
            circle = replace(self, points=points)
            yield circle, circle.start()

    def move_text(self, position: Circle, move: Chord) -> str:
        return f"join {move[0]} and {move[1]}"

    def read_move(self, position: Circle, text: str) -> Chord:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("two points, such as `join 1 and 7`", text)
        low, high = sorted((int(match[1]), int(match[2])))
        if not self.legal(position, (low, high)):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return low, high


@lru_cache(maxsize=256)
def _regions(position: Circle) -> tuple[Sequence[int], ...]:
    """The free points of each region that has two or more, in the order in which regions end."""
    points, chords = position
    if not chords:
        return (range(1, points + 1),) if points > 1 else ()
    partner = {end: other for a, b in chords for end, other in ((a, b), (b, a))}
    found: list[tuple[int, ...]] = []
    around: list[list[int]] = [[]]  # the regions that are begun, the outermost first
    for point in range(1, points + 1):
        if point not in partner:
            around[-1].append(point)
        elif partner[point] > point:
            around.append([])
        else:
            found.append(tuple(around.pop()))
    found.append(tuple(around.pop()))
    return tuple(region for region in found if len(region) > 1)


def _copyable(position: Circle) -> bool:
    """The circle looks the same after half a turn, and no free chord meets its own image."""
    points, chords = position
    half = points // 2
    turned = {(b - half, a + half) if b > half else (a + half, b + half) for a, b in chords}
    if points % 2 or {tuple(sorted(chord)) for chord in turned} != set(chords):
        return False
    # A region that is its own image has opposite points, unless a diameter cuts it in two.
    return not any(region[0] + half in region for region in _regions(position))


@claim(proved=_LECTURE)
def copy_half_a_turn_round(circle: Chords, position: Any) -> Certificate | None:
    """A circle with an even number of points that looks the same after half a turn, and on which
    no two opposite points can be joined any more, is lost: copy half a turn round. It is claimed
    up to 40 points; beyond, the nimbers say the same."""
    if position[0] > _MOST_COPIED or not _copyable(position):
        return None
    return Mirror(Affine((1,), (position[0] // 2,), modulus=position[0]))


@claim(proved=_LECTURE)
def diameter_first_then_copy(circle: Chords, position: Any) -> Certificate | None:
    """With an even number of points join two opposite ones, if the circle looks the same after
    half a turn then, and copy from then on. It is claimed up to 40 points; beyond, the nimbers
    say the same."""
    points, half = position[0], position[0] // 2
    if points > _MOST_COPIED or points % 2:
        return None
    for low in range(1, half + 1):
        diameter = low, low + half
        if circle.legal(position, diameter) and _copyable(circle.after(position, diameter)):
            mirror = Mirror(Affine((1,), (half,), modulus=points))
            return Opening(circle.move_text(position, diameter), mirror)
    return None


@claim(proved=_GUY_SMITH)
def period_thirty_four(circle: Chords, position: Any) -> Certificate:
    """A region with n free points is a heap of n under the code 0.07 (Dawson's Kayles): a chord
    takes two and leaves the rest on its two sides. The nimbers repeat with period 34 from 53."""
    found = octal_period(read_code("0.07"))
    assert found is not None
    return NimSum(
        VALUE,
        answers="[(r[0], r[low + 1]) for r in regions"
        " for low in range(min((len(r) - 2) // 2, first + period) + 1)]",
        constants=found.constants,
    )


GAME = Game(
    Chords,
    claims=[copy_half_a_turn_round, diameter_first_then_copy, period_thirty_four],
    sources=[_LECTURE, _GUY_SMITH],
    test_to=8,
    facts=[
        Fact("10", "N", 3),
        Fact("2", "N", 1, ("join 1 and 2",)),
        Fact("4", "N", 2, ("join 1 and 3", "join 2 and 4")),
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3], 1)
        ),
        Fact("1000", "N"),
        Fact("100000", "N"),
    ],
)
