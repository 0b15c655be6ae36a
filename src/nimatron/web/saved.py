"""Saved games: a list, a form that saves, and the way back to each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qsl, quote, urlencode

from nimatron.archive.games_played import GamesPlayed, Line
from nimatron.errors import NimatronError, UsageError
from nimatron.web.frame import page, problem
from nimatron.web.markup import Content, Markup, field, link, tag
from nimatron.web.reply import Reply, elsewhere

_SHOWN = 200
_LONGEST_NAME = 60
_RESULTS = {"running": "not finished", "first": "the first player won",
            "second": "the second player won", "draw": "a draw"}  # fmt: skip
_T = TypeVar("_T")

Pages = Callable[[str, str], Awaitable[Reply]]
"""The page of a path and a query, made by a worker."""


class SavedGames:
    """The saved games of a folder, and their pages. The file is opened when it is first needed."""

    def __init__(self, folder: Path | None, pages: Pages) -> None:
        self.folder, self._pages = folder, pages
        self._open: GamesPlayed | None = None
        self._opening = asyncio.Lock()

    async def _games(self) -> GamesPlayed:
        if self.folder is None:
            raise UsageError("a server that saves games", hint="this one was told not to")
        async with self._opening:
            if self._open is None:
                self._open = await asyncio.to_thread(GamesPlayed, self.folder)
        return self._open

    async def close(self) -> None:
        if self._open is not None:
            await asyncio.to_thread(self._open.close)

    async def listed(self, query: str) -> Reply:
        """The list, or the games of one name."""
        return await _told(self._listed(query))

    async def shown(self, number: str, query: str) -> Reply:
        """One game, move by move."""
        return await _told(self._shown(number, query))

    async def save(self, body: bytes) -> Reply:
        """Save the game that a form holds."""
        return await _told(self._save(body))

    async def _listed(self, query: str) -> Reply:
        name = dict(_pairs(query)).get("name", "").strip()
        games = await self._games()
        lines = await asyncio.to_thread(games.list, most=_SHOWN, name=name or None)
        form = tag("form", field("name", "Only those named", name, maxlength=_LONGEST_NAME),
                   tag("button", "Find", type="submit"),
                   action="/saved", method="get", class_="filters", role="search")  # fmt: skip
        return page("Saved games", tag("h1", "Saved games"), form, _list(lines), here="/saved")

    async def _shown(self, number: str, query: str) -> Reply:
        if not (number.isascii() and number.isdigit() and len(number) < 16):
            raise UsageError("the number of a saved game", number)
        games = await self._games()
        saved = await asyncio.to_thread(games.load, int(number))
        at = dict(_pairs(query)).get("at", "0")
        asked = {"t": saved.transcript, "number": number, "name": saved.name, "at": at}
        return await self._pages("/replay", urlencode(asked))

    async def _save(self, body: bytes) -> Reply:
        pairs = _pairs(body.decode("utf-8", "strict"))
        given = dict(pairs)
        name, slug = given.get("name", "").strip(), given.get("game", "")
        rest = [(k, v) for k, v in pairs if k not in ("name", "game")]
        query = urlencode(rest)
        found = await self._pages(f"/transcript/{quote(slug, safe='')}", query)
        if found.status != 200:
            return found
        games = await self._games()
        lines = found.body.splitlines()
        number = await asyncio.to_thread(
            games.save,
            found.body,
            game=slug,
            moves=sum(1 for k, _ in rest if k == "m"),
            result=lines[-1].removeprefix("result: "),
            name=name,
        )
        return elsewhere(f"/saved/{number}")


async def _told(made: Awaitable[Reply]) -> Reply:
    """The reply, or a page that says what went wrong."""
    try:
        return await made
    except UnicodeDecodeError:
        return problem(400, "That cannot be", "The form is not in UTF-8.")
    except NimatronError as e:
        status = 404 if "number of a saved game" in str(e) else e.http_status
        return problem(status, "That cannot be", f"The page {e}")


def _pairs(text: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=500)
    except ValueError as e:
        if isinstance(e, UnicodeDecodeError):
            raise
        raise UsageError("a form with fewer fields") from None


def _list(lines: list[Line]) -> Content:
    if not lines:
        return tag("p", "Nothing is saved yet. On the page of a game choose “Save”.")
    head = tag("tr", *(tag("th", name, scope="col")
                       for name in ("Saved", "Game", "Moves", "Result", "When (UTC)")))  # fmt: skip
    return tag("div", tag("table", tag("thead", head), tag("tbody", map(_row, lines))),
               class_="scroll", tabindex="0", role="region", aria_label="Saved games")  # fmt: skip


def _row(line: Line) -> Markup:
    return tag(
        "tr",
        tag("td", link(f"/saved/{line.number}", line.name or f"Game {line.number}")),
        tag("td", line.game),
        tag("td", line.moves),
        tag("td", _RESULTS.get(line.result, line.result)),
        tag("td", line.changed[:16]),
    )
