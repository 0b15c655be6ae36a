"""Sprouts: some spots on paper. A move draws a line from a spot to another or to itself, crossing
no line, and puts a new spot on it. No spot may have more than three ends of lines. Who cannot move
loses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from string import ascii_letters
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.errors import IllegalMove, MoveError, PositionError, TooLarge, shown
from nimatron.game import Fact, Game
from nimatron.rules.protocol import Position, Rules
from nimatron.rules.reading import number, squeezed

_MOST = 12  # spots to begin with
_NAMELESS = dict.fromkeys(map(ord, ascii_letters), "~")
_MOVE = re.compile(r"region(\d{1,3}):join(\d{1,3})and(\d{1,3})(?:around(\d{1,3}(?:,\d{1,3})*))?")

Boundary = tuple[str, ...]
Region = tuple[Boundary, ...]
Regions = tuple[Region, ...]
Move = tuple[int, int, int, tuple[int, ...]]
"""Region, two places in it, and the boundaries that the line from the first to the second cuts
off; all from 1. Places are counted through the boundaries of the region, in order."""


@dataclass(frozen=True)
class _Spot:
    """A spot while a line is drawn: spots are told apart by name, and `ends` is their degree."""

    name: int
    ends: int


@dataclass(frozen=True)
class Sprouts(Rules):
    """A position is its regions, and each region its boundaries: the spots met on the way round.

    Of spots only those that can still be joined are kept, in regions where a line can be drawn;
    `0` and `1` are spots with so many ends, `2` one with two ends that is met once, a letter one
    with two that is met twice. After Applegate, Jacobson and Sleator.
    """

    notation: ClassVar[str] = (
        "a number of spots, such as 3; or regions, each ended by /, of boundaries with commas"
        " between: 0 and 1 are spots with so many ends of lines, 2 one with two that is met once,"
        " letters those that are met twice, such as ab,0/ab/"
    )

    def start(self) -> Regions:
        return _fresh(3)

    def moves(self, position: Regions) -> Iterator[Move]:
        for place, region in enumerate(position, 1):
            spots = [(b, spot) for b, boundary in enumerate(region) for spot in boundary]
            for i, (at, one) in enumerate(spots, 1):
                for j, (to, other) in enumerate(spots[i - 1 :], i):
                    looped = i == j or (one == other and one.isalpha())
                    if looped and one not in "01":  # a line to itself takes two ends
                        continue
                    if at != to:
                        yield place, i, j, ()
                        continue
                    others = [b for b in range(1, len(region) + 1) if b != at + 1]
                    for count in range(len(others) + 1):
                        for inside in combinations(others, count):
                            yield place, i, j, inside

    def after(self, position: Regions, move: Move) -> Regions:
        place, i, j, inside = move
        regions = _named(position)
        region = regions.pop(place - 1)
        at, first = _found(region, i)
        to, second = _found(region, j)
        new = _Spot(-1, 2)
        rest = [boundary for b, boundary in enumerate(region) if b not in (at, to)]
        if at != to:
            regions.append(
                [*rest, _opened(region[at], first, new) + _opened(region[to], second, new)]
            )
        else:
            within = [region[b - 1] for b in inside]
            without = [b for n, b in enumerate(region, 1) if n not in inside and n != at + 1]
            line = region[at]
            if i == j:
                sides = [line[first], new], _opened(line, first, new)
            else:
                sides = (
                    [*line[first : second + 1], new],
                    [*line[second:], *line[: first + 1], new],
                )
            regions += [[*within, sides[0]], [*without, sides[1]]]
        joined = Counter((region[at][first].name, region[to][second].name))
        return _normal(_written(regions, joined))

    def legal(self, position: Regions, move: Any) -> bool:
        return isinstance(move, tuple) and any(move == known for known in self.moves(position))

    def components(self, position: Regions) -> Sequence[Regions]:
        """Regions that share a spot belong together."""
        groups: list[tuple[set[str], list[Region]]] = []
        for region in position:
            letters, together = {s for b in region for s in b if s.isalpha()}, [region]
            for group in [group for group in groups if group[0] & letters]:
                groups.remove(group)
                letters, together = letters | group[0], group[1] + together
            groups.append((letters, together))
        return [_normal(tuple(together)) for _, together in groups]

    def canonical(self, position: Regions) -> Regions:
        """The lesser of the drawing and its mirror image, named as alike as may be."""
        mirrored = tuple(tuple(b[::-1] for b in region) for region in position)
        return min(_normal(_sorted(p, nameless=True)) for p in (position, mirrored))

    def check(self, position: Position) -> None:
        try:
            _possible(position)
            written = _normal(position) == position
        except (TypeError, AttributeError, ValueError) as e:
            raise PositionError(self.notation, position) from e
        if not written:
            raise PositionError("a position as it is written", position, hint="read it from a text")

    def text(self, position: Regions) -> str:
        if position == _fresh(len(position[0]) if position else 0):
            return str(len(position[0]) if position else 0)
        return "".join(f"{','.join(''.join(b) for b in region)}/" for region in position)

    def read(self, text: str) -> Regions:
        text = text.strip()
        if "/" not in text:
            return _fresh(number(text, "spots", most=_MOST))
        if not text.endswith("/") or len(text) > 1000:
            raise PositionError("regions that end with / (at most 1000 letters)", text)
        regions = text[:-1].split("/")
        read = tuple(tuple(tuple(b.strip()) for b in region.split(",")) for region in regions)
        if any(not b for region in read for b in region):
            raise PositionError("spots in each boundary", text, hint=self.notation)
        _possible(read)
        return _normal(_written(_named(read), Counter()))

    def move_text(self, position: Regions, move: Move) -> str:
        place, i, j, inside = move
        around = f" around {','.join(map(str, inside))}" if inside else ""
        return f"region {place}: join {i} and {j}{around}"

    def read_move(self, position: Regions, text: str) -> Move:
        found = _MOVE.fullmatch(squeezed(text).replace(" ", ""))
        if found is None:
            raise MoveError("region R: join I and J, with ` around B,B` if need be", text)
        place, i, j = (int(found[n]) for n in (1, 2, 3))
        inside = tuple(int(b) for b in (found[4] or "").split(",") if b)
        move = place, i, j, inside
        if not self.legal(position, move):
            raise IllegalMove(
                f"a line that can be drawn in {shown(self.text(position))}", text,
                hint="see `nimatron moves sprouts`",
            )  # fmt: skip
        return move

    def picture(self, position: Regions) -> pictures.Picture:
        """The boundaries of all regions as rings of spots, with the places that moves speak of."""
        rings, names = list[pictures.Picture](), list[str]()
        for place, region in enumerate(position, 1):
            spot = 1
            for b, boundary in enumerate(region, 1):
                spots = tuple(map(str, range(spot, spot + len(boundary))))
                rings.append(pictures.Ring("".join(boundary), names=spots))
                names.append(f"region {place}" if b == 1 else f"boundary {b}")
                spot += len(boundary)
        if not rings:
            return pictures.Text("no line can be drawn")
        return pictures.Side(tuple(rings), names=tuple(names))

    def touches(self, position: Regions, move: Move) -> list[tuple[Any, ...]]:
        place, i, j, _ = move
        before = sum(len(region) for region in position[: place - 1])
        found = []
        for spot in dict.fromkeys((i, j)):
            boundary, at = _found(_named(position)[place - 1], spot)
            found.append(("part", before + boundary + 1, ("point", at + 1)))
        return found

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        for spots in range(bound + 1):
            yield self, _fresh(spots)


def _fresh(spots: int) -> Regions:
    return ((("0",),) * spots,) if spots else ()


def _possible(position: Regions) -> None:
    """Raise PositionError if no drawing can look like that."""
    for letter, count in Counter(s for region in position for b in region for s in b).items():
        if letter not in ("0", "1", "2") and (len(letter) != 1 or letter not in ascii_letters):
            raise PositionError("spots 0, 1, 2 and letters", letter)
        if letter.isalpha() and count != 2:
            raise PositionError(f"the spot {letter} twice, not {count} times")
    for region in position:
        if any("0" in boundary and len(boundary) > 1 for boundary in region):
            raise PositionError("each spot 0 in a boundary of its own")
        met = Counter(s for boundary in region for s in set(boundary) if s.isalpha())
        if any(count > 1 for count in met.values()):
            raise PositionError(
                "no spot in two boundaries of one region", hint="what a line joins is one boundary"
            )


def _found(region: list[list[_Spot]], place: int) -> tuple[int, int]:
    """The boundary and the place in it, both from 0, of a place in the region."""
    for b, boundary in enumerate(region):
        if place <= len(boundary):
            return b, place - 1
        place -= len(boundary)
    raise IllegalMove("a place in the region", place)


def _opened(line: list[_Spot], at: int, new: _Spot) -> list[_Spot]:
    """Once round a boundary from a spot and back to it, then on to the new spot.

    A spot without lines is met once, whatever is joined to it."""
    back = [line[at]] if line[at].ends else []
    return [*line[at:], *line[:at], *back, new]


def _named(position: Regions) -> list[list[list[_Spot]]]:
    """The regions with a name of its own for each spot."""
    letters: dict[str, _Spot] = {}
    fresh = iter(range(1 << 30))

    def spot(token: str) -> _Spot:
        if token.isdigit():
            return _Spot(next(fresh), int(token))
        return letters.setdefault(token, _Spot(next(fresh), 2))

    return [[[spot(token) for token in b] for b in region] for region in position]


def _written(regions: list[list[list[_Spot]]], joined: Counter[int]) -> Regions:
    """What is left that matters, after so many more ends at the spots that were joined."""
    live = []
    for region in regions:
        kept = [
            [_Spot(s.name, s.ends + joined[s.name]) for s in b if s.ends + joined[s.name] < 3]
            for b in region
        ]
        # A line takes two of the three ends that each spot can have.
        if sum(3 - spot.ends for spot in set(chain(*kept))) > 1:
            live.append([b for b in kept if b])
    met = Counter(spot.name for region in live for b in region for spot in b)
    letters = iter(ascii_letters)
    names: dict[int, str] = {}

    def token(spot: _Spot) -> str:
        if met[spot.name] == 1:
            return str(spot.ends)
        if spot.name not in names:
            names[spot.name] = next(letters, "")
            if not names[spot.name]:
                raise TooLarge(f"more than {len(ascii_letters)} spots that are met twice")
        return names[spot.name]

    return tuple(tuple(tuple(token(s) for s in b) for b in region) for region in live)


def _sorted(position: Regions, *, nameless: bool = False) -> Regions:
    """Boundaries turned and put in order, then letters in the order in which they come."""

    def key(boundary: Boundary) -> str:
        spots = "".join(boundary)
        return spots.translate(_NAMELESS) if nameless else spots

    turned = [
        sorted((min((b[i:] + b[:i] for i in range(len(b))), key=key) for b in region), key=key)
        for region in position
    ]
    turned.sort(key=lambda region: [key(boundary) for boundary in region])
    used = dict.fromkeys(s for region in turned for b in region for s in b if s.isalpha())
    names = dict(zip(used, ascii_letters, strict=False))
    return tuple(tuple(tuple(names.get(s, s) for s in b) for b in region) for region in turned)


@lru_cache(maxsize=1 << 14)  # many moves lead to drawings that are alike
def _normal(position: Regions) -> Regions:
    """One way of writing for many that are alike: the least of those that putting in order, done
    again and again, comes back to."""
    seen: dict[Regions, int] = {}
    while position not in seen:
        seen[position] = len(seen)
        position = _sorted(position)
    return min(found for found, turn in seen.items() if turn >= seen[position])


GAME = Game(
    Sprouts,
    sources=[
        "M. Gardner, Mathematical games: Of sprouts and Brussels sprouts,"
        " Scientific American (1967)",
        "D. Applegate, G. Jacobson, D. Sleator, Computer analysis of Sprouts (1991)",
    ],
    test_to=2,
    facts=[
        Fact("0", "P", 0),
        Fact("1", "P", 0),
        Fact("2", "P", 0),
        Fact("3", "N", 1),
    ],
)
