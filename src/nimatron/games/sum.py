"""Sum of games: several positions, each of a game of the catalogue, stand side by side. A move is
made in one of them; with `kind=selective` in any of them at once, with `kind=conjunctive` in all of
them at once, until one has ended. Who cannot move loses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from nimatron.certificates.forms import (
    Certificate,
    Kernel,
    Mirror,
    NimSum,
    Pairing,
    Parts,
    Searched,
)
from nimatron.errors import ParameterError, PositionError, TooLarge
from nimatron.game import Fact, Game, claim
from nimatron.rules.protocol import Position, Rules
from nimatron.rules.sums import Conjunctive, Selective, Sum, nimber
from nimatron.values import Convention

_SPRAGUE = "R. Sprague, Über mathematische Kampfspiele, Tôhoku Mathematical Journal 41 (1935)"
_GRUNDY = "P. M. Grundy, Mathematics and games, Eureka 2 (1939)"
_PART = re.compile(r"\s*([A-Za-z0-9_-]{1,60})\s*(?:\(([^()]{0,2000})\))?\s*:(.*)", re.DOTALL)
# A plus joins parts where the name of a game follows; in `poker-nim:3,4+2` it is the position's.
_JOINED = re.compile(r"\s*\+(?=\s*[A-Za-z][A-Za-z0-9_-]{0,60}\s*(?:\([^()]{0,2000}\))?\s*:)")
_SEARCHED = 40_000  # moves that are listed for the nimber of a part without a nim sum
_LONG = 80  # characters of a part; each look at a longer one costs as much more
_MOST_PARTS = 1000
_MOST_AT_ONCE = 12  # parts of a selective sum, where each set of parts may be moved in
_OPENING = "nim:3,4 + cram:3x3 + kayles:7"
_SMALL = (
    "nim:1,2 + cram:2x2",
    "kayles:3 + cram:1x4",
    "bachet(k=2):4 + nim:2 + candy:3",
    "chomp:2x2 + geography:2x2",
    "wythoff:1,2 + kayles:2",
    "wythoff:1,3 + cram:2x3",
    "cram:2x2 + kings:2x2",
)


@dataclass(frozen=True)
class Named:
    """The game of a part, its parameters as text, and its rules."""

    slug: str
    given: str
    rules: Rules


@dataclass(frozen=True)
class SumOfGames(Sum):
    """A position is a tuple with a position for each part; which games they are belongs to the
    text of the position, as the sizes of a board do."""

    summands: tuple[Rules, ...] = ()
    games: tuple[Named, ...] = ()
    kind: str = "sum"
    sizes: ClassVar[tuple[str, ...]] = ("summands", "games")
    notation: ClassVar[str] = (
        "game:position for each part, joined by +, with parameters in brackets, parted by ;"
        " if there are several: nim:3,4 + bachet(k=2):21 + cram:3x3"
    )

    def __post_init__(self) -> None:
        if self.kind not in ("sum", "selective", "conjunctive"):
            raise ParameterError("kind: sum, selective or conjunctive", self.kind)
        games = self.games or tuple(named for named, _ in _parts(_OPENING))
        if self.kind == "selective" and len(games) > _MOST_AT_ONCE:
            raise PositionError(f"at most {_MOST_AT_ONCE} parts to move in at once", len(games))
        object.__setattr__(self, "games", games)
        object.__setattr__(self, "summands", tuple(named.rules for named in games))
        object.__setattr__(self, "loopy", any(rules.loopy for rules in self.summands))

    @property
    def adds(self) -> bool:
        return self.kind == "sum"

    def together(self) -> Iterator[tuple[int, ...]]:
        if self.kind == "selective":
            return Selective(self.summands).together()
        if self.kind == "conjunctive":
            return Conjunctive(self.summands).together()
        return super().together()

    def parts(self, position: Position) -> Sequence[tuple[Rules, Position]]:
        return super().parts(position) if self.adds else [(self, position)]

    def part_texts(self, position: Position) -> list[str]:
        words = []
        for named, part in zip(self.games, position, strict=True):
            given = f"({named.given})" if named.given else ""
            words.append(f"{named.slug}{given}:{named.rules.text(part)}")
        return words

    def read(self, text: str) -> Position:
        read = _parts(text)
        if [named for named, _ in read] != list(self.games):
            raise PositionError("parts of the same games and sizes", text)
        return tuple(part for _, part in read)

    def sized(self, text: str) -> Self:
        return replace(self, games=tuple(named for named, _ in _parts(text)))

    def small(self, bound: int) -> Iterator[tuple[Rules, Position]]:
        for text in _SMALL[:bound]:
            rules = self.sized(text)
            yield rules, rules.read(text)

    @classmethod
    def read_parameter(cls, name: str, text: str) -> str:
        return text.strip().lower()


def _parts(text: str) -> list[tuple[Named, Position]]:
    """The games of a text with their positions."""
    from nimatron.games import games

    words = _JOINED.split(text)
    if len(words) > _MOST_PARTS:
        raise PositionError(f"at most {_MOST_PARTS} parts", len(words))
    found = []
    for word in words:
        match = _PART.fullmatch(word)
        if match is None:
            raise PositionError("game:position for each part, such as nim:3,4 + kayles:7", word)
        game, given = games[match[1]], (match[2] or "").strip()
        if game.slug == "sum":
            raise PositionError("parts that are no sums themselves", word)
        parameters = {}
        for pair in filter(None, (pair.strip() for pair in given.split(";"))):
            name, equals, value = pair.partition("=")
            if not equals:
                raise ParameterError("parameters such as (k=2) or (p=5;k1=2;k2=3)", pair)
            parameters[name.strip()] = value.strip()
        rules, position = game.read(match[3].strip(), parameters)
        found.append((Named(game.slug, given, rules), position))
    return found


def _shown(named: Named, position: Any) -> Certificate | None:
    """A certificate for the nimber of a part: a nim sum of its game, or that it is lost, or a
    search if there is little to look through."""
    from nimatron.games import games

    rules, lost = named.rules, None
    if rules.loopy:
        return None
    for known in games[named.slug].claims:
        made = known(rules, position) if known.proved else None
        if made is None or known.convention is not Convention.NORMAL:
            continue
        if isinstance(made, NimSum):
            return made
        kernel = isinstance(made, Kernel) and made.told(made.losing, rules.variables(position))
        if lost is None and (kernel or isinstance(made, (Mirror, Pairing))):
            lost = made
    if lost is not None:
        return lost
    most = _SEARCHED * _LONG // max(_LONG, len(rules.text(position)))
    try:
        return Searched(nimber(rules, position, most)[0])
    except TooLarge:
        return None


@claim(proved=f"{_SPRAGUE}; {_GRUNDY}")
def nimbers_add(games: SumOfGames, position: Any) -> Certificate | None:
    """The nimber of a sum is the xor of the nimbers of its parts; each comes from the theory of
    its own game, or from search where that is small."""
    if not games.adds:
        return None
    shown = []
    for named, part in zip(games.games, position, strict=True):
        certificate = _shown(named, part)
        if certificate is None:
            return None
        shown.append(certificate)
    return Parts(tuple(shown))


GAME = Game(
    SumOfGames,
    title="Sum of games",
    claims=[nimbers_add],
    sources=[_SPRAGUE, _GRUNDY, "J. H. Conway, On Numbers and Games, chapter 14"],
    trials=[{}, {"kind": "selective"}, {"kind": "conjunctive"}],
    test_to=7,
    facts=[
        Fact("nim:3,4 + cram:3x3 + kayles:7", "N", 5),
        Fact("nim:1000000000000,4 + kayles:1000000000", "N", 1000000000005),
        Fact("nim:1,1 + cram:4x4", "P", 0),
        Fact("cram:100x200 + nim:5,4,1 + geography:100x100", "P", 0),
        Fact("nim:1 + nim:1", "N", parameters={"kind": "selective"}),
        Fact("nim:2 + nim:1", "N", parameters={"kind": "conjunctive"}),
    ],
)
