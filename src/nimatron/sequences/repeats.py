"""The same questions about periods as in `periods`, over arrays and compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels import periods

Values = NDArray[Any]


def verdict_on(values: Values, parts: int, reach: int) -> tuple[int, int, int, int]:
    """As `judge_plainly`, and where the period starts.

    Where nothing can be proved arithmetic periods are looked for too.
    """
    row = values if parts else _steps(values)
    # What is not proved is seen only if it is there three times.
    z = np.zeros(len(row) // (2 if parts else 3) + 1, _narrow_enough(len(row)))
    periods.repeats(row, z)
    proved, seen, ahead = periods.judge(z, len(row), parts, reach)
    p = int(proved or seen)
    start = len(row) - p - int(z[p]) if p else 0
    return int(proved), int(seen), int(ahead), start


def _steps(values: Values) -> Values:
    """The differences of neighbours, in no more bytes than they need."""
    small = int(values.max(initial=0)) < 1 << 15
    return np.subtract(values[1:], values[:-1], dtype=np.int16 if small else np.int64)


def _narrow_enough(count: int) -> type[np.signedinteger[Any]]:
    return np.int32 if count < 1 << 31 else np.int64


def start_of(values: Values, p: int, saltus: int) -> int:
    """The first n from which on values p apart differ by the saltus, read from the end."""
    stretch = 1 << 16
    for end in range(len(values), p, -stretch):
        start = max(p, end - stretch)
        later = values[start:end].astype(np.int64)
        differ = np.flatnonzero(later != values[start - p : end - p].astype(np.int64) + saltus)
        if len(differ):
            return start - p + int(differ[-1]) + 1
    return 0
