"""Sequences of nimbers that are known: those of the heap games of the catalogue."""

from __future__ import annotations

from nimatron.discover.truth import Progress, Truth, accepted
from nimatron.errors import NimatronError, TooLarge
from nimatron.rules.protocol import Continuous, Rules
from nimatron.sequences import grundy_values
from nimatron.sequences.named import CODES

_LONG = 120
_LEAST = 30
_SECONDS = 5.0
_SHIFTS = (0, 1, 2, -1, -2)
_BAD = (NimatronError, TypeError, ValueError, LookupError, AttributeError)


def recognised(rules: Rules, truth: Truth, progress: Progress) -> list[str]:
    """Notes on the known sequence that the nimbers of single numbers follow."""
    if isinstance(rules, Continuous):
        return []
    progress("looking among known sequences")
    truth.begin(_SECONDS)
    values = _values(rules, truth)
    if len(values) < _LEAST or len(set(values)) < 3:
        return []
    for name, code in (*CODES.items(), ("grundy", "grundy")):
        known = grundy_values(code, _LONG + 3).tolist()
        for shift in _SHIFTS:
            pairs = [
                (value, known[n + shift])
                for n, value in enumerate(values, 1)
                if 0 <= n + shift < len(known)
            ]
            if all(value == of_known for value, of_known in pairs):
                word = "more" if shift > 0 else "less"
                moved = f" with {abs(shift)} {word}" if shift else ""
                also = f" ({code})" if code != name else ""
                return [
                    f"for 1 to {len(values)} the nimbers are those of {name}{also} on heaps of"
                    f" as many{moved}; this is an observation"
                ]
    return []


def _values(rules: Rules, truth: Truth) -> list[int]:
    found: list[int] = []
    moves = 0
    for n in range(1, _LONG + 1):
        try:
            position = rules.accept(n)
            if not accepted(rules, position):
                return found
            moves += sum(1 for _ in rules.moves(position))
            if moves > 60_000 or (n > 12 and len(list(rules.components(position))) != 1):
                return found
            value = truth.nimber(rules, position)
        except TooLarge:
            return found
        except _BAD:
            return found
        if value is None:
            return found
        found.append(value)
    return found
