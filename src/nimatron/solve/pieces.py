"""The components that a search meets, numbered.

A position is the sum of its components, so searches work on small tuples of numbers: one for each
component, after its canonical form. A component without moves is dropped; it changes nothing,
in misère play neither.
"""

from __future__ import annotations

from typing import Any

from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Meter

State = tuple[int, ...]
"""Components by their numbers, rising."""


_ENDED = -1


class Loop(Exception):
    """A position was met again on the way from itself: the rules are loopy."""


class Pieces:
    """Numbers for components, and their options as states."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self._known: list[tuple[Rules, Any]] = []
        self._options: list[list[State] | None] = []
        self._tables: dict[int, tuple[Rules, dict[Any, int]]] = {}

    def state(self, rules: Rules, position: Any) -> State:
        """The numbers of the components of a position."""
        numbers = (self._number(part, at) for part, at in rules.parts(position))
        return tuple(sorted(number for number in numbers if number != _ENDED))

    def options(self, piece: int) -> list[State]:
        """The states that a component may become, each once; listed when first asked for."""
        options = self._options[piece]
        if options is None:
            rules, position = self._known[piece]
            found: dict[State, None] = {}
            for move in rules.moves(position):
                self.meter.step()
                found[self.state(rules, rules.after(position, move))] = None
            options = self._options[piece] = list(found)
        return options

    def forget(self, piece: int) -> None:
        """Free the options of a component that will not be asked for again soon."""
        self._options[piece] = None

    def _number(self, rules: Rules, position: Any) -> int:
        # Rules are told apart by identity, which is quicker than comparing them.
        _, table = self._tables.setdefault(id(rules), (rules, {}))
        alike = rules.canonical(position)
        number = table.get(alike)
        if number is None:
            self.meter.position()
            if not any(True for _ in rules.moves(alike)):
                table[alike] = _ENDED
                return _ENDED
            number = table[alike] = len(self._known)
            self._known.append((rules, alike))
            self._options.append(None)
        return number
