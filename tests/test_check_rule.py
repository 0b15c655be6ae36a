"""nimatron check GAME RULE: ideas that hold, and the errata of the lectures, which all fall."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nimatron.cli import main
from nimatron.discover.conjecture import try_rule
from nimatron.discover.truth import positions
from nimatron.errors import UsageError
from nimatron.games import games
from nimatron.ranges.trees import PathTree
from nimatron.solve.limits import Limits


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["check", *words])
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def options(erratum: Any) -> list[str]:
    from nimatron.rules.reading import typed

    given = [word for k, v in erratum.parameters.items() for word in ("-p", f"{k}={typed(v)}")]
    return given + (["--misere"] if erratum.convention == "misere" else [])


ERRATA = [
    pytest.param(game.slug, erratum, id=f"{game.slug}-{i}")
    for game in games.values()
    for i, erratum in enumerate(game.errata)
    if erratum.wrong
]


@pytest.mark.parametrize(("slug", "erratum"), ERRATA)
def test_every_wrong_formula_falls(
    slug: str, erratum: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the smallest counterexample, and a line of play that shows it."""
    code, out, _ = run(capsys, slug, f"win: {erratum.wrong}", "--json", *options(erratum))
    (found,) = json.loads(out)
    assert code == 1 and not found["holds"]
    size = len(found["counterexample"])
    assert size <= len(erratum.counterexample)
    assert found["line"] and "player" in found["line"][-1]


def test_there_are_ten_of_these() -> None:
    """Nine of the thirteen, one of them for both kinds of stairs; the other four are not formulas
    about who wins, and are tried below."""
    assert len(ERRATA) == 10


def test_pairs_from_a_tour(capsys: pytest.CaptureFixture[str]) -> None:
    """Pairs taken from a knight's tour are there on even boards with a tour, those from side 6: as
    a rule for who wins that falls on the board of side 4, which has no tour."""
    rule = "win: rows % 2 == 1 or rows < 6"
    code, out, _ = run(capsys, "knight-geography", rule, "--from", "4x4", "--json")
    assert code == 1 and json.loads(out)[0]["counterexample"] == "4x4"
    assert not _has_tour(4)


def _has_tour(size: int) -> bool:
    cells = {(r, c) for r in range(size) for c in range(size)}
    jumps = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
    near = {
        cell: [to for d, e in jumps if (to := (cell[0] + d, cell[1] + e)) in cells]
        for cell in cells
    }

    def goes_on(at: tuple[int, int], left: frozenset[tuple[int, int]]) -> bool:
        return not left or any(goes_on(to, left - {to}) for to in near[at] if to in left)

    return any(goes_on(cell, frozenset(cells - {cell})) for cell in cells)


@pytest.mark.parametrize(
    "image",
    ["rows + 1 - r, columns + 1 - c", "r, columns + 1 - c", "rows + 1 - r, c", "c, r"],
)
def test_no_symmetry_solves_kings(image: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On 8x8 some king is next to its image, or is its image."""
    code, out, _ = run(capsys, "kings", f"image: {image}", "--from", "8x8")
    assert code == 1 and "cannot be answered" in out


def test_the_cafe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The printed output of the café is no statement about a position: it is an output of the
    format `coupons`, and the same command refuses it."""
    given = tmp_path / "in"
    given.write_text("5\n35 40 101 59 63\n")
    for text, code in (("229\n0 1\n5\n", 1), ("235\n0 1\n5\n", 0)):
        told = tmp_path / "out"
        told.write_text(text)
        assert run(capsys, "coupons", str(given), str(told))[0] == code


def test_the_tree_path_is_about_steps() -> None:
    """The walk of the lecture is right about every path and wrong about its cost alone. A rule of
    `check` says who wins or what a nimber is, so this one cannot be typed; its steps are counted
    here, on two long arms, where they grow as n and not as its root."""
    steps = {half: _lecture_steps(half) for half in (100, 400)}
    assert steps[400] > 3.5 * steps[100] > 3.5 * 50
    tree = PathTree(801, [(i, max(1, i - 2), 1) for i in range(2, 802)], "sum")
    assert tree.ancestor(800, 801) == 1


def _lecture_steps(half: int) -> int:
    """Blocks of sqrt n levels; one jump while the levels of the blocks differ, then steps."""
    nodes = 2 * half + 1
    depth = {i: i // 2 for i in range(1, nodes + 1)}
    parent = {i: max(1, i - 2) for i in range(2, nodes + 1)}
    height, count = int(nodes**0.5), 0
    u, v = nodes - 1, nodes
    while u != v:
        if depth[u] // height != depth[v] // height:
            deeper = u if depth[u] > depth[v] else v
            level = depth[deeper] // height
            while deeper != 1 and depth[deeper] // height == level:
                deeper = parent[deeper]
            u, v = (deeper, v) if depth[u] > depth[v] else (u, deeper)
        elif depth[u] >= depth[v]:
            u = parent[u]
        else:
            v = parent[v]
        count += 1
    return count


HOLDS = [
    ("nim", "xor(a) != 0", [], "the first player wins just if"),
    ("bachet", "n % (k+1) == 0", [], "the position is lost just if"),
    ("subset-nim", "win: any(x % 2 for x in a)", [], "the first player wins just if"),
    ("stairs", "xor(a[1::2])", [], "the nimber is"),
    ("wythoff", "min(a) == golden(max(a) - min(a))", [], "the position is lost just if"),
    ("cram", "image: rows + 1 - r, columns + 1 - c", ["--from", "4x4"], "every move is answered"),
]


@pytest.mark.parametrize(("game", "rule", "more", "sentence"), HOLDS)
def test_what_is_right_holds(
    game: str, rule: str, more: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, game, rule, *more)
    assert code == 0 and out.startswith(sentence) and "holds for all" in out


def test_thousands_are_told_apart() -> None:
    verdict = try_rule(games["nim"], games["nim"].prototype, "xor(a) != 0", up_to=30)[0]
    assert verdict.positions > 1000
    assert f"holds for all {verdict.positions // 1000} " in verdict.told()
    assert verdict.told().endswith("positions to size 30")


def test_the_line_is_play(capsys: pytest.CaptureFixture[str]) -> None:
    """Each move of the line can be made, and the winner is who the solver says."""
    fall = try_rule(games["nim"], games["nim"].prototype, "win: max(a) > 0 and sum(a) != 6")[0].fall
    assert fall is not None and fall.text == "1,1"
    rules, at = fall.rules, fall.position
    *moves, end = fall.line
    for line in moves:
        said = line.partition(": ")[2].partition("  ->  ")
        at = rules.play(at, rules.read_move(at, said[0]))
        assert rules.text(at) == said[2]
    assert end == "the first player cannot move and loses"


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["nim"], "GAME RULE"),
        (["nim", "a +"], "formula"),
        (["nim", "b == 0"], "a name among a"),
        (["wythoff", "n == 0"], "a name among a"),
        (["nimm", "a == 0"], "did you mean nim"),
        (["nim", "image: r, c"], "a game on a board"),
        (["wythoff", "value: 0", "--misere"], "win"),
        (["nim", "().__class__"], "arithmetic"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(
    words: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert code == 2 and not out
    assert hint in err and err.count("\n") == 1


def test_help_tells_both() -> None:
    from nimatron.cli.check import command

    said = CliRunner().invoke(command, ["--help"]).output
    assert "FORMAT FILE_IN FILE_OUT" in said and "GAME RULE" in said


def test_values_show_the_options() -> None:
    fall = try_rule(games["nim"], games["nim"].prototype, "value: sum(a)")[0].fall
    assert fall is not None and fall.text == "1,1"
    assert fall.line[-1].endswith("is 0")


def test_a_rule_without_positions_is_refused() -> None:
    with pytest.raises(UsageError):
        try_rule(games["grundy"], games["grundy"].prototype, "image: r, c")


def test_only_whole_sizes_are_said_to_be_tried() -> None:
    """Where the work ends in the middle of a size, that size does not count as done."""
    few = Limits(positions=1_000_000, seconds=60, moves=700)
    rules = games["wythoff"].prototype
    rule = "win: min(a) != golden(max(a) - min(a))"
    (one,) = try_rule(games["wythoff"], rules, rule, limits=few)
    assert one.fall is None and one.more > 0
    sizes = [size for size, _, _ in islice(positions(rules), 10 * one.positions)]
    assert one.positions == sum(size <= one.size for size in sizes)
    assert 0 < one.more < sizes.count(one.size + 1)
    assert one.told().endswith(f"to size {one.size}, and for {one.more} larger ones")


def test_what_can_be_reached_is_counted() -> None:
    game = games["nim"]
    (one, *_) = try_rule(game, game.prototype, "xor(a) != 0", start=game.read("1,2,3", {}))
    assert one.told() == "holds for all 24 positions that can be reached"
    (one, *_) = try_rule(game, game.prototype, "xor(a) != 0", start=game.read("90,91,92", {}))
    assert one.told() == "holds for 20 000 of the many positions that can be reached"


def test_single_heaps_are_tried_far() -> None:
    game = games["bachet"]
    (one,) = try_rule(game, game.prototype, "lost: n % 4 == 0 or n == 777")
    assert one.fall is not None and one.fall.text == "777"


def test_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "takeaway.py"
    path.write_text(
        "import nimatron as nt\n\n\nclass Takeaway(nt.Rules):\n"
        "    def start(self):\n        return 9\n"
        "    def moves(self, n):\n        return range(1, min(n, 2) + 1)\n"
        "    def after(self, n, taken):\n        return n - taken\n"
    )
    assert run(capsys, str(path), "lost: position % 3 == 0")[0] == 0
    code, out, _ = run(capsys, str(path), "lost: position % 4 == 0")
    assert code == 1 and "falls at 3:" in out
