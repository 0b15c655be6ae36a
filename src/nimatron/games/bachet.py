"""Bachet's game: a heap of counters (or several). A move takes from 1 to k counters from one
heap. Who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel, NimSum
from nimatron.errors import ParameterError
from nimatron.game import Fact, Game, claim
from nimatron.rules.heaps import Taking
from nimatron.rules.reading import number
from nimatron.values import Convention

_BACHET = "C. G. Bachet de Méziriac, Problèmes plaisants et délectables (1612)"
_LECTURE = "lecture 000, the strategy of parity"


@dataclass(frozen=True)
class Bachet(Taking):
    k: int = 3
    opening: ClassVar[tuple[int, ...]] = (21,)

    def __post_init__(self) -> None:
        if type(self.k) is not int or self.k < 1:
            raise ParameterError("k: the most that may be taken, at least 1", self.k)

    def takes(self, n: int) -> Iterable[int]:
        return range(1, min(n, self.k) + 1)

    def heap_code(self) -> str | None:
        return "subtract:" + ",".join(map(str, range(1, self.k + 1))) if self.k < 100 else None

    @classmethod
    def read_parameter(cls, name: str, text: str) -> int:
        return number(text, name, least=1, error=ParameterError)


@claim(proved=_LECTURE)
def multiples_of_k_plus_one(bachet: Bachet, position: Any) -> Certificate:
    """The nimber of a heap of n is n mod (k+1); a single heap is lost just if k+1 divides n,
    and is won by taking n mod (k+1)."""
    return NimSum(
        "n % (k + 1)",
        answers="[(i, heap(x - d)) for total in (xor(y % (k + 1) for y in a),)"
        " for i, x in enumerate(a, 1)"
        " for d in ((x % (k + 1) - (x % (k + 1) ^ total)) % (k + 1),) if d <= x]",
        every=True,
    )


@claim(proved=_LECTURE, convention="misere")
def misere_one_more(bachet: Bachet, position: Any) -> Certificate | None:
    """If taking the last counter loses, a single heap is lost just if n mod (k+1) = 1."""
    if len(position) > 1:
        return None
    return Kernel(
        "n % (k + 1) == 1",
        answers="[(1, heap(n - (n - 1) % (k + 1)))] if n else []",
        every=True,
        convention=Convention.MISERE,
    )


GAME = Game(
    Bachet,
    title="Bachet's game",
    aliases=["take-away"],
    claims=[multiples_of_k_plus_one, misere_one_more],
    sources=[_BACHET, _LECTURE],
    trials=[{"k": k} for k in (1, 2, 3, 4, 7)],
    facts=[
        Fact("21", "N", 1, ("take 1",)),
        Fact("20", "P", 0),
        Fact("21", "P", 0, parameters={"k": 2}),
        Fact("21", "P", convention="misere"),
        Fact("0", "P", 0),
    ],
)
