"""What the moves of one number are, for every number: read from declarations or from the source.

A proof for all numbers needs the moves of all of them, not only those that were listed. They are
known where the rules declare a finite or named set of what may be taken, and where `takes` (or
`moves`, of rules whose position is one number) does nothing but return a range, or the numbers of a
range or list that meet a condition, in terms that automata can read. The source must be that of the
function that runs: it is compiled again and compared. Anything else is left unread, and then
nothing is proved.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType
from typing import Any

from nimatron.discover.automata import (
    Automaton,
    both,
    constant,
    either,
    linear,
    negated,
    pattern,
    some,
)
from nimatron.discover.statements import Reader, Term, Unread
from nimatron.rules.heaps import Heaps, Subtraction, Taking
from nimatron.rules.protocol import Rules

Join = Callable[..., Automaton]
Condition = Callable[[Reader, Term, Term], Automaton]
"""For terms n and t: whether t is one of the numbers that a method gives for n."""

_READS = ("range", "min", "max")
"""The functions that a source may call: what they mean is known."""


@dataclass(frozen=True)
class Moves:
    """The moves of one number n: to n - t, for the numbers t that `taken` describes."""

    least: int
    """The smallest number there is."""
    parts: bool
    """Whether positions are heaps of such numbers, and an empty heap is nothing."""
    taken: Condition
    """For n and t: whether t may be taken from n."""
    cut: bool = False
    """Whether what is more than n is left out, as the rules do for a set of numbers."""


def read_moves(rules: Rules) -> Moves | None:
    """The moves of one number, if they can be read."""
    if isinstance(rules, Heaps):
        return _heaps(rules)
    if not keeps(rules, Rules, "components", "parts") or rules.loopy:
        return None
    given = _given_by(rules, "moves")
    how = _follows(rules)
    if given is None or how is None:
        return None
    if how == "less":
        return Moves(0, False, given)
    return Moves(0, False, lambda reader, n, t: given(reader, n, n.less(t)))


def keeps(rules: Rules, family: type, *names: str) -> bool:
    """Whether the rules have these methods just as a family of rules wrote them."""
    return _plain_attributes(rules) and all(
        inspect.getattr_static(rules, name, None) is inspect.getattr_static(family, name)
        for name in names
    )


def _heaps(rules: Heaps) -> Moves | None:
    plain = keeps(rules, Heaps, "moves", "after", "components", "parts")
    if not plain or not isinstance(rules, Taking) or not keeps(rules, Taking, "breaks"):
        return None
    if isinstance(rules, Subtraction) and keeps(rules, Subtraction, "takes"):
        if rules.take == "powers-of-2":
            return Moves(rules.least, True, _powers, cut=True)
        if isinstance(rules.take, tuple):
            return Moves(rules.least, True, _listed(rules.take), cut=True)
        return None
    given = _given_by(rules, "takes")
    return None if given is None else Moves(rules.least, True, given)


def _listed(take: tuple[int, ...]) -> Condition:
    return lambda reader, n, t: either(
        *(linear(reader.base, t.factors, s - t.plus, equal=True) for s in take)
    )


def _powers(reader: Reader, n: Term, t: Term) -> Automaton:
    if reader.base != 2:
        raise Unread("powers of 2 in another base")
    gap = t.less(Term({"_power": 1}))
    ones = pattern(2, "_power", 0, lambda s, d: min(2, int(str(s)) + d), lambda s: s == 1)
    return some(["_power"], both(linear(2, gap.factors, -gap.plus, equal=True), ones))


# ---- what a method returns


def _given_by(rules: Rules, name: str) -> Condition | None:
    """The numbers that a method of one number returns."""
    read = _single_return(inspect.getattr_static(rules, name, None))
    if read is None or len(read[0]) != 2:
        return None
    (me, number), form = read
    if not _reads_only(form, {me, number}):
        return None
    numbers = {
        node.attr: inspect.getattr_static(rules, node.attr, None)
        for node in ast.walk(form)
        if isinstance(node, ast.Attribute)
    }
    fields = {attribute: value for attribute, value in numbers.items() if type(value) is int}

    def given(reader: Reader, n: Term, t: Term) -> Automaton:
        inner = Reader(reader.base, {number: n, me: fields}, reader.count)
        made = _among(inner, t, form)
        reader.count = inner.count
        return made

    return given


def _plain_attributes(rules: Rules) -> bool:
    """Whether an attribute of the rules is what it seems to be."""
    kind = type(rules)
    return kind.__getattribute__ is object.__getattribute__ and not hasattr(kind, "__getattr__")


def _reads_only(form: ast.expr, names: set[str]) -> bool:
    """Whether a form speaks of nothing but these names, loops of its own and known functions."""
    bound = {
        loop.target.id
        for node in ast.walk(form)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp))
        for loop in node.generators
        if isinstance(loop.target, ast.Name)
    }
    if bound & {*names, *_READS}:
        return False
    called = {id(node.func) for node in ast.walk(form) if isinstance(node, ast.Call)}
    for node in ast.walk(form):
        if isinstance(node, ast.Name):
            known = _READS if id(node) in called else names | bound
            if node.id not in known:
                return False
        elif id(node) in called:
            return False
    return True


def _among(reader: Reader, t: Term, form: ast.expr) -> Automaton:
    """Whether t is among the numbers of a range, a list, or a comprehension over such."""
    match form:
        case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if 1 <= len(args) <= 2:
            low, high = (ast.Constant(0), args[0]) if len(args) == 1 else (args[0], args[1])
            return both(_at_least(reader, t, low), _below(reader, t, high))
        case ast.Tuple(elts=items) | ast.List(elts=items):
            none = constant(reader.base, False)
            return either(none, *(_same(reader, t, item) for item in items))
        case ast.IfExp(test=test, body=yes, orelse=no):
            when = reader.condition(test)
            return either(
                both(when, _among(reader, t, yes)), both(negated(when), _among(reader, t, no))
            )
        case (
            ast.ListComp(elt=ast.Name(id=said), generators=[loop])
            | ast.GeneratorExp(elt=ast.Name(id=said), generators=[loop])
        ) if isinstance(loop.target, ast.Name) and loop.target.id == said and not loop.is_async:
            inner = Reader(reader.base, {**reader.names, said: t}, reader.count)
            made = both(_among(reader, t, loop.iter), *(inner.condition(test) for test in loop.ifs))
            reader.count = inner.count
            return made
    raise Unread(ast.unparse(form))


def _same(reader: Reader, t: Term, form: ast.expr) -> Automaton:
    def same() -> Automaton:
        gap = t.less(reader.term(form))
        return linear(reader.base, gap.factors, -gap.plus, equal=True)

    return reader.settled(same)


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


def _follows(rules: Rules) -> str | None:
    """Whether `after` is the position less the move ("less"), or the move itself ("move")."""
    read = _single_return(inspect.getattr_static(rules, "after", None))
    if read is None or len(read[0]) != 3:
        return None
    (_, position, move), value = read
    match value:
        case ast.BinOp(left=ast.Name(id=one), op=ast.Sub(), right=ast.Name(id=two)):
            return "less" if (one, two) == (position, move) else None
        case ast.Name(id=one):
            return "move" if one == move else None
    return None


# ---- the source of a method


def _single_return(function: Any) -> tuple[list[str], ast.expr] | None:
    """The arguments of a method and the one thing that it returns, if that is all it does."""
    if not inspect.isfunction(function) or function.__closure__ is not None:
        return None
    known = {**getattr(function, "__builtins__", {}), **function.__globals__}
    if any(known.get(name) is not real for name, real in _REAL.items()):
        return None  # `range` is something else there
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
    if defined.decorator_list or not plain or function.__defaults__ or signature.defaults:
        return None
    body = [
        line
        for line in defined.body
        if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
    ]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
        return None
    if not _runs(defined, function.__code__):
        return None
    return [argument.arg for argument in signature.args], body[0].value


_REAL = {name: getattr(builtins, name) for name in _READS}


def _runs(defined: ast.FunctionDef, code: CodeType) -> bool:
    """Whether a source is what runs: a file may have changed since, or a method been replaced."""
    bare = ast.FunctionDef(
        name=defined.name,
        args=ast.arguments(
            posonlyargs=[],
            args=[ast.arg(argument.arg) for argument in defined.args.args],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[],
        ),
        body=defined.body,
        decorator_list=[],
    )
    whole = ast.fix_missing_locations(ast.Module([bare], []))
    made = compile(whole, "", "exec", dont_inherit=True)
    return any(isinstance(one, CodeType) and _alike(one, code) for one in made.co_consts)


def _alike(one: CodeType, two: CodeType) -> bool:
    """Whether two pieces of code do the same, whatever their names and places."""
    if (one.co_code, one.co_names, one.co_varnames) != (two.co_code, two.co_names, two.co_varnames):
        return False
    if len(one.co_consts) != len(two.co_consts):
        return False
    for a, b in zip(one.co_consts, two.co_consts, strict=True):
        both_code = isinstance(a, CodeType) and isinstance(b, CodeType)
        if both_code and not _alike(a, b):
            return False
        if not both_code and (type(a) is not type(b) or a != b) and not isinstance(a, str):
            return False
    return True
