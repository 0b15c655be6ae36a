"""The page in a real browser: whole games won and lost, by mouse, by keyboard, without JavaScript;
back, forward, reload and shared links; accessibility of every kind of page, light and dark."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from nimatron.solve.choose import answer
from nimatron.solve.limits import Limits
from nimatron.web.address import Address, read
from web_server import Running, running

CHROMIUM = Path("/usr/bin/chromium")
AXE = Path(__file__).parent / "vendor" / "axe.min.js"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data"), "--rate", "2000", "--seconds", "3") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{CHROMIUM} is missing, and CI never skips the browser tests")
        pytest.skip(f"{CHROMIUM} is missing: install Debian's chromium to run the browser tests")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
        )
        yield found
        found.close()


@contextmanager
def opened(browser: Any, server: Running, path: str, **options: Any) -> Iterator[Any]:
    """A page of the server; nothing may be written to the console, or fetched from elsewhere."""
    context = browser.new_context(base_url=server.address, **options)
    page, said = context.new_page(), list[str]()

    def heard(message: Any) -> None:
        # That a page is not found or too large is written there by the browser itself.
        if "status of 4" not in message.text:
            said.append(message.text)

    def asked(request: Any) -> None:
        if not request.url.startswith(server.address):
            said.append(f"fetched {request.url}")

    page.on("console", heard)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", asked)
    page.goto(path)
    try:
        yield page
        assert said == []
    finally:
        context.close()


def address_of(page: Any) -> Address:
    """The game that the page shows."""
    parts = urlsplit(page.url)
    assert parts.path.startswith("/play/")
    return read(parts.path.removeprefix("/play/"), parse_qsl(parts.query))


def chosen(address: Address, win: bool) -> str | None:
    """The move to make here, to win or to lose; None if the game is over."""
    session = address.session()
    if session.over:
        return None
    found = answer(session.question, Limits(seconds=20))
    winning = set(found.winning_moves or ())
    texts = session.legal().texts
    if win:
        assert found.winning_move is not None
        return found.winning_move
    return next((text for text in texts if text not in winning), texts[0])


def make(page: Any, move: str, how: str) -> None:
    """Make a move: choose its link in the picture, with the mouse or from the keyboard."""
    link = page.locator(f'#board a[aria-label^="{move}"]').first
    before = page.url
    if how == "keyboard":
        for _ in range(200):
            page.keyboard.press("Tab")
            here = page.evaluate("document.activeElement.getAttribute('aria-label') || ''")
            if here == move or here.startswith(f"{move}: "):
                break
        else:
            raise AssertionError(f"no Tab leads to {move}")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    else:
        with page.expect_navigation():
            link.locator(".nim-dot, .nim-hit, .nim-hitline, .nim-button").last.click()
    assert page.url != before


def played(browser: Any, server: Running, path: str, how: str, *, win: bool) -> None:
    """A whole game, to its end."""
    options = {"java_script_enabled": how != "no JavaScript"}
    with opened(browser, server, path, **options) as page:
        moves = 0
        while (move := chosen(address_of(page), win)) is not None:
            make(page, move, how)
            moves += 1
            assert moves < 40
        status = page.locator(".status-line").inner_text()
        assert status.startswith("You win" if win else "The computer wins"), status
        if not win:
            with page.expect_navigation() if how == "no JavaScript" else _at_once():
                page.get_by_role("link", name="Where did I go wrong?").click()
            page.locator("#review").wait_for()
            told = page.locator("#review").inner_text()
            assert "lost the game for you" in told and "would have won" in told, told


@contextmanager
def _at_once() -> Iterator[None]:
    yield


# Games of different pictures, each from a position in which whoever begins can win or err.
CORE = [
    ("/play/nim?from=2,3", "mouse"),
    ("/play/chomp?from=2x3", "keyboard"),
    ("/play/cram?from=2x3", "no JavaScript"),
    ("/play/daisy?from=5&you=second", "mouse"),
]
MORE = [
    ("/play/kayles?from=4", "mouse"), ("/play/kayles?from=5", "keyboard"),
    ("/play/treblecross?from=5", "no JavaScript"), ("/play/geography?from=3x3", "mouse"),
    ("/play/node-kayles", "keyboard"), ("/play/green-hackenbush", "mouse"),
    ("/play/chords?from=4", "mouse"), ("/play/sum?from=nim:1,2 %2B cram:2x2", "mouse"),
    ("/play/tree-stairs", "no JavaScript"), ("/play/welter", "mouse"),
    ("/play/chocolate?from=2x4", "keyboard"), ("/play/red-blue", "no JavaScript"),
    ("/play/needles?from=1x1x3", "mouse"), ("/play/wythoff?from=2,3", "keyboard"),
    ("/play/nim?from=1,2,2&rule=misere", "mouse"),
    ("/play/subtraction?p.take=1,3,4&from=8", "mouse"),
    ("/play/nim?from=2,3", "keyboard"), ("/play/nim?from=2,3", "no JavaScript"),
    ("/play/chomp?from=2x3", "mouse"), ("/play/cram?from=2x3", "mouse"),
]  # fmt: skip


@pytest.mark.parametrize("win", [True, False], ids=["won", "lost"])
@pytest.mark.parametrize(("path", "how"), CORE)
def test_a_whole_game(browser: Any, server: Running, path: str, how: str, win: bool) -> None:
    played(browser, server, path, how, win=win)


@pytest.mark.heavy
@pytest.mark.parametrize("win", [True, False], ids=["won", "lost"])
@pytest.mark.parametrize(("path", "how"), MORE)
def test_more_whole_games(browser: Any, server: Running, path: str, how: str, win: bool) -> None:
    played(browser, server, path, how, win=win)


# ---- the address is the game


def test_back_forward_reload_and_a_shared_link(browser: Any, server: Running) -> None:
    with opened(browser, server, "/play/nim?from=3,4,5") as page:
        start = page.url
        make(page, "take 2 from pile 1", "mouse")
        after = page.url
        picture = page.locator("#board").inner_html()
        assert len(address_of(page).moves) == 2
        page.reload()
        assert page.url == after and page.locator("#board").inner_html() == picture
        page.go_back()
        assert page.url == start  # back is undo: the answer of the computer is no step of its own
        assert "take 2 from pile 1" in page.locator("#board").inner_html()
        page.go_forward()
        assert page.url == after
        with page.expect_navigation():
            page.get_by_role("link", name="Undo").click()
        assert page.url.partition("#")[0] == start
        with opened(browser, server, after.removeprefix(server.address)) as friend:
            assert friend.locator("#board").inner_html() == picture


def test_panels_open_and_close_and_back_goes_through_them(browser: Any, server: Running) -> None:
    with opened(browser, server, "/play/nim?from=1,4,5") as page:
        page.get_by_role("link", name="Value of every move").click()
        page.locator("#verdicts").wait_for()
        assert "show=verdicts" in page.url
        assert page.locator("#board .nim-losing").count() > 0
        page.get_by_role("link", name="Why?").click()
        page.locator("#why").wait_for()
        assert page.locator("#verdicts").count() == 1
        page.get_by_role("link", name="Hide: Value of every move").click()
        page.locator("#verdicts").wait_for(state="detached")
        page.go_back()
        page.locator("#verdicts").wait_for()
        page.go_back()
        page.locator("#why").wait_for(state="detached")
        assert "show=why" not in page.url


def test_the_focus_stays_when_a_panel_opens_by_keyboard(browser: Any, server: Running) -> None:
    """Renewed around the link that was chosen, the page keeps the place of who reads it."""
    with opened(browser, server, "/play/nim?from=1,4,5") as page:
        for name, panel in (
            ("Why?", "why"),
            ("Hint", "hint1"),
            ("Value of every move", "verdicts"),
        ):
            page.get_by_role("link", name=name, exact=True).focus()
            page.keyboard.press("Enter")
            page.locator(f"#{panel}").wait_for()
            page.wait_for_function("document.activeElement.closest('.ways')")
        assert page.evaluate("document.activeElement.textContent") == "Hide: Value of every move"


def test_print_leaves_nothing_out(browser: Any, server: Running) -> None:
    """On paper there is nothing to click or to scroll: the whole table of moves is there."""
    with opened(browser, server, "/play/cram?from=4x5&show=verdicts&show=why") as page:
        page.emulate_media(media="print", color_scheme="dark")
        for what in ("form", "header nav", ".ways", "footer"):
            assert not any(found.is_visible() for found in page.locator(what).all())
        cut = "e => e.scrollHeight > e.clientHeight + 1"
        assert not page.locator("#verdicts .scroll").evaluate(cut)
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert paper == "rgb(255, 255, 255)"


def test_the_catalogue_is_filtered_while_typing(browser: Any, server: Running) -> None:
    with opened(browser, server, "/") as page:
        assert page.locator(".cards li").count() > 40
        page.get_by_label("Find").fill("domino")
        page.locator(".cards li").nth(5).wait_for(state="detached")
        assert page.get_by_role("link", name="Cram").count() >= 1
        page.get_by_label("Find").fill("no such thing at all")
        page.get_by_text("No game is like that.").wait_for()
    with opened(browser, server, "/", java_script_enabled=False) as page:
        page.get_by_label("Find").fill("domino")
        with page.expect_navigation():
            page.get_by_role("button", name="Filter").click()
        assert 1 <= page.locator(".cards li").count() < 6


def test_setting_up_a_game_and_two_people(browser: Any, server: Running) -> None:
    with opened(browser, server, "/game/bachet", java_script_enabled=False) as page:
        page.get_by_label("Position").fill("5")
        page.get_by_label("Parameter k").fill("2")
        page.get_by_label("Convention").select_option("misere")
        page.get_by_label("Who plays").select_option("both")
        page.get_by_role("button", name="Play").click()
        assert address_of(page).parameters == {"k": "2"}
        assert page.locator(".status-line").inner_text() == "The first player is to move."
        for move, status in (
            ("take 2", "The second player is to move."),
            ("take 2", "The first player is to move."),
            ("take 1", "The second player wins"),
        ):
            make(page, move, "mouse")
            assert page.locator(".status-line").inner_text().startswith(status)


def test_saving_and_replaying(browser: Any, server: Running) -> None:
    with opened(browser, server, "/play/kayles?from=5") as page:
        make(page, "take 1, leave 2+2", "mouse")
        page.get_by_label("Save as").fill("Ann & Bob")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("heading", name="Ann & Bob").wait_for()
        with page.expect_navigation():
            page.get_by_role("link", name="Next").click()
        assert "After move 1" in page.locator(".status-line").inner_text()
        with page.expect_navigation():
            page.get_by_role("link", name="Play on from here", exact=True).click()
        page.goto("/saved")
        assert page.get_by_role("link", name="Ann & Bob").count() >= 1


def test_too_large_for_this_page_and_others_notice_nothing(browser: Any, server: Running) -> None:
    import threading
    import time

    import httpx

    hard = f"{server.address}/play/cram?from=9x9&show=why"
    found = list[httpx.Response]()
    asking = threading.Thread(target=lambda: found.append(httpx.get(hard, timeout=60)))
    asking.start()
    time.sleep(1.0)
    with opened(browser, server, "/play/nim?from=2,2,1") as page:
        began = time.monotonic()
        make(page, "take 1 from pile 3", "mouse")
        assert time.monotonic() - began < 3
        assert asking.is_alive()
    asking.join()
    assert found[0].status_code == 422
    assert "Too large for this page" in found[0].text


# ---- everybody can use it

KINDS = [
    "/", "/game/nim", "/play/nim?show=why&show=verdicts",
    "/play/chomp?from=2x3&m=eat 1,2&m=eat 1,1&you=both&show=review",
]  # fmt: skip
MORE_KINDS = [
    "/help", "/nix", "/play/cram?from=9x9&show=why",
    "/own?code=0.77", "/own?code=x", "/sequence", "/saved", "/play/cram?show=why",
    "/play/geography?from=3x4&show=why", "/play/kayles?show=why&show=graph",
    "/play/nim?from=2,1&show=graph&show=table&show=hint3", "/play/round-table", "/play/needles",
    "/play/sum?show=why&show=verdicts", "/play/green-hackenbush?show=verdicts",
    "/play/chords", "/play/tree-stairs?show=why", "/play/northcott", "/play/sprouts",
    "/play/chocolate?show=verdicts", "/game/sum", "/game/kings", "/play/red-blue",
    "/play/nim?from=1,2&m=take 2 from pile 2&you=both&show=why&resigned=yes",
]  # fmt: skip


def looked_at(browser: Any, server: Running, path: str) -> None:
    """No violation that axe finds, light or dark, and no sideways scrolling on a phone."""
    with opened(browser, server, path, viewport={"width": 390, "height": 844}) as page:
        page.evaluate(AXE.read_text())
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            told = [
                f"{scheme} {each['id']}: {node['html'][:160]} {node.get('failureSummary')}"
                for each in found["violations"]
                for node in each["nodes"][:3]
            ]
            assert told == []
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0


def test_the_checks_are_awake(browser: Any, server: Running) -> None:
    """A page that is spoilt is found out, by axe and by the watch on the console."""
    with pytest.raises(AssertionError, match="Content Security Policy"):  # noqa: SIM117
        with opened(browser, server, "/help") as page:
            page.evaluate("document.documentElement.removeAttribute('lang')")
            page.evaluate("document.querySelector('h1').style.color = 'lightgrey'")
            page.evaluate(AXE.read_text())
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            ids = {each["id"] for each in found["violations"]}
            assert {"html-has-lang", "color-contrast"} <= ids
            page.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")


@pytest.mark.parametrize("path", KINDS)
def test_everybody_can_use_it(browser: Any, server: Running, path: str) -> None:
    looked_at(browser, server, path)


@pytest.mark.heavy
@pytest.mark.parametrize("path", MORE_KINDS)
def test_everybody_can_use_more(browser: Any, server: Running, path: str) -> None:
    looked_at(browser, server, path)
