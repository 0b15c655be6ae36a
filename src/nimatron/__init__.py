"""Impartial combinatorial games: solved, explained, played, judged, discovered.

>>> import nimatron as nt
>>> nt.solve("nim", "3,4,5").winning_moves
('take 2 from pile 1',)

Names are loaded when they are first used, so that importing stays light.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from nimatron.version import __version__

if TYPE_CHECKING:
    from nimatron.certificates.check import check
    from nimatron.certificates.explain import explain
    from nimatron.discover.run import discover
    from nimatron.errors import NimatronError, Refused, TooLarge, UsageError
    from nimatron.game import Claim, Erratum, Fact, Game, claim
    from nimatron.games import games
    from nimatron.rules.codes import read_code
    from nimatron.rules.graphs import GameGraph
    from nimatron.rules.heaps import Heaps, Subtraction, TakeAndBreak, Taking
    from nimatron.rules.protocol import Placement, Rules, Walk
    from nimatron.rules.sums import Conjunctive, Selective, Sum
    from nimatron.sequences import grundy_values, period
    from nimatron.solve.answer import Answer
    from nimatron.solve.ask import solve
    from nimatron.solve.limits import Limits
    from nimatron.solve.verify import verify
    from nimatron.values import Convention, Outcome, mex, nim_product, nim_sum

_WHERE = {
    "certificates.check": ["check"],
    "certificates.explain": ["explain"],
    "discover.run": ["discover"],
    "errors": ["NimatronError", "Refused", "TooLarge", "UsageError"],
    "game": ["Claim", "Erratum", "Fact", "Game", "claim"],
    "games": ["games"],
    "rules.codes": ["read_code"],
    "rules.graphs": ["GameGraph"],
    "rules.heaps": ["Heaps", "Subtraction", "TakeAndBreak", "Taking"],
    "rules.protocol": ["Placement", "Rules", "Walk"],
    "rules.sums": ["Conjunctive", "Selective", "Sum"],
    "sequences": ["grundy_values", "period"],
    "solve.answer": ["Answer"],
    "solve.ask": ["solve"],
    "solve.limits": ["Limits"],
    "solve.verify": ["verify"],
    "values": ["Convention", "Outcome", "mex", "nim_product", "nim_sum"],
}
_MODULE = {name: module for module, names in _WHERE.items() for name in names}

__all__ = [  # noqa: RUF022 - in the order in which one meets them
    "solve",
    "games",
    "Rules",
    "Answer",
    "Outcome",
    "Convention",
    "Limits",
    "mex",
    "nim_sum",
    "nim_product",
    "Sum",
    "Selective",
    "Conjunctive",
    "Heaps",
    "Taking",
    "TakeAndBreak",
    "Subtraction",
    "Placement",
    "Walk",
    "GameGraph",
    "read_code",
    "grundy_values",
    "period",
    "Game",
    "Claim",
    "claim",
    "Fact",
    "Erratum",
    "check",
    "explain",
    "verify",
    "discover",
    "NimatronError",
    "UsageError",
    "TooLarge",
    "Refused",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULE:
        raise AttributeError(f"module 'nimatron' has no attribute {name!r}")
    return getattr(import_module(f"nimatron.{_MODULE[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """`nimatron.solve`, `nimatron.discover` and `nimatron.games` are functions and a mapping,
    though folders of the same names exist; importing from the folders must not put the folders in
    their place."""

    @property
    def solve(self) -> Any:
        return __getattr__("solve")

    @solve.setter
    def solve(self, folder: ModuleType) -> None:
        pass

    @property
    def discover(self) -> Any:
        return __getattr__("discover")

    @discover.setter
    def discover(self, folder: ModuleType) -> None:
        pass

    @property
    def games(self) -> Any:
        return __getattr__("games")

    @games.setter
    def games(self, folder: ModuleType) -> None:
        pass


sys.modules[__name__].__class__ = _Package
