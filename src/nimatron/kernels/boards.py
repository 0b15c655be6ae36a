"""Boards that fall apart, searched by the question "is the nimber of this component n?".

A component is its free cells, as the bits of one word: in rows of eight on a board of 8x8 (where
turning and pushing into the corner are a few shifts), or as the caller numbers them. A move needs
some cells free and takes some. Of each component the table keeps its exact nimber, or the nimbers
of options that were met, none of which it can have. After J. Lemoine and S. Viennot, "Nimbers are
inevitable", and P. Beling and M. Rogalski, "On pruning search trees of impartial games".

While a component is asked about, each option is a sum: an xor of what is known, and parts, largest
first. An option whose nimber becomes known leaves the list and marks its nimber as met; the least
number that was not met and that no option has is the nimber.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, ones, trailing_zeros

Words = NDArray[np.uint64]

DONE, PAUSED, TOO_WIDE = range(3)
FULL = 63  # asked instead of "is it n?": the nimber, whatever it is
WIDEST = 61  # nimbers past this do not fit into a set of one word
BUCKET = 4  # entries that share a line of memory
_EXACT = U(1) << U(63)

# Places in a frame.
_KEY, _ASKED, _MET, _ABSENT, _FIRST, _END, _AT, _TOP, FIELDS = range(9)
# Places in `counts`.
DEPTH, EXPANDED, RETURNED, EXACT, STORED, PLACES = range(6)


class Board(NamedTuple):
    """The moves of a game on one board."""

    start: NDArray[np.int64]
    """Moves start[c]:start[c + 1] need the cell c and none before it."""
    need: Words
    take: Words
    near: Words
    """The cells that may belong to one component with a cell."""
    least: int
    """Components with fewer cells have no move."""
    square: bool
    """Whether cells are numbered in rows of eight and all eight symmetries hold."""
    images: NDArray[np.uint64]
    """Else: images[s, b, x] is where symmetry s carries byte b if that is x."""
    stride: int
    """Else: how many cells there are in a row; 0 if components must not be pushed."""
    column: np.uint64
    """Else: the cells of the first column."""


@inner
def _pushed(free: Any) -> Any:
    """Moved as far up and left as it goes, in rows of eight."""
    free >>= trailing_zeros(free) & ~U(7)
    across = free | (free >> U(32))
    across |= across >> U(16)
    across |= across >> U(8)
    return free >> trailing_zeros(across)


@inner
def _swapped(word: Any, mask: Any, shift: Any) -> Any:
    """Exchange the bits of the mask with those so many places higher."""
    change = (word ^ (word >> shift)) & mask
    return word ^ change ^ (change << shift)


@inner
def _transposed(word: Any) -> Any:
    word = _swapped(word, U(0x00AA00AA00AA00AA), U(7))
    word = _swapped(word, U(0x0000CCCC0000CCCC), U(14))
    return _swapped(word, U(0x00000000F0F0F0F0), U(28))


@inner
def _upside_down(word: Any) -> Any:
    word = (word >> U(8)) & U(0x00FF00FF00FF00FF) | (word & U(0x00FF00FF00FF00FF)) << U(8)
    word = (word >> U(16)) & U(0x0000FFFF0000FFFF) | (word & U(0x0000FFFF0000FFFF)) << U(16)
    return word >> U(32) | word << U(32)


@inner
def _reflected(word: Any) -> Any:
    word = (word >> U(1)) & U(0x5555555555555555) | (word & U(0x5555555555555555)) << U(1)
    word = (word >> U(2)) & U(0x3333333333333333) | (word & U(0x3333333333333333)) << U(2)
    return (word >> U(4)) & U(0x0F0F0F0F0F0F0F0F) | (word & U(0x0F0F0F0F0F0F0F0F)) << U(4)


@kernel
def canonical(board: Board, free: np.uint64) -> np.uint64:
    """The least image of a component, pushed into the corner."""
    least: np.uint64
    if board.square:
        least = _pushed(free)
        other = _transposed(least)
        for word in (least, other):
            down = _upside_down(word)
            least = min(least, word, _pushed(down))
            least = min(least, _pushed(_reflected(word)), _pushed(_reflected(down)))
        return least
    least = ~U(0)
    for s in range(len(board.images)):
        image = U(0)
        for b in range(8):
            image |= board.images[s, b, (free >> U(8 * b)) & U(255)]
        if board.stride:
            image >>= trailing_zeros(image) // U(board.stride) * U(board.stride)
            while image & board.column == U(0):
                image >>= U(1)
        least = min(least, image)
    return least


@kernel
def components(board: Board, free: np.uint64, parts: Words) -> int:
    """The canonical components that can have a move, equal ones cancelled, rising; their number."""
    count = 0
    while free != U(0):
        region, edge = U(0), free & (~free + U(1))
        while edge != U(0):
            cell = trailing_zeros(edge)
            region |= U(1) << cell
            edge = (edge | board.near[cell]) & free & ~region
        free &= ~region
        if int(ones(region)) < board.least:
            continue
        part = canonical(board, region)
        place = count
        while place > 0 and parts[place - 1] > part:
            parts[place] = parts[place - 1]
            place -= 1
        if place > 0 and parts[place - 1] == part:
            count -= 1
            for i in range(place - 1, count):
                parts[i] = parts[i + 2]
        else:
            parts[place] = part
            count += 1
    return count


@inner
def _line(table: Words, key: Any) -> Any:
    mixed = key * U(0x9E3779B97F4A7C15)
    return (mixed ^ (mixed >> U(32))) & U(len(table) - 1) & ~U(BUCKET - 1)


@inner
def _known(table: Words, key: Any) -> Any:
    """What the table has of a component; 0 if nothing."""
    line = _line(table, key)
    for i in range(U(BUCKET)):
        if table[line + i, 0] == key:
            return table[line + i, 1]
    return U(0)


@inner
def _store(table: Words, key: Any, known: Any, counts: Any) -> None:
    """Keep it; in a full line the smallest component goes, an exact one last."""
    line = _line(table, key)
    place, least = line, U(1000)
    for i in range(U(BUCKET)):
        there = table[line + i, 0]
        if there == key:
            place, least = line + i, U(1)
            break
        worth = U(0)
        if there != U(0):
            worth = U(2) * ones(there) + (table[line + i, 1] >> U(63)) + U(2)
        if worth < least:
            place, least = line + i, worth
    if least == U(0):
        counts[STORED] += 1
    table[place, 0], table[place, 1] = key, known


@kernel
def push(key: np.uint64, asked: int, frames: Words, counts: NDArray[np.int64]) -> None:
    """Ask about one component on the empty stack."""
    frames[0, _KEY], frames[0, _ASKED], frames[0, _TOP] = key, asked, 0
    frames[0, _END] = ~U(0)
    counts[DEPTH] = 1


@kernel
def expand(board: Board, table: Words, frame: Words, top: int, records: Words, parts: Words) -> int:
    """List the options of a frame that are not known; give the new top of the records (-1: none).

    A record is: known xor and number of parts; then the parts, the smallest last. Before them
    stand their places, those with the least large part first.
    """
    key, asked = frame[_KEY], frame[_ASKED]
    known = _known(table, key)
    met = known & ~_EXACT
    moves = 0
    rest = key
    while rest != U(0):
        cell = trailing_zeros(rest)
        rest &= rest - U(1)
        moves += board.start[cell + U(1)] - board.start[cell]
    order, count, end = top, 0, top + moves
    rest = key
    while rest != U(0):
        cell = trailing_zeros(rest)
        rest &= rest - U(1)
        for move in range(board.start[cell], board.start[cell + U(1)]):
            if board.need[move] & ~key != U(0):
                continue
            found = components(board, key & ~board.take[move], parts)
            total, left, size = U(0), 0, U(0)
            for i in range(found):
                value = _known(table, parts[i])
                if value & _EXACT:
                    total ^= value & ~_EXACT
                else:
                    parts[left] = parts[i]
                    left += 1
            if left == 0:
                if total > U(WIDEST):
                    return -1
                met |= U(1) << total
                continue
            for i in range(1, left):  # by size, the smallest last: it is settled first
                part, place = parts[i], i
                while place > 0 and ones(parts[place - 1]) < ones(part):
                    parts[place] = parts[place - 1]
                    place -= 1
                parts[place] = part
            size, whole = U(0), parts[0]
            while whole != U(0):
                size += ones(board.near[trailing_zeros(whole)] & parts[0])
                whole &= whole - U(1)
            place, twin = count, False
            while place > 0:
                other = records[order + place - 1]
                bulk = records[other] >> U(16)
                if bulk < size or (bulk == size and records[other + U(1)] < parts[0]):
                    break
                if (
                    left == 1
                    and records[other + U(1)] == parts[0]
                    and records[other] & U(0xFFFF) == (total | U(1) << U(8))
                ):
                    twin = True
                    break
                place -= 1
            if twin:
                continue
            for i in range(count, place, -1):
                records[order + i] = records[order + i - 1]
            records[order + place] = U(end)
            count += 1
            records[end] = total | U(left) << U(8) | size << U(16)
            for i in range(left):
                records[end + 1 + i] = parts[i]
            end += 1 + left
        if asked != U(FULL) and (met >> asked) & U(1):
            break
    frame[_MET], frame[_ABSENT] = met, U(0)
    frame[_FIRST], frame[_AT], frame[_END] = U(order), U(order), U(order + count)
    return end


@kernel
def advance(
    board: Board,
    table: Words,
    frames: Words,
    records: Words,
    parts: Words,
    counts: NDArray[np.int64],
    budget: int,
) -> int:
    """Search on until the stack is empty or so many components were expanded; give a status."""
    depth = counts[DEPTH]
    returned, exact = counts[RETURNED], counts[EXACT]  # of the frame that ended last; or none
    waiting = False
    while depth > 0:
        frame = frames[depth - 1]
        asked = frame[_ASKED]
        if frame[_END] == ~U(0):
            if budget <= 0:
                break
            budget -= 1
            counts[EXPANDED] += 1
            top = expand(board, table, frame, int(frame[_TOP]), records, parts)
            if top < 0:
                return TOO_WIDE
            frames[depth, _TOP] = U(top)
            waiting = False
        met, absent = frame[_MET], frame[_ABSENT]
        first, end, at = frame[_FIRST], frame[_END], frame[_AT]
        deeper = False
        while True:
            if asked != U(FULL) and (met >> asked) & U(1):
                returned, exact = 0, 0
                _store(table, frame[_KEY], met, counts)
                break
            least = trailing_zeros(~met)
            if least > U(WIDEST):
                return TOO_WIDE
            if first == end or (absent >> least) & U(1):
                returned, exact = int(least), 1
                _store(table, frame[_KEY], _EXACT | least, counts)
                break
            test = least
            if asked != U(FULL) and (absent >> asked) & U(1) == U(0):
                test = asked
            hit = False
            while at < end:
                record = records[at]
                head = records[record]
                total, left = head & U(255), (head >> U(8)) & U(255)
                part = records[record + left]
                settled = U(0)
                if waiting:
                    waiting = False
                    if exact == 0:
                        at += U(1)  # it is not what was asked for
                        continue
                    settled = _EXACT | U(returned)
                else:
                    settled = _known(table, part)
                if settled & _EXACT:
                    total ^= settled & ~_EXACT
                    left -= U(1)
                    if left > U(0):
                        records[record] = total | left << U(8) | head >> U(16) << U(16)
                        continue
                    if total > U(WIDEST):
                        return TOO_WIDE
                    met |= U(1) << total
                    for i in range(at, end - U(1)):
                        records[i] = records[i + U(1)]
                    end -= U(1)
                    if total == test:
                        hit = True
                        break
                    continue
                wanted = U(FULL)
                if left == U(1):
                    wanted = test ^ total
                    if wanted > U(WIDEST):
                        return TOO_WIDE
                    if (settled >> wanted) & U(1):
                        at += U(1)
                        continue
                frames[depth, _KEY], frames[depth, _ASKED] = part, wanted
                frames[depth, _END] = ~U(0)
                deeper = True
                break
            if deeper:
                break
            if not hit:
                absent |= U(1) << test
            at = first
        frame[_MET], frame[_ABSENT], frame[_END], frame[_AT] = met, absent, end, at
        if deeper:
            depth += 1
        else:
            depth -= 1
            waiting = True
    counts[DEPTH], counts[RETURNED], counts[EXACT] = depth, returned, exact
    return DONE if depth == 0 else PAUSED


@kernel
def rehash(old: Words, new: Words, counts: NDArray[np.int64]) -> None:
    """Fill a larger table from a smaller one."""
    counts[STORED] = 0
    for i in range(len(old)):
        if old[i, 0] != U(0):
            _store(new, old[i, 0], old[i, 1], counts)
