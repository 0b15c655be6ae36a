"""Games solved beforehand, for judges who have only the referee's file: answer files.

Only what a game may need is kept: after a move that gives the win away the verdict is clear, so
such a move is kept with one answer to it, and nothing behind it; and of the referee's own moves a
few, those that resist longest.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import islice
from typing import Any

from nimatron.errors import TooLarge, UsageError
from nimatron.games import games
from nimatron.judge.packages import Problem, formula
from nimatron.judge.referee import Wythoff
from nimatron.rules.protocol import Continuous
from nimatron.solve.ask import question
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome

_REPLIES = 3  # moves of the referee that are kept in each position
_PLACES = 30_000
_LONG = Limits(positions=50_000, seconds=10.0)  # for the lengths, which are only a refinement


def data_for(problem: Problem, test: Sequence[str], limits: Limits | None = None) -> dict[str, Any]:
    """What the answer file of a test says."""
    if formula(problem):
        return {"game": problem.game}
    return _Solved(problem, limits or Limits()).table(test)


def answer_text(data: dict[str, Any]) -> str:
    """The text of an answer file."""
    return json.dumps(data, separators=(",", ":")) + "\n"


class _Solved:
    """The table of a problem in the making."""

    def __init__(self, problem: Problem, limits: Limits) -> None:
        convention = Convention.MISERE if problem.misere else Convention.NORMAL
        asked = question(problem.game, problem.every[0][0], **problem.parameters)
        if isinstance(asked.rules, Continuous):
            raise UsageError("a game whose moves can be listed", problem.game)
        self._rules, self._normal = asked.rules, convention is Convention.NORMAL
        self._game = problem.game
        self._outcomes = Outcomes(Pieces(Meter(limits)), convention)
        self._lengths: Outcomes | None = Outcomes(Pieces(Meter(_LONG)), convention, lengths=True)
        self._numbers: dict[Any, int] = {}
        self._places: list[list[Any]] = []
        self._waiting: list[tuple[int, Any, Any, bool]] = []

    def table(self, test: Sequence[str]) -> dict[str, Any]:
        """All that may be needed when these positions are played."""
        starts = {}
        for text in test:
            rules = self._rules.sized(text)
            starts[text] = self._number(rules, rules.read(text), True)
        while self._waiting:
            number, rules, at, ours = self._waiting.pop()
            fill = self._program if ours else self._referee
            self._places[number][2] = fill(rules, at)
        return {
            "game": self._game, "last_wins": self._normal, "starts": starts,
            "places": self._places,
        }  # fmt: skip

    def _number(self, rules: Any, at: Any, program: bool) -> int:
        key = rules, at, program
        if key in self._numbers:
            return self._numbers[key]
        number = self._numbers[key] = len(self._places)
        if number >= _PLACES:
            raise TooLarge(f"the answer file would need more than {_PLACES} positions; "
                           "try smaller ones")  # fmt: skip
        lost = self._lost(rules, at)
        self._places.append([rules.text(at) if program else "", self._length(rules, at, lost), []])
        if lost != program:  # where the program cannot win it says so, and does not play
            self._waiting.append((number, rules, at, program))
        return number

    def _program(self, rules: Any, at: Any) -> list[list[Any]]:
        """Every move; behind a mistake only an answer to it."""
        kept: list[list[Any]] = []
        for move in rules.moves(at):
            after, said = rules.after(at, move), rules.move_text(at, move)
            if self._lost(rules, after):
                kept.append([said, self._number(rules, after, False)])
            else:
                kept.append([said, -1, self._refutation(rules, after)])
        return kept

    def _referee(self, rules: Any, at: Any) -> list[list[Any]]:
        """The moves that resist longest; all lead to positions that the program wins."""
        options = [(rules.move_text(at, move), rules.after(at, move)) for move in rules.moves(at)]
        rng = random.Random(rules.text(at))
        rng.shuffle(options)
        options.sort(key=lambda option: -self._length(rules, option[1], False))
        kept = options[:_REPLIES]
        return [[said, self._number(rules, after, True)] for said, after in kept]

    def _refutation(self, rules: Any, at: Any) -> str:
        for move in rules.moves(at):
            if self._lost(rules, rules.after(at, move)):
                return str(rules.move_text(at, move))
        return ""  # misère: there is no move left

    def _lost(self, rules: Any, at: Any) -> bool:
        try:
            return self._outcomes.of(rules, at) is Outcome.P
        except Loop:
            raise UsageError("a game that always ends", self._game) from None

    def _length(self, rules: Any, at: Any, lost: bool) -> int:
        if self._lengths is not None:
            try:
                return self._lengths.remoteness(rules, at)
            except TooLarge:
                self._lengths = None
        # Only its parity is known; 0 is kept for the end of a game.
        return 2 if lost is self._normal else 1


def some_positions(problem: Problem, count: int, seed: int) -> tuple[str, ...]:
    """Small positions of a game, won and lost ones in turn as far as there are."""
    rng = random.Random(f"{problem.game} {seed}")
    if problem.game == Wythoff.name:
        cold = [Wythoff().line((a, b)) for a in range(40) for b in range(40)
                if Wythoff().lost((a, b))]  # fmt: skip
        hot = [f"{rng.randint(1, 99)} {rng.randint(1, 99)}" for _ in range(200)]
    else:
        rules = games[problem.game].with_parameters(problem.parameters)
        if isinstance(rules, Continuous):
            raise UsageError("a game whose moves can be listed", problem.game)
        convention = Convention.MISERE if problem.misere else Convention.NORMAL
        outcomes = Outcomes(Pieces(Meter(Limits(positions=200_000))), convention)
        cold, hot = [], []
        for own, at in islice(rules.small(7), 400):
            text = own.text(at)
            try:
                if rules.sized(text).read(text) == at:
                    (cold if outcomes.of(own, at) is Outcome.P else hot).append(text)
            except Loop:
                raise UsageError("a game that always ends", problem.game) from None
    cold, hot = sorted(set(cold)), sorted(set(hot))
    rng.shuffle(cold)
    rng.shuffle(hot)
    chosen: list[str] = []
    while len(chosen) < count and (cold or hot):
        for source in (hot, cold):
            if source and len(chosen) < count:
                chosen.append(source.pop())
    return tuple(chosen)
