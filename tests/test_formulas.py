"""The formula language: what it means, and that nothing else gets in."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.errors import FormulaError, TooLarge
from nimatron.formulas import Formula
from nimatron.functions import FUNCTIONS, golden, v2, wythoff_partner

MEANINGS: list[tuple[str, dict[str, Any], Any]] = [
    ("1 + 2 * 3 - 4 // 3", {}, 6),
    ("n % (k + 1) == 0", {"n": 21, "k": 2}, True),
    ("xor(a)", {"a": (3, 4, 5)}, 2),
    ("xor(v2(x) + 1 for x in a if x)", {"a": (8, 0, 12)}, 7),
    ("a[0] if len(a) == 1 else a[-1]", {"a": (5, 6)}, 6),
    ("a[1::2]", {"a": (1, 2, 3, 4)}, (2, 4)),
    ("0 < n <= 9 and not n == 4 or n == 20", {"n": 20}, True),
    ("n in (1, 2, 3)", {"n": 2}, True),
    ("n not in [1, 2]", {"n": 2}, False),
    ("digits(n, 3), digits(0, 2), sum(digits(n, 2))", {"n": 11}, ((2, 0, 1), (), 3)),
    ("[(i, x) for i, x in enumerate(a, 1)]", {"a": (7, 8)}, [(1, 7), (2, 8)]),
    ("sum(x * y for x, y in zip(a, a))", {"a": (2, 3)}, 13),
    ("[x for x in a for y in (1, 2) if x > y]", {"a": (2, 3)}, [2, 3, 3]),
    ("sum(y - x for x, y in pairs(a))", {"a": (1, 4, 9)}, 8),
    ("-n, ~n, +n, n << 2, n >> 1, n & 6, n | 8, n ^ 1, n ** 2", {"n": 5},
     (-5, -6, 5, 20, 2, 4, 13, 4, 25)),
    ("max(a) - min(a) + abs(0 - 3) + bits(8)", {"a": (2, 9)}, 14),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names", "value"), MEANINGS)
def test_meaning(text: str, names: dict[str, Any], value: Any) -> None:
    assert Formula(text)(**names) == value
    assert eval(text, {**FUNCTIONS, "__builtins__": {}}, dict(names)) == value or "for" in text


REFUSED = [
    "", " ", "1 +", "lambda: 1", "x.y", "().__class__", "__import__('os')", "open('x')",
    "eval('1')", "exec('1')", "print(1)", "a := 1", "1.5", "1j", "None", "...", "b'x'",
    "{1: 2}", "{1, 2}", "f'{1}'", "*a", "1 / 2", "a @ b", "1 is 1", "await x", "yield",
    "max(a, key=len)", "max(*a)", "[x async for x in a]", "[x for x.y in a]", "x = 1",
    "(" * 300 + "1" + ")" * 300, "1" + "+1" * 5000, "-" * 300 + "1", "a" * 3000,
    "xor(a).bit_length()", "len.__call__(a)", "import os", "a; b", "if a: b", "\0",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(FormulaError) as told:
        Formula(text)(a=(1, 2), b=3, x=4)
    assert "\n" not in str(told.value) and len(str(told.value)) < 700


COSTLY = [
    "2 ** 10 ** 10", "1 << 10 ** 9", "9 ** 9 ** 9", "range(10 ** 12)[5] + sum(range(10 ** 12))",
    "sum(x for x in range(10 ** 9))", "(2 ** 900000) * (2 ** 900000)", "[0] * 10 ** 9",
    "len([x for x in range(5000) for y in range(5000)])", "a * 10 ** 9", "1 // 0", "a[99]",
    "v2(0)", "digits(0 - 1, 2)", "digits(7, 1)", "digits(2 ** 10001, 2)",
    "'x' * 10 ** 9", "nope", "n + 'x'",
]  # fmt: skip


@pytest.mark.parametrize("text", COSTLY)
def test_costly_or_senseless_is_refused_and_soon(text: str) -> None:
    with pytest.raises(FormulaError):
        Formula(text)(a=(1, 2), n=3)


def test_items_are_computed_as_they_are_asked_for() -> None:
    items = Formula("[x for x in a for y in range(10 ** 6) if y == 0]").each(a=(4, 5, 6, 7))
    assert [next(items), next(items)] == [4, 5]
    with pytest.raises(TooLarge, match="too long"):
        list(items)
    with pytest.raises(FormulaError):
        list(Formula("[1 // x for x in a]").each(a=(1, 0)))
    assert list(Formula("a[1:]").each(a=(4, 5, 6))) == [5, 6]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40) | st.text("an01+*()[]<>=%^ ,forinxv2", max_size=40))
def test_any_text_is_a_formula_or_one_line(text: str) -> None:
    try:
        Formula(text)(a=(1, 2), n=3)
    except FormulaError as e:
        assert "\n" not in str(e)


@given(st.integers(0, 10**60))
def test_golden_is_exact(k: int) -> None:
    """g is the integer part of k phi just if g^2 - gk <= k^2 < (g+1)^2 - (g+1)k."""
    g = golden(k)
    assert g * g - g * k <= k * k < (g + 1) * (g + 1) - (g + 1) * k


@given(st.integers(0, 10**30))
def test_wythoff_partners_are_partners(n: int) -> None:
    low, high = sorted((n, wythoff_partner(n)))
    assert low == golden(high - low)
    assert wythoff_partner(wythoff_partner(n)) == n


@given(st.integers(1, 10**30))
def test_v2(n: int) -> None:
    assert n % 2 ** v2(n) == 0 and n % 2 ** (v2(n) + 1)
