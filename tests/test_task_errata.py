"""What is told wrongly of the tasks that are no games, found wrong again."""

from __future__ import annotations

import pytest

import generate
from nimatron.cli import main
from nimatron.judge.formats import format_names, load_format
from nimatron.ranges.coupons import cheapest
from nimatron.ranges.trees import PathTree


def climbed(parent: list[int], depth: list[int], size: int, a: int, b: int) -> int:
    """Steps of a walk that jumps only while the levels of the blocks differ."""
    steps = 0
    while a != b:
        if depth[a] // size < depth[b] // size or depth[a] < depth[b]:
            a, b = b, a
        if depth[a] // size > depth[b] // size:
            level = depth[a] // size
            while depth[a] // size == level:  # one jump, to the node above the block
                a = parent[a]
        elif depth[a] > depth[b]:
            a = parent[a]
        else:
            a, b = parent[a], parent[b]
        steps += 1
    return steps


def test_two_long_arms() -> None:
    arm = 200
    above = {v: v - 1 if v not in (2, arm + 2) else 1 for v in range(2, 2 * arm + 2)}
    tree = PathTree(2 * arm + 1, [(up, v, 1) for v, up in above.items()], "max")
    ends = arm + 1, 2 * arm + 1
    jumps = len(tree._walk(*ends)[1])
    steps = climbed(tree.parent, tree.depth, 20, *ends)
    (erratum,) = load_format("tree-path-max").errata
    assert f"{steps} steps, against {jumps} jumps" in erratum.counterexample
    # Twice the arms: twice the steps, but about root 2 times the jumps.
    assert steps == arm and jumps <= 2 * (2 * arm) ** 0.5


def test_the_sample_of_the_cafe() -> None:
    (erratum,) = load_format("coupons").errata
    prices = [int(word) for word in erratum.counterexample.split("/")[1].split()]
    assert "is 229" in erratum.said and cheapest(prices).cost == 235
    slipped = [53 if price == 59 else price for price in prices]
    assert cheapest(slipped).cost == 229


@pytest.mark.parametrize("name", [n for n in format_names() if load_format(n).errata])
def test_they_are_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["show", name])
    (erratum,) = load_format(name).errata
    told = " ".join(capsys.readouterr().out.split())
    assert erratum.said in told and erratum.counterexample in told
    assert erratum.truth in generate.errata_page()
