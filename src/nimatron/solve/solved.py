"""Boards by components: nimber and all winning moves, kept for the next time if it took long."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nimatron.archive.folder import data_folder
from nimatron.errors import StoreError
from nimatron.rules.grids import Board
from nimatron.rules.protocol import Rules
from nimatron.solve.boards import BoardSearch, falls_apart
from nimatron.solve.limits import Limits, Meter

_WORTH_KEEPING = 0.5  # seconds
_WORTH_ASKING = 16  # free cells; smaller boards are solved before the archive is open


@dataclass(frozen=True)
class FoundBoard:
    """What the search by components, or what it saved, says of a position."""

    grundy: int
    winning: tuple[Any, ...]
    positions: int
    saved: bool = False


def free_cells(rules: Rules, position: Any) -> int:
    """How many cells of a board are free."""
    assert isinstance(rules, Board)
    used: int = rules.pack(position)
    return (rules.full & ~used).bit_count()


def saved_board(rules: Rules, position: Any, limits: Limits) -> FoundBoard | None:
    """What was found earlier; None if nothing was."""
    folder = data_folder(limits.data)
    if folder is None or not isinstance(rules, Board) or rules.area < _WORTH_ASKING:
        return None
    if not falls_apart(rules):
        return None
    if free_cells(rules, position) < _WORTH_ASKING:
        return None
    used = rules.pack(position)
    from nimatron.archive.solved_boards import load

    try:
        known = load(folder, rules.masks() or (), used)
    except StoreError as e:
        _tell(f"solved boards cannot be read: {e}")
        return None
    if known is None:
        return None
    lost = set(known.lost)
    moves = _moves(rules, position)
    winning = tuple(move for move, option in moves if option in lost)
    return FoundBoard(known.nimber, winning, known.positions, saved=True)


def solved_board(rules: Rules, position: Any, limits: Limits) -> FoundBoard:
    """The nimber and every winning move, by search; saved if that took long."""
    assert isinstance(rules, Board)
    began = time.monotonic()
    used = rules.pack(position)
    search = BoardSearch(rules, Meter(limits))
    grundy = search.nimber(used)
    moves = _moves(rules, position) if grundy else []
    winning = [(move, option) for move, option in moves if search.is_lost(option)]
    seconds = time.monotonic() - began
    folder = data_folder(limits.data)
    if folder is not None and seconds > _WORTH_KEEPING:
        lost = tuple(sorted({option for _, option in winning}))
        _save(folder, rules, position, (grundy, lost, search.positions, seconds))
    return FoundBoard(grundy, tuple(move for move, _ in winning), search.positions)


def _moves(rules: Board, position: Any) -> list[tuple[Any, int]]:
    return [(move, rules.pack(rules.after(position, move))) for move in rules.moves(position)]


def _save(
    folder: Path, rules: Board, position: Any, found: tuple[int, tuple[int, ...], int, float]
) -> None:
    from nimatron.archive.solved_boards import SolvedBoard, save

    name = f"{type(rules).__name__} {rules.text(position)}"
    try:
        save(folder, rules.masks() or (), rules.pack(position), SolvedBoard(name, *found))
    except StoreError as e:
        _tell(f"the solved board is not saved: {e}")


def _tell(text: str) -> None:
    """An answer is worth more than its copy: go on, and say so."""
    print(f"nimatron: {text}", file=sys.stderr)
