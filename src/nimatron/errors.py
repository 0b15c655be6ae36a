"""Every exception of Nimatron, with its exit code and HTTP status.

An error is one line written to a person: what was expected, what came, and what to try.
"""

from __future__ import annotations

from collections.abc import Iterable


class NimatronError(Exception):
    """The root of everything that Nimatron raises on purpose."""

    exit_code = 1
    http_status = 500


class UsageError(NimatronError):
    """Something that the user gave cannot be read, or makes no sense."""

    exit_code = 2
    http_status = 400

    def __init__(self, expected: str, came: object = None, *, hint: str = "") -> None:
        parts = [f"expected {expected}"]
        if came is not None:
            parts.append(f"got {shown(came)}")
        message = ", ".join(parts)
        super().__init__(f"{message}; {hint}" if hint else message)

    def but(self, hint: str) -> UsageError:
        """The same error with one more hint at its end."""
        again = type(self)("")
        again.args = (f"{self}; {hint}",)
        return again


class UnknownGame(UsageError):
    """No game of that name."""

    http_status = 404


class ParameterError(UsageError):
    """A parameter of a game that it does not have, or a value that it cannot have."""


class PositionError(UsageError):
    """A text or value that is no position of the game."""


class MoveError(UsageError):
    """A text that is no move of the game, whatever the position."""


class IllegalMove(MoveError):
    """A move of the game that cannot be made here."""


class CodeError(UsageError):
    """A take-and-break code that makes no sense."""


class FormulaError(UsageError):
    """A formula that cannot be read or evaluated."""


class CertificateError(UsageError):
    """A certificate that cannot be read."""


class RulesError(NimatronError):
    """Rules that break their own law, as when `moves` fails on a position it led to."""

    exit_code = 2


class Refused(NimatronError):
    """A certificate that does not prove what it says."""

    exit_code = 1


class TooLarge(NimatronError):
    """The question cannot be decided within the limits given."""

    exit_code = 3
    http_status = 422


def shown(came: object, width: int = 60) -> str:
    """What came, in one line and not longer than a line.

    >>> shown("a\\nb"), shown(7)
    ("'a\\\\nb'", '7')
    """
    if isinstance(came, int) and came.bit_length() > 4 * width:
        return f"a number of {came.bit_length()} bits"
    text = ascii(came) if isinstance(came, str) else str(came)
    if len(text) <= width:
        return text
    return f"{text[: width - 3]}... ({len(text)} characters)"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: the nearest known one, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word[:80].lower(), list(known), n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else ""
