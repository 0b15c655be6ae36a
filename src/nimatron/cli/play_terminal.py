"""A game on a terminal: pictures, colours, completion of moves by Tab."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import click

from nimatron.cli.play_desk import COMMANDS, Desk, Quit
from nimatron.drawing.text import lines as drawn
from nimatron.errors import UsageError
from nimatron.play.session import Session, sentence
from nimatron.rules.protocol import Continuous

_BOLD, _DIM, _BLUE, _ORANGE = "1", "2", "36", "33"
_COMPLETED = 20_000  # moves that Tab looks through


def play(desk: Desk) -> int:
    """Play until the game is over or the player leaves; the exit code."""
    _complete(desk)
    session = desk.session
    convention = "normal play: who cannot move loses"
    if session.convention == "misere":
        convention = "misère play: who cannot move WINS"
    _tell([f"{session.game.name}, {convention}."], _BOLD)
    _tell(["`help` tells the rules and what you can type; Tab completes moves."], _DIM)
    _show(session)
    try:
        return _talk(desk)
    except Quit:
        return desk.exit_code()
    except EOFError:
        click.echo()
        return desk.exit_code()


def _talk(desk: Desk) -> int:
    ended: Session | None = None
    while True:
        if desk.session.over and desk.session != ended:
            ended = desk.session
            _tell_end(desk)
        if desk.session.over:
            line = _asked("over> ")
            if not line:
                return desk.exit_code()
        elif desk.waits:
            both = len(desk.humans) == 2
            line = _asked(f"{desk.session.seat.name}> " if both else "your move> ")
        else:
            _answered(desk)
            continue
        if line:
            _do(desk, line)


def _answered(desk: Desk) -> None:
    before = len(desk.session.made)
    name = sentence(desk.session.seat.name)
    remarks = desk.answer()
    if len(desk.session.made) > before:
        _tell([f"{name}: {desk.session.made[-1].text}"], _BLUE)
    _tell([f"({remark})" for remark in remarks], _DIM)
    _show(desk.session)


def _do(desk: Desk, line: str) -> None:
    command = desk.is_command(line)
    try:
        if command is None:
            desk.play(line)
            if len(desk.humans) == 2:
                _show(desk.session)
            return
        told = desk.do(command, line)
    except UsageError as e:
        _tell([_kindly(str(e))], _ORANGE)
        return
    _tell(told)
    if command == "undo":
        _show(desk.session)


def _kindly(error: str) -> str:
    """An error as sentences, without what is said to who calls single commands."""
    told = [part for part in error.split("; ") if part != "see `nimatron moves`"]
    parts = [sentence(part) for part in ["not quite: I " + told[0], *told[1:]]]
    return " ".join(part if part.endswith("?") else f"{part}." for part in parts)


def _tell_end(desk: Desk) -> None:
    headline = {"won": "You have won!", "lost": "You have lost."}
    _tell([headline.get(desk.result(), "The game is over."), desk.session.told], _BOLD)
    _tell(desk.look_back() if desk.result() != "won" else [])
    _tell(["`undo` takes your last move back, `save FILE` keeps the game; Enter leaves."], _DIM)


def _asked(prompt: str) -> str:
    return input(prompt).strip()


def _show(session: Session) -> None:
    """The position drawn, with the numbers that moves speak of, and its text."""
    picture = session.rules.picture(session.position)
    text = session.rules.text(session.position)
    click.echo()
    for line in drawn(picture, colour=_coloured(), numbered=True):
        click.echo(f"  {line}".rstrip(), color=True)
    if len(text) <= get_terminal_size().columns and drawn(picture) != [text]:
        _tell([f"  {text}"], _DIM)
    click.echo()


def _tell(lines: Sequence[str], colour: str = "") -> None:
    """Sentences, wrapped; a line that begins with blanks is part of a table and stays as it is."""
    width = max(20, get_terminal_size().columns - 1)
    for line in lines:
        for part in [line] if line.startswith(" ") else wrap(line, width) or [""]:
            click.echo(_painted(part, colour), color=True)


def _painted(text: str, colour: str) -> str:
    return f"\033[{colour}m{text}\033[0m" if colour and _coloured() else text


def _coloured() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def _complete(desk: Desk) -> None:
    """Let Tab complete what is typed to a legal move or a command."""
    try:
        import readline
    except ImportError:  # no such library on this machine: lines are typed without it
        return
    found: list[str] = []

    def completion(typed: str, number: int) -> str | None:
        if number == 0:
            found[:] = _fitting(desk.session, typed)
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(completion)
    readline.parse_and_bind("tab: complete")


def _fitting(session: Session, typed: str) -> list[str]:
    """Moves and commands that begin like this."""
    rules, at = session.rules, session.position
    begun = typed.lower()
    moves: Any = ()
    if not session.over:
        moves = rules.some_moves(at) if isinstance(rules, Continuous) else rules.moves(at)
    texts = (rules.move_text(at, move) for move in islice(moves, _COMPLETED))
    return [text for text in (*texts, *COMMANDS) if text.lower().startswith(begun)]
