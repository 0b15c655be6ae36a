"""Cram: a board of cells. A move covers two neighbouring free cells with a domino, either way
round. Who cannot move loses."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Mirror, Opening, half_turn
from nimatron.game import Fact, Game, claim
from nimatron.rules.grids import Cell, Covering, Shape, bits

_LECTURE = "lecture 000, the strategy of symmetry"
_GARDNER = (
    "M. Gardner, Mathematical games: Cram, crosscram and quadraphage, Scientific American (1974)"
)


@dataclass(frozen=True)
class Cram(Covering):
    shapes: ClassVar[tuple[Shape, ...]] = (((0, 0), (0, 1)), ((0, 0), (1, 0)))


def _turned(cram: Cram, used: int) -> int:
    """The used cells after half a turn: the last cell becomes the first."""
    return int(f"{used:0{cram.area}b}"[::-1], 2)


def _middle(cram: Cram) -> tuple[Cell, ...]:
    """The cells nearest the middle: one, two or four."""
    rows = sorted({(cram.rows + 1) // 2, cram.rows // 2 + 1})
    columns = sorted({(cram.columns + 1) // 2, cram.columns // 2 + 1})
    return tuple(product(rows, columns))


def _copyable(cram: Cram, used: int) -> bool:
    """The board looks the same after half a turn, and no domino fits across its middle."""
    middle = _middle(cram)
    free = [cell for cell in middle if not used & cram.bit(cell)]
    crossing = len(middle) < 4 and len(free) == len(middle)
    return not crossing and _turned(cram, used) == used


@claim(proved=_LECTURE)
def copy_half_a_turn_round(cram: Cram, used: Any) -> Certificate | None:
    """A board that looks the same after half a turn, with no domino across its middle (as every
    empty board with both sides even), is lost: each domino is answered half a turn round."""
    return Mirror(half_turn(cram.rows, cram.columns)) if _copyable(cram, used) else None


@claim(proved=_LECTURE)
def middle_first_then_copy(cram: Cram, used: Any) -> Certificate | None:
    """If one domino makes the board look the same after half a turn, with nothing left across
    its middle, play it and copy from then on; on an empty board with just one even side it is
    the domino in the middle."""
    missing = [cram.cell(place) for place in bits(_turned(cram, used) & ~used)]
    for extra in ((), *((cell,) for cell in _middle(cram)), _middle(cram)):
        domino = tuple(sorted({*missing, *extra}))
        if cram.legal(used, domino) and _copyable(cram, cram.after(used, domino)):
            then = Mirror(half_turn(cram.rows, cram.columns))
            return Opening(cram.move_text(used, domino), then)
    return None


GAME = Game(
    Cram,
    claims=[copy_half_a_turn_round, middle_first_then_copy],
    sources=[_LECTURE, _GARDNER],
    test_to=12,
    facts=[
        Fact("4x4", "P", 0),
        Fact("5x4", "N", 2),
        Fact("3x5", "N", 1),
        Fact("3x3", "P", 0),
        Fact("1x1", "P", 0),
        Fact("1x2", "N", 1, ("cover 1,1 1,2",)),
        Fact("100x200", "P", 0),
        Fact("101x200", "N"),
    ],
)
