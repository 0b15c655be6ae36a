"""The answer to "who wins?", with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nimatron.certificates.forms import Certificate
from nimatron.rules.protocol import Rules
from nimatron.values import Convention, Outcome


@dataclass(frozen=True)
class Answer:
    """Who wins a position, by which moves, and why."""

    game: str
    position: str
    convention: Convention
    outcome: Outcome
    method: str
    """One word: claim, sequence, or search."""
    why: str
    grundy: int | None = None
    """The nimber, if it has one and it was found."""
    winning_moves: tuple[str, ...] | None = None
    """Every winning move; None if there are too many moves to try them all."""
    winning_move: str | None = None
    """One winning move if there is any, and it is known."""
    drawing_moves: tuple[str, ...] = ()
    """In a draw: the moves that keep it; every other move loses."""
    remoteness: int | None = None
    """How many moves play takes if the winner hurries; None unless it was asked for."""
    parameters: tuple[tuple[str, Any], ...] = ()
    claim: str | None = None
    status: str = ""
    """How far the claim is proved or was checked here."""
    rules: Rules | None = None
    at: Any = None
    """The position as the rules hold it."""
    certificate: Certificate | None = None

    @property
    def winner(self) -> str:
        """`first`, `second` or `none`."""
        return self.outcome.winner

    def _repr_svg_(self) -> str | None:
        """A notebook shows the position with its strategy."""
        from nimatron.drawing.shown import answer_svg

        return answer_svg(self)

    def to_json(self) -> dict[str, Any]:
        """What `nimatron solve --json` prints."""
        return {
            "game": self.game,
            "position": self.position,
            "parameters": dict(self.parameters),
            "convention": str(self.convention),
            "outcome": str(self.outcome),
            "winner": self.winner,
            "grundy": self.grundy,
            "winning_moves": None if self.winning_moves is None else list(self.winning_moves),
            "winning_move": self.winning_move,
            "drawing_moves": list(self.drawing_moves),
            "remoteness": self.remoteness,
            "method": self.method,
            "claim": self.claim,
            "status": self.status,
            "why": self.why,
        }
