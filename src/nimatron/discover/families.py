"""Guesses: formulas for lost positions and for values, the short and simple ones first.

A guess is a text in the formula language, with the sentence that a pupil reads. Nothing here knows
whether a guess is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from nimatron.discover.reading import Reading

LARGEST_MODULUS = 30
_BASES = (2, 3, 4, 5, 10)
_SMALL_MODULI = (2, 3, 4, 5, 6, 7, 8)


@dataclass(frozen=True)
class Guess:
    """A formula, and the words that complete "a position is lost just if" or "its value is"."""

    text: str
    words: str
    constants: tuple[tuple[str, tuple[int, ...] | int], ...] = ()


def lost_guesses(reading: Reading) -> Iterator[Guess]:
    """Conditions that may tell the lost positions."""
    numbers = reading.scalars
    if len(numbers) == 1 and not reading.wide:
        yield from _lost_number(numbers[0])
    if len(numbers) == 2:
        yield from _lost_pair(*numbers)
    if 2 < len(numbers) <= 5:
        yield from _lost_few(numbers)
    for text, said in _xors(numbers):
        yield Guess(f"({text}) == 0", f"{said} is 0")
    if reading.vector:
        yield from _lost_vector(reading.vector)
    if len(numbers) >= 2:
        yield from _residue_sums(numbers)


def value_guesses(reading: Reading) -> Iterator[Guess]:
    """Formulas that may give the nimber."""
    numbers = reading.scalars
    for x, said in _linear(numbers):
        yield from _value_number(x, said)
    if len(numbers) == 2:
        yield from _value_pair(*numbers)
    if 2 < len(numbers) <= 5:
        for chosen in _subsets(numbers):
            listed = " ^ ".join(chosen)
            yield Guess(listed, f"the xor of {', '.join(chosen)}")
    for text, said in _xors(numbers):
        yield Guess(text, said)
    if reading.vector:
        for text, said in vector_values(reading.vector):
            yield Guess(text, said)


# ---- one number


def _linear(numbers: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Single numbers and differences, perhaps shifted a little."""
    for x in numbers:
        yield x, x
    for x, y in combinations(numbers, 2):
        for low, high in ((x, y), (y, x)):
            yield f"({high} - {low})", f"{high} - {low}"
            yield f"({high} - {low} - 1)", f"{high} - {low} - 1"
        yield f"({x} + {y})", f"{x} + {y}"


def _xors(numbers: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The xor of two sums or differences of a few numbers."""
    if not 1 < len(numbers) <= 3:
        return
    shifted = [(f"({x} - 1)", f"{x} - 1") for x in numbers]
    for (one, said), (two, also) in combinations([*_linear(numbers), *shifted], 2):
        yield f"{one} ^ {two}", f"the xor of {said} and {also}"


def _lost_number(n: str) -> Iterator[Guess]:
    for m in range(2, LARGEST_MODULUS + 1):
        for r in range(m):
            yield Guess(f"{n} % {m} == {r}", f"{n} leaves the remainder {r} when divided by {m}")
    for c in (1, 0, 2, -1):
        shifted = f"{n} + {c}" if c > 0 else n if not c else f"{n} - {-c}"
        said = f"{n} plus {c}" if c > 0 else n if not c else f"{n} minus {-c}"
        yield Guess(f"is_power_of_2({shifted})", f"{said} is a power of 2 (1, 2, 4, 8...)")
    for c in (0, 1):
        shifted, said = (f"{n} + {c}", f"{n} plus {c}") if c else (n, n)
        for parity in (0, 1):
            word = "an odd" if parity else "an even"
            yield Guess(
                f"{shifted} > 0 and v2({shifted}) % 2 == {parity}",
                f"2 divides {said} {word} number of times",
            )
    for base in _BASES:
        for m in range(2, min(base, 3) + 1):
            for r in range(m):
                said = f"{('even', 'odd')[r]}" if m == 2 else f"{r} modulo {m}"
                yield Guess(
                    f"sum(digits({n}, {base})) % {m} == {r}",
                    f"the sum of the digits of {n} in base {base} is {said}",
                )
        for digit in range(base):
            yield Guess(
                f"all(d != {digit} for d in digits({n}, {base}))",
                f"{n} has no digit {digit} in base {base}",
            )
    for base in _BASES[1:]:
        for parity in (0, 1):
            yield Guess(
                f"{n} > 0 and sum({n} % {base} ** k == 0 for k in range(1, bits({n}))) % 2"
                f" == {parity}",
                f"{n} in base {base} ends in an {'odd' if parity else 'even'} number of zeros",
            )
    yield Guess(f"len(zeckendorf({n})) == 1", f"{n} is a Fibonacci number")
    yield Guess(f"len(zeckendorf({n})) < 2", f"{n} is 0 or a Fibonacci number")
    for c in (0, 1, -1):
        shifted = n if not c else f"({n} + 1)" if c > 0 else f"max({n} - 1, 0)"
        for parity in (0, 1):
            yield Guess(
                f"len(zeckendorf({shifted})) % 2 == {parity}",
                f"the Fibonacci representation of {shifted} has an {'odd' if parity else 'even'}"
                " number of ones",
            )
    yield Guess(f"any(golden(k) == {n} for k in range({n} + 1))", f"{n} is floor(k phi) for some k")
    yield Guess(
        f"any(golden(k) + k == {n} for k in range({n} + 1))", f"{n} is floor(k phi^2) for some k"
    )
    for root in (2, 3, 5):
        for whole in (0, 1, 2):
            beatty = f"{whole} * k + isqrt({root} * k * k)" if whole else f"isqrt({root} * k * k)"
            slope = f"({whole} + sqrt {root})" if whole else f"sqrt {root}"
            yield Guess(
                f"any({beatty} == {n} for k in range({n} + 1))",
                f"{n} is floor(k {slope}) for some k",
            )
    for r in (0, 1):
        yield Guess(f"isqrt({n} + {r}) ** 2 == {n} + {r}", f"{n} plus {r} is a square")
    yield Guess(f"isqrt(8 * {n} + 1) ** 2 == 8 * {n} + 1", f"{n} is a triangular number")


def _value_number(x: str, said: str) -> Iterator[Guess]:
    yield Guess(x, said)
    for c in (1, 2, -1):
        shifted = f"{x} + {c}" if c > 0 else f"{x} - {-c}"
        yield Guess(shifted, f"{said} {'plus' if c > 0 else 'minus'} {abs(c)}")
    for m in range(2, LARGEST_MODULUS + 1):
        yield Guess(f"{x} % {m}", f"the remainder of {said} divided by {m}")
    for c in (2, 3, 4):
        yield Guess(f"{x} // {c}", f"{said} divided by {c}, rounded down")
        yield Guess(f"({x} + {c - 1}) // {c}", f"{said} divided by {c}, rounded up")
    for m in range(2, 9):
        for c in range(2, 5):
            yield Guess(f"{x} // {c} % {m}", f"{said} divided by {c}, rounded down, mod {m}")
    yield Guess(
        f"v2({x}) + 1 if {x} > 0 else 0", f"one more than how often 2 divides {said} (0 for 0)"
    )
    yield Guess(f"v2({x}) if {x} > 0 else 0", f"how often 2 divides {said} (0 for 0)")
    yield Guess(f"v2({x} + 1) if {x} >= 0 else 0", f"how often 2 divides {said} + 1")
    yield Guess(f"bits({x})", f"the number of binary digits of {said}")
    for c in (1, 0):
        shifted, said_so = (f"({x} + {c})", f"{said} + {c}") if c else (x, said)
        inside = f"{x} + {c}" if c else x
        yield Guess(
            f"({shifted} >> v2({inside})) // 2 if {inside} > 0 else 0",
            f"half of the odd part of {said_so}, rounded down (the odd part: divide by 2 while"
            " that goes)",
        )
    yield Guess(f"{x} ^ {x} >> 1", f"the Gray code of {said}")
    yield Guess(f"xor(digits({x}, 2))", f"the parity of the binary digits of {said}")


# ---- two numbers


def _lost_pair(x: str, y: str) -> Iterator[Guess]:
    low, high = f"min({x}, {y})", f"max({x}, {y})"
    gap = f"abs({x} - {y})"
    yield Guess(f"{x} == {y}", "the two numbers are equal")
    for c in (1, 2, 3):
        yield Guess(f"{gap} == {c}", f"the two numbers differ by {c}")
        yield Guess(f"{x} == {y} + {c}", f"{x} is {y} plus {c}")
        yield Guess(f"{y} == {x} + {c}", f"{y} is {x} plus {c}")
    for m in (2, 3, 4):
        yield Guess(f"{x} == {m} * {y}", f"{x} is {m} times {y}")
        yield Guess(f"{y} == {m} * {x}", f"{y} is {m} times {x}")
    for m in range(2, 13):
        for p, q, r in product((0, 1, 2), (0, 1, 2), range(m)):
            if p + q:
                terms = " + ".join(t for t in (_times(p, x), _times(q, y)) if t)
                yield Guess(
                    f"({terms}) % {m} == {r}",
                    f"{terms} leaves the remainder {r} when divided by {m}",
                )
        yield Guess(f"{gap} % {m} == 0", f"{m} divides the difference")
    for m in range(2, 9):
        for r, s in product(range(m), repeat=2):
            yield Guess(
                f"{x} % {m} == {r} and {y} % {m} == {s}",
                f"divided by {m}, {x} leaves {r} and {y} leaves {s}",
            )
    for c in (0, 1):
        shift = f" + {c}" if c else ""
        yield Guess(
            f"{low} == golden({gap}){shift}",
            "the smaller number is the integer part of the golden ratio times the difference"
            f"{shift}",
        )
    yield Guess(
        f"{gap} % 2 == 0 and {low} == isqrt({gap} ** 2 // 2)",
        "the difference is twice some k, and the smaller number is the integer part of k sqrt 2",
    )
    for t, less in ((3, "k"), (4, "2 * k")):
        k = f"({gap} // {t})"
        yield Guess(
            f"{gap} % {t} == 0 and {low} == (isqrt({t * t + 4} * {k} ** 2)"
            f" - {less.replace('k', k)}) // 2",
            f"the difference is {t} times some k, and the smaller number is the integer part of"
            f" (k sqrt {t * t + 4} - {less}) / 2",
        )
    for strict in ("<", "<="):
        yield Guess(
            f"{low} == 0 or {low} {strict} {high} <= golden({low})",
            "the smaller number is 0, or the larger is"
            f" {'more than' if strict == '<' else 'at least'} it and less than the golden ratio"
            " times it",
        )
        yield Guess(
            f"{low} {strict} {high} <= golden({low})",
            f"the larger number is {'more than' if strict == '<' else 'at least'} the smaller and"
            " less than the golden ratio times it",
        )
    for c in (2, 3):
        yield Guess(
            f"{high} < {c} * {low}", f"the larger number is less than {c} times the smaller"
        )
    for one, two in ((x, y), (y, x)):
        yield Guess(
            f"{one} == 0 or zeckendorf({one})[-1] > {two}",
            f"{one} is 0, or the smallest part of its Fibonacci representation is above {two}",
        )
        yield Guess(
            f"{one} == 0 or ({one} & -{one}) > {two}",
            f"{one} is 0, or the largest power of 2 that divides it is above {two}",
        )
        for m in range(2, 9):
            yield Guess(f"{one} % {m} == 0", f"{m} divides {one}")
    yield Guess(
        f"v2({x}) == v2({y}) if {x} and {y} else {x} == {y}",
        "2 divides both numbers equally often",
    )
    yield Guess(f"bits({x}) == bits({y})", "both numbers have as many binary digits")


def _times(factor: int, x: str) -> str:
    return "" if not factor else x if factor == 1 else f"{factor} * {x}"


def _value_pair(x: str, y: str) -> Iterator[Guess]:
    yield Guess(f"{x} ^ {y}", f"the xor of {x} and {y}")
    for c in (1,):
        yield Guess(f"({x} - {c}) ^ ({y} - {c})", f"the xor of {x} - {c} and {y} - {c}")
    yield Guess(f"nim_product({x}, {y})", f"the nim product of {x} and {y}")
    yield Guess(f"min({x}, {y})", f"the smaller of {x} and {y}")
    yield Guess(f"max({x}, {y})", f"the larger of {x} and {y}")
    yield Guess(f"abs({x} - {y})", f"the difference of {x} and {y}")
    for m in range(2, 9):
        yield Guess(f"{x} % {m} ^ {y} % {m}", f"the xor of the remainders by {m}")
        yield Guess(f"({x} + {y}) % {m}", f"the remainder of {x} + {y} divided by {m}")
    yield Guess(
        f"max({x}, {y}) // min({x}, {y}) if min({x}, {y}) else 0",
        "the larger number divided by the smaller, rounded down",
    )
    yield Guess(
        f"abs(max({x}, {y}) // max(min({x}, {y}), 1) - min({x}, {y}) // max({x}, {y}, 1))",
        "the difference of the two quotients",
    )


# ---- some numbers


def _subsets(numbers: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for count in range(1, len(numbers) + 1):
        yield from combinations(numbers, count)


def _lost_few(numbers: tuple[str, ...]) -> Iterator[Guess]:
    for chosen in _subsets(numbers):
        listed = " ^ ".join(chosen)
        yield Guess(f"({listed}) == 0", f"the xor of {', '.join(chosen)} is 0")
    for x, y in combinations(numbers, 2):
        yield Guess(f"{x} == {y}", f"{x} and {y} are equal")


def _residue_sums(numbers: tuple[str, ...]) -> Iterator[Guess]:
    for m in (2, 3, 4, 5, 6):
        for chosen in _subsets(numbers):
            for r in range(m):
                listed = " + ".join(chosen)
                yield Guess(
                    f"({listed}) % {m} == {r}",
                    f"the sum {listed} leaves the remainder {r} when divided by {m}",
                )


# ---- a list of numbers


def vector_values(a: str) -> Iterator[tuple[str, str]]:
    """Numbers made of a whole list, by xor of parts of it."""
    yield f"xor({a})", "the xor of all numbers"
    for first in (0, 1):
        word = "the first, third, fifth..." if first == 0 else "the second, fourth, sixth..."
        yield f"xor({a}[{first}::2])", f"the xor of {word} number"
        last = "from the last number" if first == 0 else "from the last but one"
        yield f"xor({a}[::-1][{first}::2])", f"the xor of every other number, {last}"
    yield f"xor(y - x for x, y in pairs({a}))", "the xor of the differences of neighbours"
    padded = f"((0,) + {a} if len({a}) % 2 else {a})"
    for off, said in (("", "differences"), (" - 1", "differences less 1")):
        yield (
            f"xor(y - x{off} for x, y in zip({padded}[::2], {padded}[1::2]))",
            f"the xor of the {said} inside pairs of neighbours, paired from the right (a 0 before"
            " the first if their number is odd)",
        )
        yield (
            f"xor(y - x{off} for x, y in zip({a}[::2], {a}[1::2]))",
            f"the xor of the {said} inside pairs of neighbours, paired from the left",
        )
    yield f"xor(x - 1 for x in {a})", "the xor of the numbers less 1"
    for m in _SMALL_MODULI:
        yield f"xor(x % {m} for x in {a})", f"the xor of the remainders by {m}"
        yield f"sum({a}) % {m}", f"the remainder of the sum divided by {m}"
    for c in (2, 3):
        yield f"xor(x // {c} for x in {a})", f"the xor of the numbers divided by {c}"
    yield (
        f"xor(v2(x) + 1 for x in {a} if x > 0)",
        "the xor of one more than how often 2 divides each",
    )
    yield f"xor(bits(x) for x in {a})", "the xor of the numbers of binary digits"
    yield f"len({a}) % 2", "the parity of how many numbers there are"
    yield f"welter(x - 1 for x in {a})", "Welter's function of the numbers less 1"
    yield f"welter({a})", "Welter's function of the numbers"


def _lost_vector(a: str) -> Iterator[Guess]:
    for m in _SMALL_MODULI:
        for r in range(m):
            said = "even" if (m, r) == (2, 0) else f"{r} modulo {m}"
            yield Guess(f"all(x % {m} == {r} for x in {a})", f"every number is {said}")
    for text, said in vector_values(a):
        yield Guess(f"{text} == 0", f"0 is {said}")
    for m in range(2, 8):
        for r in range(1, m):
            yield Guess(f"sum({a}) % {m} == {r}", f"the sum is {r} modulo {m}")
        yield Guess(
            f"all(count % {m} == 0 for count in columns({a}))",
            f"the number of ones in each binary column is divisible by {m}",
        )
    yield Guess(f"sum({a}) == 0", "all numbers are 0")
    yield Guess(
        f"xor({a}) == 0 if max({a}) > 1 else sum({a}) % 2 == 1",
        "some number is above 1 and the xor is 0, or none is and the number of ones is odd",
    )
    for m in (3, 4, 5, 6, 7, 8):
        yield Guess(
            f"xor(x % {m} for x in {a}) == (0 if max(x % {m} for x in {a}) > 1 else 1)",
            f"the xor of the remainders by {m} is 0 while one of them is above 1, and else 1",
        )
        yield Guess(
            f"all(count % {m} == 0 for count in columns({a})) if max({a}) > 1 else"
            f" sum({a}) % {m} == 1",
            f"each binary column has a number of ones divisible by {m}; but once no number is"
            f" above 1, the number of ones is 1 modulo {m}",
        )
