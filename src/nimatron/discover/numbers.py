"""Kernels and values: formulas for positions that are made of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nimatron.certificates.check import check
from nimatron.certificates.forms import Kernel, NimSum
from nimatron.discover.argue import proof
from nimatron.discover.fit import Fitted, fit_losses, fit_values, split
from nimatron.discover.found import HOLDS, PROVED, Discovery, rule_claim, stated, told
from nimatron.discover.reading import read_numbers
from nimatron.discover.truth import Progress, Solved, Truth, accepted, positions, solved
from nimatron.errors import NimatronError, Refused
from nimatron.rules.heaps import Heaps, Taking
from nimatron.rules.protocol import Rules
from nimatron.values import Convention

_MOST = 2500  # positions that are solved
_SECONDS = 5.0
_LINE = 700  # single numbers that are solved beyond
_LINE_SECONDS = 3.0
_PARTS_SECONDS = 10.0
_FEW = 30  # parts that are too few to fit anything to them
_FOLLOWED = 60  # positions that are followed for one move, and moves of each
_CHECKED = 3  # the largest positions, on which the checker may look further
_CHECK_MOVES, _CHECK_FEW = 10_000, 2000
_BAD = (NimatronError, TypeError, ValueError, LookupError, AttributeError)


@dataclass
class Looked:
    """What was looked at on the way."""

    found: list[Discovery]
    dropped: list[str]
    solved: int = 0


def formulas(
    rules: Rules, truth: Truth, sizes: tuple[int, int] | None, progress: Progress
) -> Looked:
    """Formulas for the nimber, or else for the lost positions, of all small positions."""
    looked = Looked([], [])
    if len({id(board) for _, board, _ in islice(positions(rules), 12)}) > 1:
        return looked  # boards of many sizes: a formula for one says nothing of the others
    listed = positions(rules)
    largest = sizes[1] if sizes else None
    sample = solved(truth, listed, most=_MOST, seconds=_SECONDS, progress=progress, largest=largest)
    looked.solved = len(sample)
    if len(sample) < 8 or len({id(one.rules) for one in sample}) > 1:
        return looked
    fit, test = _split(sample, sizes)
    progress("looking for values")
    apart = _components(truth, sample)
    if apart is not None and len(apart) >= _FEW:
        looked.solved += len(apart)
        apart_fit, apart_test = _split(apart, sizes)
        _take(looked, rules, "value", fit_values, apart_fit, apart_test, sample, apart=True)
    elif all(one.nimber is not None for one in sample):
        _take(looked, rules, "value", fit_values, fit, test, sample, apart=False)
    if not looked.found:
        progress("looking for lost positions")
        _take(looked, rules, "kernel", fit_losses, fit, test, sample, apart=False, truth=truth)
    if not any(one.status == PROVED for one in looked.found):
        _lone(looked, rules, truth, sizes, sample, progress)
    looked.found.sort(key=lambda one: one.status != PROVED)
    return looked


def _lone(
    looked: Looked,
    rules: Rules,
    truth: Truth,
    sizes: tuple[int, int] | None,
    sample: Sequence[Solved],
    progress: Progress,
) -> None:
    """Lost positions among those of one number, where one number stays one. Where the values are
    known already, only what can be proved is worth saying besides."""
    if isinstance(rules, Taking):
        progress("looking for lost single numbers")
        line = solved(truth, _line(rules), most=_LINE, seconds=_LINE_SECONDS, progress=progress)
        looked.solved += len(line)
    else:
        line = [one for one in sample if type(one.position) is int]
    if len(line) >= 8:
        fit, test = _split(line, sizes)
        known = bool(looked.found)
        _take(
            looked, rules, "kernel", fit_losses, fit, test, line,
            apart=False, truth=truth, sure=known,
        )  # fmt: skip


def _split(
    sample: Sequence[Solved], sizes: tuple[int, int] | None
) -> tuple[list[Solved], list[Solved]]:
    if sizes is None:
        return split(sample)
    fit = [one for one in sample if one.size <= sizes[0]]
    return fit, [one for one in sample if sizes[0] < one.size <= sizes[1]]


def _components(truth: Truth, sample: Sequence[Solved]) -> list[Solved] | None:
    """The parts into which positions fall, each once, and single heaps beyond; None if positions
    do not fall apart."""
    if truth.convention is Convention.MISERE or any(one.nimber is None for one in sample):
        return None
    found: dict[Any, Solved] = {}
    split_at_all = False
    truth.begin(_PARTS_SECONDS)
    for one in _reached(sample):
        parts = list(one.rules.components(one.position))
        split_at_all = split_at_all or parts != [one.position]
        for part in parts:
            if part not in found:
                names = one.rules.variables(part)
                value = truth.nimber(one.rules, part)
                lost = value == 0
                found[part] = Solved(one.size, one.rules, part, lost, value, names)
    if not split_at_all or not found:
        return None
    rules = sample[0].rules
    for one in solved(
        truth, _line(rules), most=_LINE, seconds=_LINE_SECONDS, progress=lambda said: None
    ):
        if list(rules.components(one.position)) == [one.position]:
            found.setdefault(one.position, one)
    return sorted(found.values(), key=lambda one: one.size)


def _reached(sample: Sequence[Solved]) -> Iterator[Solved]:
    """The positions, and for some of them what a move leads to."""
    yield from sample
    for one in sample[:: max(1, len(sample) // _FOLLOWED)]:
        for move in islice(one.rules.moves(one.position), _FOLLOWED):
            after = one.rules.after(one.position, move)
            yield Solved(one.size, one.rules, after, False)


def _line(rules: Rules) -> Iterator[tuple[int, Rules, Any]]:
    """Positions that are told by one number."""
    for n in range(1, _LINE + 1):
        try:
            position = rules.accept(n)
        except _BAD:
            return
        if not accepted(rules, position):
            return
        yield n, rules, position


def _take(
    looked: Looked,
    rules: Rules,
    kind: str,
    search: Any,
    fit: list[Solved],
    test: list[Solved],
    sample: Sequence[Solved],
    *,
    apart: bool,
    truth: Truth | None = None,
    sure: bool = False,
) -> None:
    """The first formula that holds (with `sure`, that is proved), and a note on each that failed
    before it."""
    for fitted in search(read_numbers([*fit, *test]), fit, test):
        if fitted.failed is not None:
            looked.dropped.append(_failure(kind, fitted))
            continue
        made = _discovery(rules, kind, fitted, sample, apart=apart, truth=truth)
        if made is not None and (made.status == PROVED or not sure):
            looked.found.append(made)
            return


def _failure(kind: str, fitted: Fitted) -> str:
    said = "the value is" if kind == "value" else "a position is lost just if"
    failed = fitted.failed
    assert failed is not None
    return (
        f"{said} {fitted.guess.text}: fits the small sizes, fails at"
        f" {failed.rules.text(failed.position)} (after {fitted.tested} more that agreed)"
    )


def _discovery(
    rules: Rules,
    kind: str,
    fitted: Fitted,
    sample: Sequence[Solved],
    *,
    apart: bool,
    truth: Truth | None,
) -> Discovery | None:
    guess, constants = fitted.guess, dict(fitted.guess.constants)
    if kind == "value":
        certificate: Kernel | NimSum = NimSum(guess.text, constants=constants)
        what = "part" if apart else "position"
        add = (
            " Parts add by xor; a position is lost just if the xor is 0."
            if apart
            else (" It is lost just if that is 0.")
        )
        statement = f"The nimber of a {what} is {guess.words}.{add}"
    else:
        convention = truth.convention if truth else Convention.NORMAL
        certificate = Kernel(guess.text, constants=constants, convention=convention)
        single = isinstance(rules, Heaps) and "n" in re.findall(r"\w+", guess.text)
        what = "a single heap" if single else "a position"
        if convention is Convention.MISERE:
            what = f"if who cannot move wins, {what}"
        statement = f"{what[0].upper()}{what[1:]} is lost just if {guess.words}."
    if not _accepted_by_checker(rules, certificate, sample):
        return None
    proved = proof(rules, certificate)
    reach = proved or told(fitted)
    return Discovery(
        kind,
        rule_claim(kind, certificate, stated(statement, proved), proved, rules),
        PROVED if proved else HOLDS,
        reach,
        certificate,
    )


def _accepted_by_checker(rules: Rules, certificate: Any, sample: Sequence[Solved]) -> bool:
    """Whether the checker, which knows nothing of how it was found, accepts the certificate."""
    some = ((one, _CHECK_FEW) for one in sample[:: max(1, len(sample) // 40)])
    for one, most in (*some, *((one, _CHECK_MOVES) for one in sample[-_CHECKED:])):
        try:
            shown = check(one.rules, one.position, certificate, most)
        except Refused:
            return False
        if (shown.outcome == "P") != one.lost:
            return False
    return True
