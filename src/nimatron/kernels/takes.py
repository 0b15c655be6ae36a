"""Games where a move leaves at most one heap: subtraction sets and codes of digits 0 to 3."""

from __future__ import annotations

import numpy as np

from nimatron.kernels.compiled import U, kernel, trailing_zeros
from nimatron.kernels.dense import DONE, WIDER, Places, Values, least_missing


@kernel
def advance(
    g: Values, start: int, stop: int, takes: Places, clears: Places, words: int
) -> tuple[int, int]:
    """Fill g[start:stop]; give a status and the first heap not done. Both lists rise."""
    found = np.zeros(words, dtype=np.uint64)
    for n in range(start, stop):
        for w in range(words):
            found[w] = U(0)
        for m in clears:
            if m >= n:
                found[0] |= U(m == n)
                break
        for m in takes:
            if m >= n:
                break
            taken = U(g[U(n - m)])
            found[taken >> U(6)] |= U(1) << (taken & U(63))
        value = least_missing(found)
        if value < 0:
            return WIDER, n
        g[n] = value
    return DONE, stop


@kernel
def advance_few(g: Values, start: int, stop: int, takes: Places) -> int:
    """The same for fewer than 64 takes once heaps are larger than all of them."""
    one, count = U(1), U(len(takes))
    for n in range(U(start), U(stop)):
        found = U(0)
        for k in range(count):
            found |= one << U(g[n - U(takes[k])])
        g[n] = trailing_zeros(~found)
    return stop
