"""A game of the catalogue: rules with their name, claims, sources, facts and errata."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nimatron.certificates.forms import Certificate
from nimatron.errors import ParameterError, PositionError, did_you_mean
from nimatron.rules.protocol import Position, Rules
from nimatron.values import Convention, Outcome

Maker = Callable[[Any, Any], Certificate | None]


@dataclass(frozen=True)
class Claim:
    """A statement about a game, and the function that gives a certificate where it applies.

    The function takes rules and position and returns None where the claim says nothing.
    """

    name: str
    statement: str
    make: Maker
    proved: str = ""
    """Where the proof for all sizes can be read; empty if there is none: then the claim is only
    as good as what was checked."""
    convention: Convention = Convention.NORMAL

    def __call__(self, rules: Rules, position: Position) -> Certificate | None:
        return self.make(rules, position)


def claim(*, proved: str = "", convention: str = "normal") -> Callable[[Maker], Claim]:
    """Turn a function into a claim: its name is the claim's name, its docstring the statement."""

    def made(function: Maker) -> Claim:
        statement = " ".join((function.__doc__ or "").split())
        name = function.__name__.strip("_").replace("_", "-")
        return Claim(name, statement, function, proved, Convention(convention))

    return made


@dataclass(frozen=True)
class Fact:
    """A value that was published or computed elsewhere; each fact becomes a test."""

    position: str
    outcome: str | None = None
    grundy: int | None = None
    winning: tuple[str, ...] | None = None
    """All winning moves, in the order of the rules."""
    convention: str = "normal"
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Erratum:
    """A statement, seen in print, that is wrong."""

    where: str
    said: str
    truth: str
    counterexample: str
    """The smallest position for which it fails, as text."""
    wrong: str = ""
    """The statement as a formula: true where it says that the first player wins. Empty if it is
    not about who wins; then the tests of the game recompute the counterexample."""
    convention: str = "normal"
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """Rules and all that is known of them. The registry fills in `slug` and `story`."""

    rules: Rules | type[Rules]
    """The class of the rules; or one instance, if it has no parameters to be set."""
    title: str = ""
    claims: Sequence[Claim] = ()
    sources: Sequence[str] = ()
    facts: Sequence[Fact] = ()
    errata: Sequence[Erratum] = ()
    aliases: Sequence[str] = ()
    trials: Sequence[Mapping[str, Any]] = ({},)
    """Parameters with which every law is tested."""
    test_to: int = 9
    """The bound of the small positions that the laws are tested on."""
    slug: str = ""
    story: str = ""
    """The rules in words: the docstring of the game's file."""

    @property
    def name(self) -> str:
        return self.title or self.slug.replace("-", " ").title()

    @property
    def prototype(self) -> Rules:
        return self.rules() if isinstance(self.rules, type) else self.rules

    def parameters(self) -> tuple[str, ...]:
        return self.rules.parameters() if isinstance(self.rules, type) else ()

    def with_parameters(self, given: Mapping[str, Any]) -> Rules:
        """The rules with these parameters, as texts or as values."""
        known = self.parameters()
        for name in given:
            if name not in known:
                listed = ", ".join(known) or "none"
                hint = did_you_mean(name, known)
                raise ParameterError(f"a parameter of {self.slug} ({listed})", name, hint=hint)
        if not isinstance(self.rules, type):
            return self.rules
        values = {
            name: self.rules.read_parameter(name, value) if isinstance(value, str) else value
            for name, value in given.items()
        }
        try:
            return self.rules(**values)
        except (TypeError, ValueError) as e:
            raise ParameterError(f"parameters that suit {self.slug}", hint=str(e)) from e

    def read(self, text: str, given: Mapping[str, Any]) -> tuple[Rules, Position]:
        """The rules and the position that a text and parameters mean."""
        rules = self.with_parameters(given)
        try:
            rules = rules.sized(text)
            return rules, rules.read(text)
        except PositionError as e:
            if not self.slug:
                raise
            raise e.but(f"`nimatron show {self.slug}` tells the notation") from e

    def small(self, bound: int | None = None) -> Iterator[tuple[Rules, Position]]:
        """Small positions on which the laws are tested, for every trial."""
        for given in self.trials:
            yield from self.with_parameters(given).small(bound or self.test_to)


def wrong_outcome(erratum: Erratum, rules: Rules, position: Position) -> Outcome:
    """What the wrong statement says of a position."""
    from nimatron.formulas import Formula

    said = Formula(erratum.wrong)(**rules.variables(position))
    return Outcome.N if said else Outcome.P
