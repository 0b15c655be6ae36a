"""Claims against brute force, on every small position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from nimatron.certificates.check import check
from nimatron.certificates.forms import NimSum
from nimatron.certificates.strategy import value, winning
from nimatron.errors import NimatronError
from nimatron.game import Claim, Game
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Limits
from nimatron.solve.search import Found, search
from nimatron.values import Convention

_REACHED = 150  # positions looked at from each small start
_CHECK_MOVES = 300_000
_LIMITS = Limits(positions=2_000_000, seconds=120, data="off")  # nothing that was saved is believed


@dataclass
class Report:
    """What brute force says of one claim."""

    game: str
    claim: Claim
    bound: int
    """How large the small positions were that it was tried from."""
    applied: int = 0
    """Positions on which the claim said something."""
    seen: int = 0
    counterexample: str = ""

    @property
    def status(self) -> str:
        if self.counterexample:
            return "false"
        return "holds" if self.applied else "never applied"


@dataclass
class Brute:
    """Positions that were solved without any claim, kept while one game is verified."""

    found: dict[tuple[int, Convention, Any], Found] = field(default_factory=dict)
    kept: list[Rules] = field(default_factory=list)

    def solve(self, rules: Rules, position: Any, convention: Convention) -> Found:
        key = (id(rules), convention, position)
        if key not in self.found:
            self.kept.append(rules)  # so that no other rules get the same identity
            self.found[key] = search(rules, position, convention, _LIMITS)
        return self.found[key]


def positions(rules: Rules, start: Any, most: int = _REACHED) -> Iterator[Any]:
    """A start and what can be reached from it, breadth first, at most so many."""
    seen, queue = {start}, [start]
    for at in queue:
        yield at
        for move in rules.moves(at):
            if len(queue) >= most:
                break
            option = rules.after(at, move)
            if option not in seen:
                seen.add(option)
                queue.append(option)


def verify(
    game: Game,
    bound: int | None = None,
    progress: Callable[[str], None] = lambda where: None,
) -> list[Report]:
    """Try every claim of a game on all small positions and what can be reached from them."""
    reports = [Report(game.slug, claim, bound or game.test_to) for claim in game.claims]
    brute, tried = Brute(), set[tuple[Rules, Any]]()
    for rules, start in game.small(bound):
        progress(f"{game.slug} {rules.text(start)}")
        for position in positions(rules, start):
            if (rules, position) in tried:
                continue
            tried.add((rules, position))
            for report in reports:
                if not report.counterexample:
                    _try(report, rules, position, brute)
    return reports


def _try(report: Report, rules: Rules, position: Any, brute: Brute) -> None:
    claim = report.claim
    report.seen += 1
    certificate = claim(rules, position)
    if certificate is None:
        return
    report.applied += 1
    true = brute.solve(rules, position, claim.convention)
    try:
        checked = check(rules, position, certificate, _CHECK_MOVES)
        wrong = ""
        if checked.outcome is not true.outcome:
            wrong = f"it says {checked.outcome}, brute force {true.outcome}"
        elif isinstance(certificate, NimSum) and true.grundy is not None:
            said = value(rules, position, certificate)
            if said != true.grundy:
                wrong = f"it says nimber {said}, brute force {true.grundy}"
        wrong = wrong or _wrong_moves(rules, position, certificate, true)
    except NimatronError as e:
        wrong = str(e)
    if wrong:
        named = ", ".join(f"{name}={given}" for name, given in rules.fields().items())
        where = f"{rules.text(position)}" + (f" ({named})" if named else "")
        report.counterexample = f"{where}: {wrong}"


def _wrong_moves(rules: Rules, position: Any, certificate: Any, true: Found) -> str:
    """Where the winning moves that a certificate gives are not those of brute force."""
    moves, every = winning(rules, position, certificate, _CHECK_MOVES)
    for move in moves:
        if move not in true.winning:
            return f"{rules.move_text(position, move)} does not win"
    if every and set(moves) != set(true.winning):
        missed = next(move for move in true.winning if move not in moves)
        return f"{rules.move_text(position, missed)} wins too, but is not given"
    return ""
