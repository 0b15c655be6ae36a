"""All subsets of a few cells in one sweep, where a move uses up some cells and only some."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels.compiled import U, kernel, trailing_zeros

Bytes = NDArray[np.uint8]


@kernel
def sweep_nimbers(takes: NDArray[np.int64], values: Bytes, top: int, bottom: int) -> None:
    """Nimbers of the sets of used cells below `top`, down to `bottom`; all above are known.

    There must be fewer than 64 moves.
    """
    for used in range(top - 1, bottom - 1, -1):
        absent = ~U(0)
        for take in takes:
            after = used | take
            if after != used:
                absent &= ~(U(1) << U(values[after]))
        values[used] = trailing_zeros(absent)


@kernel
def sweep_lengths(
    takes: NDArray[np.int64], values: Bytes, won_parity: int, top: int, bottom: int
) -> None:
    """The same for lengths: the parity says who wins, and the winner hurries."""
    for used in range(top - 1, bottom - 1, -1):
        shortest, longest = 255, -1
        for take in takes:
            after = used | take
            if after == used:
                continue
            value = int(values[after])
            if value % 2 == won_parity:
                longest = max(longest, value)
            else:
                shortest = min(shortest, value)
        values[used] = shortest + 1 if shortest < 255 else longest + 1
