"""What several commands share: arguments, options, and how lines are laid out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from nimatron.errors import ParameterError

_F = TypeVar("_F", bound=Callable[..., Any])
_LONGEST_INPUT = 16_000_000


class GameName(click.ParamType[str]):
    """A game of the catalogue; shells complete it."""

    name = "game"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from nimatron.games import games

        return [CompletionItem(slug) for slug in games if slug.startswith(incomplete)]


def read_parameters(
    ctx: click.Context, param: click.Parameter, given: Sequence[str]
) -> dict[str, str]:
    """NAME=VALUE, each name once."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise ParameterError("a parameter as NAME=VALUE, such as -p k=3", word)
        if name in found:
            raise ParameterError("each parameter once", word)
        found[name] = value
    return found


def _position(ctx: click.Context, param: click.Parameter, given: str | None) -> str | None:
    return sys.stdin.read(_LONGEST_INPUT).strip() if given == "-" else given


game = click.argument("game", type=GameName())
misere = click.option("--misere", is_flag=True, help="Who cannot move wins.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def parameters(told: str = "A parameter of the game, such as k=3.") -> Callable[[_F], _F]:
    """The option -p NAME=VALUE, which may be given several times."""
    return click.option(
        "-p", "parameters", multiple=True, metavar="NAME=VALUE", callback=read_parameters, help=told
    )


def output(told: str) -> Callable[[_F], _F]:
    """The option -o FILE."""
    return click.option(
        "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=told
    )


def game_position(command: _F) -> _F:
    """The arguments GAME and POSITION, parameters and convention."""
    position = click.argument("position", required=False, callback=_position)
    for option in (as_json, misere, parameters(), position, game):
        command = option(command)
    return command


def limits(command: _F) -> _F:
    """Options for how much a search may cost."""
    for name, kind, text in (
        ("--max-megabytes", int, "Memory that a search may use."),
        ("--max-seconds", float, "Time that a search may take."),
        ("--max-positions", int, "Positions that a search may see."),
    ):
        command = click.option(name, type=_positive(kind), help=text)(command)
    return command


def _positive(kind: type[Any]) -> click.IntRange | click.FloatRange:
    return click.IntRange(min=1) if kind is int else _Seconds(min=0, min_open=True)


class _Seconds(click.FloatRange):
    """Some time; `nan` is neither more nor less than any, so nothing would end."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail(f"expected seconds such as 10 or 0.5, got {value}", param, ctx)
        return seconds


def chosen_limits(
    max_positions: int | None,
    max_seconds: float | None,
    max_megabytes: int | None,
    data: str | None = None,
) -> Any:
    from nimatron.solve.limits import Limits

    plain = Limits()
    return Limits(
        positions=max_positions or plain.positions,
        seconds=max_seconds or plain.seconds,
        megabytes=max_megabytes or plain.megabytes,
        progress=_searching if sys.stderr.isatty() else None,
        data=data,
    )


def _searching(positions: int, seconds: float) -> None:
    status(f"searching: {positions} positions in {seconds:.0f} s (Ctrl-C ends it)")


def status(line: str) -> None:
    """One line on a terminal, written over each time; nothing elsewhere."""
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{cut(line, 78)}", err=True, nl=False)


def asked(game: str, position: str | None, parameters: dict[str, str], misere: bool) -> Any:
    """The question that the words of a command ask."""
    from nimatron.solve.ask import question

    convention = "misere" if misere else "normal"
    given = () if position is None else (position,)
    return question(own(game), *given, convention=convention, **parameters)


def own(game: str) -> Any:
    """The name of a game, or the game in a file of the user's own, FILE.py or FILE.py:Name."""
    if not game.partition(":")[0].endswith(".py"):
        return game
    from nimatron.discover.files import game_of_file

    return game_of_file(game)


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False))


def cut(text: str, width: int = 100) -> str:
    """A text that fits on a line."""
    return text if len(text) <= width else f"{text[: width - 20]}... ({len(text)} characters)"


def paragraph(text: str) -> None:
    """A sentence, wrapped; a line that begins with blanks is part of a table and stays as it is."""
    from textwrap import wrap

    for line in [text] if text.startswith(" ") else wrap(text, 100, break_long_words=False):
        click.echo(line)


def rows(table: Sequence[tuple[str, str]], indent: str = "  ") -> None:
    """Names and texts in two columns; long texts are wrapped under themselves."""
    from textwrap import wrap

    wide = max((len(name) for name, _ in table), default=0)
    for name, text in table:
        first, *more = wrap(text, 96 - wide, break_long_words=False) or [""]
        click.echo(f"{indent}{name:<{wide}}  {first}".rstrip())
        for line in more:
            click.echo(f"{indent}{'':<{wide}}  {line}")
