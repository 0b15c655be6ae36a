"""Boards layer by layer: positions are bits of used cells, a layer has all with equally many.

A position is kept as the least of its images under the board's symmetries, and in files as a
mixed number: mixing can be undone and spreads the positions evenly, so that sorted files are
searched by guessing the place, and cut into parts of equal size by the first bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, ones

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

_A, _B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9
_UNDO_A, _UNDO_B = pow(_A, -1, 2**64), pow(_B, -1, 2**64)
_HALF = U(32)
NIMBERS = -1
"""Asked for instead of the parity of won lengths."""


@inner
def _mixed(x: Any) -> Any:
    x = (x ^ (x >> _HALF)) * U(_A)
    x = (x ^ (x >> _HALF)) * U(_B)
    return x ^ (x >> _HALF)


@inner
def _unmixed(x: Any) -> Any:
    x = (x ^ (x >> _HALF)) * U(_UNDO_B)
    x = (x ^ (x >> _HALF)) * U(_UNDO_A)
    return x ^ (x >> _HALF)


@inner
def _least(x: Any, images: Words) -> Any:
    """The least image; `images` tells where each symmetry carries each value of each byte."""
    least = ~U(0)
    for s in range(images.shape[0]):
        y = U(0)
        for byte in range(images.shape[1]):
            y |= images[s, byte, (x >> U(8 * byte)) & U(255)]
        least = min(least, y)
    return least


@kernel
def stored(positions: Words, images: Words, out: Words) -> None:
    """Positions as they stand in files."""
    for i in range(len(positions)):
        out[i] = _mixed(_least(positions[i], images))


@kernel
def ranks(keys: Words, out: Bytes) -> None:
    """How many cells are used in each."""
    for i in range(len(keys)):
        out[i] = ones(_unmixed(keys[i]))


@kernel
def expand(
    keys: Words, first: int, need: Words, take: Words, images: Words, table: Words
) -> tuple[int, int]:
    """Put the options of keys[first:] into an empty table, each once, until it is half full.

    Gives how many keys are done and how many options were found. No option is stored as 0,
    which is the empty board.
    """
    mask = U(len(table) - 1)
    most = len(table) // 2 - len(need)
    found, at = 0, first
    while at < len(keys) and found <= most:
        position = _unmixed(keys[at])
        for move in range(len(need)):
            after = position | take[move]
            if position & need[move] != U(0) or after == position:
                continue
            key = _mixed(_least(after, images))
            slot = key & mask
            while table[slot] != U(0) and table[slot] != key:
                slot = (slot + U(1)) & mask
            if table[slot] == U(0):
                table[slot] = key
                found += 1
        at += 1
    return at, found


@kernel
def options(
    keys: Words,
    need: Words,
    take: Words,
    images: Words,
    shift: int,
    children: Words,
    buckets: NDArray[np.int32],
    ends: NDArray[np.int64],
) -> int:
    """The options of as many keys as there is room for; gives how many that are.

    `buckets` tells in which part of which layer an option is to be found: the number of used
    cells, and then the first 64 - `shift` bits of the key.
    """
    count, at = 0, 0
    while at < len(keys) and len(children) - count >= len(need):
        position = _unmixed(keys[at])
        for move in range(len(need)):
            after = position | take[move]
            if position & need[move] != U(0) or after == position:
                continue
            key = _mixed(_least(after, images))
            children[count] = key
            part = key >> U(shift) if shift < 64 else U(0)
            buckets[count] = (ones(after) << U(64 - shift)) | part
            count += 1
        ends[at] = count
        at += 1
    return at


@kernel
def ordered(buckets: NDArray[np.int32], starts: NDArray[np.int64], order: Any) -> None:
    """Places of the options, one bucket after the other: `starts` tells where each begins."""
    for bucket in buckets:
        starts[bucket + 1] += 1
    for bucket in range(1, len(starts)):
        starts[bucket] += starts[bucket - 1]
    place = starts.copy()
    for i in range(len(buckets)):
        order[place[buckets[i]]] = i
        place[buckets[i]] += 1


@kernel
def look(
    children: Words, order: Any, low: Any, span: float, keys: Words, values: Bytes, found: Bytes
) -> int:
    """The values of options that are in one part, whose keys begin at `low` and fill `span`.

    Gives how many are not there, which should be none.
    """
    size = len(keys)
    scale = size / span
    missing = 0
    for i in order:
        key = children[i]
        guess = min(size - 1, int((key - U(low)) * scale)) if size else -1
        # Widen around the guess until the key is between `first` and `end`.
        first, end, step = guess, guess + 1, 16
        while first > 0 and keys[first] > key:
            first, step = max(0, first - step), 2 * step
        step = 16
        while end < size and keys[end] <= key:
            first, end, step = end, min(size, end + step), 2 * step
        while end - first > 1:
            middle = (first + end) // 2
            if keys[middle] <= key:
                first = middle
            else:
                end = middle
        if size and keys[first] == key:
            found[i] = values[first]
        else:
            missing += 1
    return missing


@kernel
def settle(ends: NDArray[np.int64], numbers: Bytes, asked: int, out: Bytes) -> None:
    """The value of each position from those of its options: its nimber, or its length."""
    stamps = np.full(257, -1, np.int64)
    first = 0
    for at in range(len(ends)):
        end = ends[at]
        if asked == NIMBERS:
            for i in range(first, end):
                stamps[numbers[i]] = at
            least = 0
            while stamps[least] == at:
                least += 1
            out[at] = least
        else:
            shortest, longest = -1, -1
            for i in range(first, end):
                number = int(numbers[i])
                if number & 1 == asked:
                    longest = max(longest, number)
                elif shortest < 0 or number < shortest:
                    shortest = number
            out[at] = shortest + 1 if shortest >= 0 else longest + 1
        first = end
