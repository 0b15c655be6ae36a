"""The public names: exactly these; and importing them is light."""

from __future__ import annotations

import subprocess
import sys

import nimatron as nt

NAMES = """
Answer Claim Conjunctive Convention Erratum Fact Game GameGraph Heaps Limits NimatronError Outcome
Placement Refused Rules Selective Subtraction Sum TakeAndBreak Taking TooLarge UsageError Walk
__version__ check claim explain games grundy_values mex nim_product nim_sum period read_code solve
verify discover
"""


def test_these_and_no_others() -> None:
    assert sorted(nt.__all__) == sorted(NAMES.split()) == sorted(dir(nt))
    for name in nt.__all__:
        assert getattr(nt, name) is not None


def test_folders_do_not_hide_names() -> None:
    import nimatron.discover.run
    import nimatron.games
    import nimatron.solve.choose

    assert nt.solve("nim", "1").winner == "first"
    assert nt.games["cram"].slug == "cram"
    assert nimatron.solve is nt.solve
    found = nt.discover("bachet").best
    assert found is not None and found.formula == "n % 4"


def test_unknown_names_are_attribute_errors() -> None:
    assert not hasattr(nt, "slove")


def test_import_is_light() -> None:
    code = "import sys, nimatron; print({'numpy', 'numba', 'click', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_game_in_four_lines() -> None:
    class Candy(nt.Rules):
        def moves(self, n: int) -> range:
            return range(1, n // 2 + 1)

        def after(self, n: int, bite: int) -> int:
            return n - bite

    assert nt.solve(Candy(), 33).winning_moves == ("2",)
    assert nt.solve(Candy(), "15").outcome == "P"
    assert nt.solve(Candy(), 33, convention="misere").outcome in ("N", "P")
    both = nt.Sum((Candy(), Candy()))
    assert nt.solve(both, (33, 33)).outcome == "P"
