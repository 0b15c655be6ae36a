"""Nimbers of small heaps in plain Python: every kind of heap game, and no import to wait for.

A set of nimbers is one integer, whose bit v says that v is in it.
"""

from __future__ import annotations

from nimatron.errors import RulesError, shown
from nimatron.rules.codes import Code
from nimatron.sequences.named import HeapGame, members


def plain_values(game: HeapGame, n: int, known: list[int] | None = None) -> list[int]:
    """The nimbers of the heaps 0..n-1; a function goes on from the values that are known."""
    if game.options is not None:
        return _by_function(game, n, known or [])
    if game.takes or game.named_set:
        return _by_subtraction(game.takes or members(game.named_set, n), n)
    if game.unequal:
        return _by_unequal_splits(n)
    assert game.code is not None
    return _by_code(game.code, n)


def least_outside(found: int) -> int:
    """The mex of a set.

    >>> least_outside(0b1011)
    2
    """
    return (~found & (found + 1)).bit_length() - 1


def _by_subtraction(takes: tuple[int, ...] | list[int], n: int) -> list[int]:
    values: list[int] = []
    for heap in range(n):
        found = 0
        for taken in takes:
            if taken > heap:
                break
            found |= 1 << values[heap - taken]
        values.append(least_outside(found))
    return values


def _by_unequal_splits(n: int) -> list[int]:
    values: list[int] = []
    for heap in range(n):
        found = 0
        for a in range(1, (heap + 1) // 2):
            found |= 1 << (values[a] ^ values[heap - a])
        values.append(least_outside(found))
    return values


def _by_code(code: Code, n: int) -> list[int]:
    """Values by a code: what the sums of two or three heaps of one size reach is found once.

    For a code that repeats, the rests behind the part that does not repeat are gathered in as
    many classes as the repeated part has digits.
    """
    digits, repeat = code.digits, code.repeat
    first, turn = len(digits), max(1, len(repeat))
    every = 0
    for digit in digits + repeat:
        every |= digit
    values: list[int] = []
    sums: tuple[list[int], list[int], list[int]] = ([], [], [])  # of one, two, three heaps
    gathered = [[0, 0, 0] for _ in range(turn)]
    for heap in range(n):
        sums[1].append(_pairs(values, heap) if every & 12 else 0)
        sums[2].append(_triples(values, sums[1], heap) if every & 8 else 0)
        found = code.digit(heap) & 1
        for taken in range(min(first, heap)):
            for parts in (1, 2, 3):
                if digits[taken] >> parts & 1:
                    found |= sums[parts - 1][heap - taken] if taken or parts > 1 else 0
        if repeat and heap > first:
            into = gathered[(heap - first) % turn]
            for parts in range(3):
                into[parts] |= sums[parts][heap - first]
        for rest in range(turn if repeat else 0):
            digit = repeat[(heap - rest - first) % turn]
            for parts in (1, 2, 3):
                if digit >> parts & 1:
                    found |= gathered[rest][parts - 1]
        values.append(least_outside(found))
        sums[0].append(1 << values[heap])
    return values


def _pairs(values: list[int], whole: int) -> int:
    found = 0
    for a in range(1, whole // 2 + 1):
        found |= 1 << (values[a] ^ values[whole - a])
    return found


def _triples(values: list[int], pairs: list[int], whole: int) -> int:
    found = 0
    for a in range(1, whole - 1):
        rest, value = pairs[whole - a], values[a]
        while rest:
            lowest = rest & -rest
            found |= 1 << (value ^ (lowest.bit_length() - 1))
            rest ^= lowest
    return found


def _by_function(game: HeapGame, n: int, known: list[int]) -> list[int]:
    assert game.options is not None
    values = list(known)
    for heap in range(len(values), n):
        found = 0
        for option in game.options(heap):
            parts = (option,) if isinstance(option, int) else tuple(option)
            value = 0
            for part in parts:
                if not 0 <= part < heap:
                    raise RulesError(
                        f"expected options of the heap {heap} made of heaps from 0 to {heap - 1}, "
                        f"got {shown(option)}; heaps must become smaller"
                    )
                value ^= values[part]
            found |= 1 << value
        values.append(least_outside(found))
    return values
