"""Knights that go down a board of 1000 by 1000: the nimbers of blocks of 4 by 4 cells repeat along
the diagonals, away from the far edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from nimatron.errors import PositionError

Cell = tuple[int, int]

SIDE = 1000
_JUMPS = ((-2, -1), (-2, 1), (-1, -2), (1, -2))


def knights_down(cells: Sequence[int]) -> int:
    """The nimber of stones on these cells, w and k in turn."""
    if cells and not (min(cells) > 0 and max(cells) <= SIDE):
        raise PositionError(f"cells from 1 to {SIDE}", next(n for n in cells if not 0 < n <= SIDE))
    total = 0
    for w, k in zip(cells[::2], cells[1::2], strict=True):
        total ^= row(w)[k] if w < SIDE - 1 > k else _edges()[w, k]
    return total


@lru_cache(maxsize=SIDE)
def row(w: int) -> bytes:
    """The nimbers of a row from place 1, as far as it repeats."""
    own = (w - 1) // 4
    before = _block(w, 0) * max(0, own - 1) + b"".join(_block(w, n) for n in (own - 1,) if n >= 0)
    after = _block(w, own + 1) + _block(w, own + 2) * (SIDE // 4)
    return (b"\0" + before + _block(w, own) + after)[: SIDE - 1]


def _block(w: int, number: int) -> bytes:
    return bytes(_repeated(w, 4 * number + i) for i in range(1, 5))


def _repeated(w: int, k: int) -> int:
    low, high = min(w, k), max(w, k)
    off = min((high - 1) // 4 - (low - 1) // 4, 2)
    return _corner()[(low - 1) % 4 + 1, (high - 1) % 4 + 1 + 4 * off]


@lru_cache(maxsize=1)
def _corner() -> dict[Cell, int]:
    """A small board without far edges; its first rows hold a block of each kind."""
    return _filled([(w, s - w) for s in range(2, 40) for w in range(1, s)], 10**6, lambda *_: 0)


@lru_cache(maxsize=1)
def _edges() -> dict[Cell, int]:
    """The last two rows and columns, which lack a jump."""
    last = (SIDE - 1, SIDE)
    cells = {cell for a in last for b in range(1, SIDE + 1) for cell in ((a, b), (b, a))}
    return _filled(sorted(cells, key=sum), SIDE, _repeated)


def _filled(cells: list[Cell], side: int, other: Callable[[int, int], int]) -> dict[Cell, int]:
    known: dict[Cell, int] = {}
    for w, k in cells:  # every jump lowers the sum
        ahead = [(w + a, k + b) for a, b in _JUMPS]
        there = [to for to in ahead if 1 <= to[0] <= side and 1 <= to[1] <= side]
        seen = {known[to] if to in known else other(*to) for to in there}
        known[w, k] = next(g for g in range(5) if g not in seen)
    return known
