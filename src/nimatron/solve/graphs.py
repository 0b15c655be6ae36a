"""Explicit game graphs: who wins every vertex, in how many moves, and its nimber.

The vertices are positions, an arrow leads to each option. Nothing of the catalogue is needed, and
ten million vertices are no trouble.

>>> found = solve_graph([("a", "b"), ("b", "a"), ("b", "c")])
>>> [(row.vertex, str(row.outcome), row.grundy_text, row.remoteness) for row in found]
[('a', 'P', '0', 2), ('b', 'N', '1', 1), ('c', 'P', '0', 0)]
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.errors import PositionError, UsageError
from nimatron.kernels import graphs as kernels
from nimatron.solve.waiting import waited
from nimatron.values import Convention, Outcome

_MOST = 2**31 - 2
INFINITE = -1
"""In `nimbers`: no finite nimber."""


@dataclass(frozen=True, eq=False)
class ArrowGraph:
    """Arrows in order of where they begin: those of v are targets[starts[v]:starts[v + 1]]."""

    starts: NDArray[np.int64]
    targets: NDArray[np.int32]
    names: Sequence[str] | None = None
    """What the vertices are called; their numbers if there are no names."""

    def __post_init__(self) -> None:
        starts, targets = np.asarray(self.starts), np.asarray(self.targets)
        if starts.ndim != 1 or targets.ndim != 1 or len(starts) < 1:
            raise PositionError("starts (one more than vertices) and targets as plain arrays")
        _whole(starts, targets)
        size = len(starts) - 1
        ends = (int(targets.min()), int(targets.max())) if len(targets) else (0, size - 1)
        if size > _MOST or ends[0] < 0 or ends[1] >= size:
            came = ends[0] if ends[0] < 0 else ends[1]
            raise PositionError(f"arrows to the vertices 0 to {min(size, _MOST) - 1}", came)
        if starts[0] != 0 or starts[-1] != len(targets) or (np.diff(starts) < 0).any():
            raise PositionError("starts that rise from 0 to the number of arrows")
        object.__setattr__(self, "starts", np.ascontiguousarray(starts, np.int64))
        object.__setattr__(self, "targets", np.ascontiguousarray(targets, np.int32))

    @property
    def size(self) -> int:
        return len(self.starts) - 1

    def name(self, vertex: int) -> str:
        return str(vertex) if self.names is None else self.names[vertex]


def _whole(*arrays: NDArray[Any]) -> None:
    for one in arrays:
        if len(one) and one.dtype.kind not in "iu":
            raise PositionError("vertices as whole numbers", str(one.dtype))


def from_arrays(sources: Any, targets: Any, size: int | None = None) -> ArrowGraph:
    """The graph with an arrow from each source to the target beside it."""
    sources, targets = np.asarray(sources), np.asarray(targets)
    if sources.shape != targets.shape or sources.ndim != 1:
        raise PositionError("as many sources as targets", f"{sources.shape}, {targets.shape}")
    _whole(sources, targets)
    largest = max((int(a.max()) for a in (sources, targets) if len(a)), default=-1)
    least = min((int(a.min()) for a in (sources, targets) if len(a)), default=0)
    vertices = largest + 1 if size is None else size
    if least < 0 or largest >= vertices or vertices > _MOST:
        raise PositionError(f"vertices from 0 to {vertices - 1}", f"{least} to {largest}")
    starts = np.zeros(vertices + 2, np.int64)
    sorted_ = np.empty(len(sources), np.int32)
    ordered = sources.astype(np.int32, copy=False), targets.astype(np.int32, copy=False)
    waited(kernels.csr, vertices, *ordered, starts, sorted_)
    return ArrowGraph(starts[:-1], sorted_)


def from_edges(edges: Iterable[tuple[Any, Any]], vertices: Iterable[Any] = ()) -> ArrowGraph:
    """The graph with these arrows; vertices are numbered as they are met, and keep their names."""
    numbers: dict[str, int] = {}
    for vertex in vertices:
        numbers.setdefault(str(vertex), len(numbers))
    sources, targets = array("i"), array("i")
    for source, target in edges:
        sources.append(numbers.setdefault(str(source), len(numbers)))
        targets.append(numbers.setdefault(str(target), len(numbers)))
    plain = from_arrays(_shared(sources), _shared(targets), len(numbers))
    return ArrowGraph(plain.starts, plain.targets, list(numbers))


def _shared(numbers: array[int]) -> NDArray[np.int32]:
    """The same numbers, not copied; a buffer must not be empty."""
    return np.frombuffer(numbers, np.int32) if numbers else np.empty(0, np.int32)


def graph_of(given: Any) -> ArrowGraph:
    """A graph from whatever describes one: arrays (starts, targets), arrows, or networkx."""
    if isinstance(given, ArrowGraph):
        return given
    if hasattr(given, "is_directed"):
        if not given.is_directed():
            raise UsageError("a directed graph", hint="a move goes along an arrow, one way")
        return from_edges(((edge[0], edge[1]) for edge in given.edges()), given.nodes())
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], np.ndarray):
        return ArrowGraph(*given)
    if isinstance(given, Iterable):
        return from_edges(given)
    raise UsageError("a graph: arrays, arrows, or a networkx graph", given)


@dataclass(frozen=True)
class Row:
    """What is known of one vertex."""

    vertex: str
    outcome: Outcome
    grundy: int | None
    """The nimber; None if it is infinite, or in misère play."""
    infinite: tuple[int, ...] | None
    """For an infinite nimber the finite nimbers of the options: adding one of these is won."""
    remoteness: int | None

    @property
    def grundy_text(self) -> str:
        if self.infinite is not None:
            return f"inf({' '.join(map(str, self.infinite))})"
        return "" if self.grundy is None else str(self.grundy)


@dataclass(frozen=True, eq=False)
class GraphSolution:
    """Outcomes, lengths and nimbers of all vertices."""

    graph: ArrowGraph
    convention: Convention
    method: str
    lengths: NDArray[np.int32]
    """The remoteness of each vertex; -1 in a draw."""
    nimbers: NDArray[np.int32] | None
    """The nimber of each vertex, `INFINITE` if it has none; None in misère play."""

    def outcome(self, vertex: int) -> Outcome:
        length = int(self.lengths[vertex])
        if length < 0:
            return Outcome.DRAW
        return Outcome.N if length % 2 == _won_parity(self.convention) else Outcome.P

    def infinite(self, vertex: int) -> tuple[int, ...] | None:
        """For an infinite nimber the set of the finite nimbers of the options."""
        if self.nimbers is None or self.nimbers[vertex] != INFINITE:
            return None
        span = slice(self.graph.starts[vertex], self.graph.starts[vertex + 1])
        labels = set(self.nimbers[self.graph.targets[span]].tolist())
        return tuple(sorted(labels - {INFINITE}))

    def counts(self) -> dict[str, int]:
        """How many vertices have each outcome."""
        drawn = int((self.lengths < 0).sum())
        parity = _won_parity(self.convention)
        won = int(((self.lengths >= 0) & (self.lengths % 2 == parity)).sum())
        return {"N": won, "P": len(self.lengths) - won - drawn, "draw": drawn}

    def __iter__(self) -> Iterator[Row]:
        for vertex in range(self.graph.size):
            infinite = self.infinite(vertex)
            number, length = self.nimbers, int(self.lengths[vertex])
            yield Row(
                self.graph.name(vertex),
                self.outcome(vertex),
                None if number is None or infinite is not None else int(number[vertex]),
                infinite,
                length if length >= 0 else None,
            )


def _won_parity(convention: Convention) -> int:
    # Where no move is left the length is 0: lost in normal play, won in misère play.
    return 1 if convention is Convention.NORMAL else 0


def solve_graph(given: Any, convention: str = "normal", *, nimbers: bool = True) -> GraphSolution:
    """Solve every vertex, by the method that suits the graph.

    One sweep if the arrows all lead to smaller or all to larger numbers; else depth-first search;
    and if that meets a cycle, backwards from the ends, where what nobody can end is a draw.
    """
    graph, play = graph_of(given), Convention(convention)
    starts, targets, size = graph.starts, graph.targets, graph.size
    wanted = nimbers and play is Convention.NORMAL
    parity = _won_parity(play)
    way = waited(kernels.direction, starts, targets)
    if way != kernels.MIXED:
        rising = way == kernels.RISING
        lengths = _swept(graph, parity, rising)
        values = _swept(graph, kernels.NIMBERS, rising) if wanted else None
        return GraphSolution(graph, play, "linear sweep", lengths, values)
    pulled = _pulled(graph, parity, 2 if wanted else 1)
    if pulled is not None:
        return GraphSolution(graph, play, "depth-first search", *pulled)
    lengths = np.empty(size, np.int32)
    values = np.full(size, -1, np.int32) if wanted else None
    back, sources = _transposed(graph)
    few = np.diff(starts).max(initial=0) < 256
    left, queue = np.empty(size, np.uint8 if few else np.int32), np.empty(size, np.int32)
    waited(kernels.retrograde, starts, back, sources, parity, lengths, queue, left)
    if values is not None:
        _label(graph, back, sources, values)
    return GraphSolution(graph, play, "retrograde analysis", lengths, values)


def _stamps(graph: ArrowGraph) -> NDArray[np.int32]:
    """A place for each nimber that can occur: no more than a vertex has options."""
    most = int(np.diff(graph.starts).max(initial=0))
    return np.full(most + 2, -1, np.int32)


def _swept(graph: ArrowGraph, asked: int, rising: bool) -> NDArray[np.int32]:
    values = np.empty(graph.size, np.int32)
    given = graph.starts, graph.targets, rising, asked, values, _stamps(graph)
    waited(kernels.sweep, *given)
    return values


def _pulled(
    graph: ArrowGraph, parity: int, columns: int
) -> tuple[NDArray[np.int32], NDArray[np.int32] | None] | None:
    """Lengths and, with two columns, nimbers; None if there is a cycle."""
    found = np.full((graph.size, columns), -1, np.int32)
    stack, cursor = np.empty(graph.size, np.int32), np.empty(graph.size, np.int64)
    given = graph.starts, graph.targets, parity, found, _stamps(graph), stack, cursor
    if not waited(kernels.pull, *given):
        return None
    return found[:, 0].copy(), found[:, 1].copy() if columns > 1 else None


def _transposed(graph: ArrowGraph) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    back, sources = np.empty(graph.size + 1, np.int64), np.empty_like(graph.targets)
    low, origins = np.empty(len(sources), np.uint16), np.empty_like(sources)
    waited(kernels.transpose, graph.starts, graph.targets, back, sources, low, origins)
    return back, sources


def _label(
    graph: ArrowGraph,
    back: NDArray[np.int64],
    sources: NDArray[np.int32],
    labels: NDArray[np.int32],
) -> None:
    size = graph.size
    hopeful, hit = np.ones(size, np.uint8), np.zeros(size, np.uint8)
    left, queue = np.zeros(size, np.int32), np.empty(size, np.int32)
    number, hopes = 0, size
    while hopes:
        given = graph.starts, graph.targets, back, sources, labels, hopeful, hit, left, queue
        hopes = waited(kernels.label, number, *given)
        number += 1
