"""One heap once more, from the definition: with this, values are seen to be right one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nimatron.sequences.named import HeapGame, members

Values = NDArray[Any]


def value_again(game: HeapGame, values: Values, n: int) -> int:
    """The nimber of the heap n as the mex over all its options, by the values of smaller heaps.

    For octal codes, Grundy's game and subtraction sets.
    """
    all_members = members(game.named_set, n + 1) if game.named_set else None
    takes = game.places(2) if all_members is None else all_members
    clears = game.places(1) if all_members is None else all_members
    splits = game.places(4) if all_members is None else []
    # A sum of two values is less than twice the larger; one place more is never reached.
    reached = np.zeros(2 * int(values[:n].max(initial=0)) + 2, dtype=bool)
    reached[0] = n in clears
    for taken in takes:
        if taken < n:
            reached[values[n - taken]] = True
    for taken in splits:
        rest = n - taken
        half = (rest - 1) // 2 if game.unequal else rest // 2
        if half > 0:
            reached[values[1 : half + 1] ^ values[rest - 1 : rest - half - 1 : -1]] = True
    return int(np.argmin(reached))
