"""The value of a position that is one part, worked out with its own numbers."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from nimatron.certificates.forms import NimSum
from nimatron.certificates.strategy import value, winning
from nimatron.errors import FormulaError
from nimatron.formulas import Formula
from nimatron.rules.protocol import Rules
from nimatron.web.conditions import MOST_ROWS, binary, functions_told, is_long, plain
from nimatron.web.markup import Content, tag

_LONGEST = 90  # characters of a formula with numbers in it


def value_told(rules: Rules, position: Any, certificate: NimSum) -> list[Content]:
    """A sentence with the numbers of this position, and their columns where they are xored."""
    (part,) = rules.components(position)
    has, formula = value(rules, part, certificate), certificate.value
    names = {**certificate.constants, **rules.variables(part)}
    worked = "" if is_long(formula) else with_numbers(formula, names)
    if not worked:
        return [tag("p", f"The value of this position is {has}.")]
    sentence = tag("p", "The value of this position is ", tag("code", plain(formula)), " = ",
                   tag("code", plain(worked)), f" = {has}.")  # fmt: skip
    return [sentence, functions_told(formula), _columns(rules, position, certificate)]


def with_numbers(formula: str, names: Mapping[str, Any]) -> str:
    """A formula with the numbers of a position in the place of its names; empty where that would
    tell nothing, because it is a name or looks into a list, or becomes too long.

    >>> with_numbers("n % (k + 1)", {"n": 21, "k": 3})
    '21 % (3 + 1)'
    >>> with_numbers("xor(gaps)", {"gaps": (2, 0, 5)})
    'xor(2, 0, 5)'
    """
    called = _called(formula, names)
    if called is not None:
        function, numbers = called
        said = f"{function}({', '.join(map(str, numbers))})"
    else:
        body = ast.parse(formula.strip(), mode="eval").body
        looks = any(isinstance(n, (ast.Subscript, ast.GeneratorExp)) for n in ast.walk(body))
        if isinstance(body, ast.Name) or looks:
            return ""
        said = ast.unparse(_Numbers(names).visit(body))
    return said if len(said) <= _LONGEST else ""


class _Numbers(ast.NodeTransformer):
    """Puts the value of each name in its place."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.names[node.id]) if node.id in self.names else node


def _called(formula: str, names: Mapping[str, Any]) -> tuple[str, tuple[int, ...]] | None:
    """The function and its numbers, where a formula is one function of several numbers."""
    body = ast.parse(formula.strip(), mode="eval").body
    if not isinstance(body, ast.Call) or len(body.args) != 1:
        return None
    try:
        numbers = tuple(Formula(f"list({ast.unparse(body.args[0])})")(**names))
    except FormulaError:
        return None
    return (ast.unparse(body.func), numbers) if all(type(n) is int for n in numbers) else None


def _columns(rules: Rules, position: Any, certificate: NimSum) -> Content:
    """The numbers that are xored in binary, now and after a winning move."""
    now = _in_columns("Now", rules, position, certificate)
    if now is None:
        return None
    tables = [now]
    moves, _ = winning(rules, position, certificate, 2000)
    if value(rules, position, certificate) and moves:
        said = rules.move_text(position, moves[0])
        after = rules.after(position, moves[0])
        tables.append(_in_columns(f"After: {said}", rules, after, certificate))
    return tag("div", tables, class_="columns")


def _in_columns(title: str, rules: Rules, position: Any, certificate: NimSum) -> Content:
    names = {**certificate.constants, **rules.variables(position)}
    called = _called(certificate.value, names)
    if called is None or called[0] != "xor" or not 1 < len(called[1]) <= MOST_ROWS:
        return None
    return binary(title, [(str(number), n) for number, n in enumerate(called[1], 1)])
