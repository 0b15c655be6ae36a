"""The game graph and the table of who wins, as pictures of a panel."""

from __future__ import annotations

from nimatron.drawing.graphs import GameGraph, game_graph, graph_svg
from nimatron.errors import TooLarge
from nimatron.play.session import Session
from nimatron.rules.protocol import Continuous
from nimatron.web.markup import Content, Markup, tag

_MOST = 120  # positions of a graph that is still read with pleasure


def graph_of(session: Session) -> Content:
    """The graph of all that can be reached, or of the part near the position."""
    if isinstance(session.rules, Continuous):
        return tag("p", "The moves of this game form a continuum: its graph cannot be drawn.")
    graph = _graph(session, None)
    said = "Every position that can be reached from here, in layers by the moves to the end."
    for near in (2, 1):
        if graph is None:
            graph = _graph(session, near)
            moves = "move" if near == 1 else "moves"
            said = f"More than {_MOST} positions can be reached from here; those within {near}"
            said += f" {moves} are shown."
    if graph is None:
        raise TooLarge(f"one move leads to more than {_MOST} positions")
    drawn = Markup(graph_svg(graph, inline=True))
    figure = tag("figure", drawn, class_="scroll", tabindex="0", role="region",
                 aria_label="Game graph")  # fmt: skip
    return [tag("p", said), figure]


def _graph(session: Session, near: int | None) -> GameGraph | None:
    try:
        return game_graph(
            session.rules, session.position, session.convention, _MOST, near=near,
            game=session.game.name,
        )  # fmt: skip
    except TooLarge:
        return None


def table_of(session: Session) -> Content:
    """Nothing yet."""
    return None
