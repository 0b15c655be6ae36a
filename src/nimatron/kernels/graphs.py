"""Explicit game graphs: the options of vertex v are targets[starts[v]:starts[v + 1]].

What is found of a vertex is its nimber, or a length whose parity tells who wins: the remoteness.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, inner, kernel, trailing_zeros

Starts = NDArray[np.int64]
Vertices = NDArray[np.int32]

UNKNOWN, OPEN = -1, -2
NIMBERS = -1  # asked for instead of the parity of won lengths
FALLING, RISING, MIXED = range(3)
"""Where the arrows lead: to smaller numbers, to larger ones, or both ways."""


@kernel
def direction(starts: Starts, targets: Vertices) -> int:
    """Whether the vertices are numbered so that one sweep decides them all."""
    size = len(starts) - 1
    falling, rising = True, True
    for v in range(size):
        for e in range(starts[v], starts[v + 1]):
            falling &= targets[e] < v
            rising &= targets[e] > v
        if not falling and not rising:
            return MIXED
    return FALLING if falling else RISING


@kernel
def csr(size: int, sources: Vertices, targets: Vertices, starts: Starts, sorted_: Vertices) -> None:
    """Arrows in any order, sorted by where they begin; `starts` has two places more than vertices.

    The last place is used while sorting only.
    """
    for source in sources:
        starts[source + 2] += 1
    for v in range(2, size + 2):
        starts[v] += starts[v - 1]
    for e in range(len(sources)):
        place = starts[sources[e] + 1]
        sorted_[place] = targets[e]
        starts[sources[e] + 1] = place + 1


LOW_BITS = 15
"""Vertices that share all but these bits are near: what is counted for them fits into a cache."""


@kernel
def transpose(
    starts: Starts,
    targets: Vertices,
    back: Starts,
    sources: Vertices,
    low: NDArray[np.uint16],
    origins: Vertices,
) -> None:
    """Where the arrows come from; `low` and `origins` have a place for each arrow.

    Arrows are first brought near to others with near targets, and then put in order: writing to
    all places at random would wait for the memory each time.
    """
    size = len(starts) - 1
    blocks = (size >> LOW_BITS) + 1
    begins = np.zeros(blocks + 1, np.int64)
    for target in targets:
        begins[U((target >> LOW_BITS) + 1)] += 1
    for block in range(blocks):
        begins[block + 1] += begins[block]
    places = begins[:-1].copy()
    for v in range(size):
        for e in range(starts[v], starts[v + 1]):
            target = targets[U(e)]
            place = U(places[U(target >> LOW_BITS)])
            low[place] = target & ((1 << LOW_BITS) - 1)
            origins[place] = v
            places[U(target >> LOW_BITS)] += 1
    ends = np.empty(1 << LOW_BITS, np.int64)
    for block in range(blocks):
        ends[:] = 0
        for e in range(begins[block], begins[block + 1]):
            ends[U(low[U(e)])] += 1
        first = block << LOW_BITS
        place = begins[block]
        for v in range(first, min(size, first + (1 << LOW_BITS))):
            back[v] = place
            count = ends[v - first]
            ends[v - first] = place
            place += count
        for e in range(begins[block], begins[block + 1]):
            there = U(low[U(e)])
            sources[U(ends[there])] = origins[U(e)]
            ends[there] += 1
    back[size] = len(targets)


@inner
def _settle(
    first: int, end: int, targets: Vertices, values: Any, asked: int, stamps: Vertices, v: int
) -> int:
    """The value of a vertex all of whose options are known."""
    if asked == NIMBERS:
        missing = ~U(0)
        for e in range(first, end):
            value = values[targets[e]]
            if value < 64:
                missing &= ~(U(1) << U(value))
        if missing != U(0):
            return int(trailing_zeros(missing))
        for e in range(first, end):
            value = values[targets[e]]
            if value < len(stamps):
                stamps[value] = v
        least = 64
        while least < len(stamps) and stamps[least] == v:
            least += 1
        return least
    shortest, longest = -1, -1
    for e in range(first, end):
        value = values[targets[e]]
        if value & 1 == asked:
            longest = max(longest, value)
        elif shortest < 0 or value < shortest:
            shortest = value
    return shortest + 1 if shortest >= 0 else longest + 1


@kernel
def sweep(
    starts: Starts, targets: Vertices, rising: bool, asked: int, values: Vertices, stamps: Vertices
) -> None:
    """Values where all arrows lead one way; `stamps` begins as -1, one for each possible value."""
    size = len(starts) - 1
    for step in range(size):
        v = size - 1 - step if rising else step
        values[v] = _settle(starts[v], starts[v + 1], targets, values, asked, stamps, v)


@kernel
def pull(
    starts: Starts,
    targets: Vertices,
    won_parity: int,
    found: Any,
    stamps: Vertices,
    stack: Vertices,
    cursor: Starts,
) -> bool:
    """Lengths by depth-first search, and nimbers too if `found` has a second column beside them.

    False as soon as a cycle is met. `found` begins as -1.
    """
    lengths, nimbers = found[:, 0], found[:, found.shape[1] - 1]
    for root in range(len(starts) - 1):
        if lengths[root] != UNKNOWN:
            continue
        stack[0], depth = root, 1
        lengths[root], cursor[0] = OPEN, starts[root]
        while depth > 0:
            v = stack[depth - 1]
            e, end = cursor[depth - 1], starts[v + 1]
            while e < end and lengths[U(targets[U(e)])] >= 0:
                e += 1
            if e < end:
                w = targets[e]
                if lengths[w] == OPEN:
                    return False
                cursor[depth - 1] = e + 1
                stack[depth], cursor[depth] = w, starts[w]
                lengths[w] = OPEN
                depth += 1
                continue
            if found.shape[1] > 1:
                nimbers[v] = _settle(starts[v], end, targets, nimbers, NIMBERS, stamps, v)
            lengths[v] = _settle(starts[v], end, targets, lengths, won_parity, stamps, v)
            depth -= 1
    return True


@kernel
def retrograde(
    starts: Starts,
    back: Starts,
    sources: Vertices,
    won_parity: int,
    values: Vertices,
    queue: Vertices,
    open_options: Any,
) -> None:
    """Lengths, breadth first from the ends; -1 where neither player can force the end.

    `open_options` counts for each vertex the options that are not known to be won, and is 0 where
    the length is known; the smaller its numbers, the less memory is waited for.
    """
    size = len(starts) - 1
    tail = 0
    for v in range(size):
        left = starts[v + 1] - starts[v]
        open_options[v] = left
        values[v] = UNKNOWN
        if left == 0:
            values[v] = 0
            queue[tail] = v
            tail += 1
    head = 0
    while head < tail:
        v = queue[head]
        head += 1
        length = values[v]
        lost = length & 1 != won_parity
        for e in range(back[v], back[v + 1]):
            u = U(sources[U(e)])
            left = open_options[u]
            if left == 0:
                continue
            if lost or left == 1:
                open_options[u] = 0
                values[u] = length + 1
                queue[tail] = u
                tail += 1
            else:
                open_options[u] = left - 1


@kernel
def label(
    number: int,
    starts: Starts,
    targets: Vertices,
    back: Starts,
    sources: Vertices,
    labels: Vertices,
    hopeful: NDArray[np.uint8],
    hit: NDArray[np.uint8],
    left: Vertices,
    queue: Vertices,
) -> int:
    """One round of Smith's labels: who gets this number. Gives how many may get a larger one.

    A vertex gets the number m if its options have all labels below m, none has m, and each option
    without a label below m can go back to one with m.
    """
    size = len(starts) - 1
    tail = 0
    for v in range(size):
        hit[v] = 0
        if hopeful[v] == 0:
            continue
        unlabelled = 0
        for e in range(starts[v], starts[v + 1]):
            unlabelled += labels[targets[e]] < 0
        left[v] = unlabelled
        if unlabelled == 0:
            queue[tail] = v
            tail += 1
    for i in range(tail):
        labels[queue[i]] = number
        hopeful[queue[i]] = 0
    head = 0
    while head < tail:
        v = queue[head]
        head += 1
        for e in range(back[v], back[v + 1]):
            u = sources[e]
            if hit[u] != 0:
                continue
            hit[u] = 1
            if 0 <= labels[u] < number:
                continue  # a label below was not waited for
            for f in range(back[u], back[u + 1]):
                w = sources[f]
                if hopeful[w] == 0:
                    continue
                left[w] -= 1
                if left[w] == 0 and hit[w] == 0:
                    labels[w] = number
                    hopeful[w] = 0
                    queue[tail] = w
                    tail += 1
    hopes = 0
    for v in range(size):
        hopeful[v] &= hit[v]
        hopes += int(hopeful[v])
    return hopes
