"""Heap games by their nimber sequence: large heaps, and very many, need no search."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

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
    # What the heaps may become is asked for with them: then the sequence is computed once.
    most = 1 + _MOST_BREAKS // len(set(heaps))
    breaks = {n: list(islice(rules.breaks(n), most)) for n in set(heaps)}
    every = all(len(found) < most for found in breaks.values())
    parts = {part for found in breaks.values() for left in found for part in left}
    values = _values(code, {*heaps, *parts}, limits)
    told = {n: values[n] for n in sorted(breaks)}
    total = nim_sum(*(values[n] for n in heaps))
    if total == 0:
        return BySequence(0, told, (), True)
    reaching = {
        n: [
            left for left in found if nim_sum(*(values[part] for part in left)) == total ^ values[n]
        ]
        for n, found in breaks.items()
    }
    winning = tuple(
        rules.heap_move(position, place, left)
        for place, n in enumerate(heaps)
        for left in reaching[n]
    )
    return BySequence(total, told, winning, every)


def _values(code: str, heaps: set[int], limits: Limits) -> dict[int, int]:
    from nimatron.sequences import heap_values  # brings numba for long sequences only

    sizes = sorted(heaps)
    return dict(zip(sizes, heap_values(code, sizes, seconds=limits.seconds), strict=True))
