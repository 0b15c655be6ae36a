"""Games on graphs: any graph as a game, and walks that cut the vertices behind them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from nimatron.errors import PositionError, did_you_mean
from nimatron.rules.protocol import Move, Position, Rules


class GameGraph(Rules):
    """A graph as a game: a token stands on a vertex and is moved along an arrow.

    >>> GameGraph({"a": ["b", "c"], "b": ["c"], "c": []}).moves("a")
    ('b', 'c')
    """

    notation: ClassVar[str] = "the name of a vertex"

    def __init__(self, arrows: Mapping[Any, Collection[Any]], start: Any = None) -> None:
        self._arrows = {vertex: tuple(to) for vertex, to in arrows.items()}
        for to in tuple(self._arrows.values()):
            for vertex in to:
                self._arrows.setdefault(vertex, ())
        if not self._arrows:
            raise PositionError("a graph with at least one vertex")
        self._start = next(iter(self._arrows)) if start is None else start
        self._by_text = {self.text(vertex): vertex for vertex in self._arrows}
        self.check(self._start)

    def start(self) -> Position:
        return self._start

    def moves(self, position: Position) -> Sequence[Move]:
        return self._arrows[position]

    def after(self, position: Position, move: Move) -> Position:
        return move

    def check(self, position: Position) -> None:
        if position not in self._arrows:
            hint = did_you_mean(str(position), self._by_text)
            raise PositionError("a vertex of the graph", position, hint=hint)

    def text(self, position: Position) -> str:
        return str(position)

    def read(self, text: str) -> Position:
        vertex = self._by_text.get(text.strip())
        if vertex is None:
            raise PositionError(
                "a vertex of the graph", text, hint=did_you_mean(text, self._by_text)
            )
        return vertex

    def move_text(self, position: Position, move: Move) -> str:
        return f"to {move}"


def matching(edges: Collection[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """A maximum matching of a graph given by its edges; augmenting paths if it has two sides."""
    import networkx

    graph = networkx.Graph()
    graph.add_edges_from(edges)
    pairs: list[tuple[Any, Any]] = []
    odd_parts = networkx.Graph()
    for part in networkx.connected_components(graph):
        inside = graph.subgraph(part)
        if networkx.is_bipartite(inside):
            found = networkx.bipartite.hopcroft_karp_matching(inside)
            pairs += {tuple(sorted(pair)) for pair in found.items()}
        else:
            odd_parts.add_edges_from(inside.edges)
    pairs += [tuple(sorted(p)) for p in networkx.max_weight_matching(odd_parts, True)]
    return sorted(pairs)
