"""Depth-first search through rules that were compiled: open addressing, a stack of its own.

Positions are 64-bit integers. The rules come as a first-class function of one fixed signature, so
that the search is compiled once for all games. It works in stretches and keeps its state in
arrays; between two stretches the caller looks at the clock and makes what became too small larger.

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
DEPTH, TOP, FOUND, AT, ROOM, ASKED, WON_PARITY, PLACES = range(8)
# Places in a frame.
_KEY, _SLOT, _FIRST, _NEXT, _END, FIELDS = range(6)

OPTIONS = types.int64(types.int64, types.int64[::1], types.int64[::1])
"""The signature of compiled rules: position, where the options go, sizes; gives their number."""

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
def _hash(key: int) -> Any:
    mixed = U(key) * U(0x9E3779B97F4A7C15)
    return mixed ^ (mixed >> U(32))


@inner
def _mex(numbers: Words, first: int, end: int) -> int:
    """The least number that is not there."""
    missing = ~U(0)
    for i in range(first, end):
        if numbers[i] < 64:
            missing &= ~(U(1) << U(numbers[i]))
    if missing != U(0):
        return int(trailing_zeros(missing))
    there = np.zeros(end - first + 1, dtype=np.uint8)
    for i in range(first, end):
        if numbers[i] < len(there):
            there[numbers[i]] = 1
    least = 64
    while there[least]:
        least += 1
    return least


@inner
def _length(numbers: Words, first: int, end: int, won_parity: int) -> int:
    """One more than the shortest way to a lost option, or else than the longest to a won one."""
    shortest, longest = -1, -1
    for i in range(first, end):
        number = numbers[i]
        if number & 1 == won_parity:
            longest = max(longest, number)
        elif shortest < 0 or number < shortest:
            shortest = number
    return shortest + 1 if shortest >= 0 else longest + 1


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
    mask = U(len(keys) - 1)
    most = len(keys) // 2
    depth, top, found = counts[DEPTH], counts[TOP], counts[FOUND]
    asked, won_parity = counts[ASKED], counts[WON_PARITY]
    status = DONE
    while depth > 0:
        here = depth - 1
        if frames[here, _END] < 0:
            if budget <= 0:
                status = PAUSED
                break
            if len(children) - top < counts[ROOM]:
                status = MORE_CHILDREN
                break
            budget -= 1
            counts[AT] = frames[here, _KEY]
            count = options(frames[here, _KEY], children[top : top + counts[ROOM]], data)
            if count < 0 or count > counts[ROOM]:
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
            child = children[i - 1]
            slot = _hash(child) & mask
            while values[slot] != _NEW and keys[slot] != child:
                slot = (slot + U(1)) & mask
            value = values[slot]
            if value == _NEW:
                if found >= most:
                    status = MORE_TABLE
                elif depth == len(frames):
                    status = MORE_FRAMES
                else:
                    keys[slot], values[slot] = child, _OPEN
                    found += 1
                    frames[depth, _KEY], frames[depth, _SLOT] = child, slot
                    frames[depth, _END] = -1
                    depth += 1
                deeper = True
                break
            if value == _OPEN:
                status = LOOP
                deeper = True
                break
            i -= 1
            children[i] = value - _KNOWN
            if asked == OUTCOME and (value - _KNOWN) & 1 != won_parity:
                low = i  # one lost option is enough
        frames[here, _NEXT] = i
        if status != DONE:
            break
        if deeper:
            continue
        if asked == NIMBER:
            number = _mex(children, low, end)
        else:
            number = _length(children, low, end, won_parity)
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


@kernel
def ask(key: int, keys: Words, values: NDArray[np.int16], frames: Words, counts: Words) -> int:
    """What is known of a position; if nothing is (-1), put it on the empty stack."""
    mask = U(len(keys) - 1)
    slot = _hash(key) & mask
    while values[slot] != _NEW and keys[slot] != key:
        slot = (slot + U(1)) & mask
    if values[slot] >= _KNOWN:
        return int(values[slot]) - _KNOWN
    if values[slot] == _NEW:
        counts[FOUND] += 1
    keys[slot], values[slot] = key, _OPEN
    frames[0, _KEY], frames[0, _SLOT], frames[0, _END] = key, slot, -1
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
    mask = U(len(new_keys) - 1)
    for old in range(len(keys)):
        if values[old] != _NEW:
            slot = _hash(keys[old]) & mask
            while new_values[slot] != _NEW:
                slot = (slot + U(1)) & mask
            new_keys[slot], new_values[slot] = keys[old], values[old]
    for here in range(depth):
        slot = _hash(frames[here, _KEY]) & mask
        while new_keys[slot] != frames[here, _KEY] or new_values[slot] == _NEW:
            slot = (slot + U(1)) & mask
        frames[here, _SLOT] = slot


@njit([OPTIONS], cache=True, nogil=True)
def mask_options(position: int, out: Words, data: Words) -> int:
    """Rules given as pairs of bit sets: a move is there while the position has none of the first,
    and adds the second, of which something must be new."""
    moves = data[0]
    count = 0
    for move in range(1, 2 * moves, 2):
        after = position | data[move + 1]
        if position & data[move] == 0 and after != position:
            out[count] = after
            count += 1
    return count
