"""Octal games and Grundy's game: the rare/common method, or the plain one where it is no use."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels import dense, sparse, stamps
from nimatron.sequences.methods import Narrow, places
from nimatron.sequences.named import HeapGame

Values = NDArray[Any]

PLAIN_FIRST = 768  # heaps before rare ones can be told from common ones
SLACK = 2 * sparse.BLOCK  # the method works in whole blocks and may pass the end
MOST_WITNESSES = 256
MOST_WORDS = 4  # with values past these, a stamp for each pair is faster than bits
PRICE = 16
RARELY = 1024  # a part is worth marking that spares a search in so many heaps, at a price of 1


class Octal:
    """One or two heaps may be left, and finitely many numbers can be taken."""

    def __init__(self, game: HeapGame) -> None:
        self.unequal = game.unequal
        splits = game.places(4)
        self.splits, self.takes = places(splits), places(game.places(2))
        self.clears = places(game.places(1))
        block = sparse.BLOCK
        self.plain_until = max(PLAIN_FIRST, -(-(game.reach + 2 * block) // block) * block)
        self.words = 1
        # The parity of a heap may count for its kind where all splits agree in parity.
        self.odd = splits[0] & 1
        self.parity_counts = all((m ^ self.odd) & 1 == 0 for m in splits)
        self.counted = 0
        self.counts = np.zeros((2, 64), dtype=np.int64)
        self.tables: sparse.Tables | stamps.Tables | None = None
        self.witnesses: list[int] = []
        self.learned_at = 0
        self.rare = 0
        self.name = "plain"

    def advance(self, g: Values, done: int, stop: int) -> int:
        """Fill g[done:stop], up to a block more; give the first heap not done."""
        if done < self.plain_until:
            return self._plainly(g, done, min(stop, self.plain_until))
        self._count(g, done)
        best, rare = fewest_rare(self.counts, self.parity_counts)
        if 3 * rare * len(self.splits) > done:
            self.tables, self.rare = None, rare
            return self._plainly(g, done, min(stop, done + done // 4))
        if done % sparse.BLOCK:
            return self._plainly(g, done, min(stop, done + -done % sparse.BLOCK))
        fresh = self._fresh_witnesses(done)
        if self.tables is None or fresh or 1.3 * rare < self.tables.counts[sparse.RARE]:
            self.tables = self._tables(g, done, best)
            self.learned_at = done
        self.name = "rare/common"
        kernel: Any = sparse.advance if self.words <= MOST_WORDS else stamps.advance
        status, done = kernel(
            g, done, min(stop, done + done // 2), self.tables, self.odd, self.unequal
        )
        self.rare = int(self.tables.counts[sparse.RARE])
        if status == dense.WIDER:
            self._widen(g)
        elif status == sparse.MORE_ROOM:
            self.tables = None
        return int(done)

    def _plainly(self, g: Values, done: int, stop: int) -> int:
        self.name = "plain"
        status, done = dense.advance(
            g, done, stop, self.splits, self.takes, self.clears, self.unequal, self.words
        )
        if status == dense.WIDER:
            self._widen(g)
        return int(done)

    def _widen(self, g: Values) -> None:
        """Twice the words: functionals are over whole bits."""
        words = 2 * self.words
        if 64 * words > np.iinfo(g.dtype).max + 1:
            raise Narrow
        self.words, self.tables = words, None
        if 64 * words > self.counts.shape[1]:
            self.counts = np.concatenate([self.counts, np.zeros_like(self.counts)], axis=1)

    def _count(self, g: Values, done: int) -> None:
        while self.counted < done and 64 * self.words <= int(g[self.counted : done].max()):
            self._widen(g)
        sparse.count_kinds(g, self.counted, done, self.odd, self.counts)
        self.counted = done

    def _fresh_witnesses(self, done: int) -> bool:
        """Whether parts have been learned that often meet a need, and are worth their marking."""
        if self.tables is None or done - self.learned_at < 2048:
            return False
        hits = self.tables.witnesses
        price = self.words**2 if self.words <= MOST_WORDS else PRICE
        worth = max(2, price * (done - self.learned_at) // (16 * RARELY))
        often = [int(a) for a in np.argsort(-hits)[:64] if hits[a] >= worth]
        self.witnesses = (self.witnesses + often)[-MOST_WITNESSES:]
        hits[:] = 0
        self.learned_at = done
        return bool(often)

    def _tables(self, g: Values, done: int, best: int) -> sparse.Tables | stamps.Tables:
        """Everything the kernel looks up, found from the values up to here."""
        size = 64 * self.words
        all_kinds = kinds_of(best, self.counts.shape[1])
        found = np.zeros(int(self.counts[all_kinds == 0].sum()) + 1, dtype=np.int64)
        kinds = all_kinds[:, :size]
        rare = found[: sparse.rare_heaps(g, done, self.odd, (kinds == 0).astype(np.uint8), found)]
        few = self.words <= MOST_WORDS
        at, value = self._pairs(g, np.union1d(rare, places(self.witnesses)), few)
        room = 2 * len(at) + 64 * sparse.BLOCK * len(self.splits)
        far_at, far_value = np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.uint64)
        far_at[: len(at)], far_value[: len(at)] = at, value
        bits = np.packbits(np.ascontiguousarray(kinds), axis=1, bitorder="little")
        common, witnesses = bits.view("<u8").astype(np.uint64), np.zeros(2048, dtype=np.int64)
        counts = places([len(at), len(rare), 0, 0])
        if not few:
            return stamps.Tables(far_at, far_value, common, self.splits, witnesses, counts)
        rows = np.zeros((size, self.words, sparse.BLOCK + 2 * sparse.LEAD), dtype=np.uint64)
        sparse.fill_rows(g, self.splits, self.takes, rows)
        return sparse.Tables(far_at, far_value, rows, common, self.splits, witnesses, counts)

    def _pairs(
        self, g: Values, heaps: NDArray[np.int64], far: bool
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Where the splits with these parts start to count, and the values of the parts.

        With `far` only those from a block on: smaller parts are pushed forward.
        """
        pairs = [(np.add(heaps, m), g[heaps].astype(np.int64)) for m in self.splits]
        pairs.append((self.takes, np.zeros(len(self.takes), dtype=np.int64)))
        at = np.concatenate([a for a, _ in pairs])
        value = np.concatenate([v for _, v in pairs])
        both = np.unique((at << 32 | value)[at >= (sparse.BLOCK if far else 1)])
        return both >> 32, (both & 0xFFFFFFFF).astype(np.uint64)


def fewest_rare(counts: NDArray[np.int64], parity_counts: bool) -> tuple[int, int]:
    """The functional that leaves the fewest rare heaps, and how many it leaves.

    The bits of the functional pick bits of the value; a last one picks the parity of the heap.
    A Walsh-Hadamard transform of the counts gives, for each, rare heaps less common ones.
    """
    sums = counts.reshape(-1).copy()
    sparse.walsh_hadamard(sums)
    allowed = sums if parity_counts else sums[: counts.shape[1]]
    best = int(np.argmin(allowed))
    return best, int(counts.sum() + allowed[best]) // 2


def kinds_of(functional: int, size: int) -> NDArray[np.uint8]:
    """kinds[parity, value]: 1 where the value is of the common kind for heaps of that parity."""
    folded = np.arange(size, dtype=np.int64) & functional & (size - 1)
    for shift in (16, 8, 4, 2, 1):
        folded ^= folded >> shift
    even = (folded & 1).astype(np.uint8)
    return np.stack([even, even ^ np.uint8(functional // size)])
