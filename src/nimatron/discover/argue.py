"""Proofs for all sizes by a finite argument; where there is none, no word of proof.

- Automata: what the moves of one number are, and what the formula says, can both be read by finite
  automata over digits; then the two laws of a kernel, or of a nimber, are decided for all numbers.
- Windows: under a finite code or set the nimbers repeat for ever once a long enough window of them
  comes again; then a formula that repeats too is compared over a common round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from nimatron.certificates.forms import Kernel, NimSum
from nimatron.discover.automata import Automaton, both, either, linear, negated, some, witness
from nimatron.discover.moves_read import Moves, keeps, read_moves
from nimatron.discover.rounds import same_for_ever
from nimatron.discover.statements import Reader, Term, Unread, parsed
from nimatron.errors import NimatronError, TooLarge
from nimatron.formulas import Formula
from nimatron.rules.heaps import Heaps, Piles, Subtraction, TakeAndBreak
from nimatron.rules.protocol import Rules
from nimatron.values import Convention, mex

_BASES = (2, 3)
_MOST_COMPARED = 100_000
_MOST_TAKEN = 64
_MOST_VALUES = 30_000
_AUTOMATA = (
    "a finite argument: the moves and the formula are read by automata over the digits in base"
    " {base}, and no number, however large, breaks a law"
)
_WINDOW = (
    "a finite argument: the {what} repeat for ever with period {period} from {first} on, since a"
    " window long enough comes again, and the formula agrees over a whole round"
)


def proof(rules: Rules, rule: Kernel | NimSum) -> str:
    """The argument by which a formula about one number is true for all numbers; or nothing."""
    name = _one_number(rules)
    if name is None:
        return ""
    moves = read_moves(rules)
    if "head" in rule.constants:
        by_window = _by_window(rules, rule, name, moves)
        if by_window:
            return by_window
    if moves is not None:
        for base in _BASES:
            try:
                if _by_automata(moves, rule, name, base):
                    return _AUTOMATA.format(base=base)
            except (Unread, TooLarge, NimatronError):
                continue
    return _by_window(rules, rule, name, moves)


def _one_number(rules: Rules) -> str | None:
    """The name of the one number that a formula speaks of."""
    if isinstance(rules, Heaps):
        return "n" if keeps(rules, Piles, "variables") and "n" not in rules.fields() else None
    return "position" if keeps(rules, Rules, "variables") else None


# ---- automata


def _by_automata(moves: Moves, rule: Kernel | NimSum, name: str, base: int) -> bool:
    if not sound(moves, base):
        return False
    step = _step(moves, base)
    # The value of an empty heap is 0 whatever the formula says; who wins there it must say.
    lowest = 1 if moves.parts and isinstance(rule, NimSum) else 0
    there = _at_least(base, "n", _floor(moves, step, lowest, base))
    if isinstance(rule, Kernel):
        return _kernel_laws(rule, name, both(there, step), there, base)
    return _value_laws(moves, rule, name, both(there, step), there, base)


def sound(moves: Moves, base: int) -> bool:
    """Whether every move takes at least 1 and no more than there is, whatever the number."""
    n, m = Term({"n": 1}), Term({"m": 1})
    some_m = _at_least(base, "m", 1)
    nothing = moves.taken(Reader(base, {}, 20), n, Term({}, 0))
    adding = both(some_m, moves.taken(Reader(base, {}, 20), n, m.scaled(-1)))
    more = both(some_m, moves.taken(Reader(base, {}, 20), n, n.added(m)))
    wrong = [nothing, adding] if moves.cut else [nothing, adding, more]
    return all(witness(one) is None for one in wrong)


def _step(moves: Moves, base: int) -> Automaton:
    """That a move leads from n to m."""
    n, m = Term({"n": 1}), Term({"m": 1})
    fewer = linear(base, {"m": 1, "n": -1}, -1)
    return both(fewer, moves.taken(Reader(base, {}, 10), n, n.less(m)))


def _floor(moves: Moves, step: Automaton, lowest: int, base: int) -> int:
    """From where on the laws are asked: from the least number on if play never goes below it."""
    below = both(
        step,
        _at_least(base, "n", moves.least),
        _at_least(base, "m", lowest),
        linear(base, {"m": 1}, moves.least - 1),
    )
    return lowest if witness(below) is not None else max(moves.least, lowest)


def _reader(rule: Kernel | NimSum, name: str, base: int, track: str) -> Reader:
    place = 1000 * (1 + "nm".index(track))
    return Reader(base, {**rule.constants, name: Term({track: 1})}, place)


def _kernel_laws(rule: Kernel, name: str, step: Automaton, there: Automaton, base: int) -> bool:
    form = parsed(rule.losing)
    lost_n = _reader(rule, name, base, "n").condition(form)
    lost_m = _reader(rule, name, base, "m").condition(form)
    wrong = [both(step, lost_n, lost_m)]
    stuck = both(there, negated(lost_n), negated(some(["m"], both(step, lost_m))))
    if rule.convention is Convention.MISERE:
        over = negated(some(["m"], step))
        wrong += [both(there, over, lost_n), both(stuck, negated(over))]
    else:
        wrong.append(stuck)
    return all(witness(one) is None for one in wrong)


def _value_laws(
    moves: Moves, rule: NimSum, name: str, step: Automaton, there: Automaton, base: int
) -> bool:
    form = parsed(rule.value)
    here = _reader(rule, name, base, "n").value(form, "g")
    left = _reader(rule, name, base, "m")
    left_g, left_h = left.value(form, "g"), left.value(form, "h")
    if moves.parts:  # an empty heap is nothing
        left_g, left_h = (_or_empty(base, one, to) for one, to in ((left_g, "g"), (left_h, "h")))
    if witness(both(there, negated(some(["g"], here)))) is not None:
        return False  # a number without a value
    if witness(both(both(step, left_g), here)) is not None:
        return False  # a move that keeps the value
    smaller = linear(base, {"h": 1, "g": -1}, -1)
    reached = some(["m"], both(step, left_h))
    return witness(both(there, here, both(smaller, negated(reached)))) is None


def _or_empty(base: int, left: Automaton, to: str) -> Automaton:
    empty = linear(base, {"m": 1}, 0, equal=True)
    return either(
        both(empty, linear(base, {to: 1}, 0, equal=True)), both(_at_least(base, "m", 1), left)
    )


def _at_least(base: int, track: str, least: int) -> Automaton:
    return linear(base, {track: -1}, -least)


# ---- windows


@dataclass(frozen=True)
class _Known:
    """Nimbers, or in misère play 1 for won and 0 for lost, that repeat for ever."""

    head: Sequence[int]
    first: int
    period: int

    def at(self, n: int) -> int:
        if n < len(self.head):
            return self.head[n]
        return self.head[self.first + (n - self.first) % self.period]


def _by_window(rules: Rules, rule: Kernel | NimSum, name: str, moves: Moves | None) -> str:
    misere = rule.convention is Convention.MISERE
    heaps = isinstance(rules, Heaps)
    known = None if misere or not isinstance(rules, Heaps) else _repeats(rules)
    if known is None and moves is not None:
        known = _repeats_later(rules, moves, misere)
    if known is None:
        return ""
    formula = rule.losing if isinstance(rule, Kernel) else rule.value
    compared = same_for_ever(
        formula, name, rule.constants, known.first, known.period, _MOST_COMPARED
    )
    if not compared:
        return ""
    asked = Formula(formula)
    start = 1 if heaps and isinstance(rule, NimSum) else 0
    for n in range(start, len(compared)):
        try:
            told = asked(**{**rule.constants, name: n})
        except NimatronError:
            return ""
        if isinstance(rule, Kernel):
            if bool(told) is not (known.at(n) == 0):
                return ""
        elif type(told) is not int or told != known.at(n):
            return ""
    what = "outcomes" if misere else "nimbers"
    return _WINDOW.format(what=what, period=known.period, first=known.first)


def _repeats(rules: Heaps) -> _Known | None:
    """Nimbers of a finite code or set whose moves are those of the library, with a period that is
    proved by its window."""
    from nimatron.rules.codes import read_code
    from nimatron.rules.periods import octal_period, subtraction_period

    if not keeps(rules, Heaps, "moves", "after", "components", "parts"):
        return None
    if isinstance(rules, Subtraction) and keeps(rules, Subtraction, "takes", "breaks"):
        found = subtraction_period(rules.take) if isinstance(rules.take, tuple) else None
    elif isinstance(rules, TakeAndBreak) and keeps(rules, TakeAndBreak, "breaks"):
        found = octal_period(read_code(rules.code))
    else:
        return None
    return None if found is None else _Known(found.head, found.first, found.period)


def _repeats_later(rules: Rules, moves: Moves, misere: bool) -> _Known | None:
    """The same where from some number on the same numbers may be taken: that this is so for all
    larger numbers is decided by automata, and then a window of values that comes again decides."""
    from nimatron.rules.periods import repeats

    taken = _taken(rules, moves)
    for power in range(12):
        start = 1 << power
        takes = taken(start)
        if takes and len(takes) <= _MOST_TAKEN and _goes_on(moves, start, takes):
            break
    else:
        return None
    values: list[int] = []
    most, size = takes[-1], start + 8 * takes[-1] + 64
    while size * len(takes) <= _MOST_VALUES * 8:
        while len(values) < size:
            n = len(values)
            left = [values[n - t] for t in taken(n)]
            values.append(int(not left or 0 in left) if misere else mex(left))
        found = repeats(values[start:], most)
        if found is not None:
            first = start + found.first
            return _Known(values[: first + found.period], first, found.period)
        size *= 2
    return None


def _taken(rules: Rules, moves: Moves) -> Callable[[int], list[int]]:
    """What may be taken from a number, rising, as the rules list it."""

    def taken(n: int) -> list[int]:
        position = (n,) if moves.parts else n
        after = (
            rules.after(position, move)
            for move in islice(rules.moves(position), 8 * _MOST_TAKEN + n)
        )
        return sorted({n - (to[0] if moves.parts else to) for to in after})

    return taken


def _goes_on(moves: Moves, start: int, takes: list[int]) -> bool:
    """Whether all numbers from `start` on allow just these numbers to be taken."""
    try:
        if not sound(moves, 2):
            return False
        reader = Reader(2, {}, 30)
        taken = moves.taken(reader, Term({"n": 1}), Term({"t": 1}))
        these = either(*(linear(2, {"t": 1}, t, equal=True) for t in takes))
        if moves.cut:
            taken = both(taken, linear(2, {"t": 1, "n": -1}, 0))
        other = either(both(taken, negated(these)), both(these, negated(taken)))
        return witness(both(_at_least(2, "n", start), other)) is None
    except (Unread, TooLarge):
        return False
