"""Small positions with their true outcomes: what every guess is measured against."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from nimatron.errors import NimatronError, TooLarge
from nimatron.rules.protocol import Rules
from nimatron.solve.acyclic import Nimbers
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.loopy import LoopySolution
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome

Progress = Callable[[str], None]
_MOST_SIZES = 400
_LISTING = 12.0  # seconds of work that listing may take, here as everywhere whatever else runs
_LOOKS = 64  # positions between two looks at the clock
_SECOND_LOOK = Limits(positions=1500, seconds=1.0, moves=20_000)
_LONGEST = 4  # numbers in a position that is guessed to be a tuple
_BAD = (NimatronError, TypeError, ValueError, LookupError, AttributeError, ArithmeticError)


class Truth:
    """Outcomes and nimbers from the rules alone, kept while one game is looked at."""

    def __init__(self, convention: Convention, limits: Limits) -> None:
        self.convention = convention
        self._pieces = Pieces(Meter(limits))
        self._nimbers = Nimbers(self._pieces)
        self._outcomes = Outcomes(self._pieces, convention)
        self._limits = limits
        self._loopy: dict[tuple[int, Any], Outcome] = {}
        self._kept: list[Rules] = []

    def begin(self, seconds: float) -> None:
        """From now on the limits count anew, with so many seconds; what is known stays known."""
        self._limits = replace(self._limits, seconds=seconds)
        self._pieces.meter = Meter(self._limits)

    def nimber(self, rules: Rules, position: Any) -> int | None:
        """The nimber; None where there is none: in misère play, and if play may go round."""
        if rules.loopy or self.convention is Convention.MISERE:
            return None
        try:
            return self._nimbers.of(rules, position)
        except Loop:
            return None

    def outcome(self, rules: Rules, position: Any) -> Outcome:
        """Who wins."""
        value = self.nimber(rules, position)
        if value is not None:
            return Outcome.N if value else Outcome.P
        if not rules.loopy:
            try:
                return self._outcomes.of(rules, position)
            except Loop:
                pass
        key = (id(rules), position)
        if key not in self._loopy:
            self._kept.append(rules)  # so that no other rules get the same identity
            meter = Meter(self._limits)
            solution = LoopySolution(rules, position, self.convention, meter)
            self._loopy[key] = solution.of(position).outcome
        return self._loopy[key]


def contradicted(rules: Rules, position: Any, outcome: Outcome) -> bool:
    """Whether a search of a small position says something else; False if it is too large.

    A certificate may rest on what rules declare of themselves; here the moves alone speak."""
    truth = Truth(Convention.NORMAL, _SECOND_LOOK)
    try:
        return truth.outcome(rules, position) is not outcome
    except TooLarge:
        return False


@dataclass(frozen=True)
class Solved:
    """A position with what is true of it; `size` tells the round in which it was listed."""

    size: int
    rules: Rules
    position: Any
    lost: bool
    nimber: int | None = None
    names: dict[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, eq=False)
class _One:
    """Stands for rules that cannot be hashed, such as a dataclass that is not frozen."""

    rules: Rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _One) and self.rules is other.rules

    def __hash__(self) -> int:
        return id(self.rules)


def told_apart(rules: Rules) -> Any:
    """The rules, or what stands for them, in a set."""
    try:
        hash(rules)
    except TypeError:
        return _One(rules)
    return rules


def positions(rules: Rules) -> Iterator[tuple[int, Rules, Any]]:
    """Small positions, the smaller sizes first, each once, with its size.

    Rules that list no small positions of their own are tried with numbers, or tuples of numbers,
    in the form that their start has.
    """
    met = set[tuple[Any, Any]]()
    own = type(rules).small is not Rules.small
    began, looked = time.thread_time(), 0
    for size in range(0 if not own else 1, _MOST_SIZES):
        fresh = 0
        for pair in rules.small(size) if own else _guessed(rules, size):
            looked += 1
            if looked % _LOOKS == 0 and time.thread_time() - began > _LISTING:
                raise TooLarge("listing the small positions takes too long")
            known = told_apart(pair[0]), pair[1]
            if known not in met:
                met.add(known)
                fresh += 1
                yield size, *pair
        if not fresh and size > 40:
            return


def _guessed(rules: Rules, size: int) -> Iterator[tuple[Rules, Any]]:
    shape = _shape(rules)
    if shape == 0:
        values: Iterator[Any] = iter((size,))
    elif shape is None:
        values = iter(())
        if size == 0:
            try:
                yield rules, rules.start()
            except NimatronError:
                return
    else:
        values = (t for t in product(range(size + 1), repeat=shape) if sum(t) == size)
    for value in values:
        if accepted(rules, value):
            yield rules, value


def _shape(rules: Rules) -> int | None:
    """0 if positions are numbers, else how many numbers they have; None if they are not such."""
    try:
        start = rules.start()
    except NimatronError:
        start = None
    if type(start) is int:
        return 0
    if isinstance(start, tuple) and start and all(type(x) is int for x in start):
        return len(start)
    if start is not None:
        return None
    if _plays(rules, 5):
        return 0
    return next((n for n in range(2, _LONGEST + 1) if _plays(rules, (3,) * n)), None)


def _plays(rules: Rules, position: Any) -> bool:
    """Whether some move leads to a position of the same form."""
    try:
        rules.check(position)
        options = [rules.after(position, move) for move in rules.moves(position)]
    except _BAD:
        return False
    return bool(options) and all(
        type(option) is type(position)
        and (type(option) is int or len(option) == len(position))
        and all(x >= 0 for x in (option if isinstance(option, tuple) else (option,)))
        for option in options
    )


def accepted(rules: Rules, value: Any) -> bool:
    """Whether a value is a position of the rules."""
    try:
        rules.check(value)
    except _BAD:
        return False
    return True


def solved(
    truth: Truth,
    listed: Iterator[tuple[int, Rules, Any]],
    *,
    most: int,
    seconds: float,
    progress: Progress,
    largest: int | None = None,
) -> list[Solved]:
    """Positions with their outcomes, whole sizes only, until there are enough of them."""
    found: list[Solved] = []
    began, last = time.thread_time(), -1
    truth.begin(3 * seconds)  # by the clock, for other work may slow this down
    try:
        for size, rules, position in listed:
            if largest is not None and size > largest:
                return found
            if size != last:
                if len(found) >= most or time.thread_time() - began > seconds:
                    return found
                last = size
                progress(f"solving size {size} ({len(found)} positions)")
            elif time.thread_time() - began > 2 * seconds or len(found) > 4 * most:
                break
            outcome = truth.outcome(rules, position)
            value = truth.nimber(rules, position)
            lost = outcome is Outcome.P
            found.append(Solved(size, rules, position, lost, value, rules.variables(position)))
    except TooLarge:
        pass
    whole = [one for one in found if one.size < last]
    return whole or found
