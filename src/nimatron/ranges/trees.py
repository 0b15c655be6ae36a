"""A weighted tree cut into connected blocks of about sqrt n nodes: folds along paths.

A block hangs on one node above it, its *head*. Every node knows the fold of the weights from
itself up to the head, so a path to the root is a jump per block; and as every block but one has
at least sqrt n nodes, there are at most sqrt n jumps. A new weight costs its block again. (Blocks
by depth alone would not do: on a star, one new weight could change all folds.)

For two nodes, the one whose head lies deeper jumps while their blocks differ: no common ancestor is
jumped over, however long both arms are. Inside one block they climb step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from nimatron.errors import UsageError
from nimatron.ranges.blocks import ASK, SET
from nimatron.ranges.operations import CODES, fits_words, operation, worth_compiling

Edge = tuple[int, int, int]
"""Two nodes, counted from 1, and a weight."""


class PathTree:
    """A tree on the nodes 1, ..., n with weights on its edges, or on its nodes.

    >>> tree = PathTree(4, [(3, 1, 2), (1, 4, 2), (2, 1, 4)], "max")
    >>> tree.fold(3, 2), tree.fold(3, 4), tree.ancestor(3, 4)
    (4, 2, 1)
    """

    def __init__(
        self,
        nodes: int,
        edges: Sequence[Edge] | Sequence[tuple[int, int]],
        name: str = "sum",
        *,
        weights: Sequence[int] | None = None,
        root: int = 1,
    ) -> None:
        """With `weights`, one for each node, the edges are pairs and paths fold their nodes."""
        self.name = name
        self._fold = operation(name)
        self.on_nodes = weights is not None
        self.order, self.parent, above = rooted(nodes, edges, root)
        self.weight = [0, *weights] if weights is not None else above
        if len(self.weight) != nodes + 1:
            raise UsageError(f"{nodes} weights", len(self.weight) - 1)
        self.depth = [0] * (nodes + 1)
        for v in self.order[1:]:
            self.depth[v] = self.depth[self.parent[v]] + 1
        self.block, self.head = cut(self.order, self.parent)
        self._members: list[list[int]] = [[] for _ in self.head]
        for v in self.order[1:]:
            self._members[self.block[v]].append(v)
        self.folded = [0] * (nodes + 1)
        for v in self.order[1:]:
            self._refold(v)

    def ancestor(self, u: int, v: int) -> int:
        """The lowest common ancestor of two nodes."""
        return self._walk(u, v)[0]

    def fold(self, u: int, v: int) -> int:
        """The fold of the weights on the path between two nodes; 0 where there is no edge."""
        meeting, parts = self._walk(u, v)
        if self.on_nodes:
            parts.append(self.weight[meeting])
        total = parts.pop() if parts else 0
        for part in parts:
            total = self._fold(total, part)
        return total

    def fold_all(self, steps: Sequence[tuple[int, int, int]]) -> list[int]:
        """The answers to many steps in turn: (ASK, u, v) or (SET, node, weight).

        Compiled if there are many; then this tree is left as it was before the changes.
        """
        for kind, u, v in steps:
            self._known(u, v if kind == ASK else u)
            if kind == SET and not self.on_nodes and u == self.order[0]:
                raise UsageError("a node with an edge above it", u, hint="it is the root")
        fresh = [weight for kind, _, weight in steps if kind == SET]
        cost = min(max(self.depth), 3 * isqrt(len(self.order)))
        changes = len(fresh) * isqrt(len(self.order))
        fits = all(fits_words(part, len(self.order)) for part in (self.weight, fresh))
        if fits and worth_compiling(len(steps) * cost / 2 + changes):
            return self._compiled(steps)
        told = []
        for kind, u, v in steps:
            if kind == SET:
                self.set(u, v)
            else:
                told.append(self.fold(u, v))
        return told

    def _compiled(self, steps: Sequence[tuple[int, int, int]]) -> list[int]:
        import numpy as np

        from nimatron.kernels.ranges import path_folds

        parent, depth, weight, folded, block, head, order = (
            np.array(column, dtype=np.int64)
            for column in (
                self.parent, self.depth, self.weight, self.folded, self.block, self.head,
                self.order,
            )
        )  # fmt: skip
        # Members of a block follow each other, from the root down as `order` has them.
        members = order[1:][np.argsort(block[order[1:]], kind="stable")]
        first = np.searchsorted(block[members], np.arange(len(head) + 1))
        table = np.array(steps, dtype=np.int64)
        out = np.empty(int((table[:, 0] == ASK).sum()), dtype=np.int64)
        code = CODES[self.name]
        path_folds(
            parent, depth, weight, folded, block, head, members, first, self.on_nodes, table,
            code, out,
        )  # fmt: skip
        answers: list[int] = out.tolist()
        return answers

    def set(self, node: int, weight: int) -> None:
        """Change the weight of a node, or of the edge from a node to its parent."""
        self._known(node)
        self.weight[node] = weight
        if node != self.order[0]:
            for member in self._members[self.block[node]]:
                self._refold(member)
        elif not self.on_nodes:
            raise UsageError("a node with an edge above it", node, hint="it is the root")

    def lower(self, u: int, v: int) -> int:
        """The lower end of an edge, under whose name `set` knows it."""
        if self.parent[u] == v:
            return u
        if self.parent[v] == u:
            return v
        raise UsageError("two nodes that are joined", f"{u} and {v}")

    def _refold(self, v: int) -> None:
        above = self.parent[v]
        inside = above != self.head[self.block[v]]
        own = self.weight[v]
        self.folded[v] = self._fold(own, self.folded[above]) if inside else own

    def _known(self, *nodes: int) -> None:
        for node in nodes:
            if not 1 <= node < len(self.parent):
                raise UsageError(f"a node from 1 to {len(self.parent) - 1}", node)

    def _walk(self, u: int, v: int) -> tuple[int, list[int]]:
        self._known(u, v)
        block, head, depth, parts = self.block, self.head, self.depth, []
        while block[u] != block[v]:
            # The root is in no block; its number -1 is never the one that jumps.
            if block[v] < 0 or (block[u] >= 0 and depth[head[block[u]]] >= depth[head[block[v]]]):
                parts.append(self.folded[u])
                u = head[block[u]]
            else:
                parts.append(self.folded[v])
                v = head[block[v]]
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            parts.append(self.weight[u])
            u = self.parent[u]
        return u, parts


def rooted(
    nodes: int, edges: Sequence[Edge] | Sequence[tuple[int, int]], root: int = 1
) -> tuple[list[int], list[int], list[int]]:
    """Nodes from the root down, parents, and the weights of the edges above; refuses no tree."""
    if nodes < 1 or not 1 <= root <= nodes:
        raise UsageError("a tree with a root among its nodes", f"{nodes} nodes, root {root}")
    if len(edges) != nodes - 1:
        raise UsageError(f"a tree: {nodes - 1} edges for {nodes} nodes", f"{len(edges)} edges")
    near: list[list[tuple[int, int]]] = [[] for _ in range(nodes + 1)]
    for edge in edges:
        u, v, w = edge if len(edge) == 3 else (*edge, 0)
        if not (1 <= u <= nodes and 1 <= v <= nodes):
            raise UsageError(f"nodes from 1 to {nodes}", f"the edge {u} {v}")
        near[u].append((v, w))
        near[v].append((u, w))
    order, parent, above = [root], [0] * (nodes + 1), [0] * (nodes + 1)
    for u in order:
        for v, w in near[u]:
            if v != parent[u] or u == v:
                if parent[v] or v == root:
                    raise UsageError("a tree", hint=f"the edge {u} {v} closes a cycle")
                parent[v], above[v] = u, w
                order.append(v)
    if len(order) < nodes:
        raise UsageError("a tree, all in one piece", f"{len(order)} of {nodes} nodes hang together")
    return order, parent, above


def cut(order: list[int], parent: list[int]) -> tuple[list[int], list[int]]:
    """The block of each node (-1 for the root) and the head of each block.

    From the leaves up, nodes wait below their parent; when sqrt n of them wait there, they are a
    block. So a block has fewer than twice as many nodes.
    """
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


def fold_paths(
    nodes: int, edges: Sequence[Edge], paths: Sequence[tuple[int, int]], name: str = "max"
) -> list[int]:
    """The folds of the weights of the edges on many paths; 0 for a path without edges.

    >>> fold_paths(3, [(1, 2, 5), (2, 3, 7)], [(1, 3), (2, 2)], "sum")
    [12, 0]
    """
    return PathTree(nodes, edges, name).fold_all([(ASK, u, v) for u, v in paths])
