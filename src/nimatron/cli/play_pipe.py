"""A game in a pipe: plain lines for programs; docs/play.md tells them all."""

from __future__ import annotations

import sys

import click

from nimatron.cli.play_desk import ENDED, Desk, Quit
from nimatron.errors import UsageError
from nimatron.play.external import opening
from nimatron.play.session import SIDES

_LONGEST = 1_000_000


def play(desk: Desk) -> int:
    """Play to the end; the exit code. A move that cannot be made is an error and ends it."""
    start = desk.session.at(0)
    for line in opening(start, desk.humans[0] if len(desk.humans) == 1 else None):
        _say("you both" if line.startswith("you ") and len(desk.humans) == 2 else line)
    for made in desk.session.made:
        _say(f"move {made.text}")
    if desk.session.made:
        _position(desk)
    try:
        while not desk.session.over:
            if desk.waits:
                _turn(desk)
            else:
                _answered(desk)
    except _End:
        return ENDED
    except Quit:
        return ENDED
    _say(f"result {desk.result()}")
    _note([desk.session.told, *desk.look_back()])
    return desk.exit_code()


class _End(Exception):
    """The input ended."""


def _answered(desk: Desk) -> None:
    before = len(desk.session.made)
    remarks = desk.answer()
    if len(desk.session.made) > before:
        _say(f"move {desk.session.made[-1].text}")
        _position(desk)
    _note(remarks)


def _turn(desk: Desk) -> None:
    both = len(desk.humans) == 2
    _say(f"ready {SIDES[desk.session.mover]}" if both else "ready")
    line = sys.stdin.readline(_LONGEST)
    if not line:
        raise _End
    line = line.strip()
    if not line:
        return
    command = desk.is_command(line)
    if command is None:
        desk.play(line)
        _position(desk)
        return
    before = desk.session
    try:
        told = desk.do(command, line)
    except UsageError as e:
        _say(f"error {e}")
        return
    if command == "moves":
        for text in before.legal().texts:
            _say(f"legal {text}")
        if not before.legal().complete:
            _note(["these are not all"])
        return
    if command == "undo":
        _say("undo")
        _position(desk)
    _note(told)


def _position(desk: Desk) -> None:
    _say(f"position {desk.session.rules.text(desk.session.position)}")


def _note(lines: list[str]) -> None:
    for line in lines:
        _say(f"note {line}")


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
