"""Why a position is won or lost: the certificate that was checked, with the position's numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nimatron.certificates.forms import Certificate, Kernel, NimSum, Opening, Parts, Table
from nimatron.certificates.strategy import value, winning, worth
from nimatron.drawing.overlays import overlay_of
from nimatron.errors import NimatronError, TooLarge
from nimatron.game import wrong_outcome
from nimatron.play.players import by_strategy
from nimatron.play.session import Session, sentence
from nimatron.rules.protocol import Rules
from nimatron.rules.sums import Sum, nimber
from nimatron.solve.choose import Question, answer
from nimatron.solve.limits import Limits
from nimatron.solve.tell import Told, tell
from nimatron.values import Convention, Outcome, nim_sum
from nimatron.web.address import Address
from nimatron.web.conditions import (
    MOST_ROWS,
    binary,
    formula_told,
    functions_told,
    is_long,
    kernel_told,
    plain,
)
from nimatron.web.game_page import erratum_told
from nimatron.web.markup import Content, Markup, joined, link, tag
from nimatron.web.worked import value_told

_SEARCHED = 40_000  # moves listed for the nimber of one part
_NODES = 160  # replies that are shown at once; deeper ones are a link
_DEPTH = 3
_WIDE = 40  # moves of one position that are shown


@dataclass(frozen=True)
class Reasons:
    """What the panel shows, what is drawn on the board, and whether it is all there is."""

    content: Content
    overlay: Sequence[Any] = ()
    enough: bool = True


def reasons_of(address: Address, session: Session, limits: Limits) -> Reasons:
    """Why the position is as it is."""
    told = tell(session.question, limits)
    outcome, certificate = told.answer.outcome, told.certificate
    content: list[Content] = [
        tag("p", tag("b", _who(session, outcome))),
        reason_told(address, session, told),
        _errata(session, outcome),
    ]
    if told.answer.status:
        content.append(tag("p", f"How sure: {told.answer.status}.", class_="status"))
    rules, position = session.rules, session.position
    overlay = [] if certificate is None else overlay_of(rules, position, certificate)
    return Reasons(content, overlay, _enough(told))


def reason_told(address: Address, session: Session, told: Told) -> list[Content]:
    """The statement, the sentences with this position's numbers, columns and tree."""
    rules, position, certificate = session.rules, session.position, told.certificate
    content: list[Content] = [tag("p", told.statement)] if told.statement else []
    if isinstance(certificate, Table) or _then(certificate) is not None:
        content.append(_first(certificate))
        content.append(_tree(address, session, told.answer, certificate))
    elif isinstance(certificate, Kernel):
        content += kernel_told(rules, position, certificate)
    elif (values := _values(rules, position, certificate)) is not None:
        lines = _without_columns(told.words)
        formula = certificate.value if isinstance(certificate, NimSum) else ""
        if len(values) == 1 and isinstance(certificate, NimSum):
            content += value_told(rules, position, certificate)
            content.append(told_lines(map(_of_one, lines[1:])))
        else:
            content.append(told_lines(_plainer(line, formula) for line in lines[:1]))
            content.append(_columns(rules, position, certificate, values))
            content.append(functions_told(formula) if formula else None)
            content.append(told_lines(lines[1:]))
        if isinstance(certificate, NimSum) and is_long(formula):
            title = "The value of a part, as a formula"
            content.append(formula_told(title, certificate, formula))
    else:
        content.append(told_lines(told.words))
        if certificate is None:
            content.append(_tree(address, session, told.answer, None))
    return [*content, words_used([told.statement, *told.words])]


def _enough(told: Told) -> bool:
    return told.certificate is not None or not told.words[-1:] or "within" not in told.words[-1]


def _who(session: Session, outcome: Outcome) -> str:
    seat = session.seat
    if session.ending == "no move":
        wins = session.convention is Convention.MISERE
        does = seat.does("wins", "win") if wins else seat.does("loses", "lose")
        rule = "in misère play who cannot move wins" if wins else "who cannot move loses"
        return f"The game is over: {does}, for {rule}."
    to_move = seat.does("is to move", "are to move")
    if outcome is Outcome.DRAW:
        return sentence(f"{to_move}, and with best play nobody wins: it is a draw.")
    if outcome is Outcome.N:
        return sentence(f"{to_move} and can win.")
    return sentence(f"{to_move}, and whatever the move, the other side can win.")


_WORDS = {"xor": "xor", "nimber": "a nimber"}


def words_used(lines: Iterable[str]) -> Content:
    """Where the words of the field that stand in these lines are explained."""
    text = " ".join(lines)
    used = [link(f"/help#{word}", f"What is {said}?")
            for word, said in _WORDS.items() if word in text]  # fmt: skip
    return tag("p", [[each, " "] for each in used], class_="words") if used else None


def told_lines(lines: Iterable[str]) -> list[Content]:
    """Sentences as paragraphs, and lines that begin with blanks as they stand."""
    content, table = list[Content](), list[str]()
    for line in [*lines, ""]:
        if line.startswith(" "):
            table.append(line.removeprefix("  "))
            continue
        if table:
            content.append(
                tag("pre", "\n".join(table), tabindex="0", role="region", aria_label="Lines")
            )
            table = []
        if line:
            content.append(tag("p", line))
    return content


_VALUE = "Each part has a value: "


def _plainer(line: str, formula: str) -> str:
    """A sentence without the letters of a formula, where that is easily said."""
    if not line.startswith(_VALUE):
        return line
    if formula == "n":
        return "Each part counts with its size."
    if is_long(formula):
        return "Each part has a value:"
    return f"{_VALUE}{plain(formula)}."


def _of_one(line: str) -> str:
    """The same sentence about a position that is one part, where nothing is to be added."""
    line = line.replace("makes the xor 0", "makes it 0")
    return line.replace("The xor is 0: every move changes it", "Every move makes it another number")


def _without_columns(lines: list[str]) -> list[str]:
    """The words without the first table of lines, which is shown as columns."""
    kept, past = list[str](), False
    for number, line in enumerate(lines):
        if line.startswith(" ") and not past:
            past = number + 1 < len(lines) and not lines[number + 1].startswith(" ")
            continue
        kept.append(line)
    return kept


# ---- values in binary columns


def _columns(rules: Rules, position: Any, certificate: Any, now: list[tuple[str, int]]) -> Content:
    """The values of the parts in binary, now and after a winning move."""
    total = nim_sum(*(v for _, v in now))
    tables = [binary("Now", now)]
    if total:
        moves, _ = winning(rules, position, certificate, 2000)
        if moves:
            after = rules.after(position, moves[0])
            then = _values(rules, after, certificate)
            said = rules.move_text(position, moves[0])
            if then is not None:
                tables.append(binary(f"After: {said}", then))
    return tag("div", tables, class_="columns")


def _values(rules: Rules, position: Any, certificate: Any) -> list[tuple[str, int]] | None:
    if isinstance(certificate, Parts) and isinstance(rules, Sum):
        names = rules.text(position).split(" + ")
        parts = zip(names, rules.summands, position, certificate.parts, strict=True)
        try:
            return [(name, _worth(part, at, how)) for name, part, at, how in parts]
        except TooLarge:
            return None
    if not isinstance(certificate, NimSum):
        return None
    pieces = rules.components(position)
    if len(pieces) > MOST_ROWS:
        return None
    return [(rules.text(piece), value(rules, piece, certificate)) for piece in pieces]


def _worth(rules: Rules, position: Any, certificate: Any) -> int:
    """The nimber of a part; one without a nim sum is searched, for it may have changed."""
    if isinstance(certificate, NimSum):
        return worth(rules, position, certificate)
    return nimber(rules, position, _SEARCHED)[0]


# ---- the tree that proves it


def _then(certificate: Certificate | None) -> Table | None:
    if isinstance(certificate, Opening) and isinstance(certificate.then, Table):
        return certificate.then
    return None


def _first(certificate: Any) -> Content:
    if isinstance(certificate, Opening):
        return tag("p", "First move: ", tag("b", certificate.move),
                   ". Then every answer is met:")  # fmt: skip
    return tag("p", "Whatever is played, the winner has an answer:")


def _tree(address: Address, session: Session, found: Any, certificate: Any) -> Content:
    """The moves of the loser with the winner's answers, a few levels deep."""
    rules, position = session.rules, session.position
    if session.over or found.outcome is Outcome.DRAW:
        return None
    if found.outcome is Outcome.N:
        made = by_strategy(found)
        if made is None:
            return None
        position = rules.after(position, rules.read_move(position, made))
        lead = None if isinstance(certificate, Opening) else tag("p", "First move: ",
                                                                 tag("b", made), ".")  # fmt: skip
    else:
        lead = None
    table = certificate if isinstance(certificate, Table) else _then(certificate)
    grown = _Tree(address, session, table)
    return [lead, grown.level(position, 0)]


class _Tree:
    """Replies from a table, or asked from the solver one by one."""

    def __init__(self, address: Address, session: Session, table: Table | None) -> None:
        self.address, self.session, self.table = address, session, table
        self.rules = session.rules
        self.left = _NODES
        self.asking = Limits(positions=20_000, seconds=0.5, moves=60_000)

    def level(self, lost: Any, depth: int) -> Content:
        """All moves of a lost position, each with its answer."""
        try:
            moves = list(islice(self.rules.moves(lost), _WIDE + 1))
            items = [self._one(lost, move, depth) for move in moves[:_WIDE] if self.left > 0]
        except TooLarge:
            return tag("p", "The rest is too large to show here.")
        if not moves:
            return tag("p", "No move is left.")
        more = len(moves) - len(items)
        rest = tag("li", self._elsewhere(lost, "all other moves")) if more > 0 else None
        return tag("ul", items, rest, class_="tree")

    def _one(self, lost: Any, move: Any, depth: int) -> Markup:
        self.left -= 1
        met = self.rules.after(lost, move)
        said = self.rules.move_text(lost, move)
        reply = self._reply(lost, said, met)
        if reply is None:
            return tag("li", f"{said}: then there is no move, and the game is over")
        after = self.rules.after(met, self.rules.read_move(met, reply))
        words = joined(f"{said}, then ", tag("b", reply))
        if not self._goes_on(after):
            return tag("li", words, ": won")
        if depth + 1 >= _DEPTH or self.left <= 0:
            return tag("li", words, ", then ", self._elsewhere(after, "go on from there"))
        return tag("li", tag("details", tag("summary", words), self.level(after, depth + 1)))

    def _goes_on(self, position: Any) -> bool:
        return next(iter(self.rules.moves(position)), None) is not None

    def _reply(self, lost: Any, said: str, met: Any) -> str | None:
        if self.table is not None:
            reply = self.table.replies.get(self.rules.text(lost), {}).get(said)
            if reply is not None:
                return reply or None
        if not self._goes_on(met):
            return None
        asked = Question(self.session.game, self.rules, met, self.session.convention)
        return answer(asked, self.asking).winning_move

    def _elsewhere(self, position: Any, words: str) -> Markup:
        from dataclasses import replace

        there = replace(
            self.address, start=self.rules.text(position), moves=(), you="both",
            resigned=False, show=("why",),
        )  # fmt: skip
        return link(there.href(), words)


# ---- what was printed wrongly


def _errata(session: Session, outcome: Outcome) -> Content:
    """The errors in print that concern this very position."""
    told = list[Content]()
    for erratum in session.game.errata:
        if erratum.convention != session.convention:
            continue
        if any(getattr(session.rules, k, None) != v for k, v in erratum.parameters.items()):
            continue
        same = erratum.counterexample == session.rules.text(session.position)
        if not same and erratum.wrong:
            try:
                same = wrong_outcome(erratum, session.rules, session.position) is not outcome
            except NimatronError:
                same = False
        if same:
            words = erratum_told(erratum, session.game.slug)
            told.append(
                tag("div", tag("h3", "A printed statement fails here"), words, class_="erratum")
            )
    return told
