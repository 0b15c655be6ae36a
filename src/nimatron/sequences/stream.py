"""Values handed out as they are found, in stretches, whatever their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from nimatron.sequences.answers import SMALL, checked_count
from nimatron.sequences.named import HeapGame
from nimatron.sequences.periods import next_look, provable_parts
from nimatron.sequences.plain import plain_values

if TYPE_CHECKING:
    from nimatron.sequences.running import Sequence, Watch

STRETCH = 1 << 18


def stream(
    game: HeapGame, n: int, data: str | None = None, watch: Watch | None = None
) -> Iterator[tuple[int, Iterable[int]]]:
    """Pairs of a first heap and the nimbers from it on, up to heap n - 1.

    Long runs save themselves in the data folder, and go on from what is there.
    """
    checked_count(n)
    if n <= SMALL:
        yield 0, plain_values(game, n)
        return
    from nimatron.sequences.saved import saved_sequence

    yield from _stretches(saved_sequence(game, data), n, watch)


def _stretches(
    sequence: Sequence, n: int, watch: Watch | None
) -> Iterator[tuple[int, Iterable[int]]]:
    from nimatron.sequences.repeats import verdict_on

    parts, reach = provable_parts(sequence.game), sequence.game.reach
    sent, look = 0, 64 if parts else n + 1
    while sent < n:
        to = min(n, sent + STRETCH, max(look, sent + 1))
        values = sequence.extend(to, watch)
        yield sent, values[sent:to].tolist()
        sent = to
        if sent >= look:
            proved, _, ahead, start = verdict_on(values[:sent], parts, reach)
            if proved:
                yield from _repeated(values[start : start + proved].tolist(), start, sent, n, watch)
                return
            look = next_look(sent, n + 1, ahead)


def _repeated(
    turn: list[int], start: int, sent: int, n: int, watch: Watch | None
) -> Iterator[tuple[int, Iterable[int]]]:
    """The rest, by a proved period."""
    many = turn * (-(-STRETCH // len(turn)) + 1)
    while sent < n:
        to = min(n, sent + STRETCH)
        shift = (sent - start) % len(turn)
        yield sent, many[shift : shift + to - sent]
        sent = to
        if watch is not None:
            watch(sent)
