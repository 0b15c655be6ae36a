"""What a notebook shows of positions, answers and strategies."""

from __future__ import annotations

from typing import Any

from nimatron.certificates.forms import Certificate, Opening
from nimatron.drawing.overlays import overlay_of
from nimatron.drawing.svg import svg
from nimatron.rules.protocol import Rules
from nimatron.solve.answer import Answer
from nimatron.solve.choose import Question
from nimatron.solve.tell import Told
from nimatron.values import Convention


def question_svg(question: Question) -> str:
    """The position that a question is about."""
    title = f"{question.game.name}: {_short(question.rules.text(question.position))}"
    return _svg(question.rules, question.position, title, None)


def answer_svg(answer: Answer) -> str | None:
    """The position with its strategy drawn on it; the title says who wins."""
    if answer.rules is None:
        return None
    return _svg(answer.rules, answer.at, _verdict(answer), answer.certificate)


def told_svg(told: Told) -> str | None:
    """The same with the strategy that is told, which may have been made from a search."""
    if told.answer.rules is None:
        return None
    return _svg(told.answer.rules, told.answer.at, _verdict(told.answer), told.certificate)


def _verdict(answer: Answer) -> str:
    play = "misère play" if answer.convention is Convention.MISERE else "normal play"
    wins = {"first": "the first player wins", "second": "the second player wins"}
    said = wins.get(answer.winner, "a draw")
    # The move that is drawn, if the strategy begins with one.
    drawn = answer.certificate.move if isinstance(answer.certificate, Opening) else None
    by = drawn or answer.winning_move
    move = f", by {by}" if by else ""
    return f"{answer.game} {_short(answer.position)}, {play}: {said}{move}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _svg(rules: Rules, position: Any, title: str, certificate: Certificate | None) -> str:
    overlay = overlay_of(rules, position, certificate) if certificate is not None else ()
    return svg(rules.picture(position), title, overlay=overlay)
