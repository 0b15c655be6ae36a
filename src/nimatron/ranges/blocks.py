"""A row of numbers in blocks of about sqrt n, each with its fold: sum, xor, max or min.

A range takes the folds of the blocks inside it and the few numbers at its ends, so a question
costs about sqrt n; a new value costs its block again. Compiled, sums and xors keep the folds of the
beginnings of all blocks instead, so that a question costs two looks and a change about sqrt n.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import isqrt
from typing import Any

from nimatron.errors import UsageError
from nimatron.ranges.operations import CODES, WORD, fits_words, in_row, operation, worth_compiling

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


def fold_all(values: Any, steps: Any, name: str = "sum") -> Any:
    """The answers to many steps in turn: (ASK, left, right) or (SET, place, value).

    Sequences give a list; numpy arrays (one row of three numbers for each step) an array.

    >>> fold_all([3, 2, 4], [(ASK, 0, 3), (SET, 1, 9), (ASK, 1, 2)])
    [9, 9]
    """
    operation(name)
    if hasattr(values, "dtype") or hasattr(steps, "dtype"):
        return _arrays(values, steps, name)
    for kind, left, right in steps:
        if kind not in (ASK, SET):
            raise UsageError(f"a step of kind {ASK} or {SET}", kind)
        in_row(left, right if kind == ASK else left + 1, len(values))
    fresh = [value for kind, _, value in steps if kind == SET]
    small = all(fits_words(part, len(values)) for part in (values, fresh))
    if small and worth_compiling(len(steps) * isqrt(len(values)) / 4):
        return _arrays(values, steps, name).tolist()
    row = Blocks(values, name)
    told = []
    for kind, left, right in steps:
        if kind == SET:
            row.set(left, right)
        else:
            told.append(row.fold(left, right))
    return told


def _arrays(values: Any, steps: Any, name: str) -> Any:
    import numpy as np

    from nimatron.kernels.ranges import replay

    row = np.array(values, dtype=np.int64)
    table = np.ascontiguousarray(np.asarray(steps, dtype=np.int64).reshape(-1, 3))
    asked = table[:, 0] == ASK
    right = np.where(asked, table[:, 2], table[:, 1] + 1)
    bad = ~((table[:, 1] >= 0) & (table[:, 1] < right) & (right <= len(row)))
    if bad.any():
        first = int(np.argmax(bad))
        in_row(int(table[first, 1]), int(right[first]), len(row))
    if not (asked | (table[:, 0] == SET)).all():
        wrong = table[~asked & (table[:, 0] != SET), 0]
        raise UsageError(f"a step of kind {ASK} or {SET}", int(wrong[0]))
    most = max((abs(int(n)) for part in (row, table[~asked, 2]) if len(part)
                for n in (part.min(), part.max())), default=0)  # fmt: skip
    if most * max(1, len(row)) >= WORD:
        told = fold_all(row.tolist(), table.tolist(), name)
        return np.array(told, dtype=object if any(abs(n) >= WORD for n in told) else np.int64)
    out = np.empty(int(asked.sum()), dtype=np.int64)
    replay(row, table, CODES[name], max(1, isqrt(len(row))), out)
    return out
