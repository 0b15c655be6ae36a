"""Heap games by name: codes, Grundy's game, subtraction sets, functions of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Row
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

from nimatron.errors import CodeError, UnknownGame, did_you_mean
from nimatron.rules.codes import Code, read_code
from nimatron.rules.heaps import Heaps

Options = Callable[[int], Iterable["int | tuple[int, ...]"]]
"""The options of a heap: each one heap, or the heaps of a sum."""

CODES = {
    "chords": "0.07",
    "dawson": "0.137",
    "dawsons-kayles": "0.07",
    "hexadecimal-f": "0.F",
    "kayles": "0.77",
    "lasker": "4.(3)",
    "nim": "0.(3)",
    "officers": "0.6",
    "treblecross": "0.11337",
}
SETS = ("squares", "powers-of-2", "primes", "fibonacci")
LARGEST_TAKEN = 10**7


@dataclass(frozen=True)
class HeapGame:
    """A game of one heap, told apart from others by its `key`."""

    key: str
    code: Code | None = None
    takes: tuple[int, ...] = ()
    """A finite subtraction set, rising."""
    named_set: str = ""
    """An infinite subtraction set."""
    unequal: bool = False
    """Grundy's game: split into two parts that differ."""
    options: Options | None = None
    """A function of the user's own."""

    @cached_property
    def most_parts(self) -> int:
        """How many heaps one heap may become."""
        if self.unequal:
            return 2
        if self.code is None:
            return 1
        digits = self.code.digits + self.code.repeat
        return max(3 if d & 8 else 2 if d & 4 else 1 for d in digits)

    @cached_property
    def reach(self) -> int:
        """The most that can be taken, where that is bounded."""
        return self.takes[-1] if self.takes else len(self.code.digits) - 1 if self.code else 0

    @cached_property
    def bounded(self) -> bool:
        """A code or set that is finite, so that a period can be proved from finitely many heaps."""
        return bool(self.takes) or (self.code is not None and self.code.bounded)

    @property
    def octal_digits(self) -> Row[int]:
        """A finite code, or a finite subtraction set as one."""
        if self.code is not None:
            return self.code.digits
        digits = [0] * (self.reach + 1)
        for taken in self.takes:
            digits[taken] = 3
        return digits

    def places(self, bit: int) -> list[int]:
        """How much may be taken when nothing (1), one heap (2), two (4) or three (8) are left."""
        if self.takes:
            return list(self.takes) if bit < 4 else []
        if self.unequal:
            return [0] if bit == 4 else []
        assert self.code is not None
        return [taken for taken, digit in enumerate(self.code.digits) if digit & bit]


GRUNDY = HeapGame("grundy", unequal=True)


def heap_game(
    named: str | Code | Options | HeapGame, parameters: Mapping[str, str] | None = None
) -> HeapGame:
    """The game of a text, a code or a function from a heap to its options.

    With parameters the text is the name of a game of the catalogue.

    >>> heap_game("kayles").key, heap_game("subtract:4,1,3").key, heap_game("0.770").key
    ('0.77', 'subtract:1,3,4', '0.77')
    >>> heap_game("bachet", {"k": "4"}).key
    'subtract:1,2,3,4'
    """
    if isinstance(named, HeapGame):
        return named
    if isinstance(named, Code):
        return HeapGame(str(named), code=named)
    if not isinstance(named, str):
        if not callable(named):
            raise CodeError("a code, a name or a function from a heap to its options", named)
        return HeapGame(f"function {getattr(named, '__qualname__', 'options')}", options=named)
    if parameters:
        return _of_catalogue(named, parameters)
    word = named.strip().lower()
    if word == "grundy":
        return GRUNDY
    if word.startswith("subtract:"):
        return _subtraction(word.removeprefix("subtract:"), named)
    if word in CODES:
        return heap_game(read_code(CODES[word]))
    if word[:1].isalpha() and "." not in word:
        return _of_catalogue(word, {})
    return heap_game(read_code(named))


def _of_catalogue(name: str, parameters: Mapping[str, str]) -> HeapGame:
    """The game of one heap that the catalogue has under a name, with these parameters."""
    from nimatron.solve.ask import question

    try:
        rules = question(name, **parameters).rules
    except UnknownGame:
        known = ["grundy", *CODES, *(f"subtract:{chosen}" for chosen in SETS)]
        raise CodeError(
            "a code such as 0.77, grundy, subtract:1,3,4 or a one-heap game",
            name,
            hint=did_you_mean(name, known) or f"known names: {', '.join(sorted(known))}",
        ) from None
    if not isinstance(rules, Heaps):
        raise CodeError("a game in which a move changes one heap, whatever the others", name)
    code = rules.heap_code()
    if code is not None:
        return heap_game(code)
    told = " ".join(f"{key}={value}" for key, value in parameters.items())
    return HeapGame(f"{name} {told}".strip(), options=rules.breaks)


def _subtraction(text: str, whole: str) -> HeapGame:
    if text in SETS:
        return HeapGame(f"subtract:{text}", named_set=text)
    expected = f"subtract: and numbers such as 1,3,4, or one of {', '.join(SETS)}"
    numbers = set()
    for word in map(str.strip, text.split(",")):
        if not word.isascii() or not word.isdigit() or len(word) > 20:
            raise CodeError(expected, whole)
        numbers.add(int(word))
    if min(numbers) < 1 or max(numbers) > LARGEST_TAKEN:
        raise CodeError(
            f"numbers from 1 to {LARGEST_TAKEN} after subtract:",
            whole,
            hint="taking nothing is no move",
        )
    takes = tuple(sorted(numbers))
    return HeapGame(f"subtract:{','.join(map(str, takes))}", takes=takes)


def members(named_set: str, below: int) -> list[int]:
    """The numbers of an infinite subtraction set below a bound, rising.

    >>> members("squares", 30), members("primes", 12)
    ([1, 4, 9, 16, 25], [2, 3, 5, 7, 11])
    """
    if below < 2:
        return []
    if named_set == "squares":
        return [i * i for i in range(1, isqrt(below - 1) + 1)]
    if named_set == "powers-of-2":
        return [1 << i for i in range((below - 1).bit_length())]
    if named_set == "fibonacci":
        found = [1, 2]
        while found[-1] < below:
            found.append(found[-1] + found[-2])
        return [number for number in found if number < below]
    sieve = bytearray([0, 0]) + bytearray([1]) * (below - 2)
    for i in range(2, isqrt(below) + 1):
        if sieve[i]:
            sieve[i * i :: i] = bytes(len(range(i * i, below, i)))
    return [i for i, prime in enumerate(sieve) if prime]
