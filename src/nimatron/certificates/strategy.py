"""What a certificate says to do: which positions are lost, what to answer, what to play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from nimatron.certificates.forms import (
    Kernel,
    Mirror,
    NimSum,
    Opening,
    Pairing,
    Parts,
    Searched,
    Table,
)
from nimatron.errors import Refused, TooLarge
from nimatron.rules.heaps import Heaps
from nimatron.rules.protocol import Rules
from nimatron.rules.sums import Sum, nimber
from nimatron.values import nim_sum

LONG = 256
"""Positions that are longer than this count for several."""


def lost(rules: Rules, position: Any, rule: Kernel | NimSum) -> bool:
    """Whether a kernel or nim sum says that the position is lost for who moves."""
    if isinstance(rule, NimSum):
        return value(rules, position, rule) == 0
    return bool(rule.told(rule.losing, rules.variables(position)))


def value(rules: Rules, position: Any, rule: NimSum) -> int:
    """The value of a position: the xor of those of its components."""
    known, total = rule.known(rules), 0
    for part in rules.components(position):
        if part not in known:
            known[part] = int(rule.told(rule.value, rules.variables(part)))
        total ^= known[part]
    return total


def worth(rules: Any, position: Any, certificate: Any) -> int:
    """The nimber that a certificate gives to a position; 0 if it shows that it is lost."""
    if isinstance(certificate, Parts):
        parts = zip(rules.summands, position, certificate.parts, strict=True)
        return nim_sum(*(worth(*part) for part in parts))
    if isinstance(certificate, NimSum):
        return value(rules, position, certificate)
    return certificate.nimber if isinstance(certificate, Searched) else 0


def number(rules: Rules, position: Any, rule: Kernel | NimSum) -> int:
    """The number that falls with each reply, in loopy games."""
    return int(rule.told(rule.falls, rules.variables(position)))


def reply(rules: Rules, certificate: Any, at: Any, move: Any, met: Any) -> Any:
    """The answer to a move that was made in the lost position `at` and led to `met`."""
    if isinstance(certificate, Mirror):
        return rules.image(move, certificate.symmetry)
    if isinstance(certificate, Pairing):
        return certificate.pairs(move)
    assert isinstance(certificate, Table)
    said = certificate.replies.get(rules.text(at), {}).get(rules.move_text(at, move))
    if not said:
        raise Refused(f"no reply to {rules.move_text(at, move)} in {rules.text(at)}")
    return rules.read_move(met, said)


def length(position: Any) -> int:
    """About how long a position is: one look at it costs as much."""
    if isinstance(position, int):
        return 1 + position.bit_length() // 64
    if not isinstance(position, tuple):
        return 1
    return len(position) + sum(len(part) for part in position if isinstance(part, tuple))


def winning(
    rules: Rules, position: Any, certificate: Any, limit: int
) -> tuple[tuple[Any, ...], bool]:
    """Winning moves in a position that the certificate shows won, and whether they are all."""
    if isinstance(certificate, Opening):
        return (rules.read_move(position, certificate.move),), False
    if isinstance(certificate, Parts) and isinstance(rules, Sum):
        return _winning_in_parts(rules, position, certificate, limit)
    if not isinstance(certificate, (Kernel, NimSum)):
        return (), False
    moves: Iterator[Any]
    if certificate.answers:
        given = certificate.answered(rules.variables(position))
        moves, every = (m for m in given if rules.legal(position, m)), certificate.every
    else:
        listed = list(islice(rules.moves(position), limit))
        moves, every = iter(listed), len(listed) < limit
    first = list(islice(moves, 1))
    most = None
    if first and length(position) > LONG and rules.changed(position, first[0]) is None:
        # Each look goes over the whole position, so only some moves are looked at.
        most = max(1, limit * LONG // length(position))
    elif certificate.answers and not every:
        most = max(1, limit // 100)  # a few will do where all are not known
    total = value(rules, position, certificate) if isinstance(certificate, NimSum) else 0
    found: dict[Any, None] = {}
    try:
        for move in chain(first, moves):
            if _wins(rules, position, move, certificate, total):
                if len(found) == most:
                    return tuple(found), False
                found[move] = None
    except TooLarge:  # too many moves to go through
        return tuple(found), False
    return tuple(found), every


def _wins(rules: Rules, position: Any, move: Any, rule: Kernel | NimSum, total: int) -> bool:
    """Whether a move leads to a lost position; quick where the move changes one component."""
    change = rules.changed(position, move)
    if change is None or not isinstance(rule, NimSum):
        return lost(rules, rules.after(position, move), rule)
    before, after = (value(rules, part, rule) for part in change)
    return total == before ^ after


def _winning_in_parts(
    rules: Sum, position: Any, certificate: Parts, limit: int
) -> tuple[tuple[Any, ...], bool]:
    parts = list(zip(rules.summands, position, certificate.parts, strict=True))
    values = [worth(*part) for part in parts]
    found, every = list[Any](), True
    for number, (part, has) in enumerate(zip(parts, values, strict=True), 1):
        moves, complete = _reaching(*part, has ^ nim_sum(*values), limit)
        found += [((number, move),) for move in moves]
        every = every and complete
    return tuple(found), every


def _reaching(
    rules: Rules, position: Any, certificate: Any, target: int, limit: int
) -> tuple[list[Any], bool]:
    """Moves of one part after which it has the nimber `target`, and whether they are all."""
    if isinstance(certificate, NimSum) and certificate.answers and isinstance(rules, Heaps):
        # Heaps worth the target are laid beside: moves that win there reach it here.
        beside = _heaps_worth(rules, certificate, target)
        if beside is None:
            return [], False
        moves, every = winning(rules, position + beside, certificate, limit)
        return [move for move in moves if move[0] <= len(position)], every
    moves = tuple(islice(rules.moves(position), limit))
    known: dict[Any, int] = {}
    every = len(moves) < limit
    try:
        if isinstance(certificate, NimSum):
            reached = [value(rules, rules.after(position, m), certificate) for m in moves]
        elif isinstance(certificate, Searched):
            reached = [nimber(rules, rules.after(position, m), limit, known)[0] for m in moves]
        else:
            return [], not moves
    except TooLarge:
        return [], False
    return [m for m, has in zip(moves, reached, strict=True) if has == target], every


def _heaps_worth(rules: Heaps, rule: NimSum, target: int) -> tuple[int, ...] | None:
    found = {value(rules, (n,), rule): n for n in (*range(rules.least, 64), max(target, 1))}
    if target in found:
        return (found[target],) if target else ()
    bits = [1 << i for i in range(target.bit_length()) if target >> i & 1]
    return tuple(found[bit] for bit in bits) if all(bit in found for bit in bits) else None
