"""Slow twins that anyone can see are right: the definitions, word for word."""

from __future__ import annotations

from typing import Any

from nimatron.rules.protocol import Rules
from nimatron.values import Convention, Outcome


def reached(rules: Rules, start: Any, most: int = 10**9) -> list[Any]:
    """Every position that can be reached, ends last where play is finite."""
    found, queue = {start}, [start]
    for at in queue:
        for move in rules.moves(at):
            option = rules.after(at, move)
            if option not in found and len(queue) < most:
                found.add(option)
                queue.append(option)
    return queue


def options(rules: Rules, at: Any) -> list[Any]:
    return [rules.after(at, move) for move in rules.moves(at)]


def grundy(rules: Rules, at: Any, known: dict[Any, int] | None = None) -> int:
    """The least number that no option has (short games only: it recurses)."""
    known = {} if known is None else known
    if at not in known:
        values = {grundy(rules, option, known) for option in options(rules, at)}
        known[at] = next(g for g in range(len(values) + 1) if g not in values)
    return known[at]


def verdicts(rules: Rules, start: Any, convention: Convention) -> dict[Any, tuple[Outcome, int]]:
    """Outcome and length of every position from which somebody can force the end, by rounds.

    A position is won in d moves if some option is lost in d - 1 and none sooner; lost in d if all
    options are won, the slowest in d - 1. Whatever no round settles is a draw.
    """
    places = reached(rules, start)
    below = {at: options(rules, at) for at in places}
    known: dict[Any, tuple[Outcome, int]] = {}
    length = 0
    while True:
        fresh: dict[Any, tuple[Outcome, int]] = {}
        for at in places:
            if at in known:
                continue
            told = [known[option] for option in below[at] if option in known]
            if not below[at]:
                fresh[at] = convention.at_the_end, 0
            elif any(outcome is Outcome.P for outcome, _ in told):
                fresh[at] = Outcome.N, length
            elif len(told) == len(below[at]):
                fresh[at] = Outcome.P, length
        if not fresh:
            return known
        known.update(fresh)
        length += 1


def is_finite(rules: Rules, start: Any) -> bool:
    """Whether play from here always ends: positions whose options all end are taken away."""
    left = set(reached(rules, start))
    while True:
        ended = {at for at in left if not any(option in left for option in options(rules, at))}
        if not ended:
            return not left
        left -= ended
