"""A game's moves on a board as the tables that the search by components works with.

Which symmetries hold, whether components may be pushed into the corner, and which cells belong
together is found out from the moves themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any

from nimatron.errors import NimatronError
from nimatron.rules.grids import Board, bits, symmetries

if TYPE_CHECKING:
    import numpy as np

Masks = Sequence[tuple[int, int]]

_FEW_STEPS = 4


def places_and_tables(rules: Board, masks: Masks) -> tuple[list[int], Any]:
    """Where the search puts each cell of the board, and its tables."""
    rows, columns = rules.rows, rules.columns
    large = _on_eight(rules, masks)
    if large is not None:
        places = [row * 8 + column for row in range(rows) for column in range(columns)]
        return places, _tables(large, 8, 8, square=not _is_loose(large))
    return list(range(rules.area)), _tables(masks, rows, columns, square=False)


def _on_eight(rules: Board, masks: Masks) -> Masks | None:
    """The moves on a board of 8x8 of which this board is a part like any other, or None."""
    if max(rules.rows, rules.columns) > 8 or not is_dataclass(rules):
        return None
    try:
        large = replace(rules, rows=8, columns=8).masks()
    except (TypeError, ValueError, NimatronError):
        return None
    if large is None:
        return None
    own = [row * 8 + column for row in range(rules.rows) for column in range(rules.columns)]
    here = {(_moved(need, own), _moved(take, own)) for need, take in masks}
    if _within(large, sum(1 << place for place in own)) != here:
        return None
    whole = set(large)
    turned = all(
        {(_moved(need, turn), _moved(take, turn)) for need, take in large} == whole
        for turn in symmetries(8, 8)
    )
    return large if turned and _same_everywhere(large, 8, 8) else None


def _same_everywhere(masks: Masks, rows: int, columns: int) -> bool:
    """Whether parts of the board may be pushed: the moves in them go along."""
    full = (1 << rows * columns) - 1
    column = sum(1 << row * columns for row in range(rows))
    row = (1 << columns) - 1
    for step, first in ((1, column), (columns, row)):
        behind = full & ~first
        before = {(need << step, take << step) for need, take in _within(masks, behind >> step)}
        if before != _within(masks, behind):
            return False
    return True


def _within(masks: Masks, region: int) -> set[tuple[int, int]]:
    """The moves that are possible inside a region, and what they take of it."""
    return {(need, take & region) for need, take in masks if not need & ~region}


def _moved(mask: int, places: Sequence[int]) -> int:
    return sum(1 << places[place] for place in bits(mask))


def _turns(
    masks: Masks, rows: int, columns: int, pushed: bool
) -> Iterator[tuple[Sequence[int], int]]:
    """The symmetries of the moves, and the cells that each is for; the first moves nothing.

    On a board that is no square, components in the corner that fit there either way are turned
    as on the square, if they may be pushed.
    """
    whole, full = set(masks), (1 << rows * columns) - 1
    for turn in symmetries(rows, columns):
        if {(_moved(need, turn), _moved(take, turn)) for need, take in masks} == whole:
            yield turn, full
    if not pushed or rows == columns:
        return
    side = min(rows, columns)
    corner = sum(1 << row * columns + column for row in range(side) for column in range(side))
    for turn in symmetries(side, side)[1:]:
        places = [0] * (rows * columns)
        for place, to in enumerate(turn):
            places[place // side * columns + place % side] = to // side * columns + to % side
        inside = _within(masks, corner)
        if {(_moved(need, places), _moved(take, places)) for need, take in inside} == inside:
            yield places, corner


def _near(masks: Masks, cells: int) -> list[int]:
    """The cells that may belong to one component with a cell.

    A move that smaller moves inside it hold together already adds nothing.
    """
    near = [0] * cells
    for need, take in sorted(masks, key=lambda pair: (pair[0].bit_count(), pair)):
        if need == take and _held(need, near):
            continue
        for cell in bits(need | take):
            near[cell] |= need
        for cell in bits(need):
            near[cell] |= take
    return near


def _held(region: int, near: Sequence[int]) -> bool:
    """Whether the cells of a region are joined already."""
    reached, edge = 0, region & -region
    while edge:
        cell = edge.bit_length() - 1
        reached |= 1 << cell
        edge = (edge | near[cell]) & region & ~reached
    return reached == region and region.bit_count() > 1


def _is_loose(masks: Masks) -> bool:
    """Whether free cells may be near each other though no move that is possible joins them.

    Not if moves need one cell, or need and take two, or are held together by such moves.
    """
    small = [pair for pair in masks if pair[0].bit_count() < 3]
    if any(need != take for need, take in small if need.bit_count() == 2):
        return True
    near = _near(small, max(take for _, take in masks).bit_length())
    others = (pair for pair in masks if pair[0].bit_count() >= 3)
    return any(need != take or not _held(need, near) for need, take in others)


def _steps(near: Sequence[int], rows: int, columns: int) -> list[tuple[int, int]] | None:
    """Steps and where they can be made, if cells are near each other by a few steps."""
    found: dict[int, int] = {}
    for cell, others in enumerate(near):
        for other in bits(others):
            if other > cell:
                found[other - cell] = found.get(other - cell, 0) | 1 << cell
    return list(found.items()) if len(found) <= _FEW_STEPS else None


def _tables(masks: Masks, rows: int, columns: int, *, square: bool) -> Any:
    import numpy as np

    from nimatron.kernels.board_parts import Board as Tables

    cells = rows * columns
    wide = cells > 64
    ordered = sorted(set(masks), key=lambda pair: ((pair[0] & -pair[0]).bit_length(), pair))
    anchors = [(need & -need).bit_length() - 1 for need, _ in ordered]
    start = np.searchsorted(anchors, np.arange(cells + 1)).astype(np.int64)
    living = 0
    for need, _ in ordered:
        living |= need
    near = [others & living for others in _near(masks, cells)]
    pushed = not square and _same_everywhere(masks, rows, columns)
    turns = [] if square else list(_turns(masks, rows, columns, pushed))
    steps = _steps(near, rows, columns) or []
    half = list(reversed(range(cells)))
    first_column = sum(1 << row * columns for row in range(rows))
    return Tables(
        start,
        _sets([need for need, _ in ordered], wide),
        _sets([take & living for _, take in ordered], wide),
        _sets(near, wide),
        _sets([living], wide),
        np.uint64(min(need.bit_count() for need, _ in masks)),
        _is_loose(masks),
        None if square else _images([turn for turn, _ in turns], wide),
        _sets([inside for _, inside in turns], wide),
        np.uint64(columns if pushed else 0),
        _sets([first_column], wide),
        np.array([step for step, _ in steps], np.uint64),
        _sets([fits for _, fits in steps], wide),
        np.array([divmod(cell, columns) for cell in range(cells)], np.int64),
        _sets(_rings(rows, columns), wide),
        next((s for s, (turn, _) in enumerate(turns) if list(turn) == half), -1),
    )


def _rings(most_rows: int, most_columns: int) -> list[int]:
    """For each rectangle in the corner of the board its cells, from the middle outwards."""
    from nimatron.kernels.board_order import RINGS

    found = []
    for rows in range(1, most_rows + 1):
        for columns in range(1, most_columns + 1):
            rings, steps = [0] * RINGS, (max(rows, columns) + 1) // 2
            for row in range(rows):
                for column in range(columns):
                    away = max(abs(2 * row - rows + 1), abs(2 * column - columns + 1)) // 2
                    rings[RINGS * away // max(RINGS, steps)] |= 1 << row * most_columns + column
            found += rings
    return found


def _sets(sets: Sequence[int], wide: bool) -> np.ndarray[Any, Any]:
    import numpy as np

    if not wide:
        return np.array(sets, np.uint64)
    word = (1 << 64) - 1
    pairs = [(cells & word, cells >> 64) for cells in sets]
    return np.array(pairs, np.uint64).reshape(len(sets), 2)


def _images(turns: Iterable[Sequence[int]], wide: bool) -> np.ndarray[Any, Any]:
    """Where each symmetry carries each value of each byte, one after the other."""
    images: list[int] = []
    for turn in turns:
        for byte in range((len(turn) + 7) // 8):
            carried = [0]
            for place in range(8 * byte, 8 * byte + 8):
                bit = 1 << turn[place] if place < len(turn) else 0
                carried += [image | bit for image in carried]
            images += carried
    return _sets(images, wide)
