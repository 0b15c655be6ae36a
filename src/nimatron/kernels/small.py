"""Short games in one call: values by the plain method, and a period proved along the way."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nimatron.kernels import dense, periods
from nimatron.kernels.compiled import kernel
from nimatron.kernels.dense import Places, Values


@kernel
def with_bit(digits: NDArray[np.uint8], bit: int) -> Places:
    """The places of the digits that have a bit."""
    found = np.empty(len(digits), dtype=np.int64)
    count = 0
    for place in range(len(digits)):
        if digits[place] & bit:
            found[count] = place
            count += 1
    return found[:count]


@kernel
def prove(
    g: Values, look: int, stop: int, digits: NDArray[np.uint8], parts: int
) -> tuple[int, int, int, int]:
    """Fill g until a period is proved, looking first at `look` heaps and last before `stop`.

    Gives the heaps done, the period (0 if none), where it starts and when to look again. Ends
    where a value does not fit a word. `next_look` in `sequences.periods` is the same rule.
    """
    splits, takes, clears = with_bit(digits, 4), with_bit(digits, 2), with_bit(digits, 1)
    done, reach = 0, len(digits) - 1
    while look <= stop:
        status, done = dense.advance(g, done, look, splits, takes, clears, False, 1)
        if status != dense.DONE:
            break
        z = np.zeros(done // 2 + 1, dtype=np.int32)
        periods.repeats(g[:done], z)
        proved, _, ahead = periods.judge(z, done, parts, reach)
        if proved > 0:
            return done, proved, done - proved - z[proved], done
        look = max(done + done // 16, min(2 * done, ahead if ahead > 0 else 2 * done))
    return done, 0, 0, look
