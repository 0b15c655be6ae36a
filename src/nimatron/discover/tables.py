"""Guesses that are read off the data: residues, periods with a beginning of their own, growth.

The values that a guess was made from are few; whether it goes on is for others to test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nimatron.discover.families import Guess

_LARGEST = 48  # of a modulus that needs a list of residues
_MOST_HEAD = 200  # values before a period


def residues(x: str, lost: Mapping[int, bool]) -> Iterator[Guess]:
    """Moduli for which the remainder tells whether a number is lost, with the remainders."""
    for m in range(2, min(_LARGEST, len(lost) // 3) + 1):
        kinds: dict[int, bool] = {}
        if all(kinds.setdefault(n % m, is_lost) == is_lost for n, is_lost in lost.items()):
            chosen = tuple(sorted(r for r, is_lost in kinds.items() if is_lost))
            if len(kinds) == m and 1 < len(chosen) < m:
                listed = ", ".join(map(str, chosen))
                yield Guess(
                    f"{x} % {m} in {chosen}", f"{x} leaves one of {listed} when divided by {m}"
                )
                return


def lost_after_a_while(x: str, lost: Mapping[int, bool]) -> Iterator[Guess]:
    """A period of lost and won that begins late, as a list."""
    found = repetition([int(not lost[n]) for n in _row(lost)])
    if found is None or not found.first:
        return
    head = tuple(not won for won in found.head)
    yield Guess(
        f"(head[{x}] if {x} < len(head) else head[first + ({x} - first) % period]) == 0",
        f"it stands as 0 in a list that repeats with period {found.period} from {found.first} on",
        (("head", tuple(int(not is_lost) for is_lost in head)), *_constants(found)),
    )


def repeating(x: str, values: Mapping[int, int]) -> Iterator[Guess]:
    """Values that repeat, or grow by the same in each round, as a list."""
    row = _row(values)
    if row.start == 1 and 0 not in values:  # an empty heap is nothing
        values = {0: 0, **values}
        row = range(row.stop)
    found = repetition([values[n] for n in row])
    if found is not None:
        if not found.first and row.start == 0:
            yield Guess(
                f"{found.head}[{x} % {found.period}]",
                f"read off the list {_listed(found.head)} at the remainder of {x} divided by"
                f" {found.period}",
            )
        shift = f"({x} - {row.start})" if row.start else x
        yield Guess(
            f"head[{shift}] if {shift} < len(head) else head[first + ({shift} - first) % period]",
            f"read off a list, {_short(found.head)}, whose last {found.period} numbers repeat",
            (("head", found.head), *_constants(found)),
        )
    row = range(max(row.start, 1), row.stop)
    for m in range(2, 13):
        for grows in range(1, m + 1):
            off = {n: values[n] - grows * (n // m) for n in row}
            kinds: dict[int, int] = {}
            if len(row) >= 4 * m and all(kinds.setdefault(n % m, o) == o for n, o in off.items()):
                listed = tuple(kinds[r] for r in range(m))
                by = f"{x} // {m}" if grows == 1 else f"{grows} * ({x} // {m})"
                yield Guess(
                    f"{by} + {listed}[{x} % {m}]",
                    f"{by} plus the number at the remainder by {m} in {_listed(listed)}",
                )
                return


class Repetition:
    """Values that repeat from `first` on; `head` reaches through the first round."""

    def __init__(self, head: tuple[int, ...], first: int, period: int) -> None:
        self.head, self.first, self.period = head, first, period


def repetition(values: Sequence[int]) -> Repetition | None:
    """The repetition that explains the values with the least to remember, if they show two rounds
    of it or more beyond its beginning."""
    size, best = len(values), None
    for period in range(1, size // 3 + 1):
        first = size - period
        while first > 0 and values[first - 1] == values[first - 1 + period]:
            first -= 1
        if first + 3 * period <= size and first <= _MOST_HEAD:
            cost = first + period
            if best is None or cost < best.first + best.period:
                best = Repetition(tuple(values[:cost]), first, period)
    return best


def on_two_remainders(x: str, y: str, lost: Mapping[tuple[int, int], bool]) -> Iterator[Guess]:
    """A modulus for which the remainders of two numbers tell whether a position is lost."""
    for m in range(2, 9):
        kinds: dict[tuple[int, int], bool] = {}
        if all(
            kinds.setdefault((a % m, b % m), is_lost) == is_lost for (a, b), is_lost in lost.items()
        ):
            chosen = tuple(sorted(pair for pair, is_lost in kinds.items() if is_lost))
            if len(kinds) == m * m and 0 < len(chosen) < m * m:
                yield Guess(
                    f"({x} % {m}, {y} % {m}) in {chosen}",
                    f"the remainders of {x} and {y} by {m} are one of the pairs"
                    f" {', '.join(map(str, chosen))}",
                )
                return


def on_parities(xs: Sequence[str], lost: Mapping[tuple[int, ...], bool]) -> Iterator[Guess]:
    """Which of the numbers are odd, where that tells whether a position is lost."""
    kinds: dict[tuple[int, ...], bool] = {}
    for row, is_lost in lost.items():
        if kinds.setdefault(tuple(x % 2 for x in row), is_lost) != is_lost:
            return
    chosen = tuple(sorted(odd for odd, is_lost in kinds.items() if is_lost))
    if len(kinds) == 1 << len(xs) and 0 < len(chosen) < len(kinds):
        parities = ", ".join(f"{x} % 2" for x in xs)
        yield Guess(
            f"({parities}) in {chosen}",
            f"the remainders of {', '.join(xs)} by 2 are {' or '.join(map(str, chosen))}",
        )


def values_on_two_remainders(
    x: str, y: str, values: Mapping[tuple[int, int], int]
) -> Iterator[Guess]:
    """The same for nimbers."""
    for m in range(2, 9):
        kinds: dict[tuple[int, int], int] = {}
        if all(kinds.setdefault((a % m, b % m), v) == v for (a, b), v in values.items()):
            if len(kinds) < m * m:
                continue
            table = tuple(tuple(kinds[r, s] for s in range(m)) for r in range(m))
            yield Guess(
                f"{table}[{x} % {m}][{y} % {m}]",
                f"read off the table {table} at the remainders of {x} and {y} by {m}",
            )
            return


def _row(values: Mapping[int, object]) -> range:
    """The longest run of numbers without a hole, from the smallest."""
    n = least = min(values)
    while n in values:
        n += 1
    return range(least, n)


def _constants(found: Repetition) -> tuple[tuple[str, int], ...]:
    return ("first", found.first), ("period", found.period)


def _short(numbers: Sequence[int]) -> str:
    return _listed(numbers) if len(numbers) <= 20 else f"{_listed(numbers[:20])}, ..."


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
