"""Bachet's game with two limits: a heap of counters. While it has more than p counters, a move
takes from 1 to k1 of them; once it has p or fewer, from 1 to k2. Who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from nimatron.certificates.forms import Certificate, Kernel, NimSum
from nimatron.errors import ParameterError
from nimatron.game import Erratum, Fact, Game, claim
from nimatron.rules.heaps import Heap, Taking
from nimatron.rules.periods import Repeating, repeats
from nimatron.rules.reading import number
from nimatron.values import mex

_LECTURE = "lecture 000, the strategy of parity, example 2"
_INDUCTION = "an induction on n: the k1 sizes after a lost one can reach it, and the next cannot"
_WINDOW = "the remark that values above p depend on the k1 before, and such a window comes again"
_MOST = 1000  # the largest k1 for which nimbers above p are computed; also of answers


@dataclass(frozen=True)
class BachetTwoLimits(Taking):
    p: int = 10
    k1: int = 3
    k2: int = 4
    opening: ClassVar[Heap] = (21,)

    def __post_init__(self) -> None:
        for name, least in (("p", 0), ("k1", 1), ("k2", 1)):
            value = getattr(self, name)
            if type(value) is not int or value < least:
                raise ParameterError(f"{name}: a whole number of at least {least}", value)

    def takes(self, n: int) -> Iterable[int]:
        return range(1, min(n, self.k1 if n > self.p else self.k2) + 1)

    def first_lost(self) -> int:
        """The smallest heap above p that is lost."""
        below = self.p // (self.k2 + 1) * (self.k2 + 1)
        return max(self.p + 1, below + self.k1 + 1)

    @classmethod
    def read_parameter(cls, name: str, text: str) -> int:
        return number(text, name, least=0 if name == "p" else 1, error=ParameterError)


@lru_cache(maxsize=256)
def _above(rules: BachetTwoLimits) -> Repeating:
    """The nimbers of the heaps p + 1, p + 2...; all that counts are the k1 values before."""
    window = range(max(0, rules.p + 1 - rules.k1), rules.p + 1)
    values = [n % (rules.k2 + 1) for n in window]
    size = 4 * rules.k1 + 8
    while True:
        while len(values) < size:
            values.append(mex(values[-rules.k1 :]))
        found = repeats(values[len(window) :], rules.k1)
        if found:
            return found
        size *= 2


@claim(proved=_INDUCTION)
def two_ladders(rules: BachetTwoLimits, position: Any) -> Certificate | None:
    """Up to p a single heap is lost just if k2+1 divides it. Let w be the last of these. The
    first lost heap above p is the larger of p+1 and w+k1+1, and from there on every (k1+1)-th
    is lost; take down to the next lost one."""
    if len(position) > 1:
        return None
    several = min(_MOST, rules.p // (rules.k2 + 1) + 1, rules.k1 // (rules.k2 + 1) + 1)
    return Kernel(
        "n % (k2 + 1) == 0 if n <= p else n >= lost and (n - lost) % (k1 + 1) == 0",
        answers="[(1, heap(n - n % (k2 + 1)))] if n <= p else"
        " [(1, heap(n - (n - lost) % (k1 + 1)))] if n >= lost else"
        " [(1, heap(p - p % (k2 + 1) - i * (k2 + 1))) for i in range(several)]",
        # Between p and the first lost heap above, several below p may be in reach.
        every=several < _MOST,
        constants={"lost": rules.first_lost(), "several": several},
    )


@claim(proved=_WINDOW)
def nimbers_with_two_limits(rules: BachetTwoLimits, position: Any) -> Certificate | None:
    """Up to p the nimber of a heap of n is n mod (k2+1); above, it is the least that none of the
    k1 heaps before has, and repeats. Heaps add by xor."""
    if rules.k1 > _MOST:
        return None
    above = _above(rules)
    return NimSum(
        "n % (k2 + 1) if n <= p else head[n - p - 1] if n - p - 1 < len(head) else"
        " head[first + (n - p - 1 - first) % period]",
        constants=above.constants,
    )


GAME = Game(
    BachetTwoLimits,
    title="Bachet's game with two limits",
    claims=[two_ladders, nimbers_with_two_limits],
    sources=[_LECTURE],
    trials=[
        {"p": p, "k1": k1, "k2": k2}
        for p, k1, k2 in ((2, 1, 2), (5, 3, 2), (6, 2, 6), (4, 5, 1), (0, 2, 3), (7, 1, 3))
    ],
    test_to=11,
    facts=[
        Fact("21", "N", winning=("take 3",)),
        Fact("18", "P", 0),
        Fact("3", "P", 0, parameters={"p": 2, "k1": 1, "k2": 2}),
        Fact("4", "N", 1, ("take 1",), parameters={"p": 2, "k1": 1, "k2": 2}),
        Fact(str(10**30), "N", parameters={"p": 10**18, "k1": 10**9, "k2": 10**6}),
    ],
    errata=[
        Erratum(
            where="lecture 000, the strategy of parity, example 2",
            said="with w the largest multiple of k2+1 up to p, a heap of n > p is lost for the"
            " first player just if k1+1 divides n - w",
            truth="the first lost heap above p is the larger of p+1 and w+k1+1, and then every"
            " (k1+1)-th; so the statement fails when k1 < p - w",
            wrong="n % (k2 + 1) != 0 if n <= p else (n - p // (k2 + 1) * (k2 + 1)) % (k1 + 1) != 0",
            counterexample="3",
            parameters={"p": 2, "k1": 1, "k2": 2},
        ),
    ],
)
