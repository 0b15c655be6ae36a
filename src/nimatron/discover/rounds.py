"""From where on a formula of one number repeats, and with which period, by how it is written.

A remainder repeats; a comparison with a fixed number comes to rest; and what is made of such parts
repeats with them. So two things that repeat are equal for all numbers if they are equal over one
common round.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any

from nimatron.errors import FormulaError
from nimatron.formulas import Formula


@dataclass(frozen=True)
class Round:
    """The value at n and at n + period is the same for all n from `first` on."""

    first: int
    period: int

    def joined(self, other: Round) -> Round:
        return Round(max(self.first, other.first), lcm(self.period, other.period))


_STILL = Round(0, 1)


class Endless(Exception):
    """A formula that does not repeat, or of which that cannot be seen."""


def round_of(form: ast.expr, name: str, constants: Mapping[str, Any]) -> Round:
    """The round of a formula whose only number is `name`."""

    def among(*forms: ast.expr) -> Round:
        found = _STILL
        for one in forms:
            found = found.joined(round_of(one, name, constants))
        return found

    match form:
        case ast.Constant():
            return _STILL
        case ast.Name(id=known) if known in constants:
            return _STILL
        case ast.Tuple(elts=items):
            return among(*items)
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            by, (factor, _) = _number(right, name, constants), _line(left, name, constants)
            if by < 1:
                raise Endless
            return Round(0, by) if factor else _STILL
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            try:
                return among(left, right)
            except Endless:
                return _at_rest(left, op, right, name, constants)
        case ast.Subscript(value=whole, slice=place) if not isinstance(place, ast.Slice):
            return among(whole, place)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return among(operand)
        case ast.BoolOp(values=values):
            return among(*values)
        case ast.Call(func=ast.Name(id="len"), args=[inner]):
            return among(inner)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.BitXor(), right=right):
            return among(left, right)
        case ast.IfExp(test=test, body=yes, orelse=no):
            when = among(test)
            if when.period > 1:
                return when.joined(among(yes, no))
            chosen = Formula(ast.unparse(test))(**{**constants, name: when.first})
            return when.joined(among(yes if chosen else no))
    raise Endless


def _at_rest(
    left: ast.expr, op: ast.cmpop, right: ast.expr, name: str, constants: Mapping[str, Any]
) -> Round:
    """A comparison of two lines: beyond the place where they meet it is always the same."""
    if isinstance(op, (ast.In, ast.NotIn)) and isinstance(right, ast.Tuple):
        rests = [_at_rest(left, ast.Eq(), item, name, constants) for item in right.elts]
        return Round(max([0, *(rest.first for rest in rests)]), 1)
    if not isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)):
        raise Endless
    (a, b), (c, d) = _line(left, name, constants), _line(right, name, constants)
    slope, gap = a - c, d - b  # they meet where slope * n = gap
    return Round(max(0, gap // slope + 2), 1) if slope else _STILL


def _line(form: ast.expr, name: str, constants: Mapping[str, Any]) -> tuple[int, int]:
    """Factor and constant of a form factor * n + constant."""
    match form:
        case ast.Constant(value=int() as value):
            return 0, value
        case ast.Name(id=known) if known == name:
            return 1, 0
        case ast.Name(id=known) if type(constants.get(known)) is int:
            return 0, constants[known]
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=known)]) if isinstance(
            constants.get(known), tuple
        ):
            return 0, len(constants[known])
        case ast.BinOp(left=left, op=op, right=right):
            (a, b), (c, d) = _line(left, name, constants), _line(right, name, constants)
            if isinstance(op, ast.Add):
                return a + c, b + d
            if isinstance(op, ast.Sub):
                return a - c, b - d
            if isinstance(op, ast.Mult) and not a * c:
                return a * d + c * b, b * d
    raise Endless


def _number(form: ast.expr, name: str, constants: Mapping[str, Any]) -> int:
    factor, value = _line(form, name, constants)
    if factor:
        raise Endless
    return value


def same_for_ever(
    formula: str, name: str, constants: Mapping[str, Any], first: int, period: int, most: int
) -> range:
    """The numbers over which the formula must be compared with something that repeats with a
    period from `first` on, to be compared for ever; empty if these are too many or unknown."""
    try:
        own = round_of(ast.parse(formula.strip(), mode="eval").body, name, constants)
    except (Endless, FormulaError):
        return range(0)
    whole = own.joined(Round(first, period))
    end = whole.first + whole.period
    return range(end) if end <= most else range(0)
