"""The strategy for a position: a claim of the game, or what a search found, told in words."""

from __future__ import annotations

from dataclasses import dataclass

from nimatron.certificates.check import check
from nimatron.certificates.explain import explain
from nimatron.certificates.forms import Certificate, Stealing
from nimatron.errors import TooLarge
from nimatron.solve.answer import Answer
from nimatron.solve.choose import Question, answer
from nimatron.solve.limits import Limits
from nimatron.solve.prove import MOST_REPLIES, table


@dataclass(frozen=True)
class Told:
    """An answer with its reasons in words."""

    answer: Answer
    statement: str
    words: list[str]
    certificate: Certificate | None

    def _repr_svg_(self) -> str | None:
        """A notebook shows the position with the strategy."""
        from nimatron.drawing.shown import told_svg

        return told_svg(self)


def tell(question: Question, limits: Limits) -> Told:
    """Explain a position; what a search found is first turned into a certificate and checked."""
    found = answer(question, limits)
    rules, position = question.rules, question.position
    if found.certificate is not None:
        claims = {claim.name: claim.statement for claim in question.game.claims}
        said = explain(rules, position, found.certificate)
        if isinstance(found.certificate, Stealing) and found.winning_moves:
            said.append(f"A search adds which: {', '.join(found.winning_moves)}.")
        return Told(found, claims.get(found.claim or "", ""), said, found.certificate)
    try:
        certificate = table(rules, position, question.convention, limits)
    except TooLarge as e:
        return Told(found, "", [f"Found by {found.why}.", f"No short strategy to tell: {e}."], None)
    checked = check(rules, position, certificate, 20 * MOST_REPLIES)
    assert checked.outcome is found.outcome
    said = explain(rules, position, certificate)
    return Told(found, f"Found by {found.why}; and here is the strategy.", said, certificate)
