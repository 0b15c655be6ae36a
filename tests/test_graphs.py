"""Explicit graphs against the definitions: outcomes, lengths, nimbers, loopy nimbers, files."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import naive
from nimatron import GameGraph, Subtraction, Sum
from nimatron.cli import main
from nimatron.errors import UsageError
from nimatron.solve.graphs import ArrowGraph, from_arrays, graph_of, solve_graph
from nimatron.solve.graphs_files import read_graph
from nimatron.values import Convention, Outcome
from random_rules import Arrows, arrows

CONVENTIONS = st.sampled_from(list(Convention))
HEAP = Subtraction(tuple(range(1, 9)))


def graph_from(found: Arrows) -> ArrowGraph:
    pairs = [(v, w) for v, to in found.items() for w in to]
    return from_arrays([v for v, _ in pairs], [w for _, w in pairs], len(found))


def shuffled(found: Arrows, order: list[int]) -> Arrows:
    names = dict(zip(sorted(found), order, strict=True))
    return {names[v]: [names[w] for w in to] for v, to in found.items()}


@st.composite
def renumbered(draw: st.DrawFn, *, cycles: bool) -> Arrows:
    found = draw(arrows(cycles=cycles))
    return shuffled(found, draw(st.permutations(range(len(found)))))


def agrees(found: Arrows, convention: Convention) -> None:
    solution = solve_graph(graph_from(found), str(convention))
    rules = GameGraph(found)
    for v, row in zip(range(len(found)), solution, strict=True):
        true = naive.verdicts(rules, v, convention).get(v, (Outcome.DRAW, None))
        assert (row.outcome, row.remoteness) == true
        assert row.vertex == str(v)
        if convention is Convention.MISERE:
            assert row.grundy is None and row.infinite is None
        elif naive.is_finite(rules, v):
            assert row.grundy == naive.grundy(rules, v)


@settings(max_examples=300, deadline=None)
@given(found=renumbered(cycles=False), convention=CONVENTIONS)
def test_finite(found: Arrows, convention: Convention) -> None:
    agrees(found, convention)
    assert solve_graph(graph_from(found)).method != "retrograde analysis"


@settings(max_examples=300, deadline=None)
@given(found=renumbered(cycles=True), convention=CONVENTIONS)
def test_with_cycles(found: Arrows, convention: Convention) -> None:
    agrees(found, convention)


@settings(max_examples=150, deadline=None)
@given(found=renumbered(cycles=True))
@example(found={0: [0]})
@example(found={0: [1, 2], 1: [0], 2: []})
def test_loopy_nimbers_are_what_sums_with_heaps_say(found: Arrows) -> None:
    """A vertex has the nimber m just if together with a heap of m it is lost; if it has none,
    a heap of k wins for the k of its set, and every other one draws."""
    rules = Sum((GameGraph(found), HEAP))
    solution = solve_graph(graph_from(found))
    for v, row in enumerate(solution):
        for heap in range(6):
            start = (v, (heap,))
            said = naive.verdicts(rules, start, Convention.NORMAL).get(start, (Outcome.DRAW, 0))[0]
            if row.infinite is None:
                assert said is (Outcome.P if heap == row.grundy else Outcome.N)
            else:
                assert said is (Outcome.N if heap in row.infinite else Outcome.DRAW)


def test_methods() -> None:
    falling = from_arrays([2, 2, 1], [1, 0, 0])
    rising = from_arrays([0, 0, 1], [1, 2, 2])
    mixed = from_arrays([0, 2], [1, 1])
    for graph, method in ((falling, "linear sweep"), (rising, "linear sweep")):
        assert solve_graph(graph).method == method
    assert solve_graph(mixed).method == "depth-first search"
    assert solve_graph(from_arrays([0, 1], [1, 0])).method == "retrograde analysis"


@pytest.mark.parametrize("order", ["falling", "mixed"])
def test_nimbers_past_64(order: str) -> None:
    """Everything may be left of a heap: the nimbers are 0, 1, 2..."""
    size = 100
    names = list(range(size))
    if order == "mixed":
        names = names[1::2] + names[::2]
    pairs = [(names[v], names[w]) for v in range(size) for w in range(v)]
    found = solve_graph(from_arrays([v for v, _ in pairs], [w for _, w in pairs]))
    assert found.nimbers is not None
    assert [int(found.nimbers[names[v]]) for v in range(size)] == list(range(size))


def test_a_long_line() -> None:
    size = 200_000
    order = np.random.default_rng(0).permutation(size).astype(np.int32)
    found = solve_graph(from_arrays(order[1:], order[:-1]))
    assert found.method == "depth-first search"
    assert (found.lengths[order] == np.arange(size)).all()
    back = np.append(order[1:], order[-1]), np.append(order[:-1], order[-1])
    looped = solve_graph(from_arrays(*back))
    assert looped.method == "retrograde analysis"
    assert (looped.lengths[order][:-1] == np.arange(size - 1)).all()


def test_what_describes_a_graph() -> None:
    expected = [("a", 0), ("b", 1), ("c", 0)]
    arrows = [("b", "a"), ("b", "c")]
    digraph = nx.DiGraph(arrows)
    for one in (arrows, digraph, nx.MultiDiGraph(arrows), graph_of(arrows)):
        assert sorted((row.vertex, row.grundy) for row in solve_graph(one)) == expected
    plain = solve_graph((np.array([0, 0, 1]), np.array([0])))
    assert [row.grundy for row in plain] == [0, 1]
    assert list(solve_graph([])) == []
    assert plain.counts() == {"N": 1, "P": 1, "draw": 0}


@pytest.mark.parametrize(
    "given",
    [
        nx.Graph([("a", "b")]),
        (np.array([0, 1]), np.array([5])),
        (np.array([0, 2, 1]), np.array([0])),
        (np.array([[0]]), np.array([0])),
        7,
    ],
)
def test_what_is_no_graph(given: object) -> None:
    with pytest.raises(UsageError):
        solve_graph(given)


FILES = {
    "g.csv": "from,to\nb,a\nb,c\n\nalone\n",
    "g.txt": "# arrows\nb a\nb c  # to the end\nalone\n",
    "g.graphml": '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault='
    '"directed"><node id="alone"/><node id="a"/><node id="b"/><node id="c"/>'
    '<edge source="b" target="a"/><edge source="b" target="c"/></graph></graphml>',
}


@pytest.mark.parametrize("name", list(FILES))
def test_files(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    path.write_text(FILES[name])
    with pytest.raises(SystemExit) as ended:
        main(["graph", "solve", str(path)])
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "vertex,outcome,grundy,remoteness"
    assert sorted(lines[1:]) == ["a,P,0,0", "alone,P,0,0", "b,N,1,1", "c,P,0,0"]


def test_results_with_cycles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "g.txt", tmp_path / "out.csv"
    path.write_text("d d\ne d\ne c\n")
    with pytest.raises(SystemExit):
        main(["graph", "solve", str(path), "-o", str(out)])
    assert out.read_text().splitlines()[1:] == ["d,draw,inf(),", "e,N,inf(0),1", "c,P,0,0"]
    with pytest.raises(SystemExit):
        main(["graph", "solve", str(path), "--json"])
    told = json.loads(capsys.readouterr().out)
    with pytest.raises(SystemExit):
        main(["graph", "solve", str(path), "-o", str(tmp_path / "out.json")])
    assert json.loads((tmp_path / "out.json").read_text()) == told
    assert (told["format"], told["version"]) == ("nimatron-graph", 1)
    assert told["counts"] == {"N": 1, "P": 1, "draw": 1}
    assert told["results"][1] == {
        "vertex": "e", "outcome": "N", "grundy": None, "infinite": [0], "remoteness": 1,
    }  # fmt: skip


def test_results_as_arrays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "g.txt", tmp_path / "out.npz"
    path.write_text("d d\ne d\ne c\n")
    with pytest.raises(SystemExit):
        main(["graph", "solve", str(path), "-o", str(out)])
    with np.load(out, allow_pickle=False) as found:
        assert found["vertex"].tolist() == ["d", "e", "c"]
        assert found["remoteness"].tolist() == [-1, 1, 0]
        assert found["grundy"].tolist() == [-1, -1, 0]
        assert json.loads(str(found["about"]))["version"] == 1
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["graph", "solve", str(path), "-o", str(tmp_path / "no" / "out.npz")])
    assert ended.value.code == 2 and len(capsys.readouterr().err.splitlines()) == 1


def test_npz_and_bad_files(tmp_path: Path) -> None:
    np.savez(tmp_path / "g.npz", starts=np.array([0, 0, 1]), targets=np.array([0]))
    assert read_graph(tmp_path / "g.npz").size == 2
    np.savez(tmp_path / "h.npz", starts=np.array([0, 0, 1]))
    (tmp_path / "three.csv").write_text("a,b,c\n")
    (tmp_path / "bad.graphml").write_text("<graphml")
    for name in ("h.npz", "three.csv", "bad.graphml", "missing.csv"):
        with pytest.raises(UsageError):
            read_graph(tmp_path / name)
