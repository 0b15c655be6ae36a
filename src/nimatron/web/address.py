"""What an address says of a game: where it began, the moves made, who plays, and what is shown.

Nothing is kept between two requests: the position lives in the address, so that back is undo, a
reload changes nothing, and a link is a lesson.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from nimatron.errors import UsageError
from nimatron.play.levels import LEVELS
from nimatron.play.session import HUMAN, Seat, Session, begin
from nimatron.values import Convention

LONGEST = 6000
"""Characters of an address of a game; a longer game goes on from where it stands, without its
history."""
_LONGEST_POSITION = 2000
_MOST_PARAMETERS = 12

SEATS = {
    "first": "you begin",
    "second": "the computer begins",
    "both": "two people at one board",
}
PANELS = ("hint1", "hint2", "hint3", "verdicts", "why", "review", "graph", "table")
_LONGEST_SEED = 18


@dataclass(frozen=True)
class Address:
    """A game on the page, as its address tells it."""

    slug: str
    start: str = ""
    """The position that the game began with; empty for the usual one."""
    moves: tuple[str, ...] = ()
    given: tuple[tuple[str, str], ...] = ()
    """Parameters of the game, as typed."""
    convention: Convention = Convention.NORMAL
    you: str = "first"
    level: str = "perfect"
    seed: int = 0
    """For levels that play at random."""
    guess: bool = False
    """Whether the computer may guess where it cannot find its best move."""
    resigned: bool = False
    """Whether the person who is to move gave up."""
    show: tuple[str, ...] = ()

    @property
    def parameters(self) -> dict[str, str]:
        return dict(self.given)

    @property
    def your_turn(self) -> bool:
        """Whether a person is to move, and not the computer."""
        return self.you == "both" or (len(self.moves) % 2 == 0) == (self.you == "first")

    def moved(self, *moves: str) -> Address:
        """After more moves; what was shown of the position before is put away."""
        return replace(self, moves=(*self.moves, *moves), resigned=False, show=())

    def showing(self, panel: str) -> Address:
        return self if panel in self.show else replace(self, show=(*self.show, panel))

    def hiding(self, *panels: str) -> Address:
        return replace(self, show=tuple(shown for shown in self.show if shown not in panels))

    def back_to(self, count: int) -> Address:
        """The game as it stood after so many moves."""
        return replace(self, moves=self.moves[:count], resigned=False, show=())

    def turned(self, here: str) -> Address:
        """A game of its own that begins here, with the same player to move."""
        seats = {"first": "second", "second": "first", "both": "both"}
        you = self.you if len(self.moves) % 2 == 0 else seats[self.you]
        return replace(self, start=here, moves=(), you=you, resigned=False, show=())

    def session(self) -> Session:
        """The game replayed; a move that is not legal is refused."""
        session = begin(
            self.slug, self.start or None, convention=self.convention, seats=self.seats(),
            seed=self.seed, parameters=self.parameters,
        )  # fmt: skip
        for move in self.moves:
            session = session.play(move)
        return (
            session.resign() if self.resigned and self.your_turn and not session.over else session
        )

    def seats(self) -> tuple[Seat, Seat]:
        """Who sits where."""
        if self.you == "both":
            return Seat("the first player"), Seat("the second player")
        you, computer = Seat("you", HUMAN), Seat("the computer", self.level)
        return (you, computer) if self.you == "first" else (computer, you)

    def pairs(self) -> list[tuple[str, str]]:
        """Names and values for a query or for the hidden fields of a form."""
        said = [("from", self.start)] if self.start else []
        said += [(f"p.{name}", value) for name, value in self.given]
        if self.convention is Convention.MISERE:
            said.append(("rule", "misere"))
        if self.you != "first":
            said.append(("you", self.you))
        if self.level != "perfect":
            said.append(("level", self.level))
        if self.seed:
            said.append(("seed", str(self.seed)))
        if self.guess:
            said.append(("guess", "yes"))
        said += [("m", move) for move in self.moves]
        if self.resigned:
            said.append(("resigned", "yes"))
        return said + [("show", panel) for panel in self.show]

    def query(self) -> str:
        return urlencode(self.pairs(), quote_via=quote, safe=",:|")

    def href(self, page: str = "play") -> str:
        """The address within this site."""
        query = self.query()
        return f"/{page}/{quote(self.slug)}" + (f"?{query}" if query else "")


def address_of(session: Session) -> Address:
    """The address of a game that was kept as a transcript."""
    from nimatron.play.transcript import given_parameters

    levels = [seat.level for seat in session.seats]
    computers = [number for number, level in enumerate(levels) if level in LEVELS]
    you = "both" if len(computers) != 1 else "second" if computers == [0] else "first"
    return Address(
        session.game.slug,
        session.rules.text(session.start),
        tuple(made.text for made in session.made),
        tuple(given_parameters(session)),
        session.convention,
        you,
        levels[computers[0]] if you != "both" else "perfect",
        session.seed,
        session.gave_up is not None and session.gave_up == session.mover,
    )


def read(slug: str, query: Iterable[tuple[str, str]]) -> Address:
    """The game that an address tells; empty fields count as not given."""
    made, moves, given, show = Address(slug), list[str](), dict[str, str](), list[str]()
    seen = set[str]()
    for name, value in query:
        value = value.strip()
        if not value:
            continue
        if name == "m":
            moves.append(value)
            continue
        if name == "show":
            show.append(_among("show", value, PANELS))
            continue
        if name in seen:
            raise UsageError("each field of the address once", name)
        seen.add(name)
        if name == "from":
            if len(value) > _LONGEST_POSITION:
                raise UsageError(f"a position of at most {_LONGEST_POSITION} characters", value)
            made = replace(made, start=value)
        elif name == "rule":
            made = replace(made, convention=Convention(_among(name, value, list(Convention))))
        elif name == "you":
            made = replace(made, you=_among(name, value, SEATS))
        elif name == "level":
            made = replace(made, level=_among(name, value, LEVELS))
        elif name == "resigned":
            made = replace(made, resigned=_among(name, value, ("yes",)) == "yes")
        elif name == "guess":
            made = replace(made, guess=_among(name, value, ("yes",)) == "yes")
        elif name == "seed":
            made = replace(made, seed=_number(value))
        elif name.startswith("p.") and len(given) < _MOST_PARAMETERS:
            given[name[2:]] = value
        else:
            raise UsageError("a field that this page knows", name)
    return replace(
        made,
        moves=tuple(moves),
        given=tuple(given.items()),
        show=tuple(dict.fromkeys(show)),
    )


def _among(name: str, value: str, known: Iterable[str]) -> str:
    if value not in known:
        raise UsageError(f"{name} to be one of {', '.join(map(str, known))}", value)
    return value


def _number(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= _LONGEST_SEED):
        raise UsageError("a seed: a whole number", value)
    return int(value)
