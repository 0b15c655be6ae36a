"""Which of the names of a position tell its plain numbers.

Rules may offer names that hold a piece of theory already, such as gaps that are paired in the right
way. Only names that repeat a part of the position, or that tell all of it, are used for guessing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nimatron.discover.truth import Solved

_MOST_SCALARS = 6


@dataclass(frozen=True)
class Reading:
    """Formulas for the numbers of a position."""

    scalars: tuple[str, ...] = ()
    """Single numbers that every position has."""
    vector: str = ""
    """Numbers of which there may be more or fewer."""
    wide: bool = False
    """Whether the vector has different lengths."""


def read_numbers(sample: Sequence[Solved]) -> Reading:
    """How the numbers of these positions are written."""
    scalars: list[str] = []
    vector, wide = "", False
    for name in _plain(sample):
        values = [one.names[name] for one in sample]
        if all(type(value) is int for value in values):
            scalars.append(name)
        elif all(_flat(value) for value in values):
            lengths = {len(value) for value in values}
            if not vector:
                vector, wide = name, len(lengths) > 1
            if len(lengths) == 1 and max(lengths) <= _MOST_SCALARS:
                scalars += [f"{name}[{i}]" for i in range(max(lengths))]
        elif all(_flat_inside(value) for value in values):
            shapes = {tuple(len(part) for part in value) for value in values}
            if len(shapes) == 1:
                shape = shapes.pop()
                scalars += [f"{name}[{i}][{j}]" for i in range(len(shape)) for j in range(shape[i])]
    same = _same(scalars, sample)
    return Reading(tuple(same[:_MOST_SCALARS]), vector, wide)


def _plain(sample: Sequence[Solved]) -> list[str]:
    names = set.intersection(*(set(one.names) for one in sample)) if sample else set()
    order = [name for name in sample[0].names if name in names] if sample else []
    fields = set(sample[0].rules.fields()) if sample else set()
    order = [name for name in order if name not in fields]
    return [name for name in order if _repeats(name, sample)] or [
        name for name in order if _tells_all(name, sample)
    ]


def _repeats(name: str, sample: Sequence[Solved]) -> bool:
    """Whether a name repeats the position or a part of it."""
    values = [one.names[name] for one in sample]
    if all(value == one.position for value, one in zip(values, sample, strict=True)):
        return True
    whole = [one.position for one in sample]
    if all(isinstance(position, tuple) for position in whole):
        width = min(len(position) for position in whole)
        for i in range(width):
            if all(v == p[i] for v, p in zip(values, whole, strict=True)):
                return True
        if width == 1 and all(isinstance(p[0], tuple) for p in whole):
            for i in range(min(len(p[0]) for p in whole)):
                if all(v == p[0][i] for v, p in zip(values, whole, strict=True)):
                    return True
    return False


def _tells_all(name: str, sample: Sequence[Solved]) -> bool:
    """Whether different positions differ in it."""
    values = [one.names[name] for one in sample]
    try:
        by_value: dict[Any, Any] = {}
        return all(
            by_value.setdefault((id(one.rules), value), one.position) == one.position
            for value, one in zip(values, sample, strict=True)
        ) and len(by_value) == len(sample)
    except TypeError:
        return False


def _flat(value: Any) -> bool:
    return isinstance(value, tuple) and all(type(x) is int for x in value)


def _flat_inside(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and all(map(_flat, value))


def _same(scalars: list[str], sample: Sequence[Solved]) -> list[str]:
    """Each number once: the shortest formula among those that always have the same value."""
    from nimatron.formulas import Formula

    kept: dict[tuple[int, ...], str] = {}
    for text in sorted(scalars, key=len):
        values = tuple(Formula(text)(**one.names) for one in sample)
        kept.setdefault(values, text)
    moving = {values: text for values, text in kept.items() if len(set(values)) > 1}
    return [text for text in scalars if text in moving.values()]
