"""What a certificate says to do: which positions are lost, what to answer, what to play."""

from __future__ import annotations

from itertools import islice
from typing import Any

from nimatron.certificates.forms import Kernel, Mirror, NimSum, Opening, Pairing, Table
from nimatron.errors import Refused
from nimatron.rules.protocol import Rules
from nimatron.values import nim_sum


def lost(rules: Rules, position: Any, rule: Kernel | NimSum) -> bool:
    """Whether a kernel or nim sum says that the position is lost for who moves."""
    if isinstance(rule, NimSum):
        return value(rules, position, rule) == 0
    return bool(rule.told(rule.losing, rules.variables(position)))


def value(rules: Rules, position: Any, rule: NimSum) -> int:
    """The value of a position: the xor of those of its components."""
    parts = rules.components(position)
    return nim_sum(*(int(rule.told(rule.value, rules.variables(part))) for part in parts))


def number(rules: Rules, position: Any, rule: Kernel | NimSum) -> int:
    """The number that falls with each reply, in loopy games."""
    return int(rule.told(rule.falls, rules.variables(position)))


def reply(rules: Rules, certificate: Any, at: Any, move: Any, met: Any) -> Any:
    """The answer to a move that was made in the lost position `at` and led to `met`."""
    if isinstance(certificate, Mirror):
        return rules.image(move, certificate.symmetry)
    if isinstance(certificate, Pairing):
        return certificate.pairs.partners().get(move)
    assert isinstance(certificate, Table)
    said = certificate.replies.get(rules.text(at), {}).get(rules.move_text(at, move))
    if not said:
        raise Refused(f"no reply to {rules.move_text(at, move)} in {rules.text(at)}")
    return rules.read_move(met, said)


def winning(
    rules: Rules, position: Any, certificate: Any, limit: int
) -> tuple[tuple[Any, ...], bool]:
    """Winning moves in a position that the certificate shows won, and whether they are all."""
    if isinstance(certificate, Opening):
        return (rules.read_move(position, certificate.move),), False
    if not isinstance(certificate, (Kernel, NimSum)):
        return (), False
    if certificate.answers:
        given = certificate.told(certificate.answers, rules.variables(position))
        moves, every = [m for m in given if rules.legal(position, m)], certificate.every
    else:
        moves = list(islice(rules.moves(position), limit))
        every = len(moves) < limit
    good = (m for m in moves if lost(rules, rules.after(position, m), certificate))
    return tuple(dict.fromkeys(good)), every
