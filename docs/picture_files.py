"""Write the pictures of docs/pictures.md, which are kept; a test says when they are out of date.

`python docs/picture_files.py` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nimatron.drawing.graphs import game_graph, graph_svg
from nimatron.drawing.links import links_of
from nimatron.drawing.overlays import overlay_of
from nimatron.drawing.svg import svg
from nimatron.drawing.tables import table
from nimatron.drawing.tables_drawn import table_svg
from nimatron.games import games
from nimatron.solve.ask import question
from nimatron.solve.choose import applicable

HERE = Path(__file__).parent / "pictures"

POSITIONS = {
    "nim": ("nim", "3,4,5"),
    "stairs": ("stairs", "0,2,1,3"),
    "bishops": ("bishops", "B..B|....|....|...."),
    "chords": ("chords", "8"),
    "hackenbush": ("green-hackenbush", "0-1,1-2,1-3,3-4,0-5,5-5"),
    "chocolate": ("chocolate", "3x5"),
    "northcott": ("northcott", "1:8,3:6,2:5"),
}


def files() -> Iterator[tuple[str, str]]:
    """Name and content of every picture."""
    for convention in ("normal", "misere"):
        asked = question("nim", "3,2,1", convention=convention)
        graph = game_graph(asked.rules, asked.position, convention, game=asked.game)
        yield f"graph-nim-{convention}.svg", graph_svg(graph)
    for name, (game, text) in POSITIONS.items():
        asked = question(game, text)
        picture = asked.rules.picture(asked.position)
        yield f"{name}.svg", svg(picture, f"{asked.game.name}: {text}")
    asked = question("cram", "4x5")
    applied = applicable(asked)
    assert applied is not None
    rules, at = asked.rules, asked.position
    marks = overlay_of(rules, at, applied.certificate)
    picture = rules.picture(at)
    yield "cram-why.svg", svg(picture, "Cram: the middle, then copying", overlay=marks)
    links = links_of(rules, at, list(rules.moves(at)), lambda move: "#")
    yield "cram-moves.svg", svg(picture, "Cram: every move is a link", links=links)
    yield "table-wythoff.svg", table_svg(table(games["wythoff"], "10x10"))


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, content in files():
        (HERE / name).write_text(content + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
