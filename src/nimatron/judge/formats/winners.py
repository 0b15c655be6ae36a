"""Who wins, for the games that contests ask by the hundred thousand: a line of arithmetic each.

The catalogue says the same with its reasons; the tests compare them. Whatever is not here is
asked of the catalogue, case by case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from math import isqrt
from operator import xor
from typing import Any

from nimatron.errors import PositionError

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
    low, high = sorted(piles)
    d = high - low
    return low != (d + isqrt(5 * d * d)) // 2


def _knights_down(cells: Sequence[int]) -> int:
    return reduce(xor, map(_knight, cells[::2], cells[1::2]), 0)


_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (1, -2))
_SIDE = 1000


@lru_cache(maxsize=1 << 20)
def _knight(w: int, k: int) -> int:
    """The nimber of one stone: blocks of 4x4 repeat along the diagonals, away from far edges."""
    if max(w, k) >= _SIDE - 1:
        return _edges()[w, k]
    low, high = min(w, k), max(w, k)
    off = min((high - 1) // 4 - (low - 1) // 4, 2)
    return _corner()[(low - 1) % 4 + 1, (high - 1) % 4 + 1 + 4 * off]


@lru_cache(maxsize=1)
def _corner() -> dict[tuple[int, int], int]:
    """A small board without far edges; its first rows hold a block of each kind."""
    return _filled([(w, s - w) for s in range(2, 40) for w in range(1, s)], 10**6, lambda *_: 0)


@lru_cache(maxsize=1)
def _edges() -> dict[tuple[int, int], int]:
    """The last two rows and columns, which lack a jump."""
    last = (_SIDE - 1, _SIDE)
    cells = {cell for a in last for b in range(1, _SIDE + 1) for cell in ((a, b), (b, a))}
    return _filled(sorted(cells, key=sum), _SIDE, _knight)


def _filled(
    cells: list[tuple[int, int]], side: int, other: Callable[[int, int], int]
) -> dict[tuple[int, int], int]:
    known: dict[tuple[int, int], int] = {}
    for w, k in cells:  # every jump lowers the sum
        ahead = [(w + a, k + b) for a, b in _JUMPS]
        there = [to for to in ahead if 1 <= to[0] <= side and 1 <= to[1] <= side]
        seen = {known[to] if to in known else other(*to) for to in there}
        known[w, k] = next(g for g in range(5) if g not in seen)
    return known


def _bachet(k: int) -> Decider:
    return lambda piles: reduce(xor, (n % (k + 1) for n in piles), 0)


def _two_limits(p: int, k1: int, k2: int) -> Decider | None:
    lost = max(p + 1, p // (k2 + 1) * (k2 + 1) + k1 + 1)

    def wins(piles: Sequence[int]) -> int:
        n = piles[0]
        if n <= p:
            return n % (k2 + 1)
        return n < lost or (n - lost) % (k1 + 1)

    return wins


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
            return by_code(_CODES[game])
    if misere:
        return None
    if game == "stairs" and parameters.get("ground", "no") == "no":
        return _stairs
    if game == "knights-down" and all(int(side) == _SIDE for side in parameters.values()):
        return _knights_down
    if game == "subtraction" and names == ["take"]:
        return by_code(f"subtract:{parameters['take']}")
    if game in ("bachet", "slow-nim") and names == ["k"]:
        return _bachet(int(parameters["k"]))
    if game == "bachet-two-limits" and names == ["k1", "k2", "p"]:
        return _two_limits(*(int(parameters[name]) for name in ("p", "k1", "k2")))
    return None


_TABLE = 1 << 20  # heaps up to this are looked up; larger ones are asked one by one
_GROWTH = 1000


@lru_cache(maxsize=64)
def by_code(code: str) -> Decider:
    """Heap games by the sequence of their nimbers, which grows as larger heaps are asked."""
    from nimatron.sequences import grundy_values, heap_values, plain

    table: list[int] = []
    large: dict[int, int] = {}

    def nimber(n: int) -> int:
        if n >= _TABLE:
            if n not in large:
                large[n] = heap_values(code, [n])[0]
            return large[n]
        if n >= len(table):
            size = min(_TABLE, max(_GROWTH, 2 * n))
            del table[:]
            table.extend(
                _short(code, size) if size <= _GROWTH else grundy_values(code, size).tolist()
            )
        return table[n]

    def _short(code: str, size: int) -> list[int]:
        from nimatron.sequences import heap_game

        return plain.plain_values(heap_game(code), size)

    return lambda heaps: reduce(xor, map(nimber, heaps), 0)
