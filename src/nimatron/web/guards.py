"""What stands before every page: limits per address, and headers that keep a browser safe."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_ADDRESS = 8000
LONGEST_BODY = 16_000
LONGEST_HEAD = 16_000
_BODY_SECONDS = 8.0
_REMEMBERED = 10_000  # addresses whose rate is kept

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


@dataclass
class Rate:
    """How many requests an address may make: so many at once, and then so many a second."""

    per_second: float = 40.0
    at_once: float = 200.0
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def allows(self, address: str, now: float) -> bool:
        """Whether one more request is allowed now."""
        left, then = self._left.pop(address, (self.at_once, now))
        left = min(self.at_once, left + (now - then) * self.per_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        while len(self._left) > _REMEMBERED:
            self._left.popitem(last=False)
        return allowed


def network(address: str) -> str:
    """Who counts as one visitor: an address, or the 64 bits that one household has in IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False))


@dataclass
class Guard:
    """An application behind its limits; refusals are pages made by `refuse`."""

    app: App
    refuse: Callable[[int, str], tuple[bytes, str]]
    rate: Rate
    hosts: frozenset[str] = frozenset()
    """Names by which a browser may call this server; empty for any."""
    close: Callable[[], Awaitable[None]] | None = None
    """Called when the server ends, before it waits for the pages that are being made."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is None:
            body = await self._body(scope, receive)
            if isinstance(body, bytes):
                await self.app(scope, _again(body, receive), _guarded(send))
                return
            refused = body
        status, words, *more = refused
        said, kind = self.refuse(status, words)
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(said)).encode())]
        headers += [(b"connection", b"close")] if status in (408, 413, 431) else []
        headers += [(name.encode(), value.encode()) for name, value in more]
        out = _guarded(send)
        await out({"type": "http.response.start", "status": status, "headers": headers})
        await out(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else said}
        )

    def _refused(self, scope: Scope) -> Any:
        """Status, reason and headers if the request is refused by its head alone."""
        client = network((scope.get("client") or ("?",))[0])
        if not self.rate.allows(client, time.monotonic()):
            return 429, "Too many requests in a short time; wait a moment.", ("retry-after", "2")
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, f"An address has at most {LONGEST_ADDRESS} characters here."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Pages are read with GET.", ("allow", "GET, HEAD, POST")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEAD:
            return 431, "The head of this request is too long."
        given = {name.lower(): value for name, value in scope["headers"]}
        host = given.get(b"host", b"").decode("latin-1").lower()
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if self.hosts and name not in self.hosts:
            return 421, "This server does not go by that name."
        length = given.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > LONGEST_BODY:
            return 413, f"A request has at most {LONGEST_BODY} bytes here."
        if scope["method"] == "POST" and not _from_here(given, host):
            return 403, "Forms are accepted from this site's own pages only."
        return None

    async def _body(self, scope: Scope, receive: Receive) -> Any:
        """The body, or status and reason if it is too large or too slow."""
        body = bytearray()
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return 408, "The request broke off."
                    body += message.get("body", b"")
                    if len(body) > LONGEST_BODY:
                        return 413, f"A request has at most {LONGEST_BODY} bytes here."
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            return 408, "The request took too long to arrive."


def _from_here(given: dict[bytes, bytes], host: str) -> bool:
    """Whether a browser sends the form from a page of this site, or it is no browser."""
    site = given.get(b"sec-fetch-site")
    if site is not None and site not in (b"same-origin", b"none"):
        return False
    origin = given.get(b"origin")
    return origin is None or origin.decode("latin-1").lower().partition("://")[2] == host


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read already, and then whatever comes."""
    waiting = [body]

    async def read() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return read


def _guarded(send: Send) -> Send:
    """Adds the headers to every answer."""
    always = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *always]}
        await send(message)

    return sent
