"""Tables of nimbers, outcomes or lengths over one or two parameters of a game.

What a table is over is said by ranges in the text of a position: `0..8,0..8` are two piles,
`1..4x1..6` boards, `3,0..20,0..20` three piles of which the first has 3 counters. A parameter of
the rules may be a range as well. `8x8` is short for two ranges and `20` for one, from the
smallest size on that the game has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from nimatron.errors import NimatronError, ParameterError, TooLarge, UsageError, shown
from nimatron.game import Game
from nimatron.rules.protocol import Rules
from nimatron.solve.acyclic import Nimbers
from nimatron.solve.choose import Question, answer
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome

Kind = Literal["nimber", "outcome", "length"]
Value = int | Outcome | None
MOST_CELLS = 250_000
_RANGE = re.compile(r"([0-9]{1,9})\.\.([0-9]{1,9})", re.ASCII)
_SHORT = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?", re.ASCII)
_CELL_LIMITS = Limits(seconds=5, moves=100_000)


@dataclass(frozen=True)
class Range:
    """What one side of a table counts: where it stands in the text, or which parameter it is."""

    low: int
    high: int
    parameter: str = ""

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))


@dataclass(frozen=True)
class Table:
    """Values row by row; a table over one parameter has one row.

    A cell is None if it was not decided, or if there is no such position.
    """

    game: str
    template: str
    convention: Convention
    kind: Kind
    columns: Range
    rows: Range | None
    cells: tuple[tuple[Value, ...], ...]
    open: int = 0
    """How many positions were too large to decide."""

    @property
    def title(self) -> str:
        play = "misère" if self.convention is Convention.MISERE else "normal"
        what = {"nimber": "nimbers", "outcome": "who wins", "length": "lengths of play"}[self.kind]
        return f"{self.game} {self.template}: {what} ({play} play)"

    def _repr_svg_(self) -> str:
        from nimatron.drawing.tables_drawn import table_svg

        return table_svg(self)


def table(
    game: Game,
    template: str,
    *,
    kind: Kind = "nimber",
    convention: str | Convention = Convention.NORMAL,
    parameters: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> Table:
    """The table that a template with ranges describes."""
    chosen = Convention(convention)
    if kind == "nimber" and chosen is Convention.MISERE:
        raise UsageError("outcomes or lengths in misère play, which has no nimbers", kind)
    spread = _spread(game, template, dict(parameters or {}))
    size = len(spread.columns) * (len(spread.rows) if spread.rows else 1)
    if size > MOST_CELLS:
        raise TooLarge(f"a table has {MOST_CELLS} cells at most; {size} were asked for")
    values = _Values(game, kind, chosen, limits or Limits())
    cells, done = [], 0
    for row in spread.rows or (None,):
        line: list[Value] = []
        for column in spread.columns:
            line.append(values.of(spread.text(row, column), spread.given(row, column)))
            done += 1
            if progress is not None and done % 64 == 0:
                progress(done)
        cells.append(tuple(line))
    if values.found == 0 and values.refused is not None:
        raise values.refused
    return Table(
        game.name,
        spread.template,
        chosen,
        kind,
        spread.columns,
        spread.rows,
        tuple(cells),
        values.open,
    )


# ---- what a table is over


@dataclass(frozen=True)
class _Spread:
    template: str
    parameters: Mapping[str, str]
    rows: Range | None
    columns: Range

    def _filled(self, text: str, chosen: list[int]) -> str:
        return _RANGE.sub(lambda match: str(chosen.pop(0)), text)

    def _numbers(self, row: int | None, column: int) -> list[int]:
        return [column] if row is None else [row, column]

    def text(self, row: int | None, column: int) -> str:
        return self._filled(self.template, self._numbers(row, column))

    def given(self, row: int | None, column: int) -> dict[str, str]:
        here = len(_RANGE.findall(self.template))
        chosen = self._numbers(row, column)[here:]
        return {name: self._filled(value, chosen) for name, value in self.parameters.items()}


def _spread(game: Game, template: str, parameters: Mapping[str, str]) -> _Spread:
    """The ranges in template and parameters, and the whole template if it was a short one."""
    in_text = len(_RANGE.findall(template))
    in_values = sum(len(_RANGE.findall(value)) for value in parameters.values())
    short = _SHORT.fullmatch(template.strip())
    if not in_text and not in_values and short:
        template = _lengthened(game, short, parameters)
    found = [_range(match) for match in _RANGE.finditer(template)]
    for name, value in parameters.items():
        found += [_range(match, name) for match in _RANGE.finditer(value)]
    if not 1 <= len(found) <= 2:
        raise UsageError(
            "a position with one or two ranges, such as 0..8,0..8 or 1..4x1..6",
            template,
            hint="8x8 and 20 are short for ranges from the smallest size on",
        )
    return _Spread(template, parameters, found[0] if len(found) == 2 else None, found[-1])


def _range(match: re.Match[str], parameter: str = "") -> Range:
    low, high = int(match[1]), int(match[2])
    if low > high:
        raise UsageError("a range that rises, such as 0..8", match[0])
    return Range(low, high, parameter)


def _lengthened(game: Game, short: re.Match[str], parameters: Mapping[str, str]) -> str:
    """The first way to read a short template that gives positions at both ends."""
    sizes = [int(size) for size in short.groups() if size is not None]
    for low in (0, 1):
        for between in (",", "x"):
            ends = [between.join(str(n) for n in pick) for pick in ([low] * len(sizes), sizes)]
            if all(_readable(game, text, parameters) for text in ends):
                return between.join(f"{low}..{size}" for size in sizes)
    raise UsageError(
        f"a table that {game.slug} has",
        short[0],
        hint="put ranges into a position of the game, such as 0..8,0..8",
    )


def _readable(game: Game, text: str, parameters: Mapping[str, str]) -> bool:
    try:
        game.read(text, parameters)
    except UsageError:
        return False
    return True


# ---- values


class _Values:
    """Values of many positions, in one memory for all of them."""

    def __init__(self, game: Game, kind: Kind, convention: Convention, limits: Limits) -> None:
        self.game, self.kind, self.convention = game, kind, convention
        self.open, self.found = 0, 0
        self.refused: NimatronError | None = None
        self._rules: dict[Rules, Rules] = {}
        pieces = Pieces(Meter(limits))
        self._nimbers = Nimbers(pieces)
        self._outcomes = Outcomes(pieces, convention, lengths=kind == "length")
        self._searching = True

    def of(self, text: str, parameters: Mapping[str, str]) -> Value:
        """The value of one position; None if it is none, or is not decided."""
        try:
            rules, position = self.game.read(text, parameters)
        except UsageError as e:
            # A table may reach beyond what the rules have, as stairs that fall do; but if no cell
            # of it is a position, the first reason is told.
            self.refused = self.refused or e
            return None
        rules = self._rules.setdefault(rules, rules)  # one memory for equal rules
        try:
            value = self._value(rules, position)
        except TooLarge as e:
            self.refused = self.refused or e
            self.open += 1
            return None
        self.found += 1
        return value

    def _value(self, rules: Rules, position: Any) -> Value:
        if self._searching and not rules.loopy:
            try:
                return self._searched(rules, position)
            except (TooLarge, Loop):
                self._searching = False  # from here on one by one, by claims where there are any
        question = Question(self.game, rules, position, self.convention)
        said = answer(question, _CELL_LIMITS, lengths=self.kind == "length")
        if self.kind == "length":
            return said.remoteness
        if self.kind == "outcome" or said.outcome is Outcome.DRAW:
            return said.outcome
        if said.grundy is None:
            raise TooLarge(f"the nimber of {shown(rules.text(position))} was not found")
        return said.grundy

    def _searched(self, rules: Rules, position: Any) -> Value:
        if self.kind == "length":
            return self._outcomes.remoteness(rules, position)
        if self.convention is Convention.MISERE:
            return self._outcomes.of(rules, position)
        nimber = self._nimbers.of(rules, position)
        return nimber if self.kind == "nimber" else Outcome.N if nimber else Outcome.P


def kind_of(name: str) -> Kind:
    """The kind of values that a word means."""
    kinds: dict[str, Kind] = {"nimber": "nimber", "outcome": "outcome", "length": "length"}
    if name not in kinds:
        raise ParameterError(f"one of {', '.join(kinds)}", name)
    return kinds[name]


def said(value: Value, nothing: str = "") -> str:
    """A cell in a word."""
    if value is None:
        return nothing
    return "D" if value is Outcome.DRAW else str(value)


def in_rows(whole: Table, wide: int = 20) -> Sequence[tuple[str, Sequence[tuple[str, Value]]]]:
    """Rows with their names, of cells with theirs; one long row is cut into several."""
    columns = [str(n) for n in whole.columns]
    if whole.rows is not None:
        names = [str(n) for n in whole.rows]
        return [
            (name, list(zip(columns, line, strict=True)))
            for name, line in zip(names, whole.cells, strict=True)
        ]
    line = list(zip(columns, whole.cells[0], strict=True))
    return [("", line[i : i + wide]) for i in range(0, len(line), wide)]
