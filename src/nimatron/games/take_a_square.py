"""Take a square: heaps of counters. A move takes from one heap a number of counters that is a
square: 1, 4, 9, 16... Who cannot move loses."""

from __future__ import annotations

from nimatron.game import Fact, Game
from nimatron.rules.heaps import Subtraction

_LOST = (0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95)

GAME = Game(
    Subtraction("squares"),
    title="Take a square",
    aliases=["subtract-a-square"],
    sources=[
        "S. W. Golomb, A mathematical investigation of games of take-away,"
        " Journal of Combinatorial Theory 1 (1966)",
        "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 15",
    ],
    facts=[
        *(Fact(str(n), "P", 0) for n in _LOST),
        *(Fact(str(n), "N") for n in (1, 3, 4, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 33, 35)),
        Fact("4", grundy=2),
        Fact("2,7", "P", 0),
    ],
)
