"""Periods that are called proved are proved again by a slow, independent checker."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive_sequences import (
    compiled_only,
    octal_values,
    proves_period,
    smallest_period,
    values_of_subtraction,
)
from nimatron.rules.codes import read_code
from nimatron.sequences import Period, grundy_values, heap_game, period
from nimatron.sequences.answers import SMALL
from nimatron.sequences.periods import (
    find_period,
    judge_plainly,
    plain_repeats,
    provable_parts,
    small_period,
)
from nimatron.sequences.plain import plain_values
from nimatron.sequences.repeats import start_of, verdict_on
from nimatron.sequences.running import Sequence

CODE = st.builds(
    lambda split, digits: f"{split}.{digits}",
    st.sampled_from("0004"),
    st.text("01234567", min_size=1, max_size=4),
)
SOLVED = {
    "0.77": (12, 71),
    "0.07": (34, 53),
    "0.137": (34, 52),
    "0.156": (349, 3479),
    "0.356": (142, 7315),
    "0.644": (442, 3256),
    "0.127": (4, 46578),
    "0.16": (149459, 105351),
    "0.56": (144, 326640),
}


def checked(code: str, found: Period) -> None:
    """A verdict of "proved" holds by values that the fast engine has no part in where n is small.

    Beyond that the values are the engine's own, whose agreement with slow twins is tested apart.
    """
    game = heap_game(code)
    assert found.period is not None
    assert found.preperiod is not None
    n = found.checked_to
    values = plain_values(game, n) if n <= 2500 else Sequence(game).extend(n)[:n].tolist()
    assert proves_period(values, found.period, found.preperiod, game.most_parts, game.reach)
    if found.period < 2000:
        assert smallest_period(values, found.preperiod) == found.period
    assert found.largest == max(values)
    assert found.largest_at == values.index(found.largest)
    assert found.last_exception == (found.preperiod - 1 if found.preperiod else None)


@compiled_only
@pytest.mark.parametrize("code", SOLVED)
def test_solved_games(code: str) -> None:
    found = period(code, 1_000_000)
    assert (found.status, found.period, found.preperiod) == ("proved", *SOLVED[code])
    assert found.saltus == 0
    checked(code, found)


@settings(max_examples=80, deadline=None)
@given(CODE)
def test_what_is_called_proved_is_proved(code: str) -> None:
    found = find_period(Sequence(heap_game(code)), 1500)
    if found.status == "proved":
        checked(code, found)
        further = octal_values(read_code(code).digits, found.checked_to + 300)
        assert found.period is not None
        assert found.preperiod is not None
        for n in range(found.preperiod, len(further) - found.period):
            assert further[n] == further[n + found.period]


@settings(max_examples=60, deadline=None)
@given(CODE)
def test_plain_and_compiled_verdicts_agree(code: str) -> None:
    fast, (slow, _) = (
        find_period(Sequence(heap_game(code)), 700),
        small_period(heap_game(code), 700),
    )
    assert (fast.status, fast.period, fast.preperiod) == (slow.status, slow.period, slow.preperiod)
    assert (fast.checked_to, fast.why) == (slow.checked_to, slow.why)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2), min_size=8, max_size=60), st.integers(0, 3), st.integers(0, 9))
def test_twins_judge_the_same(values: list[int], parts: int, reach: int) -> None:
    import numpy as np

    z = plain_repeats(values)
    for p in range(1, len(z)):
        length = 0
        while p + length < len(values) and values[-1 - length] == values[-1 - p - length]:
            length += 1
        assert z[p] == length
    if parts:
        proved, seen, ahead, start = verdict_on(np.array(values), parts, reach)
        assert (proved, seen, ahead) == judge_plainly(z, len(values), parts, reach)
        assert start == (start_of(np.array(values), seen, 0) if seen else 0)
    for p in range(1, len(values)):
        start = start_of(np.array(values), p, 0)
        assert all(values[n] == values[n + p] for n in range(start, len(values) - p))
        assert start == 0 or values[start - 1] != values[start - 1 + p]


def test_a_range_one_value_short_proves_nothing() -> None:
    values = plain_values(heap_game("0.77"), 168)
    assert judge_plainly(plain_repeats(values), 168, 2, 2)[0] == 12
    assert judge_plainly(plain_repeats(values[:-1]), 167, 2, 2)[0] == 0
    assert not proves_period(values[:-1], 12, 71, 2, 2)
    assert proves_period(values, 12, 71, 2, 2)
    assert period("0.77", 167).status == "observed"
    assert "longer" in period("0.77", 167).why


@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(1, 30), min_size=1, max_size=5))
def test_subtraction_sets_by_a_window(takes: set[int]) -> None:
    rising = sorted(takes)
    found = period(f"subtract:{','.join(map(str, rising))}", 5000)
    if found.status != "proved":
        return
    assert found.theorem == "window"
    assert found.period is not None
    assert found.preperiod is not None
    values = values_of_subtraction(rising, 2 * found.checked_to)
    assert proves_period(values, found.period, found.preperiod, 1, rising[-1])


@pytest.mark.parametrize(
    ("takes", "expected"), [("1,2,3", (4, 0)), ("3,5,8", (11, 0)), ("1,3,4", (7, 0))]
)
def test_subtraction_games_of_the_lectures(takes: str, expected: tuple[int, int]) -> None:
    found = period(f"subtract:{takes}", 10**6)
    assert (found.status, found.period, found.preperiod) == ("proved", *expected)


@pytest.mark.parametrize(
    ("code", "p", "saltus"),
    [("nim", 1, 1), ("lasker", 4, 4), ("0.(37)", None, None), ("subtract:powers-of-2", 3, 0)],
)
def test_codes_without_end_are_never_proved(code: str, p: int | None, saltus: int | None) -> None:
    for n in (500, 3000):
        found = period(code, n)
        assert found.status != "proved"
        assert found.theorem == ""
        if p is not None:
            assert (found.status, found.period, found.saltus) == ("observed", p, saltus)
            assert "not proved" in found.why


@pytest.mark.parametrize(("code", "p", "saltus"), [("0.8", 3, 1), ("0.48", 2, 1), ("0.F8", 6, 4)])
def test_codes_with_three_heaps_may_grow(code: str, p: int, saltus: int) -> None:
    """Found, whether in plain Python or compiled, and not called proved."""
    small, values = small_period(heap_game(code), 200)
    assert small == find_period(Sequence(heap_game(code)), 200)
    assert (small.status, small.period, small.saltus) == ("observed", p, saltus)
    assert small.preperiod is not None
    for n in range(small.preperiod, 200 - p):
        assert values[n + p] == values[n] + saltus


@compiled_only
def test_grundys_game_and_functions_are_never_proved() -> None:
    assert not provable_parts(heap_game("grundy"))
    assert period("grundy", 5000).status == "none"
    constant = period(lambda n: range(n - 1, n) if n else [], 400)
    assert (constant.status, constant.period) == ("observed", 2)
    assert "function" in constant.why


def test_three_heaps_need_a_longer_range() -> None:
    found = period("0.F", 500)
    assert (found.status, found.period, found.theorem) == (
        "proved",
        2,
        "Guy-Smith for three heaps",
    )
    checked("0.F", found)


@settings(max_examples=30, deadline=None)
@given(st.text("0123456789ABCDEF", min_size=1, max_size=3))
def test_proved_hexadecimal_games_stay_periodic(digits: str) -> None:
    game = heap_game(f"0.{digits}")
    found = find_period(Sequence(game), 150)
    if found.status != "proved":
        return
    assert found.period is not None
    assert found.preperiod is not None
    values = plain_values(game, 2 * found.checked_to)
    for n in range(found.preperiod, len(values) - found.period):
        assert values[n] == values[n + found.period]


@pytest.mark.parametrize("n", [1, 2, 3, 10, SMALL, SMALL + 1])
def test_few_heaps_have_a_verdict(n: int) -> None:
    for code in ("0.0", "kayles", "lasker", "grundy", "subtract:3", "0.F"):
        assert period(code, n).status in ("proved", "observed", "none")
        assert small_period(heap_game(code), min(n, SMALL))[0].checked_to <= n


@compiled_only
@pytest.mark.heavy
@settings(max_examples=1000, deadline=None)
@given(CODE)
def test_a_thousand_proofs(code: str) -> None:
    found = find_period(Sequence(heap_game(code)), 20_000)
    if found.status == "proved":
        checked(code, found)


@compiled_only
def test_values_follow_a_proved_period() -> None:
    found = period("0.156", 10**5)
    values = grundy_values("0.156", 10**5).tolist()
    known = values[: found.checked_to]
    assert all(found.value_of(n, known) == values[n] for n in range(0, 10**5, 37))
    assert period("0.16", 2000).value_of(10**9, known) is None
