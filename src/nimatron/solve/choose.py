"""Which method decides a position: a claim of the game, a sequence, or search; and the answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from nimatron.certificates.check import Checked, check
from nimatron.certificates.forms import Certificate, NimSum, Parts
from nimatron.certificates.strategy import winning, worth
from nimatron.errors import Refused, TooLarge
from nimatron.game import Claim, Game
from nimatron.rules.protocol import Rules
from nimatron.solve.answer import Answer
from nimatron.solve.by_sequence import BySequence, by_sequence
from nimatron.solve.limits import Limits
from nimatron.values import Convention, Outcome

if TYPE_CHECKING:
    from nimatron.solve.search import Found

_CHECK_MOVES = 3_000  # moves that the checker looks at for one answer
# How much may be spent on what a claim leaves open: a second or so, and the same on any machine.
_FILL_IN_SECONDS, _FILL_IN_MOVES, _FILL_IN_POSITIONS = 10.0, 60_000, 1_000_000
_FEW_MOVES = 3_000
_SHOWN = 8
_SHORT = 500  # characters of a position that is small enough for that


@dataclass(frozen=True)
class Question:
    """A position of a game under a convention."""

    game: Game
    rules: Rules
    position: Any
    convention: Convention = Convention.NORMAL

    def _repr_svg_(self) -> str:
        """A notebook shows the position."""
        from nimatron.drawing.shown import question_svg

        return question_svg(self)


@dataclass(frozen=True)
class Applied:
    """A claim that decides a position, its certificate, and what the checker saw."""

    claim: Claim
    certificate: Certificate
    checked: Checked

    @property
    def status(self) -> str:
        """Precisely how far the claim is proved, and was checked just now."""
        seen = self.checked.seen
        done = {
            "exhaustive": f"checked exhaustively from this position ({seen} positions)",
            "local": f"checked on each of the {seen} moves or cells that matter, which is enough",
            "here": "too large to check from this position to the end",
        }[self.checked.scope]
        return f"{done}; proved in {self.claim.proved}" if self.claim.proved else done


def answer(question: Question, limits: Limits, *, lengths: bool = False) -> Answer:
    """Decide the question by the best method, and say which and why."""
    applied = None if lengths else applicable(question)
    if applied is not None:
        return _by_claim(question, applied, limits)
    if question.convention is Convention.NORMAL and not lengths:
        found = by_sequence(question.rules, question.position, limits)
        if found is not None:
            return _by_sequence(question, found)
    return _by_search(question, limits, lengths=lengths)


def applicable(question: Question, limit: int = _CHECK_MOVES) -> Applied | None:
    """The first claim that decides the position and whose certificate the checker accepts."""
    for claim in question.game.claims:
        if claim.convention is not question.convention:
            continue
        certificate = claim(question.rules, question.position)
        if certificate is None:
            continue
        try:
            checked = check(question.rules, question.position, certificate, limit)
        except Refused:
            continue  # too large to follow, or false here: search has the word
        if checked.scope != "here" or claim.proved:
            return Applied(claim, certificate, checked)
    return None


def _by_claim(question: Question, applied: Applied, limits: Limits) -> Answer:
    rules, position = question.rules, question.position
    outcome, grundy, moves, every = applied.checked.outcome, None, (), True
    if outcome is Outcome.N:
        moves, every = winning(rules, position, applied.certificate, _FEW_MOVES)
    if question.convention is Convention.NORMAL and not rules.loopy:
        grundy = 0 if outcome is Outcome.P else None
        if isinstance(applied.certificate, (NimSum, Parts)):
            grundy = worth(rules, position, applied.certificate)
    unknown_value = grundy is None and question.convention is Convention.NORMAL
    if not every or (unknown_value and not rules.loopy):
        found = _filled_in(question, limits)
        if found is not None:
            grundy = found.grundy if grundy is None else grundy
            moves, every = (found.winning, True) if not every else (moves, True)
    return replace(
        _blank(question, outcome),
        method="claim",
        why=f"{applied.claim.statement} ({applied.status})",
        grundy=grundy,
        claim=applied.claim.name,
        status=applied.status,
        certificate=applied.certificate,
        **_told(question, moves, every=every),
    )


def _filled_in(question: Question, limits: Limits) -> Found | None:
    """A quick search for the nimber and all winning moves, where the position is small."""
    if len(question.rules.text(question.position)) > _SHORT:
        return None
    from nimatron.solve.search import search  # not needed where a claim tells all

    try:
        few = list(islice(question.rules.moves(question.position), _FEW_MOVES))
        if len(few) == _FEW_MOVES:
            return None
        seconds = min(limits.seconds, _FILL_IN_SECONDS)
        moves = min(limits.moves or _FILL_IN_MOVES, _FILL_IN_MOVES)
        positions = min(limits.positions, _FILL_IN_POSITIONS)
        spent = replace(limits, seconds=seconds, moves=moves, positions=positions)
        return search(question.rules, question.position, question.convention, spent)
    except TooLarge:
        return None


def _by_sequence(question: Question, found: BySequence) -> Answer:
    nimbers = "; ".join(f"{n} has {g}" for n, g in list(found.heaps.items())[:_SHOWN])
    more = f"; and {len(found.heaps) - _SHOWN} more" if len(found.heaps) > _SHOWN else ""
    return replace(
        _blank(question, Outcome.N if found.grundy else Outcome.P),
        method="sequence",
        why=f"the nimbers of the heaps come from their sequence ({nimbers}{more}),"
        f" and their xor is {found.grundy}",
        status="computed from the rules, or by a period that was proved",
        grundy=found.grundy,
        **_told(question, found.winning, every=found.every),
    )


def _by_search(question: Question, limits: Limits, *, lengths: bool) -> Answer:
    from nimatron.solve.search import search

    found = search(question.rules, question.position, question.convention, limits, lengths=lengths)
    many = f"{found.positions} position{'s' if found.positions != 1 else ''}"
    if found.loopy:
        why = f"every position that can be reached was solved backwards from the ends ({many})"
    elif question.convention is Convention.MISERE:
        why = f"search through {many}, counting who cannot move as the winner"
    else:
        why = f"search through {many}: the nimber is {found.grundy}"
    if found.by:
        why = _board_why(found)
    elif found.compiled:
        why += " (compiled rules)"
    if found.note:
        why += f" (in plain Python, as the rules for the compiler were not used: {found.note})"
    return replace(
        _blank(question, found.outcome),
        method="search",
        why=why,
        status="found by search",
        grundy=found.grundy,
        remoteness=found.remoteness,
        drawing_moves=tuple(question.rules.move_text(question.position, m) for m in found.holding),
        **_told(question, found.winning, every=True),
    )


def _board_why(found: Found) -> str:
    """What a search that is not through whole positions did."""
    told = f": the nimber is {found.grundy}" if found.grundy is not None else ""
    if found.by == "components":
        why = f"search by components, {found.positions} of them looked into{told}"
    elif found.by == "rows":
        why = f"all {found.positions} smaller positions were decided in one sweep"
    else:
        why = f"all {found.positions} sets of used cells were decided in one sweep{told}"
    return f"{why} (found earlier, and saved)" if found.saved else why


def _blank(question: Question, outcome: Outcome) -> Answer:
    rules, position = question.rules, question.position
    return Answer(
        game=question.game.slug,
        position=rules.text(position),
        convention=question.convention,
        outcome=outcome,
        method="",
        why="",
        parameters=tuple((name, getattr(rules, name)) for name in question.game.parameters()),
        rules=rules,
        at=position,
    )


def _told(question: Question, moves: tuple[Any, ...], *, every: bool) -> dict[str, Any]:
    said = tuple(question.rules.move_text(question.position, move) for move in moves)
    return {
        "winning_moves": said if every else None,
        "winning_move": said[0] if said else None,
    }
