"""The application: cached pages, lanes of workers for all that has a position, saved games."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import inf
from pathlib import Path
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nimatron.drawing.style import css
from nimatron.web.frame import problem
from nimatron.web.guards import Guard, Rate
from nimatron.web.reply import HTML, Reply
from nimatron.web.saved import SavedGames
from nimatron.web.worker import HEAVY, QUICK, SETUP, hard
from nimatron.web.workers import Busy, Lane, OverTime

STATIC = {"style.css": "text/css; charset=utf-8", "htmx.min.js": "text/javascript; charset=utf-8"}
TOO_LARGE = 422
_LOG = logging.getLogger("nimatron.web")


@dataclass
class Kept:
    """Pages that were made before, the latest ones, up to so many characters."""

    most: int = 48_000_000
    too_large: float = 300.0
    """Seconds after which what was too large may be tried again: the machine was busy, perhaps."""
    _pages: OrderedDict[tuple[str, str], tuple[Reply, float]] = field(default_factory=OrderedDict)
    _size: int = 0

    def find(self, asked: tuple[str, str]) -> Reply | None:
        found, until = self._pages.get(asked, (None, 0.0))
        if found is None:
            return None
        if time.monotonic() > until:
            self._size -= _length(asked, self._pages.pop(asked)[0])
            return None
        self._pages.move_to_end(asked)
        return found

    def keep(self, asked: tuple[str, str], reply: Reply) -> None:
        if not reply.kept or asked in self._pages:
            return
        long = self.too_large if reply.status == TOO_LARGE else inf
        self._pages[asked] = reply, time.monotonic() + long
        self._size += _length(asked, reply)
        while self._size > self.most:
            oldest, (page, _) = self._pages.popitem(last=False)
            self._size -= _length(oldest, page)


def _length(asked: tuple[str, str], reply: Reply) -> int:
    return len(reply.body) + sum(map(len, asked)) + 500


class Answers:
    """Pages by address: kept ones at once, others by a quick worker, hard ones by a patient one."""

    def __init__(self, quick: Lane, heavy: Lane) -> None:
        self.quick, self.heavy = quick, heavy
        self.kept = Kept()
        self._asking: dict[tuple[str, str], asyncio.Task[Reply]] = {}
        self._hard = OrderedDict[tuple[str, str], bool]()

    async def page(self, path: str, query: str) -> Reply:
        """The page of an address; who asks for it while it is being made waits for the same."""
        asked = (path, query)
        found = self.kept.find(asked)
        if found is not None:
            return found
        task = self._asking.get(asked)
        if task is None:
            task = self._asking[asked] = asyncio.create_task(self._made(asked))
            task.add_done_callback(lambda _: self._asking.pop(asked, None))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """End all workers; who still waits is told that the server is busy."""
        await self.quick.close()
        await self.heavy.close()

    async def _made(self, asked: tuple[str, str]) -> Reply:
        found = None if asked in self._hard else await self._asked(self.quick, asked)
        if found is None:
            self._hard[asked] = True
            while len(self._hard) > 5000:
                self._hard.popitem(last=False)
            found = await self._asked(self.heavy, asked)
        if found is None:
            found = problem(
                TOO_LARGE, "Too large for this page", "The answer was not found in time."
            )
        self.kept.keep(asked, found)
        return found

    async def _asked(self, lane: Lane, asked: tuple[str, str]) -> Reply | None:
        """What a lane says; None if it could not in its time."""
        try:
            reply = Reply.from_json(await lane.ask(json.dumps(asked)))
        except OverTime:
            return None
        except Busy:
            words = "Many hard questions are waiting just now. Try again in a minute."
            return problem(503, "Busy", words)
        return None if reply.status == HARDER else reply


HARDER = 0
"""The status with which a quick worker hands a question on."""


def application(
    *,
    rate: Rate | None = None,
    hosts: frozenset[str] = frozenset(),
    folder: Path | None = None,
    quick: int = 2,
    seconds: float = HEAVY.seconds,
) -> Guard:
    """The page as an ASGI application behind its limits; games are saved in the folder."""
    answers = Answers(
        _lane("quick", quick, QUICK.seconds, waiting=400, patience=20),
        _lane("heavy", 1, seconds, waiting=8, patience=60),
    )

    saved = SavedGames(folder, answers.page)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        await answers.quick.warm()
        practising = asyncio.create_task(answers.heavy.warm())
        try:
            yield
        finally:
            practising.cancel()
            await answers.close()
            await saved.close()

    async def page(request: Request) -> Response:
        return sent(await answers.page(request.scope["path"], _query(request)))

    async def saved_games(request: Request) -> Response:
        if request.method == "POST":
            return sent(await saved.save(await request.body()))
        return sent(await saved.listed(_query(request)))

    async def saved_game(request: Request) -> Response:
        return sent(await saved.shown(request.path_params["number"], _query(request)))

    app = Starlette(
        routes=[
            Route("/static/{name}", static),
            Route("/saved", saved_games, methods=["GET", "POST"]),
            Route("/saved/{number}", saved_game),
            Route("/{path:path}", page),
        ],
        lifespan=running,
        exception_handlers={405: _wrong_method, 404: _missing, Exception: _broken},
    )
    return Guard(app, _refusal, rate or Rate(), hosts, answers.close)


def _lane(name: str, workers: int, seconds: float, *, waiting: int, patience: float) -> Lane:
    command = (sys.executable, "-m", "nimatron.web.worker", name, str(seconds))
    return Lane(workers, hard(seconds), waiting, patience, command=command, setup=SETUP)


def sent(reply: Reply) -> Response:
    """The reply as a response."""
    headers = {"cache-control": "private, no-cache"}
    if reply.location:
        headers["location"] = reply.location
    return Response(reply.body, reply.status, headers, media_type=reply.kind)


def _query(request: Request) -> str:
    query: bytes = request.scope["query_string"]
    return query.decode("latin-1")


@cache
def _file(name: str) -> bytes:
    body = files("nimatron.web").joinpath("static", name).read_bytes()
    return body + css().encode() if name == "style.css" else body


async def static(request: Request) -> Response:
    """The style sheet and htmx: these two files and no others."""
    name = request.path_params["name"]
    if name not in STATIC:
        return sent(problem(404, "Not found", "There is no such file."))
    body = _file(name)
    headers = {"cache-control": "public, max-age=3600"}
    return Response(body, headers=headers, media_type=STATIC[name])


async def _wrong_method(request: Request, error: Exception) -> Response:
    return sent(problem(405, "Not like that", "This page is only read."))


async def _missing(request: Request, error: Exception) -> Response:
    return sent(problem(404, "Not found", f"There is no page {unquote(request.url.path)}."))


async def _broken(request: Request, error: Exception) -> Response:
    _LOG.error("a page failed", exc_info=error)
    return sent(problem(500, "A mistake of ours", "This page failed. It was written down."))


def _refusal(status: int, words: str) -> tuple[bytes, str]:
    titles = {403: "Not from here", 408: "Too slow", 413: "Too much", 414: "Too long"}
    reply = problem(status, titles.get(status, "Not now" if status == 429 else "Refused"), words)
    return reply.body.encode(), HTML
