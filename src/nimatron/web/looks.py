"""The game graph and the table of who wins, as pictures of a panel."""

from __future__ import annotations

from nimatron.play.session import Session
from nimatron.solve.limits import Limits
from nimatron.web.markup import Content


def graph_of(session: Session, limits: Limits) -> Content:
    return None


def table_of(session: Session, limits: Limits) -> Content:
    return None
