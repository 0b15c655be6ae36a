"""Fast sequences against their slow twins."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive_sequences import (
    compiled_only,
    octal_values,
    sized,
    values_of_code,
    values_of_grundys_game,
    values_of_subtraction,
)
from nimatron.errors import CodeError, NimatronError, ParameterError, RulesError, TooLarge
from nimatron.rules.codes import read_code
from nimatron.sequences import grundy_values, heap_game, heap_values
from nimatron.sequences.named import SETS, members
from nimatron.sequences.octal import fewest_rare, kinds_of
from nimatron.sequences.plain import plain_values
from nimatron.sequences.running import Sequence, next_step, repeat

OCTAL = st.builds(
    lambda split, digits: f"{split}.{digits}",
    st.sampled_from("0004"),
    st.text("01234567", min_size=1, max_size=5),
)
ANY_CODE = st.builds(
    lambda split, digits, repeat: f"{split}.{digits}" + (f"({repeat})" if repeat else ""),
    st.sampled_from("0048C"),
    st.text("0123456789ABCDEF", min_size=1, max_size=3),
    st.text("01234567F", max_size=2),
)


def run(code: Any, n: int) -> list[int]:
    """By the kernels, whatever the number of heaps, and without periods."""
    return list(map(int, Sequence(heap_game(code)).extend(n)[:n]))


@settings(deadline=None)
@given(ANY_CODE, st.integers(0, 24))
def test_plain_values_are_the_mex_of_all_options(text: str, n: int) -> None:
    assert plain_values(heap_game(text), n) == values_of_code(read_code(text), n)


@settings(max_examples=40, deadline=None)
@given(OCTAL)
def test_octal_games(text: str) -> None:
    assert run(text, sized(1400)) == octal_values(read_code(text).digits, sized(1400))


@pytest.mark.heavy
@settings(max_examples=2000, deadline=None)
@given(OCTAL)
def test_thousands_of_octal_games_to_3000(text: str) -> None:
    assert run(text, sized(3000)) == octal_values(read_code(text).digits, sized(3000))


@settings(max_examples=60, deadline=None)
@given(ANY_CODE)
def test_codes_with_three_heaps_or_without_end(text: str) -> None:
    assert run(text, 150) == plain_values(heap_game(text), 150)


@pytest.mark.heavy
@settings(max_examples=400, deadline=None)
@given(ANY_CODE)
def test_hundreds_of_general_codes_further(text: str) -> None:
    assert run(text, 700) == plain_values(heap_game(text), 700)


@pytest.mark.parametrize(
    ("code", "n"),
    [
        *[("0.77", 3000), ("0.16", 6000), ("0.106", 6000), ("0.56", 5000), ("0.6", 5000)],
        *[("0.137", 3000), ("4.007", 2500), ("0.(37)", 600), ("0.0000000000007", 4000)],
        (f"0.{'0' * 90}7", 3000),
    ],
)
def test_known_hard_games(code: str, n: int) -> None:
    digits, n = read_code(code), sized(n)
    expected = (
        octal_values(digits.digits, n) if digits.bounded else plain_values(heap_game(code), n)
    )
    assert run(code, n) == expected


def test_grundys_game() -> None:
    expected = values_of_grundys_game(3000)
    assert run("grundy", sized(3000)) == expected[: sized(3000)]
    assert plain_values(heap_game("grundy"), 700) == expected[:700]


@compiled_only
def test_lost_heaps_of_grundys_game() -> None:
    lost = np.flatnonzero(grundy_values("grundy", 20_000) == 0).tolist()
    known = [1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340]
    known += [346, 359, 362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685]
    assert lost == [0, *known, 923, 926, 929, 932, 1222]


@settings(max_examples=30, deadline=None)
@given(st.sets(st.integers(1, 40), min_size=1, max_size=6))
def test_subtraction_sets(takes: set[int]) -> None:
    rising = sorted(takes)
    text = f"subtract:{','.join(map(str, rising))}"
    assert run(text, 500) == values_of_subtraction(rising, 500)
    assert grundy_values(text, 4000).tolist() == values_of_subtraction(rising, 4000)


@pytest.mark.parametrize("named", SETS)
def test_named_sets(named: str) -> None:
    text = f"subtract:{named}"
    expected = values_of_subtraction(members(named, 2500), 2500)
    assert run(text, 2500) == expected
    assert plain_values(heap_game(text), 300) == expected[:300]


def test_a_set_with_more_numbers_than_a_word_has_bits() -> None:
    text = f"subtract:{','.join(map(str, range(1, 101)))}"
    assert run(text, 1200) == [n % 101 for n in range(1200)]


def test_lost_heaps_when_squares_are_taken() -> None:
    lost = np.flatnonzero(grundy_values("subtract:squares", 198) == 0).tolist()
    known = [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95]
    assert lost == [*known, 109, 119, 124, 127, 130, 132, 137, 142, 147, 150, 170, 177, 180, 182,
                    187, 192, 197]  # fmt: skip


@compiled_only
@settings(max_examples=15, deadline=None)
@given(OCTAL, st.lists(st.integers(1, 2500), min_size=1, max_size=5))
def test_a_run_goes_on_where_it_was(text: str, stops: list[int]) -> None:
    sequence = Sequence(heap_game(text))
    for stop in stops:
        sequence.extend(stop)
    longest = max(stops)
    assert sequence.values[:longest].tolist() == run(text, longest)


def test_a_function_of_the_users_own() -> None:
    assert grundy_values(lambda n: range(n // 2, n), 40).tolist() == plain_values(
        heap_game(lambda n: range(n // 2, n)), 40
    )
    kayles = read_code("0.77")
    assert grundy_values(kayles.options, 60).tolist() == grundy_values("kayles", 60).tolist()


@pytest.mark.parametrize("option", [5, -1, (2, 5), 9])
def test_a_function_must_make_heaps_smaller(option: Any) -> None:
    with pytest.raises(RulesError, match="smaller"):
        grundy_values(lambda n: [option] if n == 5 else [], 7)


@compiled_only
def test_values_are_tiled_after_a_proof() -> None:
    far = grundy_values("kayles", 100_000)
    assert far.dtype == np.uint8
    assert far.tolist() == run("kayles", 100_000)


@settings(max_examples=50)
@given(st.integers(1, 9), st.integers(0, 9), st.integers(0, 100))
def test_tiling_repeats(period: int, more: int, length: int) -> None:
    first = np.arange(period + more)
    values = np.concatenate([first, np.zeros(length, dtype=np.int64)])
    repeat(values, len(first), period)
    assert all(values[n] == values[n - period] for n in range(len(first), len(values)))
    assert (values[: len(first)] == first).all()


def test_out_is_filled() -> None:
    out = np.zeros(5000, dtype=np.int32)
    assert np.shares_memory(grundy_values("kayles", 5000, out=out), out)
    assert out.tolist() == grundy_values("kayles", 5000).tolist()
    small = np.zeros(10, dtype=np.uint16)
    assert grundy_values("nim", 8, out=small).tolist() == list(range(8))
    for wrong in (np.zeros(9), np.zeros(3, dtype=np.uint8), np.zeros((9, 9), dtype=np.uint8)):
        with pytest.raises(ParameterError, match="out"):
            grundy_values("kayles", 9, out=wrong)
    with pytest.raises(ParameterError, match="values to 299"):
        grundy_values("nim", 300, out=np.zeros(300, dtype=np.uint8))


def test_an_answer_is_the_callers_own() -> None:
    grundy_values("0.16", 2000)[:] = 0
    assert grundy_values("0.16", 2000).any()


@pytest.mark.parametrize("n", [0, 1, 2])
def test_hardly_any_heaps(n: int) -> None:
    for code in ("kayles", "grundy", "lasker", "0.F", "subtract:2", "subtract:squares"):
        assert len(grundy_values(code, n)) == n
        assert run(code, n) == plain_values(heap_game(code), n)


@pytest.mark.parametrize(
    "text",
    [
        *["", "kayels", "subtract:", "subtract:0", "subtract:-1", "subtract:1,,2", "subtract:x"],
        *["subtract:cubes", "subtract:99999999", "0.8.8", "3.7", "grundy!"],
    ],
)
def test_names_that_make_no_sense(text: str) -> None:
    with pytest.raises(CodeError, match="expected"):
        heap_game(text)


def test_a_misspelt_name_is_recognised() -> None:
    with pytest.raises(CodeError, match="did you mean kayles"):
        heap_game("kayels")


@pytest.mark.parametrize("n", [-1, 1 << 70])
def test_numbers_of_heaps_that_make_no_sense(n: int) -> None:
    with pytest.raises(NimatronError):
        grundy_values("kayles", n)


def test_huge_heaps_by_a_proved_period() -> None:
    kayles = run("kayles", 200)
    assert heap_values("kayles", [10**15, 5]) == [kayles[72 + (10**15 - 72) % 12], 4]
    takes = values_of_subtraction([1, 3, 4], 10**5)
    assert heap_values("subtract:1,3,4", [99_999, 10**18]) == [takes[99_999], takes[10**18 % 7]]
    assert heap_values("grundy", []) == []


@compiled_only
@pytest.mark.parametrize("code", ["grundy", "lasker", "subtract:squares", "0.16"])
def test_huge_heaps_without_a_proof_are_too_large(code: str) -> None:
    with pytest.raises(TooLarge, match="1000000000000"):
        heap_values(code, [10**12], most_heaps=3000)


@compiled_only
def test_time_is_kept() -> None:
    with pytest.raises(TooLarge, match="computed in"):
        heap_values("0.6", [10**12], most_heaps=10**9, seconds=0.2)


@compiled_only
def test_values_past_a_byte_and_many_words() -> None:
    values = grundy_values("0.6", 120_000)
    assert values.dtype == np.uint16
    assert int(values.max()) > 255
    sample = np.random.default_rng(1).integers(60_000, 120_000, 40)
    for n in sample.tolist():
        reached = np.unique(
            values[1 : n // 2 + 1] ^ values[n - 2 : (n - 1) // 2 - 1 : -1][: n // 2]
        )
        free = np.setdiff1d(np.arange(len(reached) + 1), reached)
        assert values[n] == free[0]


def test_steps_take_about_as_long() -> None:
    assert next_step(1000, 0.05) == 2000
    assert next_step(1000, 0.001) == 4000
    assert next_step(1000, 1.5) < 200
    assert next_step(1000, 0.15) == 1000


def test_small_numbers_of_heaps_need_no_numba() -> None:
    program = (
        "import sys, nimatron.sequences as s; s.heap_values('kayles', [10**15, 5]);"
        "s.heap_values('0.7F', [900]); assert not {'numpy', 'numba'} & set(sys.modules);"
        "s.grundy_values('kayles', 1000); s.period('kayles', 10**6); s.period('lasker', 500);"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@settings(deadline=None)
@given(st.integers(0, 63), st.booleans(), st.integers(0, 10**6))
def test_the_functional_leaves_the_fewest_rare_heaps(mask: int, parity: bool, seed: int) -> None:
    counts = np.random.default_rng(seed).integers(0, 9, (2, 32))
    best, rare = fewest_rare(counts, parity)
    assert rare == counts[kinds_of(best, 32) == 0].sum()
    if parity or mask < 32:
        assert rare <= counts[kinds_of(mask, 32) == 0].sum()
    assert parity or best < 32
