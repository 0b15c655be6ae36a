"""Proofs for all sizes by a finite argument; where there is none, no word of proof.

- Automata: what the moves of one number are, and what the formula says, can both be read by finite
  automata over digits; then the two laws of a kernel, or of a nimber, are decided for all numbers.
- Windows: under a finite code or set the nimbers repeat for ever once a long enough window of them
  comes again; then a formula that repeats too is compared over finitely many numbers.
"""

from __future__ import annotations

from itertools import islice
from math import lcm
from typing import Any

from nimatron.certificates.forms import Kernel, NimSum
from nimatron.discover.automata import Automaton, both, either, linear, negated, some, witness
from nimatron.discover.moves_read import Moves, read_moves
from nimatron.discover.statements import Reader, Term, Unread, parsed
from nimatron.errors import NimatronError, TooLarge
from nimatron.formulas import Formula
from nimatron.rules.heaps import Heaps
from nimatron.rules.protocol import Rules
from nimatron.values import Convention, mex

_BASES = (2, 3)
_MOST_COMPARED = 100_000
_MOST_TAKEN = 64
_AUTOMATA = (
    "a finite argument: the moves and the formula are read by automata over the digits in base"
    " {base}, and no number, however large, breaks a law"
)
_WINDOW = (
    "a finite argument: the nimbers repeat for ever with period {period} from {first} on, since a"
    " window long enough comes again, and the formula agrees over a whole round"
)


def proof(rules: Rules, rule: Kernel | NimSum) -> str:
    """The argument by which a formula about one number is true for all numbers; or nothing."""
    names = _one_number(rules, rule)
    if names is None:
        return ""
    moves = read_moves(rules)
    if "head" in rule.constants:
        by_window = _by_window(rules, rule, moves)
        if by_window:
            return by_window
    if moves is not None:
        for base in _BASES:
            try:
                if _by_automata(moves, rule, names, base):
                    return _AUTOMATA.format(base=base)
            except (Unread, TooLarge, NimatronError):
                continue
    return _by_window(rules, rule, moves)


def _one_number(rules: Rules, rule: Kernel | NimSum) -> str | None:
    """The name of the one number that the formula speaks of."""
    if isinstance(rules, Heaps):
        return "n"
    return "position" if type(rules).variables is Rules.variables else None


def _by_automata(moves: Moves, rule: Kernel | NimSum, name: str, base: int) -> bool:
    def reader(track: str) -> Reader:
        numbers.append(0)
        return Reader(base, {**rule.constants, name: Term({track: 1})}, 1000 * len(numbers))

    numbers: list[int] = []
    # From n there is a move to m: something is taken that is no more than n.
    n, m = Term({"n": 1}), Term({"m": 1})
    step = both(
        _at_least(base, "n", moves.least),
        _at_least(base, "m", 0 if moves.parts else moves.least),
        linear(base, {"m": 1, "n": -1}, 0),
        moves.taken(Reader(base, {}, 10), n, n.less(m)),
    )
    if witness(both(step, linear(base, {"m": 1, "n": -1}, 0, equal=True))) is not None:
        return False  # a move that takes nothing
    more = both(
        _at_least(base, "n", moves.least),
        _at_least(base, "m", 1),
        moves.taken(Reader(base, {}, 20), n, n.added(m)),
    )
    if not moves.cut and witness(more) is not None:
        return False  # a move that takes more than there is
    if isinstance(rule, Kernel):
        return _kernel_laws(moves, rule, reader, step, base)
    return _value_laws(moves, rule, reader, step, base)


def _kernel_laws(moves: Moves, rule: Kernel, reader: Any, step: Automaton, base: int) -> bool:
    form = parsed(rule.losing)
    lost_n, lost_m = reader("n").condition(form), reader("m").condition(form)
    over = negated(some(["m"], step))
    there = _at_least(base, "n", moves.least)
    if rule.convention is Convention.MISERE:
        if witness(both(there, over, lost_n)) is not None:
            return False
        stuck = both(
            there, negated(lost_n), negated(over), negated(some(["m"], both(step, lost_m)))
        )
    else:
        stuck = both(there, negated(lost_n), negated(some(["m"], both(step, lost_m))))
    return witness(both(step, lost_n, lost_m)) is None and witness(stuck) is None


def _value_laws(moves: Moves, rule: NimSum, reader: Any, step: Automaton, base: int) -> bool:
    form = parsed(rule.value)
    there = _at_least(base, "n", max(moves.least, 1) if moves.parts else moves.least)
    here = reader("n").value(form, "g")
    left_g, left_h = reader("m").value(form, "g"), reader("m").value(form, "h")
    if moves.parts:  # an empty heap is nothing
        left_g, left_h = (_or_empty(base, left, to) for left, to in ((left_g, "g"), (left_h, "h")))
    if witness(both(there, negated(some(["g"], here)))) is not None:
        return False  # a number without a value
    if witness(both(there, step, here, left_g)) is not None:
        return False  # a move that keeps the value
    smaller = linear(base, {"h": 1, "g": -1}, -1)
    reached = some(["m"], both(step, left_h))
    return witness(both(there, here, smaller, negated(reached))) is None


def _or_empty(base: int, left: Automaton, to: str) -> Automaton:
    empty = linear(base, {"m": 1}, 0, equal=True)
    return either(
        both(empty, linear(base, {to: 1}, 0, equal=True)), both(_at_least(base, "m", 1), left)
    )


def _at_least(base: int, track: str, least: int) -> Automaton:
    return linear(base, {track: -1}, -least)


def _by_window(rules: Rules, rule: Kernel | NimSum, moves: Moves | None) -> str:
    if not isinstance(rules, Heaps) or not isinstance(rule, NimSum):
        return ""
    found = _repeats(rules) or _repeats_later(rules, moves)
    if found is None:
        return ""
    values, first, period = found
    round_length = _repeats_by_form(rule)
    if round_length is None:
        return ""
    begin, length = round_length
    whole = lcm(period, length)
    end = max(first, begin) + whole
    if end > _MOST_COMPARED:
        return ""
    formula = Formula(rule.value)
    for n in range(max(1, rules.least), end):
        true = values[n] if n < len(values) else values[first + (n - first) % period]
        if formula(**{**rules.variables((n,)), **rule.constants}) != true:
            return ""
    return _WINDOW.format(period=period, first=first)


def _repeats(rules: Heaps) -> tuple[tuple[int, ...], int, int] | None:
    """Nimbers, with the beginning and length of a period that is proved by its window."""
    from nimatron.rules.codes import read_code
    from nimatron.rules.periods import octal_period, subtraction_period

    code = rules.heap_code()
    if code is None:
        return None
    kind, _, words = code.partition(":")
    if kind == "subtract" and words.replace(",", "").isdecimal():
        found = subtraction_period(tuple(map(int, words.split(","))))
    elif kind[:1].isdecimal() and not words:
        found = octal_period(read_code(code))
    else:
        return None
    return None if found is None else (found.head, found.first, found.period)


def _repeats_later(rules: Heaps, moves: Moves | None) -> tuple[tuple[int, ...], int, int] | None:
    """The same where from some number on the same numbers may be taken: that this is so for all
    larger numbers is decided by automata, and then a window of nimbers that comes again decides."""
    from nimatron.rules.heaps import Taking
    from nimatron.rules.periods import repeats

    if moves is None or not moves.parts or not isinstance(rules, Taking):
        return None
    for power in range(10):
        start = 1 << power
        takes = list(islice(rules.takes(start), _MOST_TAKEN + 1))
        if not takes or len(takes) > _MOST_TAKEN:
            continue
        if takes != list(range(takes[0], takes[-1] + 1)) or not _goes_on(moves, start, takes):
            continue
        values: list[int] = []
        for n in range(start + 8 * takes[-1] * takes[-1] + 64):
            taken = list(rules.takes(n))
            if any(not 0 < t <= n for t in taken):
                return None
            values.append(mex(values[n - t] for t in taken))
        found = repeats(values[start:], takes[-1])
        if found is not None:
            first = start + found.first
            return tuple(values[: first + found.period]), first, found.period
    return None


def _goes_on(moves: Moves, start: int, takes: list[int]) -> bool:
    """Whether all numbers from `start` on allow just these numbers, a run, to be taken."""
    reader = Reader(2, {}, 30)
    try:
        taken = moves.taken(reader, Term({"n": 1}), Term({"t": 1}))
        run = both(_at_least(2, "t", takes[0]), linear(2, {"t": 1}, takes[-1]))
        other = either(both(taken, negated(run)), both(run, negated(taken)))
        return witness(both(_at_least(2, "n", start), other)) is None
    except (Unread, TooLarge):
        return False


def _repeats_by_form(rule: NimSum) -> tuple[int, int] | None:
    """From where and with which length a formula repeats, by how it is written."""
    import re

    first, period = rule.constants.get("first"), rule.constants.get("period")
    if type(first) is int and type(period) is int and "head[first + (" in rule.value:
        return first + 1, period
    found = re.fullmatch(r"n % (\d+)", rule.value) or re.fullmatch(
        r"\([\d, ]+\)\[n % (\d+)\]", rule.value
    )
    return (0, int(found[1])) if found else None
