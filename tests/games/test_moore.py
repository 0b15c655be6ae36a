"""Moore's winning move, on every small position and on large ones."""

from __future__ import annotations

import random
from itertools import product

import pytest

from nimatron.functions import columns, moore_piles


def _divisible(piles: tuple[int, ...], k: int) -> bool:
    width = max(piles).bit_length()
    return all(sum(pile >> i & 1 for pile in piles) % (k + 1) == 0 for i in range(width))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_move_is_legal_and_leaves_divisible_columns(k: int) -> None:
    dice = random.Random(1910)
    large = [tuple(dice.randrange(10**12) for _ in range(7)) for _ in range(50)]
    for piles in [*product(range(6), repeat=4), *large]:
        left = moore_piles(piles, k)
        lowered = [new < old for old, new in zip(piles, left, strict=True) if new != old]
        assert all(lowered) and len(lowered) <= k
        assert _divisible(left, k)
        assert bool(lowered) is not _divisible(piles, k)


def test_columns_are_counted() -> None:
    dice = random.Random(1)
    piles = [dice.randrange(2**20) for _ in range(300)]
    assert columns(piles) == tuple(sum(p >> i & 1 for p in piles) for i in range(20))
