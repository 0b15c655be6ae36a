"""What can be shown beside a board: hints, values of moves, reasons, a look back, graph, table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nimatron.drawing.links import Tone
from nimatron.errors import TooLarge
from nimatron.play.hints import Verdict, hint, verdicts
from nimatron.play.review import review
from nimatron.play.session import YOU, Session, sentence
from nimatron.web.address import Address
from nimatron.web.markup import Content, Markup, joined, link, listed, tag
from nimatron.web.pages import Asked, Harder
from nimatron.web.reasons import Reasons, reason_told, reasons_of, told_lines

SIGNS = {"wins": "✓", "loses": "✗", "draws": "=", "?": "?"}
TONES: dict[str, Tone] = {"wins": "winning", "loses": "losing", "draws": "drawing", "?": ""}
_HINTS = ("hint1", "hint2", "hint3")


@dataclass
class Panels:
    """The panels of a page, and what they draw on the board."""

    content: list[Content] = field(default_factory=list)
    tones: dict[str, Tone] = field(default_factory=dict)
    """The tone of a move's link, by its text."""
    overlay: Sequence[Any] = ()
    too_large: bool = False


def panels_of(address: Address, session: Session, asked: Asked) -> Panels:
    """Everything that the address asks to be shown."""
    panels = Panels()
    makers: dict[str, Callable[[], Content]] = {
        "verdicts": lambda: _verdicts(address, session, asked, panels),
        "why": lambda: _why(address, session, asked, panels),
        "review": lambda: _review(address, session, asked),
        "graph": lambda: _graph(session, asked),
        "table": lambda: _table(session, asked),
    }
    rungs = [name for name in _HINTS if name in address.show]
    if rungs and not session.over:
        makers[rungs[-1]] = lambda: _hint(session, int(rungs[-1][-1]), asked, panels)
    for name, make in makers.items():
        if name not in address.show:
            continue
        try:
            content = make()
        except TooLarge as e:
            content = _too_large(asked, panels, e)
        titles = {"verdicts": "Value of every move", "why": "Why?", "graph": "Game graph",
                  "review": "Where the game was lost", "table": "Table"}  # fmt: skip
        panels.content.append(
            tag("section", tag("h2", titles.get(name, "Hint")), content, id=name,
                class_=f"panel {name}", tabindex="-1")
        )  # fmt: skip
    return panels


def _too_large(asked: Asked, panels: Panels, error: TooLarge) -> Content:
    if not asked.last:
        raise Harder from error
    panels.too_large = True
    words = str(error).partition("; try")[0]
    return tag("p", "Too large for this page: ", words, ". Try a smaller position.",
               class_="problem")  # fmt: skip


def _hint(session: Session, rung: int, asked: Asked, panels: Panels) -> Content:
    found = hint(session, rung, asked.limits)
    if len(found.lines) == 1 and "too large" in found.lines[0]:
        return _too_large(asked, panels, TooLarge(found.lines[0].rstrip(".")))
    if found.move is not None and rung == 3:
        panels.tones[found.move] = "last"
    return [tag("p", line) for line in found.lines]


def _verdicts(address: Address, session: Session, asked: Asked, panels: Panels) -> Content:
    if session.over:
        return tag("p", "The game is over: there is no move.")
    told, complete = verdicts(
        session.game, session.rules, session.position, session.convention, asked.limits, most=400
    )
    unknown = [each for each in told if each.outcome is None]
    if unknown and not asked.last:
        raise Harder
    if len(unknown) == len(told):
        raise TooLarge("no move of this position could be judged within the time of this page")
    for each in told:
        panels.tones[each.move] = TONES[each.word]
    # A column that would be empty is left out.
    nimbers = any(each.grundy is not None for each in told)
    lengths = any(each.remoteness is not None for each in told)
    names = ["Move", "Value", *["Nimber"] * nimbers, *["Moves left"] * lengths]
    head = tag("tr", *(tag("th", name, scope="col") for name in names))
    rows = [_row(address, each, nimbers, lengths) for each in told]
    more = None if complete else tag("p", "These are not all moves.")
    return [
        tag("p", _summary(session, told), class_="summary"),
        tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll",
            tabindex="0", role="region", aria_label="Value of every move"),
        more,
    ]  # fmt: skip


def _row(address: Address, each: Verdict, nimbers: bool, lengths: bool) -> Markup:
    tone = TONES[each.word]
    words = "not known" if each.word == "?" else each.word
    return tag(
        "tr",
        tag("td", link(address.moved(each.move).href() + "#board", each.move)),
        tag("td", tag("b", f"{SIGNS[each.word]} {words}", class_=tone or None), class_="value"),
        tag("td", each.grundy) if nimbers else None,
        tag("td", each.remoteness) if lengths else None,
    )


def _summary(session: Session, told: list[Verdict]) -> str:
    seat = session.seat
    lengths = [v.remoteness for v in told if v.word == "wins" and v.remoteness is not None]
    if lengths:
        return sentence(f"{seat.name} should win in {_both(min(lengths) + 1)}.")
    if any(each.word == "wins" for each in told):
        return sentence(f"{seat.name} can win.")
    if any(each.word in ("draws", "?") for each in told):
        return "No winning move is known."
    lost = f"{seat.does('loses', 'lose')} against best play, whatever the move"
    longest = [each.remoteness for each in told if each.remoteness is not None]
    if longest:
        return sentence(f"{lost}; the longest resistance takes {_both(max(longest) + 1)}.")
    return sentence(f"{lost}.")


def _both(moves: int) -> str:
    return "one move" if moves == 1 else f"{moves} moves, those of both counted"


def _why(address: Address, session: Session, asked: Asked, panels: Panels) -> Content:
    found: Reasons = reasons_of(address, session, asked.limits)
    if not found.enough and not asked.last:
        raise Harder
    panels.overlay = found.overlay
    return found.content


def _review(address: Address, session: Session, asked: Asked) -> Content:
    found = review(session, asked.limits)
    if any("too large" in line for line in found.lines) and not asked.last:
        raise Harder
    if found.decisive is None:
        why = [] if found.told is None else reason_told(address, session.at(0), found.told)
        return [told_lines(found.verdict), why, _turned(address, session)]
    number = found.decisive.number
    before = address.back_to(number - 1)
    again = before if address.you == "both" or found.decisive.player == _person(address) else None
    ways = [link(_shared(before).showing("why").href(), "That position, and why it was won")]
    if again is not None:
        ways.insert(0, link(again.href() + "#board", "Play again from there"))
    others = [
        joined(link(_shared(address.back_to(each.number)).href(), f"move {each.number}"),
               f", {each.text}, gave away a {each.gave}")
        for each in found.mistakes if each != found.decisive
    ]  # fmt: skip
    return [
        told_lines(found.verdict),
        None if found.told is None else reason_told(address, session.at(number - 1), found.told),
        listed(ways, class_="ways"),
        [tag("h3", "Other mistakes"), listed(others)] if others else None,
    ]


def _turned(address: Address, session: Session) -> Content:
    """For who lost a game that was lost from its start: the same game from the other side."""
    if address.you == "both" or session.winner is None:
        return None
    if session.seats[session.winner].name == YOU or session.ending == "gave up":
        return None
    other = "second" if address.you == "first" else "first"
    again = replace(address, you=other, moves=(), show=())
    who = "let the computer begin" if other == "second" else "begin yourself"
    start = _shared(address.back_to(0)).showing("why").href()
    ways = [
        link(again.href() + "#board", f"Play it again, and {who}"),
        link(start, "The start, and why it was lost"),
    ]
    return listed(ways, class_="ways")


def _person(address: Address) -> int:
    return 0 if address.you == "first" else 1


def _shared(address: Address) -> Address:
    return replace(address, you="both")


def _graph(session: Session, asked: Asked) -> Content:
    from nimatron.web.looks import graph_of

    return graph_of(session, patient=asked.last)


def _table(session: Session, asked: Asked) -> Content:
    from nimatron.web.looks import table_of

    return table_of(session, asked.limits, patient=asked.last)
