"""The plain method: a heap is compared with every way to split it. O(n^2), exact everywhere.

The values of all pairs a + b = j are kept as a set of bits for the last few j, so that the
cost of a heap does not grow with the number of digits of the code.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, trailing_zeros

DONE = 0
WIDER = 1  # a value does not fit the words: come back with more of them

Values = NDArray[np.uint8] | NDArray[np.uint16]
Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]

FEW_WORDS = 4  # with more words of values than this, a stamp for each pair is faster


@kernel
def mark_pairs(g: Values, whole: int, unequal: bool, found: Words) -> None:
    """Set in `found` the bit of g[a] ^ g[b] for every a + b = whole with 0 < a <= b."""
    half = (whole - 1) // 2 if unequal else whole // 2
    one, none, top = U(1), U(0), U(64)
    end = U(whole)
    for w in range(found.shape[0]):
        high = U(w) << U(6)
        bits = none
        for a in range(one, U(half + 1)):
            x = U(g[a]) ^ U(g[end - a]) ^ high
            bits |= one << x if x < top else none
        found[w] |= bits


@kernel
def stamp_pairs(g: Values, whole: int, first: int, last: int, stamps: Bytes) -> None:
    """Stamp the values of the pairs a + b = whole with first <= a < last, a byte a value."""
    end = U(whole)
    for a in range(U(first), U(last)):
        stamps[U(g[a]) ^ U(g[end - a])] = np.uint8(1)


@inner
def packed(stamps: Words, w: int) -> np.uint64:
    """The stamps of 64 values, read eight at a time, as bits."""
    word = U(0)
    for k in range(U(8)):
        eight = stamps[U(8) * U(w) + k]
        eight |= eight >> U(7)
        eight |= eight >> U(14)
        eight |= eight >> U(28)
        word |= (eight & U(255)) << (U(8) * k)
    return word


@kernel
def room_for_stamps(words: int) -> Bytes:
    """Stamps for all that values of so many words can add up to."""
    size = 64
    while size < 64 * words:
        size *= 2
    return np.zeros(size, dtype=np.uint8)


@kernel
def gather_pairs(g: Values, whole: int, unequal: bool, stamps: Bytes, found: Words) -> None:
    """As `mark_pairs`, by whichever way is faster for so many words."""
    if found.shape[0] <= FEW_WORDS:
        mark_pairs(g, whole, unequal, found)
        return
    stamps[:] = 0
    stamp_pairs(g, whole, 1, ((whole - 1) // 2 if unequal else whole // 2) + 1, stamps)
    sets = stamps.view(np.uint64)
    for w in range(found.shape[0]):
        found[w] |= packed(sets, w)


@kernel
def least_missing(found: Words) -> int:
    """The mex: the least bit that is not set, or -1 if all are."""
    for w in range(found.shape[0]):
        free = ~found[w]
        if free != U(0):
            return int(np.int64(w * 64) + np.int64(trailing_zeros(free)))
    return -1


@kernel
def advance(
    g: Values,
    start: int,
    stop: int,
    splits: Places,
    takes: Places,
    clears: Places,
    unequal: bool,
    words: int,
) -> tuple[int, int]:
    """Fill g[start:stop] from what is before it; give a status and the first heap not done.

    `splits` lists how much may be taken when two heaps are left, `takes` when one is,
    `clears` when none is.
    """
    reach = 1
    for m in splits:
        reach = max(reach, int(m) + 1)
    pairs = np.zeros((reach, words), dtype=np.uint64)
    found, stamps = np.zeros(words, dtype=np.uint64), room_for_stamps(words)
    for whole in range(max(0, start - reach + 1), start):
        gather_pairs(g, whole, unequal, stamps, pairs[whole % reach])
    for n in range(start, stop):
        recent = pairs[n % reach]
        recent[:] = U(0)
        if n > 1 and len(splits) > 0:
            gather_pairs(g, n, unequal, stamps, recent)
        found[:] = U(0)
        for m in splits:
            if m <= n:
                for w in range(words):
                    found[w] |= pairs[(n - m) % reach, w]
        for m in takes:
            if m < n:
                taken = U(g[n - m])
                found[taken >> U(6)] |= U(1) << (taken & U(63))
        for m in clears:
            if m == n:
                found[0] |= U(1)
        value = least_missing(found)
        if value < 0 or value >= 64 * words:
            return WIDER, n
        g[n] = value
    return DONE, stop
