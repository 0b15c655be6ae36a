"""What formulas may call: the numbers and lists that theories of games are written with.

All are exact, for numbers of any size; `FUNCTIONS` is the table of their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import isqrt
from typing import Any

from nimatron.values import mex, nim_product, nim_sum


def v2(n: int) -> int:
    """How often 2 divides n (n > 0)."""
    if n <= 0:
        raise ValueError("v2 needs a positive number")
    return (n & -n).bit_length() - 1


def golden(k: int) -> int:
    """The integer part of k times the golden ratio, exactly, for k >= 0.

    >>> [golden(k) for k in range(8)]
    [0, 1, 3, 4, 6, 8, 9, 11]
    """
    return (k + isqrt(5 * k * k)) // 2


def is_power_of_2(n: int) -> bool:
    return n > 0 and n & (n - 1) == 0


def wythoff_partner(n: int) -> int:
    """The number that makes a Wythoff pair (golden(k), golden(k) + k) with n; 0 goes with 0.

    >>> [wythoff_partner(n) for n in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    if n == 0:
        return 0
    k = golden(n) - n + 1  # the only k for which n may be the smaller of the pair
    return n + k if golden(k) == n else golden(2 * n - golden(n))


def columns(numbers: Iterable[int]) -> tuple[int, ...]:
    """How many of the numbers have a 1 in each binary column, the lowest column first.

    >>> columns((3, 4, 5))
    (2, 1, 2)
    """
    planes: list[int] = []  # bit i of all the counts at once, as in an adder
    for number in numbers:
        if number < 0:
            raise ValueError("only numbers from 0 have binary columns")
        carry = number
        for i, plane in enumerate(planes):
            if not carry:
                break
            planes[i], carry = plane ^ carry, plane & carry
        if carry:
            planes.append(carry)
    width = max((plane.bit_length() for plane in planes), default=0)
    return tuple(
        sum((plane >> column & 1) << i for i, plane in enumerate(planes)) for column in range(width)
    )


def moore_piles(piles: Iterable[int], most: int) -> tuple[int, ...]:
    """The piles after at most so many are lowered so that each binary column has a number of
    ones that `most + 1` divides; the same piles if they are so already.

    >>> moore_piles((3, 4, 5), 1), moore_piles((1, 2, 3), 2), moore_piles((5, 5, 5), 2)
    ((1, 4, 5), (1, 1, 1), (5, 5, 5))
    """
    left = list(piles)
    counts = list(columns(left))
    free: list[int] = []  # lowered already, so that their lower digits may be chosen
    for column in reversed(range(len(counts))):
        bit = 1 << column
        surplus = counts[column] % (most + 1)
        if surplus and most + 1 - surplus > len(free):
            chosen = [i for i, pile in enumerate(left) if pile & bit and i not in free][:surplus]
            for i in chosen:
                for lower in range(column):
                    counts[lower] -= left[i] >> lower & 1
                left[i] &= -2 * bit
            free += chosen
        elif surplus:
            for i in free[: most + 1 - surplus]:
                left[i] |= bit
    return tuple(left)


def welter(cells: Iterable[int]) -> int:
    """Welter's function of different cells from 0: the xor of the cells and, for each two, of the
    number whose ones are the digits up to the first in which they differ.

    >>> welter((0, 1, 2, 3)), welter((2, 5, 7)), welter((0, 2))
    (0, 3, 1)
    """
    groups, column = [tuple(cells)], 0
    if len(set(groups[0])) < len(groups[0]) or min(groups[0], default=0) < 0:
        raise ValueError("Welter's function needs different cells from 0")
    found = nim_sum(*groups[0])
    while groups:
        # Cells that agree in all columns before this one stand in one group.
        together = sum(len(group) * (len(group) - 1) // 2 for group in groups)
        found ^= (together & 1) << column
        halves = [
            [cell for cell in group if cell >> column & 1 == digit]
            for group in groups
            for digit in (0, 1)
        ]
        groups = [tuple(half) for half in halves if len(half) > 1]
        column += 1
    return found


def welter_partners(cells: Iterable[int]) -> tuple[int, ...]:
    """For each cell the one that must take its place to make Welter's function 0.

    >>> welter_partners((0, 1, 2, 5)), welter((0, 1, 2, 3))
    ((6, 7, 4, 3), 0)
    """
    all_cells = tuple(cells)
    total = welter(all_cells)
    # How many cells end in the same digits, and one of them; no class of one is split further.
    classes: dict[Ending, tuple[int, int]] = {}
    waiting = [((0, 0), list(all_cells))] if all_cells else []
    while waiting:
        (column, digits), group = waiting.pop()
        classes[column, digits] = len(group), group[0]
        halves: tuple[list[int], list[int]] = ([], [])
        for cell in group if len(group) > 1 else ():
            halves[cell >> column & 1].append(cell)
        for digit, half in enumerate(halves):
            if half:
                waiting.append(((column + 1, digits | digit << column), half))
    return tuple(_welter_partner(cell, total, classes) for cell in all_cells)


Ending = tuple[int, int]
"""How many of the last binary digits are known, and the number that they form."""


def _welter_partner(cell: int, total: int, classes: Mapping[Ending, tuple[int, int]]) -> int:
    with_cell = 0  # what the pairs with this cell add to the function
    column, alike = 0, classes[0, 0][0]
    while alike > 1:
        with_cell |= (alike - 1 & 1) << column
        column += 1
        alike = classes[column, cell & (1 << column) - 1][0]
    wanted = total ^ cell ^ with_cell
    partner, column, lone = 0, 0, -1
    while True:
        last = (1 << column) - 1
        if lone < 0:
            alike, one = classes.get((column, partner), (0, -1))
            lone = one if alike == 1 else -1
        else:
            alike = int((lone ^ partner) & last == 0)
        others = alike - ((cell ^ partner) & last == 0) if alike else 0
        if others == 0 and not wanted >> column:
            return partner
        partner |= ((wanted >> column & 1) ^ (others & 1)) << column
        column += 1


def zeckendorf(n: int) -> tuple[int, ...]:
    """The different Fibonacci numbers, no two of them neighbours, with this sum, falling.

    >>> zeckendorf(100), zeckendorf(0)
    ((89, 8, 3), ())
    """
    low, high = 1, 2
    while high <= n:
        low, high = high, low + high
    parts = []
    while n > 0:
        if low <= n:
            parts.append(low)
            n -= low
        low, high = high - low, low
    return tuple(parts)


def digits(n: int, base: int) -> tuple[int, ...]:
    """The digits of a number from 0, the lowest first; 0 has none.

    >>> digits(11, 2), digits(0, 3)
    ((1, 1, 0, 1), ())
    """
    if n < 0 or base < 2:
        raise ValueError("digits are for numbers from 0, in a base from 2")
    if n.bit_length() > 10_000:
        raise ValueError("the number has too many digits to list them")
    found = []
    while n:
        n, digit = divmod(n, base)
        found.append(digit)
    return tuple(found)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "bits": int.bit_length,
    "columns": columns,
    "digits": digits,
    "enumerate": enumerate,
    "golden": golden,
    "is_power_of_2": is_power_of_2,
    "heap": lambda n: (n,) if n else (),
    "isqrt": isqrt,
    "len": len,
    "list": list,
    "max": max,
    "mex": mex,
    "min": min,
    "moore_piles": moore_piles,
    "nim_product": nim_product,
    "pairs": pairwise,
    "range": range,
    "reversed": lambda items: list(items)[::-1],
    "sorted": sorted,
    "sum": sum,
    "tuple": tuple,
    "v2": v2,
    "welter": welter,
    "welter_partners": welter_partners,
    "wythoff_partner": wythoff_partner,
    "xor": lambda values: nim_sum(*values),
    "zeckendorf": zeckendorf,
    "zip": lambda *items: zip(*items, strict=False),
}
