"""Folds of ranges and paths, windows in Mo's order, and removals, on arrays of 64-bit numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import inner, kernel

Row = NDArray[np.int64]

SUM, XOR, MAX, MIN = 0, 1, 2, 3
WHAT = {"mode": 0, "distinct": 1, "mex": 2}


@inner
def both(code: int, a: int, b: int) -> int:
    """The fold of two values."""
    if code == 0:
        return a + b
    if code == 1:
        return a ^ b
    if code == 2:
        return max(a, b)
    return min(a, b)


@kernel
def replay(row: Row, steps: Row, code: int, size: int, out: Row) -> None:
    """Ask (0, left, right) and set (1, place, value), in blocks of `size`; changes the row."""
    if code <= 1:
        prefixes(row, steps, code, size, out)
        return
    n = len(row)
    blocks = np.empty((n + size - 1) // size, dtype=np.int64)
    for b in range(len(blocks)):
        total = row[b * size]
        for i in range(b * size + 1, min(n, (b + 1) * size)):
            total = both(code, total, row[i])
        blocks[b] = total
    told = 0
    for s in range(len(steps)):
        left, right = steps[s, 1], steps[s, 2]
        if steps[s, 0] == 1:
            row[left] = right
            b = left // size
            total = row[b * size]
            for i in range(b * size + 1, min(n, (b + 1) * size)):
                total = both(code, total, row[i])
            blocks[b] = total
            continue
        total = row[left]
        i = left + 1
        while i < right and i % size:
            total = both(code, total, row[i])
            i += 1
        while i + size <= right:
            total = both(code, total, blocks[i // size])
            i += size
        while i < right:
            total = both(code, total, row[i])
            i += 1
        out[told] = total
        told += 1


@inner
def since(code: int, before: int, whole: int) -> int:
    """What a fold gained since an earlier one: only sums and xors can be taken back."""
    return whole - before if code == 0 else whole ^ before


@kernel
def prefixes(row: Row, steps: Row, code: int, size: int, out: Row) -> None:
    """The same for sums and xors, which can be taken back: `inside` folds each block up to every
    place, `upto` all blocks before; so a question is two looks, and a change costs sqrt n."""
    n = len(row)
    inside = np.empty(n + 1, dtype=np.int64)
    upto = np.zeros(n // size + 2, dtype=np.int64)
    for b in range(n // size + 1):
        total = 0
        for i in range(b * size, min(n + 1, (b + 1) * size)):
            inside[i] = total
            total = both(code, total, row[i] if i < n else 0)
        upto[b + 1] = both(code, upto[b], total)
    told = 0
    for s in range(len(steps)):
        left, right = steps[s, 1], steps[s, 2]
        if steps[s, 0] == 0:
            low = both(code, upto[left // size], inside[left])
            high = both(code, upto[right // size], inside[right])
            out[told] = since(code, low, high)
            told += 1
            continue
        gained = since(code, row[left], right)
        row[left] = right
        b = left // size
        for i in range(left + 1, min(n + 1, (b + 1) * size)):
            inside[i] = both(code, inside[i], gained)
        for c in range(b + 1, len(upto)):
            upto[c] = both(code, upto[c], gained)


@kernel
def removed(n: int, places: Row, size: int) -> Row:
    """The indices 0..n-1 in the order in which they are removed at these places."""
    count = (n + size - 1) // size
    held = np.arange(count * size)
    lengths = np.full(count, size, dtype=np.int64)
    lengths[count - 1] = n - (count - 1) * size
    out = np.empty(len(places), dtype=np.int64)
    for p in range(len(places)):
        place, b = places[p], 0
        while place >= lengths[b]:
            place -= lengths[b]
            b += 1
        at = b * size + place
        out[p] = held[at]
        lengths[b] -= 1
        for i in range(at, b * size + lengths[b]):
            held[i] = held[i + 1]
    return out


@kernel
def windows(row: Row, asked: Row, order: Row, what: int, values: int, out: Row) -> None:
    """Answer the ranges in this order, a window growing and shrinking between them."""
    count = np.zeros(values + 1, dtype=np.int64)
    times = np.zeros(len(row) + 2, dtype=np.int64)
    size = max(1, int(np.sqrt(values + 1)))
    there = np.zeros(values // size + 2, dtype=np.int64)
    low, high, most, distinct = 0, 0, 0, 0
    for k in range(len(order)):
        left, right = asked[order[k], 0], asked[order[k], 1]
        while low > left or high < right:
            if low > left:
                low -= 1
                v = row[low]
            else:
                v = row[high]
                high += 1
            if count[v] == 0:
                distinct += 1
                there[v // size] += 1
            times[count[v]] -= 1
            count[v] += 1
            times[count[v]] += 1
            most = max(most, count[v])
        while low < left or high > right:
            if low < left:
                v = row[low]
                low += 1
            else:
                high -= 1
                v = row[high]
            times[count[v]] -= 1
            if count[v] == most and times[most] == 0:
                most -= 1
            count[v] -= 1
            times[count[v]] += 1
            if count[v] == 0:
                distinct -= 1
                there[v // size] -= 1
        if what == 0:
            out[order[k]] = most
        elif what == 1:
            out[order[k]] = distinct
        else:
            b = 0
            while there[b] == size:
                b += 1
            v = b * size
            while v < len(count) and count[v]:
                v += 1
            out[order[k]] = v


@kernel
def fold_up(order: Row, parent: Row, weight: Row, block: Row, head: Row, code: int) -> Row:
    """The fold of the weights from each node up to the head of its block."""
    folded = np.zeros(len(parent), dtype=np.int64)
    for i in range(1, len(order)):
        v = order[i]
        above = parent[v]
        inside = above != head[block[v]]
        folded[v] = both(code, weight[v], folded[above]) if inside else weight[v]
    return folded


@kernel
def path_folds(
    parent: Row, depth: Row, weight: Row, folded: Row, block: Row, head: Row,
    members: Row, first: Row, on_nodes: bool, steps: Row, code: int, out: Row,
) -> None:  # fmt: skip
    """Ask (0, u, v) and set (1, node, weight) on a tree; see `nimatron.ranges.trees`."""
    told = 0
    for s in range(len(steps)):
        u, v = steps[s, 1], steps[s, 2]
        if steps[s, 0] == 1:
            weight[u] = v
            b = block[u]
            if b >= 0:
                for m in range(first[b], first[b + 1]):
                    x = members[m]
                    above = parent[x]
                    inside = above != head[b]
                    folded[x] = both(code, weight[x], folded[above]) if inside else weight[x]
            continue
        total, begun = 0, False
        while u != v:
            if block[u] != block[v]:
                if block[v] < 0 or (
                    block[u] >= 0 and depth[head[block[u]]] >= depth[head[block[v]]]
                ):
                    part = folded[u]
                    u = head[block[u]]
                else:
                    part = folded[v]
                    v = head[block[v]]
            elif depth[u] >= depth[v]:
                part = weight[u]
                u = parent[u]
            else:
                part = weight[v]
                v = parent[v]
            total = both(code, total, part) if begun else part
            begun = True
        if code < 0:  # where the ends meet
            total = u
        elif on_nodes:
            total = both(code, total, weight[u]) if begun else weight[u]
        out[told] = total
        told += 1


@kernel
def grow(edges: Row, root: int, parent: Row, above: Row, depth: Row) -> Row:
    """The nodes that hang together with the root, from the root down; fills what is above each."""
    nodes = len(parent) - 1
    first = np.zeros(nodes + 2, dtype=np.int64)
    for e in range(len(edges)):
        first[edges[e, 0] + 1] += 1
        first[edges[e, 1] + 1] += 1
    for v in range(1, nodes + 2):
        first[v] += first[v - 1]
    place = first.copy()
    near = np.empty(2 * len(edges), dtype=np.int64)
    for e in range(len(edges)):
        for end in range(2):
            u = edges[e, end]
            near[place[u]] = e
            place[u] += 1
    order = np.empty(nodes, dtype=np.int64)
    order[0] = root
    count, at = 1, 0
    while at < count:
        u = order[at]
        at += 1
        for i in range(first[u], first[u + 1]):
            e = near[i]
            v = edges[e, 0] + edges[e, 1] - u
            if parent[v] == 0 and v != root:
                parent[v], above[v], depth[v] = u, edges[e, 2], depth[u] + 1
                order[count] = v
                count += 1
    return order[:count]


@kernel
def cut_tree(order: Row, parent: Row, enough: int) -> tuple[Row, Row]:
    """The block of each node and the head of each block; see `nimatron.ranges.trees.cut`."""
    size = len(parent)
    waiting = np.zeros(size, dtype=np.int64)
    opened = np.full(size, -1, dtype=np.int64)
    joined = np.full(size, -1, dtype=np.int64)
    closed = np.zeros(size, dtype=np.bool_)
    head = np.empty(size, dtype=np.int64)
    heads = 0
    for i in range(len(order) - 1, 0, -1):
        v = order[i]
        above = parent[v]
        if opened[above] < 0:
            opened[above] = heads
            head[heads] = above
            heads += 1
        joined[v] = opened[above]
        waiting[above] += waiting[v] + 1
        if waiting[above] >= enough:
            closed[opened[above]] = True
            waiting[above] = 0
            opened[above] = -1
    if opened[order[0]] >= 0:
        closed[opened[order[0]]] = True
    block = np.full(size, -1, dtype=np.int64)
    for i in range(1, len(order)):
        v = order[i]
        block[v] = joined[v] if closed[joined[v]] else block[parent[v]]
    return block, head[:heads]
