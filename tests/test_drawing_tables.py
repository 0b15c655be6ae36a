"""Tables: values against the solver, every way to say what they are over, every way to write."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from nimatron.drawing.tables import Range, Table, table
from nimatron.drawing.tables_drawn import table_csv, table_png, table_svg, table_text
from nimatron.errors import TooLarge, UsageError
from nimatron.games import games
from nimatron.solve.ask import solve
from nimatron.solve.limits import Limits
from nimatron.values import Outcome

SVG = "{http://www.w3.org/2000/svg}"


def made(slug: str, template: str, **given: Any) -> Table:
    return table(games[slug], template, **given)


def test_nim_is_xor() -> None:
    found = made("nim", "8x5")
    assert (found.rows, found.columns) == (Range(0, 8), Range(0, 5))
    assert found.cells == tuple(tuple(a ^ b for b in range(6)) for a in range(9))


@pytest.mark.parametrize(
    ("slug", "template", "position", "given"),
    [
        ("cram", "3x4", "{}x{}", {}),
        ("wythoff", "0..5,2..7", "{},{}", {}),
        ("nim", "1,0..3,0..3", "1,{},{}", {"convention": "misere", "kind": "outcome"}),
        ("nim", "0..3,0..3", "{},{}", {"kind": "length"}),
        ("poker-nim", "0..2,0..2+1", "{},{}+1", {"kind": "length"}),
        ("chomp", "2x3", "{}x{}", {"kind": "outcome"}),
    ],
)
def test_every_cell_is_what_the_solver_says(
    slug: str, template: str, position: str, given: dict[str, Any]
) -> None:
    found = made(slug, template, **given)
    assert found.rows is not None and found.open == 0
    kind = given.get("kind", "nimber")
    convention = given.get("convention", "normal")
    for row, line in zip(found.rows, found.cells, strict=True):
        for column, value in zip(found.columns, line, strict=True):
            said = solve(
                slug,
                position.format(row, column),
                convention=convention,
                remoteness=kind == "length",
            )
            right = {"nimber": said.grundy, "outcome": said.outcome, "length": said.remoteness}
            assert value == right[kind], (row, column)


def test_one_parameter() -> None:
    found = made("kayles", "12")
    assert found.rows is None and found.cells == ((0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4),)
    assert table_csv(found).splitlines()[:3] == ["n,nimber", "0,0", "1,1"]
    assert table_text(found)[3].split() == ["|", *map(str, found.cells[0])]
    assert [line.split() for line in table_text(made("kayles", "30"))[5:7]] == [
        [str(n) for n in range(20, 31)],
        ["|", "1", "4", "6", "7", "4", "1", "2", "8", "5", "4", "7"],
    ]


def test_a_parameter_as_a_range() -> None:
    found = made("bachet", "0..9", parameters={"k": "1..4"})
    assert found.columns == Range(1, 4, "k") and found.rows == Range(0, 9)
    assert found.cells[7] == tuple(7 % (k + 1) for k in range(1, 5))
    one = made("bachet", "21", parameters={"k": "2..5"})
    assert one.rows is None and one.cells == ((0, 1, 1, 3),)


def test_csv_is_read_back() -> None:
    found = made("cram", "3x3", kind="outcome")
    rows = list(csv.reader(io.StringIO(table_csv(found))))
    assert rows[0] == ["", "1", "2", "3"]
    assert [row[1:] for row in rows[1:]] == [[str(v) for v in line] for line in found.cells]


def test_svg_shows_lost_positions_apart() -> None:
    found = made("wythoff", "0..5,0..5")
    root = ElementTree.fromstring(table_svg(found, inline=True))
    zeros = sum(value == 0 for line in found.cells for value in line)
    boxes = [e for e in root.iter(f"{SVG}rect") if e.get("class") == "nim-orange"]
    assert len(boxes) == zeros == 5
    assert root.findtext(f"{SVG}desc") == "36 positions, of which 5 are lost for who moves."
    assert "Wythoff" in str(root.findtext(f"{SVG}title"))
    assert found._repr_svg_() == table_svg(found)
    lengths = table_svg(made("nim", "3x3", kind="length"))
    assert "up to 6 moves" in lengths


def test_large_tables_have_colours_only() -> None:
    text = table_svg(made("nim", "70x70"), inline=True)
    assert text.count("<rect") > 5000 and text.count("<text") < 200
    with pytest.raises(TooLarge, match="png"):
        table_svg(made("nim", "120x120"))
    with pytest.raises(TooLarge, match="csv"):
        table_text(made("nim", "2x120"))


@pytest.mark.parametrize("given", [{}, {"kind": "outcome"}])
def test_png(tmp_path: Path, given: dict[str, Any]) -> None:
    pytest.importorskip("matplotlib")
    target = tmp_path / "t.png"
    table_png(made("wythoff", "12x12", **given), target)
    assert target.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    table_png(made("kayles", "12", **given), target)
    with pytest.raises(UsageError, match="can be written"):
        table_png(made("nim", "1x1"), tmp_path / "no" / "t.png")


def test_loopy_rules_and_draws() -> None:
    found = made("poker-nim", "0..2,0..2+1", kind="outcome")
    assert [line[i] for i, line in enumerate(found.cells)] == [Outcome.P] * 3


def test_what_is_too_large_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made("cram", "1..2x1..2", limits=Limits(positions=1))
    assert found.open == 0, "claims and quick searches tell it one by one"
    monkeypatch.setattr("nimatron.drawing.tables._CELL_LIMITS", Limits(moves=40))
    few = Limits(positions=1)
    half = made("cram", "1..3x3", limits=few, kind="length")
    assert half.cells[0][0] == 1 and half.cells[0][2] is None
    assert half.open > 0 and "?" in table_text(half)[-1]
    with pytest.raises(TooLarge):
        made("cram", "8..9x9", limits=few, kind="length")


def test_cells_that_are_no_position_are_empty() -> None:
    found = made("grundy", "0..3")
    assert found.cells[0][-1] == 1
    stairs = made("monotonic-nim", "2..3,1..4")
    assert stairs.cells[1][0] is None and stairs.cells[0][3] is not None
    assert ",".join(table_csv(stairs).splitlines()[2].split(",")[:2]) == "3,"
    with pytest.raises(UsageError):
        made("monotonic-nim", "5..6,1..2")


def test_progress_is_told() -> None:
    told: list[int] = []
    made("nim", "20x20", progress=told.append)
    assert told == list(range(64, 441, 64))
