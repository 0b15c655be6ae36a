"""Divisors of numbers too large to try one factor after the other."""

from __future__ import annotations

from itertools import combinations
from math import prod

import pytest

from nimatron.errors import TooLarge
from nimatron.rules.divisors import divisors


def tried(n: int) -> tuple[int, ...]:
    """Its slow twin."""
    return tuple(d for d in range(1, n + 1) if n % d == 0)


def test_small_numbers() -> None:
    for n in (*range(1, 1500), 30_030, 65_536):
        assert divisors(n) == tried(n)


# Above a thousand, so that none is found by trying; the last two are near 2^31 and 10^12.
PRIMES = (1009, 1013, 7919, 104_729, 1_000_003, 2_147_483_647, 999_999_999_989)


@pytest.mark.parametrize(
    "primes",
    [*combinations(PRIMES[:6], 2), *((p,) for p in PRIMES), PRIMES[:4], (1009, 1009), (7919,) * 3,
     (1_000_003,) * 2, (1_000_003, 999_999_999_989), (2, 2, 3, 1009, 104_729)],
)  # fmt: skip
def test_products_of_known_primes(primes: tuple[int, ...]) -> None:
    some = (c for size in range(len(primes) + 1) for c in combinations(primes, size))
    assert divisors(prod(primes)) == tuple(sorted({prod(c) for c in some}))


@pytest.mark.parametrize("n", [561, 1_105, 825_265, 3_215_031_751, 3_825_123_056_546_413_051])
def test_numbers_that_look_like_primes(n: int) -> None:
    """Carmichael numbers, and some that pass Miller and Rabin's test for small witnesses."""
    found = divisors(n)
    assert len(found) > 2
    assert all(n % d == 0 and n // d in found for d in found)


def test_what_takes_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.rules.divisors._MOST_ROUNDS", 10)
    with pytest.raises(TooLarge, match="within 10 rounds"):
        divisors(1_000_000_007 * 1_000_000_009)
