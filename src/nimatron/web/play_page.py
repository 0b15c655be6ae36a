"""The board: a game in progress, in which every legal move is a link."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace

from nimatron.drawing.links import links_of
from nimatron.drawing.marks import Mark
from nimatron.drawing.overlays import just_moved
from nimatron.drawing.svg import svg
from nimatron.errors import TooLarge, UsageError
from nimatron.games import games
from nimatron.play import transcript as transcripts
from nimatron.play.levels import player_of
from nimatron.play.session import YOU, Options, Session, sentence
from nimatron.rules.protocol import Continuous
from nimatron.values import Convention
from nimatron.web.address import LONGEST, Address, read
from nimatron.web.frame import page
from nimatron.web.looks import has_graph, has_table
from nimatron.web.markup import Content, Markup, joined, link, listed, prose, tag
from nimatron.web.pages import Asked
from nimatron.web.panels import Panels, panels_of
from nimatron.web.reply import TEXT, Reply, elsewhere

_PHONE = 480  # units of a picture that fit on a phone
_TALL = 620  # units of a picture that are shrunk to be seen at once
_SIZE = re.compile(r'^<svg[^>]* width="([0-9.]+)" height="([0-9.]+)"')
_MOST_LINKS = 600  # moves that are links of a page
_LONG = 2000  # characters of a position whose last move is not marked
_FEW = 3  # moves that are listed without being asked for
_OTHER = "kayles:7"  # what is put beside a game, unless one types something else
_BOARD = "#board"  # where a reader finds himself after a move


def play(asked: Asked) -> Reply:
    """The page of a game in progress; the computer moves first if it is its turn."""
    found = games[asked.slug]
    address = read(found.slug, asked.query)
    session = address.session()
    said = tuple(made.text for made in session.made)
    if found.slug != asked.slug or said != address.moves:
        return elsewhere(replace(address, moves=said).href())
    if not session.over and not address.your_turn:
        session = _answered(session, asked, address.guess or _is_guessed(session))
        return elsewhere(address.moved(session.made[-1].text).href())
    if len(address.href()) > LONGEST:
        return elsewhere(address.turned(session.rules.text(session.position)).href())
    return _Board(address, session, asked).page()


def transcript(asked: Asked) -> Reply:
    """The game as a text that can be kept and replayed."""
    address = read(asked.slug, asked.query)
    session = address.session()
    return Reply(transcripts.write(session), kind=TEXT)


def _is_guessed(session: Session) -> bool:
    """Whether no patience would help: a continuum of moves cannot be searched."""
    return isinstance(session.rules, Continuous)


def _answered(session: Session, asked: Asked, guess: bool) -> Session:
    """The session after the computer's move; a guess is no move of a perfect player, unless it is
    asked for."""
    player = player_of(session, asked.limits)
    move = player.choose(session.rules, session.position)
    if player.guessed and not guess:
        seconds = asked.limits.seconds
        raise TooLarge(
            f"the computer cannot find its best move in {session.rules.text(session.position)[:80]}"
            f" within {seconds:g} seconds; try a smaller position, or a level that errs"
        )
    return session.move(move)


@dataclass(frozen=True)
class _Board:
    """What the parts of the page share."""

    address: Address
    session: Session
    asked: Asked

    def page(self) -> Reply:
        name, status = self.session.game.name, self._status()
        options = self.session.legal(_MOST_LINKS)
        panels = panels_of(self.address, self.session, self.asked)
        start = self.session.rules.text(self.session.start)
        region = tag(
            "div",
            tag("div",
                tag("p", status, class_="status-line", role="status"),
                self._last(),
                self._figure(options, panels),
                self._first_steps(),
                self._moves(options, panels),
                class_="table"),
            tag("div", self._ways(), panels.content, self._history(), class_="side"),
            id="play", class_="play",
        )  # fmt: skip
        head = tag("h1", link(f"/game/{self.address.slug}", name), " ",
                   tag("span", _cut(start), class_="position"))  # fmt: skip
        reply = page(f"{status} {name} {_cut(start)}", head, self._settings(), region)
        status_code = 422 if panels.too_large else 200
        return replace(reply, status=status_code)

    # ---- words

    def _status(self) -> str:
        return self.session.told

    def _last(self) -> Markup | None:
        if not self.session.made:
            return None
        count = len(self.session.made)
        # Against the computer a move and its answer belong together.
        first = max(0, count - 1 if self.address.you == "both" else count - 2)
        told = [tag("p", sentence(f"{self.session.seats[number % 2].name} played: "),
                    tag("b", self.session.made[number].text), ".",
                    class_="last-move")
                for number in range(first, count)]  # fmt: skip
        return tag("div", told, class_="last-moves")

    def _settings(self) -> Markup:
        session, address = self.session, self.address
        convention = "misère play: who cannot move wins" if (
            session.convention is Convention.MISERE
        ) else "who cannot move loses"  # fmt: skip
        parts = [f"{name} = {value}" for name, value in _all_parameters(session)]
        parts.append(convention)
        if address.you == "both":
            parts.append("two people at one board")
        else:
            guess = address.guess or _is_guessed(session)
            parts.append(f"level of the computer: {address.level}"
                         f"{', guessing where it cannot find out' if guess else ''}")  # fmt: skip
        rules = tag("details", tag("summary", "Rules"), tag("p", prose(session.game.story)),
                    open=not session.made, class_="rules")  # fmt: skip
        return tag("div", tag("p", "; ".join(parts)), rules, class_="settings")

    # ---- board and moves

    def _href(self, text: str) -> str:
        return self.address.moved(text).href() + _BOARD

    def _figure(self, options: Options, panels: Panels) -> Markup:
        session = self.session
        rules, position = session.rules, session.position
        links = links_of(
            rules,
            position,
            options.moves,
            lambda move: self._href(rules.move_text(position, move)),
            lambda move: panels.tones.get(rules.move_text(position, move), ""),
        )
        title = f"{session.game.name}, {_cut(rules.text(position), 200)}"
        marks = (*marks_of_last(session), *panels.overlay)
        drawn = svg(rules.picture(position), title, links=links, overlay=marks, inline=True)
        return board(drawn)

    def _first_steps(self) -> Markup | None:
        """For one who has never moved here."""
        if self.session.made or self.session.over:
            return None
        words = "Each small ring or button in the picture is a move: choose one."
        return tag("p", words, class_="hint")

    def _moves(self, options: Options, panels: Panels) -> Content:
        if self.session.over:
            return None
        count = len(options.texts)
        named = f"All {count} moves" if options.complete else f"{count} of the moves"
        one = "The only move" if count == 1 and options.complete else named
        items = [link(self._href(text), text, rel="nofollow") for text in options.texts[:200]]
        fields = [tag("input", type="hidden", name=k, value=v)
                  for k, v in replace(self.address, show=()).pairs()]  # fmt: skip
        example = options.texts[0] if options.texts else ""
        return joined(
            tag("details", tag("summary", one), listed(items, class_="moves"),
                open=count <= _FEW, class_="all-moves"),
            tag("form", fields,
                tag("label", tag("span", "Or type a move"),
                    tag("input", type="text", name="m", placeholder=example, autocomplete="off",
                        maxlength=300, required=True)),
                tag("button", "Move", type="submit"),
                action=f"/play/{self.address.slug}{_BOARD}", method="get", class_="type-move"),
        )  # fmt: skip

    # ---- what one may do

    def _ways(self) -> Markup:
        address, session = self.address, self.session
        ways: list[Content] = []
        undo = self._undo()
        if undo is not None:
            ways.append(link(undo.href() + _BOARD, "Undo"))
        if not session.over:
            rung = next((n for n in (1, 2, 3) if f"hint{n}" not in address.show), None)
            if rung is not None:
                words = "Hint" if rung == 1 else "More of a hint"
                ways.append(self._shown(f"hint{rung}", words, name="hint"))
            ways.append(self._shown("verdicts", "Value of every move"))
        elif session.made:
            won = session.winner is not None and session.seats[session.winner].name == YOU
            words = (
                "Where was it lost?" if won or address.you == "both" else "Where did I go wrong?"
            )
            ways.append(self._shown("review", words, strong=True))
        ways.append(self._shown("why", "Why?"))
        if has_graph(session):
            ways.append(self._shown("graph", "Game graph"))
        if has_table(session):
            ways.append(self._shown("table", "Table"))
        beside = None if session.over else _beside(address, session)
        if beside is not None:
            ways.append(link(beside.href("game"), "Put a game beside it"))
        if not session.over:
            ways.append(link(replace(address, resigned=True, show=()).href(), "Resign"))
        again = replace(address, moves=(), resigned=False, show=())
        ways.append(link(again.href(), "Start again"))
        ways.append(link(again.href("game"), "Change settings"))
        return tag("nav", listed(ways), class_="ways", aria_label="What you may do")

    def _shown(self, panel: str, words: str, strong: bool = False, name: str = "") -> Markup:
        """A link that opens or closes a panel. It has a name of its own, by which it keeps the
        focus when the page is renewed around it."""
        shown = panel in self.address.show
        # What every move is worth is read off the board as well, which stays in sight.
        on_board = shown or panel == "verdicts"
        seen = "" if on_board else f" show:#{panel}:top"
        to = self.address.hiding(panel) if shown else self.address.showing(panel)
        return link(
            to.href() + f"#{'board' if on_board else panel}",
            f"Hide: {words}" if shown else words,
            class_="strong" if strong else None, id=f"way-{name or panel}",
            hx_get=to.href(), hx_target="#play", hx_select="#play", hx_swap=f"outerHTML{seen}",
            hx_push_url="true", hx_indicator="#play",
        )  # fmt: skip

    def _undo(self) -> Address | None:
        """The game before the last move of the person who plays."""
        count = len(self.session.made)
        if self.address.resigned:
            return self.address.back_to(count)
        if self.address.you == "both":
            return self.address.back_to(count - 1) if count else None
        mine = 0 if self.address.you == "first" else 1
        back = count - (1 if count % 2 != mine else 2)
        return self.address.back_to(back) if back >= mine and count else None

    def _history(self) -> Content:
        session, address = self.session, self.address
        if not session.made:
            return None
        items = []
        for number, made in enumerate(session.made, 1):
            seat = session.seats[(number - 1) % 2].name
            items.append(joined(f"{seat}: ", link(self._moment(number), made.text)))
        fields = [tag("input", type="hidden", name=k, value=v)
                  for k, v in replace(address, show=()).pairs()]  # fmt: skip
        return tag(
            "section",
            tag("h2", "The game so far"),
            tag("p", link(self._moment(0), "the start")),
            listed(items, "ol", class_="history"),
            tag("p", link(replace(address, show=()).href("transcript"), "As text")),
            tag("form", fields, tag("input", type="hidden", name="game", value=address.slug),
                tag("label", tag("span", "Save as (a name is optional)"),
                    tag("input", type="text", name="name", maxlength=60, autocomplete="off")),
                tag("button", "Save", type="submit"), action="/saved", method="post",
                class_="save"),
            class_="so-far",
        )  # fmt: skip

    def _moment(self, number: int) -> str:
        """The game after so many moves: looked at by two, so that the computer does not go on."""
        return replace(self.address.back_to(number), you="both").href() + _BOARD


def _beside(address: Address, session: Session) -> Address | None:
    """The sum of this position and another game, which one may change before it is played."""
    here, slug = session.rules.text(session.position), address.slug
    if slug != "sum":
        given = ";".join(f"{name}={value}" for name, value in transcripts.given_parameters(session))
        here = f"{slug}({given}):{here}" if given else f"{slug}:{here}"
    text = f"{here} + {_OTHER}"
    try:
        games["sum"].read(text, {})
    except UsageError:
        return None
    return replace(address.turned(text), slug="sum", given=())


def marks_of_last(session: Session) -> tuple[Mark, ...]:
    """Where the last move was made, if that can be shown."""
    count = len(session.made)
    if not count or len(session.rules.text(session.position)) > _LONG:
        return ()
    before = session.at(count - 1).position
    return just_moved(session.rules, before, session.made[-1].move, session.position)


def _all_parameters(session: Session) -> list[tuple[str, str]]:
    """The parameters of the rules with their values, the usual ones as well, for the rules and
    the reasons speak of them."""
    said = []
    for name in session.game.parameters():
        with suppress(UsageError):
            said.append((name, transcripts.parameter_text(session.rules, name)))
    return said


def board(drawn: str) -> Markup:
    """The picture; one that is wide for a phone scrolls sideways there, and one that is tall makes
    the page long, for its links must not be too small."""
    found = _SIZE.search(drawn)
    width, height = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    kind = "board" + " wide" * (width > _PHONE) + " tall" * (height > _TALL)
    return tag("figure", Markup(drawn), class_=kind, id="board", tabindex="-1")


def _cut(text: str, width: int = 60) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
