"""nimatron respond: a program that plays the first player over pipes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from nimatron.cli import words

_LONGEST = 1_000_000


@click.command()
@words.game_position
@words.limits
def command(
    game: str,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    as_json: bool,
    **limits: Any,
) -> None:
    """Say whether X, who begins, has a sure win; if so play X, reading the moves of Y.

    Writes 0 and DONE, or 1 and moves until DONE. Without POSITION, positions are read, one a line,
    until the input ends. The game `tziansitzi` is that problem to the letter: pairs of piles
    until 0 0, moves as two numbers.
    """
    from nimatron.judge.responding import Catalogue, positions, respond, tziansitzi

    if game == "tziansitzi" and position is None and not parameters and not misere:
        tziansitzi(_lines(), _say)
        return
    question = words.asked(game, position, parameters, misere)
    board = Catalogue(question, words.chosen_limits(**limits))
    if position is None:
        positions(board, _lines(), _say)
    else:
        respond(board, (question.rules, question.position), _lines(), _say)


def _lines() -> Iterator[str]:
    while line := sys.stdin.readline(_LONGEST):
        yield line


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
