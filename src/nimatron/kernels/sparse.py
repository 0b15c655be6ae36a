"""The rare/common method: linear in the number of heaps once the rare ones stop appearing.

A linear functional of the bits of a nimber (and, where all splits allow it, of the parity of
the heap) calls heaps *rare* or *common* so that rare + rare and common + common give values of
the rare kind, and rare + common one of the common kind. A heap's value is then the least
common value that no pair with a rare heap reaches, unless a smaller rare value is reached by
no pair at all: that is checked, and when it happens the heap itself is rare.

Heaps are done in blocks of 64. Pairs with a part of at least 64 counters (`far`) are marked for
the whole block at once, one word of bits a heap. Pairs with a smaller part depend on values
inside the block: as soon as g(n) is known, its row of bits is pushed onto the heaps after n.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, kernel, ones, trailing_zeros
from nimatron.kernels.dense import DONE, WIDER, Places, Values, Words

BLOCK = 64
MORE_ROOM = 2  # the list of far heaps is nearly full

# Places in `Tables.counts`.
FAR, RARE, SEARCHES, SCANNED = 0, 1, 2, 3


class Tables(NamedTuple):
    """What the kernel looks things up in; W is the number of words of 64 values."""

    far_at: Places
    """For a far heap r and a split that takes m: r + m. A heap n is then paired with n - r - m."""
    far_value: Words
    """The value of that r."""
    rows: NDArray[np.uint64]
    """rows[v, w, j]: values of word w that heap n + j can reach through g(n) = v, j < 64."""
    common: NDArray[np.uint64]
    """common[parity, w]: which values are of the common kind for heaps of that parity."""
    splits: Places
    """How many counters a splitting move takes."""
    witnesses: Places
    """How often a small part met a need when one search in sixteen kept count."""
    counts: Places
    """Far entries in use, rare heaps found, searches made, pairs scanned."""


@kernel
def fill_rows(g: Values, splits: Places, takes: Places, rows: NDArray[np.uint64]) -> None:
    """Fill the rows of `Tables`: what is reached with one part below 64 counters."""
    words = rows.shape[1]
    for v in range(rows.shape[0]):
        for m in splits:
            for a in range(1, BLOCK - m):
                x = v ^ int(g[a])
                if x < 64 * words:
                    rows[v, x >> 6, a + m] |= U(1) << U(x & 63)
        for m in takes:
            if m < BLOCK:
                rows[v, v >> 6, m] |= U(1) << U(v & 63)


@kernel
def mark_far(
    g: Values, at: Places, values: Words, used: int, base: int, words: NDArray[np.uint64]
) -> None:
    """Mark in words[:, i] what heap base + i reaches through the far heaps."""
    one, none, top, block = U(1), U(0), U(64), U(BLOCK)
    whole = 0
    while whole < used and at[whole] < base:
        whole += 1
    for w in range(words.shape[0]):
        high = U(w) << U(6)
        row = words[w]
        quads = whole // 4 * 4
        for k in range(0, quads, 4):
            a0, a1 = U(base - at[k]), U(base - at[k + 1])
            a2, a3 = U(base - at[k + 2]), U(base - at[k + 3])
            v0, v1 = values[k] ^ high, values[k + 1] ^ high
            v2, v3 = values[k + 2] ^ high, values[k + 3] ^ high
            for i in range(block):
                x0, x1 = U(g[a0 + i]) ^ v0, U(g[a1 + i]) ^ v1
                x2, x3 = U(g[a2 + i]) ^ v2, U(g[a3 + i]) ^ v3
                b0 = one << x0 if x0 < top else none
                b1 = one << x1 if x1 < top else none
                b2 = one << x2 if x2 < top else none
                b3 = one << x3 if x3 < top else none
                row[i] |= (b0 | b1) | (b2 | b3)
        for last in range(quads, used):
            v0 = values[last] ^ high
            first = max(0, at[last] + 1 - base)
            for i in range(first, BLOCK):
                x0 = U(g[base + i - at[last]]) ^ v0
                row[i] |= one << x0 if x0 < top else none


@kernel
def strike_pairs(g: Values, whole: int, first: int, last: int, need: Words) -> None:
    """Strike from `need` the values of the pairs a + b = whole with first <= a < last."""
    one, none, top, end = U(1), U(0), U(64), U(whole)
    for w in range(need.shape[0]):
        if need[w] != none:
            high = U(w) << U(6)
            bits = none
            for a in range(U(first), U(last)):
                x = U(g[a]) ^ U(g[end - a]) ^ high
                bits |= one << x if x < top else none
            need[w] &= ~bits


@kernel
def reached_by_a_pair(g: Values, whole: int, first: int, last: int, value: int) -> bool:
    """Whether g[a] ^ g[b] is the value for some a + b = whole with first <= a < last.

    Narrow types all through: 64 bytes are then compared at once.
    """
    end, found = U(whole), np.uint8(0)
    wanted = g.dtype.type(value)
    for a in range(U(first), U(last)):
        found = np.uint8(found | np.uint8(g[a] ^ g[end - a] == wanted))
    return bool(found != 0)


@kernel
def strike_few(g: Values, whole: int, first: int, last: int, need: Words) -> None:
    """As `strike_pairs`, for a few values: each is looked for by itself."""
    for w in range(U(need.shape[0])):
        left = need[w]
        while left != U(0):
            lowest = left & (~left + U(1))
            left ^= lowest
            value = int(np.int64(w << U(6)) + np.int64(trailing_zeros(lowest)))
            if reached_by_a_pair(g, whole, first, last, value):
                need[w] ^= lowest


@kernel
def search(g: Values, n: int, first: int, splits: Places, unequal: bool, need: Words) -> int:
    """Strike from `need` what heap n reaches by splits with both parts >= first, until empty.

    Gives the number of pairs looked at.
    """
    looked = 0
    less = 1 if unequal else 0
    largest = (n - less) // 2
    a, step = first, 64
    while a <= largest:
        count, wide = 0, 0
        for w in range(U(need.shape[0])):
            count += int(np.int64(ones(need[w])))
            wide += 1 if need[w] != U(0) else 0
        if count == 0:
            break
        for m in splits:
            last = min(a + step, (n - m - less) // 2 + 1)
            if a < last:
                if count <= 3 * wide:
                    strike_few(g, n - m, a, last, need)
                else:
                    strike_pairs(g, n - m, a, last, need)
                looked += last - a
        a += step
        step = 256
    return looked


@kernel
def push(rows: NDArray[np.uint64], recent: Words, i: int, window: NDArray[np.uint64]) -> None:
    """Push onto the 64 heaps after places i..i+7 of the block what they reach through these.

    Eight at once, so that the window is stored where it was loaded: a load that straddles two
    fresh stores stalls.
    """
    v0, v1, v2, v3 = recent[U(0)], recent[U(1)], recent[U(2)], recent[U(3)]
    v4, v5, v6, v7 = recent[U(4)], recent[U(5)], recent[U(6)], recent[U(7)]
    at = U(i + 8)
    for w in range(U(window.shape[0])):
        for j in range(U(BLOCK)):
            window[w, at + j] |= (
                (rows[v0, w, j + U(8)] | rows[v1, w, j + U(7)])
                | (rows[v2, w, j + U(6)] | rows[v3, w, j + U(5)])
                | (rows[v4, w, j + U(4)] | rows[v5, w, j + U(3)])
                | (rows[v6, w, j + U(2)] | rows[v7, w, j + U(1)])
            )


@kernel
def open_window(g: Values, base: int, rows: NDArray[np.uint64], window: NDArray[np.uint64]) -> None:
    """What the block at `base` reaches with a part below 64, through the block before it."""
    for w in range(window.shape[0]):
        for h in range(base - BLOCK, base):
            for j in range(base - h, BLOCK):
                window[w, h + j - base] |= rows[g[h], w, j]


@kernel
def need_below(
    tables: Tables,
    words: NDArray[np.uint64],
    window: NDArray[np.uint64],
    recent: Words,
    i: int,
    parity: int,
    need: Words,
) -> int:
    """The least common value not reached (or -1), and in `need` the rare ones below it."""
    rows, common = tables.rows, tables.common
    at, kind, fresh = U(i), U(parity), U(i) & U(7)
    for w in range(U(words.shape[0])):
        reached = words[w, at] | window[w, at]
        for u in range(fresh):
            reached |= rows[recent[u], w, fresh - u]
        likely = common[kind, w]
        free = ~reached & likely
        need[w] = ~reached & ~likely
        if free != U(0):
            lowest = trailing_zeros(free)
            need[w] &= (U(1) << lowest) - U(1)
            for v in range(w + U(1), U(words.shape[0])):
                need[v] = U(0)
            return int(np.int64((w << U(6)) + lowest))
    return -1


@kernel
def least_set(need: Words) -> int:
    """The least bit that is set, or -1."""
    for w in range(need.shape[0]):
        if need[w] != U(0):
            return int(np.int64(w * 64) + np.int64(trailing_zeros(need[w])))
    return -1


@kernel
def doubled_heaps(at: Places, used: int, base: int) -> np.uint64:
    """Places of the block whose heap is twice a far heap, where equal parts are forbidden.

    Such a heap has been marked as reaching 0 by the split into equal parts, which is no move.
    """
    places = U(0)
    for k in range(used):
        i = 2 * at[k] - base
        if 0 <= i < BLOCK:
            places |= U(1) << U(i)
    return places


@kernel
def exact(g: Values, n: int, tables: Tables, unequal: bool, need: Words) -> int:
    """The value of heap n from all its splits and nothing that was marked before."""
    need[:] = ~U(0)
    tables.counts[SCANNED] += search(g, n, 1, tables.splits, unequal, need)
    return least_set(need)


@kernel
def add_rare(g: Values, tables: Tables, n: int, base: int, window: NDArray[np.uint64]) -> None:
    """Heap n is rare: pair it with every small heap, now in this block and later as far."""
    value = int(g[n])
    counts = tables.counts
    for m in tables.splits:
        for a in range(1, base + BLOCK - n - m):
            x = value ^ int(g[a])
            if x < 64 * window.shape[0]:
                window[x >> 6, n + m + a - base] |= U(1) << U(x & 63)
        tables.far_at[counts[FAR]] = n + m
        tables.far_value[counts[FAR]] = value
        counts[FAR] += 1
    counts[RARE] += 1


@kernel
def learn(
    g: Values, n: int, first: int, splits: Places, need: Words, witnesses: NDArray[np.int64]
) -> None:
    """As `search` for the small parts only, one pair at a time: which part met the need?"""
    wide = 64 * need.shape[0]
    for a in range(first, min(len(witnesses), n // 3)):
        left = U(0)
        for w in range(need.shape[0]):
            left |= need[w]
        if left == U(0):
            break
        for m in splits:
            x = np.int64(g[a]) ^ np.int64(g[n - m - a])
            if x < wide and (need[x >> 6] >> U(x & 63)) & U(1):
                need[x >> 6] ^= U(1) << U(x & 63)
                witnesses[a] += 1


@kernel
def count_kinds(g: Values, start: int, stop: int, odd: int, counts: NDArray[np.int64]) -> None:
    """Count the values of g[start:stop] in counts[parity, value]."""
    for n in range(start, stop):
        counts[(n + odd) & 1, g[n]] += 1


@kernel
def rare_heaps(g: Values, stop: int, odd: int, rare: NDArray[np.uint8], found: Places) -> int:
    """List the heaps n with 0 < n < stop for which rare[parity, value] is 1; give their number."""
    count = 0
    for n in range(1, stop):
        if rare[(n + odd) & 1, g[n]] and count < len(found):
            found[count] = n
            count += 1
    return count


@kernel
def advance(
    g: Values, start: int, stop: int, tables: Tables, odd: int, unequal: bool
) -> tuple[int, int]:
    """Fill g[start:stop] by whole blocks; give a status and the first heap not done.

    `odd` shifts the parity of a heap before `common` is looked up. Equal parts can be
    forbidden (`unequal`) only where the one splitting move takes nothing.
    """
    counts, splits = tables.counts, tables.splits
    width = tables.common.shape[1]
    words = np.zeros((width, BLOCK), dtype=np.uint64)
    window = np.zeros((width, 2 * BLOCK), dtype=np.uint64)
    need = np.zeros(width, dtype=np.uint64)
    recent = np.zeros(8, dtype=np.uint64)
    open_window(g, start, tables.rows, window)
    first = 1
    for m in splits:
        first = max(1, min(first, BLOCK - m))
    base = start
    while base < stop:
        if counts[FAR] + BLOCK * len(splits) > len(tables.far_at):
            return MORE_ROOM, base
        for w in range(width):
            for i in range(BLOCK):
                words[w, i] = U(0)
        mark_far(g, tables.far_at, tables.far_value, counts[FAR], base, words)
        doubled = doubled_heaps(tables.far_at, counts[FAR], base) if unequal else U(0)
        for i in range(BLOCK):
            n = base + i
            parity = (n + odd) & 1
            value = need_below(tables, words, window, recent, i, parity, need)
            if value < 0:
                return WIDER, base
            least = least_set(need)
            if least >= 0:
                counts[SEARCHES] += 1
                if counts[SEARCHES] & 15 == 0:
                    learn(g, n, first, splits, need, tables.witnesses)
                counts[SCANNED] += search(g, n, first, splits, unequal, need)
                least = least_set(need)
            if (doubled >> U(i)) & U(1):
                least = exact(g, n, tables, unequal, need)
                if least < 0:
                    return WIDER, base
            if least >= 0:
                value = least
            g[n] = value
            recent[U(i) & U(7)] = U(value)
            if not (tables.common[parity, value >> 6] >> U(value & 63)) & U(1):
                add_rare(g, tables, n, base, window)
            if i & 7 == 7:
                push(tables.rows, recent, i - 7, window)
        for w in range(width):
            for i in range(BLOCK):
                window[w, i] = window[w, i + BLOCK]
                window[w, i + BLOCK] = U(0)
        base += BLOCK
    return DONE, base
