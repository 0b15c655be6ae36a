"""Pictures as SVG: good in light and dark, printable, told in words inside."""

from __future__ import annotations

from collections.abc import Sequence

from nimatron import pictures
from nimatron.drawing import shapes, style
from nimatron.drawing.describe import described
from nimatron.drawing.handles import drawn
from nimatron.drawing.layout import board
from nimatron.drawing.links import Link
from nimatron.drawing.marks import Mark, marks_drawn, spots_marked

_PAD = 12


def svg(
    picture: pictures.Picture,
    title: str,
    *,
    links: Sequence[Link] = (),
    overlay: Sequence[Mark] = (),
    inline: bool = False,
) -> str:
    """The picture as an SVG document; `title` says in words what it shows.

    Each link is an `<a>` inside it. With `inline` there is no style, only classes, for a page
    whose sheet has `nimatron.drawing.style.css()` in it.
    """
    laid = board(picture)
    held, marked = drawn(laid, links), spots_marked(laid, overlay)
    left = min([0.0, held.left, *(spot.x - spot.width / 2 for spot in marked)]) - _PAD
    top = min([0.0, held.top, *(spot.y - spot.height / 2 for spot in marked)]) - _PAD
    right = max([laid.width, held.right, *(spot.x + spot.width / 2 for spot in marked)]) + _PAD
    bottom = max([laid.height, held.bottom, *(spot.y + spot.height / 2 for spot in marked)]) + _PAD
    body = laid.body + marks_drawn(laid, overlay) + held.body
    return document(
        body,
        title,
        described(picture),
        (left, top, right - left, bottom - top),
        live=bool(links),
        inline=inline,
    )


def document(
    body: str,
    title: str,
    description: str,
    box: tuple[float, float, float, float],
    *,
    live: bool = False,
    inline: bool = False,
) -> str:
    """A whole SVG with what it tells: an image, or a group where there is something to click."""
    left, top, width, height = box
    paper = shapes.element(
        "rect", x=left, y=top, width=width, height=height, rx=6, class_="nim-paper"
    )
    return shapes.element(
        "svg",
        shapes.element("title", shapes.clean(title)),
        shapes.element("desc", shapes.clean(description)),
        "" if inline else f"<style>{style.css_for(paper + body)}</style>{paper}",
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(shapes.number, box)),
        width=width,
        height=height,
        class_="nimatron",
        role="group" if live else "img",
        aria_label=title,
    )
