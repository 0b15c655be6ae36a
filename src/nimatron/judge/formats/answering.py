"""A format at work: numbers in, lines out, one case after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import IO, Any

from nimatron.errors import UsageError
from nimatron.judge.formats.format import Format
from nimatron.judge.formats.layout import Values, number
from nimatron.judge.formats.numbers import InputError, Numbers
from nimatron.judge.formats.tasks import task
from nimatron.judge.formats.winners import Decider, decider


def answers(chosen: Format, stream: IO[bytes]) -> Iterator[str]:
    """The lines that answer an input."""
    numbers = Numbers(stream)
    if chosen.task:
        read = chosen.layouts[0].read(numbers, {})
        numbers.finish()
        yield from task(chosen.task)(read, numbers)
        return
    cases, tell = Cases(chosen, numbers), teller(chosen)
    lane = _lane(chosen)
    line, count = chosen.line, 0
    while cases.more():
        for told in _fast(cases, lane) if lane else ():
            count += 1
            yield told if line == "{answer}" else line.format(case=count, answer=told)
        for values, begun in islice(cases, 1):
            count += 1
            try:
                told = tell(values)
            except InputError:
                raise
            except UsageError as e:
                numbers.refuse(begun, f"a case that is a position ({e})")
            yield told if line == "{answer}" else line.format(case=count, answer=told)


class Cases:
    """The cases of an input, read as they are asked for, each with the place where it begins."""

    def __init__(self, chosen: Format, numbers: Numbers) -> None:
        header, self._layout = chosen.layouts
        self.numbers = numbers
        self._known = header.read(numbers, {})
        self._zeros = chosen.cases == "zeros"
        self.left: int | None = None  # how many are still to come, if that is known
        if isinstance(chosen.cases, int):
            self.left = chosen.cases
        elif chosen.cases not in ("end", "zeros"):
            self.left = number(chosen.cases, self._known, {})
        self._ended = False

    def more(self) -> bool:
        """Whether there may be another case; at the end nothing may follow."""
        if not self._ended and (not self.numbers.more() if self.left is None else self.left <= 0):
            self._ended = True
            self.numbers.finish()
        return not self._ended

    def __iter__(self) -> Iterator[tuple[Values, int]]:
        while self.more():
            begun = self.numbers.place
            values = self._layout.read(self.numbers, self._known)
            if self._zeros and not any(map(_any, values.values())):
                self.left = 0
                continue
            if self.left is not None:
                self.left -= 1
            yield ({**self._known, **values} if self._known else values), begun
            self.numbers.forget()


@dataclass(frozen=True)
class Lane:
    """The quick way for cases that are a list with its length, or some numbers, and no more."""

    listed: bool
    width: int
    low: int | None
    high: int | None
    tell: Callable[[list[int]], str]


def _lane(chosen: Format) -> Lane | None:
    fields = chosen.layouts[1].fields
    if not chosen.direct or any(isinstance(end, str) for f in fields for end in (f.low, f.high)):
        return None
    tell = _direct(chosen)
    lows = [f.low for f in fields if isinstance(f.low, int)]
    highs = [f.high for f in fields if isinstance(f.high, int)]
    bounds = max(lows, default=None), min(highs, default=None)
    names = tuple(f.name for f in fields)
    single = all(f.count is None for f in fields)
    if tell is None or not (single and names == chosen.named):
        if tell is None or len(fields) != 2 or fields[1].count != fields[0].name:
            return None
        return Lane(True, fields[1].wide, *bounds, tell) if names[1:] == chosen.named else None
    return Lane(False, len(fields), *bounds, tell)


def _fast(cases: Cases, lane: Lane) -> Iterator[str]:
    """Answers of whole cases that lie in the block in memory; whatever is doubtful is left."""
    values = cases.numbers.block(lane.low, lane.high)
    at, size, tell, width = 0, len(values), lane.tell, lane.width
    left = size + 1 if cases.left is None else cases.left
    begun = 1 if lane.listed else 0
    done = 0
    try:
        while at < size and done < left:
            end = at + 1 + values[at] * width if begun else at + width
            if end > size:
                break
            told = tell(values[at + begun : end])
            yield told
            at = end
            done += 1
    except UsageError:
        pass  # read again slowly, it is told with its place
    finally:
        cases.numbers.skip(at)
        if cases.left is not None:
            cases.left -= done
        cases.numbers.forget()


def _any(value: int | list[int]) -> bool:
    return any(value) if isinstance(value, list) else value != 0


def _direct(chosen: Format) -> Callable[[list[int]], str] | None:
    """What to write for the numbers of a position, where no more is needed."""
    if chosen.answer == "move" and chosen.game == "nim" and not chosen.misere:
        return lambda piles: _nim_move(chosen, piles)
    quick = _quick(chosen) if chosen.answer == "winner" else None
    if quick is None:
        return None
    decide, win, lose = quick({}), chosen.win, chosen.lose
    return lambda piles: win if decide(piles) else lose


def teller(chosen: Format) -> Callable[[Values], str]:
    """What to write for a case."""
    if chosen.answer == "winner":
        return _winner(chosen)
    if chosen.answer == "move":
        return _move(chosen)
    return lambda values: str(_solved(chosen, values).grundy)


def _winner(chosen: Format) -> Callable[[Values], str]:
    win, lose, made_of = chosen.win, chosen.lose, chosen.named
    quick = _quick(chosen)
    if quick is None:
        words = {"first": win, "second": lose, "none": chosen.draw}
        return lambda values: words[_solved(chosen, values).winner]
    fixed = quick({}) if chosen.direct else None
    single = made_of[0] if len(made_of) == 1 else ""

    def tell(values: Values) -> str:
        decide = fixed or quick(values)
        piles = values[single] if single else [n for name in made_of for n in _list(values[name])]
        return win if decide(_list(piles)) else lose

    return tell


def _list(value: int | list[int]) -> list[int]:
    return value if isinstance(value, list) else [value]


def _quick(chosen: Format) -> Callable[[Values], Decider] | None:
    """How to decide a case quickly, if its game has a quick way and it is just some numbers."""
    if not re.fullmatch(r"\{[a-z_0-9]+\}(,\{[a-z_0-9]+\})*", chosen.position):
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
        sample = tuple(re.sub(r"\{[a-z_0-9]+\}", "1", str(t)) for t in chosen.parameters.values())
        return decide if made(sample) is not None else None
    except (ValueError, UsageError):
        return None


def _solved(chosen: Format, values: Values) -> Any:
    """The catalogue's answer."""
    from nimatron.solve.ask import solve

    width = _widths(chosen)
    shown = {name: _text(value, width.get(name, 1)) for name, value in values.items()}
    settings: dict[str, Any] = {
        name: str(text).format(**shown) for name, text in chosen.parameters.items()
    }
    convention = "misere" if chosen.misere else "normal"
    position = chosen.position.format(**shown)
    return solve(chosen.game, position, convention=convention, **settings)


@lru_cache(maxsize=64)
def _layout_widths(header: str, case: str) -> dict[str, int]:
    parts = Format(header=header, case=case).layouts
    return {field.name: field.wide for part in parts for field in part.fields}


def _widths(chosen: Format) -> dict[str, int]:
    return _layout_widths(chosen.header, chosen.case)


def _text(value: int | list[int], wide: int) -> str:
    """A list with commas; groups such as cells are joined by a dash."""
    if isinstance(value, int):
        return str(value)
    groups = (value[i : i + wide] for i in range(0, len(value), wide))
    return ",".join("-".join(map(str, group)) for group in groups)


def _move(chosen: Format) -> Callable[[Values], str]:
    if chosen.game == "nim" and not chosen.misere and len(chosen.named) == 1:
        return lambda values: _nim_move(chosen, _list(values[chosen.named[0]]))

    def tell(values: Values) -> str:
        found = _solved(chosen, values)
        if found.winning_move is None:
            return chosen.lose
        move = found.rules.read_move(found.at, found.winning_move)
        pile, taken = _pile_and_taken(found.at, move)
        return chosen.move.format(move=found.winning_move, pile=pile, taken=taken)

    return tell


def _nim_move(chosen: Format, piles: list[int]) -> str:
    total = 0
    for n in piles:
        total ^= n
    if not total:
        return chosen.lose
    pile, n = next((i, n) for i, n in enumerate(piles, 1) if n ^ total < n)
    taken = n - (n ^ total)
    return chosen.move.format(move=f"take {taken} from pile {pile}", pile=pile, taken=taken)


def _pile_and_taken(position: Any, move: Any) -> tuple[Any, Any]:
    """The numbers of a move on piles; empty for other games."""
    match move:
        case (int(pile), tuple(left)):
            return pile, position[pile - 1] - sum(left)
        case (int(pile), int(taken)):
            return pile, taken
    return "", ""
