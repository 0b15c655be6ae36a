"""The game graph and the table of who wins, as pictures of a panel."""

from __future__ import annotations

import re

from nimatron.drawing.graphs import GameGraph, game_graph, graph_svg
from nimatron.drawing.tables import table
from nimatron.drawing.tables_drawn import table_svg
from nimatron.errors import TooLarge, UsageError
from nimatron.play.session import Session
from nimatron.play.transcript import given_parameters
from nimatron.rules.heaps import Piles
from nimatron.rules.protocol import Continuous
from nimatron.solve.limits import Limits
from nimatron.values import Convention
from nimatron.web.markup import Content, Markup, tag

_BOARD = re.compile(r"([0-9]{1,3})x([0-9]{1,3})", re.ASCII)
_NUMBERS = re.compile(r"[0-9]{1,6}(,[0-9]{1,6})*", re.ASCII)
_MOST = 120  # positions of a graph that is still read with pleasure


def graph_of(session: Session, *, patient: bool) -> Content:
    """The graph of all that can be reached, or of the part near the position."""
    if not has_graph(session):
        return tag("p", "The moves of this game form a continuum: its graph cannot be drawn.")
    graph = _graph(session, None)
    if graph is None and not patient:
        raise TooLarge("the graph is not drawn in a moment")
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
    figure = tag("div", drawn, class_="scroll drawn", tabindex="0", role="region",
                 aria_label="Game graph")  # fmt: skip
    return [tag("p", said), figure]


def _graph(session: Session, near: int | None) -> GameGraph | None:
    try:
        return game_graph(
            session.rules, session.position, session.convention, _MOST, near=near,
            game=session.game,
        )  # fmt: skip
    except TooLarge:
        return None


def table_of(session: Session, limits: Limits, *, patient: bool) -> Content:
    """Who wins the positions around this one: over the last two numbers in its text."""
    template = _template(session)
    if template is None:
        return tag("p", "The positions of this game are not told apart by one or two numbers, so"
                   " there is no table of them.")  # fmt: skip
    if not patient and not isinstance(session.rules, Piles):
        raise TooLarge("the table is not made in a moment")
    rules, normal = session.rules, session.convention is Convention.NORMAL
    try:
        found = table(
            session.game, template, kind="nimber" if normal and not rules.loopy else "outcome",
            convention=session.convention, parameters=dict(given_parameters(session)),
            limits=limits,
        )  # fmt: skip
    except UsageError:
        return tag("p", "There is no table of positions like this one.")
    drawn = Markup(table_svg(found, inline=True))
    figure = tag("div", drawn, class_="scroll drawn", tabindex="0", role="region",
                 aria_label="Table")  # fmt: skip
    said = "Nimbers; 0 is lost for who is to move." if found.kind == "nimber" else "P: lost for who"
    said += "" if found.kind == "nimber" else " is to move; N: won."
    return [tag("p", f"{found.template}. {said}"), figure]


def has_graph(session: Session) -> bool:
    """Whether the moves can be listed one by one."""
    return not isinstance(session.rules, Continuous)


def has_table(session: Session) -> bool:
    """Whether positions of this kind are told apart by one or two numbers."""
    return _template(session) is not None


def _template(session: Session) -> str | None:
    """Ranges around the position, or around the start of a board."""
    text = session.rules.text(session.position)
    board = _BOARD.fullmatch(session.rules.text(session.start))
    if board is not None:
        return f"1..{min(max(int(board[1]), 3), 4)}x1..{min(max(int(board[2]), 4), 5)}"
    if not _NUMBERS.fullmatch(text):
        return None
    *before, last = text.split(",")
    if not before and not isinstance(session.rules, Piles):
        return f"0..{min(int(last), 12)}"
    if not before:
        return f"0..{min(max(int(last), 24), 60)}"
    return ",".join([*before[:-1], _around(before[-1]), _around(last)])


def _around(number: str) -> str:
    return f"0..{min(max(int(number), 8), 15)}"
