"""A list in blocks of about sqrt n: removal and insertion by position cost about sqrt n."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import Any, Generic, TypeVar

from nimatron.errors import UsageError
from nimatron.ranges.operations import is_array, worth_compiling

T = TypeVar("T")
_SHORTEST = 16


class BlockList(Generic[T]):
    """A list whose blocks are split when they grow to twice their size.

    >>> row = BlockList("abcde")
    >>> row.pop(2), row.insert(0, "x"), list(row)
    ('c', None, ['x', 'a', 'b', 'd', 'e'])
    """

    def __init__(self, values: Iterable[T] = ()) -> None:
        held = list(values)
        self._count = len(held)
        self._size = max(_SHORTEST, isqrt(self._count))
        self._blocks = [held[i : i + self._size] for i in range(0, len(held), self._size)]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        for block in self._blocks:
            yield from block

    def __getitem__(self, place: int) -> T:
        block, inside = self._find(place, self._count - 1)
        return self._blocks[block][inside]

    def pop(self, place: int) -> T:
        """Remove the element at a place, counted from 0, and return it."""
        block, inside = self._find(place, self._count - 1)
        value = self._blocks[block].pop(inside)
        if not self._blocks[block]:
            del self._blocks[block]
        self._count -= 1
        return value

    def insert(self, place: int, value: T) -> None:
        """Put an element so that it stands at a place, counted from 0."""
        if not self._blocks:
            self._blocks.append([])
        block, inside = self._find(place, self._count)
        self._blocks[block].insert(inside, value)
        self._count += 1
        if len(self._blocks[block]) >= 2 * self._size:
            whole = self._blocks[block]
            self._blocks[block : block + 1] = [whole[: self._size], whole[self._size :]]

    def _find(self, place: int, most: int) -> tuple[int, int]:
        """The block of a place and where in it; the end of the last block is a place too."""
        if not 0 <= place <= most:
            raise UsageError(f"a place from 0 to {most}" if most >= 0 else "a longer list", place)
        for number, block in enumerate(self._blocks):
            if place < len(block):
                return number, place
            place -= len(block)
        return len(self._blocks) - 1, len(self._blocks[-1]) + place


def remove_all(values: Any, places: Any) -> Any:
    """The elements removed one after another at these places, counted from 0 in what is left.

    Sequences give a list; numpy arrays an array.

    >>> remove_all([2, 6, 1, 4, 2], [2, 0, 2, 0, 0])
    [1, 2, 2, 6, 4]
    """
    if is_array(values) or is_array(places):
        import numpy as np

        row = np.asarray(values)
        return row[_order(len(row), np.asarray(places, dtype=np.int64))]
    if worth_compiling(len(places) * isqrt(len(values)) / 4):
        import numpy as np

        order = _order(len(values), np.array(places, dtype=np.int64))
        return [values[index] for index in order.tolist()]
    for taken, place in enumerate(places):
        _there(place, len(values) - taken)
    left = BlockList(values)
    return [left.pop(place) for place in places]


def _order(n: int, places: Any) -> Any:
    import numpy as np

    from nimatron.kernels.ranges import removed

    bad = (places < 0) | (places >= n - np.arange(len(places)))
    if bad.any():
        first = int(bad.argmax())
        _there(int(places[first]), n - first)
    if not len(places):
        return places
    return removed(n, np.ascontiguousarray(places), max(1, isqrt(n)))


def _there(place: int, size: int) -> None:
    if not 0 <= place < size:
        raise UsageError(f"a place from 0 to {size - 1}", place)
