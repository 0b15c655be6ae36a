"""What a search for strategies gives: claims like any other, and how far each was looked into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from inspect import getattr_static
from typing import Any

from nimatron.certificates.forms import Certificate, Kernel, NimSum, from_json, to_json
from nimatron.discover.fit import Fitted
from nimatron.errors import UsageError, shown
from nimatron.formulas import names_in
from nimatron.game import Claim, Game
from nimatron.rules.protocol import Rules
from nimatron.values import Convention

PROVED, HOLDS = "proved", "holds"
FORMAT = "nimatron strategy 1"


@dataclass(frozen=True)
class Discovery:
    """A strategy that was found."""

    kind: str
    """value, kernel, mirror or pairing."""
    claim: Claim
    status: str
    """`proved` for all sizes by a finite argument, or `holds`: on what was looked at, no more."""
    reach: str
    """How far it was looked into, or the argument."""
    certificate: Certificate | None = None
    """The certificate, if one serves for all positions."""
    plan: Mapping[str, Any] = field(default_factory=dict)
    """What a strategy file says besides: by which map, on which boards."""

    @property
    def statement(self) -> str:
        return self.claim.statement

    @property
    def formula(self) -> str:
        """The formula at the heart of it, if it is one."""
        rule = self.certificate
        return formula_of(rule) if isinstance(rule, (Kernel, NimSum)) else ""

    def to_json(self) -> dict[str, Any]:
        """What is kept in a strategy file, without the name of the game."""
        return {
            "kind": self.kind,
            "statement": self.statement,
            "status": self.status,
            "reach": self.reach,
            "certificate": to_json(self.certificate) if self.certificate else None,
            "plan": dict(self.plan),
        }


@dataclass(frozen=True)
class Report:
    """All that was found about one game."""

    game: Game
    rules: Rules
    convention: Convention
    found: tuple[Discovery, ...] = ()
    dropped: tuple[str, ...] = ()
    """Guesses that fitted small sizes and failed on a larger one: what they said, and where."""
    notes: tuple[str, ...] = ()
    solved: int = 0
    """Positions that were solved by brute force."""
    seconds: float = 0.0

    @property
    def best(self) -> Discovery | None:
        return self.found[0] if self.found else None

    def known(self) -> Game:
        """The game with what was found as its only claims."""
        from dataclasses import replace

        return replace(self.game, claims=tuple(one.claim for one in self.found))

    def to_json(self) -> dict[str, Any]:
        """What `nimatron discover --json` prints."""
        return {
            "game": self.game.slug,
            "parameters": {name: _plain(value) for name, value in self._parameters().items()},
            "convention": str(self.convention),
            "found": [one.to_json() for one in self.found],
            "dropped": list(self.dropped),
            "notes": list(self.notes),
            "positions": self.solved,
            "seconds": round(self.seconds, 2),
        }

    def strategy(self, file: str = "") -> dict[str, Any]:
        """The first strategy as an object that `load_strategy` reads."""
        if not self.found:
            raise UsageError("a strategy to write down", hint="none was found")
        return {
            "format": FORMAT,
            "game": self.game.slug,
            "file": file,
            "parameters": {name: _plain(value) for name, value in self._parameters().items()},
            "convention": str(self.convention),
            **self.found[0].to_json(),
        }

    def _parameters(self) -> dict[str, Any]:
        return {name: getattr(self.rules, name) for name in self.rules.parameters()}


def formula_of(rule: Kernel | NimSum) -> str:
    """The formula of a rule."""
    return rule.losing if isinstance(rule, Kernel) else rule.value


def speaks_of(rule: Kernel | NimSum) -> set[str]:
    """The names of a position, or of a part of it, that a rule speaks of."""
    return names_in(formula_of(rule)) - set(rule.constants)


def alike(asked: Rules, rules: Rules) -> bool:
    """Whether these are the same rules, perhaps on a board of another size."""
    return type(asked) is type(rules) and _kept(asked) == _kept(rules)


def _kept(rules: Rules) -> dict[str, Any]:
    """What the rules keep in themselves, of which anything may change their moves, but for the
    sizes of the board and what follows from them."""
    state = object.__reduce_ex__(rules, 2)[2]
    plain, slots = state if isinstance(state, tuple) else (state, None)
    entries = {**(plain or {}), **(slots or {})}
    given: tuple[Any, ...] = fields(rules) if is_dataclass(rules) else ()
    made = [f.name for f in given if not f.init]
    return {
        name: value
        for name, value in entries.items()
        if name not in made
        and name not in type(rules).sizes
        and not isinstance(getattr_static(type(rules), name, None), cached_property)
    }


def rule_claim(
    kind: str, certificate: Certificate, statement: str, proved: str, rules: Rules
) -> Claim:
    """A claim whose certificate is the same for all positions of these rules."""

    spoken = speaks_of(certificate) if isinstance(certificate, (Kernel, NimSum)) else set()

    def make(asked: Rules, position: Any) -> Certificate | None:
        if not alike(asked, rules):
            return None
        # A formula of n says something of single heaps; in a sum it speaks of each.
        whole = isinstance(certificate, Kernel)
        return None if whole and spoken - set(asked.variables(position)) else certificate

    return Claim(f"found-{kind}", statement, make, proved, certificate.convention)


def told(fitted: Fitted) -> str:
    """How far a formula was tried."""
    return (
        f"holds to size {fitted.largest}: fitted on {_number(fitted.fitted)} positions, and right"
        f" for {_number(fitted.tested)} larger ones"
    )


def stated(statement: str, proved: str) -> str:
    """A statement that goes no further than it was looked into."""
    return statement if proved else f"As far as was tried: {statement[0].lower()}{statement[1:]}"


def _number(n: int) -> str:
    return f"{n:,}".replace(",", " ")


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (int, str, bool)) else str(value)


def loaded(data: Any) -> tuple[dict[str, Any], Certificate | None]:
    """The entries of a strategy file, checked, and its certificate."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UsageError(f"a strategy file, an object whose format is {FORMAT!r}", shown(data))
    for name, kind in (("game", str), ("parameters", dict), ("convention", str), ("plan", dict)):
        if not isinstance(data.get(name), kind):
            raise UsageError(f"{name} in the strategy file", shown(data.get(name)))
    given = data.get("certificate")
    return data, from_json(given) if given else None
