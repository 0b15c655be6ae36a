"""What was found, in words that a pupil understands."""

from __future__ import annotations

from typing import Any

from nimatron.certificates.explain import explain
from nimatron.certificates.forms import Certificate
from nimatron.discover.found import PROVED, Discovery, Report
from nimatron.errors import NimatronError
from nimatron.rules.protocol import Rules
from nimatron.values import Convention

_SHOWN = 14  # lines of an explained example


def lines(report: Report) -> list[str]:
    """The report, a paragraph or a line of a table each."""
    name, misere = report.game.name, report.convention is Convention.MISERE
    given = ", ".join(f"{k}={getattr(report.rules, k)}" for k in report.rules.parameters())
    head = f"{name}{f' ({given})' if given else ''}{', misère play' if misere else ''}"
    said = [f"{head}: {_count(len(report.found))}, after {report.solved} solved positions."]
    for one in report.found:
        said += ["", one.statement]
        if one.formula:
            said.append(f"  formula   {one.formula}")
        said.append(f"  status    {_status(one)}")
        said += _example(report, one)
    if report.dropped:
        said += ["", "Guesses that fitted the small sizes and fell later:"]
        said += [f"  {text}" for text in report.dropped]
    for note in report.notes:
        said += ["", f"Note: {note}."]
    return said


def _count(found: int) -> str:
    if not found:
        return "nothing was found"
    return "one strategy was found" if found == 1 else f"{found} strategies were found"


def _status(one: Discovery) -> str:
    if one.status == PROVED:
        return f"proved, by {one.reach}"
    return f"not proved; {one.reach}"


def _example(report: Report, one: Discovery) -> list[str]:
    """How a position is played, from the certificate; the start of the game or the last board."""
    found = example(report, one)
    if found is None:
        return []
    rules, position, certificate = found
    told = explain(rules, position, certificate)
    more = ["  ..."] if len(told) > _SHOWN else []
    return [f"  on {rules.text(position)}:", *(f"  {line}" for line in told[:_SHOWN]), *more]


def example(
    report: Report, one: Discovery, board: str | None = None
) -> tuple[Rules, Any, Certificate] | None:
    """A position with its certificate: the one that is asked for, or one to show."""
    boards = one.plan.get("boards")
    if board is None and boards:
        board = boards[min(len(boards) - 1, 6)]
    given = {name: getattr(report.rules, name) for name in report.rules.parameters()}
    try:
        if board is not None:
            rules, position = report.game.read(board, given)
        else:
            rules, position = report.rules, report.rules.start()
        certificate = one.claim(rules, position)
    except NimatronError:
        return None
    return (rules, position, certificate) if certificate is not None else None
