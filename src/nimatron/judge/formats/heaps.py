"""Nimbers of many heaps of a take-and-break game: from a table that grows as larger heaps are
asked for, or for ever by a period that was proved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_SMALL = 1000  # heaps up to this are done in plain Python
_PLAIN = 3000  # and as far as this when it grows, for compiled code takes longer to load
_TABLE = 1 << 20  # the most heaps in the table; larger ones are asked one by one


class HeapNimbers:
    """The nimbers of the heaps of a code."""

    def __init__(self, code: str) -> None:
        from nimatron.sequences import heap_game
        from nimatron.sequences.periods import small_period

        self._code = code
        found, self._table = small_period(heap_game(code), _SMALL)
        proved = found.status == "proved" and not found.saltus
        self._period = (found.period or 0) if proved else 0
        self._begins = len(self._table) - self._period
        self._large: dict[int, int] = {}

    def of(self, heaps: Sequence[int]) -> list[int]:
        """The nimber of each heap."""
        try:
            return list(map(self._table.__getitem__, heaps))
        except IndexError:
            self._grow(max(heaps))
        if max(heaps) < len(self._table):
            return list(map(self._table.__getitem__, heaps))
        return [self._one(n) for n in heaps]

    def _grow(self, most: int) -> None:
        size = min(_TABLE, 2 * most + 1)
        if size <= len(self._table):
            return
        if self._period:
            cycle = self._table[self._begins : self._begins + self._period]
            times = -(-(size - self._begins) // self._period)
            self._table = self._table[: self._begins] + cycle * times
        elif size <= _PLAIN:
            from nimatron.sequences import heap_game
            from nimatron.sequences.plain import plain_values

            self._table = plain_values(heap_game(self._code), size)
        else:
            from nimatron.sequences import grundy_values

            self._table = grundy_values(self._code, size).tolist()

    def _one(self, n: int) -> int:
        if n < len(self._table):
            return self._table[n]
        if self._period:
            return self._table[self._begins + (n - self._begins) % self._period]
        if n not in self._large:
            from nimatron.sequences import heap_values

            self._large[n] = heap_values(self._code, [n])[0]
        return self._large[n]


@lru_cache(maxsize=64)
def heap_nimbers(code: str) -> HeapNimbers:
    """Those of a code, kept while the program runs."""
    return HeapNimbers(code)
