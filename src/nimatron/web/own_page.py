"""A game of one's own: a take-and-break code or a subtraction set, at once playable."""

from __future__ import annotations

from nimatron.errors import UsageError
from nimatron.games import games
from nimatron.rules.codes import read_code
from nimatron.sequences import period
from nimatron.sequences.named import heap_game
from nimatron.sequences.plain import plain_values
from nimatron.web.address import Address
from nimatron.web.frame import page
from nimatron.web.markup import Content, Markup, field, link, listed, prose, tag
from nimatron.web.pages import Asked
from nimatron.web.reply import Reply

_HEAPS = 40
_EXAMPLES = (
    ("code", "0.77", "Kayles: take one or two neighbours, which may split the row"),
    ("code", "0.137", "Dawson's chess"),
    ("code", "4.007", "split a heap, or take three"),
    ("take", "1,3,4", "take 1, 3 or 4"),
    ("take", "2,5,7", "take 2, 5 or 7"),
)


def own(asked: Asked) -> Reply:
    """The form, and the game that was typed in."""
    given = {name: value.strip() for name, value in asked.query}
    code, take = given.get("code", ""), given.get("take", "")
    made: Content = None
    problem: Content = None
    status = 200
    try:
        if code and take:
            raise UsageError("either a code or a subtraction set, not both")
        if code:
            made = _with_code(code)
        elif take:
            made = _with_set(take)
    except UsageError as e:
        problem, status = tag("p", f"This page {e}.", class_="problem", role="alert"), e.http_status
    examples = [
        [link(f"/own?{kind}={text}", text), f": {words}"] for kind, text, words in _EXAMPLES
    ]
    form = tag(
        "form",
        field("code", "A take-and-break code", code, placeholder="0.77", autocomplete="off"),
        tag("p", "or", class_="or"),
        field("take", "What may be taken from a heap", take, placeholder="1,3,4",
              autocomplete="off"),
        tag("button", "Make this game", type="submit", class_="main"),
        action="/own", method="get", class_="setup",
    )  # fmt: skip
    return page(
        "Your own game",
        tag("h1", "Your own game"),
        tag("p", "Invent rules for heaps of counters and play them at once against a computer that"
            " works out the theory of your game while you wait.", class_="lead"),
        problem,
        form,
        made,
        _explained(),
        tag("h2", "Examples"),
        listed(examples),
        here="/own",
        status=status,
    )  # fmt: skip


def _with_code(code: str) -> Markup:
    read = str(read_code(code))
    game = games["octal"]
    rules, _ = game.read("7", {"code": read})
    starts = [
        link(Address("octal", start, given=(("code", read),)).href(), start)
        for start in ("7", "12", "5,6", "3,5,8")
    ]
    return _shown(f"The game {read}", game.story, starts, read, rules)


def _with_set(take: str) -> Markup:
    key = heap_game(f"subtract:{take}").key
    said = key.partition(":")[2]
    game = games["subtraction"]
    rules, _ = game.read("21", {"take": said})
    starts = [
        link(Address("subtraction", start, given=(("take", said),)).href(), start)
        for start in ("21", "30", "7,12", "5,8,13")
    ]
    return _shown(f"Take {said}", game.story, starts, key, rules)


def _shown(title: str, story: str, starts: list[Markup], key: str, rules: object) -> Markup:
    values = plain_values(heap_game(key), _HEAPS)
    found = period(key, 1000)
    words = {
        "proved": f"The sequence repeats: period {found.period} from {found.preperiod} on, proved.",
        "observed": f"A period of {found.period} was seen, but is not proved.",
        "none": f"No period shows among the heaps below {found.checked_to}.",
    }[found.status]
    return tag(
        "section",
        tag("h2", title),
        tag("p", prose(story)),
        tag("p", "Play from: ", [[start, "  "] for start in starts], class_="others"),
        tag("p", "Nimbers of the heaps 0, 1, 2, …: ", ", ".join(map(str, values)), ", …"),
        tag("p", words, " ", link(f"/sequence?code={key}", "See the sequence")),
        class_="panel made",
    )


def _explained() -> Markup:
    return tag(
        "details",
        tag("summary", "How a code is read"),
        tag("p", "The digit at place k after the point says what may be left of a heap from which k"
            " counters are taken: add 1 if the whole heap may be taken, 2 if one heap may be left,"
            " 4 if the rest may be split into two heaps. So 0.77 is Kayles: one or two counters may"
            " be taken, leaving nothing, one heap or two. Before the point, 4 means that a heap may"
            " be split without taking."),
        class_="rules",
    )  # fmt: skip
