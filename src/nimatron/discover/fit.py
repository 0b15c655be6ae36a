"""Guesses against the truth: fitted on small sizes, tested on larger ones that no fit has seen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nimatron.discover import tables
from nimatron.discover.families import Guess, lost_guesses, value_guesses
from nimatron.discover.reading import Reading
from nimatron.discover.truth import Solved
from nimatron.errors import FormulaError
from nimatron.formulas import Formula

_LEAST = 3  # lost and won positions that a fit must explain, so that it says something
_MOST_DROPPED = 6
_FIT_SHARE = 0.35
_MOST_PARITIES = 5  # numbers whose parities are looked at together


@dataclass(frozen=True)
class Fitted:
    """A guess that fitted the small sizes, and what the larger ones said."""

    guess: Guess
    fitted: int
    """Positions it was chosen on."""
    tested: int
    """Further positions, of larger sizes, on which it was tried and held."""
    largest: int
    """The largest size of these."""
    failed: Solved | None = None
    """The first position on which it fails."""


def split(found: Sequence[Solved]) -> tuple[list[Solved], list[Solved]]:
    """Sizes to fit and larger sizes to test."""
    sizes = sorted({one.size for one in found})
    border, count = sizes[0], 0
    for size in sizes:
        count += sum(one.size == size for one in found)
        border = size
        if count >= _FIT_SHARE * len(found):
            break
    if border == sizes[-1] and len(sizes) > 1:
        border = sizes[-2]
    return split_at(found, border)


def split_at(found: Sequence[Solved], border: int) -> tuple[list[Solved], list[Solved]]:
    fit = [one for one in found if one.size <= border]
    return fit, [one for one in found if one.size > border]


def fit_losses(reading: Reading, fit: Sequence[Solved], test: Sequence[Solved]) -> Iterator[Fitted]:
    """Conditions for lost positions: those that hold, and before them some that failed."""
    lost = sum(one.lost for one in fit)
    if min(lost, len(fit) - lost) < _LEAST or len({one.lost for one in test}) < 2:
        return
    guesses = [lost_guesses(reading), _lost_tables(reading, fit)]
    yield from _fits(_each(guesses), fit, test, lambda told, one: bool(told) == one.lost)


def fit_values(reading: Reading, fit: Sequence[Solved], test: Sequence[Solved]) -> Iterator[Fitted]:
    """Formulas for nimbers, in the same way."""
    known = {one.nimber for one in fit}
    if len(fit) < 2 * _LEAST or len(known) < 2 or not test:
        return
    guesses = [value_guesses(reading), _value_tables(reading, fit)]
    yield from _fits(_each(guesses), fit, test, lambda told, one: told == one.nimber)


def _each(parts: Iterable[Iterator[Guess]]) -> Iterator[Guess]:
    for part in parts:
        yield from part


def _fits(guesses: Iterator[Guess], fit: Any, test: Any, agrees: Any) -> Iterator[Fitted]:
    shuffled = list(fit)
    random.Random(1).shuffle(shuffled)
    dropped = 0
    for guess in guesses:
        if first_failure(guess, shuffled, agrees) is not None:
            continue
        failed = first_failure(guess, test, agrees)
        held = test[: test.index(failed)] if failed else test
        largest = max((one.size for one in (held or fit)), default=0)
        if failed is None or dropped < _MOST_DROPPED:
            yield Fitted(guess, len(fit), len(held), largest, failed)
        dropped += failed is not None


def first_failure(guess: Guess, sample: Iterable[Solved], agrees: Any) -> Solved | None:
    """The first position for which a guess is wrong or says nothing."""
    formula, constants = Formula(guess.text), dict(guess.constants)
    for one in sample:
        try:
            told = formula(**{**one.names, **constants})
        except FormulaError:
            return one
        if not agrees(told, one):
            return one
    return None


def _lost_tables(reading: Reading, fit: Sequence[Solved]) -> Iterator[Guess]:
    numbers = _told(reading, fit)
    if len(numbers) == 1:
        (x, values) = numbers[0]
        by = {n: one.lost for n, one in zip(values, fit, strict=True)}
        if min(by) >= 0:
            yield from tables.residues(x, by)
            yield from tables.lost_after_a_while(x, by)
    if len(numbers) == 2:
        (x, first), (y, second) = numbers
        pairs = {(a, b): one.lost for a, b, one in zip(first, second, fit, strict=True)}
        yield from tables.on_two_remainders(x, y, pairs)
    if 2 < len(numbers) <= _MOST_PARITIES:
        rows = list(zip(*(values for _, values in numbers), strict=True))
        found = {row: one.lost for row, one in zip(rows, fit, strict=True)}
        yield from tables.on_parities([x for x, _ in numbers], found)


def _value_tables(reading: Reading, fit: Sequence[Solved]) -> Iterator[Guess]:
    numbers = _told(reading, fit)
    if len(numbers) == 1:
        (x, values) = numbers[0]
        by = {n: one.nimber or 0 for n, one in zip(values, fit, strict=True)}
        if min(by) >= 0:
            yield from tables.repeating(x, by)
    if len(numbers) == 2:
        (x, first), (y, second) = numbers
        pairs = {(a, b): one.nimber or 0 for a, b, one in zip(first, second, fit, strict=True)}
        yield from tables.values_on_two_remainders(x, y, pairs)


def _told(reading: Reading, fit: Sequence[Solved]) -> list[tuple[str, list[int]]]:
    """Each single number with its values."""
    return [(x, [Formula(x)(**one.names) for one in fit]) for x in reading.scalars]
