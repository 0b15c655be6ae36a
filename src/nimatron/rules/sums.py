"""Sums of games: rules like any other.

In a sum a player moves in one part, in a selective sum in any part or parts, in a conjunctive sum
in every part at once. The parts may be of different games. A position is a tuple with a position
for each part.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from nimatron import pictures
from nimatron.errors import MoveError, PositionError, TooLarge
from nimatron.rules.protocol import Position, Rules
from nimatron.values import mex, nim_sum

Where = tuple[tuple[int, Any], ...]
"""Parts, counted from 1 and rising, each with the move made in it."""


@dataclass(frozen=True)
class _Several(Rules):
    """What the three sums share: their parts, text and pictures."""

    summands: tuple[Rules, ...]
    notation = "the positions of the parts joined by ` + `"

    def __post_init__(self) -> None:
        object.__setattr__(self, "summands", tuple(self.summands))
        if not self.summands:
            raise PositionError("at least one game to add")

    @property
    def adds(self) -> bool:
        """Whether nimbers of parts add, which is so if one moves in just one of them."""
        return False

    @abstractmethod
    def together(self) -> Iterator[tuple[int, ...]]:
        """The sets of parts in which one may move at once."""

    def start(self) -> Position:
        return tuple(rules.start() for rules in self.summands)

    def moves(self, position: Position) -> Iterator[Where]:
        for parts in self.together():
            yield from self._in_all(position, parts)

    def _in_all(self, position: Position, parts: tuple[int, ...]) -> Iterator[Where]:
        """One move in each of these parts; listed one by one, since there may be very many."""
        if not parts:
            yield ()
            return
        first, *rest = parts
        for move in self.summands[first - 1].moves(position[first - 1]):
            for others in self._in_all(position, tuple(rest)):
                yield ((first, move), *others)

    def after(self, position: Position, move: Where) -> Position:
        new = list(position)
        for part, made in move:
            new[part - 1] = self.summands[part - 1].after(new[part - 1], made)
        return tuple(new)

    def legal(self, position: Position, move: Any) -> bool:
        if not isinstance(move, tuple) or not all(
            isinstance(made, tuple) and len(made) == 2 and type(made[0]) is int for made in move
        ):
            return False
        return tuple(part for part, _ in move) in self.together() and all(
            self.summands[part - 1].legal(position[part - 1], made) for part, made in move
        )

    def check(self, position: Position) -> None:
        if not isinstance(position, tuple) or len(position) != len(self.summands):
            raise PositionError(f"a tuple of {len(self.summands)} positions", position)
        for rules, part in zip(self.summands, position, strict=True):
            rules.check(part)

    def accept(self, value: Any) -> Position:
        if not isinstance(value, (tuple, list)) or len(value) != len(self.summands):
            raise PositionError(f"{len(self.summands)} positions", value)
        return tuple(
            rules.read(part) if isinstance(part, str) else rules.accept(part)
            for rules, part in zip(self.summands, value, strict=True)
        )

    def part_texts(self, position: Position) -> list[str]:
        """The parts, each as text."""
        return [rules.text(part) for rules, part in zip(self.summands, position, strict=True)]

    def text(self, position: Position) -> str:
        return " + ".join(self.part_texts(position))

    def read(self, text: str) -> Position:
        words = text.split(" + ")
        if len(words) != len(self.summands):
            raise PositionError(f"{len(self.summands)} positions joined by ` + `", text)
        return tuple(
            rules.read(word.strip()) for rules, word in zip(self.summands, words, strict=True)
        )

    def canonical(self, position: Position) -> Position:
        return tuple(
            rules.canonical(part) for rules, part in zip(self.summands, position, strict=True)
        )

    def picture(self, position: Position) -> pictures.Picture:
        return pictures.Side(
            tuple(rules.picture(part) for rules, part in zip(self.summands, position, strict=True)),
            sum=True,
        )

    def touches(self, position: Position, move: Where) -> list[tuple[Any, ...]] | None:
        found: list[tuple[Any, ...]] = []
        for part, made in move:
            inner = self.summands[part - 1].touches(position[part - 1], made)
            if inner is None:
                return None
            found += [("part", part, place) for place in inner]
        return found

    def move_text(self, position: Position, move: Where) -> str:
        return "; ".join(
            f"part {part}: {self.summands[part - 1].move_text(position[part - 1], made)}"
            for part, made in move
        )

    def read_move(self, position: Position, text: str) -> Where:
        made = []
        for words in text.split(";"):
            head, colon, said = words.partition(":")
            number = head.strip().lower().removeprefix("part").strip()
            if not colon or not (number.isascii() and number.isdigit() and len(number) < 7):
                raise MoveError("a part and a move in it, such as `part 2: take 1`", words)
            part = int(number)
            if not 1 <= part <= len(self.summands):
                raise MoveError(f"a part from 1 to {len(self.summands)}", part)
            rules = self.summands[part - 1]
            made.append((part, rules.read_move(position[part - 1], said.strip())))
        move = tuple(sorted(made, key=lambda item: item[0]))
        if not self.legal(position, move):
            raise MoveError(f"a move of the {type(self).__name__.lower()} sum", text)
        return move


class Sum(_Several):
    """A move is made in exactly one part; nimbers add."""

    @property
    def adds(self) -> bool:
        return True

    def together(self) -> Iterator[tuple[int, ...]]:
        return ((part,) for part in range(1, len(self.summands) + 1))

    def parts(self, position: Position) -> Sequence[tuple[Rules, Position]]:
        return [
            part
            for rules, where in zip(self.summands, position, strict=True)
            for part in rules.parts(where)
        ]


class Selective(_Several):
    """A move is made in any non-empty set of parts."""

    def together(self) -> Iterator[tuple[int, ...]]:
        numbers = range(1, len(self.summands) + 1)
        for count in numbers:
            yield from combinations(numbers, count)


class Conjunctive(_Several):
    """A move is made in every part at once; play ends as soon as one part has ended."""

    def together(self) -> Iterator[tuple[int, ...]]:
        yield tuple(range(1, len(self.summands) + 1))


Part = tuple[Rules, Position]


def nimber(
    rules: Rules, position: Position, most: int, known: dict[Part, int] | None = None
) -> tuple[int, int]:
    """The nimber straight from its definition, and how many components were looked at.

    For small positions; TooLarge if more than `most` moves would have to be listed.
    """
    known = {} if known is None else known
    options: dict[Part, list[list[Part]]] = {}
    here = _alike(rules.parts(position))
    waiting = list(here)
    while waiting:
        part = waiting[-1]
        if part in known:
            waiting.pop()
        elif part not in options:
            game, at = part
            options[part] = []
            for move in game.moves(at):
                most -= 1
                if most < 0:
                    raise TooLarge(f"{rules.text(position)} has too many positions")
                options[part].append(_alike(game.parts(game.after(at, move))))
            waiting += [part for option in options[part] for part in option if part not in known]
        elif all(part in known for option in options[part] for part in option):
            values = options.pop(part)
            known[part] = mex(nim_sum(*(known[p] for p in option)) for option in values)
        else:
            raise TooLarge(f"play from {rules.text(position)} may go on for ever")
    return nim_sum(*(known[part] for part in here)), len(known)


def _alike(parts: Sequence[Part]) -> list[Part]:
    return [(rules, rules.canonical(position)) for rules, position in parts]
