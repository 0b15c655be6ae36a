"""Red and blue: pieces on a line of cells, red, blue, red, blue and so on from the left. A move
takes any red piece any number of cells to the right, or any blue one to the left, without jumping.
Both players may move either colour. Who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import PositionError
from nimatron.game import Fact, Game, claim
from nimatron.rules.coins import CoinLine, Coins
from nimatron.rules.protocol import Position, Rules

_LECTURE = "lecture 000, the game Nim, problem 2"


@dataclass(frozen=True)
class RedBlue(CoinLine):
    opening: ClassVar[Coins] = (1, 4, 6, 12)
    notation: ClassVar[str] = "the cells of the pieces, rising: red, blue, red, blue... as 1,4,6,12"

    def reach(self, coins: Coins, index: int) -> range:
        if index % 2 == 0:
            return range(coins[index] + 1, coins[index + 1])
        return range(coins[index - 1] + 1, coins[index])

    def check(self, position: Position) -> None:
        super().check(position)
        if len(position) % 2:
            raise PositionError("as many blue pieces as red ones", self.text(position))

    def components(self, position: Coins) -> Sequence[Coins]:
        pairs = zip(position[::2], position[1::2], strict=True)
        return [(1, blue - red + 1) for red, blue in pairs if blue - red > 1]

    def variables(self, position: Coins) -> dict[str, Any]:
        """`gaps` are the free cells between a red piece and the next blue one."""
        pairs = zip(position[::2], position[1::2], strict=True)
        return {**super().variables(position), "gaps": tuple(b - r - 1 for r, b in pairs)}

    def picture(self, position: Coins) -> pictures.Picture:
        drawn = super().picture(position)
        if not isinstance(drawn, pictures.Strip):
            return drawn
        cells = list(drawn.cells)
        for index, cell in enumerate(position):
            cells[cell - 1] = "RB"[index % 2]
        return pictures.Strip("".join(cells), {"R": "red", "B": "blue"})

    def small(self, bound: int) -> Iterator[tuple[Rules, Coins]]:
        yield from (one for one in super().small(bound) if len(one[1]) % 2 == 0)


@claim(proved=_LECTURE)
def gaps_inside_the_pairs(rules: RedBlue, position: Any) -> Certificate:
    """Pieces only come closer inside a pair of red and blue, so the free cells between the two
    are a pile of Nim: the nimber is the xor of these gaps."""
    return NimSum(
        "xor(gaps)",
        answers="[move for total in (xor(gaps),)"
        " for red, blue, gap in zip(a[::2], a[1::2], gaps) for z in (gap ^ total,) if z < gap"
        " for move in ((red, blue - z - 1), (blue, red + z + 1))]",
        every=True,
    )


GAME = Game(
    RedBlue,
    title="Red and blue",
    claims=[gaps_inside_the_pairs],
    sources=[_LECTURE],
    test_to=8,
    facts=[
        Fact("1,4,6,9", "P", 0),
        Fact("1,4", "N", 2, ("move 1 to 3", "move 4 to 2")),
        Fact("5,6,7,8", "P", 0),
        Fact("1,3,10,12", "P", 0),
        Fact(f"1,2,3,{10**18}", "N"),
    ],
)
