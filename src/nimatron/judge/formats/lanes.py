"""The quick way through an input: many cases at a time, out of the numbers of a block.

It is taken where a case is a few numbers and then perhaps a list, and its game is one that is
decided by arithmetic; all else is asked of the catalogue, case by case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nimatron.errors import UsageError
from nimatron.judge.formats.format import Format
from nimatron.judge.formats.layout import Field, Values
from nimatron.judge.formats.winners import Decider, by_columns, decider

Tell = Callable[[Sequence[int], list[int]], str]
"""From the single numbers of a case and its list to what is written."""

_PLACES = re.compile(r"\{[a-z_0-9]+\}(,\{[a-z_0-9]+\})*")
_ONE = re.compile(r"\{([a-z_0-9]+)\}")


@dataclass(frozen=True)
class Lane:
    """How cases are decided that lie whole in a block of numbers between these bounds, which
    let all through that any of the fields does."""

    low: int | None
    high: int | None
    tell: Callable[[list[int], int], tuple[list[str], int]]
    """From the numbers of a block, and how many cases are still to come, to the lines and how
    many numbers they answer."""


def lane(chosen: Format) -> Lane | None:
    """The quick way of a format, if it has one."""
    fields = chosen.layouts[1].fields
    ends = (end for f in fields for end in (f.low, f.high))
    if not fields or chosen.cases == "zeros" or any(isinstance(end, str) for end in ends):
        return None
    way = _columns(chosen, fields) or _lists(chosen, fields)
    if way is None:
        return None
    return Lane(*_widest(fields), way)


Checks = list[tuple[int, "int | None", "int | None"]]


def _widest(fields: Sequence[Field]) -> tuple[int | None, int | None]:
    """Bounds that hold for the numbers of all fields."""
    lows = [f.low for f in fields if isinstance(f.low, int)]
    highs = [f.high for f in fields if isinstance(f.high, int)]
    return (
        min(lows) if len(lows) == len(fields) else None,
        max(highs) if len(highs) == len(fields) else None,
    )


def _narrow(fields: Sequence[Field], chosen: Sequence[Field]) -> Checks:
    """The place and the bounds of those fields for which the widest bounds do not do."""
    wide = _widest(fields)
    return [
        (place, f.low, f.high)  # type: ignore[misc]  # a lane has no bounds with names
        for place, f in enumerate(chosen)
        if (f.low, f.high) != wide
    ]


def _outside(low: int | None, high: int | None, least: int, most: int) -> bool:
    return (low is not None and least < low) or (high is not None and most > high)


def _columns(
    chosen: Format, fields: Sequence[Field]
) -> Callable[..., tuple[list[str], int]] | None:
    """Cases of a few numbers each, which stand in columns."""
    names = {field.name: place for place, field in enumerate(fields) if field.count is None}
    given = {name: _ONE.fullmatch(str(text)) for name, text in chosen.parameters.items()}
    if len(names) < len(fields) or chosen.answer != "winner" or decision(chosen) is None:
        return None
    places = {name: names.get(found[1], -1) for name, found in given.items() if found}
    at = [names.get(name, -1) for name in chosen.named]
    rows = by_columns(chosen.game, len(at), places)
    if rows is None or len(places) < len(given) or min(*at, *places.values(), 0) < 0:
        return None
    width, words, narrow = len(fields), (chosen.lose, chosen.win), _narrow(fields, fields)

    def tell(values: list[int], left: int) -> tuple[list[str], int]:
        used = min(len(values) // width, left) * width
        del values[used:]
        columns = [values[place::width] for place in range(width)]
        for place, low, high in narrow if used else ():
            if _outside(low, high, min(columns[place]), max(columns[place])):
                return [], 0
        named = {name: columns[place] for name, place in places.items()}
        won = map(bool, rows(*(columns[place] for place in at), **named))
        return list(map(words.__getitem__, won)), used

    return tell


def _lists(chosen: Format, fields: Sequence[Field]) -> Callable[..., tuple[list[str], int]] | None:
    """Cases of a few numbers and then a list, as long as one of them says."""
    *singles, last = fields
    before = {field.name: place for place, field in enumerate(singles)}
    if any(f.count is not None for f in singles) or last.count not in before:
        return None
    case_tell = _tell(chosen, before) if chosen.named == (last.name,) else None
    if case_tell is None:
        return None
    count, head, wide, tell_one = before[str(last.count)], len(singles), last.wide, case_tell
    narrow, narrow_list = _narrow(fields, singles), _narrow(fields, [last])

    def tell(values: list[int], left: int) -> tuple[list[str], int]:
        told: list[str] = []
        at, size = 0, len(values)
        try:
            while len(told) < left and at + head <= size:
                begins = at + head
                ends = begins + values[at + count] * wide
                if ends > size or ends < begins:
                    break
                first, listed = values[at:begins], values[begins:ends]
                if any(_outside(low, high, first[i], first[i]) for i, low, high in narrow):
                    break
                if narrow_list and listed:
                    _, low, high = narrow_list[0]
                    if _outside(low, high, min(listed), max(listed)):
                        break
                told.append(tell_one(first, listed))
                at = ends
        except UsageError:
            pass  # read again slowly, it is told with its place
        return told, at

    return tell


def _tell(chosen: Format, before: dict[str, int]) -> Tell | None:
    win, lose = chosen.win, chosen.lose
    if chosen.direct and chosen.answer == "move" and chosen.game == "nim" and not chosen.misere:
        return lambda _, piles: nim_move(chosen, piles)
    quick = decision(chosen) if chosen.answer == "winner" else None
    if quick is None:
        return None
    if chosen.direct:
        decide = quick({})
        return lambda _, piles: win if decide(piles) else lose
    named = {name for text in chosen.parameters.values() for name in _ONE.findall(str(text))}
    if not named <= set(before):
        return None
    places = [(name, before[name]) for name in named]

    def tell(head: Sequence[int], piles: list[int]) -> str:
        return win if quick({name: head[place] for name, place in places})(piles) else lose

    return tell


def decision(chosen: Format) -> Callable[[Values], Decider] | None:
    """How to decide a case quickly, if its game has a quick way and it is just some numbers."""
    if not _PLACES.fullmatch(chosen.position) or not _bounded(chosen):
        return None
    names = tuple(chosen.parameters)

    @lru_cache(maxsize=1024)
    def made(settings: tuple[str, ...]) -> Decider | None:
        return decider(chosen.game, dict(zip(names, settings, strict=True)), chosen.misere)

    def decide(values: Values) -> Decider:
        found = made(tuple(str(text).format(**values) for text in chosen.parameters.values()))
        assert found is not None
        return found

    try:
        sample = tuple(_ONE.sub("1", str(text)) for text in chosen.parameters.values())
        return decide if made(sample) is not None else None
    except (ValueError, UsageError):
        return None


def _bounded(chosen: Format) -> bool:
    """Whether the layout itself refuses what the catalogue would: the arithmetic does not."""
    header, case = chosen.layouts
    fields = {field.name: field for field in (*header.fields, *case.fields)}
    stones = 2 if chosen.game == "knights-down" else 1
    for name in chosen.named:
        field = fields[name]
        if not isinstance(field.low, int) or field.low < 0 or field.wide != stones:
            return False
        if field.count is not None and chosen.game == "bachet-two-limits":
            return False
    for name, text in chosen.parameters.items():
        for used in _ONE.findall(str(text)):
            low = fields[used].low
            if not isinstance(low, int) or low < (name != "p"):
                return False
    return True


def nim_move(chosen: Format, piles: Sequence[int]) -> str:
    """A winning move of Nim, in the first pile that holds the top bit of the xor."""
    total = 0
    for n in piles:
        total ^= n
    if not total:
        return chosen.lose
    pile, n = next((i, n) for i, n in enumerate(piles, 1) if n ^ total < n)
    taken = n - (n ^ total)
    return chosen.move.format(move=f"take {taken} from pile {pile}", pile=pile, taken=taken)
