"""The small language in which losing sets, values and answers are written.

A formula is data: it can be stored in a certificate, shown to a reader, typed by a user. It is
read with Python's own grammar, but only the forms below are accepted, and it is never handed to
Python to run: each form becomes a small function here. Time and sizes are bounded.

- numbers, names, `True`, `False`, tuples, lists, `a[i]`, slices
- `+ - * // % ** << >> & | ^`, comparisons (also chained, `in`), `and or not`, `x if c else y`
- `f(x for x in a if c)` over sums, products, sets of positions...; calls of `functions`
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from nimatron.errors import FormulaError, TooLarge, shown
from nimatron.functions import FUNCTIONS

Names = dict[str, Any]
Node = Callable[[Names], Any]

_LONGEST = 2000  # characters of a formula
_DEEPEST = 60  # nested forms
_MOST_ROUNDS = 2_000_000  # items that one evaluation may run over in all
_MOST_BITS = 1_000_000  # size of a number

_NO_VALUE = (AttributeError, TypeError, ValueError)  # of what is no number, or not this kind
_FAILED = (ArithmeticError, LookupError, RecursionError, *_NO_VALUE)

_BUDGET = ""  # a name that no formula can spell holds what rounds are left


class Formula:
    """A formula that has been read; call it with the values of its names.

    >>> Formula("n % (k + 1) == 0")(n=21, k=2)
    True
    >>> Formula("xor(v2(x) + 1 for x in a if x)")(a=(8, 12))
    7
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._value, self._items = _compiled(text)

    def __call__(self, **names: Any) -> Any:
        try:
            return self._value({**names, _BUDGET: [_MOST_ROUNDS]})
        except _FAILED as e:
            raise self._without_value(e) from e

    def each(self, **names: Any) -> Iterator[Any]:
        """The items of the list that the formula gives, computed as they are asked for.

        >>> list(Formula("[x for x in a if x > 3]").each(a=(3, 4, 5)))
        [4, 5]
        """
        try:
            yield from self._items({**names, _BUDGET: [_MOST_ROUNDS]})
        except _RunsTooLong as e:
            raise TooLarge(f"{e}: {shown(self.text)}") from e
        except _FAILED as e:
            raise self._without_value(e) from e

    def _without_value(self, e: Exception) -> FormulaError:
        where = f"{shown(self.text)}: {type(e).__name__}: {e}"
        return FormulaError("a formula that has a value here", hint=where)

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"


def names_in(text: str) -> set[str]:
    """The names that a formula needs values for: not its functions, nor what it binds itself.

    >>> sorted(names_in("xor(x % (k + 1) for x in a) == 0"))
    ['a', 'k']
    """
    nodes = list(ast.walk(ast.parse(text.strip(), mode="eval")))
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    bound = {
        inner.id
        for node in nodes
        if isinstance(node, ast.comprehension)
        for inner in ast.walk(node.target)
        if isinstance(inner, ast.Name)
    }
    return used - bound - set(FUNCTIONS)


def _power(base: int, exponent: int) -> int:
    if exponent < 0 or exponent * max(base.bit_length(), 1) > _MOST_BITS:
        raise ValueError("the power is negative or too large")
    return int(base**exponent)


def _shift_left(number: int, places: int) -> int:
    if places < 0 or number.bit_length() + places > _MOST_BITS:
        raise ValueError("the shift is negative or too large")
    return number << places


def _product(a: Any, b: Any) -> int:
    # Only numbers: a tuple times a number could fill the memory.
    if not isinstance(a, int) or not isinstance(b, int):
        raise TypeError("only numbers can be multiplied")
    if a.bit_length() + b.bit_length() > _MOST_BITS:
        raise ValueError("the product is too large")
    return a * b


def _remainder(a: Any, b: Any) -> int:
    # Only numbers: a text with a % in it could fill the memory.
    if not isinstance(a, int):
        raise TypeError("only numbers have a remainder")
    return int(a % b)


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _product,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: _remainder,
    ast.Pow: _power,
    ast.LShift: _shift_left,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}


class _RunsTooLong(ValueError):
    """Past `_MOST_ROUNDS`."""


@lru_cache(maxsize=512)
def _compiled(text: str) -> tuple[Node, Node]:
    """What gives the value, and what gives its items one after another."""
    expected = "a formula such as n % (k + 1) == 0 or xor(a) != 0"
    if len(text) > _LONGEST:
        raise FormulaError(expected, text, hint=f"at most {_LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval")
        value = _node(tree.body, 0)
        return value, _items(tree.body, 0) if isinstance(tree.body, _LISTS) else value
    except (SyntaxError, ValueError, MemoryError, RecursionError) as e:
        reason = e.msg if isinstance(e, SyntaxError) else "too deeply nested"
        raise FormulaError(expected, text, hint=reason) from e


def _node(form: ast.expr, depth: int) -> Node:
    """The small function for one form of the grammar; anything not listed is refused."""
    if depth > _DEEPEST:
        raise FormulaError("a formula that is less deeply nested")
    build = _FORMS.get(type(form))
    if build is None:
        word = type(form).__name__
        raise FormulaError("arithmetic, comparisons, and the known functions", word)
    return build(form, depth + 1)


def _constant(form: ast.Constant, depth: int) -> Node:
    value = form.value
    if not isinstance(value, (int, str)):
        raise FormulaError("whole numbers", value)
    return lambda names: value


def _name(form: ast.Name, depth: int) -> Node:
    key = form.id

    def look_up(names: Names) -> Any:
        try:
            return names[key]
        except KeyError:
            known = ", ".join(sorted(names)[1:])
            raise FormulaError(f"a name among {known}", key) from None

    return look_up


def _tuple(form: ast.Tuple | ast.List, depth: int) -> Node:
    items = [_node(item, depth) for item in form.elts]
    kind = tuple if isinstance(form, ast.Tuple) else list
    return lambda names: kind(item(names) for item in items)


def _binary(form: ast.BinOp, depth: int) -> Node:
    act = _BINARY.get(type(form.op))
    if act is None:
        raise FormulaError("whole-number operations (use // to divide)", type(form.op).__name__)
    left, right = _node(form.left, depth), _node(form.right, depth)
    return lambda names: act(left(names), right(names))


def _unary(form: ast.UnaryOp, depth: int) -> Node:
    act, operand = _UNARY[type(form.op)], _node(form.operand, depth)
    return lambda names: act(operand(names))


def _logic(form: ast.BoolOp, depth: int) -> Node:
    items = [_node(item, depth) for item in form.values]
    if isinstance(form.op, ast.And):
        return lambda names: all(item(names) for item in items)
    return lambda names: any(item(names) for item in items)


def _comparison(form: ast.Compare, depth: int) -> Node:
    operands = [_node(item, depth) for item in (form.left, *form.comparators)]
    acts = []
    for op in form.ops:
        if type(op) not in _COMPARE:
            raise FormulaError("comparisons by == != < <= > >= in", type(op).__name__)
        acts.append(_COMPARE[type(op)])

    def compare(names: Names) -> bool:
        values = [operand(names) for operand in operands]
        return all(act(a, b) for act, (a, b) in zip(acts, pairwise(values), strict=True))

    return compare


def _choice(form: ast.IfExp, depth: int) -> Node:
    test, yes, no = (_node(item, depth) for item in (form.test, form.body, form.orelse))
    return lambda names: yes(names) if test(names) else no(names)


def _index(form: ast.Subscript, depth: int) -> Node:
    whole = _node(form.value, depth)
    if isinstance(form.slice, ast.Slice):
        bounds = (form.slice.lower, form.slice.upper, form.slice.step)
        ends = [None if end is None else _node(end, depth) for end in bounds]

        def cut(names: Names) -> Any:
            return whole(names)[slice(*(None if end is None else end(names) for end in ends))]

        return cut
    place = _node(form.slice, depth)
    return lambda names: whole(names)[place(names)]


def _call(form: ast.Call, depth: int) -> Node:
    if not isinstance(form.func, ast.Name) or form.func.id not in FUNCTIONS or form.keywords:
        name = form.func.id if isinstance(form.func, ast.Name) else type(form.func).__name__
        raise FormulaError(f"one of the functions {', '.join(FUNCTIONS)}", name)
    function = FUNCTIONS[form.func.id]
    arguments = [_node(item, depth) for item in form.args]

    def call(names: Names) -> Any:
        values = [argument(names) for argument in arguments]
        _spend(names, sum(len(v) for v in values if isinstance(v, (range, tuple, list))))
        return function(*values)

    return call


_LISTS = (ast.GeneratorExp, ast.ListComp)


def _comprehension(form: ast.GeneratorExp | ast.ListComp, depth: int) -> Node:
    items = _items(form, depth)
    return lambda names: list(items(names))


def _items(form: ast.GeneratorExp | ast.ListComp, depth: int) -> Node:
    if any(loop.is_async for loop in form.generators):
        raise FormulaError("a plain `for`", "async for")
    element = _node(form.elt, depth)
    loops = [
        (_target(loop.target), _node(loop.iter, depth), [_node(test, depth) for test in loop.ifs])
        for loop in form.generators
    ]

    def run(names: Names) -> Iterator[Any]:
        def nest(level: int, local: Names) -> Iterator[Any]:
            if level == len(loops):
                yield element(local)
                return
            targets, source, tests = loops[level]
            for item in source(local):
                _spend(names, 1)
                inner = {**local, **_bound(targets, item)}
                if all(test(inner) for test in tests):
                    yield from nest(level + 1, inner)

        return nest(0, names)

    return run


def _spend(names: Names, rounds: int) -> None:
    left = names[_BUDGET]
    left[0] -= rounds
    if left[0] < 0:
        raise _RunsTooLong("the formula runs too long")


def _target(form: ast.expr) -> list[str] | str:
    if isinstance(form, ast.Name):
        return form.id
    if isinstance(form, ast.Tuple) and all(isinstance(item, ast.Name) for item in form.elts):
        return [item.id for item in form.elts if isinstance(item, ast.Name)]
    raise FormulaError("a name or names after `for`", ast.unparse(form))


def _bound(targets: list[str] | str, item: Any) -> Mapping[str, Any]:
    if isinstance(targets, str):
        return {targets: item}
    values: Iterable[Any] = item
    return dict(zip(targets, values, strict=True))


_FORMS: dict[type[ast.expr], Callable[[Any, int], Node]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Tuple: _tuple,
    ast.List: _tuple,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _logic,
    ast.Compare: _comparison,
    ast.IfExp: _choice,
    ast.Subscript: _index,
    ast.Call: _call,
    ast.GeneratorExp: _comprehension,
    ast.ListComp: _comprehension,
}
