"""What a position looks like, as plain data that anyone can draw.

A game returns one of these values and never draws; the renderers live above.
Cells of boards are (row, column) from 1, rows from the top.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Cell = tuple[int, int]


@dataclass(frozen=True)
class Heaps:
    """Piles of counters in a row; `labels` stand below them where the order has a meaning."""

    piles: tuple[int, ...]
    labels: tuple[str, ...] = ()
    steps: bool = False
    """Whether each pile stands on a step, one higher than the step before."""
    rows: bool = False
    """Whether the counters of a pile stand in a row, which a move may break in two."""


@dataclass(frozen=True)
class Strip:
    """Cells in a line, each with its mark: `.` free, `#` used, other letters for pieces."""

    cells: str
    pieces: Mapping[str, str] = field(default_factory=dict)
    """What the letters stand for: bishop, king, knight, poison, coin, white, black, red, blue."""


@dataclass(frozen=True)
class Grid:
    """A board; `marks` holds the cells that are not free, with their letters."""

    rows: int
    columns: int
    marks: Mapping[Cell, str] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)
    """As for a strip."""
    bar: bool = False
    """Whether it is a bar of chocolate."""
    first: int = 1
    """The number that stands beside the first row and above the first column."""


@dataclass(frozen=True)
class Graph:
    """Vertices 1..n and edges between them; `marks` as for a grid."""

    vertices: int
    edges: tuple[tuple[int, int], ...]
    marks: Mapping[int, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    """What the vertices are called, if they keep their names while their numbers change."""
    ground: bool = False
    """Whether vertex 1 is the ground on which the others stand."""


@dataclass(frozen=True)
class Tree:
    """A rooted tree: `parents[i]` is the parent of node i + 2, node 1 the root."""

    parents: tuple[int, ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ring:
    """Points or petals around a circle, with chords between them."""

    points: str
    chords: tuple[tuple[int, int], ...] = ()
    names: tuple[str, ...] = ()
    """What stands beside the points; their numbers if it is left out."""


@dataclass(frozen=True)
class Disc:
    """A round table with equal coins on it, as (x, y) centres."""

    radius: float
    coin: float
    coins: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Text:
    """A position that has no better picture than its text."""

    text: str


@dataclass(frozen=True)
class Side:
    """Several pictures side by side, for sums."""

    pictures: tuple[Picture, ...]
    sum: bool = False
    """Whether they are the parts of a sum of games, to be drawn with signs between them."""
    names: tuple[str, ...] = ()
    """What stands above each of them."""


Picture = Heaps | Strip | Grid | Graph | Tree | Ring | Disc | Text | Side
