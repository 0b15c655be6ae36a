"""The checker: the file to read in order to trust an answer.

It knows rules and certificates, and nothing of the solver. `check` says who wins and how far that
was looked into, or raises Refused with the reason. Scopes:

- exhaustive: every position that matters was visited, and play ends
- local: every single move or cell was looked at, which is enough (see `local`)
- here: too large; only the answer that the certificate gives in this position was tried
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from nimatron.certificates import forms, local, parts
from nimatron.certificates.strategy import LONG, length, lost, number, reply, value, winning
from nimatron.errors import Refused, UsageError
from nimatron.rules.protocol import Continuous, Piercing, Placement, Rules, Walk
from nimatron.rules.sums import Sum
from nimatron.values import Convention, Outcome, mex

_CELLS = 40  # cells that a local proof may look at for each move that may be listed
_SCOPES = ("exhaustive", "local", "here")


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
    misere = certificate.convention is Convention.MISERE
    try:
        match certificate:
            case forms.Kernel() | forms.NimSum():
                return _rule(rules, position, certificate, limit)
            case forms.Mirror() if isinstance(rules, (Placement, Piercing)) and not misere:
                cells = _CELLS * limit
                seen, every = local.mirrored(rules, position, certificate.symmetry, cells)
                return Checked(Outcome.P, "local" if every else "here", seen)
            case forms.Mirror() if isinstance(rules, Continuous) and not misere:
                seen = local.tried(rules, position, certificate.symmetry)
                return Checked(Outcome.P, "here", seen)
            case forms.Pairing() if isinstance(rules, Walk) and not misere:
                cells = _CELLS * limit
                seen, every = local.paired(rules, position, certificate.pairs, cells)
                return Checked(Outcome.P, "local" if every else "here", seen)
            case forms.Mirror() | forms.Pairing() | forms.Table():
                seen, every = _replies(rules, position, certificate, limit)
                if not every and isinstance(certificate, forms.Table):
                    raise Refused("there are too many moves to follow them all")
                return Checked(Outcome.P, "exhaustive" if every else "here", seen)
            case forms.Opening():
                return _opening(rules, position, certificate, limit)
            case forms.Stealing():
                seen, every = local.stolen(rules, position, certificate, limit)
                return Checked(Outcome.N, "local" if every else "here", seen)
            case forms.Searched() if not misere:
                won, seen = parts.searched(rules, position, certificate, _CELLS * limit)
                return Checked(Outcome.N if won else Outcome.P, "exhaustive", seen)
            case forms.Parts() if isinstance(rules, Sum) and rules.adds and not misere:
                total, each = parts.added(rules, position, certificate, check, limit)
                scope = max((part.scope for part in each), key=_SCOPES.index)
                seen = sum(part.seen for part in each)
                return Checked(Outcome.N if total else Outcome.P, scope, seen)
    except (UsageError, TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as e:
        # A map of cells of another kind, say: whoever wrote it did not mean these rules.
        raise Refused(f"the certificate does not fit: {' '.join(str(e).split())}") from e
    raise Refused(f"no certificate: {certificate!r}")


def _rule(rules: Rules, position: Any, rule: Any, limit: int) -> Checked:
    """A kernel or nim sum: its law holds in every position that can be reached."""
    add = isinstance(rule, forms.NimSum) and not rules.loopy
    if isinstance(rule, forms.NimSum) and rule.convention is Convention.MISERE:
        raise Refused("nim sums decide normal play only")
    if rules.loopy and not rule.falls:
        raise Refused("loopy rules need a number that falls")
    graph: dict[Any, list[Any]] = {}
    stack = list(rules.components(position)) if add else [position]
    limit //= 1 + max(map(length, stack), default=0) // LONG
    while stack:
        at = stack.pop()
        if at in graph:
            continue
        options = [rules.after(at, move) for move in islice(rules.moves(at), limit)]
        limit -= len(options) + 1
        if limit <= 0:
            break
        (_value_law if add else _kernel_law)(rules, at, options, rule)
        graph[at] = [p for q in options for p in rules.components(q)] if add else options
        stack += graph[at]
    if limit > 0 and not rule.falls and not _ends(graph):
        raise Refused("play may go on for ever, and no number is given that falls")
    outcome = Outcome.P if lost(rules, position, rule) else Outcome.N
    if outcome is Outcome.N and limit <= 0 and not winning(rules, position, rule, 1000)[0]:
        raise Refused(f"no move is given that wins in {rules.text(position)}")
    return Checked(outcome, "exhaustive" if limit > 0 else "here", len(graph))


def _kernel_law(rules: Rules, at: Any, options: list[Any], rule: Any) -> None:
    """From a lost position no move leads to a lost one; from any other some move does."""
    where = rules.text(at)
    if not options:
        if lost(rules, at, rule) is (rule.convention is Convention.MISERE):
            raise Refused(f"the game is over in {where}, and the rule says the opposite")
    elif not lost(rules, at, rule):
        if not any(lost(rules, option, rule) for option in options):
            raise Refused(f"no move leads from {where} to a lost position")
    else:
        for option in options:
            if lost(rules, option, rule):
                raise Refused(f"a move leads from {where} to {rules.text(option)}, both lost")
            if rule.falls and not any(
                lost(rules, back, rule) and number(rules, back, rule) < number(rules, at, rule)
                for back in (rules.after(option, move) for move in rules.moves(option))
            ):
                raise Refused(f"from {where} to {rules.text(option)}: no reply makes it fall")


def _value_law(rules: Rules, at: Any, options: list[Any], rule: forms.NimSum) -> None:
    """The value of a component is the least that no option has."""
    given, true = value(rules, at, rule), mex(value(rules, option, rule) for option in options)
    if given != true:
        raise Refused(f"the value of {rules.text(at)} is {true} by its options, not {given}")


def _replies(rules: Rules, position: Any, certificate: Any, limit: int) -> tuple[int, bool]:
    """There is a reply to every move, for ever, and play ends; how many positions were visited,
    and whether those were all."""
    misere = certificate.convention is Convention.MISERE
    graph: dict[Any, list[Any]] = {}
    stack = [position]
    limit //= 1 + length(position) // LONG
    while stack:
        at = stack.pop()
        if at in graph:
            continue
        moves = list(islice(rules.moves(at), limit + 1))
        limit -= len(moves)
        if misere and not moves:
            raise Refused(f"the game is over in {rules.text(at)}, so who is to move has won")
        graph[at] = []
        for move in moves:
            met = rules.after(at, move)
            if misere and not any(True for _ in rules.moves(met)):
                continue  # who made this move has lost
            graph[at].append(rules.play(met, reply(rules, certificate, at, move, met)))
        if limit < 0:
            return len(graph), False
        stack += graph[at]
    if not _ends(graph):
        raise Refused("play may go on for ever")
    return len(graph), True


def _ends(graph: dict[Any, list[Any]]) -> bool:
    """Whether a graph has no cycle: peel off whatever nothing leads to."""
    entering = dict.fromkeys(graph, 0)
    for options in graph.values():
        for option in options:
            entering[option] += 1
    free = [at for at, count in entering.items() if not count]
    for at in free:
        for option in graph[at]:
            entering[option] -= 1
            if not entering[option]:
                free.append(option)
    return len(free) == len(graph)


def _opening(rules: Rules, position: Any, opening: forms.Opening, limit: int) -> Checked:
    move = rules.read_move(position, opening.move)
    then = check(rules, rules.play(position, move), opening.then, limit)
    if then.outcome is not Outcome.P or opening.then.convention is not opening.convention:
        raise Refused(f"after {opening.move} the position is not shown to be lost")
    return Checked(Outcome.N, then.scope, then.seen + 1)
