"""Every exception of Nimatron, with its exit code and HTTP status.

An error is one line written to a person: what was expected, what came, and what to try.
"""

from __future__ import annotations

from collections.abc import Iterable


class NimatronError(Exception):
    """The root of everything that Nimatron raises on purpose.

    Remedy: catch this one in a program that must go on whatever happens; the message of
    each kind says what to try.
    """

    exit_code = 1
    http_status = 500


class UsageError(NimatronError):
    """Something that the user gave cannot be read, or makes no sense.

    Remedy: the message says what was expected and what came; `--help` behind any command
    lists what it takes.
    """

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
    """No game of that name.

    Remedy: `nimatron games` lists the names; a near one is suggested. Other names of a game
    work as well.
    """

    http_status = 404


class ParameterError(UsageError):
    """A parameter of a game that it does not have, or a value that it cannot have.

    Remedy: `nimatron show GAME` lists the parameters with the values that they have if
    nothing is said; give one as `-p k=3`.
    """


class PositionError(UsageError):
    """A text or value that is no position of the game.

    Remedy: `nimatron show GAME` tells how a position is written, and shows one; put
    quotation marks around a text with `|`, `#` or blanks.
    """


class MoveError(UsageError):
    """A text that is no move of the game, whatever the position.

    Remedy: `nimatron moves GAME POSITION` prints every move as it is written.
    """


class IllegalMove(MoveError):
    """A move of the game that cannot be made here.

    Remedy: `nimatron moves GAME POSITION` prints the moves that can be made; one of those.
    """


class CodeError(UsageError):
    """A take-and-break code that makes no sense.

    Remedy: write an octal code such as `0.77`, a hexadecimal one such as `0.F`,
    `subtract:1,3,4`, or the name of a heap game.
    """


class FormulaError(UsageError):
    """A formula that cannot be read or evaluated.

    Remedy: a formula has whole numbers, the names that the message lists, `+ - * // % & |
    ^`, comparisons, `and`, `or`, `not`, and a few functions.
    """


class CertificateError(UsageError):
    """A certificate that cannot be read.

    Remedy: compare it with one that `nimatron explain GAME POSITION --json` prints; the
    page of the certificates lists the entries of each kind.
    """


class RulesError(NimatronError):
    """Rules that break their own law, as when `moves` fails on a position it led to.

    Remedy: mend `moves` and `after` of the rules: every move listed must be playable, and
    play must not change the position it came from.
    """

    exit_code = 2


class Refused(NimatronError):
    """A certificate that does not prove what it says.

    Remedy: the message names the position where it fails. Nothing is wrong with the game:
    ask for the answer without it, or mend the claim.
    """

    exit_code = 1


class StoreError(NimatronError):
    """What is saved cannot be opened, read or written.

    Remedy: `nimatron store verify` tells what is spoilt and `nimatron store clear` removes
    it; `--data FOLDER` chooses another folder, `--data off` none.
    """


class TooLarge(NimatronError):
    """The question cannot be decided within the limits given.

    Remedy: ask for a smaller position, or allow more: `--max-positions`, `--max-seconds`,
    `--max-megabytes`; in Python, `limits=`.
    """

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
