"""Ranges, lists, paths and the café against their slow twins, in plain Python and compiled."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise, product

import pytest

import naive_ranges as naive
from nimatron import ranges
from nimatron.errors import UsageError
from nimatron.ranges import operations
from nimatron.ranges.coupons import cost_of
from nimatron.ranges.trees import cut, rooted


@pytest.fixture(params=["plain", "compiled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every law holds in plain Python and in compiled code, whatever the size."""
    limit = 10**18 if request.param == "plain" else -1
    monkeypatch.setattr(operations, "_STEPS", limit)


def some_ranges(rng: random.Random, size: int, count: int) -> list[tuple[int, int]]:
    ends = [sorted(rng.sample(range(size + 1), 2)) for _ in range(count)]
    return [(left, right) for left, right in ends]


@pytest.mark.parametrize("name", ["sum", "xor", "max", "min"])
@pytest.mark.usefixtures("way")
def test_folds_with_updates(name: str) -> None:
    rng = random.Random(name)
    for size in (1, 2, 3, 10, 26, 50):
        row = [rng.randint(-30, 30) for _ in range(size)]
        steps = [
            (0, *asked) if rng.random() < 0.6 else (1, rng.randrange(size), rng.randint(-99, 99))
            for asked in some_ranges(rng, size, 60)
        ]
        assert ranges.fold_all(row, steps, name) == naive.folds(row, steps, name)


@pytest.mark.parametrize("name", ["sum", "xor", "max", "min"])
def test_arrays_give_arrays(name: str) -> None:
    import numpy as np

    rng = random.Random(2)
    for size in (1, 4, 9, 37):
        row = [rng.randint(-9, 9) for _ in range(size)]
        steps = [
            (0, *asked) if rng.random() < 0.5 else (1, rng.randrange(size), rng.randint(-9, 9))
            for asked in some_ranges(rng, size, 40)
        ]
        told = ranges.fold_all(np.array(row), np.array(steps), name)
        assert isinstance(told, np.ndarray) and told.tolist() == naive.folds(row, steps, name)
    large = np.array([2**62, 2**62, 5])
    assert ranges.fold_all(large, np.array([[0, 0, 3]]), "sum").tolist() == [2**63 + 5]
    for steps_, said in (([[2, 0, 1]], "a step of kind"), ([[0, 1, 1]], "range"),
                         ([[1, 3, 1]], "range"), ([[0, -1, 2]], "range")):  # fmt: skip
        with pytest.raises(UsageError, match=said):
            ranges.fold_all(large, np.array(steps_))


def test_windows_and_removals_of_arrays() -> None:
    import numpy as np

    rng = random.Random(8)
    for size in (1, 5, 60):
        row = [rng.randint(-3, 9) for _ in range(size)]
        asked = some_ranges(rng, size, 30)
        for ask in (ranges.range_mode, ranges.range_distinct, ranges.range_mex):
            told = ask(np.array(row), np.array(asked))
            assert isinstance(told, np.ndarray) and told.tolist() == ask(row, asked)
            assert ask(np.array(row), np.zeros((0, 2), dtype=np.int64)).tolist() == []
        places = [rng.randrange(size - taken) for taken in range(size)]
        told = ranges.remove_all(np.array(row), np.array(places))
        assert isinstance(told, np.ndarray) and told.tolist() == naive.removals(row, places)
    nothing = np.zeros(0, dtype=np.int64)
    assert ranges.remove_all(nothing, nothing).tolist() == []
    assert ranges.range_mode(nothing, nothing).tolist() == []
    for bad in ([[0, 3]], [[1, 1]], [[-1, 1]]):
        with pytest.raises(UsageError, match="not empty"):
            ranges.range_mode(np.array([1, 2]), np.array(bad))
    for bad_places in ([2], [0, 0, 0], [-1], [0, 1]):
        with pytest.raises(UsageError, match="a place from"):
            ranges.remove_all(np.array([1, 2]), np.array(bad_places))


def test_folds_of_numbers_without_bounds() -> None:
    row = [10**18, 3 * 10**18, -(10**30)]
    assert ranges.fold_all(row, [(0, 0, 2), (0, 0, 3)]) == [4 * 10**18, 4 * 10**18 - 10**30]


@pytest.mark.parametrize(
    ("fast", "slow"),
    [
        (ranges.range_mode, naive.mode),
        (ranges.range_distinct, naive.distinct),
        (ranges.range_mex, naive.mex),
    ],
)
@pytest.mark.usefixtures("way")
def test_windows(
    fast: Callable[[list[int], list[tuple[int, int]]], list[int]],
    slow: Callable[[list[int], int, int], int],
) -> None:
    rng = random.Random(5)
    for size, largest in product((1, 2, 7, 30, 80), (1, 3, 100)):
        row = [rng.randint(-1, largest) for _ in range(size)]
        asked = some_ranges(rng, size, 40)
        assert fast(row, asked) == [slow(row, *ends) for ends in asked]
    row = list(range(40))
    assert fast(row, [(0, 40), (0, 39), (1, 40)]) == [
        slow(row, *e) for e in ((0, 40), (0, 39), (1, 40))
    ]


@pytest.mark.usefixtures("way")
def test_removals() -> None:
    rng = random.Random(7)
    for size in (1, 2, 17, 100, 300):
        row = [rng.randint(0, 9) for _ in range(size)]
        places = [rng.randrange(size - taken) for taken in range(size)]
        assert ranges.remove_all(row, places) == naive.removals(row, places)


def test_a_list_that_grows_and_shrinks() -> None:
    rng = random.Random(9)
    row, plain = ranges.BlockList[int](), list[int]()
    for step in range(3000):
        if plain and rng.random() < 0.4 + 0.2 * (step > 2000):
            place = rng.randrange(len(plain))
            assert row.pop(place) == plain.pop(place)
        else:
            place = rng.randint(0, len(plain))
            row.insert(place, step)
            plain.insert(place, step)
    assert list(row) == plain and len(row) == len(plain)
    assert all(row[i] == plain[i] for i in range(len(plain)))


def trees(rng: random.Random) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """Random ones, stars, brooms, and two long arms."""
    for nodes in (1, 2, 3, 12, 30):
        for reach in (1, 3, nodes):
            shape = [(rng.randint(max(1, v - reach), v - 1), v) for v in range(2, nodes + 1)]
            names = rng.sample(range(1, nodes + 1), nodes)
            yield nodes, [(names[u - 1], names[v - 1], rng.randint(0, 99)) for u, v in shape]
    arms = [(max(1, v - 2), v, rng.randint(0, 99)) for v in range(2, 42)]
    yield 41, arms
    yield 30, [(1, v, rng.randint(0, 99)) for v in range(2, 31)]


@pytest.mark.parametrize("name", ["sum", "xor", "max", "min"])
def test_paths_with_updates(name: str) -> None:
    rng = random.Random(name)
    for nodes, edges in trees(rng):
        weights = {frozenset((u, v)): w for u, v, w in edges}
        tree = ranges.PathTree(nodes, edges, name)
        piles = [0, *(rng.randint(0, 99) for _ in range(nodes))]
        other = ranges.PathTree(nodes, [e[:2] for e in edges], name, weights=piles[1:])
        for _ in range(15):
            u, v = rng.randint(1, nodes), rng.randint(1, nodes)
            way = naive.path(edges, u, v)
            steps = [(0, 0, len(way) - 1)] if len(way) > 1 else []
            row = [weights[frozenset(pair)] for pair in pairwise(way)]
            assert [tree.fold(u, v)] == (naive.folds(row, steps, name) or [0])
            assert [other.fold(u, v)] == naive.folds(
                [piles[x] for x in way], [(0, 0, len(way))], name
            )
            if edges:
                a, b, _ = rng.choice(edges)
                weights[frozenset((a, b))] = fresh = rng.randint(0, 999)
                tree.set(tree.lower(a, b), fresh)
                piles[a] = fresh
                other.set(a, fresh)


@pytest.mark.usefixtures("way")
def test_many_paths_at_once() -> None:
    import numpy as np

    rng = random.Random(3)
    for nodes, edges in trees(rng):
        pairs = [(rng.randint(1, nodes), rng.randint(1, nodes)) for _ in range(10)]
        tree = ranges.PathTree(nodes, edges, "max")
        assert ranges.fold_paths(nodes, edges, pairs) == [tree.fold(*pair) for pair in pairs]
        arrays = np.array(edges, dtype=np.int64).reshape(-1, 3), np.array(pairs)
        told = ranges.fold_paths(nodes, *arrays)
        assert isinstance(told, np.ndarray)
        assert told.tolist() == ranges.fold_paths(nodes, edges, pairs)
        meet = [tree.ancestor(*pair) for pair in pairs]
        assert tree.ancestors(pairs) == meet == tree.ancestors(arrays[1]).tolist()
        piles = [rng.randint(0, 9) for _ in range(nodes)]
        lists = ranges.PathTree(nodes, [e[:2] for e in edges], "xor", weights=piles)
        other = ranges.PathTree(nodes, arrays[0][:, :2], "xor", weights=np.array(piles))
        steps = [(0, *pair) if number % 3 else (1, pair[0], number)
                 for number, pair in enumerate(pairs)]  # fmt: skip
        told = other.fold_all(np.array(steps))
        assert isinstance(told, np.ndarray) and told.tolist() == lists.fold_all(steps)
        for u, v in pairs:
            down, across = naive.path(edges, 1, u), set(naive.path(edges, 1, v))
            assert tree.ancestor(u, v) == [x for x in down if x in across][-1]


def test_paths_whose_sums_fit_no_word() -> None:
    import numpy as np

    tree = ranges.PathTree(3, np.array([[1, 2], [1, 3]]), "sum", weights=np.array([2**62] * 3))
    told = tree.fold_all(np.array([(0, 2, 3), (1, 3, 1), (0, 2, 3)]))
    assert isinstance(told, np.ndarray) and told.tolist() == [3 * 2**62, 2**63 + 1]


@pytest.mark.parametrize("shape", ["arms", "star", "line", "random"])
def test_no_tree_costs_more_than_the_root_of_n(shape: str) -> None:
    """Blocks are small and few on every way up: also on two long arms, also in a star."""
    nodes, rng = 2500, random.Random(1)
    shapes: dict[str, Callable[[int], int]] = {
        "arms": lambda v: max(1, v - 2),
        "star": lambda v: 1,
        "line": lambda v: v - 1,
        "random": lambda v: rng.randint(1, v - 1),
    }
    above = shapes[shape]
    order, parent, _, _ = rooted(nodes, [(above(v), v) for v in range(2, nodes + 1)])
    block, head = cut(order, parent)
    sizes = [block.count(b) for b in range(len(head))]
    assert max(sizes) < 100 and sum(sizes) == nodes - 1
    for v in (nodes, nodes - 1):
        jumps = 0
        while block[v] >= 0:
            v, jumps = head[block[v]], jumps + 1
        assert v == 1 and jumps <= 51


def test_coupons_on_all_small_menus() -> None:
    for days in range(6):
        for menu in product((0, 60, 100, 101, 150), repeat=days):
            every = list(naive.plans(menu))
            cost = min(plan[0] for plan in every)
            left = max(plan[1] for plan in every if plan[0] == cost)
            plan = ranges.cheapest(menu)
            assert (plan.cost, plan.left) == (cost, left) and left <= 1
            assert (cost, left, plan.days) in every
            assert cost_of(menu, plan.days) == (cost, left)
            for money in (0, 100, 250, 600):
                most = max((k for price, k, _ in every if price <= money), default=None)
                assert ranges.most_left(menu, money) == most
    assert ranges.cheapest([35, 40, 101, 59, 63]) == ranges.Plan(235, 0, (5,))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ranges.Blocks([1]).fold(0, 2), "range within 0 to 1"),
        (lambda: ranges.Blocks([1], "mean"), "an operation: sum"),
        (lambda: ranges.fold_all([1], [(2, 0, 1)]), "a step"),
        (lambda: ranges.BlockList([1]).pop(1), "a place from 0 to 0"),
        (lambda: ranges.remove_all([1], [0, 0]), "a place from"),
        (lambda: ranges.range_mode([1, 2], [(1, 1)]), "not empty"),
        (lambda: ranges.fold_paths(3, [(1, 2, 0)], []), "2 edges for 3 nodes"),
        (lambda: ranges.fold_paths(3, [(1, 2, 0), (2, 1, 0)], []), "cycle"),
        (lambda: ranges.fold_paths(3, [(1, 1, 0), (2, 3, 0)], []), "cycle"),
        (lambda: ranges.fold_paths(4, [(1, 2, 0), (3, 4, 0), (4, 3, 0)], []), "edge 4 3 closes"),
        (lambda: ranges.fold_paths(2, [(1, 3, 0)], []), "nodes from 1 to 2"),
        (lambda: ranges.PathTree(2, [(1, 2)], weights=[1]), "2 weights"),
        (lambda: ranges.PathTree(2, [(1, 2, 5)]).set(1, 3), "root"),
        (lambda: ranges.cheapest([-1]), "at least 0"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        call()
