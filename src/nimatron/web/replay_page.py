"""A game that was saved, move by move."""

from __future__ import annotations

from dataclasses import replace

from nimatron.drawing.svg import svg
from nimatron.errors import UsageError
from nimatron.play import transcript as transcripts
from nimatron.play.session import Session
from nimatron.web.address import Address, address_of
from nimatron.web.frame import page
from nimatron.web.markup import Content, Markup, joined, link, listed, tag
from nimatron.web.pages import Asked
from nimatron.web.play_page import board, marks_of_last
from nimatron.web.reply import Reply


def replay(asked: Asked) -> Reply:
    """The position of a saved game after so many moves. The server adds the transcript."""
    given = dict(asked.query)
    session = transcripts.read(given.get("t", ""))
    number, said = given.get("number", "0"), given.get("at", "0")
    if not (said.isascii() and said.isdigit() and len(said) < 7):
        raise UsageError("a number of moves", said)
    at = int(said)
    there, address = session.at(at), address_of(session)
    name = given.get("name", "") or f"Game {number}"
    made = session.made[at - 1] if at else None
    words = "The start." if made is None else f"After move {at}: {made.text}."
    if at == len(session.made) and session.over:
        words += f" {session.told[:1].upper()}{session.told[1:]}"
    return page(
        f"{name}, move {at}",
        tag("h1", name),
        tag("p", link(f"/game/{session.game.slug}", session.game.name), " ",
            session.rules.text(session.start)[:80], class_="settings"),
        tag("p", words, class_="status-line", role="status"),
        _figure(there),
        _steps(number, at, len(session.made)),
        _ways(address, there, at, session),
        tag("h2", "All moves"),
        listed(_moves(session, number, at), "ol", class_="history"),
        here="/saved",
    )  # fmt: skip


def _figure(there: Session) -> Markup:
    title = f"{there.game.name}, {there.rules.text(there.position)[:200]}"
    picture = there.rules.picture(there.position)
    drawn = svg(picture, title, overlay=marks_of_last(there), inline=True)
    return board(drawn)


def _steps(number: str, at: int, last: int) -> Markup:
    def step(words: str, to: int) -> Content:
        if to == at or not 0 <= to <= last:
            return tag("span", words, class_="off")
        return link(f"/saved/{number}?at={to}#board", words)

    steps = [step("First", 0), step("Back", at - 1), step("Next", at + 1), step("Last", last)]
    return tag("nav", listed(steps), class_="ways", aria_label="Moves of the game")


def _ways(address: Address, there: Session, at: int, session: Session) -> Markup:
    ways = [link(replace(address.back_to(at), you="both").href(), "Play on from here, two people")]
    if address.you != "both":
        ways.insert(0, link(address.back_to(at).href(), "Play on from here"))
    if session.over:
        ways.append(link(address.showing("review").href(), "Where was it lost?"))
    return listed(ways, class_="ways")


def _moves(session: Session, number: str, at: int) -> list[Content]:
    return [
        joined(
            f"{session.seats[(n - 1) % 2].name}: ",
            link(f"/saved/{number}?at={n}#board", made.text,
                 aria_current="step" if n == at else None),
        )
        for n, made in enumerate(session.made, 1)
    ]  # fmt: skip
