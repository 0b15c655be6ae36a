"""Questions known beforehand, in Mo's order: left ends by blocks, right ends up and down in turn.

Then a window that grows and shrinks by one place at a time moves about n sqrt q times in all, and
only what enters and leaves has to be counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

from nimatron.ranges.operations import in_row, is_array, worth_compiling

Range = tuple[int, int]
"""From a place, counted from 0, up to but without another."""


def range_mode(values: Any, ranges: Any) -> Any:
    """How often the most frequent value of each range occurs in it.

    >>> range_mode([1, 2, 1, 3, 3], [(0, 3), (1, 3), (0, 5)])
    [2, 1, 2]
    """
    return _answers(values, ranges, "mode")


def range_distinct(values: Any, ranges: Any) -> Any:
    """How many different values each range has.

    >>> range_distinct([1, 2, 1, 3, 3], [(0, 3), (3, 5)])
    [2, 1]
    """
    return _answers(values, ranges, "distinct")


def range_mex(values: Any, ranges: Any) -> Any:
    """The least non-negative number that is not in each range.

    >>> range_mex([1, 0, 2, 0], [(0, 3), (0, 1), (1, 2)])
    [3, 0, 1]
    """
    return _answers(values, ranges, "mex")


def _answers(values: Any, ranges: Any, what: str) -> Any:
    """Sequences give a list; numpy arrays (a row of two places for each range) an array."""
    if is_array(values) or is_array(ranges):
        return _arrays(values, ranges, what)
    for left, right in ranges:
        in_row(left, right, len(values))
    if worth_compiling(2 * len(values) * sqrt(len(ranges)) + len(ranges)):
        return _compiled(_codes(values, what), ranges, what).tolist()
    numbers, size = _codes(values, what), _size(values, ranges)
    order = sorted(range(len(ranges)), key=lambda q: _mo(ranges[q], size))
    told = [0] * len(ranges)
    for question, answer in zip(order, _windows(numbers, ranges, order, what), strict=True):
        told[question] = answer
    return told


def _codes(values: Sequence[int], what: str) -> list[int]:
    """Small numbers that are as good as the values."""
    if what == "mex":  # a mex is at most the length; whatever is larger or negative is alike
        return [value if 0 <= value <= len(values) else len(values) + 1 for value in values]
    codes: dict[int, int] = {}
    return [codes.setdefault(value, len(codes)) for value in values]


def _size(values: Any, ranges: Any) -> int:
    return max(1, int(len(values) / sqrt(max(1, len(ranges)))))


def _mo(asked: Range, size: int) -> tuple[int, int]:
    block = asked[0] // size
    return block, asked[1] if block % 2 == 0 else -asked[1]


def _windows(
    numbers: list[int], ranges: Sequence[Range], order: Iterable[int], what: str
) -> Iterable[int]:
    """The answer for the window at each question. `times[c]`: how many values occur c times."""
    count, times, most, low, high = Counter[int](), Counter[int](), 0, 0, 0
    # A mex needs the values that are there by blocks, so that the first gap is found in sqrt n.
    size = max(1, int(sqrt(len(numbers) + 2)))
    there = [0] * (len(numbers) // size + 3)
    for question in order:
        left, right = ranges[question]
        coming = [*range(low - 1, left - 1, -1), *range(high, right)]
        going = [*range(low, min(left, high)), *range(high - 1, max(right, low) - 1, -1)]
        if left >= high or right <= low:  # nothing in common: a new window
            coming, going = list(range(left, right)), list(range(low, high))
        for place in coming:
            value = numbers[place]
            before = count[value]
            there[value // size] += not before
            times[before] -= 1
            times[before + 1] += 1
            count[value] = before + 1
            most = max(most, before + 1)
        for place in going:
            value = numbers[place]
            before = count[value]
            there[value // size] -= before == 1
            times[before] -= 1
            times[before - 1] += 1
            count[value] = before - 1
            most -= before == most and not times[before]
        low, high = left, right
        if what == "mode":
            yield most
        elif what == "distinct":
            yield sum(there)
        else:
            block = next(b for b, full in enumerate(there) if full < size)
            yield next(v for v in range(block * size, (block + 1) * size) if not count[v])


def _arrays(values: Any, ranges: Any, what: str) -> Any:
    import numpy as np

    row, asked = np.asarray(values), np.asarray(ranges, dtype=np.int64).reshape(-1, 2)
    bad = ~((asked[:, 0] >= 0) & (asked[:, 0] < asked[:, 1]) & (asked[:, 1] <= len(row)))
    if bad.any():
        left, right = asked[int(bad.argmax())]
        in_row(int(left), int(right), len(row))
    if what == "mex":
        numbers = np.where((row >= 0) & (row <= len(row)), row, len(row) + 1)
    else:
        numbers = np.unique(row, return_inverse=True)[1]
    return _compiled(numbers, asked, what)


def _compiled(numbers: Any, ranges: Any, what: str) -> Any:
    import numpy as np

    from nimatron.kernels.ranges import WHAT, windows

    asked = np.ascontiguousarray(np.array(ranges, dtype=np.int64).reshape(-1, 2))
    row = np.ascontiguousarray(np.asarray(numbers).astype(np.int64))
    block = asked[:, 0] // _size(row, asked)
    right = np.where(block % 2 == 0, asked[:, 1], -asked[:, 1])
    order = np.lexsort((right, block))
    out = np.empty(len(asked), dtype=np.int64)
    windows(row, asked, order, WHAT[what], int(row.max(initial=0)) + 1, out)
    return out
