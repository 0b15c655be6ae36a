"""The checker: the file to read in order to trust an answer.

It knows rules and certificates, and nothing of the solver. `check` says who wins and how far that
was looked into, or raises Refused with the reason. Scopes:

- exhaustive: every position that matters was visited, and play ends (see `reached`)
- local: every single move or cell was looked at, which is enough (see `local`)
- here: too large; only the answer that the certificate gives in this position was tried
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nimatron.certificates import forms, local, parts, reached
from nimatron.certificates.strategy import lost, winning
from nimatron.errors import Refused, UsageError
from nimatron.rules.protocol import Continuous, Piercing, Placement, Rules, Walk
from nimatron.rules.sums import Sum
from nimatron.values import Convention, Outcome

_CELLS = 40  # cells that a local proof may look at for each move that may be listed
_MOVES = 1000  # moves among which one must win, if not all positions were visited
_SCOPES = ("exhaustive", "local", "here")
_MISFITS = (UsageError, TypeError, ValueError, LookupError, AttributeError, ArithmeticError)


@dataclass(frozen=True)
class Checked:
    """What a certificate was found to show."""

    outcome: Outcome
    scope: str
    seen: int
    """How many positions were visited; moves or cells if the scope is local."""


def check(rules: Rules, position: Any, certificate: Any, limit: int = 20_000) -> Checked:
    """Verify a certificate for a position, listing no more than `limit` moves.

    A local proof looks at up to `_CELLS * limit` cells: it asks less of each.
    """
    try:
        return _check(rules, position, certificate, limit)
    except _MISFITS as e:
        # A map of cells of another kind, say: whoever wrote it did not mean these rules.
        raise Refused(f"the certificate does not fit: {' '.join(str(e).split())}") from e


def _check(rules: Rules, position: Any, certificate: Any, limit: int) -> Checked:
    normal, cells = certificate.convention is Convention.NORMAL, _CELLS * limit
    outcome, scope = Outcome.P, "exhaustive"
    match certificate:
        case forms.Kernel() | forms.NimSum():
            seen, every = reached.ruled(rules, position, certificate, limit)
            outcome = Outcome.P if lost(rules, position, certificate) else Outcome.N
            if not every and outcome is Outcome.N and not _found(rules, position, certificate):
                raise Refused(f"no move is given that wins in {rules.text(position)}")
        case forms.Mirror() if isinstance(rules, (Placement, Piercing)) and normal:
            scope = "local"
            seen, every = local.mirrored(rules, position, certificate.symmetry, cells)
        case forms.Mirror() if isinstance(rules, Continuous) and normal:
            seen, every = local.tried(rules, position, certificate.symmetry), False
        case forms.Pairing() if isinstance(rules, Walk) and normal:
            scope = "local"
            seen, every = local.paired(rules, position, certificate.pairs, cells)
        case forms.Mirror() | forms.Pairing() | forms.Table():
            seen, every = reached.answered(rules, position, certificate, limit)
            if not every and isinstance(certificate, forms.Table):
                raise Refused("there are too many moves to follow them all")
        case forms.Opening():
            return _opening(rules, position, certificate, limit)
        case forms.Stealing():
            outcome, scope = Outcome.N, "local"
            seen, every = local.stolen(rules, position, certificate, limit)
        case forms.Searched() if normal:
            won, seen = parts.searched(rules, position, certificate, cells)
            outcome, every = Outcome.N if won else Outcome.P, True
        case forms.Parts() if isinstance(rules, Sum) and rules.adds and normal:
            total, each = parts.added(rules, position, certificate, check, limit)
            outcome, every = Outcome.N if total else Outcome.P, True
            scope = max((part.scope for part in each), key=_SCOPES.index)
            seen = sum(part.seen for part in each)
        case _:
            raise Refused(f"no certificate: {certificate!r}")
    return Checked(outcome, scope if every else "here", seen)


def _found(rules: Rules, position: Any, certificate: Any) -> bool:
    """Whether the certificate gives a move that wins."""
    return bool(winning(rules, position, certificate, _MOVES)[0])


def _opening(rules: Rules, position: Any, opening: forms.Opening, limit: int) -> Checked:
    """The first move is legal, and what it leads to is shown to be lost."""
    move = rules.read_move(position, opening.move)
    then = check(rules, rules.play(position, move), opening.then, limit)
    if then.outcome is not Outcome.P or opening.then.convention is not opening.convention:
        raise Refused(f"after {opening.move} the position is not shown to be lost")
    return Checked(Outcome.N, then.scope, then.seen + 1)
