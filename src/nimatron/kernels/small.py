"""Short games in one call: values by the plain method, and a period proved along the way."""

from __future__ import annotations

from nimatron.kernels import dense, periods
from nimatron.kernels.compiled import kernel
from nimatron.kernels.dense import Places, Values


@kernel
def prove(
    g: Values,
    look: int,
    stop: int,
    splits: Places,
    takes: Places,
    clears: Places,
    parts: int,
    reach: int,
) -> tuple[int, int, int]:
    """Fill g until a period is proved, looking first at `look` heaps and last before `stop`.

    Gives the heaps done, the period (0 if none) and the heaps at which to look again. Ends
    where a value does not fit a word. `next_look` in `sequences.periods` is the same rule.
    """
    done = 0
    while look <= stop:
        status, done = dense.advance(g, done, look, splits, takes, clears, False, 1)
        if status != dense.DONE:
            break
        z = periods.repeats(g[:done], done // 2)
        proved, _, ahead = periods.judge(z, done, parts, reach)
        if proved > 0:
            return done, proved, done
        look = max(done + done // 16, min(2 * done, ahead if ahead > 0 else 2 * done))
    return done, 0, look
