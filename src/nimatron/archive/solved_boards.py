"""Boards that were solved: the nimber and the options that are lost, under a hash of the moves.

What a board is called does not matter: the key is made of its moves and of the position. What does
not match its checksum, was found by another engine, or cannot be right is not used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nimatron.archive.store import NAME, Store

KIND = "board"
ENGINE = 1  # raised when a fault is found in results that an older engine may have saved
_WIDEST = 10_000


@dataclass(frozen=True)
class SolvedBoard:
    """What is known of one position of a board."""

    name: str
    """For people: the game and the position."""
    nimber: int
    lost: tuple[int, ...]
    """The packed positions that winning moves lead to."""
    positions: int
    seconds: float


def board_key(masks: Sequence[tuple[int, int]], used: int) -> str:
    """One key for the same moves and the same position, whatever they are called."""
    text = json.dumps([sorted(f"{need:x},{take:x}" for need, take in masks), f"{used:x}"])
    return hashlib.sha256(text.encode()).hexdigest()


def save(folder: Path, masks: Sequence[tuple[int, int]], used: int, solved: SolvedBoard) -> None:
    """Keep a result."""
    body = {
        "name": solved.name,
        "nimber": solved.nimber,
        "lost": [f"{option:x}" for option in solved.lost],
        "positions": solved.positions,
        "seconds": round(solved.seconds, 3),
    }
    with Store(folder) as store:
        store.put(KIND, board_key(masks, used), ENGINE, body)


def load(folder: Path, masks: Sequence[tuple[int, int]], used: int) -> SolvedBoard | None:
    """What was kept of a position, if it can be right."""
    if not (folder / NAME).exists():
        return None
    with Store(folder) as store:
        body = store.record(KIND, board_key(masks, used), ENGINE)
    found = _read(body)
    if found is None or bool(found.nimber) != bool(found.lost):
        return None
    options = {used | take for need, take in masks if not need & used}
    return found if options.issuperset(found.lost) else None


def solved_boards(folder: Path) -> list[SolvedBoard]:
    """All that is kept, by name."""
    if not (folder / NAME).exists():
        return []
    with Store(folder) as store:
        read = [_read(body) for body in store.records(KIND, ENGINE).values()]
    return sorted((board for board in read if board is not None), key=lambda board: board.name)


def _read(body: Any) -> SolvedBoard | None:
    try:
        nimber, lost = body["nimber"], tuple(int(option, 16) for option in body["lost"])
        name, positions, seconds = body["name"], body["positions"], body["seconds"]
    except (TypeError, KeyError, ValueError):
        return None
    if type(nimber) is not int or not 0 <= nimber < _WIDEST or type(positions) is not int:
        return None
    return SolvedBoard(str(name), nimber, lost, positions, float(seconds))
