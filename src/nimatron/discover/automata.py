"""Finite automata over the digits of several numbers at once: a proof for all numbers.

Numbers are read from the lowest digit, in one base, each on a track of its own, with as many zeros
behind as one likes. What can be said with sums, fixed multiples, comparisons, remainders and digit
patterns is read by a finite automaton, and "and", "or", "not" and "there is" lead to automata
again; so whether some numbers make a statement true is decided by looking at finitely many states
(Büchi 1960). States are made as they are met.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from nimatron.errors import TooLarge

State = Hashable
Digits = dict[str, int]
_DEAD = "dead"
_MOST_STATES = 60_000
_SECONDS = 12.0


@dataclass(frozen=True, eq=False)
class Automaton:
    """Reads digits of its tracks; what other tracks there are does not matter to it."""

    base: int
    tracks: tuple[str, ...]
    start: State
    step: Callable[[State, Digits], State]
    accepts: Callable[[State], bool]
    memory: dict[tuple[State, tuple[int, ...]], State] = field(default_factory=dict)

    def after(self, state: State, digits: Digits) -> State:
        key = (state, tuple([digits[track] for track in self.tracks]))
        found = self.memory.get(key)
        if found is None:
            if len(self.memory) > 20 * _MOST_STATES:
                raise TooLarge("the automaton has too many states")
            found = self.memory[key] = self.step(state, digits)
        return found


def linear(base: int, terms: Mapping[str, int], most: int, *, equal: bool = False) -> Automaton:
    """Whether the sum of multiples of numbers is at most (or just) a number.

    The state is what the digits that are still to come may add up to.
    """
    factors = {track: c for track, c in terms.items() if c}

    def step(left: State, digits: Digits) -> State:
        if left == _DEAD:
            return _DEAD
        assert isinstance(left, int)
        rest = left - sum(c * digits[track] for track, c in factors.items())
        if equal and rest % base:
            return _DEAD
        return rest // base

    def accepts(left: State) -> bool:
        return isinstance(left, int) and (left == 0 if equal else left >= 0)

    return Automaton(base, tuple(sorted(factors)), most, step, accepts)


def pattern(
    base: int,
    track: str,
    start: State,
    step: Callable[[State, int], State],
    accepts: Callable[[State], bool],
) -> Automaton:
    """A condition on the digits of one number."""
    return Automaton(base, (track,), start, lambda s, digits: step(s, digits[track]), accepts)


def constant(base: int, value: bool) -> Automaton:
    return Automaton(base, (), value, lambda s, digits: s, bool)


def both(*parts: Automaton) -> Automaton:
    return _joined(parts, all)


def either(*parts: Automaton) -> Automaton:
    return _joined(parts, any)


def _joined(parts: Sequence[Automaton], join: Callable[[list[bool]], bool]) -> Automaton:
    tracks = tuple(sorted({track for part in parts for track in part.tracks}))

    def step(states: State, digits: Digits) -> State:
        assert isinstance(states, tuple)
        return tuple([p.after(s, digits) for p, s in zip(parts, states, strict=True)])

    def accepts(states: State) -> bool:
        assert isinstance(states, tuple)
        return join([p.accepts(s) for p, s in zip(parts, states, strict=True)])

    return Automaton(parts[0].base, tracks, tuple(p.start for p in parts), step, accepts)


def negated(part: Automaton) -> Automaton:
    return Automaton(
        part.base, part.tracks, part.start, part.after, lambda state: not part.accepts(state)
    )


def some(tracks: Sequence[str], part: Automaton) -> Automaton:
    """There are numbers on these tracks for which the automaton accepts.

    The number that is there may be longer than the others: then zeros are read on the tracks that
    are left.
    """
    hidden = [track for track in part.tracks if track in tracks]
    if not hidden:
        return part
    left = tuple(track for track in part.tracks if track not in tracks)
    choices = [
        dict(zip(hidden, values, strict=True))
        for values in product(range(part.base), repeat=len(hidden))
    ]
    zeros = dict.fromkeys(left, 0)
    known: dict[State, bool] = {}

    def step(states: State, digits: Digits) -> State:
        assert isinstance(states, frozenset)
        return frozenset(part.after(s, {**digits, **choice}) for s in states for choice in choices)

    def accepts(states: State) -> bool:
        assert isinstance(states, frozenset)
        return any(reaches(state) for state in states)

    def reaches(state: State) -> bool:
        if state not in known:
            met, waiting = {state}, [state]
            found = False
            for at in waiting:
                if part.accepts(at):
                    found = True
                    break
                for choice in choices:
                    after = part.after(at, {**zeros, **choice})
                    if after not in met:
                        met.add(after)
                        waiting.append(after)
            known[state] = found
        return known[state]

    return Automaton(part.base, left, frozenset({part.start}), step, accepts)


def witness(part: Automaton, most: int = _MOST_STATES) -> dict[str, int] | None:
    """Small numbers that the automaton accepts; None if there are none at all.

    TooLarge if it has too many states to look at all of them.
    """
    met = {part.start}
    waiting: list[tuple[State, int, tuple[int, ...]]] = [(part.start, 0, (0,) * len(part.tracks))]
    choices = list(product(range(part.base), repeat=len(part.tracks)))
    began = time.monotonic()
    for state, length, numbers in waiting:
        if time.monotonic() - began > _SECONDS:
            raise TooLarge("the automaton takes too long")
        if part.accepts(state):
            return dict(zip(part.tracks, numbers, strict=True))
        for choice in choices:
            after = part.after(state, dict(zip(part.tracks, choice, strict=True)))
            if after not in met:
                met.add(after)
                if len(met) > most:
                    raise TooLarge("the automaton has too many states")
                weight = part.base**length
                longer = tuple(n + d * weight for n, d in zip(numbers, choice, strict=True))
                waiting.append((after, length + 1, longer))
    return None
