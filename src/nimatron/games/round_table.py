"""Round table: the players take turns to put equal round coins flat on a round table, so that each
lies on the table whole and no two overlap (they may touch). Who finds no room loses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import ceil, cos, hypot, log10, pi, sin
from typing import Any, ClassVar, Self

from nimatron import pictures
from nimatron.certificates.forms import Affine, Certificate, Mirror, Opening
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules.protocol import Continuous, Position, Rules
from nimatron.rules.reading import squeezed

_LECTURE = "lecture 003, game 5"
_NUMBER = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40}|/[0-9]{1,40})?", re.ASCII)
_MOST_COINS = 10_000
_TURN = Affine((-1, -1), (0, 0))

Point = tuple[Fraction, Fraction]
Circle = tuple[float, float, float]
_CENTRE: Point = (Fraction(0), Fraction(0))


@dataclass(frozen=True)
class RoundTable(Continuous):
    """A position is the centres of the coins in the order in which they came; all is exact."""

    table: Fraction = Fraction(10)
    coin: Fraction = Fraction(1)
    sizes: ClassVar[tuple[str, ...]] = ("table", "coin")
    notation: ClassVar[str] = (
        "R/r, the radius of the table and of the coins, such as 10/1 (or 5/2:1/3 with fractions);"
        " after it the centres x,y of the coins, from the middle of the table: 10/1 0,0 3/2,-4"
    )

    def __post_init__(self) -> None:
        for name in self.sizes:
            given = getattr(self, name)
            if not isinstance(given, (int, Fraction)) or given <= 0:
                raise PositionError("radii above 0, such as 10/1", given)
            object.__setattr__(self, name, Fraction(given))

    def start(self) -> Position:
        return ()

    def moves(self, position: Position) -> Iterable[Point]:
        """No list, unless no coin fits the table at all."""
        return () if self.table < self.coin else super().moves(position)

    def some_moves(self, position: Position) -> Iterator[Point]:
        """The centre, and places on a few circles round it."""
        room = self.table - self.coin
        # Points on the unit circle with rational coordinates.
        slopes = [Fraction(i, 6) for i in range(-6, 7)]
        circle = [((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)) for t in slopes]
        places = (
            (sign * x * room * part / 6, y * room * part / 6)
            for part in range(7)
            for x, y in circle
            for sign in (1, -1)
        )
        return (point for point in dict.fromkeys(places) if self.legal(position, point))

    def any_move(self, position: Position) -> Point | None:
        """A free place. If there is room, some corner of it is on two of the circles that bound
        it, or a whole circle bounds it; places beside all of these are tried. A gap of less than
        about a billionth of the coin is not seen."""
        if self.table < self.coin:
            return None
        opposite = ((-x, -y) for x, y in position)
        near = chain(self.some_moves(position), opposite, self._beside_corners(position))
        return next((point for point in near if self.legal(position, point)), None)

    def _beside_corners(self, position: Position) -> Iterator[Point]:
        room, width = float(self.table - self.coin), 2 * float(self.coin)
        circles = [(0.0, 0.0, room), *((float(x), float(y), width) for x, y in position)]
        slack = 1e-6 * width
        for number, circle in enumerate(circles):
            x, y, radius = circle
            corners = [(x + radius, y)]
            for other in circles[:number]:
                corners += _crossings(circle, other)
            for x, y in corners:
                free = hypot(x, y) <= room + slack and all(
                    hypot(x - a, y - b) >= width - slack for a, b, _ in circles[1:]
                )
                if free:
                    yield from _around(x, y, width)

    def legal(self, position: Position, move: Any) -> bool:
        if not _is_point(move) or self.table < self.coin:
            return False
        if _square(move, _CENTRE) > (self.table - self.coin) ** 2:
            return False
        return all(_square(move, other) >= 4 * self.coin**2 for other in position)

    def after(self, position: Position, move: Point) -> Position:
        return (*position, move)

    def check(self, position: Position) -> None:
        if not isinstance(position, tuple) or len(position) > _MOST_COINS:
            raise PositionError(f"centres of at most {_MOST_COINS} coins", position)
        for count, coin in enumerate(position):
            if not self.legal(position[:count], coin):
                raise PositionError("coins that lie on the table and do not overlap", coin)

    def accept(self, value: Any) -> Position:
        if not isinstance(value, (tuple, list)) or not all(
            isinstance(coin, tuple) and len(coin) == 2 for coin in value
        ):
            raise PositionError("centres of coins, as pairs of fractions", value)
        try:
            position = tuple((Fraction(x), Fraction(y)) for x, y in value)
        except (TypeError, ValueError, OverflowError) as e:
            raise PositionError("centres of coins, as pairs of fractions", value) from e
        self.check(position)
        return position

    def image(self, move: Point, symmetry: Callable[[Any], Any]) -> Point:
        moved: Point = symmetry(move)
        return moved

    def canonical(self, position: Position) -> Position:
        return tuple(sorted(position))

    def text(self, position: Position) -> str:
        radii = [_said(self.table), _said(self.coin)]
        head = (":" if "/" in "".join(radii) else "/").join(radii)
        return " ".join([head, *map(_point_text, position)])

    def read(self, text: str) -> Position:
        words = text.split()
        if _radii(text) != (self.table, self.coin):
            raise PositionError(f"a table of {self.table} and coins of {self.coin}", text)
        if len(words) > _MOST_COINS:
            raise PositionError(f"at most {_MOST_COINS} coins", len(words))
        position = tuple(_point(word, PositionError) for word in words[1:])
        self.check(position)
        return position

    def sized(self, text: str) -> Self:
        table, coin = _radii(text)
        return replace(self, table=table, coin=coin)

    def move_text(self, position: Position, move: Point) -> str:
        return f"coin at {_point_text(move)}"

    def read_move(self, position: Position, text: str) -> Point:
        move = _point(squeezed(text).removeprefix("coin at").strip(), MoveError)
        if not self.legal(position, move):
            raise IllegalMove(
                f"a place where a coin lies free in {shown(self.text(position))}", text
            )
        return move

    def picture(self, position: Position) -> pictures.Picture:
        coins = tuple((float(x), float(y)) for x, y in position)
        return pictures.Disc(float(self.table), float(self.coin), coins)

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        """Only tables too small for a coin, since on all others the moves cannot be listed."""
        yield from ((RoundTable(Fraction(1, n), Fraction(1)), ()) for n in range(2, bound + 1))


def _crossings(one: Circle, other: Circle) -> list[tuple[float, float]]:
    """Where two circles cross, or where they come closest if they nearly touch."""
    (x, y, r), (a, b, s) = one, other
    between = hypot(a - x, b - y)
    if between == 0 or between > (r + s) * (1 + 1e-9) or between < abs(r - s) * (1 - 1e-9):
        return []
    along = (between**2 + r**2 - s**2) / (2 * between)
    aside = max(0.0, r**2 - along**2) ** 0.5
    u, v = (a - x) / between, (b - y) / between
    return [(x + along * u - k * v, y + along * v + k * u) for k in (aside, -aside)]


def _around(x: float, y: float, width: float) -> Iterator[Point]:
    """Places round a point, from far to near, and itself."""
    for power in range(3, 31, 3):
        step = width * 0.5**power
        places = 2 + max(0, ceil(-log10(step)))
        for turn in range(16):
            a, b = x + step * cos(turn * pi / 8), y + step * sin(turn * pi / 8)
            yield Fraction(f"{a:.{places}f}"), Fraction(f"{b:.{places}f}")
    yield Fraction(x).limit_denominator(1000), Fraction(y).limit_denominator(1000)


def _is_point(move: Any) -> bool:
    return (
        isinstance(move, tuple)
        and len(move) == 2
        and all(isinstance(x, Fraction) or type(x) is int for x in move)
    )


def _square(a: Point, b: Point) -> Fraction:
    """The square of the distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _said(number: Fraction) -> str:
    """The number as a decimal where it is one, so that the slash is left for R/r."""
    if number.denominator == 1:
        return str(number)
    places, rest = 0, number.denominator
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest, count = rest // prime, count + 1
        places = max(places, count)
    if rest > 1:
        return str(number)
    digits = f"{abs(number.numerator) * 10**places // number.denominator:0{places + 1}d}"
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _point_text(point: Point) -> str:
    return f"{_said(point[0])},{_said(point[1])}"


def _fraction(word: str, error: type[PositionError] | type[MoveError]) -> Fraction:
    if not _NUMBER.fullmatch(word):
        raise error("a number such as 3, -1/2 or 2.5", word)
    try:
        return Fraction(word)
    except ZeroDivisionError:
        raise error("a number such as 3, -1/2 or 2.5", word) from None


def _point(word: str, error: type[PositionError] | type[MoveError]) -> Point:
    x, comma, y = word.partition(",")
    if not comma:
        raise error("the centre of a coin as x,y, such as 3/2,-4", word)
    return _fraction(x.strip(), error), _fraction(y.strip(), error)


def _radii(text: str) -> tuple[Fraction, Fraction]:
    """The two radii: `10/1`, or with fractions `5/2:1/3`."""
    words = text.split()
    head = words[0] if words else ""
    table, mark, coin = head.partition(":")
    if not mark:
        table, mark, coin = head.partition("/")
    if not mark:
        raise PositionError("the radii R/r first, such as 10/1", text)
    radii = _fraction(table, PositionError), _fraction(coin, PositionError)
    if min(radii) <= 0:
        raise PositionError("radii above 0, such as 10/1", head)
    return radii


def _copyable(table: RoundTable, position: Any) -> bool:
    """A coin in the middle, and the others in opposite pairs; or no room for any coin."""
    if table.table < table.coin:
        return True
    coins = set(position)
    return _CENTRE in coins and {_TURN(coin) for coin in coins} == coins


@claim(proved=_LECTURE)
def middle_then_opposite(table: RoundTable, position: Any) -> Certificate | None:
    """With a coin in the middle and the others in opposite pairs the position is lost, and so is a
    table too small for a coin: each coin is answered by the opposite one, which lies as far from
    the other coins as the answered coin does, and not on that one itself, since both are at least
    a diameter from the middle. If one coin leads to such a position it wins; on an empty table
    that is at least as large as a coin it is the coin in the middle."""
    if _copyable(table, position):
        return Mirror(_TURN)
    coins = set(position)
    alone = [_TURN(coin) for coin in position if _TURN(coin) not in coins]
    for point in (*alone[:1], _CENTRE):
        if table.legal(position, point) and _copyable(table, (*position, point)):
            return Opening(table.move_text(position, point), Mirror(_TURN))
    return None


GAME = Game(
    RoundTable,
    claims=[middle_then_opposite],
    sources=[_LECTURE],
    test_to=5,
    facts=[
        Fact("10/1", "N"),
        Fact("1/1", "N"),
        Fact("1/2", "P", 0),
        Fact("10/1 0,0", "P"),
        Fact("10/1 0,0 3/2,4", "N"),
        Fact("2.5/1 0,0", "P"),
    ],
)
