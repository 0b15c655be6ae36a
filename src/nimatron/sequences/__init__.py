"""Nimber sequences of heap games: computed fast, their periods proved, long runs saved.

Numbers of heaps up to about a thousand are done in plain Python; numba is imported only for more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nimatron.sequences.named import HeapGame, heap_game
from nimatron.sequences.periods import Period

if TYPE_CHECKING:
    from collections.abc import Sequence as Heaps

    from numpy.typing import NDArray

    from nimatron.rules.codes import Code
    from nimatron.sequences.named import Options

__all__ = ["HeapGame", "Period", "grundy_values", "heap_game", "heap_values", "period"]


def grundy_values(
    code: str | Code | Options | HeapGame, n: int, out: NDArray[Any] | None = None
) -> NDArray[Any]:
    """The nimbers of the heaps 0..n-1, in the narrowest unsigned type that holds them.

    The code is a take-and-break code, a name such as `kayles` or `grundy`, `subtract:1,3,4`, or a
    function from a heap to its options (numbers, or tuples of numbers for sums). Once a period
    is proved the rest is tiled. With `out`, an array of at least n integers is filled instead.

    >>> grundy_values("kayles", 12).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    from nimatron.sequences.answers import values_of

    return values_of(heap_game(code), n, out)


def period(code: str | Code | Options | HeapGame, n: int) -> Period:
    """The period of the nimbers, looked for among the heaps 0..n-1 and proved if it can be.

    >>> found = period("kayles", 1000)
    >>> found.status, found.period, found.preperiod
    ('proved', 12, 71)
    """
    from nimatron.sequences.answers import period_of

    return period_of(heap_game(code), n)


def heap_values(
    code: str | Code | Options | HeapGame,
    heaps: Heaps[int],
    *,
    most_heaps: int = 1 << 22,
    seconds: float = 20.0,
) -> list[int]:
    """The nimbers of heaps of these sizes: small ones computed, huge ones by a proved period.

    Raises TooLarge if no period is proved within so many heaps and seconds.

    >>> heap_values("kayles", [5, 10**15])
    [4, 1]
    """
    from nimatron.sequences.answers import values_at

    return values_at(heap_game(code), list(heaps), most_heaps, seconds)
