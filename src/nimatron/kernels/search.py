"""Depth-first search through rules that were compiled: open addressing, a stack of its own.

A position is one 64-bit word or two, told here by its first and its last word, which are the same
if there is only one. The rules come as a first-class function of one fixed signature, so that the
search is compiled once for all games. It works in stretches and keeps its state in arrays; between
two stretches the caller looks at the clock and makes what became too small larger.

What is found of a position is one number: its nimber; or a length whose parity tells who wins,
which is the remoteness if that is asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, trailing_zeros

Words = NDArray[np.int64]

DONE, PAUSED, MORE_TABLE, MORE_FRAMES, MORE_CHILDREN, LOOP, TOO_WIDE, WRONG_COUNT = range(8)
"""Why a stretch ended."""

NIMBER, OUTCOME, LENGTH = range(3)
"""What is asked."""

_NEW, _OPEN, _KNOWN = 0, 1, 2  # states of a slot; from _KNOWN on: a number and _KNOWN
_WIDEST = 32_000

# Places in `counts`.
DEPTH, TOP, FOUND, AT, AT_LAST, ROOM, WORDS, ASKED, WON_PARITY, PLACES = range(10)
# Places in a frame.
_KEY, _LAST, _SLOT, _FIRST, _NEXT, _END, FIELDS = range(7)

OPTIONS = types.int64(types.int64, types.int64, types.int64[::1], types.int64[::1])
"""The signature of compiled rules: first and last word of the position, where the words of its
options go, sizes; gives the number of options."""

_ADVANCE = types.int64(
    types.FunctionType(OPTIONS),
    types.int64[::1],
    types.int64[::1],
    types.int16[::1],
    types.int64[:, ::1],
    types.int64[::1],
    types.int64[::1],
    types.int64,
)


@inner
def _hash(first: int, last: int) -> Any:
    # One factor is even, so that a word that is both first and last is multiplied by an odd one.
    mixed = U(first) * U(0x9E3779B97F4A7C15) + U(last) * U(0x7EA2C0A86F0C1B3A)
    return mixed ^ (mixed >> U(32))


@inner
def _mex(numbers: Words, first: int, end: int, words: int) -> int:
    """The least number that is not there."""
    missing = ~U(0)
    for i in range(first, end):
        number = numbers[i * words]
        if number < 64:
            missing &= ~(U(1) << U(number))
    if missing != U(0):
        return int(trailing_zeros(missing))
    there = np.zeros(end - first + 1, dtype=np.uint8)
    for i in range(first, end):
        number = numbers[i * words]
        if number < len(there):
            there[number] = 1
    least = 64
    while there[least]:
        least += 1
    return least


@inner
def _length(numbers: Words, first: int, end: int, words: int, won_parity: int) -> int:
    """One more than the shortest way to a lost option, or else than the longest to a won one."""
    shortest, longest = -1, -1
    for i in range(first, end):
        number = numbers[i * words]
        if number & 1 == won_parity:
            longest = max(longest, number)
        elif shortest < 0 or number < shortest:
            shortest = number
    return shortest + 1 if shortest >= 0 else longest + 1


@inner
def _found(first: int, last: int, keys: Words, values: Any, words: int, mask: Any) -> Any:
    """The slot of a position, or the empty one where it belongs."""
    slot = _hash(first, last) & mask
    while values[slot] != _NEW and (
        keys[slot * U(words)] != first or keys[(slot + U(1)) * U(words) - U(1)] != last
    ):
        slot = (slot + U(1)) & mask
    return slot


@inner
def _search(
    words: int,
    options: Any,
    data: Words,
    keys: Words,
    values: NDArray[np.int16],
    frames: Words,
    children: Words,
    counts: Words,
    budget: int,
) -> int:
    mask = U(len(values) - 1)
    most = len(values) // 2
    depth, top, found = counts[DEPTH], counts[TOP], counts[FOUND]
    room = counts[ROOM]
    asked, won_parity = counts[ASKED], counts[WON_PARITY]
    status = DONE
    while depth > 0:
        here = depth - 1
        if frames[here, _END] < 0:
            if budget <= 0:
                status = PAUSED
                break
            if len(children) < (top + room) * words:
                status = MORE_CHILDREN
                break
            budget -= 1
            counts[AT], counts[AT_LAST] = frames[here, _KEY], frames[here, _LAST]
            out = children[top * words : (top + room) * words]
            count = options(frames[here, _KEY], frames[here, _LAST], out, data)
            if count < 0 or count > room:
                status = WRONG_COUNT
                break
            frames[here, _FIRST] = top
            top += count
            frames[here, _NEXT] = frames[here, _END] = top
        first, end = frames[here, _FIRST], frames[here, _END]
        # Backwards, as large moves are mostly listed last: then few options wait in the stack.
        i, low = frames[here, _NEXT], first
        deeper = False
        while i > low:
            child, last = children[(i - 1) * words], children[i * words - 1]
            slot = _found(child, last, keys, values, words, mask)
            value = values[slot]
            if value == _NEW:
                if found >= most:
                    status = MORE_TABLE
                elif depth == len(frames):
                    status = MORE_FRAMES
                else:
                    keys[slot * U(words)], keys[(slot + U(1)) * U(words) - U(1)] = child, last
                    values[slot] = _OPEN
                    found += 1
                    frames[depth, _KEY], frames[depth, _LAST] = child, last
                    frames[depth, _SLOT], frames[depth, _END] = slot, -1
                    depth += 1
                deeper = True
                break
            if value == _OPEN:
                status = LOOP
                deeper = True
                break
            i -= 1
            children[i * words] = value - _KNOWN
            if asked == OUTCOME and (value - _KNOWN) & 1 != won_parity:
                low = i  # one lost option is enough
        frames[here, _NEXT] = i
        if status != DONE:
            break
        if deeper:
            continue
        if asked == NIMBER:
            number = _mex(children, low, end, words)
        else:
            number = _length(children, low, end, words, won_parity)
            if asked == OUTCOME:
                number &= 1
        if number > _WIDEST:
            status = TOO_WIDE
            break
        values[frames[here, _SLOT]] = number + _KNOWN
        top = first
        depth -= 1
    counts[DEPTH], counts[TOP], counts[FOUND] = depth, top, found
    return status


@njit([_ADVANCE], cache=True, nogil=True)
def advance(
    options: Any,
    data: Words,
    keys: Words,
    values: NDArray[np.int16],
    frames: Words,
    children: Words,
    counts: Words,
    budget: int,
) -> int:
    """Search on until the stack is empty or so many positions were expanded; give a status."""
    # Two copies, for a number of words that is known makes the loops a quarter faster.
    if counts[WORDS] == 1:
        return _search(1, options, data, keys, values, frames, children, counts, budget)
    return _search(2, options, data, keys, values, frames, children, counts, budget)


@kernel
def ask(
    first: int, last: int, keys: Words, values: NDArray[np.int16], frames: Words, counts: Words
) -> int:
    """What is known of a position; if nothing is (-1), put it on the empty stack."""
    words = counts[WORDS]
    slot = _found(first, last, keys, values, words, U(len(values) - 1))
    if values[slot] >= _KNOWN:
        return int(values[slot]) - _KNOWN
    if values[slot] == _NEW:
        counts[FOUND] += 1
    keys[slot * U(words)], keys[(slot + U(1)) * U(words) - U(1)] = first, last
    values[slot] = _OPEN
    frames[0, _KEY], frames[0, _LAST] = first, last
    frames[0, _SLOT], frames[0, _END] = slot, -1
    counts[DEPTH], counts[TOP] = 1, 0
    return -1


@kernel
def rehash(
    keys: Words,
    values: NDArray[np.int16],
    new_keys: Words,
    new_values: NDArray[np.int16],
    frames: Words,
    depth: int,
) -> None:
    """Fill a larger table from a smaller one, and tell the frames their new slots."""
    words = len(keys) // len(values)
    mask = U(len(new_values) - 1)
    for old in range(len(values)):
        if values[old] != _NEW:
            first, last = keys[old * words], keys[(old + 1) * words - 1]
            slot = _hash(first, last) & mask
            while new_values[slot] != _NEW:
                slot = (slot + U(1)) & mask
            new_keys[slot * U(words)] = first
            new_keys[(slot + U(1)) * U(words) - U(1)] = last
            new_values[slot] = values[old]
    for here in range(depth):
        first, last = frames[here, _KEY], frames[here, _LAST]
        frames[here, _SLOT] = _found(first, last, new_keys, new_values, words, mask)


@njit([OPTIONS], cache=True, nogil=True)
def mask_options(first: int, last: int, out: Words, data: Words) -> int:
    """Rules given as pairs of bit sets: a move is there while the position has none of the first,
    and adds the second, of which something must be new. A bit set is as many words as a position;
    `data` begins with that number and how many moves there are."""
    words, moves = data[0], data[1]
    count, at = 0, 2
    for _ in range(moves):
        needs = first & data[at] | last & data[at + words - 1]
        at += words
        after, after_last = first | data[at], last | data[at + words - 1]
        at += words
        if needs == 0 and (after != first or after_last != last):
            out[count * words] = after
            out[(count + 1) * words - 1] = after_last
            count += 1
    return count
