"""Sprouts against what is known of it: how long it lasts, who wins, how it is written."""

from __future__ import annotations

from functools import cache

import pytest

import nimatron as nt
from nimatron.errors import UsageError
from nimatron.games.sprouts import Regions, Sprouts

SPROUTS = Sprouts()


@pytest.mark.parametrize("spots", [1, 2, 3])
def test_play_takes_from_2n_to_3n_minus_1_moves(spots: int) -> None:
    """Each move uses two of 3n ends and gives one back; and in the end each spot that is left has
    two dead neighbours of its own (M. Gardner)."""

    @cache
    def lengths(position: Regions) -> tuple[int, int]:
        ahead = [lengths(SPROUTS.after(position, move)) for move in SPROUTS.moves(position)]
        if not ahead:
            return 0, 0
        return 1 + min(low for low, _ in ahead), 1 + max(high for _, high in ahead)

    assert lengths(SPROUTS.read(str(spots))) == (2 * spots, 3 * spots - 1)


@pytest.mark.parametrize(("spots", "winner"), [(0, 2), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_who_wins(spots: int, winner: int) -> None:
    assert nt.solve("sprouts", str(spots)).winner == ("first" if winner == 1 else "second")


@pytest.mark.parametrize("spots", [0, 1, 2, 3])
def test_misere_against_the_definition(spots: int) -> None:
    @cache
    def won(position: Regions) -> bool:
        ahead = [SPROUTS.after(position, move) for move in SPROUTS.moves(position)]
        return not ahead or any(not won(option) for option in ahead)

    found = nt.solve("sprouts", str(spots), convention="misere")
    assert (found.winner == "first") == won(SPROUTS.read(str(spots)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ab,0/ab", "end with /"),
        ("aa,b/", "the spot b twice"),
        ("aa,bb3/", "spots 0, 1, 2 and letters"),
        ("01/", "0 in a boundary of its own"),
        ("a,a/", "two boundaries of one region"),
        ("99", "from 0 to 12"),
        ("aa,,0/", "spots in each boundary"),
    ],
)
def test_what_cannot_be(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        SPROUTS.read(text)


def test_first_lines() -> None:
    start = SPROUTS.read("3")
    options = {SPROUTS.text(SPROUTS.after(start, move)) for move in SPROUTS.moves(start)}
    assert options == {"0,0,ab/ab/", "0,ab/0,ab/", "0,1a1a/"}
