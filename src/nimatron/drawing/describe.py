"""Pictures in words, for those who do not see them."""

from __future__ import annotations

from collections import Counter
from functools import singledispatch

from nimatron import pictures

_MOST = 40  # things that are told one by one


def described(picture: pictures.Picture) -> str:
    """One or two sentences that say what stands where."""
    return _described(picture)


@singledispatch
def _described(picture: pictures.Picture) -> str:
    raise TypeError(f"no words for {type(picture).__name__}")


def _some(words: list[str]) -> str:
    more = f" and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return ", ".join(words[:_MOST]) + more


def _many(count: int, what: str, plural: str = "") -> str:
    return f"{count} {what if count == 1 else plural or what + 's'}"


@_described.register
def _(picture: pictures.Text) -> str:
    return picture.text


@_described.register
def _(picture: pictures.Heaps) -> str:
    labels = picture.labels or tuple(f"pile {i}" for i in range(1, len(picture.piles) + 1))
    said = [
        f"{label}: {_many(n, 'counter')}" if not label.startswith("up to") else f"{n}, {label}"
        for label, n in zip(labels, picture.piles, strict=False)
    ]
    return f"{_some(said)}."


def _marks(cells: list[tuple[str, str]], pieces: dict[str, str]) -> str:
    """Where each mark stands."""
    found: dict[str, list[str]] = {}
    for where, mark in cells:
        found.setdefault(mark, []).append(where)
    names = {"#": "used", "@": "here", **pieces}
    said = [f"{names.get(mark, mark)} at {_some(where)}" for mark, where in found.items()]
    return f": {'; '.join(said)}." if said else ", all free."


@_described.register
def _(picture: pictures.Strip) -> str:
    cells = [(str(i), mark) for i, mark in enumerate(picture.cells, 1) if mark != "."]
    return f"A strip of {_many(len(picture.cells), 'cell')}" + _marks(cells, dict(picture.pieces))


@_described.register
def _(picture: pictures.Grid) -> str:
    what = "A bar of chocolate" if picture.bar else "A board"
    size = f"{_many(picture.rows, 'row')} and {_many(picture.columns, 'column')}"
    cells = [(f"{row},{column}", mark) for (row, column), mark in sorted(picture.marks.items())]
    return f"{what} of {size}" + _marks(cells, dict(picture.pieces))


@_described.register
def _(picture: pictures.Graph) -> str:
    names = picture.names or tuple(map(str, range(1, picture.vertices + 1)))
    edges = _some([f"{names[a - 1]} to {names[b - 1]}" for a, b in picture.edges])
    marks = [(names[vertex - 1], mark) for vertex, mark in sorted(picture.marks.items())]
    return (
        f"A graph of {_many(picture.vertices, 'vertex', 'vertices')}"
        f" with the edges {edges or 'none'}{_marks(marks, {}) if marks else '.'}"
    )


@_described.register
def _(picture: pictures.Tree) -> str:
    labels = picture.labels or tuple(map(str, range(1, len(picture.parents) + 2)))
    below = [
        f"{labels[node - 1]} below {labels[parent - 1]}"
        for node, parent in enumerate(picture.parents, 2)
    ]
    return f"A tree with the root {labels[0]}{'; ' if below else ''}{_some(below)}."


@_described.register
def _(picture: pictures.Ring) -> str:
    counts = Counter(picture.points)
    used = [str(i) for i, mark in enumerate(picture.points, 1) if mark == "#"]
    chords = [f"{a} to {b}" for a, b in picture.chords]
    said = f"A ring of {_many(len(picture.points), 'point')}"
    said += f", used: {_some(used)}" if counts["#"] else ""
    return said + (f"; chords {_some(chords)}." if chords else ".")


@_described.register
def _(picture: pictures.Disc) -> str:
    coins = [f"({x:g}, {y:g})" for x, y in picture.coins]
    return (
        f"A round table of radius {picture.radius:g}; coins of radius {picture.coin:g} at"
        f" {_some(coins) or 'no place yet'}."
    )


@_described.register
def _(picture: pictures.Side) -> str:
    parts = [f"Part {i}: {_described(part)}" for i, part in enumerate(picture.pictures[:_MOST], 1)]
    return " ".join(parts)
