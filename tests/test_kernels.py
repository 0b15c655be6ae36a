"""The steps of the kernels, one by one, and whole games with the compiler off or checking."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.kernels import dense, general, sparse
from nimatron.kernels.compiled import U, kernel, ones, trailing_zeros

WORD = st.integers(0, 2**64 - 1)


@kernel
def both_counts(word: np.uint64) -> tuple[np.uint64, np.uint64]:
    return trailing_zeros(word), ones(word)


@settings(deadline=None)
@given(WORD)
def test_bits_of_a_word(word: int) -> None:
    zeros, count = both_counts(U(word))
    assert count == word.bit_count()
    assert zeros == ((word & -word).bit_length() - 1 if word else 64)


@settings(deadline=None)
@given(WORD, st.integers(0, 63))
def test_permuted_words(word: int, by: int) -> None:
    expected = sum(1 << (v ^ by) for v in range(64) if word >> v & 1)
    assert general.permuted(U(word), U(by)) == expected


@settings(deadline=None)
@given(WORD, WORD)
def test_the_least_missing_value(low: int, high: int) -> None:
    both = low | high << 64
    least = next((v for v in range(128) if not both >> v & 1), -1)
    assert dense.least_missing(np.array([low, high], dtype=np.uint64)) == least


def sample(seed: int, largest: int, n: int = 900) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.random.default_rng(seed).integers(0, largest, n).astype(np.uint8)


def as_sets(words: np.ndarray[tuple[int, int], np.dtype[np.uint64]], i: int) -> set[int]:
    return {64 * w + v for w in range(len(words)) for v in range(64) if int(words[w, i]) >> v & 1}


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 99), st.lists(st.integers(64, 800), max_size=12), st.integers(1, 2))
def test_marking_a_block(seed: int, at: list[int], width: int) -> None:
    g, base = sample(seed, 128), 704
    places = np.array(sorted(at), dtype=np.int64)
    values = np.random.default_rng(seed).integers(0, 128, len(at)).astype(np.uint64)
    words = np.zeros((width, sparse.BLOCK), dtype=np.uint64)
    sparse.mark_far(g, places, values, len(places), base, words)
    for i in range(sparse.BLOCK):
        reached = {
            int(g[base + i - a]) ^ int(v)
            for a, v in zip(places.tolist(), values, strict=True)
            if a < base + i
        }
        assert as_sets(words, i) == {x for x in reached if x < 64 * width}


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 99), st.integers(1, 200), st.sets(st.integers(0, 127), min_size=1), st.booleans()
)
def test_searching_pairs(seed: int, first: int, wanted: set[int], unequal: bool) -> None:
    g, n = sample(seed, 100), 800
    need = np.zeros(2, dtype=np.uint64)
    for v in wanted:
        need[v >> 6] |= U(1) << U(v & 63)
    splits = np.array([0] if unequal else [1, 2], dtype=np.int64)
    sparse.search(g, n, first, splits, unequal, need, np.zeros(4, dtype=np.int64))
    reached = {
        int(g[a]) ^ int(g[n - m - a])
        for m in splits.tolist()
        for a in range(first, (n - m) // 2 + 1)
        if not unequal or 2 * a != n - m
    }
    assert as_sets(need[:, None], 0) == wanted - reached


_GAMES = """
import sys
sys.path.insert(0, sys.argv[1])
from naive_sequences import octal_values, values_of_grundys_game
from nimatron.rules.codes import read_code
from nimatron.sequences.named import heap_game
from nimatron.sequences.periods import find_period
from nimatron.sequences.plain import plain_values
from nimatron.sequences.running import Sequence
n = int(sys.argv[2])
for code in ("0.16", "0.37", "4.3"):
    assert list(Sequence(heap_game(code)).extend(n)[:n]) == octal_values(read_code(code).digits, n)
assert list(Sequence(heap_game("grundy")).extend(n)[:n]) == values_of_grundys_game(n)
for code in ("0.8F", "lasker", "subtract:squares", "subtract:2,5"):
    assert list(Sequence(heap_game(code)).extend(90)[:90]) == plain_values(heap_game(code), 90)
assert find_period(Sequence(heap_game("0.77")), 300).status == "proved"
"""


def run_games(tmp_path: Path, n: int, **settings: str) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), **settings}
    command = [sys.executable, "-c", _GAMES, str(Path(__file__).parent), str(n)]
    subprocess.run(command, check=True, env=environment, timeout=300)


def test_games_with_the_compiler_off(tmp_path: Path) -> None:
    run_games(tmp_path, 900, NUMBA_DISABLE_JIT="1")


@pytest.mark.heavy
def test_games_with_indices_checked(tmp_path: Path) -> None:
    run_games(tmp_path, 3000, NUMBA_BOUNDSCHECK="1", NUMBA_DISABLE_JIT="0")
