"""What stands around every page, and pages that say what went wrong."""

from __future__ import annotations

from nimatron.version import __version__
from nimatron.web.markup import Content, Markup, joined, link, tag
from nimatron.web.reply import Reply

_HTMX = (
    '{"includeIndicatorStyles":false,"allowEval":false,"allowScriptTags":false,'
    '"selfRequestsOnly":true,"historyCacheSize":0,"refreshOnHistoryMiss":true,'
    '"scrollIntoViewOnBoost":false,'
    '"responseHandling":[{"code":"...","swap":true}]}'
)
_WAYS = (
    ("/", "Games"),
    ("/own", "Your own"),
    ("/sequence", "Sequences"),
    ("/saved", "Saved"),
)


def page(title: str, *content: Content, here: str = "", status: int = 200) -> Reply:
    """A whole page."""
    ways = [link(href, name, aria_current="page" if href == here else None) for href, name in _WAYS]
    ways.append(
        link("/help", "?", class_="help-way", title="Help", aria_label="Help",
             aria_current="page" if here == "/help" else None)
    )  # fmt: skip
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="htmx-config", content=_HTMX),
        tag("title", f"{title} · Nimatron" if title != "Nimatron" else title),
        tag("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href="/static/style.css"),
        tag("script", src="/static/htmx.min.js", defer=True),
    )
    body = tag(
        "body",
        link("#main", "To the content", class_="skip"),
        tag("header", link("/", "Nimatron", class_="name"), tag("nav", ways, aria_label="Pages")),
        tag("main", content, id="main", tabindex="-1"),
        tag(
            "footer",
            tag("p", f"Nimatron {__version__}. Nothing on this page comes from another host, ",
                "and nothing is kept of a game unless you save it."),
        ),
    )  # fmt: skip
    html = joined(Markup("<!doctype html>"), tag("html", head, body, lang="en"))
    return Reply(str(html), status)


def problem(status: int, title: str, words: str, *more: Content) -> Reply:
    """A page that says what went wrong and where to go on."""
    reply = page(
        title,
        tag("h1", title),
        tag("p", _sentence(words), class_="problem"),
        more,
        tag("p", link("/", "Back to the games")),
        status=status,
    )
    return Reply(reply.body, status, kept=status < 429)


def _sentence(words: str) -> str:
    said = words[:1].upper() + words[1:]
    return said if said.endswith((".", "?", "!")) else said + "."
