"""Officers: columns of soldiers. A move makes an officer of one soldier, who leaves his column and
must leave at least one behind; the others close up or break into two columns. Who cannot move
loses. In take-and-break notation it is 0.6."""

from __future__ import annotations

from nimatron.game import Fact, Game
from nimatron.rules.heaps import TakeAndBreak

GAME = Game(
    TakeAndBreak("0.6"),
    claims=[],
    sources=[
        "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4; no period is known",
        "J. P. Grossman, Searching for periodicity in Officers, Games of No Chance 5 (2019)",
    ],
    test_to=10,
    facts=[
        *(
            Fact(str(n), grundy=g)
            for n, g in enumerate([0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3])
        ),
    ],
)
