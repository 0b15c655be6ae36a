"""The rare/common method for many values: what a heap reaches is stamped, a byte a value.

The same method as in `sparse`, where a set is a few words of bits and 64 pairs are marked for
little more than one. With each word more that grows dearer, and a stamp costs the same for any
value: so from some hundred values on this is the faster way. Nothing is pushed forward here;
pairs with a part smaller than the block are stamped when their heap comes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, trailing_zeros
from nimatron.kernels.dense import DONE, WIDER, Bytes, Places, Values, Words, packed, stamp_pairs
from nimatron.kernels.sparse import FAR, MORE_ROOM, RARE, SCANNED, SEARCHES, reached_by_pairs

ROOM = 1 << 15  # bytes of stamps that are in use at a time
COMPARED = 8  # so few values are looked for by themselves


class Tables(NamedTuple):
    """What the kernel looks things up in; `size`, a power of two, is above every value."""

    at: Places
    """For a rare heap r and a split that takes m: r + m. A heap n is then paired with n - r - m."""
    value: Words
    """The value of that r."""
    common: NDArray[np.uint64]
    """common[parity, w]: which of 64 values are of the common kind for heaps of that parity."""
    splits: Places
    """How many counters a splitting move takes."""
    witnesses: Places
    """How often a small part met a need when one search in sixteen kept count."""
    counts: Places
    """Entries in use, rare heaps found, searches made, pairs scanned."""


@kernel
def stamp_block(
    g: Values, at: Places, value: Words, used: int, base: int, marks: NDArray[np.uint8]
) -> None:
    """Stamp in marks[i] what heap base + i reaches through parts that are known before the block.

    The places rise; those below the length of the block are left to `stamp_near`.
    """
    length = marks.shape[0]
    near = 0
    while near < used and at[near] < length:
        near += 1
    for k in range(near, used):
        i, v = max(0, at[k] + 1 - base), U(value[k])
        if i < length:
            lane, first = U(i), U(base + i - at[k])
            for j in range(U(length - i)):
                marks[lane + j, U(g[first + j]) ^ v] = np.uint8(1)


@inner
def stamp_near(
    g: Values, n: int, at: Places, value: Words, used: int, length: int, row: Bytes
) -> None:
    """Stamp what heap n reaches through parts that may lie in its own block."""
    k, heap = U(0), U(n)
    while k < U(used) and at[k] < length:
        row[U(g[heap - U(at[k])]) ^ U(value[k])] = np.uint8(1)
        k += U(1)


@inner
def needs(stamps: Words, likely: Words, wanted: Places) -> tuple[int, int]:
    """The least common value not stamped (or -1); in `wanted` the rare ones below it, counted."""
    count = 0
    for w in range(U(len(likely))):
        reached = packed(stamps, w)
        free = ~reached & likely[w]
        left = ~reached & ~likely[w]
        lowest = U(0)
        if free != U(0):
            lowest = trailing_zeros(free)
            left &= (U(1) << lowest) - U(1)
        while left != U(0):
            wanted[count] = np.int64((w << U(6)) + trailing_zeros(left))
            left &= left - U(1)
            count += 1
        if free != U(0):
            return int(np.int64((w << U(6)) + lowest)), count
    return -1, count


@kernel
def compare_pairs(
    g: Values, whole: int, first: int, last: int, wanted: Places, count: int, four: Places
) -> int:
    """Drop from the first `count` of `wanted` what such a pair reaches; give how many are left."""
    left = 0
    for start in range(0, count, 4):
        some = min(4, count - start)
        for k in range(4):
            four[k] = wanted[start + min(k, some - 1)]
        found = reached_by_pairs(g, whole, first, last, four)
        for k in range(some):
            if not (found >> k) & 1:
                wanted[left] = four[k]
                left += 1
    return left


@kernel
def search(
    g: Values,
    n: int,
    splits: Places,
    unequal: bool,
    row: Bytes,
    wanted: Places,
    count: int,
    four: Places,
    counts: Places,
) -> int:
    """Drop from `wanted` what heap n reaches by any split, until nothing is left; give how many."""
    less = 1 if unequal else 0
    largest = (n - less) // 2
    a, step = 1, 64
    while a <= largest and count > 0:
        for m in splits:
            last = min(a + step, (n - m - less) // 2 + 1)
            if a < last and count > 0:
                counts[SCANNED] += last - a
                if count <= COMPARED:
                    count = compare_pairs(g, n - m, a, last, wanted, count, four)
                else:
                    stamp_pairs(g, n - m, a, last, row)
        if count > COMPARED:
            left = 0
            for k in range(count):
                if row[wanted[k]] == 0:
                    wanted[left] = wanted[k]
                    left += 1
            count = left
        a += step
        step = min(1024, max(256, a // 2))
    return count


@kernel
def learn(
    g: Values, n: int, splits: Places, wanted: Places, count: int, witnesses: Places, size: int
) -> None:
    """Count for each small part how many of the wanted values it is the first to reach."""
    flags = np.zeros(size, dtype=np.uint8)
    for k in range(count):
        flags[wanted[k]] = 1
    for a in range(U(1), U(min(len(witnesses), n // 3))):
        for m in splits:
            x = U(g[a]) ^ U(g[U(n - m) - a])
            if flags[x]:
                flags[x] = 0
                witnesses[a] += 1
                count -= 1
        if count == 0:
            break


@kernel
def exact(g: Values, n: int, row: Bytes) -> int:
    """The value of heap n from all its splits into unequal parts, or -1."""
    row[:] = 0
    stamp_pairs(g, n, 1, (n - 1) // 2 + 1, row)
    for v in range(len(row)):
        if row[v] == 0:
            return v
    return -1


@kernel
def doubled(at: Places, used: int, n: int) -> bool:
    """Whether heap n is twice a rare heap: then a split into equal parts was stamped, no move."""
    if n & 1:
        return False
    k = np.searchsorted(at[:used], n // 2)
    return bool(k < used and at[k] == n // 2)


@kernel
def add_rare(g: Values, tables: Tables, n: int, base: int, marks: NDArray[np.uint8]) -> None:
    """Heap n is rare: pair it with every small heap, now in this block and later as all others."""
    value, counts = int(g[n]), tables.counts
    for m in tables.splits:
        for i in range(n + m + 1 - base, marks.shape[0]):
            marks[i, value ^ int(g[base + i - n - m])] = 1
        tables.at[counts[FAR]] = n + m
        tables.value[counts[FAR]] = value
        counts[FAR] += 1
    counts[RARE] += 1


@kernel
def advance(
    g: Values, start: int, stop: int, tables: Tables, odd: int, unequal: bool
) -> tuple[int, int]:
    """Fill g[start:stop], up to a block more; give a status and the first heap not done.

    `odd` shifts the parity of a heap before `common` is looked up. Equal parts can be
    forbidden (`unequal`) only where the one splitting move takes nothing.
    """
    counts, splits, common = tables.counts, tables.splits, tables.common
    size = 64 * common.shape[1]
    length = max(8, min(64, ROOM // size))
    marks = np.zeros((length, size), dtype=np.uint8)
    wanted, four = np.zeros(size, dtype=np.int64), np.zeros(4, dtype=np.int64)
    base = start
    while base < stop:
        if counts[FAR] + length * len(splits) > len(tables.at):
            return MORE_ROOM, base
        marks[:, :] = 0
        used = counts[FAR]
        stamp_block(g, tables.at, tables.value, used, base, marks)
        for i in range(length):
            n = base + i
            parity, row = (n + odd) & 1, marks[i]
            stamp_near(g, n, tables.at, tables.value, used, length, row)
            value, count = needs(row.view(np.uint64), common[parity], wanted)
            if value < 0:
                return WIDER, base
            if count > 0:
                counts[SEARCHES] += 1
                if counts[SEARCHES] & 15 == 0:
                    learn(g, n, splits, wanted, count, tables.witnesses, size)
                if search(g, n, splits, unequal, row, wanted, count, four, counts) > 0:
                    value = wanted[0]
            if unequal and doubled(tables.at, used, n):
                value = exact(g, n, row)
                if value < 0:
                    return WIDER, base
            g[n] = value
            if not (common[U(parity), U(value) >> U(6)] >> (U(value) & U(63))) & U(1):
                add_rare(g, tables, n, base, marks)
        base += length
    return DONE, base
