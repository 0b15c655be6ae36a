"""Games of using up cells, where a move may use some again: all sets of cells in one sweep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nimatron.errors import TooLarge
from nimatron.rules.protocol import Piercing, Rules
from nimatron.solve.limits import Meter
from nimatron.values import Convention

_MOST_CELLS = 27  # a byte for each subset
_MOST_MOVES = 63
_STRETCH = 1 << 20  # subsets between two looks at the clock


@dataclass(frozen=True)
class Swept:
    """What the sweep says of a position."""

    won: bool
    grundy: int | None
    remoteness: int | None
    winning: tuple[Any, ...]
    positions: int


def can_sweep(rules: Rules) -> bool:
    """Whether the rules are of this kind."""
    return isinstance(rules, Piercing)


def small_enough(rules: Rules, position: Any, *, at_least: int = 0) -> bool:
    """Whether all subsets of the cells that are left can be looked through; and optionally, at
    least so many are left."""
    assert isinstance(rules, Piercing)
    if not at_least <= len(rules.unused(position)) <= _MOST_CELLS:
        return False
    return sum(1 for _ in rules.moves(position)) <= _MOST_MOVES


def through_sets(
    rules: Rules, position: Any, convention: Convention, meter: Meter, *, lengths: bool
) -> Swept:
    """Nimber, or outcome and length, of a position and every winning move."""
    import numpy as np

    from nimatron.kernels import sweeps as kernels

    if not small_enough(rules, position):
        raise TooLarge(f"more than {_MOST_CELLS} cells or {_MOST_MOVES} moves are left")
    assert isinstance(rules, Piercing)
    cells = {cell: place for place, cell in enumerate(rules.unused(position))}
    moves = list(rules.moves(position))
    takes = [
        sum(1 << cells[cell] for cell in rules.footprint(move) if cell in cells) for move in moves
    ]
    subsets = 1 << len(cells)
    meter.room(subsets / 1e6)
    different = np.array(sorted(set(takes)), np.int64)

    def swept(won_parity: int | None) -> Any:
        values, top = np.zeros(subsets, np.uint8), subsets
        while top > 0:
            bottom = max(0, top - _STRETCH)
            if won_parity is None:
                kernels.sweep_nimbers(different, values, top, bottom)
            else:
                kernels.sweep_lengths(different, values, won_parity, top, bottom)
            top = bottom
            meter.counted(meter.positions)
        return values

    grundy, remoteness = None, None
    normal = convention is Convention.NORMAL
    if normal:
        values = swept(None)
        grundy, won = int(values[0]), bool(values[0])
        winning = [move for move, take in zip(moves, takes, strict=True) if values[take] == 0]
    if lengths or not normal:
        parity = 1 if normal else 0
        values = swept(parity)
        won = int(values[0]) % 2 == parity
        remoteness = int(values[0]) if lengths else None
        winning = [
            move for move, take in zip(moves, takes, strict=True) if int(values[take]) % 2 != parity
        ]
    return Swept(won, grundy, remoteness, tuple(winning), subsets)
