"""How the numbers of a header or a case follow each other, in one line of text.

`n:0..100 piles*n:0..9` is a number n from 0 to 100 and then n numbers, each from 0 to 9;
`stones*n*2:1..1000` is n pairs; the ends of a range may be names, `l:1..n r:l..n`, or left out,
`x:..`. A name alone is a number of at least 0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from nimatron.errors import UsageError
from nimatron.judge.formats.numbers import Numbers

Values = dict[str, "int | list[int]"]
Bound = int | str | None

_FIELD = re.compile(
    r"(?P<name>[a-z][a-z_0-9]*)"
    r"(?:\*(?P<count>[0-9]{1,18}|[a-z][a-z_0-9]*))?(?:\*(?P<wide>[0-9]{1,18}))?"
    r"(?::(?P<low>-?[0-9]{1,18}|[a-z][a-z_0-9]*|)\.\.(?P<high>-?[0-9]{1,18}|[a-z][a-z_0-9]*|))?"
)


@dataclass(frozen=True)
class Field:
    """A number, or a list of as many as an earlier number says, in groups of `wide`."""

    name: str
    count: int | str | None = None
    wide: int = 1
    low: Bound = 0
    high: Bound = None


@dataclass(frozen=True)
class Layout:
    """Fields in their order."""

    fields: tuple[Field, ...]

    def read(self, numbers: Numbers, known: Mapping[str, int | list[int]]) -> Values:
        """The values of all fields; `known` are those of the header."""
        values: Values = {}
        for field in self.fields:
            low, high = field.low, field.high
            least = number(low, values, known) if isinstance(low, str) else low
            most = number(high, values, known) if isinstance(high, str) else high
            if field.count is None:
                values[field.name] = numbers.one(field.name, least, most)
            else:
                count = number(field.count, values, known) * field.wide
                values[field.name] = numbers.many(count, field.name, least, most)
        return values


def narrower(own: Field, wanted: Field) -> bool:
    """Whether a field is another one, with bounds that let no more through.

    >>> a, b, c = read_layout("n n2:1.. n3:..9").fields
    >>> narrower(b, Field("n2")), narrower(Field("n2"), b), narrower(a, c)
    (True, False, False)
    """

    def inside(own: Bound, wanted: Bound, sign: int) -> bool:
        if isinstance(own, int) and isinstance(wanted, int):
            return sign * own >= sign * wanted
        return wanted is None or own == wanted

    same = (own.name, own.count, own.wide) == (wanted.name, wanted.count, wanted.wide)
    return same and inside(own.low, wanted.low, 1) and inside(own.high, wanted.high, -1)


def number(
    name: int | str, values: Mapping[str, int | list[int]], known: Mapping[str, int | list[int]]
) -> int:
    """A number itself, or the one of that name."""
    if isinstance(name, int):
        return name
    value = values[name] if name in values else known[name]
    assert isinstance(value, int)
    return value


def read_layout(text: str, before: Layout | None = None) -> Layout:
    """The layout that a line describes; `before` are fields whose names may be used in it.

    >>> [field.name for field in read_layout("n:0..100 piles*n").fields]
    ['n', 'piles']
    """
    single = {field.name for field in (before.fields if before else ()) if field.count is None}
    names = {field.name for field in before.fields} if before else set()
    fields = []
    for word in text.split():
        match = _FIELD.fullmatch(word)
        if match is None:
            raise UsageError("fields such as `n:0..100 piles*n:0..9`", word)
        if match["name"] in names:
            raise UsageError("each name once", match["name"])
        ranged = match["low"] is not None
        field = Field(
            match["name"],
            _bound(match["count"]) if match["count"] else None,
            int(match["wide"] or 1),
            _bound(match["low"]) if ranged else 0,
            _bound(match["high"]) if ranged else None,
        )
        for used in (field.count, field.low, field.high):
            if isinstance(used, str) and used not in single:
                raise UsageError(f"the name of a single number before {field.name}", used)
        names.add(field.name)
        if field.count is None:
            single.add(field.name)
        fields.append(field)
    return Layout(tuple(fields))


def _bound(text: str) -> Bound:
    if not text:
        return None
    return text if text[0].isalpha() else int(text)
