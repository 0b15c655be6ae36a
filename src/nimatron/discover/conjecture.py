"""An idea of the user's own, tried on every small position until it falls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from nimatron.certificates.check import check
from nimatron.certificates.forms import Swaps
from nimatron.discover.truth import Progress, Truth, accepted, positions
from nimatron.errors import FormulaError, TooLarge, UsageError
from nimatron.formulas import Formula, names_in
from nimatron.game import Game
from nimatron.rules.heaps import Piles
from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Limits
from nimatron.values import Convention, Outcome, mex

_LIMITS = Limits(positions=1_000_000, seconds=40.0)
_AT_FIRST = Limits(positions=200_000, seconds=20.0, moves=1_000_000)
_ENOUGH = 2000  # positions that are tried if nobody says to which size
_MOST = 20_000
_LONGEST_LINE = 60
SAYS = ("win", "lost", "value", "image")
_PREFIX = re.compile(r"\s*(win|lost|value|image)\s*:\s*(.*)", re.DOTALL)
_MEANING = {
    "win": "the first player wins just if",
    "lost": "the position is lost just if",
    "value": "the nimber is",
    "image": "every move is answered by its image",
}


@dataclass(frozen=True)
class Fall:
    """The smallest position at which a rule is wrong, and how one sees it."""

    rules: Rules
    position: Any
    why: str
    line: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.rules.text(self.position)


@dataclass(frozen=True)
class Verdict:
    """What came of a rule: it holds on so many positions, or falls."""

    says: str
    rule: str
    positions: int
    size: int
    fall: Fall | None = None
    more: int = 0
    """Positions beyond that were tried as well, when there were too many to try all of a kind."""
    without: int = 0
    """Positions passed over, since they lack a name that the rule speaks of."""
    followed: bool = False
    """Whether it was tried on what can be reached from one position, not size by size."""

    @property
    def sentence(self) -> str:
        """What the rule says, in words."""
        return f"{_MEANING[self.says]} {self.rule}"

    def told(self) -> str:
        """The verdict in a line."""
        if self.fall is None:
            return f"holds for {self._tried()}{self._passed()}"
        return f"falls at {self.fall.text}: {self.fall.why}"

    def _tried(self) -> str:
        if self.followed:
            beyond = (
                f"{_many(self.more)} of the many" if self.more else f"all {_many(self.positions)}"
            )
            return f"{beyond} positions that can be reached"
        more = f"{_many(self.more)} larger ones" if self.more else ""
        if not self.positions:
            return more or "no position, for none could be tried"
        whole = f"all {_many(self.positions)} positions to size {self.size}"
        return f"{whole}, and for {more}" if more else whole

    def _passed(self) -> str:
        if not self.without:
            return ""
        return f" ({_many(self.without)} others lack a name that is in it)"


def _many(count: int) -> str:
    return f"{count:,}".replace(",", " ")


@dataclass
class _Tried:
    """One reading of a rule while it is tried."""

    says: str
    seen: int = 0
    whole: int = 0
    """How many it had seen when the last whole size was done."""
    fall: Fall | None = field(default=None)


def try_rule(
    game: Game,
    rules: Rules,
    rule: str,
    *,
    convention: str = "normal",
    up_to: int | None = None,
    start: tuple[Rules, Any] | None = None,
    progress: Progress = lambda said: None,
    limits: Limits | None = None,
) -> list[Verdict]:
    """Try a rule on all small positions, the smallest first.

    `win: RULE`, `lost: RULE`, `value: RULE` and `image: RULE` say what is meant. A rule without
    such a word that is a number is a value; a condition is tried as "won" and as "lost", and of
    the two readings the one that lasts longer comes first. With `start` only that position and
    what can be reached from it are tried.
    """
    match = _PREFIX.fullmatch(rule)
    says, text = (match[1], match[2].strip()) if match else ("", rule.strip())
    formula = Formula(text)
    chosen = Convention(convention)
    if says == "image":
        return [_images(rules, text, start, up_to)]
    needed = names_in(text)  # positions without these names are passed over
    single = isinstance(rules, Piles) and "n" in needed and any(islice(_single(rules), 1))
    small = _single(rules) if single else positions(rules)
    listed = _reached(*start) if start else _bounded(small, up_to, game.test_to)
    truth = Truth(chosen, limits or (_LIMITS if up_to or start else _AT_FIRST))
    tried = [_Tried(says)] if says else []
    missing, without = ([""], [""]), 0
    done = last = 0
    try:
        for size, board, at in listed:
            if size != last:
                _whole(tried)
                progress(f"trying size {size}")
                done, last = last, size
            names = board.variables(at)
            if not needed <= set(names):
                missing, without = (sorted(needed - set(names)), sorted(names)), without + 1
                continue
            told = formula(**names)
            if not tried:
                plain = isinstance(told, bool)
                tried = [_Tried("win"), _Tried("lost")] if plain else [_Tried("value")]
            for one in tried:
                if one.fall is None:
                    one.fall = _wrong(one.says, told, truth, board, at)
                    one.seen += one.fall is None
            if all(one.fall for one in tried):
                break
        else:
            _whole(tried)
            done = last
    except TooLarge:
        pass  # what was tried counts, but the last size was not done
    if without and not any(one.seen or one.fall for one in tried):
        raise FormulaError(f"a name among {', '.join(missing[1])}", missing[0][0])
    progress("")
    if not tried:
        raise UsageError("rules with small positions to try it on", hint="say one with `--from`")
    verdicts = [
        Verdict(
            one.says,
            text,
            one.seen if one.fall else one.whole,
            done,
            one.fall,
            more=0 if one.fall else one.seen - one.whole,
            without=without,
            followed=start is not None,
        )
        for one in tried
    ]
    standing = [verdict for verdict in verdicts if verdict.fall is None]
    return standing or sorted(verdicts, key=lambda verdict: -verdict.positions)


def _whole(tried: list[_Tried]) -> None:
    for one in tried:
        one.whole = one.seen


def _bounded(
    listed: Iterator[tuple[int, Rules, Any]], most: int | None, least: int
) -> Iterator[tuple[int, Rules, Any]]:
    """Positions to a size; without one to the size at which there are enough of them."""
    last = -1
    for count, (size, rules, position) in enumerate(listed):
        if size != last:
            if size > most if most else (count >= _ENOUGH and size > least):
                return
            last = size
        if count >= _MOST:
            raise TooLarge("too many positions to try them all")
        yield size, rules, position


def _single(rules: Any) -> Iterator[tuple[int, Rules, Any]]:
    """Single piles, of which alone a rule about n speaks."""
    for n in range(rules.least, _MOST):
        if accepted(rules, (n,)):
            yield n, rules, (n,)


def _reached(rules: Rules, start: Any) -> Iterator[tuple[int, Rules, Any]]:
    """A position and what can be reached from it, in the order in which it is met."""
    met, queue, all_met = {start}, [start], True
    for at in queue:
        yield 0, rules, at
        for move in rules.moves(at):
            after = rules.after(at, move)
            if after in met:
                continue
            if len(queue) == _MOST:
                all_met = False
                break
            met.add(after)
            queue.append(after)
    if not all_met:
        raise TooLarge("too many positions to try them all")


def _wrong(says: str, told: Any, truth: Truth, rules: Rules, position: Any) -> Fall | None:
    if says == "value":
        value = truth.nimber(rules, position)
        if value is None:
            raise UsageError("a game with nimbers", hint="say `win:` or `lost:` before the rule")
        if told == value:
            return None
        return Fall(
            rules,
            position,
            f"it says {told}, the nimber is {value}",
            _values(truth, rules, position),
        )
    outcome = truth.outcome(rules, position)
    said = Outcome.N if bool(told) == (says == "win") else Outcome.P
    if outcome is said:
        return None
    who = {"first": "the first player", "second": "the second player", "none": "nobody"}
    return Fall(
        rules,
        position,
        f"it says that {who[said.winner]} wins, but {who[outcome.winner]} does",
        tuple(_line(truth, rules, position)),
    )


def _values(truth: Truth, rules: Rules, position: Any) -> tuple[str, ...]:
    """The nimbers of what the moves lead to, of which the nimber is the least that is missing."""
    rows, values = [], []
    for move in islice(rules.moves(position), _LONGEST_LINE):
        after = rules.after(position, move)
        value = truth.nimber(rules, after)
        values.append(value or 0)
        rows.append(f"{rules.move_text(position, move)}  ->  {rules.text(after)}, nimber {value}")
    return (*rows, f"the least number that is missing among these is {mex(values)}")


def _line(truth: Truth, rules: Rules, position: Any) -> Iterator[str]:
    """A line of play in which the winner plays to win, to the end."""
    at, player = position, "first"
    for _ in range(_LONGEST_LINE):
        moves = list(islice(rules.moves(at), 2000))
        if not moves:
            normal = truth.convention is Convention.NORMAL
            yield f"the {player} player cannot move and {'loses' if normal else 'wins'}"
            return
        lost = [m for m in moves if truth.outcome(rules, rules.after(at, m)) is Outcome.P]
        move = (lost or moves)[0]
        after = rules.after(at, move)
        yield f"{player}: {rules.move_text(at, move)}  ->  {rules.text(after)}"
        at, player = after, "second" if player == "first" else "first"
    yield "and so on"


def _images(rules: Rules, text: str, start: tuple[Rules, Any] | None, up_to: int | None) -> Verdict:
    """Whether the second player can always answer a cell by its image.

    The formula gives the image of a cell: `r` and `c` are its row and column (`c` alone on a line),
    beside the names of the board.
    """
    from nimatron.certificates.forms import Mirror
    from nimatron.discover.mirrors import boards

    bounds = (up_to, up_to) if up_to else None
    tried = [start] if start else list(boards(rules, bounds))
    done = size = 0
    for board, at in tried:
        swaps = Swaps(tuple(_pairs(board, at, text)))
        fall = _unanswered(board, at, swaps)
        size = max(size, *_cells(board, at)[-1])
        if fall is not None:
            return Verdict("image", text, done, size, fall)
        check(board, at, Mirror(swaps))
        done += 1
    return Verdict("image", text, done, size)


def _cells(board: Rules, at: Any) -> list[tuple[int, ...]]:
    from nimatron import pictures

    match board.picture(at):
        case pictures.Grid(rows=rows, columns=columns):
            return [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
        case pictures.Strip(cells=cells):
            return [(c,) for c in range(1, len(cells) + 1)]
        case pictures.Ring(points=points):
            return [(c,) for c in range(1, len(points) + 1)]
    raise UsageError("a game on a board of cells, whose moves have images")


def _pairs(board: Rules, at: Any, text: str) -> Iterator[tuple[Any, Any]]:
    formula, names = Formula(text), board.variables(at)
    cells = _cells(board, at)
    for cell in cells:
        here = {"r": cell[0], "c": cell[-1]} if len(cell) == 2 else {"c": cell[0]}
        image = formula(**{**names, **here})
        image = image if isinstance(image, tuple) else (image,)
        if image not in cells:
            raise UsageError(f"an image on the board for the cell {cell}", image)
        yield cell, image


def _unanswered(board: Rules, at: Any, swaps: Swaps) -> Fall | None:
    """The first move whose image cannot be played after it, be it at once or later on."""
    from nimatron.errors import NimatronError

    met, queue = {at}, [at]
    for here in queue:
        for move in board.moves(here):
            after = board.after(here, move)
            said = board.move_text(here, move)
            try:
                image = board.image(move, swaps)
                legal = board.legal(after, image)
            except NimatronError as e:
                raise UsageError("a game whose moves have images", hint=str(e)) from e
            if not legal:
                why = f"{said} cannot be answered by {board.move_text(after, image)}"
                return Fall(board, at, why, (f"first: {said}  ->  {board.text(after)}",))
            then = board.after(after, image)
            if then not in met and len(queue) < 300:
                met.add(then)
                queue.append(then)
    return None
