"""What rules are.

Only `moves` and `after` must be given; everything else follows from them and may be given where
a game knows better. Rules are pure: positions are immutable values, nothing is undone, and the
same question always has the same answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any, ClassVar, Self, TypeAlias

from nimatron.errors import IllegalMove, MoveError, PositionError, TooLarge, did_you_mean, shown
from nimatron.pictures import Picture, Text
from nimatron.rules.reading import literal, literal_text, squeezed

Position: TypeAlias = Any
"""Any hashable value."""
Move: TypeAlias = Any
"""Any hashable value; the same move is always the same value."""

_MOST_LISTED = 200_000  # moves that a reader looks through


class Rules(ABC):
    """The rules of an impartial game for two players who move in turn."""

    loopy: ClassVar[bool] = False
    """Whether play may go on for ever (the solver finds out by itself; saying so is faster)."""
    notation: ClassVar[str] = "a plain Python value, such as 21 or 3,4"
    """How a position is written, for a reader who has never seen one."""
    sizes: ClassVar[tuple[str, ...]] = ()
    """Fields that the text of a position shows, such as rows and columns; the others are
    parameters."""

    @abstractmethod
    def moves(self, position: Position) -> Iterable[Move]:
        """The moves of this position, each once, in a stable order."""

    @abstractmethod
    def after(self, position: Position, move: Move) -> Position:
        """The position that a legal move leads to."""

    # ---- where to begin, and what is allowed

    def start(self) -> Position:
        """The position that a game begins with."""
        raise PositionError(
            "a position", hint=f"{type(self).__name__} has no position to start with"
        )

    def legal(self, position: Position, move: Move) -> bool:
        """Whether the move can be made; families know faster than by listing."""
        try:
            return move in self.moves(position)
        except TypeError:  # a range asked for a text, say
            return False

    def play(self, position: Position, move: Move) -> Position:
        """The position after the move, which is refused if it is not legal."""
        if not self.legal(position, move):
            raise IllegalMove(
                f"a move that is possible in {shown(self.text(position))}",
                literal_text(move),
                hint="see `nimatron moves`",
            )
        return self.after(position, move)

    def check(self, position: Position) -> None:
        """Raise PositionError unless this is a position of the game."""
        try:
            hash(position)
            for move in islice(self.moves(position), 1):
                self.after(position, move)
        except PositionError:
            raise
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as e:
            raise PositionError(f"a position: {self.notation}", position, hint=str(e)) from e

    # ---- structure that solvers may use

    def components(self, position: Position) -> Sequence[Position]:
        """Positions of these rules whose sum this position is."""
        return (position,)

    def parts(self, position: Position) -> Sequence[tuple[Rules, Position]]:
        """The components with their rules, which differ in a sum of different games."""
        return [(self, component) for component in self.components(position)]

    def changed(self, position: Position, move: Move) -> tuple[Position, Position] | None:
        """The component that a move is made in and what becomes of it, the others staying as they
        are; None if the rules do not say."""
        return None

    def canonical(self, position: Position) -> Position:
        """One position for all that are alike, such as mirror images."""
        return position

    def heap_code(self) -> str | None:
        """The code under which sequences know the components as heaps, if they have one. Such
        rules also have `heaps`, `breaks` and `heap_move`: see `rules/heaps.py`."""
        return None

    def image(self, move: Move, symmetry: Callable[[Any], Any]) -> Move:
        """The move carried along by a map of the board's cells."""
        raise MoveError(f"rules whose moves have images; {type(self).__name__} has none")

    def variables(self, position: Position) -> dict[str, Any]:
        """The names that formulas use: the fields of the rules and the position itself."""
        return {**self.fields(), "position": position}

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        """Small rules and positions to test every law on; `bound` says how large."""
        yield self, self.start()

    # ---- rules that can be compiled

    # An author may add a static method `options(position, out)` in plain Python that numba accepts:
    # it writes what the moves of a packed position lead to into `out` and gives their number. After
    # `out` it may name fields of the rules that are whole numbers or tuples of them. Where `pack`
    # gives pairs, `position` is a pair, and pairs are written.

    def masks(self) -> Sequence[tuple[int, int]] | None:
        """The same without a function, for positions packed as bits of what is used: a move is a
        pair of bit sets, is there while none of the first is used, uses the second, and changes
        the position. None if the rules do not work like that."""
        return None

    def pack(self, position: Position) -> Any:
        """The position as an integer of 64 bits, the sign among them, or as a pair of such; for
        masks as an integer with a bit for each cell."""
        if type(position) is not int:
            raise PositionError("`pack` and `unpack` for positions that are no integers", position)
        return position

    def unpack(self, packed: Any) -> Position:
        """The position that was packed, or one with the same options."""
        return packed

    # ---- text

    def text(self, position: Position) -> str:
        """The position as text; `read` gives it back."""
        return literal_text(position)

    def read(self, text: str) -> Position:
        """The position that a text means."""
        position = literal(text)
        self.check(position)
        return position

    def accept(self, value: Any) -> Position:
        """A position given as a Python value, perhaps in a handier form than the rules use."""
        self.check(value)
        return value

    def entered(self, value: Any) -> tuple[Rules, Position]:
        """Rules and position for a Python value that may say the sizes as well."""
        return self, self.accept(value)

    def sized(self, text: str) -> Self:
        """The same rules with the sizes that the text of a position shows."""
        return self

    def move_text(self, position: Position, move: Move) -> str:
        """The move as a player would say it."""
        return literal_text(move)

    def read_move(self, position: Position, text: str) -> Move:
        """The move that a text means here."""
        wanted = squeezed(text)
        listed: list[str] = []
        for move in islice(self.moves(position), _MOST_LISTED):
            said = squeezed(self.move_text(position, move))
            if said == wanted:
                return move
            if len(listed) < 200:
                listed.append(said)
        if not listed:
            raise IllegalMove("no move, the game is over", text)
        hint = did_you_mean(wanted, listed) or f"one move is: {listed[0]}"
        raise MoveError(f"a move in {shown(self.text(position))}", text, hint=hint)

    def picture(self, position: Position) -> Picture:
        """What the position looks like."""
        return Text(self.text(position))

    def touches(self, position: Position, move: Move) -> Sequence[tuple[Any, ...]] | None:
        """Where a move is made on the picture, in the names of drawing/places.py; None if the
        pictures before and after it tell that by themselves."""
        return None

    # ---- parameters

    @classmethod
    def parameters(cls) -> tuple[str, ...]:
        """The fields that a user may set with `-p`."""
        if not is_dataclass(cls):
            return ()
        return tuple(f.name for f in fields(cls) if f.init and f.name not in cls.sizes)

    @classmethod
    def read_parameter(cls, name: str, text: str) -> Any:
        """The value that a text means for a parameter; by default as a plain value."""
        return literal(text)

    def fields(self) -> dict[str, Any]:
        """Sizes and parameters with their values."""
        if not is_dataclass(self):
            return {}
        return {f.name: getattr(self, f.name) for f in fields(self)}


class Placement(Rules):
    """Rules in which a move takes a set of cells and is legal while all of them are free.

    Then a strategy that answers with images or partners can be checked once for every move,
    instead of along every game. The word cell is wide: a petal, a diagonal, a corner point.
    """

    @abstractmethod
    def footprint(self, move: Move) -> Collection[Any]:
        """The cells that the move takes. Two moves exclude each other iff they share a cell."""


class Piercing(Rules):
    """Rules in which a move uses up a set of cells and is legal while one of them is unused."""

    @abstractmethod
    def footprint(self, move: Move) -> Collection[Any]:
        """The cells that the move uses up, be they used already or not."""

    @abstractmethod
    def unused(self, position: Position) -> Collection[Any]:
        """The cells that are not used yet."""


class Continuous(Rules):
    """Rules whose moves form a continuum: they can be judged legal, but never be listed."""

    def moves(self, position: Position) -> Iterable[Move]:
        raise TooLarge(
            "the moves of this game form a continuum and cannot be listed;"
            " a move that is given can be judged and played"
        )

    @abstractmethod
    def some_moves(self, position: Position) -> Iterable[Move]:
        """A few legal moves, to try a strategy on."""

    def any_move(self, position: Position) -> Move | None:
        """Some legal move, or None if there is none."""
        return next(iter(self.some_moves(position)), None)


class Walk(Rules):
    """Rules in which a move cuts a cell next to the last one that was cut; a move is its cell."""

    @abstractmethod
    def cells(self, position: Position) -> Collection[Any]:
        """The cells that are still there."""

    def there(self, position: Position, cell: Any) -> bool:
        """Whether the cell is still there; large boards know without listing all."""
        return cell in self.cells(position)

    @abstractmethod
    def neighbours(self, cell: Any) -> Collection[Any]:
        """The cells to which one may go on from this one, while they are there."""
