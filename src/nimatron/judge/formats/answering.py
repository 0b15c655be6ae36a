"""A format at work: numbers in, lines out, one case after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import IO, Any

from nimatron.errors import UsageError
from nimatron.judge.formats.format import Format
from nimatron.judge.formats.lanes import Lane, decision, lane, nim_move
from nimatron.judge.formats.layout import Values, number
from nimatron.judge.formats.numbers import InputError, Numbers
from nimatron.judge.formats.tasks import task


def answers(chosen: Format, stream: IO[bytes]) -> Iterator[str]:
    """The lines that answer an input."""
    return chain.from_iterable(_parts(chosen, stream))


def _parts(chosen: Format, stream: IO[bytes]) -> Iterator[Iterable[str]]:
    """Some lines at a time."""
    numbers = Numbers(stream)
    if chosen.task:
        read = chosen.layouts[0].read(numbers, {})
        numbers.finish()
        yield task(chosen.task).tell(read, numbers)
        return
    cases, tell = Cases(chosen, numbers), teller(chosen)
    quick = lane(chosen)
    count = 0
    while cases.more():
        told = _fast(cases, quick) if quick else []
        if not told:  # whatever is doubtful, or does not end in this block
            values, begun = next(iter(cases), ({}, -1))
            if begun < 0:
                return
            try:
                told = [tell(values)]
            except InputError:
                raise
            except UsageError as e:
                raise e.but(f"the case begins in {numbers.where(begun)}") from e
            numbers.forget()
        if chosen.line != "{answer}":
            told = [chosen.line.format(case=n, answer=t) for n, t in enumerate(told, count + 1)]
        count += len(told)
        yield told


def _fast(cases: Cases, quick: Lane) -> list[str]:
    """Answers of whole cases that lie in the block in memory; whatever is doubtful is left."""
    values = cases.numbers.block(quick.low, quick.high)
    told, used = quick.tell(values, len(values) if cases.left is None else cases.left)
    if not told:
        cases.numbers.doubt()
    cases.numbers.skip(used)
    if cases.left is not None:
        cases.left -= len(told)
    cases.numbers.forget()
    return told


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
            if self._zeros and self.left is None:
                self.numbers.short("zeros after the last case", 1)
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


def _any(value: int | list[int]) -> bool:
    return any(value) if isinstance(value, list) else value != 0


def teller(chosen: Format) -> Callable[[Values], str]:
    """What to write for a case."""
    if chosen.answer == "winner":
        return _winner(chosen)
    if chosen.answer == "move":
        return _move(chosen)
    return lambda values: str(_solved(chosen, values).grundy)


def _winner(chosen: Format) -> Callable[[Values], str]:
    win, lose, made_of = chosen.win, chosen.lose, chosen.named
    quick = decision(chosen)
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
        return lambda values: nim_move(chosen, _list(values[chosen.named[0]]))

    def tell(values: Values) -> str:
        found = _solved(chosen, values)
        if found.winning_move is None:
            return chosen.lose
        move = found.rules.read_move(found.at, found.winning_move)
        pile, taken = _pile_and_taken(found.at, move)
        return chosen.move.format(move=found.winning_move, pile=pile, taken=taken)

    return tell


def _pile_and_taken(position: Any, move: Any) -> tuple[Any, Any]:
    """The numbers of a move on piles; empty for other games."""
    match move:
        case (int(pile), tuple(left)):
            return pile, position[pile - 1] - sum(left)
        case (int(pile), int(taken)):
            return pile, taken
    return "", ""
