"""The page of a game: its rules, a form to begin, and all that is known."""

from __future__ import annotations

import re
from itertools import islice
from math import prod
from typing import Any

from nimatron.drawing.svg import svg
from nimatron.errors import NimatronError, UsageError
from nimatron.game import Claim, Erratum, Game
from nimatron.games import games
from nimatron.play.levels import LEVELS
from nimatron.play.session import begin
from nimatron.play.transcript import parameter_text
from nimatron.rules.protocol import Rules
from nimatron.sequences.named import CODES
from nimatron.web.address import SEATS, Address, read
from nimatron.web.frame import page
from nimatron.web.looks import has_graph, has_table
from nimatron.web.markup import Content, Markup, choice, field, joined, link, listed, prose, tag
from nimatron.web.pages import Asked
from nimatron.web.reply import Reply, elsewhere

_OTHERS = 7
_NUMBER = re.compile("[0-9]{1,9}")
_BOARD = re.compile("[0-9]+(x[0-9]+)+", re.ASCII)
CONVENTIONS = (
    ("normal", "normal: who cannot move loses"),
    ("misere", "misère: who cannot move wins"),
)


def game(asked: Asked) -> Reply:
    """All about one game."""
    found = games[asked.slug]
    if found.slug != asked.slug:
        return elsewhere(f"/game/{found.slug}")
    address = read(found.slug, asked.query)
    rules, position = found.prototype, found.prototype.start()
    picture = svg(rules.picture(position), f"{found.name}, {rules.text(position)}", inline=True)
    return page(
        found.name,
        tag("h1", found.name),
        tag("p", prose(found.story), class_="lead"),
        tag("div",
            tag("div",
                tag("figure", Markup(picture), _usual_start(found),
                    class_="board start"),
                tag("h2", "Or set it up"), start_form(found, address), _sizes(found)),
            tag("div", _sections(found)),
            class_="about"),
    )  # fmt: skip


def _usual_start(found: Game) -> Markup:
    """Below the picture: to play at once, without setting anything up."""
    at_once = link(f"/play/{found.slug}", "Play from here", class_="strong")
    return tag("figcaption", "The usual start", tag("p", at_once, class_="ways"))


def start_form(found: Game, address: Address) -> Markup:
    """Where a game is set up: position, parameters, convention, who begins, level."""
    rules = found.prototype
    usual = rules.text(rules.start())
    parameters = [
        field(f"p.{name}", f"Parameter {name}", address.parameters.get(name, ""),
              placeholder=_usual(rules, name), autocomplete="off")
        for name in found.parameters()
    ]  # fmt: skip
    levels = [(name, f"{name}: {said}") for name, said in LEVELS.items()]
    return tag(
        "form",
        field("from", "Position", address.start, placeholder=usual, autocomplete="off",
              aria_describedby="notation"),
        tag("p", prose(f"Written as {rules.notation}; for example {usual}. Empty means {usual}."),
            id="notation", class_="hint"),
        parameters,
        choice("rule", "Convention", CONVENTIONS, str(address.convention)),
        choice("you", "Who plays", SEATS.items(), address.you),
        choice("level", "Level of the computer", levels, address.level),
        tag("button", "Play", type="submit", class_="main"),
        action=f"/play/{found.slug}", method="get", class_="setup",
    )  # fmt: skip


def _usual(rules: Rules, name: str) -> str:
    """The usual value of a parameter as one would type it; nothing where there is no such text."""
    try:
        return parameter_text(rules, name)
    except UsageError:
        return ""


def _sizes(found: Game) -> Markup | None:
    """Other positions to begin with, small ones first."""
    usual = found.prototype.start()
    texts = dict.fromkeys(
        fact.position for fact in found.facts if not fact.parameters and fact.convention == "normal"
    )
    try:
        for rules, position in islice(found.small(), 400):
            if rules.fields() == found.prototype.fields() or rules.sizes:
                texts[rules.text(position)] = None
    except NimatronError:
        return None
    start = found.prototype.text(usual)
    chosen = [t for t in texts if t not in (start, "") and len(t) <= 24 and "0" not in t[:1]]
    chosen = sorted((t for t in chosen if 2 < _size(t) <= 3 * max(_size(start), 8)), key=_size)
    step = max(1, -(-len(chosen) // _OTHERS))
    chosen = chosen[step - 1 :: step]
    links = [link(Address(found.slug, start=text).href(), text) for text in chosen]
    return tag("p", "Or begin with: ", _spaced(links), ".", class_="others") if links else None


def _size(text: str) -> int:
    """How large a position is, as far as its text tells: the cells of a board, or all numbers."""
    numbers = [int(number) for number in _NUMBER.findall(text)]
    return prod(numbers) if _BOARD.fullmatch(text) else sum(numbers) or len(text)


def _spaced(links: list[Markup]) -> list[Content]:
    said = list[Content]()
    for number, each in enumerate(links):
        said += ["  ·  ", each] if number else [each]
    return said


def _sections(found: Game) -> list[Content]:
    sections = list[Content]()
    if found.claims:
        sections += [
            tag("h2", "What is true of it"),
            listed([_claim(claim) for claim in found.claims], class_="claims"),
        ]
    if found.errata:
        sections += [
            tag("h2", "Errors found in print"),
            listed([erratum_told(erratum, found.slug) for erratum in found.errata]),
        ]
    more = list[Content]()
    start = begin(found.slug)
    if has_graph(start):
        more.append(link(f"/play/{found.slug}?show=graph", "The game graph of the usual start"))
    if has_table(start):
        more.append(link(f"/play/{found.slug}?show=table", "A table of who wins"))
    if found.slug in CODES or found.slug in ("subtraction", "grundy", "bachet"):
        code = {"grundy": "grundy", "subtraction": "subtract:1,2,3", "bachet": "subtract:1,2,3"}
        key = code.get(found.slug, CODES.get(found.slug, ""))
        more.append(link(f"/sequence?code={key}", "Its sequence of nimbers"))
    if more:
        sections += [tag("h2", "To look at"), listed(more)]
    if found.sources:
        sections += [tag("h2", "Sources"), listed(found.sources)]
    return sections


def _claim(claim: Claim) -> Markup:
    convention = " (misère play)" if claim.convention == "misere" else ""
    status = f"Proved in {claim.proved}." if claim.proved else "Checked on small sizes only."
    return joined(
        tag("p", claim.statement, convention),
        tag("p", status, class_="status"),
    )


def erratum_told(erratum: Erratum, slug: str) -> Markup:
    """An error in print, with a link to the smallest position that shows it."""
    return joined(
        tag("p", f"In {erratum.where}: “{erratum.said}”. That is wrong: {erratum.truth}."),
        tag("p", "Smallest counterexample: ", _example(erratum, slug), class_="status"),
    )


def _example(erratum: Erratum, slug: str) -> Content:
    try:
        given = _typed(games[slug], erratum)
        address = read(slug, [("from", erratum.counterexample), ("rule", erratum.convention),
                              ("show", "why"), *given])  # fmt: skip
        address.session()
    except UsageError:
        return erratum.counterexample
    return link(address.href(), erratum.counterexample)


def _typed(found: Game, erratum: Erratum) -> list[tuple[str, str]]:
    given: dict[str, Any] = dict(erratum.parameters)
    rules = found.with_parameters(given)
    return [(f"p.{name}", parameter_text(rules, name)) for name in given]
