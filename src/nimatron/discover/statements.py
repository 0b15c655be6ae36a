"""Formulas about whole numbers as automata: what of the formula language can be decided.

Sums, fixed multiples, remainders and quotients by fixed numbers, comparisons, conditions, lists
that are looked up, powers of 2 and digit patterns. Anything else raises Unread.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nimatron.discover.automata import (
    Automaton,
    both,
    constant,
    either,
    linear,
    looked_up,
    negated,
    pattern,
    some,
    witness,
)

_LOWEST = 64  # how far below 0 a number may go before its remainder is taken
_LONGEST = 300  # entries of a list that is looked up


class Unread(Exception):
    """A formula that automata cannot read."""


@dataclass(frozen=True)
class Term:
    """A sum of multiples of tracks and a number."""

    factors: Mapping[str, int]
    plus: int = 0

    def scaled(self, by: int) -> Term:
        return Term({t: by * c for t, c in self.factors.items()}, by * self.plus)

    def added(self, other: Term) -> Term:
        tracks = {*self.factors, *other.factors}
        sums = {t: self.factors.get(t, 0) + other.factors.get(t, 0) for t in tracks}
        return Term(sums, self.plus + other.plus)

    def less(self, other: Term) -> Term:
        return self.added(other.scaled(-1))


@dataclass
class Reader:
    """Reads formulas; `names` are terms, whole numbers, tuples of them, or objects with fields."""

    base: int
    names: Mapping[str, Any]
    count: int = 0
    asides: list[tuple[str, Automaton]] = field(default_factory=list)
    """Further tracks that stand for quotients and remainders, each with what defines it."""

    # ---- conditions

    def condition(self, form: ast.expr) -> Automaton:
        match form:
            case ast.Constant(value=bool() as value):
                return constant(self.base, value)
            case ast.BoolOp(op=op, values=values):
                parts = [self.condition(value) for value in values]
                return both(*parts) if isinstance(op, ast.And) else either(*parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return negated(self.condition(operand))
            case ast.IfExp(test=test, body=yes, orelse=no):
                when = self.condition(test)
                return either(
                    both(when, self.condition(yes)), both(negated(when), self.condition(no))
                )
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = [left, *others]
                return both(
                    *(self._compared(sides[i], op, sides[i + 1]) for i, op in enumerate(ops))
                )
            case ast.Call(func=ast.Name(id="is_power_of_2"), args=[inner]):
                return self._of(inner, self._power_of_2)
            case ast.BinOp() | ast.Name() | ast.Attribute():  # a number: whether it is not 0
                return self._compared(form, ast.NotEq(), ast.Constant(0))
        raise Unread(ast.unparse(form))

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Automaton:
        digits = self._digit_pattern(left, op, right)
        if digits is not None:
            return digits
        if isinstance(op, (ast.In, ast.NotIn)) and isinstance(right, (ast.Tuple, ast.List)):
            parts = [self._compared(left, ast.Eq(), item) for item in right.elts]
            found = either(*parts) if parts else constant(self.base, False)
            return negated(found) if isinstance(op, ast.NotIn) else found
        if any(isinstance(node, (ast.IfExp, ast.Subscript)) for node in (left, right)):
            return self._through_value(left, op, right)
        return self.settled(lambda: self._order(self.term(left), op, self.term(right)))

    def _through_value(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Automaton:
        one, two = self._track(), self._track()
        first, second = self._sure(left, one), self._sure(right, two)
        order = self._order(Term({one: 1}), op, Term({two: 1}))
        return some([one], both(first, some([two], both(second, order))))

    def _sure(self, form: ast.expr, to: str) -> Automaton:
        """The value of a form that always has one from 0 on; below 0 tracks cannot tell it."""
        made = self.value(form, to)
        if witness(negated(some([to], made))) is not None:
            raise Unread(ast.unparse(form))
        return made

    def _order(self, one: Term, op: ast.cmpop, two: Term) -> Automaton:
        gap = one.less(two)
        match op:
            case ast.Eq():
                return linear(self.base, gap.factors, -gap.plus, equal=True)
            case ast.NotEq():
                return negated(linear(self.base, gap.factors, -gap.plus, equal=True))
            case ast.LtE():
                return linear(self.base, gap.factors, -gap.plus)
            case ast.Lt():
                return linear(self.base, gap.factors, -gap.plus - 1)
            case ast.GtE():
                return self._order(two, ast.LtE(), one)
            case ast.Gt():
                return self._order(two, ast.Lt(), one)
        raise Unread(ast.unparse(op))

    def settled(self, make: Callable[[], Automaton]) -> Automaton:
        """A condition together with the further tracks that its terms brought up."""
        before, self.asides = self.asides, []
        try:
            made = make()
            if not self.asides:
                return made
            tracks = [track for track, _ in self.asides]
            return some(tracks, both(made, *(defined for _, defined in self.asides)))
        finally:
            self.asides = before

    # ---- digits

    def _of(self, inner: ast.expr, made: Callable[[str], Automaton]) -> Automaton:
        """A condition on the digits of a term."""

        def of() -> Automaton:
            term, track = self.term(inner), self._track()
            same = self._order(Term({track: 1}), ast.Eq(), term)
            if witness(negated(some([track], same))) is not None:
                raise Unread("digits of what may be below 0")
            return some([track], both(same, made(track)))

        return self.settled(of)

    def _power_of_2(self, track: str) -> Automaton:
        if self.base != 2:
            raise Unread("powers of 2 in another base")
        return pattern(2, track, 0, lambda ones, d: min(2, int(str(ones)) + d), lambda s: s == 1)

    def _digit_pattern(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Automaton | None:
        if not isinstance(op, ast.Eq) or not isinstance(right, ast.Constant):
            return None
        wanted = right.value
        match left:
            case ast.BinOp(
                left=ast.Call(
                    func=ast.Name(id="sum"),
                    args=[
                        ast.Call(func=ast.Name(id="digits"), args=[inner, ast.Constant(value=base)])
                    ],
                ),
                op=ast.Mod(),
                right=ast.Constant(value=int() as m),
            ):
                if base != self.base:
                    raise Unread("digits in another base")
                return self._of(
                    inner,
                    lambda track: pattern(
                        self.base,
                        track,
                        0,
                        lambda total, d: (int(str(total)) + d) % m,
                        lambda total: total == wanted,
                    ),
                )
            case ast.BinOp(
                left=ast.Call(func=ast.Name(id="v2"), args=[inner]),
                op=ast.Mod(),
                right=ast.Constant(value=2),
            ):
                if self.base != 2:
                    raise Unread("powers of 2 in another base")
                return self._of(inner, lambda track: _low_zeros(track, wanted))
        return None

    # ---- numbers

    def value(self, form: ast.expr, to: str) -> Automaton:
        """That the number on a track is the value of a form."""
        match form:
            case ast.IfExp(test=test, body=yes, orelse=no):
                when = self.condition(test)
                return either(
                    both(when, self.value(yes, to)), both(negated(when), self.value(no, to))
                )
            case ast.Subscript(value=whole, slice=place):
                listed = self._list(whole)
                if isinstance(place, ast.Slice) or len(listed) > _LONGEST:
                    raise Unread(ast.unparse(form))
                here = self._track()
                listed_at = looked_up(self.base, here, to, listed)
                return some([here], both(self.value(place, here), listed_at))
            case ast.BinOp(left=one, op=ast.Add(), right=two) if self._looks_up(one, two):
                first, second = self._track(), self._track()
                total = Term({first: 1, second: 1})
                return some(
                    [first, second],
                    both(
                        self.value(one, first),
                        self.value(two, second),
                        self._order(Term({to: 1}), ast.Eq(), total),
                    ),
                )
        return self.settled(lambda: self._order(Term({to: 1}), ast.Eq(), self.term(form)))

    def _looks_up(self, *forms: ast.expr) -> bool:
        return any(isinstance(node, ast.Subscript) for form in forms for node in ast.walk(form))

    def _list(self, form: ast.expr) -> tuple[int, ...]:
        if isinstance(form, ast.Name) and isinstance(self.names.get(form.id), tuple):
            found = self.names[form.id]
        elif isinstance(form, ast.Tuple):
            found = tuple(_number(item) for item in form.elts)
        else:
            raise Unread(ast.unparse(form))
        if any(type(entry) is not int or entry < 0 for entry in found):
            raise Unread("a list with numbers below 0")
        return tuple(found)

    def term(self, form: ast.expr) -> Term:
        match form:
            case ast.Constant(value=int() as value) if type(value) is int:
                return Term({}, value)
            case ast.Name(id=name) if name in self.names:
                return self._named(self.names[name], name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in self.names:
                owner = self.names[name]
                if not isinstance(owner, Mapping) or attribute not in owner:
                    raise Unread(ast.unparse(form))
                return self._named(owner[attribute], attribute)
            case ast.Call(func=ast.Name(id="len"), args=[inner]):
                return Term({}, len(self._list(inner)))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.term(operand).scaled(-1)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.term(left).added(self.term(right))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return self.term(left).less(self.term(right))
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                one, two = self.term(left), self.term(right)
                if two.factors and one.factors:
                    raise Unread("a product of two numbers")
                return two.scaled(one.plus) if not one.factors else one.scaled(two.plus)
            case ast.BinOp(left=left, op=ast.Mod() | ast.FloorDiv() as op, right=right):
                by = self.term(right)
                if by.factors or by.plus < 1:
                    raise Unread("division by what is no fixed number")
                return self._divided(self.term(left), op, by.plus)
        raise Unread(ast.unparse(form))

    def _named(self, value: Any, name: str) -> Term:
        if isinstance(value, Term):
            return value
        if type(value) is int:
            return Term({}, value)
        raise Unread(name)

    def _divided(self, term: Term, op: ast.operator, by: int) -> Term:
        """The quotient or remainder as a track of its own.

        A term that may be below 0 is first raised by a multiple of the divisor.
        """
        if min([0, *term.factors.values()]) < 0 or term.plus < -_LOWEST:
            raise Unread("a remainder of what may be far below 0")
        raised = -(term.plus // by) if term.plus < 0 else 0
        quotient, remainder = self._track(), self._track()
        gap = term.added(Term({quotient: -by, remainder: -1}, raised * by))
        defined = both(
            linear(self.base, gap.factors, -gap.plus, equal=True),
            linear(self.base, {remainder: 1}, by - 1),
        )
        if isinstance(op, ast.Mod):
            self.asides.append((remainder, some([quotient], defined)))
            return Term({remainder: 1})
        self.asides.append((quotient, some([remainder], defined)))
        return Term({quotient: 1}, -raised)

    def _track(self) -> str:
        self.count += 1
        return f"_{self.count}"


def _number(form: ast.expr) -> int:
    value = ast.literal_eval(form)
    if type(value) is not int:
        raise Unread(ast.unparse(form))
    return value


def _low_zeros(track: str, parity: Any) -> Automaton:
    """A number above 0 that 2 divides an even, or an odd, number of times."""

    def step(state: Any, digit: int) -> Any:
        if isinstance(state, str):
            return state
        return ("yes" if state == parity else "no") if digit else 1 - state

    return pattern(2, track, 0, step, lambda state: state == "yes")


def parsed(text: str) -> ast.expr:
    """The form of a formula."""
    return ast.parse(text.strip(), mode="eval").body
