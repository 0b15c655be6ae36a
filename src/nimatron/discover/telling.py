"""What was found, in words that a pupil understands."""

from __future__ import annotations

from nimatron.certificates.explain import explain
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
    said = [
        f"{head}: {_count(len(report.found))}, after {report.solved} solved positions, in"
        f" {report.seconds:.1f} s."
    ]
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
    rules, position = _where(report, one)
    if rules is None:
        return []
    try:
        certificate = one.claim(rules, position)
        told = explain(rules, position, certificate) if certificate else []
    except NimatronError:
        return []
    if not told:
        return []
    more = ["  ..."] if len(told) > _SHOWN else []
    return [f"  on {rules.text(position)}:", *(f"  {line}" for line in told[:_SHOWN]), *more]


def _where(report: Report, one: Discovery) -> tuple[Rules | None, object]:
    boards = one.plan.get("boards")
    try:
        if boards:
            text = boards[min(len(boards) - 1, 6)]
            given = {name: getattr(report.rules, name) for name in report.rules.parameters()}
            return report.game.read(text, given)
        return report.rules, report.rules.start()
    except NimatronError:
        return None, None
