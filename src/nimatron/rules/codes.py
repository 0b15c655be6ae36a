"""Take-and-break codes: rules of one-heap games in a few digits.

In the code `0.d1d2d3...` the digit d_m says what may be left when m counters are taken from a
heap: its bit 1 allows nothing to be left, 2 one heap, 4 two heaps, 8 three heaps (none of them
empty). A digit before the point says how a heap may be split with nothing taken. Digits in
brackets repeat for ever, so Nim is `0.(3)`. The notation is that of Winning Ways, chapter 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nimatron.errors import CodeError

LONGEST = 1000  # characters of a code; published games have fewer than ten
_CODE = re.compile(r"(?P<split>[0-9A-F])\.(?P<digits>[0-9A-F]*)(?:\((?P<repeat>[0-9A-F]+)\))?")


@dataclass(frozen=True)
class Code:
    """A take-and-break code: `digits[m]` speaks of taking m, and `repeat` follows for ever."""

    digits: tuple[int, ...]
    repeat: tuple[int, ...] = ()

    def digit(self, taken: int) -> int:
        """What may be left when so many counters are taken, as a sum of 1, 2, 4 and 8."""
        if taken < len(self.digits):
            return self.digits[taken]
        if not self.repeat:
            return 0
        return self.repeat[(taken - len(self.digits)) % len(self.repeat)]

    def most_taken(self, heap: int) -> int:
        """No move takes more than this from the heap."""
        return heap if self.repeat else min(heap, len(self.digits) - 1)

    @property
    def bounded(self) -> bool:
        """Only finitely many numbers may be taken: then periodicity can be proved."""
        return not self.repeat

    @property
    def splits(self) -> bool:
        """Whether some move leaves more than one heap."""
        return any(digit & 12 for digit in (*self.digits, *self.repeat))

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """What a heap may become, as rising tuples of non-empty heaps, each once."""
        for taken in range(self.most_taken(heap) + 1):
            digit, rest = self.digit(taken), heap - taken
            if digit & 1 and rest == 0:
                yield ()
            if digit & 2 and rest > 0:
                yield (rest,)
            if digit & 4:
                yield from ((a, rest - a) for a in range(1, rest // 2 + 1))
            if digit & 8:
                yield from _in_three(rest)

    def allows(self, heap: int, left: tuple[int, ...]) -> bool:
        """Whether a heap may become these non-empty heaps."""
        taken = heap - sum(left)
        if taken < 0 or any(part < 1 for part in left) or list(left) != sorted(left):
            return False
        return len(left) < 4 and bool(self.digit(taken) >> len(left) & 1)

    def __str__(self) -> str:
        shown = "".join(f"{digit:X}" for digit in self.digits[1:])
        ending = "".join(f"{digit:X}" for digit in self.repeat)
        return f"{self.digits[0]:X}.{shown}" + (f"({ending})" if ending else "" if shown else "0")


def read_code(text: str) -> Code:
    """Read a code such as `0.77`, `4.007`, `0.F` or `0.(3)`.

    >>> read_code("0.77").digits, str(read_code("0.070")), str(read_code("0.3(3)"))
    ((0, 7, 7), '0.07', '0.(3)')
    """
    expected = "a take-and-break code such as 0.77, 4.007, 0.F or 0.(3)"
    if len(text) > LONGEST:
        raise CodeError(expected, text, hint=f"a code has at most {LONGEST} characters")
    match = _CODE.fullmatch(text.strip().upper())
    if match is None or not (match["digits"] or match["repeat"]):
        raise CodeError(expected, text, hint="digits 0-9 and A-F after one digit and a point")
    split = int(match["split"], 16)
    if split & 3:
        raise CodeError(
            expected,
            text,
            hint="the digit before the point may be 0, 4, 8 or C: taking nothing must split",
        )
    digits = [int(digit, 16) for digit in match["digits"]]
    repeat = [int(digit, 16) for digit in match["repeat"] or ""]
    if not any(repeat):
        repeat = []
    return _simplest(split, digits, repeat)


def _simplest(split: int, digits: list[int], repeat: list[int]) -> Code:
    """One code of all that mean the same: no zeros at the end, the shortest repeated part."""
    for length in range(1, len(repeat)):
        if len(repeat) % length == 0 and repeat == repeat[:length] * (len(repeat) // length):
            repeat = repeat[:length]
            break
    while repeat and digits and digits[-1] == repeat[-1]:
        digits.pop()
        repeat = [repeat[-1], *repeat[:-1]]
    while not repeat and digits and digits[-1] == 0:
        digits.pop()
    return Code((split, *digits), tuple(repeat))


def _in_three(rest: int) -> Iterator[tuple[int, ...]]:
    for a in range(1, rest // 3 + 1):
        for b in range(a, (rest - a) // 2 + 1):
            yield (a, b, rest - a - b)
