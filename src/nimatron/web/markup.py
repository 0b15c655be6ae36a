"""HTML as a tree of small functions; every text that is not markup already is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

_EMPTY = frozenset({"br", "hr", "img", "input", "link", "meta"})  # elements without content


class Markup(str):
    """A text that is HTML already. Only this module and the drawings make it."""

    __slots__ = ()


Content = Any
"""Markup, text, numbers, None for nothing, or any of these in lists."""


def joined(*content: Content) -> Markup:
    """The content one after another; plain text is escaped."""
    return Markup("".join(_pieces(content)))


def _pieces(content: Iterable[Content]) -> Iterable[str]:
    for piece in content:
        if piece is None or piece is False:
            continue
        if isinstance(piece, Markup):
            yield piece
        elif isinstance(piece, str):
            yield escape(piece)
        elif isinstance(piece, Iterable):
            yield from _pieces(piece)
        else:
            yield escape(str(piece))


def tag(name: str, /, *content: Content, **attributes: Any) -> Markup:
    """An element. In the names of attributes `_` stands for `-`, and one at the end is dropped.

    >>> tag("a", "1 < 2", href="/?a=1&b=2", class_="plain", hidden=True, title=None)
    '<a href="/?a=1&amp;b=2" class="plain" hidden>1 &lt; 2</a>'
    """
    said = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{joined(content)}</{name}>")


def _attribute(key: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def link(href: str, /, *content: Content, **attributes: Any) -> Markup:
    """A link to another page of this site."""
    return tag("a", *content, href=href, **attributes)


def prose(text: str) -> Markup:
    """A text with what stands between backticks as code.

    >>> prose("with `k=2` and 1 < 2")
    'with <code>k=2</code> and 1 &lt; 2'
    """
    parts = " ".join(text.split()).split("`")
    return joined(tag("code", part) if n % 2 else part for n, part in enumerate(parts))


def listed(items: Iterable[Content], kind: str = "ul", **attributes: Any) -> Markup:
    """A list; empty lists leave nothing behind."""
    lines = [tag("li", item) for item in items]
    return tag(kind, *lines, **attributes) if lines else Markup("")


def choice(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> Markup:
    """A drop-down list with its label."""
    said = [tag("option", text, value=value, selected=value == chosen) for value, text in options]
    return tag("label", tag("span", label), tag("select", *said, name=name))


def field(name: str, label: str, value: str = "", **attributes: Any) -> Markup:
    """A line to type into, with its label."""
    entry = tag("input", **{"type": "text", "name": name, "value": value, **attributes})
    return tag("label", tag("span", label), entry)
