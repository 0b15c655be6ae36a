"""Codes are read, written and turned into options as Winning Ways, chapter 4, has them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimatron.errors import CodeError
from nimatron.rules.codes import Code, read_code

DIGIT = st.sampled_from("0123456789ABCDEF")
CODES = st.builds(
    lambda split, digits, repeat: f"{split}.{digits}" + (f"({repeat})" if repeat else ""),
    st.sampled_from("048C"),
    st.text("0123456789ABCDEF", min_size=1, max_size=5),
    st.text("0123456789ABCDEF", max_size=3),
)


def partitions(total: int, parts: int) -> list[tuple[int, ...]]:
    """All rising tuples of so many positive numbers with this total."""
    if parts == 0:
        return [()] if total == 0 else []
    found = []
    for first in range(1, total + 1):
        found += [(first, *rest) for rest in partitions(total - first, parts - 1)]
    return [p for p in found if list(p) == sorted(p)]


@given(CODES, st.integers(0, 9))
def test_options_are_what_the_digits_say(text: str, heap: int) -> None:
    code = read_code(text)
    expected = set()
    for taken in range(heap + 1):
        for parts in range(4):
            if code.digit(taken) >> parts & 1:
                expected.update(partitions(heap - taken, parts))
    found = list(code.options(heap))
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert all(code.allows(heap, option) for option in found)


@given(CODES)
def test_what_was_written_is_read_back(text: str) -> None:
    code = read_code(text)
    assert read_code(str(code)) == code
    head, point, tail = text.partition(".")
    digits, _, repeat = tail.rstrip(")").partition("(")
    for taken in range(1, 20):
        if taken <= len(digits):
            expected = digits[taken - 1]
        else:
            expected = repeat[(taken - len(digits) - 1) % len(repeat)] if repeat else "0"
        assert code.digit(taken) == int(expected, 16)
    assert (code.digit(0), point) == (int(head, 16), ".")


@pytest.mark.parametrize(
    ("text", "same"),
    [("0.770", "0.77"), ("0.3(3)", "0.(3)"), ("0.(3333)", "0.(3)"), ("0.12(0)", "0.12")],
)
def test_codes_that_mean_the_same_are_equal(text: str, same: str) -> None:
    assert read_code(text) == read_code(same)


@pytest.mark.parametrize(
    "text",
    [
        *["", "0", "0.", ".77", "1.7", "2.7", "7.7", "0.7G", "0.7.7", "0.(", "0.()", "00.7"],
        *["-0.7", "0.7)", "0.(3)3", "0." + "7" * 2000, "0.７", "0x0.7", "٠.7"],
    ],
)
def test_what_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(CodeError, match="expected"):
        read_code(text)


def test_spaces_and_small_letters_are_forgiven() -> None:
    assert read_code(" 0.f\n") == Code((0, 15))


def test_a_heap_is_not_left_longer_than_it_was() -> None:
    code = read_code("4.7")
    assert not code.allows(3, (2, 2))
    assert not code.allows(3, (2, 1))
    assert not code.allows(3, (0, 3))
    assert code.allows(3, (1, 2))
