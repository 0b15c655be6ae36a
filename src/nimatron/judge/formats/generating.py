"""Tests for a format: random, repeatable by their seed, about half of the cases lost."""

from __future__ import annotations

import random
from collections.abc import Iterator

from nimatron.errors import UsageError
from nimatron.judge.formats.answering import teller
from nimatron.judge.formats.format import Format
from nimatron.judge.formats.layout import Field, Layout, Values, number

_TRIES = 40
_SMALL = 7


def generate(chosen: Format, seed: int, size: int, largest: int | None = None) -> Iterator[str]:
    """The lines of a test of about `size` numbers, each up to `largest` where the format allows."""
    rng = random.Random(f"{chosen.name} {seed}")
    most = chosen.largest if largest is None else largest
    if chosen.task:
        return _TASKS[chosen.task](chosen, rng, size, most)
    return _games(chosen, rng, size, most)


def _games(chosen: Format, rng: random.Random, size: int, most: int) -> Iterator[str]:
    header, layout = chosen.layouts
    lists = [field for field in layout.fields if field.count is not None]
    counts = {field.count for field in lists}
    each = max(1, min(round(size**0.5), 1000)) if lists else 1
    count = max(1, size // (len(layout.fields) - len(lists) + each * sum(f.wide for f in lists)))
    if isinstance(chosen.cases, int):
        count = chosen.cases
    elif chosen.cases not in ("end", "zeros"):
        bound = next(f.high for f in header.fields if f.name == chosen.cases)
        if isinstance(bound, int) and count > bound:
            each, count = max(1, each * count // bound), bound
    known = _values(header, rng, {}, {str(chosen.cases): count}, most)
    yield from _lines(header, known)
    tell = teller(chosen)
    for _ in range(count):
        lost = rng.random() < 0.5
        for attempt in range(_TRIES):
            fixed = {str(name): rng.randint(1, 2 * each - 1) for name in counts}
            values = _values(layout, rng, known, fixed, _SMALL if attempt > _TRIES // 2 else most)
            try:
                told = tell({**known, **values})
            except UsageError:  # not every row of numbers is a position: piles that must rise
                values = {name: _rising(value) for name, value in values.items()}
                told = tell({**known, **values})
            if (told == chosen.lose) == lost:
                break
        yield from _lines(layout, values)
    if chosen.cases == "zeros":
        yield " ".join("0" for field in layout.fields if field.count is None)


def _rising(value: int | list[int]) -> int | list[int]:
    return sorted(value) if isinstance(value, list) else value


def _values(
    layout: Layout, rng: random.Random, known: Values, fixed: dict[str, int], most: int
) -> Values:
    values: Values = {}
    for field in layout.fields:
        if field.name in fixed:
            high = field.high if isinstance(field.high, int) else fixed[field.name]
            values[field.name] = min(high, fixed[field.name])
        elif field.count is None:
            values[field.name] = _number(field, rng, values, known, most)
        else:
            count = number(field.count, values, known) * field.wide
            values[field.name] = [_number(field, rng, values, known, most) for _ in range(count)]
    return values


def _number(field: Field, rng: random.Random, values: Values, known: Values, most: int) -> int:
    low = 0 if field.low is None else number(field.low, values, known)
    high = max(low, most) if field.high is None else number(field.high, values, known)
    return rng.randint(low, max(low, min(high, most)))


def _lines(layout: Layout, values: Values) -> Iterator[str]:
    """Single numbers on one line, each list on one of its own."""
    single: list[int] = []
    for field in layout.fields:
        value = values[field.name]
        if isinstance(value, int):
            single.append(value)
            continue
        if single:
            yield " ".join(map(str, single))
            single = []
        yield " ".join(map(str, value))
    if single:
        yield " ".join(map(str, single))


def _numbers(rng: random.Random, count: int, most: int) -> str:
    return " ".join(str(rng.randint(0, most)) for _ in range(count))


def _ranges(chosen: Format, rng: random.Random, size: int, most: int) -> Iterator[str]:
    n = q = max(1, size // 3)
    if chosen.task != "range-sum":  # values that come again
        most = min(most, max(1, n // 4))
    yield f"{n} {q}"
    yield _numbers(rng, n, most)
    for _ in range(q):
        low, high = sorted((rng.randint(1, n), rng.randint(1, n)))
        yield f"{low} {high}"


def _removal(chosen: Format, rng: random.Random, size: int, most: int) -> Iterator[str]:
    n = max(1, size // 2)
    yield str(n)
    yield _numbers(rng, n, most)
    yield " ".join(str(rng.randint(1, n - taken)) for taken in range(n))


def _tree(rng: random.Random, n: int) -> Iterator[tuple[int, int]]:
    """A tree with shuffled names; every third has two long arms."""
    names = rng.sample(range(1, n + 1), n)
    arms = rng.randrange(3) == 0
    for v in range(1, n):
        above = max(0, v - 2) if arms else rng.randrange(v)
        yield names[v], names[above]


def _paths(chosen: Format, rng: random.Random, size: int, most: int) -> Iterator[str]:
    n = q = max(1, size // 5)
    yield f"{n} {n - 1} {q}"
    yield from (f"{u} {v} {rng.randint(0, most)}" for u, v in _tree(rng, n))
    yield from (f"{rng.randint(1, n)} {rng.randint(1, n)}" for _ in range(q))


def _coupons(chosen: Format, rng: random.Random, size: int, most: int) -> Iterator[str]:
    n = min(100, size)
    yield str(n)
    yield from (str(rng.randint(0, min(300, most))) for _ in range(n))


def _coupons_money(chosen: Format, rng: random.Random, size: int, most: int) -> Iterator[str]:
    n = min(100, size)
    prices = [rng.randint(0, min(300, most)) for _ in range(n)]
    yield f"{n} {rng.randint(sum(prices) // 2, sum(prices))}"
    yield from map(str, prices)


def _nim_steps(chosen: Format, rng: random.Random, size: int, most: int) -> Iterator[str]:
    tree = chosen.task == "tree-nim"
    n = q = max(1, size // (6 if tree else 4))
    yield f"{n} {n - 1} {q}" if tree else f"{n} {q}"
    few = min(most, 3)  # so that lost ranges are met
    yield _numbers(rng, n, few)
    if tree:
        yield from (f"{u} {v}" for u, v in _tree(rng, n))
    for _ in range(q):
        if rng.random() < 0.3:
            yield f"2 {rng.randint(1, n)} {rng.randint(0, few)}"
        else:
            ends = [rng.randint(1, n), rng.randint(1, n)]
            yield "1 {} {}".format(*(ends if tree else sorted(ends)))


_TASKS = {
    "range-sum": _ranges,
    "range-mode": _ranges,
    "range-mex": _ranges,
    "range-distinct": _ranges,
    "list-removal": _removal,
    "tree-path-max": _paths,
    "coupons": _coupons,
    "coupons-money": _coupons_money,
    "coupons-table": _coupons,
    "range-nim": _nim_steps,
    "tree-nim": _nim_steps,
}
