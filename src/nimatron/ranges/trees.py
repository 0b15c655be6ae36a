"""A weighted tree cut into connected blocks of about sqrt n nodes: folds along paths.

A block hangs on one node above it, its *head*. Every node knows the fold of the weights from
itself up to the head, so a path to the root is a jump per block; and as every block but one has
at least sqrt n nodes, there are at most sqrt n jumps. A new weight costs its block again. (Blocks
by depth alone would not do: on a star, one new weight could change all folds.)

For two nodes, the one whose head lies deeper jumps while their blocks differ: no common ancestor is
jumped over, however long both arms are. Inside one block they climb step by step.
"""

from __future__ import annotations

from functools import cached_property
from math import isqrt
from typing import Any

from nimatron.errors import UsageError
from nimatron.ranges.blocks import ASK, SET
from nimatron.ranges.operations import (
    CODES,
    as_told,
    fits_words,
    is_array,
    operation,
    worth_compiling,
)

Rooted = tuple[list[int], list[int], list[int], list[int]]

_MEETING = -1  # what the kernel is asked for instead of a fold
_EACH = 15  # steps of plain Python that a node costs when a tree is made


class PathTree:
    """A tree on the nodes 1, ..., n with weights on its edges, or on its nodes.

    >>> tree = PathTree(4, [(3, 1, 2), (1, 4, 2), (2, 1, 4)], "max")
    >>> tree.fold(3, 2), tree.fold(3, 4), tree.ancestor(3, 4)
    (4, 2, 1)
    """

    def __init__(
        self,
        nodes: int,
        edges: Any,
        name: str = "sum",
        *,
        weights: Any = None,
        root: int = 1,
    ) -> None:
        """Edges are triples of two nodes and a weight, in a sequence or an array. With `weights`,
        one for each node, they are pairs, and paths fold their nodes."""
        self.name = name
        self._fold = operation(name)
        self.on_nodes = weights is not None
        self.order, self.parent, above, self.depth = rooted(nodes, edges, root)
        self.weight = above if weights is None else [0, *_plain(weights)]
        if len(self.weight) != nodes + 1:
            raise UsageError(f"{nodes} weights", len(self.weight) - 1)
        self.block, self.head = cut(self.order, self.parent)

    @cached_property
    def folded(self) -> list[int]:
        """The fold of the weights from each node up to the head of its block."""
        folded = [0] * len(self.parent)
        for v in self.order[1:]:
            above, own = self.parent[v], self.weight[v]
            inside = above != self.head[self.block[v]]
            folded[v] = self._fold(own, folded[above]) if inside else own
        return folded

    @cached_property
    def _members(self) -> list[list[int]]:
        members: list[list[int]] = [[] for _ in self.head]
        for v in self.order[1:]:
            members[self.block[v]].append(v)
        return members

    def ancestor(self, u: int, v: int) -> int:
        """The lowest common ancestor of two nodes."""
        return self._walk(u, v)[0]

    def ancestors(self, pairs: Any) -> Any:
        """The lowest common ancestors of many pairs; an array of pairs gives an array."""
        rows = _plain(pairs)
        for u, v in rows:
            self._known(u, v)
        cost = min(max(self.depth), 3 * isqrt(len(self.order)))
        if not (is_array(pairs) or worth_compiling(len(rows) * cost / 2)):
            return [self.ancestor(u, v) for u, v in rows]
        found = self._compiled([(ASK, u, v) for u, v in rows], _MEETING)
        return found if is_array(pairs) else found.tolist()

    def fold(self, u: int, v: int) -> int:
        """The fold of the weights on the path between two nodes; 0 where there is no edge."""
        meeting, parts = self._walk(u, v)
        if self.on_nodes:
            parts.append(self.weight[meeting])
        total = parts.pop() if parts else 0
        for part in parts:
            total = self._fold(total, part)
        return total

    def fold_all(self, steps: Any) -> Any:
        """The answers to many steps in turn: (ASK, u, v) or (SET, node, weight); an array of steps
        gives an array.

        Compiled if there are many; then this tree is left as it was before the changes.
        """
        if is_array(steps):
            return self._answered(steps)
        for kind, u, v in steps:
            self._sensible(kind, u, v)
        fresh = [weight for kind, _, weight in steps if kind == SET]
        cost = min(max(self.depth), 3 * isqrt(len(self.order)))
        changes = len(fresh) * isqrt(len(self.order))
        fits = all(fits_words(part, len(self.order)) for part in (self.weight, fresh))
        if fits and worth_compiling(len(steps) * cost / 2 + changes):
            return self._compiled(steps, CODES[self.name]).tolist()
        told = []
        for kind, u, v in steps:
            if kind == SET:
                self.set(u, v)
            else:
                told.append(self.fold(u, v))
        return told

    def _sensible(self, kind: int, u: int, v: int) -> None:
        if kind not in (ASK, SET):
            raise UsageError(f"a step of kind {ASK} or {SET}", kind)
        self._known(u, v if kind == ASK else u)
        if kind == SET and not self.on_nodes and u == self.order[0]:
            raise UsageError("a node with an edge above it", u, hint="it is the root")

    def _answered(self, steps: Any) -> Any:
        """The same from an array to an array."""
        import numpy as np

        table, n = np.asarray(steps, dtype=np.int64).reshape(-1, 3), len(self.order)
        ask, change = table[:, 0] == ASK, table[:, 0] == SET
        good = (table[:, 1] >= 1) & (table[:, 1] <= n)
        good &= change | (ask & (table[:, 2] >= 1) & (table[:, 2] <= n))
        if not self.on_nodes:
            good &= ask | (table[:, 1] != self.order[0])
        if not good.all():
            self._sensible(*table[int(good.argmin())].tolist())
        fresh = table[change, 2]
        if all(fits_words(part, n) for part in (self.weight, fresh.tolist())):
            return self._compiled(table, CODES[self.name])
        return as_told(self.fold_all(table.tolist()), steps)

    def _compiled(self, steps: Any, code: int) -> Any:
        import numpy as np

        from nimatron.kernels.ranges import fold_up, path_folds

        parent, depth, weight, block, head, order = (
            np.array(column, dtype=np.int64)
            for column in (
                self.parent, self.depth, self.weight if code != _MEETING else self.parent,
                self.block, self.head, self.order,
            )
        )  # fmt: skip
        # Members of a block follow each other, from the root down as `order` has them.
        members = order[1:][np.argsort(block[order[1:]], kind="stable")]
        first = np.searchsorted(block[members], np.arange(len(head) + 1))
        folded = fold_up(order, parent, weight, block, head, code)
        table = np.array(steps, dtype=np.int64).reshape(-1, 3)
        out = np.empty(int((table[:, 0] == ASK).sum()), dtype=np.int64)
        path_folds(
            parent, depth, weight, folded, block, head, members, first, self.on_nodes, table,
            code, out,
        )  # fmt: skip
        return out

    def set(self, node: int, weight: int) -> None:
        """Change the weight of a node, or of the edge from a node to its parent."""
        self._known(node)
        if node == self.order[0] and not self.on_nodes:
            raise UsageError("a node with an edge above it", node, hint="it is the root")
        folded = self.folded
        self.weight[node] = weight
        if node != self.order[0]:
            for member in self._members[self.block[node]]:
                above, own = self.parent[member], self.weight[member]
                inside = above != self.head[self.block[member]]
                folded[member] = self._fold(own, folded[above]) if inside else own

    def lower(self, u: int, v: int) -> int:
        """The lower end of an edge, under whose name `set` knows it."""
        if self.parent[u] == v:
            return u
        if self.parent[v] == u:
            return v
        raise UsageError("two nodes that are joined", f"{u} and {v}")

    def _known(self, *nodes: int) -> None:
        for node in nodes:
            if not 1 <= node < len(self.parent):
                raise UsageError(f"a node from 1 to {len(self.parent) - 1}", node)

    def _walk(self, u: int, v: int) -> tuple[int, list[int]]:
        self._known(u, v)
        block, head, depth, folded = self.block, self.head, self.depth, self.folded
        parts: list[int] = []
        while block[u] != block[v]:
            # The root is in no block; its number -1 is never the one that jumps.
            if block[v] < 0 or (block[u] >= 0 and depth[head[block[u]]] >= depth[head[block[v]]]):
                parts.append(folded[u])
                u = head[block[u]]
            else:
                parts.append(folded[v])
                v = head[block[v]]
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            parts.append(self.weight[u])
            u = self.parent[u]
        return u, parts


def rooted(nodes: int, edges: Any, root: int = 1) -> Rooted:
    """Nodes from the root down; and of each node its parent, the weight of the edge above it, and
    its depth. Refuses what is no tree."""
    if nodes < 1 or not 1 <= root <= nodes:
        raise UsageError("a tree with a root among its nodes", f"{nodes} nodes, root {root}")
    if len(edges) != nodes - 1:
        raise UsageError(f"a tree: {nodes - 1} edges for {nodes} nodes", f"{len(edges)} edges")
    found = _grown(nodes, edges, root) or _walked(nodes, _plain(edges), root)
    if len(found[0]) < nodes:
        u, v, *_ = edges[closing_edge(nodes, edges)]
        raise UsageError("a tree", hint=f"the edge {u} {v} closes a cycle")
    return found


def _walked(nodes: int, edges: Any, root: int) -> Rooted:
    near: list[list[tuple[int, int]]] = [[] for _ in range(nodes + 1)]
    for edge in edges:
        u, v, w = edge if len(edge) == 3 else (*edge, 0)
        if not (1 <= u <= nodes and 1 <= v <= nodes):
            raise UsageError(f"nodes from 1 to {nodes}", f"the edge {u} {v}")
        near[u].append((v, w))
        near[v].append((u, w))
    order, parent, above, depth = [root], [0] * (nodes + 1), [0] * (nodes + 1), [0] * (nodes + 1)
    for u in order:
        for v, w in near[u]:
            if not parent[v] and v != root:
                parent[v], above[v], depth[v] = u, w, depth[u] + 1
                order.append(v)
    return order, parent, above, depth


def _grown(nodes: int, edges: Any, root: int) -> Rooted | None:
    """The same compiled, for many edges or an array of them whose weights fit into words."""
    if not (nodes > 1 and (is_array(edges) or worth_compiling(_EACH * nodes))):
        return None
    import numpy as np

    from nimatron.kernels.ranges import grow

    try:
        table = np.array(edges, dtype=np.int64).reshape(nodes - 1, -1)
    except OverflowError:
        return None
    outside = ((table[:, :2] < 1) | (table[:, :2] > nodes)).any(axis=1)
    if outside.any():
        u, v = table[int(outside.argmax()), :2]
        raise UsageError(f"nodes from 1 to {nodes}", f"the edge {u} {v}")
    if table.shape[1] == 2:
        table = np.column_stack([table, np.zeros(nodes - 1, dtype=np.int64)])
    parent, above, depth = np.zeros((3, nodes + 1), dtype=np.int64)
    order = grow(np.ascontiguousarray(table), root, parent, above, depth)
    return order.tolist(), parent.tolist(), above.tolist(), depth.tolist()


def closing_edge(nodes: int, edges: Any) -> int:
    """The number, from 0, of the first edge whose ends are joined already; -1 if none is."""
    root = list(range(nodes + 1))

    def top(v: int) -> int:
        while root[v] != v:
            root[v] = v = root[root[v]]
        return v

    for number, (u, v, *_) in enumerate(_plain(edges)):
        if top(u) == top(v):
            return number
        root[top(u)] = top(v)
    return -1


def cut(order: list[int], parent: list[int]) -> tuple[list[int], list[int]]:
    """The block of each node (-1 for the root) and the head of each block.

    From the leaves up, nodes wait below their parent; when sqrt n of them wait there, they are a
    block. So a block has fewer than twice as many nodes.
    """
    if worth_compiling(_EACH * len(order)):
        import numpy as np

        from nimatron.kernels.ranges import cut_tree

        down, up = np.array(order, dtype=np.int64), np.array(parent, dtype=np.int64)
        found, heads = cut_tree(down, up, max(1, isqrt(len(order))))
        return found.tolist(), heads.tolist()
    enough = max(1, isqrt(len(order)))
    waiting, opened = [0] * len(parent), [-1] * len(parent)  # below a node; the block they open
    joined, closed, head = [-1] * len(parent), list[bool](), list[int]()
    for v in reversed(order[1:]):
        above = parent[v]
        if opened[above] < 0:
            opened[above] = len(head)
            head.append(above)
            closed.append(False)
        joined[v] = opened[above]
        waiting[above] += waiting[v] + 1
        if waiting[above] >= enough:
            closed[opened[above]] = True
            waiting[above], opened[above] = 0, -1
    if opened[order[0]] >= 0:
        closed[opened[order[0]]] = True
    block = [-1] * len(parent)
    for v in order[1:]:
        block[v] = joined[v] if closed[joined[v]] else block[parent[v]]
    return block, head


def fold_paths(nodes: int, edges: Any, paths: Any, name: str = "max") -> Any:
    """The folds of the weights of the edges on many paths; 0 for a path without edges. An array of
    paths gives an array.

    >>> fold_paths(3, [(1, 2, 5), (2, 3, 7)], [(1, 3), (2, 2)], "sum")
    [12, 0]
    """
    tree = PathTree(nodes, edges, name)
    if is_array(paths):
        import numpy as np

        table = np.asarray(paths, dtype=np.int64).reshape(-1, 2)
        return tree.fold_all(np.insert(table, 0, ASK, axis=1))
    return tree.fold_all([(ASK, u, v) for u, v in paths])


def _plain(rows: Any) -> Any:
    """Rows of an array as lists, for plain Python is quicker on them."""
    return rows.tolist() if is_array(rows) else rows
