"""How much thinking a move, a hint or a look back may cost, so that nobody waits for long."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nimatron.rules.protocol import Rules
from nimatron.solve.limits import Limits

THINKING = Limits(positions=300_000, seconds=2.0, megabytes=512, moves=400_000)
"""For one move of the computer, and for one hint. Past it the move is a guess."""
_LONG = 400  # characters of a position
_LOOKED_AT = 2_000_000  # characters in all that are looked at for a longer one
_FEWEST = 200  # moves that are listed at least


def within(limits: Limits, rules: Rules, position: Any) -> Limits:
    """The limits for this position: a long one is searched only briefly, since each look at it is
    slow, and a search would hardly come to an end."""
    long = len(rules.text(position))
    if long <= _LONG:
        return limits
    moves = max(_FEWEST, _LOOKED_AT // long)
    moves = moves if limits.moves is None else min(moves, limits.moves)
    return replace(limits, moves=moves, seconds=min(limits.seconds, 1.0))
