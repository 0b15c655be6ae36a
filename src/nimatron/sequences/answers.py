"""The public questions about sequences, each answered by the cheapest way that is sure."""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from nimatron.errors import ParameterError, TooLarge
from nimatron.sequences.named import HeapGame
from nimatron.sequences.periods import Period, find_period, provable_parts, small_period
from nimatron.sequences.plain import plain_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nimatron.sequences.running import Sequence, Watch

SMALL = 1000  # heaps: below this plain Python is done before numba would be imported
MOST = 1 << 40  # heaps: what a number can still mean

_kept: OrderedDict[str, Sequence] = OrderedDict()


def running(game: HeapGame) -> Sequence:
    """A sequence of the game, gone on with if this process worked on it lately."""
    from nimatron.sequences.running import Sequence

    if game.options is not None:
        return Sequence(game)
    sequence = _kept.pop(game.key, None) or Sequence(game)
    _kept[game.key] = sequence
    while len(_kept) > 4:
        _kept.popitem(last=False)
    return sequence


def checked_count(n: int, least: int = 0) -> int:
    """A number of heaps that makes sense."""
    if not isinstance(n, int) or n < least:
        raise ParameterError(f"a number of heaps, {least} or more", n)
    if n > MOST:
        raise TooLarge(f"{n} heaps are more than any memory; ask for {MOST} at most")
    return n


def values_of(game: HeapGame, n: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """The nimbers of the heaps 0..n-1 in the narrowest type, or in `out`."""
    import numpy as np

    checked_count(n)
    if out is not None and (out.ndim != 1 or len(out) < n or out.dtype.kind not in "iu"):
        raise ParameterError(f"an array of at least {n} integers in one row as out")
    if n <= SMALL and "numba" not in sys.modules:
        found = np.array(plain_values(game, n), dtype=np.int64)
        return _narrowed(found, out, True)
    sequence = running(game)
    found = far_values(sequence, n, out)
    return _narrowed(found, out, not np.may_share_memory(found, sequence.values))


def far_values(
    sequence: Sequence, n: int, out: NDArray[Any] | None = None, watch: Watch | None = None
) -> NDArray[Any]:
    """The nimbers of n heaps: continued, with a look for a proof at each doubling, then tiled."""
    if n <= sequence.done or not provable_parts(sequence.game):
        return sequence.extend(n, watch)[:n]
    found = find_period(sequence, n, watch)
    if found.status != "proved" or n <= sequence.done:
        return sequence.extend(n, watch)[:n]
    assert found.period is not None
    return sequence.tile(n, found.period, out if _holds(out, found.largest) else None)


def _holds(array: NDArray[Any] | None, value: int) -> bool:
    import numpy as np

    return array is not None and value <= np.iinfo(array.dtype).max


def _narrowed(values: NDArray[Any], out: NDArray[Any] | None, owned: bool) -> NDArray[Any]:
    """The values as the caller's own, in `out` or in the narrowest unsigned type."""
    import numpy as np

    if out is not None and np.may_share_memory(out, values):
        return values
    largest = int(values.max()) if len(values) else 0
    if out is None:
        narrow = np.min_scalar_type(largest)
        return values if owned and values.dtype == narrow else values.astype(narrow)
    if not _holds(out, largest):
        raise ParameterError(f"an array for values to {largest} as out", str(out.dtype))
    out[: len(values)] = values
    return out[: len(values)]


def period_of(game: HeapGame, n: int, watch: Watch | None = None) -> Period:
    """The period of a game among n heaps; in plain Python while that may be enough."""
    checked_count(n, 1)
    if "numba" not in sys.modules:
        found, _ = small_period(game, min(n, SMALL))
        if n <= SMALL or found.status == "proved":
            return found
    return find_period(running(game), n, watch)


def saved_period(
    game: HeapGame, n: int, data: str | None = None, watch: Watch | None = None
) -> Period:
    """The same by a run that saves itself in the data folder if it is long."""
    checked_count(n, 1)
    found, _ = small_period(game, min(n, SMALL))
    if n <= SMALL or found.status == "proved":
        return found
    from nimatron.sequences.saved import saved_sequence

    return find_period(saved_sequence(game, data), n, watch)


def values_at(game: HeapGame, heaps: list[int], most_heaps: int, seconds: float) -> list[int]:
    """The nimbers of some heaps, by computing as little as is sure."""
    for heap in heaps:
        if not isinstance(heap, int) or heap < 0:
            raise ParameterError("heaps of 0 or more counters", heap)
    largest = max(heaps, default=0)
    if largest < SMALL:
        values = plain_values(game, largest + 1)
        return [values[heap] for heap in heaps]
    if provable_parts(game) and "numba" not in sys.modules:
        found, values = small_period(game, SMALL)
        if found.status == "proved":
            return [found.value_of(heap, values) or 0 for heap in heaps]
    deadline = time.monotonic() + seconds

    def watch(done: int) -> None:
        if time.monotonic() > deadline:
            raise TooLarge(
                f"heap {largest} of {game.key}: no period was proved and only {done} heaps were "
                f"computed in {seconds:g} s; try a smaller heap or raise --max-seconds"
            )

    sequence, to = running(game), min(largest + 1, most_heaps)
    if provable_parts(game):
        found = find_period(sequence, to, watch)
    else:
        sequence.extend(to, watch)
        found = Period("none", None, None, None, to, "")
    known: Any = sequence.values
    answers = [found.value_of(heap, known) for heap in heaps]
    if None in answers:
        raise TooLarge(
            f"heap {largest} of {game.key}: no period is proved among the first {to} heaps, and "
            "larger heaps are not known"
        )
    return [answer or 0 for answer in answers]
