"""The worth of a piece against a table of all breaks that make no strip."""

from __future__ import annotations

from nimatron.certificates.forms import Kernel
from nimatron.certificates.strategy import lost
from nimatron.games.chocolate import GAME, Chocolate
from nimatron.solve.ask import solve
from nimatron.values import mex

_LARGEST = 24


def test_pieces_without_strips_add() -> None:
    rules, worth = Chocolate(), dict[tuple[int, int], int]()
    for a in range(2, _LARGEST + 1):
        for b in range(2, _LARGEST + 1):
            worth[a, b] = mex(
                [worth[i, b] ^ worth[a - i, b] for i in range(2, a // 2 + 1)]
                + [worth[a, i] ^ worth[a, b - i] for i in range(2, b // 2 + 1)]
            )
    pieces = list(worth)
    for one, two in zip(pieces, pieces[7::3] + pieces, strict=False):
        certificate = GAME.claims[0](rules, (one, two))
        assert isinstance(certificate, Kernel)
        assert lost(rules, (one, two), certificate) is (worth[one] == worth[two])
        assert lost(rules, (one,), certificate) is (worth[one] == 0)


def test_the_bar_of_the_lecture_is_halved() -> None:
    found = solve("chocolate", "5x8")
    assert found.winner == "first"
    assert found.winning_moves is not None
    assert "break 5x8 into 5x4 + 5x4" in found.winning_moves
