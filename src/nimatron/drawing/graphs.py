"""Game graphs: every position that can be reached, who wins it, and by which moves.

Losing positions are orange squares, winning ones blue circles, draws grey diamonds; they stand in
layers by their distance from the end, and the moves that win are bold.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from nimatron.drawing import shapes
from nimatron.drawing.shapes import Point
from nimatron.drawing.svg import document
from nimatron.errors import TooLarge, shown
from nimatron.game import Game
from nimatron.rules.heaps import Heaps
from nimatron.rules.protocol import Rules
from nimatron.solve.choose import Question, answer
from nimatron.solve.limits import Limits
from nimatron.values import Convention, Outcome

MOST_POSITIONS = 2000
_MOVES_EACH = 20  # moves of a position that a drawing can show, on the average
_PATIENCE = 15.0  # seconds for the verdicts on a part of a graph
_SHAPES = {Outcome.P: "box", Outcome.N: "ellipse", Outcome.DRAW: "diamond"}
_SAID = {
    Outcome.P: "lost for who moves",
    Outcome.N: "won for who moves",
    Outcome.DRAW: "a draw",
}


@dataclass(frozen=True)
class Vertex:
    """A position of the graph."""

    text: str
    outcome: Outcome | None
    """Who wins; None where the part that is shown does not tell."""
    distance: int | None
    """In how many moves the game ends if the winner hurries and the loser delays."""
    depth: int
    """How many moves it is away from the start at least."""


@dataclass(frozen=True)
class Arrow:
    """A move from one vertex to another, by their numbers from 0; moves that lead to the same
    position are one arrow with several names."""

    start: int
    end: int
    moves: tuple[str, ...]
    winning: bool


@dataclass(frozen=True)
class GameGraph:
    """The graph of a position; vertex 0 is where it begins."""

    game: str
    convention: Convention
    vertices: tuple[Vertex, ...]
    arrows: tuple[Arrow, ...]
    near: int | None = None
    """Only positions so many moves from the start are in it; None if all are."""

    def _repr_svg_(self) -> str:
        return graph_svg(self)

    def to_json(self) -> dict[str, Any]:
        """What `nimatron graph --json` prints."""
        return {
            "game": self.game,
            "convention": str(self.convention),
            "near": self.near,
            "positions": [
                {
                    "position": vertex.text,
                    "outcome": None if vertex.outcome is None else str(vertex.outcome),
                    "distance": vertex.distance,
                    "depth": vertex.depth,
                }
                for vertex in self.vertices
            ],
            "moves": [
                {
                    "from": arrow.start,
                    "to": arrow.end,
                    "moves": list(arrow.moves),
                    "winning": arrow.winning,
                }
                for arrow in self.arrows
            ],
        }


def game_graph(
    rules: Rules,
    position: Any,
    convention: str | Convention = Convention.NORMAL,
    limit: int = MOST_POSITIONS,
    *,
    near: int | None = None,
    game: Game | None = None,
) -> GameGraph:
    """The graph of all that can be reached from a position, or of what is at most `near` moves
    away; TooLarge past `limit` positions.

    Positions that are the same but for the order of like things (`canonical`) are one vertex. Of
    a part of a graph the claims of the game tell who wins, and searches where there are none.
    """
    chosen = Convention(convention)
    known = game or Game(rules, slug=type(rules).__name__.lower())
    depth, moves = _explored(rules, position, limit, near)
    order = list(depth)
    number = {at: i for i, at in enumerate(order)}
    if len(moves) == len(order):
        verdicts = _solved(order, number, moves, chosen)
    else:
        verdicts = _asked(known, rules, order, chosen)
    vertices = tuple(
        Vertex(rules.text(at), *verdict, depth[at])
        for at, verdict in zip(order, verdicts, strict=True)
    )
    arrows = tuple(_arrows(rules, order, number, moves, verdicts))
    return GameGraph(known.name, chosen, vertices, arrows, near)


Moves = dict[Any, list[tuple[Any, Any]]]
Verdict = tuple[Outcome | None, int | None]


def _explored(
    rules: Rules, position: Any, limit: int, near: int | None
) -> tuple[dict[Any, int], Moves]:
    """Positions with their depth, breadth first, and of those that were opened the moves."""
    root = position
    depth, moves = {root: 0}, Moves()
    alike = {rules.canonical(root): root}
    waiting, listed = deque([root]), 0
    while waiting:
        at = waiting.popleft()
        if near is not None and depth[at] >= near:
            continue
        moves[at] = []
        for move in rules.moves(at):
            option = _alike(rules, rules.after(at, move), alike)
            if option not in depth:
                depth[option] = depth[at] + 1
                waiting.append(option)
            moves[at].append((move, option))
            listed += 1
            if len(depth) > limit or listed > _MOVES_EACH * limit:
                raise _too_large(rules, position, limit, near)
    return depth, moves


def _alike(rules: Rules, option: Any, alike: dict[Any, Any]) -> Any:
    """The position that stands for all that are like this one: of heaps the sorted one, else the
    one that was met first, as the canonical form may be hard to recognise."""
    canonical = rules.canonical(option)
    return alike.setdefault(canonical, canonical if isinstance(rules, Heaps) else option)


def _too_large(rules: Rules, position: Any, limit: int, near: int | None) -> TooLarge:
    what = "all that can be reached from" if near is None else f"what is {near} moves away from"
    nearer = f"--near {max(1, near - 1)}" if near is not None else "--near 2"
    return TooLarge(
        f"a graph of {limit} positions at most can be drawn, and {what}"
        f" {shown(rules.text(position))} is more; the part near the start can be: {nearer}"
    )


def _solved(
    order: list[Any], number: dict[Any, int], moves: Moves, convention: Convention
) -> list[Verdict]:
    """Outcome and distance of every vertex, backwards from the ends; draws are what is left."""
    verdicts: list[Verdict] = [(None, None)] * len(order)
    entering: dict[int, list[int]] = defaultdict(list)
    left: dict[int, int] = {}
    queue: deque[int] = deque()
    for at, options in moves.items():
        ends = {number[option] for _, option in options}
        left[number[at]] = len(ends)
        for end in ends:
            entering[end].append(number[at])
        if not ends:
            verdicts[number[at]] = convention.at_the_end, 0
            queue.append(number[at])
    while queue:
        done = queue.popleft()
        outcome, distance = verdicts[done]
        assert distance is not None
        for before in entering[done]:
            if verdicts[before][0] is not None:
                continue
            left[before] -= 1
            if outcome is Outcome.P:
                verdicts[before] = Outcome.N, distance + 1
                queue.append(before)
            elif not left[before]:
                verdicts[before] = Outcome.P, distance + 1
                queue.append(before)
    return [(outcome or Outcome.DRAW, distance) for outcome, distance in verdicts]


def _asked(game: Game, rules: Rules, order: list[Any], convention: Convention) -> list[Verdict]:
    """Verdicts one by one; what is too large for a quick look stays open, as does what is left
    when the time is over."""
    found: list[Verdict] = []
    until = monotonic() + _PATIENCE
    for at in order:
        outcome = None
        if monotonic() < until:
            try:
                one = answer(Question(game, rules, at, convention), Limits(seconds=2))
                outcome = one.outcome
            except TooLarge:
                pass
        found.append((outcome, None))
    return found


def _arrows(
    rules: Rules,
    order: list[Any],
    number: dict[Any, int],
    moves: Moves,
    verdicts: list[Verdict],
) -> Iterator[Arrow]:
    for at in order:
        named: dict[int, list[str]] = defaultdict(list)
        for move, option in moves.get(at, ()):
            named[number[option]].append(rules.move_text(at, move))
        for end, names in named.items():
            yield Arrow(number[at], end, tuple(names), verdicts[end][0] is Outcome.P)


def listed(graph: GameGraph) -> list[str]:
    """A line for each position: its distance (or depth), who wins, and the winning moves."""
    winning: dict[int, list[str]] = defaultdict(list)
    for arrow in graph.arrows:
        if arrow.winning:
            winning[arrow.start] += arrow.moves
    rows = [
        (
            _layer_name(graph, [i]) or "-",
            str(vertex.outcome or "?"),
            vertex.text,
            "; ".join(winning[i]),
        )
        for row in layers(graph)
        for i in row
        for vertex in (graph.vertices[i],)
    ]
    wides = [max(len(row[column]) for row in rows) for column in range(3)]
    return [
        f"{number:>{wides[0]}}  {outcome:<{wides[1]}}  {said:<{wides[2]}}  {moves}".rstrip()
        for number, outcome, said, moves in rows
    ]


# ---- layers


def layers(graph: GameGraph) -> list[list[int]]:
    """Vertices by their layer, the one nearest the end last, draws and open ones by depth."""
    highest = max((v.distance or 0 for v in graph.vertices), default=0)
    by: dict[int, list[int]] = defaultdict(list)
    for i, vertex in enumerate(graph.vertices):
        # Without distances, as in a part of a graph, layers go by the depth from the start.
        if graph.near is not None:
            by[-vertex.depth].append(i)
        elif vertex.distance is None:
            by[highest + 1].append(i)
        else:
            by[vertex.distance].append(i)
    rows = [by[key] for key in sorted(by, reverse=True)]
    return _untangled(rows, graph)


def _untangled(rows: list[list[int]], graph: GameGraph) -> list[list[int]]:
    """Each row in the order of the middle of its neighbours above and below, a few times over."""
    near: dict[int, list[int]] = defaultdict(list)
    for arrow in graph.arrows:
        near[arrow.start].append(arrow.end)
        near[arrow.end].append(arrow.start)
    at = {v: i / max(len(row), 1) for row in rows for i, v in enumerate(row)}
    for turn in range(8):
        for row in rows if turn % 2 else rows[::-1]:
            middle = {
                v: sum(at[other] for other in near[v]) / len(near[v]) if near[v] else at[v]
                for v in row
            }
            row.sort(key=lambda v: (middle[v], v))
            at |= {v: (i + 0.5) / len(row) for i, v in enumerate(row)}
    return rows


# ---- SVG

_ROW = 92
_LEGEND = 46


def graph_svg(graph: GameGraph, *, inline: bool = False) -> str:
    """The graph as SVG, with its legend."""
    rows = layers(graph)
    longest = max(len(vertex.text) for vertex in graph.vertices)
    shown = min(longest, 24)
    wide = max(44.0, shapes.wide("0" * shown) + 22)
    widest = max(len(row) for row in rows)
    width = max(widest * (wide + 20) + 60, 420)
    tall = max(_ROW, width / 14)
    at: dict[int, Point] = {}
    body = []
    for down, row in enumerate(rows):
        y = _LEGEND + 34 + down * tall
        # Rows are shifted a little against each other, so that straight arrows miss the vertices.
        shift = (wide + 20) * (0.22 if down % 2 else -0.22) if len(rows) > 2 else 0.0
        for i, vertex in enumerate(row):
            x = 40 + shift + (width - 60) * (i + 0.5) / len(row)
            at[vertex] = (x, y)
        said = _layer_name(graph, row)
        body.append(shapes.text((14, y), said, "nim-word nim-small"))
    body += [
        _arrow(at[arrow.start], at[arrow.end], wide / 2, tall, arrow)
        for arrow in sorted(graph.arrows, key=lambda one: one.winning)
    ]
    body += [_vertex(at[i], one, wide, i == 0) for i, one in enumerate(graph.vertices)]
    height = _LEGEND + 34 + tall * (len(rows) - 1) + 52
    legend = _legend(graph)
    return document(
        legend + "".join(body),
        _title(graph),
        _told(graph),
        (0, 0, width, height),
        inline=inline,
    )


def _layer_name(graph: GameGraph, row: list[int]) -> str:
    vertex = graph.vertices[row[0]]
    number = vertex.depth if graph.near is not None else vertex.distance
    return "" if number is None else str(number)


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


def _vertex(at: Point, vertex: Vertex, wide: float, first: bool) -> str:
    tall = 32.0
    said = vertex.text if len(vertex.text) <= 24 else vertex.text[:21] + "..."
    meaning = _SAID[vertex.outcome] if vertex.outcome else "not decided here"
    title = shapes.element("title", shapes.clean(f"{vertex.text}: {meaning}"))
    drawn = _shape(at, vertex.outcome, wide, tall)
    if first:
        drawn = shapes.rectangle(at, wide + 14, tall + 14, "nim-thin", rx=10) + drawn
    return shapes.element("g", title, drawn, shapes.text(at, said, "nim-word"))


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


def _arrow(a: Point, b: Point, half: float, row: float, arrow: Arrow) -> str:
    kind, head = ("nim-win", "nim-winhead") if arrow.winning else ("nim-thin", "nim-head")
    start, end = _rim(a, b, half), _rim(b, a, half)
    if abs(a[1] - b[1]) < 1:
        # In one layer the arrow bends, so that it does not run through what stands between.
        bend = ((a[0] + b[0]) / 2, a[1] + 24 + min(row / 2, abs(a[0] - b[0]) / 9))
        start, end = (a[0], a[1] + 16), (b[0], b[1] + 18)
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


def _rim(a: Point, b: Point, half: float) -> Point:
    """Where the line from a to b leaves the shape at a."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = max(((dx / (half + 6)) ** 2 + (dy / 20) ** 2) ** 0.5, 1e-9)
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
