"""Who wins, for the games that contests ask by the hundred thousand: a line of arithmetic each.

The catalogue says the same with its reasons; the tests compare them. Whatever is not here is
asked of the catalogue, case by case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from math import isqrt
from operator import mod, xor
from typing import Any

from nimatron.errors import PositionError
from nimatron.judge.formats.heaps import heap_nimbers
from nimatron.judge.formats.knights import SIDE, knights_down

Decider = Callable[[Sequence[int]], int]
"""From the numbers of a position to something that is 0 just if the first player loses."""


def _nim(piles: Sequence[int]) -> int:
    return reduce(xor, piles, 0)


def _misere_nim(piles: Sequence[int]) -> int:
    if max(piles, default=0) > 1:
        return reduce(xor, piles, 0)
    return sum(piles) % 2 == 0


def _subset_nim(piles: Sequence[int]) -> int:
    return any(n % 2 for n in piles)


def _stairs(steps: Sequence[int]) -> int:
    return reduce(xor, steps[1::2], 0)


def _monotonic_nim(piles: Sequence[int]) -> int:
    for low, high in pairwise(piles):
        if high < low:
            raise PositionError("piles none of which is lower than the one before", high)
    odd = len(piles) % 2
    total = piles[0] if odd else 0
    for low, high in zip(piles[odd::2], piles[odd + 1 :: 2], strict=True):
        total ^= high - low
    return total


def _divisor_nim(piles: Sequence[int]) -> int:
    return reduce(xor, ((n & -n).bit_length() for n in piles), 0)


def _wythoff(piles: Sequence[int]) -> int:
    if len(piles) != 2:
        raise PositionError("two piles", len(piles))
    return next(_wythoffs(piles[:1], piles[1:]))


def _bachet(k: int) -> Decider:
    return lambda piles: reduce(xor, (n % (k + 1) for n in piles), 0)


def _two_limits(n: int, p: int, k1: int, k2: int) -> int:
    if n <= p:
        return n % (k2 + 1)
    lost = max(p + 1, p // (k2 + 1) * (k2 + 1) + k1 + 1)
    return n < lost or (n - lost) % (k1 + 1)


def _wythoffs(a: Sequence[int], b: Sequence[int]) -> Iterator[int]:
    for low, high in zip(a, b, strict=True):
        if low > high:
            low, high = high, low
        d = high - low
        yield low != (d + isqrt(5 * d * d)) // 2


_PLAIN: dict[tuple[str, bool], Decider] = {
    ("nim", False): _nim,
    ("nim", True): _misere_nim,
    ("subset-nim", False): _subset_nim,
    ("monotonic-nim", False): _monotonic_nim,
    ("divisor-nim", False): _divisor_nim,
    ("wythoff", False): _wythoff,
}
_CODES = {"grundy": "grundy", "kayles": "0.77", "dawson": "0.137"}


def decider(game: str, parameters: Mapping[str, Any], misere: bool) -> Decider | None:
    """The quick way to decide positions of a game with these parameters, if there is one."""
    names = sorted(parameters)
    if not names:
        if (game, misere) in _PLAIN:
            return _PLAIN[game, misere]
        if game in _CODES and not misere:
            return _by_code(_CODES[game])
    if misere:
        return None
    if game == "stairs" and parameters.get("ground", "no") == "no":
        return _stairs
    if game == "knights-down" and all(int(side) == SIDE for side in parameters.values()):
        return knights_down
    if game == "subtraction" and names == ["take"]:
        return _by_code(f"subtract:{parameters['take']}")
    if game in ("bachet", "slow-nim") and names == ["k"]:
        return _bachet(int(parameters["k"]))
    if game == "bachet-two-limits" and names == ["k1", "k2", "p"]:
        p, k1, k2 = (int(parameters[name]) for name in ("p", "k1", "k2"))
        return lambda piles: _two_limits(piles[0], p, k1, k2)
    return None


def _by_code(code: str) -> Decider:
    heaps = heap_nimbers(code)
    return lambda piles: reduce(xor, heaps.of(piles), 0)


Rows = Callable[..., Iterable[int]]
"""The same for many positions at once: a column for each number of the position, and by its name
one for each parameter."""

_COLUMNS: dict[tuple[str, int, frozenset[str]], Rows] = {
    ("wythoff", 2, frozenset()): _wythoffs,
    ("bachet", 1, frozenset({"k"})): lambda n, k: map(mod, n, map((1).__add__, k)),
    ("bachet-two-limits", 1, frozenset({"p", "k1", "k2"})): (
        lambda n, p, k1, k2: map(_two_limits, n, p, k1, k2)
    ),
}


def by_columns(game: str, columns: int, names: Iterable[str]) -> Rows | None:
    """The quick way to decide many positions of so many numbers, if there is one."""
    wanted = frozenset(names)
    if game in _CODES and columns == 1 and not wanted:
        return heap_nimbers(_CODES[game]).of
    return _COLUMNS.get((game, columns, wanted))
