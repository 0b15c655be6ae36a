"""The daisy: a flower of n petals in a ring. A move tears off one petal, or two that stand next to
each other. Who cannot move, because no petal is left, loses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Affine, Certificate, Mirror, NimSum, Opening
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.rules import reading
from nimatron.rules.codes import read_code
from nimatron.rules.grids import bits
from nimatron.rules.periods import VALUE, octal_period
from nimatron.rules.protocol import Placement, Position, Rules

_LECTURE = "lecture 003, game 11"
_GUY_SMITH = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games,"
    " Proceedings of the Cambridge Philosophical Society 52 (1956)"
)
_MOST_DRAWN = 100

Flower = tuple[int, tuple[int, ...]]
"""How many petals the whole daisy had, and which are gone, rising from 1, clockwise."""
Arc = tuple[int, int]
"""The first petal of a row and how many there are in it."""


@dataclass(frozen=True)
class Daisy(Placement):
    notation: ClassVar[str] = (
        "12 for a whole daisy of 12 petals, or the petals, `#` a torn one: #..#.."
    )

    def start(self) -> Flower:
        return 12, ()

    def arcs(self, position: Flower) -> Iterator[Arc]:
        """The rows of petals between gaps; of a whole daisy there is none."""
        petals, torn = position
        for gap, after in zip(torn, (*torn[1:], torn[0] + petals) if torn else (), strict=True):
            if after - gap > 1:
                yield gap % petals + 1, after - gap - 1

    def moves(self, position: Flower) -> Iterator[tuple[int, ...]]:
        petals, torn = position
        gone = set(torn)
        for petal in range(1, petals + 1):
            if petal not in gone:
                yield (petal,)
                after = petal % petals + 1
                if after not in gone and (petals > 2 or petal < after):
                    yield petal, after

    def after(self, position: Flower, move: tuple[int, ...]) -> Flower:
        return position[0], tuple(sorted((*position[1], *move)))

    def legal(self, position: Flower, move: Any) -> bool:
        petals, torn = position
        if not isinstance(move, tuple) or [type(x) for x in move] not in ([int], [int, int]):
            return False
        there = all(1 <= petal <= petals and petal not in torn for petal in move)
        pair = len(move) == 2 and move[1] == move[0] % petals + 1 != move[0]
        return there and (len(move) == 1 or (pair and (petals > 2 or move == (1, 2))))

    def components(self, position: Flower) -> Sequence[Flower]:
        if not position[1]:
            return [position]
        # A row of n petals is a daisy of n + 1 with one petal gone.
        return [(length + 1, (1,)) for _, length in self.arcs(position)]

    def footprint(self, move: tuple[int, ...]) -> Collection[tuple[int]]:
        return [(petal,) for petal in move]

    def image(self, move: tuple[int, ...], symmetry: Callable[[Any], Any]) -> tuple[int, ...]:
        image = sorted(int(symmetry((petal,))[0]) for petal in move)
        around = len(image) == 2 and image[1] - image[0] > 1  # the last petal, then the first
        return tuple(image[::-1] if around else image)

    def check(self, position: Position) -> None:
        expected = "a number of petals, at least 1, and the torn ones, rising"
        if not (isinstance(position, tuple) and len(position) == 2):
            raise PositionError(expected, position)
        petals, torn = position
        if type(petals) is not int or petals < 1 or not isinstance(torn, tuple):
            raise PositionError(expected, position)
        if any(type(p) is not int or not 1 <= p <= petals for p in torn) or (
            list(torn) != sorted(set(torn))
        ):
            raise PositionError(expected, position)

    def text(self, position: Flower) -> str:
        petals, torn = position
        return self._marks(position) if torn else str(petals)

    def _marks(self, position: Flower) -> str:
        marks = ["."] * position[0]
        for petal in position[1]:
            marks[petal - 1] = "#"
        return "".join(marks)

    def read(self, text: str) -> Flower:
        marks = text.strip(" \t\r\n")
        if set(marks) - set(".#") and not marks.isdecimal():
            raise PositionError("a number of petals such as 12, or petals such as #..#..", text)
        if not marks or marks.isdecimal():
            return reading.number(text, "petals", least=1, most=reading.MOST_CELLS), ()
        if len(marks) > reading.MOST_CELLS:
            raise PositionError(f"at most {reading.MOST_CELLS} petals", len(marks))
        mask = int(marks[::-1].replace(".", "0").replace("#", "1"), 2)
        return len(marks), tuple(place + 1 for place in bits(mask))

    def accept(self, value: Any) -> Flower:
        position = (value, ()) if type(value) is int else value
        self.check(position)
        assert isinstance(position, tuple)
        return position

    def variables(self, position: Flower) -> dict[str, Any]:
        """`n` petals are left; `rows` are the rows they stand in, unless the daisy is whole."""
        petals, torn = position
        return {
            "petals": petals,
            "n": petals - len(torn),
            "whole": not torn,
            "rows": tuple(self.arcs(position)),
        }

    def picture(self, position: Flower) -> pictures.Picture:
        if position[0] > _MOST_DRAWN:
            return pictures.Text(f"a daisy of {position[0]} petals, torn: {list(position[1])}")
        return pictures.Ring(self._marks(position))

    def small(self, bound: int) -> Iterator[tuple[Rules, Flower]]:
        yield from ((self, (petals, ())) for petals in range(1, bound + 1))

    def move_text(self, position: Flower, move: tuple[int, ...]) -> str:
        return "tear " + " and ".join(map(str, move))

    def read_move(self, position: Flower, text: str) -> tuple[int, ...]:
        words = reading.squeezed(text).removeprefix("tear ").replace(" and ", ",")
        if not words.strip():
            raise MoveError("petals such as `tear 3` or `tear 3 and 4`", text)
        move = reading.numbers(words, "petals", least=1, error=MoveError)
        move = move if self.legal(position, move) else move[::-1]
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move


def _half_turn(position: Flower) -> Mirror | None:
    """The half turn, if the daisy has an even number of petals and looks the same after it."""
    petals, torn = position
    half = petals // 2
    if petals % 2 or petals < 4 or {(p + half - 1) % petals + 1 for p in torn} != set(torn):
        return None
    return Mirror(Affine((1,), (half,), modulus=petals))


def _reflection(daisy: Daisy, position: Flower) -> Mirror | None:
    """A reflection of a torn daisy onto itself with an axis that runs through gaps only."""
    petals, torn = position
    rows = {((first - 1) % petals, length) for first, length in daisy.arcs(position)}
    if not rows:
        return Mirror(Affine((-1,), (1,), modulus=petals)) if len(torn) == petals else None
    first, length = min(rows)
    for other, as_long in rows:
        # The first row goes backwards onto the other one, so petal p goes to shift - p.
        shift = first + other + length - 1
        images = {((shift - a - n + 1) % petals, n) for a, n in rows}
        fixed = any((2 * a + n - 1 - shift) % petals == 0 for a, n in rows)
        if as_long == length and images == rows and not fixed:
            return Mirror(Affine((-1,), ((shift + 1) % petals + 1,), modulus=petals))
    return None


@claim(proved=_LECTURE)
def answer_opposite(daisy: Daisy, position: Any) -> Certificate | None:
    """A daisy with an even number of petals, at least four, that looks the same after half a turn
    is lost: tear opposite petals. So is a torn one whose rows are mirror images of each other."""
    return _half_turn(position) or (_reflection(daisy, position) if position[1] else None)


@claim(proved=_LECTURE)
def middle_of_the_row(daisy: Daisy, position: Any) -> Certificate | None:
    """A single row is won: tear its middle petal, or the two in the middle, so that two equal rows
    or none remain, and copy in the other row. This answers any first move on a daisy of three or
    more petals."""
    arcs = list(daisy.arcs(position))
    if len(arcs) != 1:
        return None
    first, length = arcs[0]
    middle = [first + (length - 1) // 2, first + length // 2]
    move = tuple((petal - 1) % position[0] + 1 for petal in dict.fromkeys(middle))
    then = _reflection(daisy, daisy.after(position, move))
    return Opening(daisy.move_text(position, move), then) if then else None


@claim(proved=f"{_LECTURE}, for the whole daisy; {_GUY_SMITH}, for rows")
def kayles_after_the_first_move(daisy: Daisy, position: Any) -> Certificate:
    """A whole daisy of three or more petals has nimber 0: whatever is torn leaves one row, and the
    answer in its middle leaves equal rows. A row of n petals is a row of Kayles, 0.77, whose
    nimbers repeat with period 12 from 71 on."""
    kayles = octal_period(read_code("0.77"))
    assert kayles is not None
    return NimSum(
        f"(0 if n > 2 else n) if whole else {VALUE}",
        answers="[((r[0] + low - 1) % petals + 1,) if torn == 1 else"
        " ((r[0] + low - 1) % petals + 1, (r[0] + low) % petals + 1)"
        " for r in rows for torn in (1, 2) if torn <= r[1]"
        " for short in range(min((r[1] - torn) // 2, first + period) + 1)"
        " for low in (short, r[1] - torn - short)] if rows else [(1,), (1, 2)]",
        constants=kayles.constants,
    )


GAME = Game(
    Daisy,
    aliases=["chamomile"],
    claims=[answer_opposite, middle_of_the_row, kayles_after_the_first_move],
    sources=[_LECTURE, "H. E. Dudeney, The Canterbury Puzzles, no. 73 (1908), for Kayles"],
    test_to=9,
    facts=[
        Fact("12", "P", 0),
        Fact("11", "P", 0),
        Fact("3", "P", 0),
        Fact("2", "N", 2, ("tear 1 and 2",)),
        Fact("1", "N", 1),
        Fact("#..........", "N", 2),
        Fact("1000000", "P", 0),
    ],
)
