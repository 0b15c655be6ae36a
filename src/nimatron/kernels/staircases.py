"""Rows of falling lengths, where a move cuts a row and all above it to less than a length.

Outcomes only. A position with few rows and columns is the path along its border, read from the top
row to the bottom row: a zero for each step to the right, a one for each row. A move takes a zero
and a later one, and puts the ones between them first; the number grows, so one sweep from the
largest number down decides all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, ones

Bytes = NDArray[np.uint8]


@inner
def _is_lost(path: np.uint64, steps: int, lost: Bytes) -> bool:
    """Whether no move but the last one, onto the poisoned cell, leads to a lost position."""
    columns = 0
    for high in range(steps - 1, -1, -1):
        if (path >> U(high)) & U(1):
            continue
        columns += 1
        count, rows = U(0), ones(path & ((U(1) << U(high)) - U(1)))
        for low in range(high - 1, -1, -1):
            if (path >> U(low)) & U(1) == U(0):
                continue
            count += U(1)
            if columns == 1 and count == rows:
                break  # the lower left cell
            segment = ((U(2) << U(high)) - U(1)) & ~((U(1) << U(low)) - U(1))
            moved = ((U(1) << count) - U(1)) << (U(high + 1) - count)
            if lost[(path & ~segment) | moved]:
                return False
    return True


@kernel
def sweep_paths(rows: int, steps: int, lost: Bytes, top: int, bottom: int) -> None:
    """Mark the lost ones among the paths below `top`, down to `bottom`."""
    for path in range(top - 1, bottom - 1, -1):
        if ones(U(path)) == U(rows):
            lost[path] = _is_lost(U(path), steps, lost)


@kernel
def sweep_three_rows(
    second: int, most: int, answers: NDArray[np.int32], marks: NDArray[np.int64]
) -> None:
    """For a length of the second row and each of the third, the one of the first row that makes
    the position lost; 0 if there is none up to `most`.

    There is at most one, since from a longer first row it can be reached. All shorter second rows
    must have been done.
    """
    for third in range(second + 1):
        mark = np.int64(second) * (most + 1) + third + 1
        won = False
        for shorter in range(second):
            first = answers[min(third, shorter), shorter]
            marks[first] = mark
            if first == shorter and shorter > 0:
                won = True  # cut the first row: a lost position, whatever its length was
        for shorter in range(third):
            marks[answers[shorter, second]] = mark
        answers[third, second] = 0
        if won:
            continue
        for first in range(max(1, second), most + 1):
            if marks[first] != mark:
                answers[third, second] = first
                break
