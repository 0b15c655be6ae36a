"""Random games for hypothesis: graphs with and without cycles, and rules that fall apart."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from nimatron.rules.graphs import GameGraph
from nimatron.rules.heaps import Heaps, Subtraction, TakeAndBreak
from nimatron.rules.protocol import Rules

Arrows = dict[int, list[int]]


@st.composite
def arrows(draw: st.DrawFn, *, cycles: bool) -> Arrows:
    """Arrows between few vertices; without cycles they lead to smaller numbers only."""
    size = draw(st.integers(1, 9))
    found: Arrows = {}
    for vertex in range(size):
        most = size if cycles else vertex
        options = st.lists(st.integers(0, most - 1), max_size=5, unique=True) if most else None
        found[vertex] = [v for v in draw(options) if v != vertex] if options is not None else []
    return found


@st.composite
def graphs(draw: st.DrawFn, *, cycles: bool) -> GameGraph:
    found = draw(arrows(cycles=cycles))
    return GameGraph(found, start=max(found))


class Chains(Heaps):
    """Heaps whose breaks are given by a random table, to try components and canonical forms."""

    def __init__(self, table: dict[int, list[tuple[int, ...]]]) -> None:
        self.table = table

    def breaks(self, n: int) -> list[tuple[int, ...]]:
        return self.table.get(n, [])


@st.composite
def chains(draw: st.DrawFn) -> tuple[Rules, Any]:
    table: dict[int, list[tuple[int, ...]]] = {}
    for n in range(1, 7):
        parts = st.lists(st.integers(1, n), max_size=3).map(lambda left: tuple(sorted(left)))
        drawn = draw(st.lists(parts, max_size=6, unique=True))
        table[n] = [left for left in drawn if sum(left) <= n and left != (n,)]
    position = tuple(draw(st.lists(st.integers(0, 6), min_size=1, max_size=3)))
    return Chains(table), position


CODES = st.text("01234567", min_size=1, max_size=4).map(lambda digits: f"0.{digits}")
TAKES = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple)
HEAP_RULES = st.one_of(CODES.map(TakeAndBreak), TAKES.map(Subtraction))
