"""The documents as they are read: built without a warning, fitting a phone, playable, offline."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SIZES = {"phone": (390, 844), "desk": (1280, 900)}

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # of playwright's own loop
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q", "docs", folder],
        capture_output=True, text=True, cwd=ROOT, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        made = started.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-dev-shm-usage"],
        )
        yield made
        made.close()


@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_and_fetch_nothing(built: Path, browser: object, size: str) -> None:
    from playwright.sync_api import Browser

    assert isinstance(browser, Browser)
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    pages = sorted(built.glob("*.html")) + sorted(built.glob("course/*.html"))
    for path in pages + sorted(built.glob("reference/*.html")):
        page.goto(path.as_uri())
        wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wider <= 0, f"{path.name} is {wider} pixels wider than a {size}"
        broken = page.evaluate(
            "[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"
        )
        assert broken == [], path.name
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert faults == []
    page.close()


def test_a_game_in_the_page_is_played_and_lost(built: Path, browser: object) -> None:
    """Nim 3,2,1 is lost for who begins, so the page wins whatever the reader does."""
    from playwright.sync_api import Browser

    assert isinstance(browser, Browser)
    page = browser.new_page()
    page.goto((built / "course" / "nim.html").as_uri())
    game = page.locator(".position").first
    game.get_by_role("button", name="Play it here").click()
    assert game.locator(".board a").count() == 6
    game.locator(".board a").first.dispatch_event("click")
    for _ in range(6):
        moves = game.locator(".game button", has_text="take")
        if not moves.count():
            break
        moves.first.click()
    assert "You cannot move: you lose." in (game.locator(".said").text_content() or "")
    page.close()
