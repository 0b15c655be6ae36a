"""A game as plain text: header lines, numbered moves, and how it ended.

    Nimatron game 1
    game: bachet
    parameter: k=2
    position: 7
    convention: normal
    first: Ann (human)
    second: computer (perfect)
    seed: 0
    1. take 1
    2. take 1
    ...
    result: first

`game` and `position` must be there; the other header lines may be left out, or stand in any order.
Blank lines and lines that begin with # are comments. `result` says `first`, `second`, `draw` or
`running`; a line `gave up: second` (or `gave up: second, why`) stands before it where a player did.
The game is replayed as it is read, so a text that is read is a game that is legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nimatron.errors import ParameterError, UsageError
from nimatron.play.levels import LEVELS
from nimatron.play.session import HUMAN, PROGRAM, SIDES, Seat, Session, begin
from nimatron.rules.protocol import Rules
from nimatron.rules.reading import literal_text, typed

TITLE = "Nimatron game"
FORMAT = 1
LONGEST = 1_000_000
"""Characters of a transcript that is read."""
_MOVE = re.compile(r"([0-9]{1,7})\.\s*(\S.*)", re.ASCII)
_FIELDS = ("game", "position", "convention", *SIDES, "seed", "result", "gave up")
_LONGEST_REASON = 200


class TranscriptError(UsageError):
    """A text that is no transcript of a game; the message names the line.

    Remedy: look at that line; the lines before it were read. A saved game begins with its game and
    position, and has one move a line.
    """


def write(session: Session, notes: dict[int, str] | None = None) -> str:
    """The session as text. Notes, by number of the move, follow their moves as comments."""
    lines = [f"{TITLE} {FORMAT}", f"game: {session.game.slug}"]
    lines += [f"parameter: {name}={text}" for name, text in given_parameters(session)]
    lines.append(f"position: {session.rules.text(session.start)}")
    lines.append(f"convention: {session.convention}")
    for side, seat in zip(SIDES, session.seats, strict=True):
        lines.append(f"{side}: {seat.name} ({seat.level})")
    lines.append(f"seed: {session.seed}")
    for number, made in enumerate(session.made, 1):
        lines.append(f"{number}. {made.text}")
        if notes and number in notes:
            lines += [f"# {line}" for line in notes[number].splitlines()]
    if session.gave_up is not None:
        why = f", {' '.join(session.reason.split())}" if session.reason else ""
        lines.append(f"gave up: {SIDES[session.gave_up]}{why}")
    return "\n".join([*lines, f"result: {result(session)}", ""])


def result(session: Session) -> str:
    """`first`, `second`, `draw` or `running`."""
    if not session.over:
        return "running"
    return "draw" if session.winner is None else SIDES[session.winner]


def read(text: str) -> Session:
    """The session that a transcript tells, replayed move by move."""
    if len(text) > LONGEST:
        raise TranscriptError(f"a transcript of at most {LONGEST} characters", len(text))
    lines = _lines(text)
    number, title = next(lines, (1, ""))
    if title.lower() != f"{TITLE} {FORMAT}".lower():
        raise _wrong(number, f"`{TITLE} {FORMAT}`", title)
    header, moves, parameters = _sorted(lines)
    session = _begun(header, parameters)
    for count, (number, counted, move) in enumerate(moves, 1):
        if counted != count:
            raise _wrong(number, f"move {count}", f"{counted}.")
        try:
            session = session.play(move)
        except UsageError as e:
            raise _in_line(number, e) from e
    if "gave up" in header:
        number, said = header["gave up"]
        side, _, why = (part.strip() for part in said.partition(","))
        if side not in SIDES:
            raise _wrong(number, "first or second", side)
        if session.over:
            raise _wrong(number, "no one to give up, for the game is over", said)
        session = session.resign(SIDES.index(side), why[:_LONGEST_REASON])
    if "result" in header and header["result"][1] != result(session):
        number, said = header["result"]
        raise _wrong(number, f"the result that the moves lead to, `{result(session)}`", said)
    return session


def replay(session: Session) -> Iterator[Session]:
    """The session as it stood at the start and after each move."""
    for count in range(len(session.made)):
        yield session.at(count)
    yield session


def given_parameters(session: Session) -> list[tuple[str, str]]:
    """The parameters that differ from the usual ones, as one would type them."""
    usual = session.game.prototype
    found = []
    for name in session.game.parameters():
        value = getattr(session.rules, name)
        if value != getattr(usual, name):
            found.append((name, parameter_text(session.rules, name)))
    return found


def parameter_text(rules: Rules, name: str) -> str:
    """A parameter as text that reads back as the same value."""
    value = getattr(rules, name)
    for text in _ways(value):
        try:
            if rules.read_parameter(name, text) == value:
                return text
        except UsageError:
            continue
    raise ParameterError(f"a value of {name} that can be written", value)


def _ways(value: Any) -> Iterator[str]:
    """How a value might be typed."""
    yield typed(value)
    yield literal_text(value)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


Header = dict[str, tuple[int, str]]


def _sorted(
    lines: Iterator[tuple[int, str]],
) -> tuple[Header, list[tuple[int, int, str]], dict[str, str]]:
    """Header lines by name, moves with their numbers, parameters."""
    header: Header = {}
    moves: list[tuple[int, int, str]] = []
    parameters: dict[str, str] = {}
    for number, line in lines:
        made = _MOVE.fullmatch(line)
        if made is not None:
            moves.append((number, int(made[1]), made[2]))
            continue
        name, colon, value = (part.strip() for part in line.partition(":"))
        name = name.lower()
        if colon and name == "parameter":
            key, equals, given = (part.strip() for part in value.partition("="))
            if not equals or key in parameters:
                raise _wrong(number, "a parameter as name=value, each once", value)
            parameters[key] = given
        elif colon and name in _FIELDS:
            if name in header:
                raise _wrong(number, f"one line `{name}:`", "a second one")
            header[name] = number, value
        else:
            raise _wrong(number, f"a move such as `1. take 2`, or {', '.join(_FIELDS)}:", line)
    return header, moves, parameters


def _begun(header: Header, parameters: dict[str, str]) -> Session:
    for name in ("game", "position"):
        if name not in header:
            raise TranscriptError(f"a line `{name}: ...`", hint="there is none")
    number, convention = header.get("convention", (0, "normal"))
    if convention not in ("normal", "misere"):
        raise _wrong(number, "normal or misere", convention)
    number, seed = header.get("seed", (0, "0"))
    if not re.fullmatch(r"[0-9]{1,18}", seed, re.ASCII):
        raise _wrong(number, "a seed: a whole number", seed)
    seats = tuple(_seat(header, side) for side in SIDES)
    game, position = header["game"][1], header["position"][1]
    try:
        session = begin(
            game, position, convention=convention, seed=int(seed), parameters=parameters
        )
    except UsageError as e:
        number = header["game" if "name of a game" in str(e) else "position"][0]
        raise _in_line(number, e) from e
    return replace(session, seats=(seats[0], seats[1]))


def _seat(header: Header, side: str) -> Seat:
    number, text = header.get(side, (0, side))
    name, bracket, rest = text.rpartition(" (")
    level = rest.removesuffix(")") if bracket and rest.endswith(")") else HUMAN
    name = name.strip() if bracket and rest.endswith(")") else text
    if level not in (HUMAN, PROGRAM, *LEVELS):
        raise _wrong(number, f"a level ({', '.join((HUMAN, PROGRAM, *LEVELS))})", level)
    try:
        return Seat(name, level)
    except UsageError as e:
        raise _in_line(number, e) from e


def _wrong(number: int, expected: str, came: object) -> TranscriptError:
    return _in_line(number, UsageError(expected, came))


def _in_line(number: int, error: UsageError) -> TranscriptError:
    found = TranscriptError("")
    found.args = (f"line {number}: {error}",)
    return found
