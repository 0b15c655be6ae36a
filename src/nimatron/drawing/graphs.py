"""Game graphs as pictures, as SVG and for Graphviz.

Losing positions are orange squares, winning ones blue circles, draws grey diamonds; they stand in
layers by their distance from the end, and the moves that win are bold.
"""

from __future__ import annotations

from collections import Counter
from math import ceil, isqrt

from nimatron.drawing import shapes
from nimatron.drawing.game_graphs import (
    Arrow,
    GameGraph,
    Vertex,
    game_graph,
    layer_name,
    layers,
    listed,
)
from nimatron.drawing.shapes import Point
from nimatron.drawing.svg import document
from nimatron.values import Convention, Outcome

__all__ = [
    "Arrow",
    "GameGraph",
    "Vertex",
    "game_graph",
    "graph_dot",
    "graph_svg",
    "layers",
    "listed",
]

_SHAPES = {Outcome.P: "box", Outcome.N: "ellipse", Outcome.DRAW: "diamond"}
_SAID = {
    Outcome.P: "lost for who moves",
    Outcome.N: "won for who moves",
    Outcome.DRAW: "a draw",
}

# ---- SVG

_ROW = 92
_LEGEND = 46
_LINE = 12  # vertices of a layer that stand in one line


def graph_svg(graph: GameGraph, *, inline: bool = False) -> str:
    """The graph as SVG, with its legend."""
    rows = layers(graph)
    high = max((9 * len(vertex.board) + 16 for vertex in graph.vertices), default=0)
    high = max(high, 32)
    wide = max(44.0, *(_wide(vertex) for vertex in graph.vertices))
    lanes = [_lanes(len(row)) for row in rows]
    widest = max(
        ceil(len(row) / lane) + 1 - 1 / lane for row, lane in zip(rows, lanes, strict=True)
    )
    width = max(widest * (wide + 20) + 60, 420)
    tall = max(_ROW, width / 14) + 1.4 * (high - 32)
    y = _LEGEND + 18 + high / 2
    at: dict[int, Point] = {}
    body = []
    for down, (row, lane) in enumerate(zip(rows, lanes, strict=True)):
        deep = (lane - 1) * (high + 18)
        # Rows are shifted a little against each other, so that straight arrows miss the vertices.
        shift = (wide + 20) * (0.22 if down % 2 else -0.22) if len(rows) > 2 else 0.0
        edge = (wide + 20) / 2 * (1 - 1 / lane)  # lines in turn need room for half a vertex
        for i, vertex in enumerate(row):
            x = 40 + shift + edge + (width - 60 - 2 * edge) * (i + 0.5) / len(row)
            at[vertex] = (x, y + (i % lane) * (high + 18))
        said = layer_name(graph, row)
        body.append(shapes.text((14, y + deep / 2), said, "nim-word nim-small"))
        y += deep + tall
    body += [
        _arrow(at[arrow.start], at[arrow.end], (wide / 2, high / 2), tall, arrow)
        for arrow in sorted(graph.arrows, key=lambda one: one.winning)
    ]
    body += [_vertex(at[i], one, (wide, high), i == 0) for i, one in enumerate(graph.vertices)]
    height = y - tall + high / 2 + 36
    legend = _legend(graph)
    return document(
        legend + "".join(body),
        _title(graph),
        _told(graph),
        (0, 0, width, height),
        inline=inline,
    )


def _lanes(count: int) -> int:
    """In how many lines a layer of so many vertices stands, one below the other in turn, so that
    the picture does not become a thread."""
    return ceil(count / max(_LINE, isqrt(4 * count)))


def _title(graph: GameGraph) -> str:
    kind = "misère" if graph.convention is Convention.MISERE else "normal"
    part = f", the part within {graph.near} moves" if graph.near is not None else ""
    return f"{graph.game} {graph.vertices[0].text} ({kind} play){part}"


def _told(graph: GameGraph) -> str:
    count = Counter(vertex.outcome for vertex in graph.vertices)
    said = [f"{len(graph.vertices)} positions: {count[Outcome.N]} won, {count[Outcome.P]} lost"]
    said += [f"{count[Outcome.DRAW]} draws"] if count[Outcome.DRAW] else []
    said += [f"{count[None]} open"] if count[None] else []
    lost = [vertex.text for vertex in graph.vertices if vertex.outcome is Outcome.P]
    more = "" if len(lost) <= 30 else f" and {len(lost) - 30} more"
    return f"{', '.join(said)}. Lost are: {'; '.join(lost[:30]) or 'none'}{more}."


def _wide(vertex: Vertex) -> float:
    if vertex.board:
        return 9.0 * len(vertex.board[0]) + 16
    return shapes.wide(_short(vertex.text)) + 22


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:21] + "..."


def _vertex(at: Point, vertex: Vertex, size: tuple[float, float], first: bool) -> str:
    wide, tall = size
    meaning = _SAID[vertex.outcome] if vertex.outcome else "not decided here"
    title = shapes.element("title", shapes.clean(f"{vertex.text}: {meaning}"))
    drawn = _shape(at, vertex.outcome, wide, tall)
    if first:
        drawn = shapes.rectangle(at, wide + 14, tall + 14, "nim-thin", rx=10) + drawn
    inside = (
        _small_board(at, vertex.board) if vertex.board else shapes.text(at, _short(vertex.text))
    )
    return shapes.element("g", title, drawn, inside)


def _small_board(at: Point, rows: tuple[str, ...]) -> str:
    """The board in small: used cells filled, pieces as discs."""
    left, top = at[0] - 4.5 * (len(rows[0]) - 1), at[1] - 4.5 * (len(rows) - 1)
    drawn = []
    for down, row in enumerate(rows):
        for right, mark in enumerate(row):
            middle = left + 9 * right, top + 9 * down
            kind = "nim-used" if mark == "#" else "nim-cell"
            drawn.append(shapes.rectangle(middle, 9, 9, kind))
            if mark not in ".#":
                drawn.append(shapes.circle(middle, 3, "nim-here"))
    return "".join(drawn)


def _shape(at: Point, outcome: Outcome | None, wide: float, tall: float) -> str:
    x, y = at
    if outcome is Outcome.P:
        return shapes.rectangle(at, wide, tall, "nim-orange")
    if outcome is Outcome.N:
        return shapes.element(
            "ellipse", cx=x, cy=y, rx=wide / 2 + 4, ry=tall / 2 + 2, class_="nim-blue"
        )
    if outcome is Outcome.DRAW:
        half, up = wide / 2 + 10, tall / 2 + 8
        points = [(x - half, y), (x, y - up), (x + half, y), (x, y + up)]
        return shapes.polygon(points, "nim-grey")
    return shapes.rectangle(at, wide, tall, "nim-gone", rx=6)


def _arrow(a: Point, b: Point, half: Point, row: float, arrow: Arrow) -> str:
    kind, head = ("nim-win", "nim-winhead") if arrow.winning else ("nim-thin", "nim-head")
    start, end = _rim(a, b, half), _rim(b, a, half)
    if abs(a[1] - b[1]) < 1:
        # In one layer the arrow bends, so that it does not run through what stands between.
        bend = ((a[0] + b[0]) / 2, a[1] + half[1] + 8 + min(row / 2, abs(a[0] - b[0]) / 9))
        start, end = (a[0], a[1] + half[1]), (b[0], b[1] + half[1] + 2)
    elif abs(a[1] - b[1]) > row * 1.5:
        side = 26 if b[0] >= a[0] else -26
        bend = ((a[0] + b[0]) / 2 + side, (a[1] + b[1]) / 2)
    else:
        bend = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    steps = map(shapes.number, (*start, *bend, *end))
    line = shapes.path("M{} {}Q{} {} {} {}".format(*steps), kind)
    title = shapes.element("title", shapes.clean(_names(arrow)))
    return shapes.element("g", title, line, _head(bend, end, head, 9 if arrow.winning else 7))


def _names(arrow: Arrow) -> str:
    said = " or ".join(arrow.moves[:4]) + (" ..." if len(arrow.moves) > 4 else "")
    return f"{said} (wins)" if arrow.winning else said


def _rim(a: Point, b: Point, half: Point) -> Point:
    """Where the line from a to b leaves the shape at a."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = max(((dx / (half[0] + 6)) ** 2 + (dy / (half[1] + 4)) ** 2) ** 0.5, 1e-9)
    return a[0] + dx / long, a[1] + dy / long


def _head(a: Point, b: Point, kind: str, size: float) -> str:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    ux, uy = dx / long, dy / long
    back = b[0] - size * ux, b[1] - size * uy
    side = size * 0.45
    left = back[0] - side * uy, back[1] + side * ux
    right = back[0] + side * uy, back[1] - side * ux
    return shapes.polygon((b, left, right), kind)


def _legend(graph: GameGraph) -> str:
    shown = {vertex.outcome for vertex in graph.vertices}
    x, drawn = 24.0, []
    for outcome in (Outcome.P, Outcome.N, Outcome.DRAW, None):
        if outcome not in shown:
            continue
        words = {Outcome.P: "lost", Outcome.N: "won", Outcome.DRAW: "draw", None: "open"}[outcome]
        drawn.append(_shape((x, 22), outcome, 22, 18))
        drawn.append(shapes.text((x + 22, 22), words, "nim-word nim-left"))
        x += 44 + shapes.wide(words) + 12
    drawn.append(shapes.segment((x - 6, 22), (x + 22, 22), "nim-win"))
    drawn.append(_head((x, 22), (x + 30, 22), "nim-winhead", 9))
    drawn.append(shapes.text((x + 36, 22), "winning move", "nim-word nim-left"))
    return "".join(drawn)


# ---- DOT


def graph_dot(graph: GameGraph) -> str:
    """The graph for Graphviz, with the same shapes and colours."""
    lines = [f"digraph {_quoted(_title(graph))} {{", "  rankdir=TB;"]
    lines.append('  node [style=filled, fontname="sans-serif"];')
    colours = {
        Outcome.P: ("#fbe3cf", "#a44c00"),
        Outcome.N: ("#d5e6f8", "#0b57a4"),
        Outcome.DRAW: ("#e4e4e8", "#6b6b76"),
    }
    for i, vertex in enumerate(graph.vertices):
        shape = _SHAPES[vertex.outcome] if vertex.outcome else "box"
        fill, line = colours[vertex.outcome] if vertex.outcome else ("#ffffff", "#6b6b76")
        dashed = "" if vertex.outcome else ', style="filled,dashed"'
        wide = ", penwidth=3" if i == 0 else ""
        colour = f'fillcolor="{fill}", color="{line}"{dashed}{wide}'
        lines.append(f"  {i} [label={_quoted(vertex.text)}, shape={shape}, {colour}];")
    lines += ["  {rank=same; " + " ".join(f"{i};" for i in row) + "}" for row in layers(graph)]
    for arrow in graph.arrows:
        tip = f"tooltip={_quoted(_names(arrow))}"
        bold = ', penwidth=3, color="#0b57a4"' if arrow.winning else ', color="#6b6b76"'
        lines.append(f"  {arrow.start} -> {arrow.end} [{tip}{bold}];")
    return "\n".join([*lines, "}", ""])


def _quoted(words: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in words)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
