"""The page served on an address of this machine, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from nimatron.errors import UsageError
from nimatron.web.guards import Guard, network

MOST_CONNECTIONS = 64
"""Connections that one visitor may hold."""
MOST_WAITING = 500
"""Connections without a request that are kept; past them the one that waits longest goes."""
LONGEST_HEAD = 16_384
USUAL_PORT = 8000


class Patient(H11Protocol):
    """A connection that is closed if a request does not arrive in time, or if its visitor holds
    too many already; uvicorn itself would wait for ever."""

    seconds: ClassVar[float] = 10.0
    """How long a visitor may take to send a request."""
    held: ClassVar[Counter[str]] = Counter()
    waiting: ClassVar[dict[Patient, None]] = {}
    """Those that have not sent a request, the longest first."""
    _visitor: str | None = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._visitor = network((self.client or ("?",))[0])
        self.held[self._visitor] += 1
        if self.held[self._visitor] > MOST_CONNECTIONS:
            transport.close()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:  # a request has come whole
            self._wait(stop=True)
        elif self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait(stop=True)
        if self._visitor is not None:
            self.held[self._visitor] -= 1
            if self.held[self._visitor] <= 0:
                del self.held[self._visitor]
        super().connection_lost(exc)

    def _wait(self, stop: bool = False) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if stop else self.loop.call_later(self.seconds, self._late)
        self.waiting.pop(self, None)
        if not stop:
            self.waiting[self] = None
            if len(self.waiting) > MOST_WAITING:
                next(iter(self.waiting))._late()

    def _late(self) -> None:
        self._wait(stop=True)
        if not self.transport.is_closing():
            self.transport.close()


def bound(host: str, port: int | None) -> socket.socket:
    """A socket that listens there; without a port the usual one, or the next that is free."""
    for tried in range(USUAL_PORT, USUAL_PORT + 20) if port is None else ():
        try:
            return bound(host, tried)
        except UsageError:
            continue
    try:
        family, *_, where = socket.getaddrinfo(host, port or 0, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(where)
            found.listen(256)
        except OSError:
            found.close()
            raise
    except (OSError, UnicodeError) as e:
        hint = f"{getattr(e, 'strerror', None) or e}; try another --host or --port"
        raise UsageError("an address that is free", f"{host}:{port}", hint=hint) from None
    return found


def config(app: Any, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the page, in the command and in the tests."""
    return uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        limit_concurrency=1000,
        backlog=256,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        **more,
    )


class _Server(uvicorn.Server):
    """Ends the workers first, so that no page is waited for that takes long."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Guard) and app.close is not None:
            await app.close()
        await super().shutdown(sockets)


def serve(app: Guard, listening: socket.socket, patience: float = Patient.seconds) -> None:
    """Serve until interrupted."""
    Patient.seconds = patience
    _Server(config(app)).run(sockets=[listening])
