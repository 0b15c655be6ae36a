"""Game graphs as values: every position that can be reached, who wins it, and by which moves."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from nimatron import pictures
from nimatron.errors import TooLarge, shown
from nimatron.game import Game
from nimatron.rules.heaps import Heaps
from nimatron.rules.protocol import Rules
from nimatron.solve.choose import Question, answer
from nimatron.solve.limits import Limits
from nimatron.values import Convention, Outcome

MOST_POSITIONS = 2000
_MOVES_EACH = 20  # moves of a position that a drawing can show, on the average
_MOST_CELLS = 64  # of a board that is drawn in a vertex
_PATIENCE = 15.0  # seconds for the verdicts on a part of a graph


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
    board: tuple[str, ...] = ()
    """The marks row by row, if it is a small board, to be drawn instead of its text."""


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
        from nimatron.drawing.graphs import graph_svg

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
        Vertex(rules.text(at), *verdict, depth[at], _board(rules, at))
        for at, verdict in zip(order, verdicts, strict=True)
    )
    arrows = tuple(_arrows(rules, order, number, moves, verdicts))
    return GameGraph(known.name, chosen, vertices, arrows, near)


def _board(rules: Rules, position: Any) -> tuple[str, ...]:
    picture = rules.picture(position)
    if not isinstance(picture, pictures.Grid) or picture.rows * picture.columns > _MOST_CELLS:
        return ()
    right = range(1, picture.columns + 1)
    return tuple(
        "".join(picture.marks.get((row, column), ".")[:1] for column in right)
        for row in range(1, picture.rows + 1)
    )


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
            layer_name(graph, [i]) or "-",
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


def layer_name(graph: GameGraph, row: list[int]) -> str:
    """The number beside a layer."""
    vertex = graph.vertices[row[0]]
    number = vertex.depth if graph.near is not None else vertex.distance
    return "" if number is None else str(number)
