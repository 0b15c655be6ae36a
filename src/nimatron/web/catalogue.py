"""The catalogue: every game with a small picture, and filters."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random
from typing import Any

from nimatron.drawing.svg import svg
from nimatron.game import Game
from nimatron.games import games
from nimatron.pictures import Disc, Grid, Ring, Side, Strip
from nimatron.rules.protocol import Continuous, Rules
from nimatron.values import Convention
from nimatron.web.frame import page
from nimatron.web.markup import Markup, choice, field, joined, link, tag
from nimatron.web.pages import Asked
from nimatron.web.reply import Reply

_MADE = 3  # moves made before a board is drawn small: empty boards all look alike

BEGINNERS = ("bachet", "nim", "chomp", "cram", "daisy")
"""Where one who knows nothing may begin."""

KINDS = {
    "Heaps": "heaps",
    "Grid": "boards",
    "Strip": "rows of cells",
    "Ring": "rings",
    "Graph": "graphs",
    "Tree": "trees",
    "Disc": "round tables",
    "Side": "several parts",
    "Text": "others",
}
_KNOWN = {
    "": "any",
    "misere": "with a theorem for misère play",
    "errata": "with an error found in print",
    "proved": "with a proved theorem",
}


def catalogue(asked: Asked) -> Reply:
    """All games, or those that the filters leave."""
    given = dict(asked.query)
    words, kind = given.get("q", "").strip()[:100], given.get("kind", "")
    known = given.get("known", "")
    found = [
        game
        for game in games.values()
        if _matches(game, words.lower())
        and (not kind or _kind(game.slug) == kind)
        and _is_known(game, known)
    ]
    kinds = {_kind(game.slug) for game in games.values()}
    form = tag(
        "form",
        field("q", "Find", words, placeholder="name or rule"),
        choice("kind", "Played on",
               [("", "anything"), *((k, KINDS.get(k, k)) for k in sorted(kinds))], kind),
        choice("known", "Known", list(_KNOWN.items()), known),
        tag("button", "Filter", type="submit"),
        class_="filters", role="search", action="/", method="get",
        hx_get="/", hx_trigger="input changed delay:250ms, change, submit",
        hx_target="#cards", hx_select="#cards", hx_swap="outerHTML", hx_replace_url="true",
    )  # fmt: skip
    cards = [_card(game) for game in found]
    count = f"{len(found)} of {len(games)} games" if found else "No game is like that."
    filtered = bool(words or kind or known)
    first = [_card_link(games[slug]) for slug in BEGINNERS]
    return page(
        "Nimatron",
        tag("h1", "Games where one of you can always win"),
        tag(
            "p",
            "Two players, no chance, nothing hidden, the same moves for both. Choose a game and"
            " play against a computer that never errs; when you lose, the page tells you why.",
            class_="lead",
        ),
        None if filtered else tag("p", "New here? Begin with ", _enumerated(first), "."),
        form,
        tag(
            "section",
            tag("p", count, class_="count", role="status"),
            tag("ul", cards, class_="cards") if cards else None,
            id="cards",
            aria_label="Games",
        ),
        here="/",
    )


def _enumerated(links: list[Markup]) -> list[Markup]:
    said = [links[0]]
    for number, each in enumerate(links[1:], 2):
        said += [joined(" or " if number == len(links) else ", "), each]
    return said


def _card_link(game: Game) -> Markup:
    return link(f"/play/{game.slug}", game.name)


def _matches(game: Game, words: str) -> bool:
    text = " ".join([game.name, game.slug, *game.aliases, game.story]).lower()
    return all(word in text for word in words.split())


def _is_known(game: Game, known: str) -> bool:
    if known == "misere":
        return any(claim.convention is Convention.MISERE for claim in game.claims)
    if known == "errata":
        return bool(game.errata)
    return known != "proved" or any(claim.proved for claim in game.claims)


@cache
def _kind(slug: str) -> str:
    rules = games[slug].prototype
    return type(rules.picture(rules.start())).__name__


@cache
def thumbnail(slug: str) -> Markup:
    """A small picture of a game that was just begun, for eyes only."""
    game = games[slug]
    rules, position = game.prototype, game.prototype.start()
    picture = rules.picture(position)
    if isinstance(picture, (Grid, Strip, Ring, Disc)):
        picture = rules.picture(_begun(slug, rules, position))
    if isinstance(picture, Side) and slug != "sum":
        picture = picture.pictures[0]
    drawn = Markup(svg(picture, game.name, inline=True))
    return tag("span", drawn, class_="thumb", aria_hidden="true")


def _begun(slug: str, rules: Rules, position: Any) -> Any:
    """The position after a few moves, always the same ones, with moves left."""
    rng = Random(slug)
    for _ in range(_MADE):
        every = rules.some_moves if isinstance(rules, Continuous) else rules.moves
        moves = list(islice(every(position), 100))
        after = [rules.after(position, move) for move in rng.sample(moves, min(len(moves), 5))]
        # The one that leaves most to do.
        left = [len(list(islice(every(each), 100))) for each in after]
        if max(left, default=0) < 2:
            break
        position = after[left.index(max(left))]
    return position


def first_sentence(game: Game) -> str:
    """The beginning of the rules, to tell the game by."""
    story = " ".join(game.story.split())
    title, colon, rest = story.partition(": ")
    said = rest if colon and len(title) < 60 else story
    said = said[:1].upper() + said[1:]
    return said if len(said) <= 150 else said[:147].rsplit(" ", 1)[0] + " …"


def _card(game: Game) -> Markup:
    return tag(
        "li",
        thumbnail(game.slug),
        tag("h2", link(f"/game/{game.slug}", game.name)),
        tag("p", first_sentence(game).replace("`", "")),
    )
