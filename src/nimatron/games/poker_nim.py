"""Poker Nim: some piles of counters and a bank. A move takes any number of counters from one pile,
or adds some from the bank to one pile. Counters that are taken leave the game; they do not go to
the bank. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from nimatron import pictures
from nimatron.certificates.forms import Certificate, NimSum
from nimatron.errors import IllegalMove, MoveError, PositionError, shown
from nimatron.game import Fact, Game, claim
from nimatron.games.nim import Nim
from nimatron.rules import reading
from nimatron.rules.heaps import Heap
from nimatron.rules.protocol import Position, Rules

_WINNING_WAYS = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 3"
_MOVE = re.compile(
    r"(?:(?P<word>take|add) )?(?P<count>[0-9]{1,4000}) (?:from|to) (?:pile )?(?P<pile>[0-9]{1,8})",
    re.ASCII,
)

Table = tuple[Heap, int]
"""The piles, and how many counters are in the bank."""
Change = tuple[int, int]
"""A pile, and by how many counters it grows; less than 0 if they are taken."""

_PILES = Nim()


@dataclass(frozen=True)
class PokerNim(Rules):
    opening: ClassVar[Table] = ((3, 4, 5), 2)
    notation: ClassVar[str] = "the piles, a plus, and the counters in the bank: 3,4,5+2"

    def start(self) -> Table:
        return self.opening

    def check(self, position: Position) -> None:
        if not (isinstance(position, tuple) and len(position) == 2):
            raise PositionError("piles and a bank, such as 3,4,5+2", position)
        _PILES.check(position[0])
        if type(position[1]) is not int or position[1] < 0:
            raise PositionError("a bank of at least 0", position[1])

    def moves(self, position: Table) -> Iterator[Change]:
        piles, bank = position
        for pile, n in enumerate(piles, 1):
            yield from ((pile, -taken) for taken in range(1, n + 1))
            yield from ((pile, added) for added in range(1, bank + 1))

    def after(self, position: Table, move: Change) -> Table:
        piles, bank = position
        pile, change = move
        left = (*piles[: pile - 1], piles[pile - 1] + change, *piles[pile:])
        return left, bank - max(change, 0)

    def legal(self, position: Table, move: Any) -> bool:
        if not (isinstance(move, tuple) and [type(x) for x in move] == [int, int]):
            return False
        (piles, bank), pile, change = position, int(move[0]), int(move[1])
        return 1 <= pile <= len(piles) and change != 0 and -piles[pile - 1] <= change <= bank

    def canonical(self, position: Table) -> Table:
        return tuple(sorted(position[0])), position[1]

    def text(self, position: Table) -> str:
        return f"{_PILES.text(position[0])}+{position[1]}"

    def read(self, text: str) -> Table:
        piles, plus, bank = text.partition("+")
        heaps = reading.numbers(piles, "piles")
        return heaps, reading.number(bank, "the bank") if plus else 0

    def accept(self, value: Any) -> Table:
        self.check(value)
        assert isinstance(value, tuple)
        return value

    def variables(self, position: Table) -> dict[str, Any]:
        return {"a": position[0], "bank": position[1]}

    def picture(self, position: Table) -> pictures.Picture:
        piles, bank = position
        labels = tuple(f"pile {i}" for i in range(1, len(piles) + 1))
        return pictures.Heaps((*piles, bank), (*labels, "bank"))

    def small(self, bound: int) -> Iterator[tuple[Rules, Table]]:
        for _, piles in _PILES.small(bound):
            yield from ((self, (piles, bank)) for bank in range(bound + 1 - sum(piles)))

    def move_text(self, position: Table, move: Change) -> str:
        pile, change = move
        return f"add {change} to pile {pile}" if change > 0 else f"take {-change} from pile {pile}"

    def read_move(self, position: Table, text: str) -> Change:
        match = _MOVE.fullmatch(reading.squeezed(text))
        if match is None:
            raise MoveError("a move such as `take 2 from pile 1` or `add 1 to pile 3`", text)
        adds = match["word"] == "add" if match["word"] else " to " in text.lower()
        move = int(match["pile"]), int(match["count"]) * (1 if adds else -1)
        if not self.legal(position, move):
            raise IllegalMove(f"a move that is possible in {shown(self.text(position))}", text)
        return move


@claim(proved=_WINNING_WAYS)
def as_in_nim(rules: PokerNim, position: Any) -> Certificate:
    """The nimber is the xor of the piles, as in Nim: what is added can be taken away at once, and
    the bank is smaller then. A pile p goes to p xor that number, down or up."""
    return NimSum(
        "xor(a)",
        answers="[(i, (x ^ t) - x) for t in (xor(a),) for i, x in enumerate(a, 1)]",
        every=True,
    )


GAME = Game(
    PokerNim,
    title="Poker Nim",
    claims=[as_in_nim],
    sources=[_WINNING_WAYS, "lecture 002, Nim with additions"],
    test_to=5,
    facts=[
        Fact(
            "3,4,5+2",
            "N",
            2,
            ("take 2 from pile 1", "add 2 to pile 2", "add 2 to pile 3"),
        ),
        Fact("3,4,5+0", "N", 2, ("take 2 from pile 1",)),
        Fact("3,5,6+100", "P", 0),
        Fact("0+5", "P", 0),
        Fact("0,1+1", "N", 1, ("add 1 to pile 1", "take 1 from pile 2")),
    ],
)
