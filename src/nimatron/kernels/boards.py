"""Boards that fall apart, searched by the question "is the nimber of this component n?".

Of each component (`board_parts`) the table keeps its exact nimber, or the nimbers of options that
were met, none of which it can have. After J. Lemoine and S. Viennot, "Nimbers are
inevitable", and P. Beling and M. Rogalski, "On pruning search trees of impartial games".

While a component is asked about, each option is a sum: an xor of what is known, and parts, largest
first. An option whose nimber becomes known leaves the list and marks its nimber as met; the least
number that was not met and that no option has is the nimber. Most questions end while the options
are listed (from the middle outwards, where most of them are good), so what only a longer search
needs comes after that. A component that half a turn carries to itself has the nimber 0 if no move
meets its own image: each is answered by its image.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.board_order import RINGS, first_ring_of, hardness
from nimatron.kernels.board_parts import Board, components, half_turn
from nimatron.kernels.compiled import U, inner, kernel, trailing_zeros
from nimatron.kernels.words import (
    Word,
    Words,
    at,
    begin,
    beginning,
    begins,
    both,
    empty,
    first,
    hashed,
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

# An option is one word: xor of what is known, number of unknown parts, how hard the largest of them
# seems, and where they are.
_LEFT, _HARD, _WHERE = U(8), U(16), U(32)


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
    hit = False
    alike = same(half_turn(board, key, key), key)
    first_ring = first_ring_of(board, key)
    for ring in range(first_ring, first_ring + U(RINGS)):
        rest = both(key, at(board.rings, ring))
        while not empty(rest) and not hit:
            cell = first(rest)
            rest = without(rest, single(rest))
            for move in range(board.start[cell], board.start[cell + U(1)]):
                if not empty(without(at(board.need, move), key)):
                    continue
                take = at(board.take, move)
                if alike:
                    alike = empty(both(half_turn(board, key, at(board.need, move)), take))
                free = without(key, take)
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
    if alike and not hit:
        met, end = U(0), top  # each move is answered by its image: the nimber is 0
    elif not hit:
        _sorted(board, options, top, end, kept)
    frame[_MET], frame[_ABSENT] = met, U(0)
    frame[_FIRST], frame[_AT], frame[_END] = top, top, end
    frame[_PARTS] = place
    return True


@inner
def _sorted(board: Board, options: Words, top: Any, end: Any, kept: Words) -> None:
    """Put the options in order, those with the least hard large part first."""
    mask = (U(1) << _HARD) - U(1)
    for i in range(top, end):
        option = options[i]
        hard = hardness(board, at(kept, option >> _WHERE))
        option |= hard << _HARD
        place = U(i)
        while place > top and (options[place - U(1)] >> _HARD) & mask > hard:
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
                        options[here] = total | left << _LEFT | option >> _HARD << _HARD
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
