"""Finite automata over the digits of several numbers at once: a proof for all numbers.

Numbers are read from the lowest digit, in one base, each on a track of its own, with as many zeros
behind as one likes. What can be said with sums, fixed multiples, comparisons, remainders and digit
patterns is read by a finite automaton, and "and", "or", "not" and "there is" lead to automata
again; so whether some numbers make a statement true is decided by looking at finitely many states
(Büchi 1960). Every automaton is made as small as it can be, so that the next one stays small too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product

from nimatron.errors import TooLarge

State = Hashable
Symbol = tuple[int, ...]
"""A digit for each track."""
_MOST_STEPS = 400_000  # states times symbols of one automaton, before it is made small
_DEAD = "dead"


@dataclass(frozen=True, eq=False)
class Automaton:
    """Reads digits of its tracks; what other tracks there are does not matter to it.

    It begins in state 0. What it accepts does not change with further zeros.
    """

    base: int
    tracks: tuple[str, ...]
    """In alphabetical order."""
    rows: tuple[tuple[int, ...], ...]
    """For each state where each symbol leads; the symbols in the order of `symbols`."""
    accepts: tuple[bool, ...]


def symbols(base: int, tracks: Sequence[str]) -> list[Symbol]:
    """All symbols of these tracks, the last track counting fastest."""
    return list(product(range(base), repeat=len(tracks)))


def _made(
    base: int,
    tracks: Sequence[str],
    start: State,
    step: Callable[[State, int], State],
    accepts: Callable[[State], bool],
) -> Automaton:
    """The smallest automaton that does the same; `step` takes the place of a symbol."""
    width = base ** len(tracks)
    numbers: dict[State, int] = {start: 0}
    waiting, rows = [start], list[list[int]]()
    for state in waiting:
        row = []
        for symbol in range(width):
            to = step(state, symbol)
            number = numbers.get(to)
            if number is None:
                number = numbers[to] = len(numbers)
                waiting.append(to)
            row.append(number)
        rows.append(row)
        if len(waiting) * width > _MOST_STEPS:
            raise TooLarge("the automaton has too many states")
    return _smallest(base, tuple(tracks), rows, [accepts(state) for state in waiting])


def _smallest(
    base: int, tracks: tuple[str, ...], rows: list[list[int]], accepts: list[bool]
) -> Automaton:
    """States that no word tells apart become one (Moore's refinement)."""
    kinds = [int(accepted) for accepted in accepts]
    count = len(set(kinds))
    while True:
        known: dict[tuple[int, ...], int] = {}
        finer = [
            known.setdefault((kinds[state], *[kinds[to] for to in row]), len(known))
            for state, row in enumerate(rows)
        ]
        if len(known) == count:
            break
        kinds, count = finer, len(known)
    # `finer` numbers the kinds in the order of their first state, so that state 0 stays 0.
    first = {kind: state for state, kind in reversed(list(enumerate(finer)))}
    chosen = [first[kind] for kind in range(count)]
    return Automaton(
        base,
        tracks,
        tuple(tuple(finer[to] for to in rows[state]) for state in chosen),
        tuple(accepts[state] for state in chosen),
    )


def linear(base: int, terms: Mapping[str, int], most: int, *, equal: bool = False) -> Automaton:
    """Whether the sum of multiples of numbers is at most (or just) a number.

    The state is what the digits that are still to come may add up to.
    """
    tracks = sorted(track for track, c in terms.items() if c)
    sums = [
        sum(terms[track] * digit for track, digit in zip(tracks, symbol, strict=True))
        for symbol in symbols(base, tracks)
    ]

    def step(left: State, symbol: int) -> State:
        if not isinstance(left, int):
            return _DEAD
        rest = left - sums[symbol]
        return _DEAD if equal and rest % base else rest // base

    def accepts(left: State) -> bool:
        return isinstance(left, int) and (left == 0 if equal else left >= 0)

    return _made(base, tracks, most, step, accepts)


def pattern(
    base: int,
    track: str,
    start: State,
    step: Callable[[State, int], State],
    accepts: Callable[[State], bool],
) -> Automaton:
    """A condition on the digits of one number; further zeros must not change it."""
    return _made(base, [track], start, step, accepts)


def looked_up(base: int, place: str, entry: str, listed: Sequence[int]) -> Automaton:
    """That the number on one track is the entry of a list at the place on the other."""
    order = sorted([place, entry])

    def step(left: State, symbol: int) -> State:
        assert isinstance(left, frozenset)
        digits = dict(zip(order, divmod(symbol, base), strict=True))
        return frozenset(
            (p // base, e // base)
            for p, e in left
            if (p % base, e % base) == (digits[place], digits[entry])
        )

    def accepts(left: State) -> bool:
        return isinstance(left, frozenset) and (0, 0) in left

    return _made(base, order, frozenset(enumerate(listed)), step, accepts)


def constant(base: int, value: bool) -> Automaton:
    return Automaton(base, (), ((0,),), (value,))


def both(*parts: Automaton) -> Automaton:
    return reduce(lambda one, two: _joined(one, two, lambda p, q: p and q), parts)


def either(*parts: Automaton) -> Automaton:
    return reduce(lambda one, two: _joined(one, two, lambda p, q: p or q), parts)


def negated(part: Automaton) -> Automaton:
    return Automaton(part.base, part.tracks, part.rows, tuple(not one for one in part.accepts))


def _joined(one: Automaton, two: Automaton, join: Callable[[bool, bool], bool]) -> Automaton:
    tracks = sorted({*one.tracks, *two.tracks})
    first, second = (_places(tracks, part) for part in (one, two))
    size = len(two.rows)

    def step(state: State, symbol: int) -> State:
        assert isinstance(state, int)
        p, q = divmod(state, size)
        return one.rows[p][first[symbol]] * size + two.rows[q][second[symbol]]

    def accepts(state: State) -> bool:
        assert isinstance(state, int)
        p, q = divmod(state, size)
        return join(one.accepts[p], two.accepts[q])

    return _made(one.base, tracks, 0, step, accepts)


def _places(tracks: Sequence[str], part: Automaton) -> list[int]:
    """For each symbol of the tracks, the place of the symbol that a part of them makes."""
    return [
        sum(
            digit * part.base ** (len(part.tracks) - 1 - part.tracks.index(track))
            for track, digit in zip(tracks, symbol, strict=True)
            if track in part.tracks
        )
        for symbol in symbols(part.base, tracks)
    ]


def some(tracks: Sequence[str], part: Automaton) -> Automaton:
    """There are numbers on these tracks for which the automaton accepts.

    The number that is there may be longer than the others: then zeros are read on the tracks that
    are left.
    """
    left = [track for track in part.tracks if track not in tracks]
    if len(left) == len(part.tracks):
        return part
    choices: list[list[int]] = [[] for _ in symbols(part.base, left)]
    kept = _places(part.tracks, Automaton(part.base, tuple(left), (), ()))
    for place, shown in enumerate(kept):
        choices[shown].append(place)
    ends = {state for state, accepted in enumerate(part.accepts) if accepted}
    while True:  # whatever leads to an end while zeros are read elsewhere is an end
        more = {
            state
            for state, row in enumerate(part.rows)
            if state not in ends and any(row[place] in ends for place in choices[0])
        }
        if not more:
            break
        ends |= more

    def step(states: State, symbol: int) -> State:
        assert isinstance(states, frozenset)
        return frozenset(part.rows[state][place] for state in states for place in choices[symbol])

    def accepts(states: State) -> bool:
        assert isinstance(states, frozenset)
        return not ends.isdisjoint(states)

    return _made(part.base, left, frozenset({0}), step, accepts)


def witness(part: Automaton) -> dict[str, int] | None:
    """Small numbers that the automaton accepts; None if there are none at all."""
    listed = symbols(part.base, part.tracks)
    met = {0}
    waiting = [(0, 0, (0,) * len(part.tracks))]
    for state, length, numbers in waiting:
        if part.accepts[state]:
            return dict(zip(part.tracks, numbers, strict=True))
        for symbol, to in zip(listed, part.rows[state], strict=True):
            if to not in met:
                met.add(to)
                weight = part.base**length
                longer = tuple(n + d * weight for n, d in zip(numbers, symbol, strict=True))
                waiting.append((to, length + 1, longer))
    return None


def accepted(part: Automaton, numbers: Mapping[str, int]) -> bool:
    """Whether the automaton accepts these numbers."""
    state, left = 0, [numbers[track] for track in part.tracks]
    while any(left):
        place = 0
        for n in left:
            place = place * part.base + n % part.base
        state, left = part.rows[state][place], [n // part.base for n in left]
    return part.accepts[state]
