"""What a search for strategies gives: claims like any other, and how far each was looked into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nimatron.certificates.forms import Certificate, Kernel, NimSum, from_json, to_json
from nimatron.discover.fit import Fitted
from nimatron.errors import UsageError, shown
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
        match self.certificate:
            case Kernel(losing=text) | NimSum(value=text):
                return text
        return ""

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


def alike(asked: Rules, rules: Rules) -> bool:
    """Whether these are the same rules, perhaps on a board of another size."""
    return type(asked) is type(rules) and all(
        getattr(asked, name) == getattr(rules, name) for name in rules.parameters()
    )


def rule_claim(
    kind: str, certificate: Certificate, statement: str, proved: str, rules: Rules
) -> Claim:
    """A claim whose certificate is the same for all positions of these rules."""

    def make(asked: Rules, position: Any) -> Certificate | None:
        return certificate if alike(asked, rules) else None

    return Claim(f"found-{kind}", statement, make, proved, certificate.convention)


def told(fitted: Fitted) -> str:
    """How far a formula was tried."""
    return (
        f"fitted on {_number(fitted.fitted)} positions, and holds for {_number(fitted.tested)}"
        f" larger ones, to size {fitted.largest}"
    )


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
