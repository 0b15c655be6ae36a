"""Whole numbers of a stream, wherever its lines break; a wrong one is told by line and place.

The stream is read in blocks, so that input of any length needs little memory.
"""

from __future__ import annotations

import re
from collections import deque
from itertools import islice
from typing import IO, NoReturn

from nimatron.errors import UsageError

_BLOCK = 1 << 18
_LONGEST = 4000  # digits; Python's own limit is a little higher
_NUMBER = re.compile(rb"-?[0-9]+")
_PLAIN = b"0123456789- \t\r\n"


class InputError(UsageError):
    """Input of a contest that cannot be read; the message names the line and the place in it.

    Remedy: look at that line: a number is missing, too many, or out of its bounds.
    """


class Numbers:
    """The numbers of a stream of bytes, one or many at a time."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._read = getattr(stream, "read1", stream.read)
        self._tokens: list[bytes] = []
        self._at = 0
        self._before = 0  # tokens in earlier blocks
        self._rest = b""  # a token that the next block may continue
        self._strange = False  # whether a block holds what is neither digit nor blank
        self._ended = False
        self._blocks: deque[tuple[int, int, int, bytes]] = deque()
        self._line, self._column = 1, 0  # where the next block begins
        self._kept = 0
        self._doubtful = -1  # the block whose numbers are read one by one

    @property
    def place(self) -> int:
        """How many numbers were read."""
        return self._before + self._at

    def forget(self) -> None:
        """Whatever was read so far will not be asked for by `refuse` any more."""
        self._kept = self.place

    def more(self) -> bool:
        """Whether another number follows."""
        return self._at < len(self._tokens) or self._fetch()

    def one(self, what: str, low: int | None = 0, high: int | None = None) -> int:
        """The next number, which must lie between the bounds."""
        if self._at >= len(self._tokens) and not self._fetch():
            self.short(what, 1)
        token = self._tokens[self._at]
        try:
            value = int(token)
        except ValueError:
            self.refuse(self.place, _wanted(what, low, high))
        if (
            (low is not None and value < low)
            or (high is not None and value > high)
            or (self._strange and not _NUMBER.fullmatch(token))
        ):
            self.refuse(self.place, _wanted(what, low, high))
        self._at += 1
        return value

    def many(
        self, count: int, what: str, low: int | None = 0, high: int | None = None
    ) -> list[int]:
        """The next so many numbers."""
        values: list[int] = []
        while len(values) < count:
            if self._at >= len(self._tokens) and not self._fetch():
                self.short(what, count - len(values))
            part = self._tokens[self._at : self._at + count - len(values)]
            try:
                found = list(map(int, part))
            except ValueError:
                self._first_wrong(part, what, low, high)
            if (
                (low is not None and min(found) < low)
                or (high is not None and max(found) > high)
                or self._strange
            ):
                self._first_wrong(part, what, low, high)
            self._at += len(part)
            values += found
        return values

    def block(self, low: int | None, high: int | None) -> list[int]:
        """What is left of the block in memory; nothing if a number in it may be wrong."""
        if self._strange or not self.more() or self._doubtful == self._before:
            return []
        try:
            values = list(map(int, self._tokens[self._at :]))
        except ValueError:
            return []
        if (low is not None and min(values) < low) or (high is not None and max(values) > high):
            return []
        return values

    def doubt(self) -> None:
        """Let `block` give nothing more of the block in memory: its numbers are read one by one."""
        self._doubtful = self._before

    def skip(self, count: int) -> None:
        """Go over numbers that `block` gave."""
        self._at += count

    def finish(self) -> None:
        """Refuse whatever follows."""
        if self.more():
            self.refuse(self.place, "the end of the input")

    def refuse(self, place: int, expected: str, came: object = None) -> NoReturn:
        """Say what is wrong with a number, counted from 0 through the whole input."""
        if came is None:
            came = self._found(place)[2].decode("utf-8", "backslashreplace")
        raise InputError(expected, came, hint=self.where(place))

    def where(self, place: int) -> str:
        """Where a number stands, in words."""
        line, column, _ = self._found(place)
        return f"line {line}, number {column} of the line"

    def short(self, what: str, missing: int) -> NoReturn:
        """Say that the input ends too early."""
        count = f"{missing} more numbers" if missing > 1 else "one more number"
        raise InputError(f"{count} ({what})", hint=f"the input ends in line {self._line}")

    def _first_wrong(self, part: list[bytes], what: str, low: int | None, high: int | None) -> None:
        for number, token in enumerate(part):
            right = _NUMBER.fullmatch(token) and len(token) <= _LONGEST
            if (
                not right
                or (low is not None and int(token) < low)
                or (high is not None and int(token) > high)
            ):
                self.refuse(self.place + number, _wanted(what, low, high))

    def _fetch(self) -> bool:
        """Read the next block that has a token; False at the end."""
        while not self._ended:
            block = self._read(_BLOCK)
            if not block:
                self._ended = True
                whole, self._rest = self._rest, b""
            else:
                text = self._rest + block
                cut = 1 + max(text.rfind(blank) for blank in (b" ", b"\n", b"\t", b"\r"))
                whole, self._rest = text[:cut], text[cut:]
                if len(self._rest) > _BLOCK:
                    whole, self._rest, self._ended = text, b"", True  # no number; tell where
            tokens = whole.split()
            if not whole:
                continue
            self._before += len(self._tokens)
            self._tokens, self._at = tokens, 0
            self._blocks.append((self._before, self._line, self._column, whole))
            while len(self._blocks) > 1 and self._blocks[1][0] <= self._kept:
                self._blocks.popleft()
            self._strange = bool(whole.translate(None, _PLAIN))
            lines = whole.count(b"\n")
            self._line += lines
            after = len(whole[whole.rfind(b"\n") + 1 :].split())
            self._column = after if lines else self._column + after
            if tokens:
                return True
        return False

    def _found(self, place: int) -> tuple[int, int, bytes]:
        """Line, number within the line, and text of a token."""
        first, line, column, whole = next(
            block for block in reversed(self._blocks) if block[0] <= place
        )
        ahead = place - first
        for text in whole.split(b"\n"):
            tokens = text.split()
            if ahead < len(tokens):
                return line, column + ahead + 1, next(islice(tokens, ahead, None))
            ahead, line, column = ahead - len(tokens), line + 1, 0
        return line, column, b""


def _wanted(what: str, low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return f"{what}: a whole number"
    if high is None:
        return f"{what}: a whole number of at least {low}"
    if low is None:
        return f"{what}: a whole number up to {high}"
    if low > high:
        return f"{what}: no number is possible here"
    return f"{what}: a whole number from {low} to {high}"
