"""Needles: a cube is built of unit cubes. A move pierces a whole row of them with a needle, along
any axis, as long as one of them is not pierced yet. Who cannot move loses. The cube may be any
box."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import Any, ClassVar, Self

from nimatron import pictures
from nimatron.certificates.forms import Affine, Certificate, Mirror, Opening
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.grids import bits
from nimatron.rules.protocol import Piercing, Position, Rules

_LECTURE = "lecture 003, game 12"
_NEEDLE = re.compile(r"(?:pierce\s+)?((?:[0-9]{1,7}|\*),(?:[0-9]{1,7}|\*),(?:[0-9]{1,7}|\*))")
_MOST_TURNED = 30  # unit cubes of a box for which mirror images are compared

Cube = tuple[int, int, int]
Needle = tuple[int, int, int]
"""A row of cubes: its two coordinates, and 0 for the axis along which it lies."""


@dataclass(frozen=True)
class Needles(Piercing):
    """A position is the pierced cubes as bits."""

    length: int = 4
    width: int = 4
    height: int = 4
    sizes: ClassVar[tuple[str, ...]] = ("length", "width", "height")
    notation: ClassVar[str] = (
        "4x4x4 for a whole cube; else its layers joined by /, each as rows joined by |, `.` a cube"
        " and `#` a pierced one: .#|../.#|.."
    )

    def __post_init__(self) -> None:
        if any(type(side) is not int or side < 1 for side in self.box):
            raise PositionError("three sides of at least 1", self.box)
        if self.volume > reading.MOST_CELLS:
            raise PositionError(f"at most {reading.MOST_CELLS} cubes", self.box)

    @property
    def box(self) -> tuple[int, int, int]:
        return self.length, self.width, self.height

    @property
    def volume(self) -> int:
        return self.length * self.width * self.height

    def start(self) -> int:
        return 0

    def place(self, cube: Cube) -> int:
        return ((cube[0] - 1) * self.width + cube[1] - 1) * self.height + cube[2] - 1

    def cube(self, place: int) -> Cube:
        place, z = divmod(place, self.height)
        x, y = divmod(place, self.width)
        return x + 1, y + 1, z + 1

    def footprint(self, move: Needle) -> Collection[Cube]:
        a, b, c = (
            range(at, at + 1) if at else range(1, side + 1) for at, side in self._along(move)
        )
        return list(product(a, b, c))

    def _along(self, move: Needle) -> list[tuple[int, int]]:
        return list(zip(move, self.box, strict=True))

    def masks(self) -> Sequence[tuple[int, int]] | None:
        """A needle needs nothing; it takes the cubes of its row, of which one must be whole."""
        if self.volume > 64:
            return None
        return [(0, _mask(self, needle)) for needle in self._needles()]

    def unused(self, position: int) -> Collection[Cube]:
        return [self.cube(place) for place in bits(((1 << self.volume) - 1) & ~position)]

    def moves(self, position: int) -> Iterator[Needle]:
        if position == 0:
            return self._needles()
        unused = ((1 << self.volume) - 1) & ~position
        return (needle for needle in self._needles() if _mask(self, needle) & unused)

    def _needles(self) -> Iterator[Needle]:
        a, b, c = (range(1, side + 1) for side in self.box)
        yield from ((0, y, z) for y in b for z in c)
        yield from ((x, 0, z) for x in a for z in c)
        yield from ((x, y, 0) for x in a for y in b)

    def after(self, position: int, move: Needle) -> int:
        return position | _mask(self, move)

    def legal(self, position: int, move: Any) -> bool:
        if not (isinstance(move, tuple) and len(move) == 3 and all(type(at) is int for at in move)):
            return False
        if move.count(0) != 1 or not all(0 <= at <= side for at, side in self._along(move)):
            return False
        return bool(_mask(self, move) & ~position)

    def check(self, position: Position) -> None:
        if type(position) is not int or not 0 <= position < 1 << self.volume:
            raise PositionError(
                f"pierced cubes of a box of {'x'.join(map(str, self.box))}", position
            )

    def image(self, move: Needle, symmetry: Callable[[Any], Any]) -> Needle:
        """The needle through the images of the first and the last cube."""
        cubes = list(self.footprint(move))
        ends = symmetry(cubes[0]), symmetry(cubes[-1])
        if len(cubes) == 1:  # a side of 1: the axis tells rows of one cube apart
            x, y, z = (to if at else 0 for at, to in zip(move, ends[0], strict=True))
        else:
            x, y, z = (a if a == b else 0 for a, b in zip(*ends, strict=True))
        return x, y, z

    def canonical(self, position: int) -> int:
        """The least image under the turns and reflections of the box."""
        if self.volume > _MOST_TURNED:
            return position
        cubes = list(bits(position))
        images = (sum(turn[place] for place in cubes) for turn in _turns(self))
        return min(images)

    def text(self, position: int) -> str:
        if position == 0:
            return "x".join(map(str, self.box))
        cells = "".join("#" if position >> place & 1 else "." for place in range(self.volume))
        rows = [cells[i : i + self.height] for i in range(0, self.volume, self.height)]
        layers = [rows[i : i + self.width] for i in range(0, len(rows), self.width)]
        return "/".join("|".join(layer) for layer in layers)

    def read(self, text: str) -> int:
        if reading.is_sizes(text):
            if reading.sizes(text, self.sizes) != self.box:
                raise PositionError(f"a box of {'x'.join(map(str, self.box))}", text)
            return 0
        layers = _layers(text)
        if (len(layers), len(layers[0]), len(layers[0][0])) != self.box:
            raise PositionError(f"a box of {'x'.join(map(str, self.box))}", text)
        cells = "".join("".join(layer) for layer in layers)
        return int(cells[::-1].replace(".", "0").replace("#", "1"), 2)

    def sized(self, text: str) -> Self:
        if reading.is_sizes(text) or "x" in text.lower():
            length, width, height = reading.sizes(text, self.sizes)
        else:
            layers = _layers(text)
            length, width, height = len(layers), len(layers[0]), len(layers[0][0])
        return replace(self, length=length, width=width, height=height)

    def entered(self, value: Any) -> tuple[Rules, Position]:
        """Three sizes mean the whole box."""
        if isinstance(value, tuple) and len(value) == 3 and all(type(x) is int for x in value):
            return replace(self, length=value[0], width=value[1], height=value[2]), 0
        return self, self.accept(value)

    def move_text(self, position: int, move: Needle) -> str:
        return "pierce " + ",".join(str(at) if at else "*" for at in move)

    def read_move(self, position: int, text: str) -> Needle:
        match = _NEEDLE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a row with * for its axis, such as `pierce 2,*,3`", text)
        x, y, z = (0 if word == "*" else int(word) for word in match[1].split(","))
        move = x, y, z
        if not self.legal(position, move) or match[1].count("*") != 1:
            raise IllegalMove(f"a row with an unpierced cube in {shown(self.text(position))}", text)
        return move

    def picture(self, position: int) -> pictures.Picture:
        """The layers side by side."""
        area = self.width * self.height
        if self.length > 12:
            return pictures.Text(self.text(position))
        layers = []
        for layer in range(self.length):
            marks = {}
            for place in bits(position >> layer * area & ((1 << area) - 1)):
                row, column = divmod(place, self.height)
                marks[row + 1, column + 1] = "#"
            layers.append(pictures.Grid(self.width, self.height, marks))
        names = tuple(f"layer {layer}" for layer in range(1, self.length + 1))
        return pictures.Side(tuple(layers), names=names)

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        """Every whole box of at most `bound` cubes, up to turning."""
        sides = range(1, bound + 1)
        for a, b, c in combinations_with_replacement(sides, 3):
            if a * b * c <= bound:
                yield Needles(c, a, b), 0


@lru_cache(maxsize=10_000)
def _mask(needles: Needles, move: Needle) -> int:
    return sum(1 << needles.place(cube) for cube in needles.footprint(move))


@lru_cache(maxsize=64)
def _turns(needles: Needles) -> list[list[int]]:
    """For each symmetry of the box the bit to which each cube goes."""
    box, found = needles.box, []
    for order in permutations(range(3)):
        if tuple(box[axis] for axis in order) != box:
            continue
        for flips in product((False, True), repeat=3):
            to = []
            for place in range(needles.volume):
                cube = needles.cube(place)
                x, y, z = (
                    box[axis] + 1 - cube[axis] if flip else cube[axis]
                    for axis, flip in zip(order, flips, strict=True)
                )
                to.append(1 << needles.place((x, y, z)))
            found.append(to)
    return found


def _layers(text: str) -> list[list[str]]:
    layers = [layer.split("|") for layer in text.strip(" \t\r\n").split("/")]
    first = layers[0]
    alike = all(
        len(layer) == len(first) and all(len(row) == len(first[0]) for row in layer)
        for layer in layers
    )
    letters = {letter for layer in layers for row in layer for letter in row}
    if not first[0] or not alike or letters - set(".#"):
        raise PositionError("sizes such as 4x4x4, or equal layers such as .#|../..|..", text)
    return layers


def _turn(needles: Needles) -> Affine:
    """The reflection of the box in its middle point."""
    a, b, c = needles.box
    return Affine((-1, -1, -1), (a + 1, b + 1, c + 1))


def _copyable(needles: Needles, position: int) -> bool:
    """The pierced cubes are carried to themselves, and each row that still counts is another's
    image: a row through the middle along one axis needs both other sides odd."""
    turned = int(f"{position:0{needles.volume}b}"[::-1], 2)
    return turned == position and not any(
        needles.legal(position, row) for row in _middle_rows(needles)
    )


def _middle_rows(needles: Needles) -> list[Needle]:
    """The rows that are their own images."""
    middle = tuple((side + 1) // 2 for side in needles.box)
    rows = []
    for axis in range(3):
        others = [side for other, side in enumerate(needles.box) if other != axis]
        if all(side % 2 for side in others):
            x, y, z = (0 if other == axis else middle[other] for other in range(3))
            rows.append((x, y, z))
    return rows


@claim(proved=_LECTURE)
def copy_through_the_middle(needles: Needles, position: Any) -> Certificate | None:
    """A box with at most one odd side is lost (so the cube of an even side), and so is any box
    that looks the same from its middle in opposite directions and where no row that is its own
    image can be pierced: each needle is answered by its image in the middle point."""
    return Mirror(_turn(needles)) if _copyable(needles, position) else None


@claim(proved=_LECTURE)
def one_needle_then_copy(needles: Needles, position: Any) -> Certificate | None:
    """If one needle makes the box such that it can be copied, pierce there and copy from then on.
    In a whole box with just two odd sides it is the row through the middle along the even side.
    With three odd sides this may fail: three middle rows cross, each of them its own image."""
    candidates = _middle_rows(needles)
    if position:
        turned = int(f"{position:0{needles.volume}b}"[::-1], 2)
        missing = [needles.cube(place) for place in bits(turned & ~position)]
        if missing:
            first, last = missing[0], missing[-1]
            for axis in range(3):
                row = [first[i] if i != axis else 0 for i in range(3)]
                if all(first[i] == last[i] for i in range(3) if i != axis):
                    candidates.append((row[0], row[1], row[2]))
    for needle in candidates:
        if needles.legal(position, needle):
            after = needles.after(position, needle)
            if _copyable(needles, after):
                return Opening(needles.move_text(position, needle), Mirror(_turn(needles)))
    return None


GAME = Game(
    Needles,
    claims=[copy_through_the_middle, one_needle_then_copy],
    sources=[_LECTURE],
    test_to=8,
    facts=[
        Fact("4x4x4", "P", 0),
        Fact("2x2x2", "P", 0),
        Fact("1x1x1", "N", 1),
        Fact("1x3x3", "N"),
        Fact("1x3x4", "N"),
        Fact("2x3x3", "N"),
        Fact("1x1x3", "N"),
        Fact("30x30x30", "P", 0),
    ],
)
