"""What the moves of one number are, for every number: read from declarations or from the source.

A proof for all numbers needs the moves of all of them, not only those that were listed. They are
known where the rules declare a finite or named set of what may be taken, and where `takes` (or
`moves`, of rules whose position is one number) is a single `return range(...)` of terms that
automata can read. Anything else is left unread, and then nothing is proved.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nimatron.discover.automata import Automaton, both, either, linear, negated, pattern, some
from nimatron.discover.statements import Reader, Term, Unread
from nimatron.rules.heaps import Heaps, Subtraction, Taking
from nimatron.rules.protocol import Rules

Join = Callable[..., Automaton]

_READS = ("range", "min", "max")


@dataclass(frozen=True)
class Moves:
    """The moves of one number n: to n - t, for the numbers t that `taken` describes."""

    least: int
    """The smallest number there is."""
    parts: bool
    """Whether positions are heaps of such numbers, and an empty heap is nothing."""
    taken: Callable[[Reader, Term, Term], Automaton]
    """For n and t: whether t may be taken from n."""
    cut: bool = False
    """Whether what is more than n is left out, as the rules do for a set of numbers."""


def read_moves(rules: Rules) -> Moves | None:
    """The moves of one number, if they can be read."""
    if isinstance(rules, Heaps):
        return _heaps(rules)
    if type(rules).components is not Rules.components or rules.loopy:
        return None
    bounds = _range_of(type(rules).moves, rules)
    if bounds is None or not _takes_away(type(rules).after):
        return None
    return Moves(0, False, bounds)


def _heaps(rules: Heaps) -> Moves | None:
    kind = type(rules)
    plain = (
        kind.moves is Heaps.moves
        and kind.after is Heaps.after
        and kind.components is Heaps.components
    )
    if not plain or not isinstance(rules, Taking) or kind.breaks is not Taking.breaks:
        return None
    takes = type(rules).takes
    if takes is Subtraction.takes and isinstance(rules, Subtraction):
        if rules.take == "powers-of-2":
            return Moves(rules.least, True, _powers, cut=True)
        if isinstance(rules.take, tuple):
            return Moves(rules.least, True, _listed(rules.take), cut=True)
        return None
    bounds = _range_of(takes, rules)
    return None if bounds is None else Moves(rules.least, True, bounds)


def _listed(take: tuple[int, ...]) -> Callable[[Reader, Term, Term], Automaton]:
    return lambda reader, n, t: either(
        *(linear(reader.base, t.factors, s - t.plus, equal=True) for s in take)
    )


def _powers(reader: Reader, n: Term, t: Term) -> Automaton:
    if reader.base != 2:
        raise Unread("powers of 2 in another base")
    gap = t.less(Term({"_power": 1}))
    ones = pattern(2, "_power", 0, lambda s, d: min(2, int(str(s)) + d), lambda s: s == 1)
    return some(["_power"], both(linear(2, gap.factors, -gap.plus, equal=True), ones))


def _range_of(function: Any, rules: Rules) -> Callable[[Reader, Term, Term], Automaton] | None:
    """The bounds of the one range that a method returns."""
    read = _single_return(function)
    if read is None:
        return None
    arguments, value = read
    match value:
        case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if 1 <= len(args) <= 2:
            low, high = (ast.Constant(0), args[0]) if len(args) == 1 else (args[0], args[1])
        case _:
            return None
    if len(arguments) != 2:
        return None
    me, number = arguments
    own = {**getattr(rules, "__dict__", {}), **rules.fields()}
    fields = {name: value for name, value in own.items() if type(value) is int}

    def bounds(reader: Reader, n: Term, t: Term) -> Automaton:
        inner = Reader(reader.base, {number: n, me: fields}, reader.count)
        made = both(_at_least(inner, t, low), _below(inner, t, high))
        reader.count = inner.count
        return made

    return bounds


def _below(reader: Reader, t: Term, form: ast.expr) -> Automaton:
    """t < form, where the form may hold `min`, `max` and conditions."""
    return _bound(reader, t, form, lambda t, high: t.added(Term({}, 1)).less(high), both, either)


def _at_least(reader: Reader, t: Term, form: ast.expr) -> Automaton:
    """form <= t."""
    return _bound(reader, t, form, lambda t, low: low.less(t), either, both)


def _bound(
    reader: Reader, t: Term, form: ast.expr, gap: Any, for_min: Join, for_max: Join
) -> Automaton:
    def again(t: Term, part: ast.expr) -> Automaton:
        return _bound(reader, t, part, gap, for_min, for_max)

    match form:
        case ast.Call(func=ast.Name(id="min"), args=parts, keywords=[]) if len(parts) > 1:
            return for_min(*(again(t, part) for part in parts))
        case ast.Call(func=ast.Name(id="max"), args=parts, keywords=[]) if len(parts) > 1:
            return for_max(*(again(t, part) for part in parts))
        case ast.IfExp(test=test, body=yes, orelse=no):
            when = reader.condition(test)
            return either(both(when, again(t, yes)), both(negated(when), again(t, no)))
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int() as plus)):
            return again(t.added(Term({}, -plus)), left)
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Constant(value=int() as minus)):
            return again(t.added(Term({}, minus)), left)

    def compared() -> Automaton:
        difference: Term = gap(t, reader.term(form))
        return linear(reader.base, difference.factors, -difference.plus)

    return reader.settled(compared)


def _takes_away(function: Any) -> bool:
    """Whether `after` is the position less the move."""
    read = _single_return(function)
    if read is None or len(read[0]) != 3:
        return False
    (_, position, move), value = read
    match value:
        case ast.BinOp(left=ast.Name(id=one), op=ast.Sub(), right=ast.Name(id=two)):
            return one == position and two == move
    return False


def _single_return(function: Any) -> tuple[list[str], ast.expr] | None:
    """The arguments of a method and the one thing that it returns, if that is all it does."""
    if not inspect.isfunction(function) or function.__closure__ is not None:
        return None
    if any(name in function.__globals__ for name in _READS):
        return None  # `range` may be something else there
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        return None
    defined = tree.body[0]
    signature = defined.args
    plain = not (
        signature.vararg or signature.kwarg or signature.kwonlyargs or signature.posonlyargs
    )
    if defined.decorator_list or not plain or signature.defaults:
        return None
    body = [
        line
        for line in defined.body
        if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
    ]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        return None
    return [argument.arg for argument in signature.args], body[0].value
