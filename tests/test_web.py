"""The page without a browser: addresses, escaping, limits, workers, refusals, saved games."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import httpx
import pytest

from nimatron.errors import UsageError
from nimatron.formulas import Formula
from nimatron.games import games
from nimatron.solve.limits import Limits
from nimatron.web.address import Address, address_of, read
from nimatron.web.app import STATIC, Kept
from nimatron.web.conditions import worked_out
from nimatron.web.guards import HEADERS, LONGEST_ADDRESS, LONGEST_BODY, Guard, Rate, network
from nimatron.web.markup import Markup, joined, link, tag
from nimatron.web.pages import answered
from nimatron.web.reply import Reply
from nimatron.web.worked import with_numbers
from nimatron.web.workers import Busy, Lane, OverTime
from web_server import Running, running

QUICK = Limits(positions=100_000, seconds=2.0)
EVIL = "<script>alert(1)</script>\"'&"


def shown(path: str, query: str = "", *, last: bool = True) -> Reply:
    return answered(path, query, QUICK, last=last)


def follow(location: str) -> Reply:
    """The page of an address, through redirects."""
    for _ in range(5):
        parts = urlsplit(location)
        reply = shown(parts.path, parts.query)
        if reply.status != 303:
            return reply
        location = reply.location
    raise AssertionError("redirected for ever")


# ---- markup and addresses


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", EVIL) == ("<p>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;</p>")
    assert EVIL not in link(f"/{EVIL}", "x", title=EVIL)
    assert joined(Markup("<b>"), None, False, ["<", 3]) == "<b>&lt;3"


ADDRESSES = [
    Address("nim"),
    Address("nim", "3,4,5", ("take 2 from pile 1",), show=("why", "verdicts")),
    Address("bachet", "21", given=(("k", "2"),), you="second", level="greedy", seed=7),
    Address("cram", "9x9", guess=True),
    Address("sum", "nim:1,2 + cram:2x2", ("part 1: take 1 from pile 1",), you="both"),
]


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address.slug)
def test_an_address_reads_back(address: Address) -> None:
    parts = urlsplit(address.href())
    assert parts.path == f"/play/{address.slug}"
    assert read(address.slug, parse_qsl(parts.query)) == address
    session = address.session()
    assert address_of(session).session() == session


@pytest.mark.parametrize(
    "query",
    [
        "nonsense=1", "you=nobody", "level=wizard", "rule=odd", "show=all", "seed=-1",
        "from=" + "1," * 1500 + "1", "from=1&from=2", "m=take+9+from+pile+9", "p.k=2", "from=%FF",
        "from=3,x", "resigned=no", "m=" + "&m=" * 600,
    ],
)  # fmt: skip
def test_malformed_addresses_are_refused_in_a_friendly_page(query: str) -> None:
    reply = shown("/play/nim", query)
    assert reply.status == 400
    assert "expected" in reply.body and "Traceback" not in reply.body


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/play/nix", 404), ("/nix", 404), ("/game/", 404), ("/game/../../etc/passwd", 404),
        ("/play/nim/extra", 404), (f"/play/{EVIL}", 404), (f"/{EVIL}", 404), ("/own/x", 404),
    ],
)  # fmt: skip
def test_unknown_pages(path: str, status: int) -> None:
    reply = shown(path)
    assert reply.status == status
    assert "<script>alert" not in reply.body


def test_nothing_typed_comes_back_unescaped() -> None:
    from urllib.parse import quote

    evil = quote(EVIL)
    for path, query in (
        ("/", f"q={evil}&kind={evil}&known={evil}"), ("/own", f"code={evil}"),
        ("/own", f"take={evil}"), ("/sequence", f"code={evil}&to={evil}"),
        ("/play/nim", f"from={evil}"), ("/play/nim", f"m={evil}"), ("/game/nim", f"from={evil}"),
        ("/play/nim", f"{evil}=1"), ("/game/bachet", f"p.k={evil}"),
        ("/play/bachet", f"p.k={evil}"),
        ("/replay", f"t={evil}&name={evil}"),
    ):  # fmt: skip
        reply = shown(path, query)
        assert "<script>alert" not in reply.body, path
        assert 'alert(1)"' not in reply.body, path


# ---- pages


@pytest.mark.parametrize("slug", list(games))
def test_every_game_has_its_pages(slug: str) -> None:
    about = shown(f"/game/{slug}")
    assert about.status == 200
    assert games[slug].name.replace("'", "&#x27;") in about.body
    board = shown(f"/play/{slug}")
    assert board.status == 200
    assert 'class="nim-link"' in board.body  # moves are links of the picture
    assert "style=" not in board.body and "<style" not in board.body
    both = follow(f"/play/{slug}?you=second")
    assert both.status in (200, 422)


def test_the_computer_answers_and_the_address_tells_it() -> None:
    reply = shown("/play/nim", "from=3,4,5&m=take+1+from+pile+1")
    assert reply.status == 303
    address = read("nim", parse_qsl(urlsplit(reply.location).query))
    assert address.start == "3,4,5" and len(address.moves) == 2
    assert "You are to move" in follow(reply.location).body


def test_what_is_typed_loosely_is_led_to_its_own_address() -> None:
    reply = shown("/play/nim", "from=3,4,5&m=TAKE++2+from+pile+1&you=both")
    assert reply.status == 303 and "take%202%20from%20pile%201" in reply.location
    assert shown("/play/nimm").status == 404


def test_verdicts_say_it_by_word_sign_and_colour() -> None:
    body = shown("/play/nim", "from=3,4,5&show=verdicts").body
    assert body.count("✓ wins") == 1 and body.count("✗ loses") == 11
    assert "You should win in 11 moves" in body
    assert "nim-winning" in body and "nim-losing" in body


def test_why_has_the_columns_of_this_position() -> None:
    body = shown("/play/nim", "from=3,4,5&show=why").body
    assert "<caption>Now</caption>" in body
    assert "After: take 2 from pile 1" in body
    xor = r'<th scope="row">xor</th><td>2</td><td>0</td><td class="odd">1'
    assert re.search(xor, body)
    assert "A printed statement fails here" in body


def test_why_works_out_the_condition_with_this_positions_numbers() -> None:
    body = shown("/play/wythoff", "from=5,6&show=why").body
    said = re.sub("<[^>]+>", "", body)
    assert "Here a = (5, 6): min(a) is 5, golden(max(a) - min(a)) is 1." in said
    assert "This position is not one of the lost ones." in said
    assert "take 4 from both" in said
    formula = re.search('<details class="formula">.*?</details>', body)
    assert formula is not None and "min(a) = golden" in formula[0]
    lost = re.sub("<[^>]+>", "", shown("/play/wythoff", "from=1,2&show=why").body)
    assert "This position is one of the lost ones" in lost
    ones = '<th scope="row">ones</th><td></td><td>2</td><td>1</td><td>2</td>'
    assert ones in shown("/play/moore", "from=3,4,5&show=why").body
    assert "xor(a) is 0" in re.sub(
        "<[^>]+>", "", shown("/play/nim", "from=1,2,3&rule=misere&show=why").body
    )


@pytest.mark.parametrize(
    ("formula", "names", "numbers"),
    [
        ("n % (k + 1) == 0", {"n": 21, "k": 3}, {"n mod (k + 1)": "1"}),
        ("xor(a) == 0 if max(a) > 1 else sum(a) % 2 == 1", {"a": (1, 1)},
         {"max(a)": "1", "sum(a) mod 2": "0"}),
        ("min(a) == 0 or max(a) < 2", {"a": (0, 9)}, {"min(a)": "0"}),
        ("max(x % 3 for x in a) == 1", {"a": (4, 5)}, {"max(x mod 3 for x in a)": "2"}),
        ("all(x % 2 == 0 for x in a)", {"a": (4, 5)}, {}),
        ("sorted(a) == [1, 2]", {"a": (2, 1)}, {"sorted(a)": "(1, 2)"}),
        ("b + 1 == 0", {"a": 1}, {}),
        ("is_power_of_2(n + 1)", {"n": 33}, {"n + 1": "34"}),
        ("n == 0 or zeckendorf(n)[-1] > most", {"n": 20, "most": 19},
         {"zeckendorf(n)": "(13, 5, 2)", "zeckendorf(n)[-1]": "2"}),
    ],
)  # fmt: skip
def test_what_a_formula_says_here(
    formula: str, names: dict[str, Any], numbers: dict[str, str]
) -> None:
    assert dict(worked_out(formula, names)) == numbers


@pytest.mark.parametrize(
    ("formula", "names", "worked"),
    [
        ("n % (k + 1)", {"n": 21, "k": 3}, "21 % (3 + 1)"),
        ("xor(gaps)", {"gaps": (3, 3)}, "xor(3, 3)"),
        ("welter(x - 1 for x in a)", {"a": (1, 4, 6)}, "welter(0, 3, 5)"),
        ("nim_product(a, b)", {"a": 2, "b": 3}, "nim_product(2, 3)"),
        ("fused", {"fused": 4}, ""),
        ("head[n]", {"n": 1, "head": (0, 1)}, ""),
        ("n * (n + n + n) + n", {"n": 10**40}, ""),
    ],
)
def test_a_value_is_worked_out_with_its_numbers(
    formula: str, names: dict[str, Any], worked: str
) -> None:
    assert with_numbers(formula, names) == worked
    if worked:
        assert Formula(formula)(**names) == Formula(_as_list(worked))()


def _as_list(worked: str) -> str:
    """Functions of many numbers take them as a list."""
    return re.sub(r"^(xor|welter)\((.*)\)$", r"\1([\2])", worked)


def test_a_value_of_one_part_has_its_columns_and_its_functions_in_words() -> None:
    body = shown("/play/monotonic-nim", "from=1,4,6,12&show=why").body
    assert "xor(gaps)</code> = <code>xor(3, 6)</code> = 5." in body
    assert "After: take 3 from pile 4" in body
    assert re.search(r'<th scope="row">xor</th><td>5</td><td class="odd">1</td><td>0', body)
    words = re.sub("<[^>]+>", "", shown("/play/wythoff", "from=5,6&show=why").body)
    assert "golden(k): The integer part of k times the golden ratio" in words
    assert "<code>fused" not in shown("/play/green-hackenbush", "show=why").body


def test_why_of_a_searched_game_is_a_tree_that_opens() -> None:
    body = shown("/play/node-kayles", "from=1x9&show=why").body
    assert "<details><summary>" in body and 'class="tree"' in body
    assert "First move: <b>take" in body


def test_where_did_i_go_wrong() -> None:
    lost = "from=3,4,5&m=take+1+from+pile+1"
    location = shown("/play/nim", lost).location
    body = follow(f"{location}&resigned=yes&show=review").body
    assert "The computer wins: you resigned." in body
    assert "Move 1, take 1 from pile 1, lost the game for you." in body
    assert "take 2 from pile 1 would have won" in body


def test_a_game_lost_from_its_start_is_explained_from_there() -> None:
    moves = "from=2x2&m=cover 1,1 1,2&m=cover 2,1 2,2&show=review".replace(" ", "%20")
    words = re.sub("<[^>]+>", "", shown("/play/cram", moves).body)
    assert "You made no mistake" in words and "the computer never let go of it." in words
    assert "The winner copies: every move is answered by its image." in words
    assert "Play it again, and let the computer begin" in words


@pytest.mark.parametrize(
    ("slug", "query", "total"),
    [
        ("bachet", "from=21&p.k=4&m=take 2&you=both", "bachet(k=4):19 + kayles:7"),
        ("cram", "from=3x4", "cram:3x4 + kayles:7"),
        ("sum", "from=nim:1,2 %2B cram:2x2", "nim:1,2 + cram:2x2 + kayles:7"),
    ],
)
def test_a_game_is_put_beside_the_one_that_is_played(slug: str, query: str, total: str) -> None:
    body = shown(f"/play/{slug}", query.replace(" ", "%20")).body
    found = re.search(r'href="(/game/sum\?[^"]*)">Put a game beside it', body)
    assert found is not None
    address = unescape(found[1])
    query = urlsplit(address).query
    assert dict(parse_qsl(query))["from"] == total
    assert f'value="{total}"' in follow(address).body
    assert shown("/play/sum", query).status == 200


def test_what_there_is_none_of_is_not_offered() -> None:
    for path, graph, table in (
        ("sum", True, False),
        ("nim", True, True),
        ("round-table", False, False),
    ):
        for page in (f"/game/{path}", f"/play/{path}"):
            body = shown(page).body
            assert ("show=graph" in body) is graph and ("show=table" in body) is table


def test_a_game_of_ones_own() -> None:
    page = shown("/own", "take=2,5,7")
    assert page.status == 200 and "/play/subtraction?from=21&amp;p.take=2,5,7" in page.body
    assert shown("/own", "code=0.77").body.count("period 12 from 71 on, proved") == 1
    for wrong in ("code=9.99", "take=0", "take=1,a", "code=0.77&take=1"):
        assert shown("/own", wrong).status == 400, wrong


def test_a_hard_question_is_handed_on_and_then_refused() -> None:
    few = Limits(positions=500, seconds=0.2)
    asked = ("/play/cram", "from=9x9&you=second")
    assert answered(*asked, few, last=False).status == 0
    reply = answered(*asked, few, last=True)
    assert reply.status == 422 and "Too large for this page" in reply.body
    assert "Let the computer guess" in reply.body
    guessed = answered("/play/cram", "from=9x9&you=second&guess=yes", few, last=False)
    assert guessed.status == 303 and "guess=yes&m=cover" in guessed.location
    assert "guessing where it cannot find out" in follow(guessed.location).body
    board = answered("/play/cram", "from=9x9&show=why", few, last=True)
    assert board.status == 422 and "Too large for this page" in board.body
    assert 'class="nim-link"' in board.body  # the board is there all the same
    assert answered("/play/cram", "from=9x9", few, last=False).status == 200


def test_a_table_without_end_can_be_played_whatever_the_first_coin() -> None:
    """No patience finds the best move among a continuum of them, so it is not asked for."""
    few = Limits(positions=500, seconds=0.2)
    assert answered("/play/round-table", "m=coin+at+0,3", few, last=False).status == 303


def test_a_long_game_goes_on_from_where_it_stands() -> None:
    moves = "".join("&m=take+1+from+pile+1" for _ in range(300))
    reply = shown("/play/nim", f"from=400,400&you=both{moves}")
    assert reply.status == 303
    assert read("nim", parse_qsl(urlsplit(reply.location).query)).start == "100,400"


# ---- limits


def test_rates() -> None:
    rate = Rate(per_second=2, at_once=3)
    assert [rate.allows("a", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert rate.allows("b", 0.0)
    assert rate.allows("a", 0.5) and not rate.allows("a", 0.5)
    for number in range(20_000):
        rate.allows(str(number), 1.0)
    assert len(rate._left) <= 10_000
    assert network("2001:db8::1") == network("2001:db8::ffff") != network("2001:db8:0:1::1")
    assert network("10.0.0.1") != network("10.0.0.2")


def test_kept_pages_are_bounded() -> None:
    kept = Kept(most=5_000)
    for number in range(50):
        kept.keep(("/", str(number)), Reply("x" * 400))
    assert kept.find(("/", "49")) is not None and kept.find(("/", "0")) is None
    kept.keep(("/", "no"), Reply("x", kept=False))
    assert kept.find(("/", "no")) is None


def test_what_was_too_large_is_tried_again_later() -> None:
    kept = Kept(too_large=0.05)
    kept.keep(("/", "hard"), Reply("x", 422))
    kept.keep(("/", "fine"), Reply("x"))
    assert kept.find(("/", "hard")) is not None
    time.sleep(0.06)
    assert kept.find(("/", "hard")) is None and kept.find(("/", "fine")) is not None
    kept.keep(("/", "hard"), Reply("y"))
    assert kept.find(("/", "hard")) == Reply("y")


async def _app(scope: Any, receive: Any, send: Any) -> None:
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"%d" % len(body)})


def _asked(method: str, url: str, guard: Guard, **more: Any) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=guard)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, url, **more)

    return asyncio.run(ask())


def guarded(**more: Any) -> Guard:
    return Guard(_app, lambda status, words: (words.encode(), "text/plain"), Rate(), **more)


async def _chunks() -> Any:
    for _ in range(40):
        yield b"x" * 1000


@pytest.mark.parametrize(
    ("method", "url", "more", "status"),
    [
        ("GET", "/", {}, 200),
        ("POST", "/", {"content": b"x" * 100}, 200),
        ("POST", "/", {"content": b"x" * (LONGEST_BODY + 1)}, 413),
        ("POST", "/", {"content": _chunks}, 413),
        ("GET", "/?" + "a" * LONGEST_ADDRESS, {}, 414),
        ("DELETE", "/", {}, 405),
        ("TRACE", "/", {}, 405),
        ("POST", "/", {"headers": {"sec-fetch-site": "cross-site"}}, 403),
        ("POST", "/", {"headers": {"origin": "http://evil.example"}}, 403),
        ("POST", "/", {"headers": {"origin": "http://localhost"}}, 200),
        ("GET", "/", {"headers": {"host": "evil.example"}}, 421),
        ("GET", "/", {"headers": {"host": "localhost:8000"}}, 200),
    ],
)
def test_refusals(method: str, url: str, more: dict[str, Any], status: int) -> None:
    if callable(more.get("content")):
        more = {"content": more["content"]()}
    reply = _asked(method, url, guarded(hosts=frozenset({"localhost"})), **more)
    assert reply.status_code == status
    for name, value in HEADERS.items():
        assert reply.headers[name] == value
    assert "unsafe" not in reply.headers["content-security-policy"]


def test_too_many_requests() -> None:
    guard = guarded()
    guard.rate = Rate(per_second=0.001, at_once=2)
    assert [_asked("GET", "/", guard).status_code for _ in range(3)] == [200, 200, 429]


# ---- workers

_ECHO = """
import sys, time
for line in sys.stdin:
    if "die" in line: sys.exit(1)
    if "sleep" in line: time.sleep(30)
    print("said", line.strip(), flush=True)
"""


def lane(**more: Any) -> Lane:
    given = {"workers": 1, "seconds": 5.0, "waiting": 1, **more}
    return Lane(command=[sys.executable, "-c", _ECHO], **given)


def test_a_worker_that_takes_too_long_is_ended_and_replaced() -> None:
    async def ask() -> None:
        one = lane(seconds=0.4)
        await one.warm()
        assert await one.ask("hello") == "said hello\n"
        began = time.monotonic()
        with pytest.raises(OverTime):
            await one.ask("sleep")
        assert time.monotonic() - began < 5
        one.seconds = 5.0
        assert await one.ask("again") == "said again\n"
        with pytest.raises(OverTime):
            await one.ask("die")
        assert await one.ask("and again") == "said and again\n"
        await one.close()

    asyncio.run(ask())


def test_a_worker_has_time_to_set_itself_up() -> None:
    slow = "import time; time.sleep(0.8); print('ready', flush=True)" + _ECHO

    async def ask() -> None:
        one = Lane(1, 0.5, 5, command=[sys.executable, "-c", slow], setup=10)
        assert await one.ask("hello") == "said hello\n"  # its own half second begins after that
        await one.close()
        never = Lane(1, 5, 5, command=[sys.executable, "-c", _ECHO], setup=0.3)
        await never.warm()
        with pytest.raises(OverTime):
            await never.ask("hello")
        await never.close()

    asyncio.run(ask())


def test_who_comes_when_too_many_wait_is_told_so() -> None:
    async def ask() -> None:
        one = lane(seconds=1.0)
        await one.warm()
        slow = asyncio.create_task(one.ask("sleep"))
        await asyncio.sleep(0.05)
        waiting = asyncio.create_task(one.ask("patient"))
        await asyncio.sleep(0.05)
        with pytest.raises(Busy):
            await one.ask("too many")
        with pytest.raises(OverTime):
            await slow
        one.seconds = 5.0
        assert await waiting == "said patient\n"
        await one.close()

    asyncio.run(ask())


# ---- the server itself


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data"), "--rate", "500", "--patience", "1.5") as found:
        yield found


def sent(server: Running, raw: bytes, wait: float = 5.0) -> bytes:
    """What comes back for these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as connection:
        connection.sendall(raw)
        said = b""
        while part := connection.recv(65536):
            said += part
        return said


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"200"),
        (b"NONSENSE\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", b"421"),
        (b"GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n"
         b"Connection: close\r\n\r\n", b"404"),
        (b"GET /static/..%2f..%2fapp.py HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
         b"404"),
        (b"GET /play/nim?m=%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\n"
         b"Connection: close\r\n\r\n", b"400"),
        (b"GET /%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"404"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", b"431"),
        (b"POST /saved HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\n"
         b"Connection: close\r\n\r\n", b"413"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
         b"405"),
        (b"GET /play/nim HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
         b"Connection: close, upgrade\r\n\r\n", b"200"),
    ],
)  # fmt: skip
def test_raw_requests(server: Running, raw: bytes, status: bytes) -> None:
    said = sent(server, raw)
    head = said.partition(b"\r\n\r\n")[0]
    assert head.split()[1] == status
    assert b"set-cookie" not in head.lower() and b"root:" not in said
    assert b"\r\nserver:" not in head.lower()


def test_saving_listing_and_replaying(server: Running) -> None:
    with httpx.Client(base_url=server.address, follow_redirects=True) as client:
        form = {"game": "nim", "from": "1,2", "name": "<b>Ann</b>", "you": "both",
                "m": ["take 1 from pile 2", "take 1 from pile 1"]}  # fmt: skip
        page = client.post("/saved", data=form)
        assert page.status_code == 200
        number = page.url.path.rpartition("/")[2]
        assert "&lt;b&gt;Ann&lt;/b&gt;" in page.text and "<b>Ann" not in page.text
        listed = client.get("/saved")
        assert f'href="/saved/{number}"' in listed.text and "not finished" in listed.text
        assert f"/saved/{number}" not in client.get("/saved?name=Bob").text
        second = client.get(f"/saved/{number}?at=2")
        assert "After move 2: take 1 from pile 1." in second.text
        for wrong, status in (("999999", 404), ("x", 404), ("1" * 30, 404)):
            assert client.get(f"/saved/{wrong}").status_code == status
        assert client.get(f"/saved/{number}?at=77").status_code == 400
        bad = client.post("/saved", data={"game": "nim", "m": "take 99 from pile 1"})
        assert bad.status_code == 400
        assert client.post("/saved", data={**form, "name": "x" * 200}).status_code == 400


def test_static_files(server: Running) -> None:
    with httpx.Client(base_url=server.address) as client:
        for name in STATIC:
            reply = client.get(f"/static/{name}")
            assert reply.status_code == 200
            assert "http://" not in reply.text.replace("http://www.w3.org", "")
        assert "Zero-Clause BSD" in client.get("/static/htmx.min.js").text
        assert ".nim-link" in client.get("/static/style.css").text


def test_a_slow_client_is_dropped_and_holds_up_nobody(server: Running) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: local")
        assert httpx.get(f"{server.address}/help").status_code == 200
        assert slow.recv(1000) == b""
    assert time.monotonic() - began < 10


def test_one_visitor_holds_only_so_many_connections(tmp_path: Path) -> None:
    from nimatron.web.server import MOST_CONNECTIONS

    with running(tmp_path) as server:
        where = ("127.0.0.1", server.port)
        held = [socket.create_connection(where, timeout=5) for _ in range(MOST_CONNECTIONS)]
        with socket.create_connection(where, timeout=5) as one_more:
            assert one_more.recv(10) == b""
        for each in held:
            each.close()
        time.sleep(0.1)
        assert httpx.get(f"{server.address}/help").status_code == 200


def test_a_port_that_is_taken_is_told_in_one_line(server: Running) -> None:
    from nimatron.web.server import bound

    with pytest.raises(UsageError, match="address that is free"):
        bound("127.0.0.1", server.port)


@pytest.mark.heavy
@pytest.mark.parametrize("slug", list(games))
def test_every_panel_in_the_middle_of_every_game(slug: str) -> None:
    """No page fails, wherever a random game stands and whatever is asked to be shown."""
    few = Limits(positions=3_000, seconds=0.3)
    rng = random.Random(slug)
    for game in range(3):
        address = Address(slug, you=("both", "first", "second")[game], level="random", seed=game)
        for _ in range(rng.randint(0, 6)):
            moves = address.session().legal(200).texts
            if moves:
                address = address.moved(rng.choice(moves))
        asked = [("hint1",), ("hint3",), ("verdicts",), ("why",)]
        asked += [("review",)] if address.session().over else []
        for shown_panels in asked:
            parts = urlsplit(replace(address, show=shown_panels).href())
            reply = answered(unquote(parts.path), parts.query, few, last=True)
            assert reply.status in (200, 303, 422), (parts, reply.body)
            assert "page failed" not in reply.body
        resigned = replace(address, you="both", resigned=True, show=("review",))
        parts = urlsplit(resigned.href())
        assert answered(parts.path, parts.query, few, last=True).status in (200, 422)
