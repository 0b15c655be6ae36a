"""Boards that fall apart, searched by the question "is the nimber of this component n?".

A component is its free cells, as the bits of a word or of a pair of words: in rows of eight on a
board of 8x8 (where turning is a few shifts), else as the caller numbers them. A move needs some
cells free and takes some. Of each component the table keeps its exact nimber, or the nimbers of
options that were met, none of which it can have. After J. Lemoine and S. Viennot, "Nimbers are
inevitable", and P. Beling and M. Rogalski, "On pruning search trees of impartial games".

While a component is asked about, each option is a sum: an xor of what is known, and parts, largest
first. An option whose nimber becomes known leaves the list and marks its nimber as met; the least
number that was not met and that no option has is the nimber. Most questions end while the options
are listed, so what only a longer search needs comes after that.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, trailing_zeros
from nimatron.kernels.turning import turned_on_eight
from nimatron.kernels.words import (
    Word,
    Words,
    at,
    begin,
    beginning,
    begins,
    both,
    byte,
    down,
    either,
    empty,
    first,
    hashed,
    less,
    nothing,
    put,
    same,
    single,
    size,
    without,
)

DONE, PAUSED, TOO_WIDE = range(3)
FULL = 63  # asked instead of "is it n?": the nimber, whatever it is
WIDEST = 61  # nimbers past this do not fit into a set of one word
BUCKET = 4  # entries that are looked at for one component
_EXACT = U(1) << U(63)
_NOT_LISTED = ~U(0)

# Places in a frame: what is asked, nimbers met and absent, the options from first to end, the one
# looked at, and where options and parts of the next frame may begin.
_ASKED, _MET, _ABSENT, _FIRST, _END, _AT, _TOP, _PARTS, FIELDS = range(9)
# Places in `counts`.
DEPTH, EXPANDED, RETURNED, EXACT, STORED, PLACES = range(6)

# An option is one word: xor of what is known, number of unknown parts, their size, where they are.
_LEFT, _SIZE, _WHERE = U(8), U(16), U(32)


class Board(NamedTuple):
    """The moves of a game on one board."""

    start: NDArray[np.int64]
    """Moves start[c]:start[c + 1] need the cell c and none before it."""
    need: Words
    take: Words
    near: Words
    """The cells that may belong to one component with a cell."""
    living: Words
    """One set: the cells that some move needs."""
    least: np.uint64
    """Components with fewer cells have no move."""
    loose: bool
    """Whether cells may be near each other though no move that is left joins them."""
    images: Words | None
    """Where each symmetry carries each value of each byte; None if cells are numbered in rows of
    eight, all eight symmetries hold, and the board is not loose."""
    inside: Words
    """The cells that a symmetry is for."""
    stride: np.uint64
    """How many cells there are in a row; 0 if components must not be pushed."""
    column: Words
    """One set: the cells of the first column."""
    shifts: NDArray[np.uint64]
    """Steps between cells that are near each other, if there are just a few."""
    fits: Words
    """The cells from which each step stays on the board."""


@inner
def _pushed(stride: np.uint64, column: Words, region: Word) -> Word:
    """Moved as far up and left as it goes."""
    if stride == U(0):
        return region
    region = down(region, first(region) // stride * stride)
    while empty(both(region, at(column, 0))):
        region = down(region, U(1))
    return region


@kernel
def least_image(
    images: Words, inside: Words, stride: np.uint64, column: Words, region: Word
) -> Word:
    """The least image of a component by tables, pushed into the corner."""
    region = _pushed(stride, column, region)
    least = region
    count = len(inside)
    bytes_of_one = len(images) // (256 * count)
    for s in range(count):
        if not empty(without(region, at(inside, s))):
            continue
        image = nothing(region)
        for b in range(bytes_of_one):
            value = byte(region, U(b))
            if value != U(0):
                image = either(image, at(images, U((s * bytes_of_one + b) * 256) + value))
        image = _pushed(stride, column, image)
        if less(image, least):
            least = image
    return least


@inner
def _kept(part: Word, parts: Words, count: int) -> int:
    """Put a component in its place among the others, or cancel it against an equal one."""
    place = count
    while place > 0 and less(part, at(parts, place - 1)):
        put(parts, place, at(parts, place - 1))
        place -= 1
    if place == 0 or not same(part, at(parts, place - 1)):
        put(parts, place, part)
        return count + 1
    for i in range(place - 1, count - 1):
        put(parts, i, at(parts, i + 2))
    return count - 1


@inner
def _canonical(board: Any, region: Word) -> Word:
    return least_image(board.images, board.inside, board.stride, board.column, region)


@kernel
def regrouped(board: Any, region: Word, parts: Words, count: int) -> int:
    """Join cells by the moves that are left, not by nearness; cells without a move are dropped."""
    living, cells = nothing(region), region
    while not empty(cells):
        cell = first(cells)
        cells = without(cells, single(cells))
        for move in range(board.start[cell], board.start[cell + U(1)]):
            if empty(without(at(board.need, move), region)):
                living = either(living, at(board.need, move))
    while not empty(living):
        group, grown = single(living), True
        while grown:
            grown, cells = False, region
            while not empty(cells):
                cell = first(cells)
                cells = without(cells, single(cells))
                for move in range(board.start[cell], board.start[cell + U(1)]):
                    if not empty(without(at(board.need, move), region)):
                        continue
                    touched = both(either(at(board.need, move), at(board.take, move)), living)
                    if empty(both(touched, group)) or empty(without(touched, group)):
                        continue
                    group, grown = either(group, touched), True
        living = without(living, group)
        count = _kept(_canonical(board, group), parts, count)
    return count


def _by_shifts(board: Any, region: Any, parts: Any, count: Any) -> Any:
    """Add the component that a region is, if it can have a move; give the number of all."""
    if size(region) < board.least:
        return count
    return _kept(turned_on_eight(region), parts, count)


def _by_tables(board: Any, region: Any, parts: Any, count: Any) -> Any:
    """The same on other boards, and all components of the region on a loose one."""
    if board.loose:
        return regrouped(board, region, parts, count)
    if size(region) < board.least:
        return count
    return _kept(_canonical(board, region), parts, count)


def _grouped(board: Any, region: Any, parts: Any, count: Any) -> Any:
    by = _by_shifts if board.images is None else _by_tables
    return by(board, region, parts, count)


for _function in (_by_shifts, _by_tables):
    _function.__annotations__ = {}  # the compiler would compare them

# Two compilations: even a call that is never made would slow the search on 8x8 by half.
overload(_grouped, jit_options={"forceinline": True})(
    lambda board, region, parts, count: (
        _by_shifts if board.types[board.fields.index("images")] is types.none else _by_tables
    )
)


@inner
def components(board: Board, free: Word, parts: Words) -> int:
    """The canonical components that can have a move, equal ones cancelled, rising; their number."""
    count = 0
    free = both(free, at(board.living, 0))
    while not empty(free):
        edge = single(free)
        region = edge
        while not empty(edge):
            cell = first(edge)
            edge = without(edge, single(edge))
            new = without(both(at(board.near, cell), free), region)
            region, edge = either(region, new), either(edge, new)
        free = without(free, region)
        count = _grouped(board, region, parts, count)
    return count


@inner
def _known(table: Words, key: Word) -> Any:
    """What the table has of a component; 0 if nothing."""
    line = hashed(key) & U(len(table) - 1) & ~U(BUCKET - 1)
    last = table.shape[1] - 1
    for i in range(U(BUCKET)):
        if begins(key, table, line + i):
            return table[line + i, last]
    return U(0)


@inner
def _store(table: Words, key: Word, known: Any, counts: Any) -> None:
    """Keep it; where there is no room the smallest component goes, an exact one last."""
    line = hashed(key) & U(len(table) - 1) & ~U(BUCKET - 1)
    last = table.shape[1] - 1
    place, least = line, U(1000)
    for i in range(U(BUCKET)):
        there = table[line + i, last]
        if begins(key, table, line + i):
            place, least = line + i, U(1)
            break
        worth = U(0)
        if there != U(0):
            worth = U(2) * size(beginning(key, table, line + i)) + (there >> U(63)) + U(2)
        if worth < least:
            place, least = line + i, worth
    if least == U(0):
        counts[STORED] += 1
    begin(key, table, place)
    table[place, last] = known


@inner
def _bulk(board: Board, part: Word) -> Any:
    """About how many moves a component has."""
    total = U(0)
    if len(board.shifts) > 0:
        for i in range(len(board.shifts)):
            total += size(both(both(part, down(part, board.shifts[i])), at(board.fits, i)))
        return total
    cells = part
    while not empty(cells):
        total += size(both(at(board.near, first(cells)), part))
        cells = without(cells, single(cells))
    return total


@kernel
def ask(key: Word, asked: int, keys: Words, frames: Words, counts: NDArray[np.int64]) -> None:
    """Ask about one component on the empty stack."""
    put(keys, 0, key)
    frames[0, _ASKED], frames[0, _END] = asked, _NOT_LISTED
    frames[0, _TOP], frames[0, _PARTS] = U(0), U(0)
    counts[DEPTH] = 1


@inner
def _listed(
    board: Board, table: Words, key: Word, frame: Words, options: Words, kept: Words, found: Words
) -> bool:
    """List the options of a component that are not known; False if a nimber is too wide.

    The listing stops when the nimber asked for is met.
    """
    asked = frame[_ASKED]
    met = _known(table, key) & ~_EXACT
    top, place = frame[_TOP], frame[_PARTS]
    end = top
    rest, hit = key, False
    while not empty(rest) and not hit:
        cell = first(rest)
        rest = without(rest, single(rest))
        for move in range(board.start[cell], board.start[cell + U(1)]):
            if not empty(without(at(board.need, move), key)):
                continue
            free = without(key, at(board.take, move))
            count = components(board, free, found)
            total, left = U(0), U(0)
            for i in range(count):
                value = _known(table, at(found, i))
                if value & _EXACT:
                    total ^= value & ~_EXACT
                else:
                    part, behind = at(found, i), place + left
                    # By size, the smallest last: it is settled first.
                    while behind > place and size(at(kept, behind - U(1))) < size(part):
                        put(kept, behind, at(kept, behind - U(1)))
                        behind -= U(1)
                    put(kept, behind, part)
                    left += U(1)
            if total > U(WIDEST):
                return False
            if left == U(0):
                met |= U(1) << total
                if total == asked:
                    hit = True
                    break
                continue
            options[end] = total | left << _LEFT | place << _WHERE
            end += U(1)
            place += left
    if not hit:
        _sorted(board, options, top, end, kept)
    frame[_MET], frame[_ABSENT] = met, U(0)
    frame[_FIRST], frame[_AT], frame[_END] = top, top, end
    frame[_PARTS] = place
    return True


@inner
def _sorted(board: Board, options: Words, top: Any, end: Any, kept: Words) -> None:
    """Put the options in order, those with the least large part first."""
    mask = (U(1) << _SIZE) - U(1)
    for i in range(top, end):
        option = options[i]
        bulk = _bulk(board, at(kept, option >> _WHERE))
        option |= bulk << _SIZE
        place = U(i)
        while place > top and (options[place - U(1)] >> _SIZE) & mask > bulk:
            options[place] = options[place - U(1)]
            place -= U(1)
        options[place] = option


@kernel
def advance(
    board: Board,
    table: Words,
    keys: Words,
    frames: Words,
    options: Words,
    kept: Words,
    found: Words,
    counts: NDArray[np.int64],
    budget: int,
) -> int:
    """Search on until the stack is empty or so many components were expanded; give a status."""
    depth = counts[DEPTH]
    returned, exact = U(counts[RETURNED]), counts[EXACT]  # of the frame that ended last
    waiting = False
    while depth > 0:
        frame = frames[depth - 1]
        key = at(keys, depth - 1)
        asked = frame[_ASKED]
        if frame[_END] == _NOT_LISTED:
            if budget <= 0:
                break
            budget -= 1
            counts[EXPANDED] += 1
            if not _listed(board, table, key, frame, options, kept, found):
                return TOO_WIDE
            waiting = False
        met, absent = frame[_MET], frame[_ABSENT]
        begun, end, here = frame[_FIRST], frame[_END], frame[_AT]
        deeper = False
        while True:
            if asked != U(FULL) and (met >> asked) & U(1):
                returned, exact = U(0), 0
                _store(table, key, met, counts)
                break
            least = trailing_zeros(~met)
            if least > U(WIDEST):
                return TOO_WIDE
            if begun == end or (absent >> least) & U(1):
                returned, exact = least, 1
                _store(table, key, _EXACT | least, counts)
                break
            test = least
            if asked != U(FULL) and (absent >> asked) & U(1) == U(0):
                test = asked
            hit = False
            while here < end:
                option = options[here]
                total, left = option & U(255), (option >> _LEFT) & U(255)
                part = at(kept, (option >> _WHERE) + left - U(1))
                settled = U(0)
                if waiting:
                    waiting = False
                    if exact == 0:
                        here += U(1)  # it is not what was asked for
                        continue
                    settled = _EXACT | returned
                else:
                    settled = _known(table, part)
                if settled & _EXACT:
                    total ^= settled & ~_EXACT
                    if total > U(WIDEST):
                        return TOO_WIDE
                    left -= U(1)
                    if left > U(0):
                        options[here] = total | left << _LEFT | option >> _SIZE << _SIZE
                        continue
                    met |= U(1) << total
                    end -= U(1)
                    for i in range(here, end):
                        options[i] = options[i + U(1)]
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
                        here += U(1)
                        continue
                put(keys, depth, part)
                frames[depth, _ASKED], frames[depth, _END] = wanted, _NOT_LISTED
                frames[depth, _TOP], frames[depth, _PARTS] = end, frame[_PARTS]
                deeper = True
                break
            if deeper:
                break
            if not hit:
                absent |= U(1) << test
            here = begun
        frame[_MET], frame[_ABSENT], frame[_END], frame[_AT] = met, absent, end, here
        if deeper:
            depth += 1
        else:
            depth -= 1
            waiting = True
    counts[DEPTH], counts[RETURNED], counts[EXACT] = depth, np.int64(returned), exact
    return DONE if depth == 0 else PAUSED


@kernel
def rehash(key: Word, old: Words, new: Words, counts: NDArray[np.int64]) -> None:
    """Fill a larger table from a smaller one; the key only says of which kind its keys are."""
    counts[STORED] = 0
    last = old.shape[1] - 1
    for i in range(len(old)):
        if old[i, last] != U(0):
            _store(new, beginning(key, old, i), old[i, last], counts)
