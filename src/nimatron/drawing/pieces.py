"""Pieces on cells: silhouettes of our own, or the letter in a disc where there is none."""

from __future__ import annotations

from nimatron.drawing import shapes
from nimatron.drawing.shapes import Point

# Each in a square of 24, the middle at 0,0.
_SILHOUETTES = {
    "king": (
        "M-1.2-12h2.4v2.2h2.2v2.2h-2.2v2.2C6-6.6 10.5-4.5 10.5-.5 10.5 2.5 8 4.5 7 6.5H-7"
        "C-8 4.5-10.5 2.5-10.5-.5-10.5-4.5-6-6.6-1.2-5.4V-7.6H-3.4V-9.8h2.2zM-8 8H8v3.5H-8z"
    ),
    "bishop": (
        "M0-12a2 2 0 0 1 1.2 3.6C4.5-6 6.5-3 6.5 0 6.5 2.3 5.3 4 4 5.2L5 7H-5L-4 5.2"
        "C-5.3 4-6.5 2.3-6.5 0-6.5-3-4.5-6-1.2-8.4A2 2 0 0 1 0-12zM-9 8.5H9V11.5H-9z"
    ),
    "knight": (
        "M-3-11.5L-1-8.5C5-8.5 9-3 8.5 6.5H-5.5C-5.5 3.5-1.5 1.5-1-2-2.5-.8-4.5-.5"
        "-6 1L-8.5-1C-8.5-4-5-7-4.5-9zM-7.5 8H9.5V11.5H-7.5z"
    ),
    "poison": (
        "M0-11C6-11 9.5-7 9.5-2 9.5 2 7.5 4.5 5.5 5.5V9.5H-5.5V5.5C-7.5 4.5-9.5 2-9.5-2"
        "-9.5-7-6-11 0-11zM-1.4-1a2.4 2.4 0 1 0-4.8 0 2.4 2.4 0 1 0 4.8 0z"
        "M6.2-1a2.4 2.4 0 1 0-4.8 0 2.4 2.4 0 1 0 4.8 0zM-1 2.5L0 4.5L1 2.5z"
    ),
}
_DISCS = {
    "coin": "nim-counter",
    "stone": "nim-counter",
    "white": "nim-light",
    "black": "nim-dark",
    "red": "nim-orange",
    "blue": "nim-blue",
}


def piece(name: str, letter: str, middle: Point) -> str:
    """A piece by its name; its letter stands in the disc where colours alone would tell."""
    if name in _SILHOUETTES:
        x, y = map(shapes.number, middle)
        drawn = shapes.path(_SILHOUETTES[name], "nim-piece")
        return shapes.element("g", drawn, transform=f"translate({x} {y}) scale(1.3)")
    if letter == "@" and not name:
        return shapes.circle(middle, 12, "nim-here")
    drawn = shapes.circle(middle, 15, _DISCS.get(name, "nim-node"))
    if name in ("coin", "white", "black"):
        return drawn
    if name == "stone" and letter == "o":
        return drawn
    kind = "nim-word nim-on" if name == "stone" else "nim-word"
    return drawn + shapes.text(middle, letter, f"{kind} nim-strong")
