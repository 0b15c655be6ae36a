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

from nimatron.kernels.compiled import U, inner, kernel, ones, trailing_zeros
from nimatron.kernels.dense import DONE, WIDER, Places, Values, Words

BLOCK = 64
LEAD = 8  # zeros before each row; another eight are behind it
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
    """rows[v, w, LEAD + j]: values of word w that heap n + j reaches through g(n) = v, j < 64."""
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
                    rows[v, x >> 6, LEAD + a + m] |= U(1) << U(x & 63)
        for m in takes:
            if m < BLOCK:
                rows[v, v >> 6, LEAD + m] |= U(1) << U(v & 63)


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
def reached_by_pairs(
    g: Values, whole: int, first: int, last: int, wanted: NDArray[np.int64]
) -> int:
    """Which of four values are g[a] ^ g[b] for some a + b = whole with first <= a < last, as bits.

    Narrow types all through: 64 bytes are then compared at once.
    """
    end, kind = U(whole), g.dtype.type
    w0, w1, w2, w3 = kind(wanted[0]), kind(wanted[1]), kind(wanted[2]), kind(wanted[3])
    f0 = f1 = f2 = f3 = np.uint8(0)
    for a in range(U(first), U(last)):
        x = kind(g[a] ^ g[end - a])
        f0 = np.uint8(f0 | np.uint8(x == w0))
        f1 = np.uint8(f1 | np.uint8(x == w1))
        f2 = np.uint8(f2 | np.uint8(x == w2))
        f3 = np.uint8(f3 | np.uint8(x == w3))
    return int(f0) | int(f1) << 1 | int(f2) << 2 | int(f3) << 3


@kernel
def strike_few(
    g: Values, whole: int, first: int, last: int, need: Words, wanted: NDArray[np.int64]
) -> None:
    """As `strike_pairs`, for few values: they are looked for by themselves, four at a time."""
    count = 0
    for w in range(U(need.shape[0])):
        left = need[w]
        while left != U(0):
            wanted[count] = np.int64(w << U(6)) + np.int64(trailing_zeros(left))
            left &= left - U(1)
            count += 1
            if count == 4:
                strike_found(need, wanted, reached_by_pairs(g, whole, first, last, wanted))
                count = 0
    if count > 0:
        for k in range(count, 4):
            wanted[k] = wanted[0]
        strike_found(need, wanted, reached_by_pairs(g, whole, first, last, wanted))


@kernel
def strike_found(need: Words, wanted: NDArray[np.int64], found: int) -> None:
    """Strike those of four values whose bit is set."""
    for k in range(4):
        if (found >> k) & 1:
            need[wanted[k] >> 6] &= ~(U(1) << U(wanted[k] & 63))


@kernel
def search(
    g: Values,
    n: int,
    first: int,
    splits: Places,
    unequal: bool,
    need: Words,
    wanted: NDArray[np.int64],
) -> int:
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
                if count <= 6 * wide:
                    strike_few(g, n - m, a, last, need, wanted)
                else:
                    strike_pairs(g, n - m, a, last, need)
                looked += last - a
        a += step
        step = 256
    return looked


@inner
def push_near(rows: NDArray[np.uint64], value: int, i: int, window: NDArray[np.uint64]) -> None:
    """Push onto the next heaps, in the same group of eight, what they reach through this one.

    The whole group is loaded and stored where it lies: a load that straddles fresh stores stalls.
    """
    v, group, shift = U(value), U(i) & ~U(7), U(LEAD) - (U(i) & U(7))
    for w in range(U(window.shape[0])):
        for t in range(U(8)):
            window[w, group + t] |= rows[v, w, shift + t]


@inner
def push_far(
    rows: NDArray[np.uint64], g: Values, n: int, i: int, window: NDArray[np.uint64]
) -> None:
    """The same from a whole group of eight, of which n is the first, onto the heaps after it."""
    h, at = U(n), U(i + 8)
    v0, v1, v2, v3 = U(g[h]), U(g[h + U(1)]), U(g[h + U(2)]), U(g[h + U(3)])
    v4, v5, v6, v7 = U(g[h + U(4)]), U(g[h + U(5)]), U(g[h + U(6)]), U(g[h + U(7)])
    for w in range(U(window.shape[0])):
        for j in range(U(BLOCK)):
            window[w, at + j] |= (
                (rows[v0, w, j + U(LEAD + 8)] | rows[v1, w, j + U(LEAD + 7)])
                | (rows[v2, w, j + U(LEAD + 6)] | rows[v3, w, j + U(LEAD + 5)])
                | (rows[v4, w, j + U(LEAD + 4)] | rows[v5, w, j + U(LEAD + 3)])
                | (rows[v6, w, j + U(LEAD + 2)] | rows[v7, w, j + U(LEAD + 1)])
            )


@kernel
def open_window(g: Values, base: int, rows: NDArray[np.uint64], window: NDArray[np.uint64]) -> None:
    """What the block at `base` reaches with a part below 64, through the block before it."""
    for w in range(window.shape[0]):
        for h in range(base - BLOCK, base):
            for j in range(base - h, BLOCK):
                window[w, h + j - base] |= rows[g[h], w, LEAD + j]


@inner
def need_below(
    common: NDArray[np.uint64],
    words: NDArray[np.uint64],
    window: NDArray[np.uint64],
    i: int,
    parity: int,
    need: Words,
) -> int:
    """The least common value not reached (or -1), and in `need` the rare ones below it."""
    at, kind = U(i), U(parity)
    for w in range(U(words.shape[0])):
        reached = words[w, at] | window[w, at]
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


@inner
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
def exact(
    g: Values, n: int, tables: Tables, unequal: bool, need: Words, wanted: NDArray[np.int64]
) -> int:
    """The value of heap n from all its splits and nothing that was marked before."""
    need[:] = ~U(0)
    tables.counts[SCANNED] += search(g, n, 1, tables.splits, unequal, need, wanted)
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
def walsh_hadamard(sums: Places) -> None:
    """Put in place f the sum of all entries i, less those with oddly many bits in common with f."""
    step = 1
    while step < len(sums):
        for start in range(0, len(sums), 2 * step):
            for i in range(start, start + step):
                x, y = sums[i], sums[i + step]
                sums[i], sums[i + step] = x + y, x - y
        step *= 2


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
    counts, splits, rows, common = tables.counts, tables.splits, tables.rows, tables.common
    width = common.shape[1]
    words = np.zeros((width, BLOCK), dtype=np.uint64)
    window = np.zeros((width, 2 * BLOCK), dtype=np.uint64)
    need = np.zeros(width, dtype=np.uint64)
    wanted = np.zeros(4, dtype=np.int64)  # room for `strike_few`
    open_window(g, start, rows, window)
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
            value = need_below(common, words, window, i, parity, need)
            if value < 0:
                return WIDER, base
            least = least_set(need)
            if least >= 0:
                counts[SEARCHES] += 1
                if counts[SEARCHES] & 15 == 0:
                    learn(g, n, first, splits, need, tables.witnesses)
                counts[SCANNED] += search(g, n, first, splits, unequal, need, wanted)
                least = least_set(need)
            if (doubled >> U(i)) & U(1):
                least = exact(g, n, tables, unequal, need, wanted)
                if least < 0:
                    return WIDER, base
            if least >= 0:
                value = least
            g[n] = value
            push_near(rows, value, i, window)
            if not (common[U(parity), U(value) >> U(6)] >> (U(value) & U(63))) & U(1):
                add_rare(g, tables, n, base, window)
            if i & 7 == 7:
                push_far(rows, g, n - 7, i - 7, window)
        for w in range(width):
            for i in range(BLOCK):
                window[w, i] = window[w, i + BLOCK]
                window[w, i + BLOCK] = U(0)
        base += BLOCK
    return DONE, base
