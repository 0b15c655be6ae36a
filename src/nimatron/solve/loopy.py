"""Win, loss and draw with distances for rules whose play may go on for ever.

Explores every position that can be reached and works backwards from the ends (retrograde
analysis), so that positions from which neither player can force the end remain as draws.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Meter
from nimatron.values import Convention, Outcome


@dataclass(frozen=True)
class Verdict:
    """The outcome of a position, and in how many moves the winner ends the game at best."""

    outcome: Outcome
    moves: int | None


class LoopySolution:
    """Outcomes of every position that can be reached from one."""

    def __init__(self, rules: Rules, position: Any, convention: Convention, meter: Meter) -> None:
        self.rules = rules
        self._numbers: dict[Any, int] = {}
        self._entering: list[list[int]] = []
        self._left: list[int] = []
        self._explore(position, meter)
        self._verdicts = self._resolve(convention)

    def of(self, position: Any) -> Verdict:
        """The verdict on a position that was reached."""
        found = self._verdicts[self._numbers[self.rules.canonical(position)]]
        return found or Verdict(Outcome.DRAW, None)

    @property
    def positions(self) -> int:
        return len(self._numbers)

    def _number(self, position: Any, meter: Meter, waiting: list[Any]) -> int:
        alike = self.rules.canonical(position)
        number = self._numbers.get(alike)
        if number is None:
            meter.position()
            number = self._numbers[alike] = len(self._numbers)
            self._entering.append([])
            self._left.append(0)
            waiting.append(alike)
        return number

    def _explore(self, root: Any, meter: Meter) -> None:
        waiting: list[Any] = []
        self._number(root, meter, waiting)
        while waiting:
            at = waiting.pop()
            number = self._numbers[at]
            options = set()
            for move in self.rules.moves(at):
                meter.step()
                options.add(self._number(self.rules.after(at, move), meter, waiting))
            self._left[number] = len(options)
            for option in options:
                self._entering[option].append(number)

    def _resolve(self, convention: Convention) -> list[Verdict | None]:
        # Breadth first from the ends: a win is found by its shortest way, a loss by its longest.
        left = list(self._left)
        verdicts: list[Verdict | None] = [None] * len(left)
        queue: deque[int] = deque()
        for number, count in enumerate(left):
            if not count:
                verdicts[number] = Verdict(convention.at_the_end, 0)
                queue.append(number)
        while queue:
            number = queue.popleft()
            verdict = verdicts[number]
            assert verdict is not None and verdict.moves is not None
            for before in self._entering[number]:
                if verdicts[before] is not None:
                    continue
                left[before] -= 1
                if verdict.outcome is Outcome.P:
                    verdicts[before] = Verdict(Outcome.N, verdict.moves + 1)
                    queue.append(before)
                elif not left[before]:
                    verdicts[before] = Verdict(Outcome.P, verdict.moves + 1)
                    queue.append(before)
        return verdicts
