"""Grundy's game: some piles of counters. A move splits one pile into two of different sizes. Who
cannot move, because all piles are of one or two counters, loses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import xor
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, NimSum
from nimatron.game import Fact, Game, claim
from nimatron.rules.heaps import Heap, Heaps
from nimatron.values import mex

_GRUNDY = "P. M. Grundy, Mathematics and games, Eureka 2 (1939)"
_MOST = 2048
_LOST = (
    "1 2 4 7 10 20 23 26 50 53 270 273 276 282 285 288 316 334 337 340 346 359 362 365 386 389 392"
    " 566 630 633 636 639 673 676 682 685 923 926 929 932 1222"
)


@dataclass(frozen=True)
class Grundy(Heaps):
    least: ClassVar[int] = 1
    opening: ClassVar[Heap] = (8,)

    def breaks(self, n: int) -> Iterable[tuple[int, int]]:
        return ((part, n - part) for part in range(1, (n + 1) // 2))

    def allows(self, n: int, left: tuple[int, ...]) -> bool:
        return len(left) == 2 and 0 < left[0] < left[1] and sum(left) == n

    def heap_code(self) -> str:
        return "grundy"


@lru_cache(maxsize=8)
def _nimbers(size: int) -> tuple[int, ...]:
    values = [0]
    for n in range(1, size):
        parts = range(1, (n + 1) // 2)
        values.append(mex(map(xor, values[1 : parts.stop], values[n - 1 : n - parts.stop : -1])))
    return tuple(values)


@claim(proved=f"a table computed from the definition up to {_MOST}, and claimed no further")
def table_of_nimbers(grundy: Grundy, position: Any) -> Certificate | None:
    """The nimbers of piles up to 2048 are computed from the definition; piles add by xor. Whether
    they repeat some day is open."""
    if max(position) > _MOST:
        return None
    size = max(64, 1 << (max(position) - 1).bit_length())
    return NimSum("head[n]", constants={"head": _nimbers(size + 1)})


GAME = Game(
    Grundy,
    title="Grundy's game",
    claims=[table_of_nimbers],
    sources=[_GRUNDY, "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4"],
    test_to=12,
    facts=[
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0], 1)
        ),
        *(Fact(n, "P", 0) for n in _LOST.split()),
    ],
)
