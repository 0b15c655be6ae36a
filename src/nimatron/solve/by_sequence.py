"""Heap games by their nimber sequence: large heaps, and very many, need no search."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from nimatron.errors import TooLarge
from nimatron.solve.limits import Limits
from nimatron.values import nim_sum

_SMALL = 200  # heaps up to this, and up to so many, are searched as quickly
_MOST_BREAKS = 200_000


@dataclass(frozen=True)
class BySequence:
    """What the nimbers of the heaps say of a position."""

    grundy: int
    heaps: dict[int, int]
    winning: tuple[Any, ...]
    every: bool


def by_sequence(rules: Any, position: Any, limits: Limits) -> BySequence | None:
    """The nimber of each heap and the winning moves; None if the rules have no code, or the heaps
    are few and small enough for a search."""
    code = rules.heap_code()
    if code is None:
        return None
    heaps = rules.heaps(position)
    if max(*heaps, len(heaps), 0) <= _SMALL:
        return None
    values = _values(code, set(heaps), limits)
    total = nim_sum(*(values[n] for n in heaps))
    if total == 0:
        return BySequence(0, values, (), True)
    reaching = {n: _reaching(rules, code, n, total ^ values[n], limits) for n in values}
    winning = tuple(
        rules.heap_move(position, place, left)
        for place, n in enumerate(heaps)
        for left in reaching[n][0]
    )
    every = all(complete for _, complete in reaching.values())
    return BySequence(total, values, winning, every)


def _reaching(
    rules: Any, code: str, n: int, target: int, limits: Limits
) -> tuple[list[tuple[int, ...]], bool]:
    """What a heap may become so that its nimber is the target, and whether that is all."""
    breaks = list(islice(rules.breaks(n), _MOST_BREAKS))
    every = len(breaks) < _MOST_BREAKS
    try:
        values = _values(code, {part for left in breaks for part in left}, limits)
    except TooLarge:
        return [], False
    return [left for left in breaks if nim_sum(*(values[part] for part in left)) == target], every


def _values(code: str, heaps: set[int], limits: Limits) -> dict[int, int]:
    from nimatron.sequences import heap_values  # brings numba for long sequences only

    sizes = sorted(heaps)
    return dict(zip(sizes, heap_values(code, sizes, seconds=limits.seconds), strict=True))
