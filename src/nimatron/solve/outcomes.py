"""Who wins, and in how many moves, under either convention, for finite rules.

Unlike nimbers this works on whole positions, since misère outcomes and lengths do not add; but a
position is still the multiset of its components.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nimatron.rules.protocol import Rules
from nimatron.solve.pieces import Loop, Pieces, State
from nimatron.values import Convention, Outcome

_OPEN = -1


class Outcomes:
    """Outcomes that were found so far, under one convention.

    With `lengths` the number kept for a position is its remoteness: how many moves play takes if
    the winner hurries and the loser delays. Its parity tells who wins; without `lengths` only the
    parity has a meaning, and a search ends at the first winning move.
    """

    def __init__(self, pieces: Pieces, convention: Convention, *, lengths: bool = False) -> None:
        self.pieces = pieces
        self.lengths = lengths
        # Where no move is left the number is 0: lost in normal play, won in misère play.
        self._won_parity = 1 if convention is Convention.NORMAL else 0
        self._known: dict[State, int] = {(): 0}

    def of(self, rules: Rules, position: Any) -> Outcome:
        """The outcome of a position; raises Loop if play from it may go on for ever."""
        return self._outcome(self._number(self.pieces.state(rules, position)))

    def remoteness(self, rules: Rules, position: Any) -> int:
        """How many moves play takes at best for the winner."""
        assert self.lengths
        return self._number(self.pieces.state(rules, position))

    def _outcome(self, number: int) -> Outcome:
        return Outcome.N if number % 2 == self._won_parity else Outcome.P

    def _number(self, root: State) -> int:
        known = self._known
        if root in known:
            return known[root]
        stack: list[_Frame] = []
        try:
            self._open(root, stack)
            while stack:
                frame = stack[-1]
                child = self._advance(frame)
                if child is not None:
                    self._open(child, stack)
                    continue
                best = frame.least_lost if frame.least_lost >= 0 else frame.most_won
                known[frame.state] = best + 1
                stack.pop()
        finally:
            for frame in stack:  # nothing half-done stays after an interrupt
                known.pop(frame.state, None)
        return known[root]

    def _open(self, state: State, stack: list[_Frame]) -> None:
        self._known[state] = _OPEN
        stack.append(_Frame(state, self._options(state)))

    def _advance(self, frame: _Frame) -> State | None:
        """Take in known options; the first unknown one is returned, to be searched."""
        known = self._known
        while True:
            option = frame.waiting if frame.waiting is not None else next(frame.options, None)
            if option is None:
                return None
            number = known.get(option)
            if number is None:
                frame.waiting = option
                return option
            if number == _OPEN:
                raise Loop
            frame.waiting = None
            if number % 2 == self._won_parity:
                frame.most_won = max(frame.most_won, number)
            elif frame.least_lost < 0 or number < frame.least_lost:
                frame.least_lost = number
                if not self.lengths:
                    return None

    def _options(self, state: State) -> Iterator[State]:
        previous = None
        for place, piece in enumerate(state):
            if piece == previous:
                continue
            previous = piece
            rest = state[:place] + state[place + 1 :]
            for option in self.pieces.options(piece):
                self.pieces.meter.step()
                yield tuple(sorted(rest + option))


@dataclass
class _Frame:
    state: State
    options: Iterator[State]
    waiting: State | None = None
    least_lost: int = -1
    most_won: int = -1
