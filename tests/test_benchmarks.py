"""The table of figures: verdicts, units, and that every part measures something."""

from __future__ import annotations

from importlib import import_module

import pytest

import bench
from growth import exponent, lines
from measure import Row, against, alone, compare


def test_verdicts() -> None:
    ratio = Row("1", "a", ours=1.0, theirs=5.0, must=4, better=8)
    assert ratio.value == 5 and ratio.verdict == "met"
    assert Row("1", "a", 1.0, 9.0, must=4, better=8).verdict == "better"
    assert Row("1", "a", 1.0, 3.9, must=4).verdict == "missed"
    assert Row("2", "b", 0.5, kind="seconds", must=0.4).verdict == "missed"
    assert Row("2", "b", 0.3, kind="seconds", must=0.4, better=0.2).verdict == "met"
    assert Row("8", "c", 3.0, kind="rate", must=2.5, unit="M/s").verdict == "met"
    assert Row("8", "c", 3.0, kind="rate").verdict == ""


def test_programs_run_in_turn_and_medians_are_taken() -> None:
    calls: list[str] = []
    ours, theirs = iter([9.0, 1.0, 2.0, 30.0]), iter([4.0, 6.0, 5.0])

    def own() -> float:
        calls.append("ours")
        return next(ours)

    def other() -> float:
        calls.append("theirs")
        return next(theirs)

    assert compare(other, own, 3) == (5.0, 2.0)
    assert calls == ["ours", *["theirs", "ours"] * 3]
    assert against("1", "a", lambda: 6.0, lambda: 2.0, 3).value == 3
    assert alone("1", "a", lambda: 6.0, 3).value == 6


def test_lines_of_the_table() -> None:
    row = Row("1", "a", ours=0.002, theirs=0.01, must=4)
    assert bench.line(row, {"1 a": 4.5}) == "| 1 | a | 10 ms | 2 ms | 5 | 4 |  | met | 4.5 |"
    rate = Row("8", "b", 3.0, kind="rate", unit="Mnode/s")
    assert bench.line(rate, {}) == "| 8 | b |  |  | 3 Mnode/s |  |  |  |  |"
    assert bench.amount(0.00002) == "20 µs" and bench.amount(float("inf")) == "too long"


@pytest.mark.parametrize("name", bench.FILES)
def test_every_part_gives_rows(name: str) -> None:
    assert callable(import_module(name).rows)


def test_growth() -> None:
    assert exponent([(1, 1.0), (10, 1.0), (100, 100.0)]) == pytest.approx(2)
    names = [line.name for line in lines()]
    assert len(names) == len(set(names)) and all(len(line.sizes) > 2 for line in lines())
