"""The strip: a row of cells. A move shades k free cells that lie side by side. Who cannot move
loses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from nimatron.certificates.forms import Affine, Certificate, Mirror, NimSum, Opening
from nimatron.errors import ParameterError
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.rules.codes import LONGEST, read_code
from nimatron.rules.periods import VALUE, octal_period
from nimatron.rules.protocol import Placement
from nimatron.rules.reading import number
from nimatron.rules.strips import Cells, Strips, mirrored

_LECTURE = "lecture 000, the strategy of symmetry"
_GUY_SMITH = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games,"
    " Proceedings of the Cambridge Philosophical Society 52 (1956)"
)


@dataclass(frozen=True)
class Strip(Strips, Placement):
    k: int = 2

    def __post_init__(self) -> None:
        if type(self.k) is not int or not 1 <= self.k <= 10_000:
            raise ParameterError("k: how many cells a move shades, from 1 to 10000", self.k)

    @property
    def width(self) -> int:
        return self.k

    def heap_code(self) -> str | None:
        return "0." + "0" * (self.k - 1) + "7" if self.k + 2 <= LONGEST else None

    def footprint(self, move: int) -> Collection[tuple[int]]:
        return [(cell,) for cell in range(move, move + self.k)]

    @classmethod
    def read_parameter(cls, name: str, text: str) -> int:
        return number(text, name, least=1, most=10_000, error=ParameterError)


def _copyable(strip: Strip, position: Cells) -> bool:
    """The strip is its own mirror image, and no move reaches over its middle."""
    low, high = (position[0] + 1) // 2, position[0] // 2 + 1
    middle = (run for run in strip.open_runs(position) if run[0] <= low and high <= run[1])
    crossed = any(run[1] - run[0] + 1 >= strip.k for run in middle)
    return mirrored(position) == position and not (crossed and (strip.k > 1 or low == high))


def _mirror(position: Cells) -> Mirror:
    return Mirror(Affine((-1,), (position[0] + 1,)))


@claim(proved=_LECTURE)
def copy_in_the_mirror(strip: Strip, position: Any) -> Certificate | None:
    """A strip that is its own mirror image, with no room for a move that reaches over its middle
    into both halves, is lost: each move is answered by its mirror image."""
    return _mirror(position) if _copyable(strip, position) else None


@claim(proved=_LECTURE)
def centre_first_then_copy(strip: Strip, position: Any) -> Certificate | None:
    """If one move makes the strip its own mirror image with no room over the middle, play it and
    copy from then on; on an empty strip of n cells it is the k cells in the middle, whenever
    n >= k and n - k is even."""
    image = mirrored(position)[1]
    missing = [first for first, last in image if last - first + 1 == strip.k]
    centre = (position[0] - strip.k) // 2 + 1
    for first in (centre, *missing):
        if strip.legal(position, first) and _copyable(strip, strip.after(position, first)):
            return Opening(strip.move_text(position, first), _mirror(position))
    return None


@claim(proved=_GUY_SMITH)
def nimbers_repeat(strip: Strip, position: Any) -> Certificate | None:
    """A free run of n cells is a heap of n under the code 0.0...07 with k digits; its nimber is
    n mod 2 for k = 1, and repeats with period 34 from 53 cells on for k = 2. For larger k no
    period is known."""
    found = octal_period(read_code(strip.heap_code() or "")) if strip.k < 3 else None
    if found is None:
        return None
    return NimSum(
        VALUE,
        answers="[c for r in open for low in range(min(r[1] - r[0] + 2 - k, first + period) + 1)"
        " for c in (r[0] + low, r[1] - k + 1 - low)]",
        constants=found.constants,
    )


GAME = Game(
    Strip,
    claims=[copy_in_the_mirror, centre_first_then_copy, nimbers_repeat],
    sources=[_LECTURE, _GUY_SMITH],
    trials=[{"k": k} for k in (1, 2, 3, 4)],
    test_to=11,
    facts=[
        Fact("7", "N", 1, parameters={"k": 1}),
        Fact("8", "P", 0, parameters={"k": 1}),
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3], 1)
        ),
        Fact("9", "N", winning=("shade 4-6",), parameters={"k": 3}),
        Fact("1", "P", 0, parameters={"k": 3}),
        Fact("1000001", "N", parameters={"k": 1}),
    ],
    errata=[
        Erratum(
            where="lecture 000, the strategy of symmetry, example 1",
            said="if n and k are both even or both odd, who begins shades the middle and wins",
            truth="only if n >= k as well: on a shorter strip he cannot move and loses",
            wrong="n % 2 == k % 2 or n >= k",
            counterexample="1",
            parameters={"k": 3},
        ),
    ],
)
