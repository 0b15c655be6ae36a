"""Where each possible period of a sequence starts, for all periods at once in O(n)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, kernel

Numbers = NDArray[Any]
Lengths = NDArray[np.int32] | NDArray[np.int64]


@kernel
def repeats(g: Numbers, z: Lengths) -> None:
    """Fill z[p] for p > 0: how many values at the end equal those p places before them.

    This is the Z-function of the sequence read backwards.
    """
    n = len(g)
    left, right = 0, 0
    for p in range(1, len(z)):
        length = 0
        if p < right:
            length = min(right - p, int(z[p - left]))
        if p + length >= right:
            at = U(n - 1 - length)
            back, room = U(p), n - p - length
            while room > 0 and g[at] == g[at - back]:
                at -= U(1)
                room -= 1
            length = n - p - room
            left, right = p, p + length
        z[p] = length


@kernel
def judge(z: Lengths, n: int, parts: int, reach: int) -> tuple[int, int, int]:
    """The least period proved (or 0), the least seen (or 0), and the heaps to wait for.

    The slow twin, `judge_plainly` in `sequences.periods`, says what these mean.
    """
    seen, ahead = 0, 0
    for p in range(1, len(z)):
        length = z[p]
        if parts > 0:
            needed = parts * max(1 + p, n - length) + reach
            if needed <= n:
                return p, p, needed
            if ahead == 0 or needed < ahead:
                ahead = needed
        if seen == 0 and length >= 2 * p and 3 * (length + p) >= n:
            seen = p
    return 0, seen, ahead
