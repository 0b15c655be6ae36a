"""Game graphs: right, told apart in more than one way, and refused past what can be seen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import naive
from nimatron.cli import main
from nimatron.cli.graph import command
from nimatron.drawing.graphs import GameGraph, game_graph, graph_dot, graph_svg, layers, listed
from nimatron.errors import TooLarge
from nimatron.solve.ask import question
from nimatron.values import Convention, Outcome

SVG = "{http://www.w3.org/2000/svg}"


def graph_of(
    slug: str, text: str, convention: str = "normal", near: int | None = None, limit: int = 2000
) -> GameGraph:
    asked = question(slug, text, convention=convention)
    return game_graph(asked.rules, asked.position, convention, limit, near=near, game=asked.game)


def lost(graph: GameGraph) -> set[str]:
    return {v.text for v in graph.vertices if v.outcome is Outcome.P}


def test_the_lectures_graphs_of_nim() -> None:
    assert lost(graph_of("nim", "3,2,1")) == {"3,2,1", "2,2", "1,1", "0"}
    assert lost(graph_of("nim", "3,2,1", "misere")) == {"3,2,1", "2,2", "1,1,1", "1"}


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(
    ("slug", "text"), [("nim", "1,2,3"), ("cram", "2x4"), ("kayles", "6"), ("chomp", "2x3")]
)
def test_outcomes_and_distances_by_brute_force(slug: str, text: str, convention: str) -> None:
    """Every vertex against the definition, and every move of the start is an arrow."""
    asked = question(slug, text)
    graph = graph_of(slug, text, convention)
    rules = asked.rules
    right = naive.verdicts(rules, asked.position, Convention(convention))
    for vertex in graph.vertices:
        at = rules.read(vertex.text)
        if at not in right:  # heaps are sorted, and empty ones left out
            right |= naive.verdicts(rules, at, Convention(convention))
        assert (vertex.outcome, vertex.distance) == right[at]
    arrows = [arrow for arrow in graph.arrows if arrow.start == 0]
    said = {move for arrow in arrows for move in arrow.moves}
    assert said == {rules.move_text(asked.position, m) for m in rules.moves(asked.position)}
    for arrow in graph.arrows:
        assert arrow.winning is (graph.vertices[arrow.end].outcome is Outcome.P)
    check_distances(graph)


def check_distances(graph: GameGraph) -> None:
    """Won: one more than the nearest lost option; lost: one more than the farthest option."""
    for i, vertex in enumerate(graph.vertices):
        ends = [graph.vertices[arrow.end] for arrow in graph.arrows if arrow.start == i]
        far = [end.distance for end in ends if end.distance is not None]
        near = [e.distance for e in ends if e.outcome is Outcome.P and e.distance is not None]
        if near:
            assert vertex.distance == 1 + min(near)
        elif vertex.outcome is not Outcome.DRAW:
            assert vertex.distance == (1 + max(far) if far else 0)


def test_loopy_rules_have_distances_and_draws() -> None:
    graph = graph_of("poker-nim", "1,1+1")
    check_distances(graph)
    from nimatron.rules.graphs import GameGraph as Explicit

    rules = Explicit({"a": ("b", "c"), "b": ("a",), "c": ("d",), "d": ()})
    drawn = game_graph(rules, "b")
    outcomes = {v.text: v.outcome for v in drawn.vertices}
    assert Outcome.DRAW in outcomes.values()
    assert "nim-grey" in graph_svg(drawn) and "shape=diamond" in graph_dot(drawn)


def test_told_apart_by_shape_and_colour() -> None:
    graph = graph_of("nim", "2,1")
    root = ElementTree.fromstring(graph_svg(graph, inline=True))
    count = {True: 0, False: 0}
    for vertex in graph.vertices:
        count[vertex.outcome is Outcome.P] += 1
    boxes = [e for e in root.iter(f"{SVG}rect") if e.get("class") == "nim-orange"]
    rounds = [e for e in root.iter(f"{SVG}ellipse") if e.get("class") == "nim-blue"]
    assert len(boxes) == count[True] + 1 and len(rounds) == count[False] + 1  # with the legend
    bold = [e for e in root.iter(f"{SVG}path") if e.get("class") == "nim-win"]
    assert len(bold) == sum(arrow.winning for arrow in graph.arrows)
    titles = [e.text for e in root.iter(f"{SVG}title")]
    assert "2,1: won for who moves" in titles and "take 1 from pile 1 (wins)" in titles
    assert "Lost are: 1,1; 0." in str(root.findtext(f"{SVG}desc"))


def test_layers_go_by_distance() -> None:
    graph = graph_of("nim", "3,2,1")
    rows = layers(graph)
    distances = [{graph.vertices[i].distance for i in row} for row in rows]
    assert distances == [{6}, {5}, {4}, {3}, {2}, {1}, {0}]
    assert sorted(i for row in rows for i in row) == list(range(len(graph.vertices)))


def test_a_layer_of_many_stands_in_several_lines() -> None:
    """No two vertices cover each other, none leaves the picture, and it is no thread."""
    graph = graph_of("nim", "30,20,10", near=1)
    text = graph_svg(graph)
    width, height = map(float, re.findall(r' (?:width|height)="([0-9.]+)"', text)[:2])
    assert width < 8 * height
    at = [
        tuple(map(float, found))
        for found in re.findall(
            r'<ellipse cx="([-0-9.]+)" cy="([-0-9.]+)" rx="([0-9.]+)" ry="([0-9.]+)"'
            r' class="nim-blue"',
            text,
        )[1:]
    ]  # the first one is in the legend
    assert len(at) == len(graph.vertices) - 1 == 60
    for one, (x, y, rx, ry) in enumerate(at):
        assert rx <= x <= width - rx and ry <= y <= height - ry
        assert all(abs(x - a) >= rx + c or abs(y - b) >= ry + d for a, b, c, d in at[:one])


def test_dot_is_dot(tmp_path: Path) -> None:
    dot = graph_dot(graph_of("cram", "2x2"))
    assert dot.startswith("digraph") and dot.count(" -> ") == len(graph_of("cram", "2x2").arrows)
    assert dot.count("{") == dot.count("}") and dot.count('"') % 2 == 0
    assert "shape=box" in dot and "shape=ellipse" in dot and "penwidth=3" in dot
    assert re.search(r"rank=same", dot)


def test_too_large_is_refused_and_a_part_offered() -> None:
    with pytest.raises(TooLarge, match="--near 2"):
        graph_of("nim", "30,20,10")
    with pytest.raises(TooLarge, match="--near 2"):
        graph_of("nim", "30,20,10", near=3)
    part = graph_of("nim", "30,20,10", near=1)
    assert {v.depth for v in part.vertices} == {0, 1} and part.near == 1
    # 30 xor 20 xor 10 is 0: lost, and no move leads to a lost position.
    assert lost(part) == {"30,20,10"}
    assert all(v.outcome for v in part.vertices)


def test_a_graph_of_many_arrows_is_refused() -> None:
    with pytest.raises(TooLarge):
        graph_of("nim", "50", limit=60)


def test_part_agrees_with_the_whole() -> None:
    whole = {v.text: v.outcome for v in graph_of("nim", "3,2,1").vertices}
    for vertex in graph_of("nim", "3,2,1", near=2).vertices:
        assert whole[vertex.text] is vertex.outcome


def test_open_positions_are_drawn_as_open() -> None:
    graph = graph_of("nim", "2")
    from dataclasses import replace

    holed = replace(
        graph, vertices=tuple(replace(v, outcome=None, distance=None) for v in graph.vertices)
    )
    assert "nim-gone" in graph_svg(holed) and "dashed" in graph_dot(holed)
    assert "3 open" in graph_svg(holed)
    assert listed(holed)[0].split()[:2] == ["-", "?"]


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, list(words))
    return done.exit_code, done.output


def test_command(tmp_path: Path) -> None:
    svg, dot = tmp_path / "g.svg", tmp_path / "g.dot"
    assert run("nim", "3,2,1", "-o", str(svg))[0] == 0
    assert run("nim", "3,2,1", "--misere", "-o", str(dot))[0] == 0
    assert svg.read_text().startswith("<svg") and dot.read_text().startswith("digraph")
    code, told = run("nim", "2,1")
    assert code == 0 and told.splitlines()[0].split() == [
        "3",
        "N",
        "2,1",
        "take",
        "1",
        "from",
        "pile",
        "1",
    ]
    data = json.loads(run("nim", "2,1", "--json")[1])
    assert data["positions"][0]["position"] == "2,1" and data["moves"][0]["from"] == 0
    assert run("--near", "1", "nim", "5,6")[1].count("\n") == 12


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["graph", "nim", "1", "-o", "x.gif"], 2, "a file ending in .svg or .dot"),
        (["graph", "nim", "1", "-o", "/no/such/folder/x.svg"], 2, "a file that can be written"),
        (["graph", "nim", "40,40,40"], 3, "--near 2"),
        (["graph"], 2, "expected a game and a position"),
        (["graph", "nmi", "1"], 2, "did you mean nim?"),
        (["draw", "nim", "1", "-o", "x.gif"], 2, "a file ending in .svg or .txt"),
        (["draw", "nim", "1", "-o", "/no/such/folder/x.svg"], 2, "a file that can be written"),
        (["table", "nim", "5x5", "-o", "x.gif"], 2, ".txt, .csv, .svg or .png"),
        (["table", "nim", "1000x1000"], 3, "250000 cells at most"),
        (["table", "nim", "3,4"], 2, "one or two ranges"),
        (["table", "nim", "9..3"], 2, "a range that rises"),
        (["table", "cram", "5"], 2, "a table that cram has"),
        (["table", "nim", "2x2", "--misere", "--show", "nimber"], 2, "has no nimbers"),
        (["table", "bachet", "20", "-p", "x=1..3"], 2, "a parameter of bachet"),
    ],
)
def test_errors_are_one_line(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as done:
        main(words)
    printed = capsys.readouterr()
    assert done.value.code == code and not printed.out
    assert said in printed.err and printed.err.count("\n") == 1


def test_draw_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def nimatron(*words: str) -> str:
        with pytest.raises(SystemExit) as done:
            main(list(words))
        assert done.value.code == 0
        return capsys.readouterr().out

    assert nimatron("draw", "nim", "2,1") == "1  oo (2)\n2  o (1)\n"
    target = tmp_path / "a.svg"
    nimatron("draw", "cram", "4x5", "--why", "--moves", "-o", str(target))
    root = ElementTree.parse(target).getroot()
    assert len(root.findall(f".//{SVG}a")) == 31
    assert [e for e in root.iter() if e.get("class") == "nim-centre"]
    nimatron("draw", "cram", "2x2", "-o", str(tmp_path / "a.txt"))
    assert (tmp_path / "a.txt").read_text() == "   1 2\n1  . .\n2  . .\n"
    data = json.loads(nimatron("draw", "nim", "2,1", "--json"))
    assert data["description"] == "pile 1: 2 counters, pile 2: 1 counter."


def test_solving_files_is_still_there(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("1,2\n2,3\n")
    code, told = run("solve", str(file))
    assert code == 0 and "1,P" in told.replace("\r", "")
