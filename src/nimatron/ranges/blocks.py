"""A row of numbers in blocks of about sqrt n, each with its fold: sum, xor, max or min.

A range takes the folds of the blocks inside it and the few numbers at its ends, so a question
costs about sqrt n; a new value costs its block again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import isqrt

from nimatron.errors import UsageError
from nimatron.ranges.operations import CODES, fits_words, in_row, operation, worth_compiling

ASK, SET = 0, 1


class Blocks:
    """A row that is asked for folds of ranges and changed in between.

    >>> row = Blocks([3, 2, 4, 5, 1], "xor")
    >>> row.fold(0, 3), row.set(1, 7), row.fold(0, 3)
    (5, None, 0)
    """

    def __init__(self, values: Sequence[int], name: str = "sum") -> None:
        self._fold = operation(name)
        self._values = list(values)
        self._size = max(1, isqrt(len(self._values)))
        self._blocks = [
            reduce(self._fold, self._values[start : start + self._size])
            for start in range(0, len(self._values), self._size)
        ]

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, place: int) -> int:
        in_row(place, place + 1, len(self))
        return self._values[place]

    def set(self, place: int, value: int) -> None:
        """Put a value in a place, counted from 0."""
        in_row(place, place + 1, len(self))
        self._values[place] = value
        block = place // self._size
        start = block * self._size
        self._blocks[block] = reduce(self._fold, self._values[start : start + self._size])

    def fold(self, left: int, right: int) -> int:
        """The fold of the values in places left, ..., right - 1."""
        in_row(left, right, len(self))
        size = self._size
        first, last = -(-left // size), right // size  # blocks that lie inside
        if first >= last:
            return reduce(self._fold, self._values[left:right])
        parts = self._blocks[first:last]
        parts += self._values[left : first * size]
        parts += self._values[last * size : right]
        return reduce(self._fold, parts)


def fold_all(
    values: Sequence[int], steps: Sequence[tuple[int, int, int]], name: str = "sum"
) -> list[int]:
    """The answers to many steps in turn: (ASK, left, right) or (SET, place, value).

    >>> fold_all([3, 2, 4], [(ASK, 0, 3), (SET, 1, 9), (ASK, 1, 2)])
    [9, 9]
    """
    operation(name)
    for kind, left, right in steps:
        if kind not in (ASK, SET):
            raise UsageError(f"a step of kind {ASK} or {SET}", kind)
        in_row(left, right if kind == ASK else left + 1, len(values))
    fresh = [value for kind, _, value in steps if kind == SET]
    small = all(fits_words(part, len(values)) for part in (values, fresh))
    if small and worth_compiling(len(steps) * isqrt(len(values)) / 4):
        return _compiled(values, steps, name)
    row = Blocks(values, name)
    told = []
    for kind, left, right in steps:
        if kind == SET:
            row.set(left, right)
        else:
            told.append(row.fold(left, right))
    return told


def _compiled(values: Sequence[int], steps: Sequence[tuple[int, int, int]], name: str) -> list[int]:
    import numpy as np

    from nimatron.kernels.ranges import replay

    table = np.array(steps, dtype=np.int64)
    out = np.empty(int((table[:, 0] == ASK).sum()), dtype=np.int64)
    row = np.array(values, dtype=np.int64)
    replay(row, table, CODES[name], max(1, isqrt(len(row))), out)
    answers: list[int] = out.tolist()
    return answers
