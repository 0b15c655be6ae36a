"""Every reader gives a value or one line; never a traceback, never a frozen machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron import GameGraph
from nimatron.errors import NimatronError, UsageError, shown
from nimatron.games import games
from nimatron.games.nim import Nim
from nimatron.rules import reading
from nimatron.rules.codes import read_code
from nimatron.rules.heaps import Subtraction, TakeAndBreak
from nimatron.rules.posets import Poset
from nimatron.rules.sums import Sum

SHORT = settings(max_examples=150, deadline=None)
ANY = st.text(max_size=30) | st.binary(max_size=30).map(lambda b: b.decode("latin-1"))
NEAR = st.text("0123456789,.x|#@:+- wb/()", max_size=24)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.integers() | st.text(max_size=5) | st.booleans() | st.none(),
    lambda inner: st.tuples(inner) | st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=6,
)


@SHORT
@given(slug=st.sampled_from(list(games)), text=ANY | NEAR)
def test_positions_of_every_game(slug: str, text: str) -> None:
    try:
        rules, position = games[slug].read(text, {})
    except UsageError as e:
        assert "\n" not in str(e) and len(str(e)) < 600
        return
    again, same = games[slug].read(rules.text(position), {})
    assert again.text(same) == rules.text(position)


@SHORT
@given(slug=st.sampled_from(list(games)), text=ANY)
def test_moves_of_every_game(slug: str, text: str) -> None:
    rules = games[slug].prototype
    at = rules.start()
    try:
        move = rules.read_move(at, text)
    except UsageError as e:
        assert "\n" not in str(e)
        return
    assert rules.legal(at, move)


@SHORT
@given(slug=st.sampled_from(list(games)), name=ANY, text=ANY)
def test_parameters_of_every_game(slug: str, name: str, text: str) -> None:
    game = games[slug]
    for parameter in (name, *game.parameters()):
        try:
            game.with_parameters({parameter: text})
        except NimatronError as e:
            assert "\n" not in str(e)


@SHORT
@given(ANY)
def test_names_of_games(name: str) -> None:
    try:
        assert games[name].slug
    except UsageError as e:
        assert "\n" not in str(e)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1" * 1_000_000, "4000 digits"),
        ("-5", "'-5'"),
        ("٣,٤", "whole number"),
        ("3,,4", "number 2 of 3"),
        ("", "separated by commas"),
        ("3 4", "'3 4'"),
        ("3.5", "'3.5'"),
        ("1e9", "'1e9'"),
        ("0x10", "'0x10'"),
        ("1_000", "'1_000'"),
        (",".join(["1"] * 1_000_001), "1000000 numbers"),
        ("①", "whole number"),
        ("\x00", "got '\\x00'"),
    ],
)
def test_numbers_say_what_came(text: str, word: str) -> None:
    with pytest.raises(UsageError) as told:
        games["nim"].read(text, {})
    message = str(told.value)
    assert word in message and "\n" not in message and len(message) < 400


@pytest.mark.parametrize(
    "text",
    ["0x0", "0x5", "5x0", "1000000000x1", "100000x100000", "x", "5x", "x5", "4x5x6", "-1x4",
     "..|.", "|", "..|..|", "ab", ".#x", "..\n..", "9" * 5000 + "x1", "4X", "4*5"],
)  # fmt: skip
@pytest.mark.parametrize("slug", ["cram", "chomp", "geography"])
def test_boards_that_cannot_be(slug: str, text: str) -> None:
    with pytest.raises(UsageError) as told:
        games[slug].read(text, {})
    message = str(told.value)
    assert "\n" not in message and f"nimatron show {slug}" in message


def test_million_digits_fit_on_a_line() -> None:
    assert len(shown("7" * 1_000_000)) < 100
    assert shown(10**1000) == "a number of 3322 bits"


@given(VALUES)
def test_plain_values_are_written_and_read_back(value: Any) -> None:
    text = reading.literal_text(value)
    if isinstance(value, (int, str, tuple, frozenset)) or value is None:
        assert reading.literal(text) == value


READERS: list[Callable[[str], Any]] = [
    read_code,
    TakeAndBreak("0.77").read,
    Poset(((1, 2), (1, 3))).read,
    GameGraph({1: [2]}).read,
    Sum((Nim(), Nim())).read,
    lambda text: Subtraction.read_parameter("take", text),
    lambda text: Poset.read_parameter("order", text),
    lambda text: reading.sizes(text, ("rows", "columns")),
]


@SHORT
@given(
    text=ANY | NEAR | st.text("0.77(3)F,<x", max_size=12), which=st.integers(0, len(READERS) - 1)
)
def test_all_other_readers(text: str, which: int) -> None:
    try:
        READERS[which](text)
    except UsageError as e:
        assert "\n" not in str(e)


def test_a_misspelt_name_is_guessed() -> None:
    with pytest.raises(UsageError, match="did you mean kayles"):
        games["kales"]
    with pytest.raises(UsageError, match="did you mean k"):
        games["bachet"].with_parameters({"kk": "3"})
    assert games["TZIANSITZI"].slug == "wythoff"
    assert "nosuch" not in games and "nim" in games
