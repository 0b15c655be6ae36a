"""Submissions that are right, made for a problem: by its table, or by what the referee knows."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nimatron.judge.packages import Problem
from nimatron.judge.referee import END, Table, Wythoff

_LOST, _OVER = -1, -2


def packed(*names: str) -> str:
    """Files of this folder as one, which needs nothing else: what they import of each other is
    in it already."""
    first, *others = (
        (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8") for name in names
    )
    for text in others:
        kept = (
            line
            for line in text.splitlines()
            if not line.startswith(("from __future__ ", "from nimatron."))
        )
        first += "\n\n" + "\n".join(kept) + "\n"
    return first + "\n"


def playing_table(tables: Sequence[dict[str, Any]]) -> str:
    """The source of a program that looks its moves up in the tables of all tests."""
    starts: dict[str, int] = {}
    places: list[Any] = []
    for data in tables:
        board, numbers = Table(data), dict[int, int]()
        for text, at in data["starts"].items():
            if board.lost(at):
                starts[text] = _LOST
            elif board.over(at):
                starts[text] = _OVER
            else:
                starts[text] = _numbered(at, numbers, places)
        _fill(board, data["places"], numbers, places)
    table = json.dumps([starts, places], separators=(",", ":"))
    return f'''"""Plays by a table that was made beforehand."""

import json

STARTS, PLACES = json.loads(
    r"""{table}"""
)

for line in iter(input, "{END}"):
    at = STARTS[line.strip()]
    print(0 if at == {_LOST} else 1, flush=True)
    while at >= 0:
        move, answers = PLACES[at]
        print(move, flush=True)
        at = answers[input().strip()] if answers else {_OVER}
    print("DONE", flush=True)
'''


def _numbered(at: int, numbers: dict[int, int], places: list[Any]) -> int:
    """The number of a place in the table to be; a new one is empty as yet."""
    if at not in numbers:
        numbers[at] = len(places)
        places.append(None)
    return numbers[at]


def _fill(board: Table, rows: list[Any], numbers: dict[int, int], places: list[Any]) -> None:
    """The move of each place, and where each answer to it leads."""
    waiting = list(numbers)
    while waiting:
        at = waiting.pop()
        if places[numbers[at]] is not None:
            continue
        said, to = board.reply(at, random.Random(0))
        answers = {}
        for answer, then, *_ in rows[to][2]:
            if board.over(then):  # misère: the referee had to make the last move
                answers[answer] = _OVER
            else:
                answers[answer] = _numbered(then, numbers, places)
                waiting.append(then)
        places[numbers[at]] = [said, answers]


def playing_board(problem: Problem) -> str:
    """The source of a program that knows what the referee knows."""
    name = "Wythoff" if problem.game == Wythoff.name else "Nim"
    return f'''{packed("referee")}

def solve() -> None:
    """Play X, and read the moves of Y."""
    board = {name}()
    for line in iter(input, board.ending):
        at = board.read(line)
        wins = not board.lost(at)
        print(int(wins), flush=True)
        while wins and not board.over(at):
            said, at = board.reply(at, random.Random(0))
            print(said, flush=True)
            if not board.over(at):
                at = board.play(at, input())
        print("DONE", flush=True)


solve()
'''
