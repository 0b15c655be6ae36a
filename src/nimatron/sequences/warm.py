"""Compiling ahead: every kernel is called once for each type that games meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def compile_all(clock: Callable[[], float]) -> Iterator[tuple[str, float]]:
    """Run small games that need each kernel; give a name and the seconds after each."""
    import numpy as np

    from nimatron.sequences.named import heap_game
    from nimatron.sequences.periods import find_period
    from nimatron.sequences.running import Sequence

    for code, heaps in (("subtract:1,3,4", 2000), ("0.16", 3000), ("grundy", 3000)):
        began = clock()
        find_period(Sequence(heap_game(code)), heaps)
        yield code, clock() - began
    for code, heaps in (("0.8F", 300), ("lasker", 2000), ("subtract:squares", 2000)):
        began = clock()
        find_period(Sequence(heap_game(code)), heaps)
        yield code, clock() - began
    began = clock()
    wide = Sequence(heap_game("grundy"))
    wide.extend(2000)
    wide._values = wide._values.astype(np.uint16)
    wide.extend(3000)
    yield "16-bit values", clock() - began
