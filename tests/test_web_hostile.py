"""The page under those who mean it ill: nonsense, tricks in headers and paths, a crowd."""

from __future__ import annotations

import random
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from web_server import Running, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data"), "--rate", "2000") as found:
        yield found


def answered(server: Running, raw: bytes, wait: float = 15.0) -> bytes:
    """What comes back until the server closes the connection, or we no longer wait."""
    said = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as connection:
        try:
            connection.sendall(raw)
            while part := connection.recv(65536):
                said += part
        except (ConnectionError, TimeoutError):
            pass
    return said


CLOSE = "Host: localhost\r\nConnection: close\r\n\r\n"
WHOLE = f"GET /play/nim?from=3,4,5 HTTP/1.1\r\n{CLOSE}".encode()


def nonsense(count: int, seed: int) -> Iterator[bytes]:
    """Requests with bytes changed, lost, doubled; and bytes of any kind."""
    rng = random.Random(seed)
    odd = (b"\r\n", b"\0", b"\xff\xfe", b"../", b"%00", b"%0d%0a", b" ", b":", b"9" * 30, b"\n\n")
    for number in range(count):
        if number % 10 == 9:
            yield rng.randbytes(rng.randint(1, 300))
            continue
        raw = bytearray(WHOLE)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(raw))
            raw[at : at + rng.randrange(3)] = rng.choice(odd) if rng.random() < 0.5 else b"x"
        yield bytes(raw)


@pytest.mark.parametrize("count", [60, pytest.param(3000, marks=pytest.mark.heavy)])
def test_nonsense_is_refused_and_never_a_fault(server: Running, count: int) -> None:
    for raw in nonsense(count, seed=count):
        said = answered(server, raw, wait=0.3)
        status = said.split(b" ", 2)[1] if said else b""
        assert status[:1] in (b"2", b"3", b"4", b""), (raw, said[:300])
    assert httpx.get(f"{server.address}/help").status_code == 200


FIELDS = (
    "from",
    "p.k",
    "rule",
    "you",
    "level",
    "seed",
    "m",
    "resigned",
    "show",
    "name",
    "code",
    "x",
)


@pytest.mark.parametrize("field", FIELDS)
def test_no_header_can_be_slipped_in(server: Running, field: str) -> None:
    for sly in (
        "%0d%0aSet-Cookie:%20a=b",
        "%0aLocation:%20http://evil.example",
        "a%0d%0a%0d%0a<b>",
    ):
        for page in ("play/nim", "play/bachet", "sequence", "own", ""):
            raw = f"GET /{page}?{field}={sly} HTTP/1.1\r\n{CLOSE}"
            head = answered(server, raw.encode()).partition(b"\r\n\r\n")[0].lower()
            assert head and b"set-cookie" not in head and b"evil" not in head


TRICKS = (
    "/static/../app.py", "/static/..%2f..%2fapp.py", "/static//etc/passwd", "/static/%2e%2e/app.py",
    "/static/style.css/..", "//evil.example/", "/saved/../../etc/passwd", "/saved/-1", "/saved/1e9",
    "/game/../../etc/passwd", "/play/nim/../../..", "/%2e%2e/%2e%2e/etc/passwd", "/\\..\\app.py",
    "/static/style.css%00.png", "/play/" + "a" * 3000, "/game/nim%2f..%2fcram",
)  # fmt: skip


@pytest.mark.parametrize("path", TRICKS)
def test_paths_lead_to_pages_only(server: Running, path: str) -> None:
    said = answered(server, f"GET {path} HTTP/1.1\r\n{CLOSE}".encode())
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.split()[1] in (b"400", b"404", b"414"), head
    assert b"root:" not in body and b"import " not in body and b"location: //" not in head.lower()


@contextmanager
def many_files(count: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        pytest.skip(f"this system allows {hard} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_thousand_connections(tmp_path: Path) -> None:
    """Twenty visitors hold fifty each, half of them with half a request; another is served, and who
    came with nothing is sent away."""
    with many_files(4096), running(tmp_path, "--rate", "2000") as server, ExitStack() as held:
        began, crowd = time.monotonic(), []
        for number in range(1000):
            source = (f"127.0.0.{2 + number // 50}", 0)
            one = socket.create_connection(("127.0.0.1", server.port), 20, source)
            crowd.append(held.enter_context(one))
            if number % 2:
                one.sendall(b"GET / HTTP/1.1\r\nHost: local")
        asked = time.monotonic()
        assert httpx.get(f"{server.address}/play/nim?from=3,4,5", timeout=20).status_code == 200
        assert time.monotonic() - asked < 5
        for one in crowd:
            one.settimeout(max(0.1, 40 - (time.monotonic() - began)))
            with suppress(ConnectionResetError):
                assert one.recv(100) == b""
        assert httpx.get(f"{server.address}/help", timeout=20).status_code == 200
