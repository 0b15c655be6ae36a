"""The checker refuses: each form of certificate, made false in each way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import contract
import naive
from nimatron import GameGraph, Limits, Rules, solve
from nimatron.certificates import forms
from nimatron.certificates.check import check
from nimatron.certificates.forms import (
    Affine,
    Kernel,
    Mirror,
    NimSum,
    Opening,
    Pairing,
    Stealing,
    Swaps,
    Table,
    half_turn,
)
from nimatron.errors import CertificateError, Refused
from nimatron.games.chomp import Chomp
from nimatron.games.cram import Cram
from nimatron.games.geography import Geography
from nimatron.games.nim import Nim
from nimatron.rules.heaps import Subtraction
from nimatron.solve.prove import table
from nimatron.values import Convention, Outcome
from random_rules import arrows, graphs

MISERE = Convention.MISERE
BACHET = Subtraction((1, 2, 3))

REFUSED: dict[str, tuple[Rules, Any, forms.Certificate]] = {
    "kernel: a wrong residue": (BACHET, (21,), Kernel("n % 5 == 0")),
    "kernel: lost to lost": (BACHET, (21,), Kernel("n % 2 == 0")),
    "kernel: nothing is lost": (BACHET, (21,), Kernel("0 == 1")),
    "kernel: everything is lost": (BACHET, (21,), Kernel("0 == 0")),
    "kernel: wrong at one far place": (BACHET, (40,), Kernel("n % 4 == 0 and n != 4")),
    "kernel: wrong only at the end": (BACHET, (21,), Kernel("n % 4 == 0 and n > 0")),
    "kernel: normal taken for misère": (BACHET, (21,), Kernel("n % 4 == 0", convention=MISERE)),
    "kernel: misère taken for normal": (BACHET, (21,), Kernel("n % 4 == 1")),
    "kernel: an unknown name": (BACHET, (21,), Kernel("m % 4 == 0")),
    "kernel: no formula": (BACHET, (21,), Kernel("n %")),
    "kernel: no boolean sense": (BACHET, (21,), Kernel("n // 0")),
    "kernel: an import": (BACHET, (21,), Kernel("__import__('os').getcwd()")),
    "kernel: too large, and the answer is wrong": (
        Nim(), (10**18, 7), Kernel("xor(a) == 0", answers="[(1, (5,))]"),
    ),
    "nim sum: one more": (Nim(), (3, 4, 5), NimSum("n + 1")),
    "nim sum: or for xor": (Nim(), (3, 4, 5), NimSum("n | 1")),
    "nim sum: capped": (Nim(), (3, 4, 5), NimSum("min(n, 4)")),
    "nim sum: for misère": (Nim(), (3, 4, 5), NimSum("n", convention=MISERE)),
    "nim sum: on parts that are too many": (Cram(2, 2), 0, NimSum("rows")),
    "mirror: the identity": (Cram(4, 4), 0, Mirror(Affine((1, 1), (0, 0)))),
    "mirror: off the board": (Cram(4, 4), 0, Mirror(Affine((-1, -1), (6, 5)))),
    "mirror: no involution": (Cram(4, 4), 0, Mirror(Affine((-1, 1), (5, 0), order=(1, 0)))),
    "mirror: a reflection that a domino meets": (Cram(4, 4), 0, Mirror(Affine((-1, 1), (5, 0)))),
    "mirror: the middle is free": (Cram(3, 4), 0, Mirror(half_turn(3, 4))),
    "mirror: the board is not symmetric": (Cram(4, 4), 1, Mirror(half_turn(4, 4))),
    "mirror: misère": (Cram(2, 2), 0, Mirror(half_turn(2, 2), convention=MISERE)),
    "mirror: of another dimension": (Cram(4, 4), 0, Mirror(Affine((-1,), (5,)))),
    "mirror: where moves have no images": (Nim(), (3, 3), Mirror(Affine((-1,), (3,)))),
    "mirror: arms of unequal length": (
        Chomp(3, 3), Chomp(3, 3).read("###|.##|..."), Mirror(Affine((-1, -1), (4, 4), (1, 0))),
    ),
    "pairing: nobody": (Geography(2, 2), Geography(2, 2).start(), Pairing(Swaps(()))),
    "pairing: a cell forgotten": (
        Geography(2, 2), Geography(2, 2).start(), Pairing(Swaps((((1, 1), (1, 2)),))),
    ),
    "pairing: across the diagonal": (
        Geography(2, 2),
        Geography(2, 2).start(),
        Pairing(Swaps((((1, 1), (2, 2)), ((1, 2), (2, 1))))),
    ),
    "pairing: with itself": (
        Geography(1, 1), Geography(1, 1).start(), Pairing(Swaps((((1, 1), (1, 1)),))),
    ),
    "pairing: off the board": (
        Geography(1, 1), Geography(1, 1).start(), Pairing(Swaps((((1, 1), (1, 2)),))),
    ),
    "pairing: a cell twice": (
        Geography(1, 3),
        Geography(1, 3).start(),
        Pairing(Swaps((((1, 1), (1, 2)), ((1, 2), (1, 3))))),
    ),
    "pairing: a cut partner": (
        Geography(1, 4),
        Geography(1, 4).read(".@.."),
        Pairing(Swaps((((1, 1), (1, 2)), ((1, 3), (1, 4))))),
    ),
    "opening: unreadable": (Nim(), (3, 5), Opening("jump", Kernel("xor(a) == 0"))),
    "opening: illegal": (Nim(), (3, 5), Opening("take 9 from pile 2", Kernel("xor(a) == 0"))),
    "opening: to a won position": (
        Nim(), (3, 5), Opening("take 1 from pile 2", Kernel("xor(a) == 0")),
    ),
    "opening: then another convention": (
        Nim(), (3, 5), Opening("take 2 from pile 2", Kernel("xor(a) == 0"), convention=MISERE),
    ),
    "opening: and nothing": (
        Nim(), (3, 5), Opening("take 2 from pile 2", forms.Certificate()),
    ),
    "table: empty": (Nim(), (2, 2), Table({})),
    "table: of another position": (Nim(), (2, 2), Table({"1,1": {"take 1 from pile 1": "x"}})),
    "stealing: unreadable": (Chomp(3, 4), 0, Stealing("eat nothing")),
    "stealing: a move that takes answers away": (Nim(), (2, 2), Stealing("take 1 from pile 1")),
    "stealing: in misère, a move that ends all": (
        Nim(), (1,), Stealing("take 1", convention=MISERE),
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", list(REFUSED))
def test_refused(why: str) -> None:
    with pytest.raises(Refused) as told:
        check(*REFUSED[why])
    assert "\n" not in str(told.value)


ACCEPTED: dict[str, tuple[Rules, Any, forms.Certificate, Outcome]] = {
    "kernel": (BACHET, (21,), Kernel("n % 4 == 0"), Outcome.N),
    "kernel, misère": (BACHET, (21,), Kernel("n % 4 == 1", convention=MISERE), Outcome.P),
    "nim sum": (Nim(), (3, 2, 1), NimSum("n"), Outcome.P),
    "mirror": (Cram(4, 4), 0, Mirror(half_turn(4, 4)), Outcome.P),
    "pairing": (
        Geography(1, 2),
        Geography(1, 2).start(),
        Pairing(Swaps((((1, 1), (1, 2)),))),
        Outcome.P,
    ),
    "opening": (Nim(), (3, 5), Opening("take 2 from pile 2", Kernel("xor(a) == 0")), Outcome.N),
    "table": (
        Nim(),
        (1, 1),
        Table({"1,1": {"take 1 from pile 1": "take 1 from pile 2",
                       "take 1 from pile 2": "take 1 from pile 1"}, "0,0": {}}),
        Outcome.P,
    ),
    "stealing": (Chomp(3, 4), 0, Stealing("eat 1,4"), Outcome.N),
}  # fmt: skip


@pytest.mark.parametrize("form", list(ACCEPTED))
def test_accepted(form: str) -> None:
    rules, at, certificate, outcome = ACCEPTED[form]
    checked = check(rules, at, certificate)
    assert checked.outcome is outcome and checked.scope in ("exhaustive", "local")


@pytest.mark.parametrize("form", [form for form in ACCEPTED if form != "stealing"])
def test_accepted_ones_are_refused_when_tampered_with(form: str) -> None:
    rules, at, certificate, _ = ACCEPTED[form]
    for false in contract.tampered(rules, at, certificate):
        with pytest.raises(Refused):
            check(rules, at, false)


@settings(max_examples=150, deadline=None)
@given(rules=graphs(cycles=False), choose=st.randoms(use_true_random=False))
def test_a_table_with_one_entry_changed(rules: GameGraph, choose: Any) -> None:
    """Drop one reply, or replace it by another move: accepted only if that move wins too."""
    start = rules.start()
    if not rules.moves(start):
        return
    made = table(rules, start, Convention.NORMAL, Limits())
    lost, at = made, start
    if isinstance(made, Opening):
        lost, at = made.then, rules.read_move(start, made.move)
    assert isinstance(lost, Table)
    places = [(where, move) for where, row in lost.replies.items() for move in row]
    if not places:
        return
    where, move = choose.choice(places)
    rows = {key: dict(row) for key, row in lost.replies.items()}
    del rows[where][move]
    with pytest.raises(Refused):
        check(rules, at, Table(rows))
    met = rules.read(move.removeprefix("to "))
    for other in rules.moves(met):
        rows[where][move] = f"to {other}"
        over = not rules.moves(other)
        wins = over or (naive.grundy(rules, other) == 0 and str(other) in rows)
        if wins:
            assert check(rules, at, Table(rows)).outcome is Outcome.P
        else:
            with pytest.raises(Refused):
                check(rules, at, Table(rows))


@settings(max_examples=200, deadline=None)
@given(found=arrows(cycles=True), lost=st.sets(st.integers(0, 9)))
def test_a_kernel_is_believed_only_if_it_is_true(found: Any, lost: set[int]) -> None:
    """Any set of positions of any graph: if the checker accepts it, brute force agrees."""
    rules = GameGraph(found, start=max(found))
    rule = Kernel("position in lost", constants={"lost": tuple(lost)})
    try:
        outcome = check(rules, rules.start(), rule).outcome
    except Refused:
        return
    true = naive.verdicts(rules, rules.start(), Convention.NORMAL)
    assert true[rules.start()][0] is outcome
    assert naive.is_finite(rules, rules.start())


class Ring(GameGraph):
    loopy = True


def test_loopy_rules_need_a_number_that_falls() -> None:
    """Two tokens' worth of going round: without a number play never ends, with one it must."""
    ring = Ring({"a": ["b"], "b": ["a", "end"], "end": []})
    rule = Kernel("position == 'end' or position == 'a'")
    with pytest.raises(Refused, match="number that falls"):
        check(ring, "a", rule)
    with pytest.raises(Refused, match="fall"):
        check(ring, "b", replace(rule, falls="0"))
    assert solve(ring, "b").outcome == "N"
    falling = replace(rule, falls="1 if position == 'a' else 0")
    assert check(ring, "b", falling).outcome is Outcome.N


@settings(max_examples=300, deadline=None)
@given(
    data=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["kind", "losing", "value", "move", "then", "symmetry", "map", "pairs"]
                ),
                inner
                | st.sampled_from(["kernel", "mirror", "affine", "table", "swaps", "opening"]),
                max_size=5,
            )
        ),
        max_leaves=12,
    )
)
def test_junk_is_no_certificate(data: Any) -> None:
    """Any JSON is read as a certificate or refused in one line; and what was read never crashes."""
    try:
        certificate = forms.from_json(data)
    except CertificateError as e:
        assert "\n" not in str(e)
        return
    try:
        check(Cram(2, 2), 0, certificate)
    except Refused as e:
        assert "\n" not in str(e)
