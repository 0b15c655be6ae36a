"""Readers of what a user types: numbers, lists of numbers, sizes, plain values.

Each gives a value or raises one line saying what was expected, what came, and where.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable
from typing import Any

from nimatron.errors import PositionError, UsageError

DIGITS = 4000
"""The most digits that a number may have (Python itself stops a little later)."""
MOST_PILES = 1_000_000
MOST_CELLS = 10_000_000
_NUMBER = re.compile(r"[0-9]+")
_SIZES = re.compile(r"[0-9]+(?:[xX×][0-9]+)+")
_BLANKS = " \t\r\n"


def number(
    text: str,
    what: str,
    *,
    least: int = 0,
    most: int | None = None,
    error: type[UsageError] = PositionError,
) -> int:
    """A whole number in ASCII digits.

    >>> number("21", "a heap")
    21
    """
    limits = f"from {least} to {most}" if most is not None else f"of at least {least}"
    expected = f"{what}: a whole number {limits}"
    digits = text.strip(_BLANKS)
    if not _NUMBER.fullmatch(digits):
        raise error(expected, text)
    if len(digits) > DIGITS:
        raise error(expected, f"{len(digits)} digits", hint=f"at most {DIGITS} digits")
    value = int(digits)
    if value < least or (most is not None and value > most):
        raise error(expected, value)
    return value


def numbers(
    text: str, what: str, *, least: int = 0, error: type[UsageError] = PositionError
) -> tuple[int, ...]:
    """Whole numbers separated by commas.

    >>> numbers("3,4, 5", "piles")
    (3, 4, 5)
    """
    words = text.split(",")
    if len(words) > MOST_PILES:
        raise error(f"{what}: at most {MOST_PILES} numbers", f"{len(words)} numbers")
    if not text.strip(_BLANKS):
        raise error(f"{what}: numbers separated by commas, such as 3,4,5", text)
    found = []
    for place, word in enumerate(words, 1):
        where = f"{what}, number {place} of {len(words)}" if len(words) > 1 else what
        found.append(number(word, where, least=least, error=error))
    return tuple(found)


def is_sizes(text: str) -> bool:
    """Whether the text has the form of sizes, `4x5`."""
    return _SIZES.fullmatch(text.strip(_BLANKS)) is not None


def sizes(text: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """Sizes joined by `x`, one for each name, each at least 1.

    >>> sizes("4x5", ("rows", "columns"))
    (4, 5)
    """
    form = "x".join(names)
    words = re.split("[xX×]", text.strip(_BLANKS))
    if len(words) != len(names):
        raise PositionError(f"sizes {form}, such as {'x'.join('456'[: len(names)])}", text)
    found = tuple(
        number(word, name, least=1, most=MOST_CELLS)
        for word, name in zip(words, names, strict=True)
    )
    cells = 1
    for size in found:
        cells *= size
    if cells > MOST_CELLS:
        raise PositionError(f"a board of at most {MOST_CELLS} cells", text)
    return found


def literal(text: str) -> Hashable:
    """A plain Python value (numbers, texts, tuples, sets), or the text itself.

    >>> literal("(3, 4)"), literal("..#.")
    ((3, 4), '..#.')
    """
    if len(text) > 1_000_000:
        raise PositionError("a position of at most a million characters", f"{len(text)} characters")
    try:
        return _value(ast.parse(text.strip(_BLANKS), mode="eval").body)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def literal_text(value: Any) -> str:
    """The text that `literal` reads back; a tuple is written without brackets.

    >>> literal_text((3, 4)), literal_text((3,)), literal_text("..#."), literal_text("21")
    ('3,4', '3,', '..#.', "'21'")
    """
    if isinstance(value, str):
        return value if literal(value) == value and value.isprintable() else repr(value)
    if isinstance(value, tuple) and value and all(type(item) is int for item in value):
        return ",".join(map(str, value)) + ("," if len(value) == 1 else "")
    return _written(value)


def _written(value: Any) -> str:
    if isinstance(value, frozenset):
        if not value:
            return "{}"
        return "{" + ", ".join(sorted(map(_written, value))) + "}"
    if isinstance(value, tuple):
        inside = ", ".join(map(_written, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    return repr(value)


def _value(form: ast.expr) -> Hashable:
    """A literal with frozen sets for sets, which Python's own reader cannot nest."""
    match form:
        case ast.Constant(value=int() | float() | str() | bytes() | None as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return tuple(map(_value, items))
        case ast.Set(elts=items):
            return frozenset(map(_value, items))
        case ast.Dict(keys=[]):
            return frozenset()
    raise ValueError("no literal")


def typed(value: Any) -> str:
    """A parameter as one would type it.

    >>> typed((1, 3, 4)), typed(((1, 2), (2, 3))), typed(True)
    ('1,3,4', '1-2,2-3', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join("-".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in value)
    return str(value)


def squeezed(text: str) -> str:
    """A text as two readers would compare it: lower case, single blanks, cut to a sane length."""
    return " ".join(text[:1000].lower().split())
