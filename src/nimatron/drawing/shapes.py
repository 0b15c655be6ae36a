"""SVG elements as text; everything that is not a number is escaped here and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape

Point = tuple[float, float]
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@lru_cache(maxsize=8192)
def number(x: float) -> str:
    """A coordinate, short: two decimals are finer than any screen."""
    return f"{round(x, 2):g}" if abs(x) < 1e5 else f"{round(x)}"


def element(name: str, *content: str, **attributes: object) -> str:
    """An element; in the names of attributes `_` stands for `-`, and one at the end is dropped.

    >>> element("text", clean("a < b"), x=1.5, class_="nim-word")
    '<text x="1.5" class="nim-word">a &lt; b</text>'
    """
    said = "".join(
        [
            f' {_name(key)}="{_value(value)}"'
            for key, value in attributes.items()
            if value is not None
        ]
    )
    inside = "".join(content)
    return f"<{name}{said}>{inside}</{name}>" if inside else f"<{name}{said}/>"


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else clean(str(value))


@lru_cache(maxsize=8192)
def clean(words: str) -> str:
    """A text as XML may hold it: escaped, and without the characters that XML has no place for."""
    return escape(_FORBIDDEN.sub("\ufffd", words))


def text(at: Point, words: object, kind: str = "nim-word") -> str:
    """Words with their middle at a point."""
    return element("text", clean(str(words)), x=at[0], y=at[1] + 5, class_=kind)


def circle(at: Point, r: float, kind: str) -> str:
    return element("circle", cx=at[0], cy=at[1], r=r, class_=kind)


def rectangle(at: Point, width: float, height: float, kind: str, *, rx: float = 0) -> str:
    """A rectangle about its middle."""
    return element(
        "rect",
        x=at[0] - width / 2,
        y=at[1] - height / 2,
        width=width,
        height=height,
        rx=rx or None,
        class_=kind,
    )


def segment(a: Point, b: Point, kind: str) -> str:
    return element("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], class_=kind)


def path(steps: str, kind: str) -> str:
    return element("path", d=steps, class_=kind)


def polygon(points: Iterable[Point], kind: str) -> str:
    said = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=said, class_=kind)


def group(content: str, *, right: float = 0, down: float = 0) -> str:
    """Elements moved together."""
    return element("g", content, transform=f"translate({number(right)} {number(down)})")


def wide(words: str) -> float:
    """About how wide a text is drawn."""
    return 7.4 * len(words) + 3.6 * sum(words.count(letter) for letter in "#@WM%")
