"""Proofs by visiting every position that can be reached.

Each gives how many positions were visited, and whether those were all: `limit` says how many moves
may be listed. That play ends is shown too, by a graph without cycles or by a number that falls.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from nimatron.certificates.forms import Certificate, Kernel, NimSum
from nimatron.certificates.strategy import LONG, length, lost, number, reply, value
from nimatron.errors import Refused
from nimatron.rules.protocol import Rules
from nimatron.values import Convention, mex

Graph = dict[Any, list[Any]]
"""The positions that were visited, and where each may lead to."""


def ruled(rules: Rules, position: Any, rule: Kernel | NimSum, limit: int) -> tuple[int, bool]:
    """The law of a kernel or nim sum holds in every position."""
    add = isinstance(rule, NimSum) and not rules.loopy
    if isinstance(rule, NimSum) and rule.convention is Convention.MISERE:
        raise Refused("nim sums decide normal play only")
    if rules.loopy and not rule.falls:
        raise Refused("loopy rules need a number that falls")
    graph: Graph = {}
    stack = list(rules.components(position)) if add else [position]
    limit //= 1 + max(map(length, stack), default=0) // LONG
    while stack:
        at = stack.pop()
        if at in graph:
            continue
        options = [rules.after(at, move) for move in islice(rules.moves(at), limit)]
        limit -= len(options) + 1
        if limit <= 0:
            return len(graph), False
        (_value_law if add else _kernel_law)(rules, at, options, rule)
        graph[at] = [p for q in options for p in rules.components(q)] if add else options
        stack += graph[at]
    if not rule.falls and not _ends(graph):
        raise Refused("play may go on for ever, and no number is given that falls")
    return len(graph), True


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


def _value_law(rules: Rules, at: Any, options: list[Any], rule: Any) -> None:
    """The value of a component is the least that no option has."""
    given, true = value(rules, at, rule), mex(value(rules, option, rule) for option in options)
    if given != true:
        raise Refused(f"the value of {rules.text(at)} is {true} by its options, not {given}")


def answered(rules: Rules, position: Any, certificate: Certificate, limit: int) -> tuple[int, bool]:
    """Every move has a reply, and so on for ever, until the other cannot move."""
    misere = certificate.convention is Convention.MISERE
    graph: Graph = {}
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


def _ends(graph: Graph) -> bool:
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
