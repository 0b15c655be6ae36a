"""Nimbers of the parts of a sum, each from a certificate of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nimatron.certificates import forms
from nimatron.certificates.strategy import worth
from nimatron.errors import Refused, TooLarge
from nimatron.rules.protocol import Rules
from nimatron.rules.sums import Sum, nimber
from nimatron.values import Convention, Outcome


def searched(rules: Rules, position: Any, shown: forms.Searched, most: int) -> tuple[int, int]:
    """The nimber, found again by looking through everything, and how many positions that took."""
    try:
        true, seen = nimber(rules, position, most)
    except TooLarge as e:
        raise Refused(str(e)) from e
    if true != shown.nimber:
        raise Refused(f"the nimber of {rules.text(position)} is {true}, not {shown.nimber}")
    return true, seen


def added(
    rules: Sum, position: Any, certificate: forms.Parts, check: Callable[..., Any], limit: int
) -> tuple[int, list[Any]]:
    """The xor of the nimbers that the certificates of the parts show, and what was checked."""
    if len(certificate.parts) != len(rules.summands):
        raise Refused(f"{len(certificate.parts)} certificates, {len(rules.summands)} parts")
    total, each = 0, []
    for part, at, shown in zip(rules.summands, position, certificate.parts, strict=True):
        checked = check(part, at, shown, limit)
        if part.loopy or shown.convention is Convention.MISERE:
            raise Refused(f"{part.text(at)} has no nimber that adds")
        valued = isinstance(shown, (forms.NimSum, forms.Searched))
        if not valued and checked.outcome is not Outcome.P:
            raise Refused(f"{part.text(at)} is shown won, but not its nimber")
        total ^= worth(part, at, shown)
        each.append(checked)
    return total, each
