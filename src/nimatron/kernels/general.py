"""Codes with digits past 7, which may leave three heaps, and codes that repeat for ever.

Plain and exact: what the sums of two and of three heaps of one size reach is kept as bits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, kernel
from nimatron.kernels.dense import DONE, WIDER, Places, Values, Words, least_missing, mark_pairs

SCATTERED = 8  # with more words than this, bits are set one at a time


class Sums(NamedTuple):
    """What has been reached; every last axis is the words of 64 values."""

    pairs: NDArray[np.uint64]
    """By two heaps of a sum j, at row j modulo the number of rows."""
    triples: NDArray[np.uint64]
    """By three heaps, the same way."""
    gathered: NDArray[np.uint64]
    """By rests of each class behind the part of a code that does not repeat: [class, parts - 1]."""


@kernel
def permuted(word: np.uint64, by: np.uint64) -> np.uint64:
    """The word whose bit v ^ by is the bit v of this one, for by < 64."""
    if by & U(1):
        word = (word & U(0x5555555555555555)) << U(1) | (word >> U(1)) & U(0x5555555555555555)
    if by & U(2):
        word = (word & U(0x3333333333333333)) << U(2) | (word >> U(2)) & U(0x3333333333333333)
    if by & U(4):
        word = (word & U(0x0F0F0F0F0F0F0F0F)) << U(4) | (word >> U(4)) & U(0x0F0F0F0F0F0F0F0F)
    if by & U(8):
        word = (word & U(0x00FF00FF00FF00FF)) << U(8) | (word >> U(8)) & U(0x00FF00FF00FF00FF)
    if by & U(16):
        word = (word & U(0x0000FFFF0000FFFF)) << U(16) | (word >> U(16)) & U(0x0000FFFF0000FFFF)
    if by & U(32):
        word = word << U(32) | word >> U(32)
    return word


@kernel
def scatter_pairs(g: Values, whole: int, found: Words) -> None:
    """As `mark_pairs`, for many words."""
    one, low, end = U(1), U(63), U(whole)
    for a in range(one, U(whole // 2 + 1)):
        x = U(g[a]) ^ U(g[end - a])
        found[x >> U(6)] |= one << (x & low)


@kernel
def mark_triples(g: Values, whole: int, pairs: NDArray[np.uint64], found: Words) -> None:
    """Set in `found` what three non-empty heaps of this sum reach; the words are a power of two."""
    rows, width = pairs.shape
    for a in range(1, whole - 1):
        value = U(g[a])
        row, across, by = (whole - a) % rows, value >> U(6), value & U(63)
        for w in range(U(width)):
            word = pairs[row, w ^ across]
            if word != U(0):
                found[w] |= permuted(word, by)


@kernel
def advance(
    g: Values, start: int, stop: int, digits: Places, repeat: Places, sums: Sums
) -> tuple[int, int]:
    """Fill g[start:stop]; give a status and the first heap not done."""
    pairs, triples, gathered = sums.pairs, sums.triples, sums.gathered
    width = pairs.shape[1]
    first, turn = len(digits), len(repeat)
    every = 0
    for digit in digits:
        every |= digit
    for digit in repeat:
        every |= digit
    found = np.zeros(width, dtype=np.uint64)
    for n in range(start, stop):
        if every & 12:
            fresh = pairs[n % pairs.shape[0]]
            fresh[:] = U(0)
            if width > SCATTERED:
                scatter_pairs(g, n, fresh)
            elif n > 1:
                mark_pairs(g, n, False, fresh)
        if every & 8:
            fresh = triples[n % triples.shape[0]]
            fresh[:] = U(0)
            mark_triples(g, n, pairs, fresh)
        found[:] = U(0)
        for m in range(min(first, n)):
            reach(g, n - m, digits[m], sums, found)
        digit = digits[n] if n < first else repeat[(n - first) % turn] if turn else 0
        if digit & 1:
            found[0] |= U(1)
        if turn and n > first:
            rest = n - first
            into = gathered[rest % turn]
            reach(g, rest, 2, sums, into[0])
            reach(g, rest, 4, sums, into[1])
            reach(g, rest, 8, sums, into[2])
        for rest in range(turn):
            digit = repeat[(n - rest - first) % turn]
            for parts in range(3):
                if (digit >> (parts + 1)) & 1:
                    for w in range(width):
                        found[w] |= gathered[rest, parts, w]
        value = least_missing(found)
        if value < 0:
            return WIDER, n
        g[n] = value
    return DONE, stop


@kernel
def reach(g: Values, rest: int, digit: int, sums: Sums, found: Words) -> None:
    """Set in `found` what a digit allows to reach with this rest."""
    if digit & 2 and rest < len(g):
        value = U(g[rest])
        found[value >> U(6)] |= U(1) << (value & U(63))
    if digit & 4:
        row = rest % sums.pairs.shape[0]
        for w in range(len(found)):
            found[w] |= sums.pairs[row, w]
    if digit & 8:
        row = rest % sums.triples.shape[0]
        for w in range(len(found)):
            found[w] |= sums.triples[row, w]
