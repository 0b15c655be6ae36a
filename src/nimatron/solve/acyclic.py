"""Nimbers of any finite rules, by depth-first search with a stack of its own."""

from __future__ import annotations

from typing import Any

from nimatron.rules.protocol import Rules
from nimatron.solve.pieces import Loop, Pieces, State
from nimatron.values import mex

_UNKNOWN, _OPEN = -1, -2


class Nimbers:
    """Nimbers that were found so far; one table for all questions about one game."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self._values: dict[int, int] = {}

    def of(self, rules: Rules, position: Any) -> int:
        """The nimber of a position; raises Loop if play from it may go on for ever."""
        return self._of_state(self.pieces.state(rules, position))

    def _of_state(self, state: State) -> int:
        values, total = self._values, 0
        for piece in state:
            if piece not in values:
                self._search(piece)
            total ^= values[piece]
        return total

    def _search(self, root: int) -> None:
        values, pieces = self._values, self.pieces
        stack: list[tuple[int, list[State]]] = []
        try:
            child: int | None = root
            while True:
                if child is not None:
                    values[child] = _OPEN
                    # What is left of the options; those at the end are known already.
                    stack.append((child, list(pieces.options(child))))
                piece, options = stack[-1]
                child = self._next_unknown(options)
                if child is None:
                    stack.pop()
                    values[piece] = mex(self._total(option) for option in pieces.options(piece))
                    pieces.forget(piece)
                    if not stack:
                        return
        finally:
            for piece, _ in stack:  # nothing half-done stays after an interrupt
                values.pop(piece, None)

    def _next_unknown(self, options: list[State]) -> int | None:
        """A component of the options whose nimber is not known; drops options that are known."""
        values = self._values
        while options:
            for piece in options[-1]:
                found = values.get(piece, _UNKNOWN)
                if found == _OPEN:
                    raise Loop
                if found == _UNKNOWN:
                    return piece
            options.pop()
        return None

    def _total(self, option: State) -> int:
        total = 0
        for piece in option:
            total ^= self._values[piece]
        return total
