"""Boards that fall apart: the compiled search against brute force and published values."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimatron.errors import TooLarge
from nimatron.games import games
from nimatron.rules.grids import Board, Covering, Shape
from nimatron.rules.protocol import Rules
from nimatron.solve import limits
from nimatron.solve.boards import BoardSearch, falls_apart
from nimatron.solve.limits import Limits, Meter

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
LONG = Limits(positions=10**9, seconds=300)


@dataclass(frozen=True)
class Threes(Covering):
    """Straight and bent pieces of three: cells may touch and still have nothing in common."""

    shapes: ClassVar[tuple[Shape, ...]] = (
        ((0, 0), (0, 1), (0, 2)),
        ((0, 0), (1, 0), (2, 0)),
        ((0, 0), (0, 1), (1, 1)),
    )


@dataclass(frozen=True)
class Leaps(Covering):
    """Pieces of two cells that do not touch, and no two symmetries alike."""

    shapes: ClassVar[tuple[Shape, ...]] = (((0, 0), (1, 2)), ((0, 0), (0, 1)))


def table(masks: list[tuple[int, int]], free: int, known: dict[int, int]) -> int:
    """The nimber by the definition, on whole positions."""
    if free not in known:
        options = {table(masks, free & ~take, known) for need, take in masks if not need & ~free}
        known[free] = next(n for n in range(len(options) + 1) if n not in options)
    return known[free]


def board(name: str, rows: int, columns: int) -> Board:
    rules = games[name].read(f"{rows}x{columns}", {})[0]
    assert isinstance(rules, Board)
    return rules


def rules_of(name: str, rows: int, columns: int) -> Board:
    own = {"threes": Threes, "leaps": Leaps}
    return own[name](rows, columns) if name in own else board(name, rows, columns)


def search(rules: Rules, limits: Limits = LONG) -> BoardSearch:
    assert isinstance(rules, Board)
    assert falls_apart(rules)
    return BoardSearch(rules, Meter(limits))


NAMES = ["cram", "kings", "bishops", "draughts-rows", "threes", "leaps"]
SIZES = [(2, 3), (3, 4), (1, 9)] if INTERPRETED else [(2, 3), (3, 4), (4, 3), (1, 12), (2, 7)]


@pytest.mark.parametrize("name", NAMES)
def test_positions_have_the_nimber_of_the_definition(name: str) -> None:
    chance = random.Random(name)
    for rows, columns in SIZES:
        rules = rules_of(name, rows, columns)
        found, known = search(rules), dict[int, int]()
        masks = list(rules.masks() or ())
        for _ in range(6 if INTERPRETED else 40):
            used = chance.getrandbits(rules.area) & chance.getrandbits(rules.area)
            expected = table(masks, rules.full & ~used, known)
            assert found.nimber(used) == expected, (name, rows, columns, used)
            assert found.is_lost(used) == (expected == 0)


@pytest.mark.parametrize("name", NAMES)
def test_boards_past_64_cells_are_pairs_of_words(name: str) -> None:
    """A small board in the corner or the middle of a large one has the same nimber."""
    chance = random.Random(name)
    small, large = rules_of(name, 3, 4), rules_of(name, 9, 12)
    narrow, wide = search(small), search(large)
    for _ in range(2 if INTERPRETED else 12):
        used = chance.getrandbits(12) & chance.getrandbits(12)
        top, left = chance.randrange(7), chance.randrange(9)
        free = sum(
            1 << (top + place // 4) * 12 + left + place % 4
            for place in range(12)
            if not used >> place & 1
        )
        assert wide.nimber(large.full & ~free) == narrow.nimber(used)


@pytest.mark.parametrize("name", NAMES)
def test_positions_that_half_a_turn_carries_to_themselves(name: str) -> None:
    """Those are decided without a search where no move meets its image, and only there."""
    chance = random.Random(name)
    at_once = 0
    for rows, columns in [(2, 3), (3, 3)] if INTERPRETED else [(3, 4), (3, 5), (4, 4), (2, 9)]:
        rules = rules_of(name, rows, columns)
        known = dict[int, int]()
        masks = list(rules.masks() or ())
        for _ in range(4 if INTERPRETED else 30 if rules.area < 17 else 5):
            some = chance.getrandbits(rules.area) & chance.getrandbits(rules.area)
            used = some | int(f"{some:0{rules.area}b}"[::-1], 2)
            found = search(rules)
            assert found.nimber(used) == table(masks, rules.full & ~used, known), (name, used)
            at_once += found.positions == 1
    assert at_once or name in ("threes", "leaps", "bishops")


def test_even_boards_are_not_searched() -> None:
    for size in ((4, 6), (6, 8), (8, 8), (4, 10), (8, 12)):
        found = search(board("cram", *size))
        assert found.nimber(0) == 0
        assert found.positions == 1


@st.composite
def cells_in_the_corner(draw: st.DrawFn) -> int:
    """Cells of a board of 8x8, some in the first row and some in the first column."""
    rows, columns = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = sum(draw(st.integers(0, (1 << columns) - 1)) << 8 * row for row in range(rows))
    return cells | 1 << draw(st.integers(0, columns - 1)) | 1 << 8 * draw(st.integers(0, rows - 1))


def _spots(cells: int) -> set[tuple[int, int]]:
    return {divmod(place, 8) for place in range(64) if cells >> place & 1}


@given(cells_in_the_corner())
def test_turning_and_spread_on_eight(cells: int) -> None:
    import numpy as np

    from nimatron.kernels import turning

    spots = _spots(cells)
    last = max(row for row, _ in spots), max(column for _, column in spots)
    half = int(turning.half_turned(np.uint64(cells), np.uint64(cells)))
    assert _spots(half) == {(last[0] - row, last[1] - column) for row, column in spots}
    assert int(turning.rectangle_on_eight(np.uint64(cells))) == 8 * last[0] + last[1]
    steps = sum(abs(2 * row - last[0]) + abs(2 * column - last[1]) for row, column in spots)
    assert int(turning.spread_on_eight(np.uint64(cells))) == steps


class Masks(Board):
    """Any moves on a row of cells."""

    pairs: ClassVar[list[tuple[int, int]]] = []

    def moves(self, position: int) -> list[int]:
        return [i for i, (need, _) in enumerate(self.pairs) if not need & position]

    def after(self, position: int, move: int) -> int:
        return position | self.pairs[move][1]

    def masks(self) -> list[tuple[int, int]]:
        return self.pairs


@st.composite
def some_masks(draw: st.DrawFn) -> Masks:
    cells = draw(st.integers(1, 9))
    wide = draw(st.booleans())
    rules = Masks(1, cells + (70 if wide else 0))
    pairs = set()
    for _ in range(draw(st.integers(1, 8))):
        need = draw(st.integers(1, (1 << cells) - 1)) & draw(st.integers(1, (1 << cells) - 1))
        if need:
            pairs.add((need, need | draw(st.integers(0, (1 << cells) - 1))))
    shift = 60 if wide else 0  # across the border of the words
    rules.__dict__["pairs"] = [(n << shift, t << shift) for n, t in sorted(pairs or {(1, 1)})]
    return rules


@given(some_masks())
def test_any_masks(rules: Masks) -> None:
    assert search(rules).nimber(0) == table(rules.pairs, rules.full, {})


PUBLISHED = {
    "cram": {"4x5": 2, "5x5": 0, "5x6": 2, "4x7": 3, "4x8": 0},
    "kings": {
        "4x4": 0, "4x5": 0, "5x5": 4, "5x6": 3, "6x6": 1, "6x7": 1, "6x8": 0, "7x7": 1,
        "7x8": 0, "8x8": 0, "4x8": 0, "5x7": 5,
    },
}  # fmt: skip


@pytest.mark.skipif(INTERPRETED, reason="hundreds of times slower")
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_values(name: str) -> None:
    for size, expected in PUBLISHED[name].items():
        rules = games[name].read(size, {})[0]
        assert search(rules).nimber(0) == expected, size


@pytest.mark.heavy
def test_larger_published_values() -> None:
    for size, expected in {"5x7": 1, "6x6": 0, "5x8": 1}.items():
        assert search(games["cram"].read(size, {})[0]).nimber(0) == expected, size


@pytest.mark.skipif(INTERPRETED, reason="hundreds of times slower")
def test_a_full_table_replaces_and_stays_right() -> None:
    rules = board("cram", 5, 5)
    found = search(rules, Limits(positions=10**9, seconds=300, megabytes=1))
    assert found.nimber(0) == 0
    entries = len(found._table)
    assert entries * 16 <= 10**6
    assert search(board("cram", 4, 7), Limits(10**9, 300.0, 1)).nimber(0) == 3


def test_what_the_compiler_takes_is_not_memory_of_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = search(board("cram", 3, 3), Limits(megabytes=1))
    monkeypatch.setattr(limits, "_resident_megabytes", lambda: 1e6)
    assert found.nimber(0) == 0


@pytest.mark.skipif(INTERPRETED, reason="hundreds of times slower")
def test_limits_are_obeyed() -> None:
    with pytest.raises(TooLarge, match="5000 positions"):
        search(board("cram", 5, 8), Limits(positions=5000)).nimber(0)
    with pytest.raises(TooLarge, match=r"0\.2 seconds"):
        search(board("cram", 7, 8), Limits(positions=10**9, seconds=0.2)).nimber(0)


def test_what_does_not_fit_is_left_alone() -> None:
    assert not falls_apart(board("cram", 10, 13))
    assert falls_apart(board("cram", 8, 16))
    assert not falls_apart(games["nim"].read("1,2", {})[0])
    assert not falls_apart(games["geography"].read("3x3", {})[0])
    chances = Masks(1, 3)
    chances.__dict__["pairs"] = [(0b011, 0b001)]  # a move that may be repeated
    assert not falls_apart(chances)


@pytest.mark.heavy
@pytest.mark.parametrize("variable", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
def test_with_checks_of_bounds_and_without_the_compiler(variable: str, tmp_path: Path) -> None:
    environment = {**os.environ, variable: "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", "not heavy", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stdout
