"""Verdicts, and what is told with them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """What a program gets. A fault of the judge is never the program's."""

    ACCEPTED = "accepted"
    WRONG = "wrong answer"
    TIME = "time limit"
    CRASH = "run-time error"
    OUTPUT = "output limit"
    JUDGE = "judge error"


@dataclass(frozen=True)
class Report:
    """A verdict with its reason."""

    verdict: Verdict
    message: str
    transcript: tuple[tuple[str, str, str], ...] = ()
    """Who wrote it (`judge` or `program`), the line, and a remark on a mistake."""
    seconds: float = 0.0
    """How long the program was waited for."""
    megabytes: float = 0.0
    """The most memory that it held."""
    errors: str = ""
    """The end of what it wrote to standard error."""

    def lines(self) -> list[str]:
        """The transcript as text: `<` to the program, `>` from it; a mistake is marked by `!`."""
        signs = {"judge": "<", "program": ">"}
        told = []
        for who, line, remark in self.transcript:
            told.append(f"{'!' if remark else ' '} {signs[who]} {line}")
            if remark:
                told.append(f"    {remark}")
        return told

    def to_json(self) -> dict[str, Any]:
        """What `nimatron judge --json` prints."""
        return {
            "verdict": str(self.verdict),
            "message": self.message,
            "seconds": round(self.seconds, 3),
            "megabytes": round(self.megabytes, 1),
            "transcript": [list(row) for row in self.transcript],
            "errors": self.errors,
        }
