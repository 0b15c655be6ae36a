"""The condition of a kernel or a nim sum, with the numbers that it has in a position."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from inspect import signature
from types import FunctionType
from typing import Any

from nimatron.certificates.forms import Kernel, NimSum
from nimatron.certificates.strategy import lost, winning
from nimatron.errors import FormulaError
from nimatron.formulas import Formula, names_in
from nimatron.functions import FUNCTIONS, columns
from nimatron.rules.protocol import Rules
from nimatron.values import nim_sum
from nimatron.web.markup import Content, Markup, tag

MOST_ROWS = 24  # parts whose values are shown in binary
_MOST_BITS = 24
_LONGEST = 48  # a longer formula is put away, and a longer value left out
_MOST_NUMBERS = 4
_BOUND = (ast.GeneratorExp, ast.ListComp)
_FEW = 8  # winning moves that are told


def kernel_told(rules: Rules, position: Any, rule: Kernel) -> list[Content]:
    """Whether the position is a lost one, by which numbers, and the moves to a lost one."""
    given = rules.variables(position)
    names = {**rule.constants, **given}
    formula = formula_told("The lost positions, as a formula", rule, rule.losing)
    if next(iter(rules.moves(position)), None) is None:
        return [formula]
    shown = _in_binary(rule, names)
    content: list[Content] = [shown, _numbers(rule.losing, names, given)]
    if content[-1]:
        content.append(functions_told(rule.losing))
    if lost(rules, position, rule):
        content.append(
            tag("p", "This position is one of the lost ones: every move leaves them, and the"
                " winner can always come back to one.")
        )  # fmt: skip
    else:
        content.append(tag("p", "This position is not one of the lost ones."))
        content += _moves(rules, position, rule)
    return [*content, formula]


def _moves(rules: Rules, position: Any, rule: Kernel) -> list[Content]:
    moves, every = winning(rules, position, rule, 2000)
    if not moves:
        return [tag("p", "There is a move to a lost one, but it is not easily told which.")]
    lines = [f"{rules.move_text(position, m)}  ->  {_cut(rules.text(rules.after(position, m)))}"
             for m in moves[:_FEW]]  # fmt: skip
    if len(moves) > _FEW:
        lines.append(f"and {len(moves) - _FEW} more")
    one = "This move leads" if len(moves) == 1 else "Each of these moves leads"
    only = "" if every else " (there may be others)"
    return [
        tag("p", f"{one} to a lost one{only}:"),
        tag("pre", "\n".join(lines), tabindex="0", role="region", aria_label="Winning moves"),
    ]


def _cut(text: str) -> str:
    return text if len(text) <= 70 else f"{text[:67]}..."


def _numbers(formula: str, names: Mapping[str, Any], given: Mapping[str, Any]) -> Content:
    """A sentence with the numbers of this position that decide the condition."""
    numbers = dict(worked_out(formula, names))
    if not numbers:
        return None
    used = {name for what in numbers for name in _names(what.replace(" mod ", " % "))}
    known = [f"{name} = {_written(given[name])}" for name in sorted(used & given.keys())]
    parts: list[Content] = [[", " if number else "", tag("code", what), f" is {value}"]
                            for number, (what, value) in enumerate(numbers.items())]  # fmt: skip
    return tag("p", f"Here {' and '.join(known)}: ", parts, ".")


def formula_told(title: str, rule: Kernel | NimSum, formula: str) -> Markup:
    """The formula itself, for who wants to see what was checked."""
    named = {name for name in _names(formula) if name in rule.constants}
    where = [tag("p", tag("code", name), f" = {_short(rule.constants[name])}")
             for name in sorted(named)]  # fmt: skip
    return tag("details", tag("summary", title), tag("p", tag("code", plain(formula))), where,
               class_="formula")  # fmt: skip


def functions_told(formula: str) -> Content:
    """What the functions of a formula do, but for those that everybody knows."""
    lines = []
    for name in sorted(_names(formula) & FUNCTIONS.keys()):
        function = FUNCTIONS[name]
        if isinstance(function, FunctionType) and function.__doc__:
            does = " ".join(function.__doc__.split("\n\n")[0].split())
            given = ", ".join(signature(function).parameters)
            lines.append(tag("p", tag("code", f"{name}({given})"), f": {does}", class_="status"))
    return lines


def plain(formula: str) -> str:
    """A formula as people write it."""
    return formula.replace(" % ", " mod ").replace(" == ", " = ")


def is_long(formula: str) -> bool:
    return len(formula) > _LONGEST


def _short(given: Any) -> str:
    if isinstance(given, tuple) and len(given) > 12:
        return f"{', '.join(map(str, given[:12]))}, … ({len(given)} numbers)"
    return _cut(str(given))


def _names(formula: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(formula.strip(), mode="eval"))
            if isinstance(node, ast.Name)}  # fmt: skip


# ---- numbers of the position


def worked_out(formula: str, names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The sides of the comparisons that decide a formula here, with their values.

    >>> dict(worked_out("min(a) == golden(max(a) - min(a))", {"a": (5, 6)}))
    {'min(a)': '5', 'golden(max(a) - min(a))': '1'}
    """
    found: dict[str, str] = {}
    text = formula.strip()
    for side in _sides(ast.parse(text, mode="eval").body, names):
        said = plain(ast.get_source_segment(text, side) or "")
        value = _value(side, names)
        shown = _written(value)
        if said and value is not None and max(len(said), len(shown)) <= _LONGEST:
            found[said] = shown
    yield from list(found.items())[:_MOST_NUMBERS]


def _written(value: Any) -> str:
    many = isinstance(value, (tuple, list))
    return f"({', '.join(map(str, value))})" if many else str(value)


def _sides(node: ast.expr, names: Mapping[str, Any]) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _sides(node.test, names)
        yield from _sides(node.body if _value(node.test, names) else node.orelse, names)
    elif isinstance(node, ast.BoolOp):
        stops = isinstance(node.op, ast.Or)
        for part in node.values:
            yield from _sides(part, names)
            if bool(_value(part, names)) is stops:
                return  # the rest decides nothing
    elif isinstance(node, ast.UnaryOp):
        yield from _sides(node.operand, names)
    elif isinstance(node, ast.Call):
        yield from (given for given in node.args if not isinstance(given, (ast.Name, *_BOUND)))
    elif isinstance(node, ast.Compare):
        sides = (node.left, *node.comparators)
        for side in sides:
            if isinstance(side, ast.Subscript) and isinstance(side.value, ast.Call):
                yield side.value  # of which one is taken
            if not isinstance(side, ast.Name) and _names(ast.unparse(side)) - FUNCTIONS.keys():
                yield side


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """The value of a part of the formula; None where it speaks of what is bound further out."""
    text = ast.unparse(node)
    if not names_in(text) <= names.keys():
        return None
    try:
        return Formula(text)(**names)
    except FormulaError:
        return None


# ---- binary columns


def _in_binary(rule: Kernel, names: Mapping[str, Any]) -> Content:
    """The piles in binary, where the condition speaks of their columns or of their xor."""
    piles = names.get("a")
    if not isinstance(piles, tuple) or not all(type(n) is int for n in piles):
        return None
    if not 1 < len(piles) <= MOST_ROWS:
        return None
    values = [(str(n), n) for n in piles]
    if "columns(a)" in rule.losing:
        counts = columns(piles)
        return scrolled("Now", table("Now", values, "ones", "", counts[::-1], lambda count: False))
    if "xor(a)" in rule.losing and "xor(a)" in dict(worked_out(rule.losing, names)):
        return binary("Now", values)
    return None


def binary(title: str, values: list[tuple[str, int]]) -> Markup | None:
    """Values one below the other in binary, and their xor."""
    total = nim_sum(*(v for _, v in values))
    width = _width(values)
    if width > _MOST_BITS:
        return None
    last = [int(digit) for digit in f"{total:0{width}b}"]
    return scrolled(title, table(title, values, "xor", total, last, bool))


def _width(values: list[tuple[str, int]]) -> int:
    return max((v for _, v in values), default=0).bit_length() or 1


def scrolled(title: str, content: Content) -> Markup:
    """A table that scrolls by itself on a narrow screen."""
    return tag("div", content, class_="scroll", tabindex="0", role="region",
               aria_label=f"Binary columns, {title}")  # fmt: skip


def table(
    title: str, values: list[tuple[str, int]], foot: str, total: Any, last: Any, marked: Any
) -> Markup | None:
    """Rows of binary digits and a last row below them."""
    width = _width(values)
    if width > _MOST_BITS:
        return None
    head = tag("tr", tag("th", "Part", scope="col"), tag("th", "Value", scope="col"),
               *(tag("th", 1 << bit, scope="col") for bit in reversed(range(width))))  # fmt: skip
    rows = [_row(name, v, [int(digit) for digit in f"{v:0{width}b}"], lambda digit: False)
            for name, v in values]  # fmt: skip
    return tag("table", tag("caption", title), tag("thead", head), tag("tbody", rows),
               tag("tfoot", _row(foot, total, last, marked)), class_="binary")  # fmt: skip


def _row(name: str, value: Any, digits: Any, marked: Any) -> Markup:
    short = name if len(name) <= 24 else name[:23] + "…"
    return tag(
        "tr",
        tag("th", short, scope="row"),
        tag("td", value),
        *(tag("td", d, class_="odd" if marked(d) else None) for d in digits),
    )
