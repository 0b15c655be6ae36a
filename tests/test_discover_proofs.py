"""Nothing false is ever proved: automata, rounds and sources against plain counting, and rules that
are made to deceive."""

from __future__ import annotations

import ast
import builtins
import linecache
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import pytest

import nimatron as nt
from nimatron.certificates.forms import Kernel, NimSum
from nimatron.discover.argue import proof, sound
from nimatron.discover.automata import (
    Automaton,
    accepted,
    both,
    either,
    linear,
    negated,
    some,
    witness,
)
from nimatron.discover.found import HOLDS, PROVED
from nimatron.discover.moves_read import read_moves
from nimatron.discover.rounds import Endless, round_of
from nimatron.discover.statements import Reader, Term, Unread, parsed
from nimatron.discover.uniform import copied_for_ever
from nimatron.errors import FormulaError
from nimatron.formulas import Formula
from nimatron.rules.grids import Covering
from nimatron.rules.heaps import Heaps, Subtraction, TakeAndBreak, Taking
from nimatron.rules.protocol import Rules
from nimatron.values import Convention, mex

FAR = 1200


# ---- automata


def numbers(rng: random.Random, most: int = 400) -> dict[str, int]:
    return {track: rng.randrange(most) for track in "abc"}


def random_automaton(rng: random.Random, depth: int) -> tuple[Automaton, Callable[[Any], bool]]:
    """An automaton and the plain condition that it should read."""
    base = 2
    if depth == 0:
        terms = {track: rng.randint(-3, 3) for track in "abc" if rng.random() < 0.7}
        most, equal = rng.randint(-9, 9), rng.random() < 0.4

        def plain(at: Any) -> bool:
            total = sum(c * at[track] for track, c in terms.items())
            return bool(total == most if equal else total <= most)

        return linear(base, terms, most, equal=equal), plain
    one, says = random_automaton(rng, depth - 1)
    if rng.random() < 0.3:
        return negated(one), lambda at: not says(at)
    two, also = random_automaton(rng, depth - 1)
    if rng.random() < 0.5:
        return both(one, two), lambda at: says(at) and also(at)
    return either(one, two), lambda at: says(at) or also(at)


@pytest.mark.parametrize("seed", range(60))
def test_automata_read_what_they_should(seed: int) -> None:
    rng = random.Random(seed)
    made, plain = random_automaton(rng, 2)
    for _ in range(150):
        at = numbers(rng, rng.choice((3, 12, 400)))
        assert accepted(made, at) is plain(at), at
    found = witness(made)
    if found is None:
        assert not any(
            plain(dict(zip("abc", at, strict=True))) for at in product(range(12), repeat=3)
        )
    else:
        assert plain({"a": 0, "b": 0, "c": 0} | found)


@pytest.mark.parametrize("seed", range(40))
def test_there_is_one(seed: int) -> None:
    """Some c between 0 and 40 makes a condition true just if the automaton without c says so."""
    rng = random.Random(seed)
    made, plain = random_automaton(rng, 1)
    bounded = both(made, linear(2, {"c": 1}, 40))
    hidden = some(["c"], bounded)
    for _ in range(60):
        at = numbers(rng, 60)
        there = any(plain({**at, "c": c}) for c in range(41))
        assert accepted(hidden, at) is there


# ---- formulas as automata, and their rounds


def random_number(rng: random.Random, depth: int) -> str:
    pick = rng.random()
    if depth == 0 or pick < 0.3:
        return rng.choice(("n", "n", str(rng.randrange(6)), f"n + {rng.randrange(5)}"))
    inner = random_number(rng, depth - 1)
    if pick < 0.5:
        return f"({inner}) % {rng.randint(1, 6)}"
    if pick < 0.6:
        return f"({inner}) // {rng.randint(1, 4)}"
    if pick < 0.7:
        return f"({inner}) + ({random_number(rng, depth - 1)})"
    if pick < 0.75:
        return f"({inner}) - {rng.randrange(4)}"
    if pick < 0.85:
        listed = tuple(rng.randrange(5) for _ in range(6))
        return f"{listed}[({inner}) % {rng.randint(1, 7)}]"
    return f"(({inner}) if {random_test(rng, depth - 1)} else {random_number(rng, depth - 1)})"


def random_test(rng: random.Random, depth: int) -> str:
    pick = rng.random()
    if depth == 0 or pick < 0.5:
        one, two = random_number(rng, max(depth - 1, 0)), random_number(rng, max(depth - 1, 0))
        return f"({one}) {rng.choice(('==', '!=', '<', '<=', '>', '>='))} ({two})"
    if pick < 0.6:
        return f"not ({random_test(rng, depth - 1)})"
    if pick < 0.7:
        return f"({random_number(rng, depth - 1)}) in (0, 2, 3)"
    if pick < 0.8:
        return rng.choice(
            (
                "is_power_of_2(n + 1)", "n > 0 and v2(n) % 2 == 1", "sum(digits(n, 2)) % 2 == 0",
                "all(d != 1 for d in digits(n, 2))",
            )
        )  # fmt: skip
    word = rng.choice(("and", "or"))
    return f"({random_test(rng, depth - 1)}) {word} ({random_test(rng, depth - 1)})"


def value(text: str, n: int) -> Any:
    try:
        return Formula(text)(n=n)
    except FormulaError:
        return None


def test_formulas_as_automata() -> None:
    """Whatever is read means just what the formula says; much can be read."""
    read = 0
    for seed in range(400):
        rng = random.Random(seed)
        text = random_test(rng, 2)
        try:
            made = Reader(2, {"n": Term({"n": 1})}).condition(parsed(text))
        except Unread:
            continue
        read += 1
        for n in range(90):
            told = value(text, n)
            if told is not None:
                assert accepted(made, {"n": n}) is bool(told), (text, n)
    assert read > 200


def test_numbers_as_automata() -> None:
    """The value is that of the formula; where a part of it is below 0 there may be none, and then
    no proof goes on."""
    read = 0
    for seed in range(300):
        rng = random.Random(seed)
        text = random_number(rng, 2)
        try:
            made = Reader(2, {"n": Term({"n": 1})}).value(parsed(text), "g")
        except Unread:
            continue
        read += 1
        some_value = some(["g"], made)
        for n in range(40):
            told = value(text, n)
            for g in range(12):
                if told is not None:
                    known = accepted(some_value, {"n": n})
                    assert accepted(made, {"n": n, "g": g}) is (known and told == g), (text, n, g)
    assert read > 150


def test_rounds() -> None:
    """A formula repeats as it is said to."""
    known = 0
    for seed in range(600):
        rng = random.Random(seed)
        text = random_test(rng, 3) if seed % 2 else random_number(rng, 3)
        try:
            found = round_of(ast.parse(text, mode="eval").body, "n", {})
        except (Endless, FormulaError):
            continue
        if found.period > 400 or found.first > 400:
            continue
        known += 1
        for n in range(found.first, found.first + 2 * found.period + 20):
            assert value(text, n) == value(text, n + found.period), (text, found, n)
    assert known > 120


# ---- moves that are read


def made(text: str, name: str = "Made", **known: Any) -> Rules:
    """Rules from a source that can be read again, as from a file."""
    made.count += 1  # type: ignore[attr-defined]
    file = f"<made {made.count}>"  # type: ignore[attr-defined]
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {"nt": nt, "dataclass": dataclass, "__name__": __name__, **known}
    exec(compile(text, file, "exec", dont_inherit=True), space)
    rules: Rules = space[name]()
    return rules


made.count = 0  # type: ignore[attr-defined]


def plain(moves: str, more: str = "", after: str = "n - t") -> str:
    return (
        "class Made(nt.Rules):\n"
        f"{more}"
        f"    def moves(self, n):\n        return {moves}\n"
        f"    def after(self, n, t):\n        return {after}\n"
    )


READ = [
    "range(1, min(n, 3) + 1)",
    "range(1, n + 1)",
    "range(1, n // 2 + 1)",
    "range(1, (n + 1) // 3 + 1)",
    "range(1, (5 if n > 20 else 3) if n > 5 else n + 1)",
    "range(2 if n % 2 else 1, min(n, 4) + 1)",
    "range(max(1, n - 7), n + 1)",
    "[t for t in (1, 3, 4) if t <= n]",
    "(t for t in range(1, n + 1) if t % 2 == 1)",
    "[t for t in range(1, n + 1) if n % 3 == t % 3 or t == 1]",
    "[1, 2] if n > 1 else range(0)",
    "(1, 3) if n >= 3 else ()",
]


@pytest.mark.parametrize("moves", READ)
def test_moves_are_read_as_they_are(moves: str) -> None:
    rules = made(plain(moves))
    read = read_moves(rules)
    assert read is not None
    reader = Reader(2, {}, 10)
    taken = read.taken(reader, Term({"n": 1}), Term({"t": 1}))
    for n in range(60):
        assert {t for t in range(62) if accepted(taken, {"n": n, "t": t})} == set(rules.moves(n))


def test_moves_that_name_what_is_left() -> None:
    rules = made(plain("range((n + 1) // 2, n)", after="t"))
    report = nt.discover(rules)
    assert report.best is not None and report.best.status == PROVED
    assert report.best.formula == "is_power_of_2(position + 1)"


DECEIVING: dict[str, tuple[str, dict[str, Any]]] = {
    "another min": (plain("range(1, min(n, 3) + 1)"), {"min": lambda a, b: a if a > 60 else 3}),
    "a function of ones own": (
        plain("[t for t in range(1, n + 1) if is_power_of_2(t)]"),
        {"is_power_of_2": lambda t: t in (1, 2)},
    ),
    "v2 of ones own": (
        plain("[t for t in (1, 2) if t <= n and (n < 90 or v2(n) % 2 == 0)]"),
        {"v2": lambda n: n},
    ),
    "a property": (
        plain(
            "range(1, min(n, self.k) + 1)",
            "    calls = 0\n"
            "    @property\n"
            "    def k(self):\n        Made.calls += 1\n        return 3\n",
        ),
        {},
    ),
    "attributes made up": (
        plain(
            "range(1, min(n, self.k) + 1)",
            "    k = 3\n"
            "    def __getattribute__(self, name):\n"
            "        return 2 if name == 'k' else object.__getattribute__(self, name)\n",
        ),
        {},
    ),
    "a default": (
        "class Made(nt.Rules):\n"
        "    def moves(self, n, k=3):\n        return range(1, min(n, k) + 1)\n"
        "    def after(self, n, t):\n        return n - t\n",
        {},
    ),
    "a decorator": (
        "def short(f):\n    return lambda self, n: [t for t in f(self, n) if t < 3 or n < 70]\n"
        "class Made(nt.Rules):\n"
        "    @short\n"
        "    def moves(self, n):\n        return range(1, min(n, 3) + 1)\n"
        "    def after(self, n, t):\n        return n - t\n",
        {},
    ),
    "two components": (
        plain(
            "range(1, min(n, 3) + 1)",
            "    def components(self, n):\n        return (n,) if n < 70 else (n, 1)\n",
        ),
        {},
    ),
    "another after": (plain("range(1, min(n, 3) + 1)", after="n - t if n < 70 else n - 1"), {}),
    "names of its own": (
        plain(
            "range(1, min(n, 3) + 1)",
            "    def variables(self, n):\n        return {'position': n if n < 200 else 0}\n",
        ),
        {},
    ),
    "loops": (plain("range(1, min(n, 3) + 1)", "    loopy = True\n"), {}),
}


def test_builtins_of_ones_own() -> None:
    """A module may bring its own `min`; it is not the one that is known."""
    own = {**vars(builtins), "min": lambda n, k: n and 2}
    rules = made(plain("range(1, min(n, 3) + 1)"), __builtins__=own)
    assert list(rules.moves(9)) == [1, 2]
    assert proof(rules, NimSum("position % 4")) == ""


@pytest.mark.parametrize("case", DECEIVING)
def test_what_may_deceive_is_not_read(case: str) -> None:
    text, known = DECEIVING[case]
    rules = made(text, **known)
    for rule in (NimSum("position % 4"), Kernel("position % 4 == 0"), NimSum("position % 3")):
        assert proof(rules, rule) == ""


def test_the_same_without_deceit_is_read() -> None:
    for text in (
        plain("range(1, min(n, 3) + 1)"),
        plain("range(1, min(n, self.k) + 1)", "    k = 3\n"),
    ):
        assert proof(made(text), NimSum("position % 4")).startswith("a finite argument")


def test_a_source_that_is_not_what_runs() -> None:
    """The file was changed after it was read, or a method was put in the place of another."""
    rules = made(plain("range(1, min(n, 3) + 1)"))
    file = f"<made {made.count}>"  # type: ignore[attr-defined]
    text = plain("range(1, min(n, 2) + 1)")
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    assert proof(rules, NimSum("position % 3")) == "" == proof(rules, NimSum("position % 4"))
    rules = made(plain("range(1, min(n, 3) + 1)"))
    object.__setattr__(rules, "moves", lambda n: range(1, min(n, 2) + 1))
    assert proof(rules, NimSum("position % 4")) == ""


ENDLESS = [
    "range(0, min(n, 3) + 1)",  # takes nothing
    "range(1, 4)",  # more than there is
    "range(-1, 0)",  # adds
    "range(-2 if n > 90 else 1, 0 if n > 90 else min(n, 3) + 1)",
    "[t for t in (0, 1, 2) if t <= n]",
]


@pytest.mark.parametrize("moves", ENDLESS)
def test_moves_that_make_no_game(moves: str) -> None:
    rules = made(plain(moves))
    read = read_moves(rules)
    assert read is None or not sound(read, 2)
    for rule in (NimSum("position % 4"), Kernel("position % 4 == 0"), Kernel("position >= 0")):
        assert proof(rules, rule) == ""


class Above(Taking):
    """Heaps from 2: what goes below is there all the same."""

    least: ClassVar[int] = 2

    def takes(self, n: int) -> range:
        return range(1, min(n, 2) + 1)


def test_numbers_below_the_least_count_if_they_are_reached() -> None:
    assert proof(Above(), NimSum("n % 3")) and proof(Above(), Kernel("n % 3 == 0"))
    assert not proof(Above(), NimSum("(0, 2, 2)[n % 3] if n < 2 else n % 3"))
    assert not proof(Above(), Kernel("n % 3 == 0 and n > 0"))


@dataclass(frozen=True)
class Lying(TakeAndBreak):
    """A code in name only: from 300 counters on one may take three as well."""

    def breaks(self, n: int) -> Any:
        yield from super().breaks(n)
        if n > 300:
            yield (n - 3,)


@dataclass(frozen=True)
class LyingSet(Subtraction):
    def takes(self, n: int) -> Any:
        return (t for t in (1, 2, 3) if t <= n and (t < 3 or n < 300))


class LyingHeaps(Above):
    """Moves and sum of another kind than those of heaps."""

    least: ClassVar[int] = 0

    def after(self, position: Any, move: Any) -> Any:
        to = Heaps.after(self, position, move)
        return to if sum(position) < 300 else (*to, 1)


class OtherNames(Taking):
    def takes(self, n: int) -> range:
        return range(1, min(n, 2) + 1)

    def variables(self, position: Any) -> dict[str, Any]:
        return {"a": position, "n": 3 * position[0]} if len(position) == 1 else {"a": position}


@pytest.mark.parametrize("rules", [Lying(), LyingSet(), LyingHeaps(), OtherNames()])
def test_declarations_that_are_overridden_prove_nothing(rules: Rules) -> None:
    known = {"head": (0, 1, 2, 3), "first": 0, "period": 4}
    text = "head[n] if n < len(head) else head[first + (n - first) % period]"
    for rule in (
        NimSum("n % 4"),
        NimSum("n % 3"),
        Kernel("n % 3 == 0"),
        NimSum(text, constants=known),
    ):
        assert proof(rules, rule) == ""
    for one in nt.discover(rules).found:
        assert one.status == HOLDS


# ---- rules at random


def nimbers(rules: Rules, most: int) -> list[int]:
    values: list[int] = []
    for n in range(most):
        values.append(mex(values[rules.after(n, move)] for move in rules.moves(n)))
    return values


def losses(rules: Rules, most: int, misere: bool) -> list[bool]:
    lost: list[bool] = []
    for n in range(most):
        after = [lost[rules.after(n, move)] for move in rules.moves(n)]
        lost.append(not any(after) if after else not misere)
    return lost


def compared(report: nt.discover.Report, rules: Rules) -> int:  # type: ignore[name-defined]
    """Every formula against plain counting: far beyond for what is proved, else to its reach."""
    misere = report.convention is Convention.MISERE
    values, lost = nimbers(rules, FAR), losses(rules, FAR, misere)
    for one in report.found:
        assert one.certificate is not None
        to = one.reach.partition(":")[0].rpartition("size ")[2]
        reach = FAR if one.status == PROVED else int(to) + 1
        for n in range(reach):
            told = one.certificate.told(one.formula, {"position": n, **rules.fields()})
            if one.kind == "value":
                assert told == values[n], (one.formula, one.status, n)
            else:
                assert bool(told) is lost[n], (one.formula, one.status, n)
    return sum(one.status == PROVED for one in report.found)


def random_rules(rng: random.Random) -> str:
    kind = rng.randrange(6)
    k, late = rng.randint(2, 5), rng.choice((7, 50, 130, 211, 400))
    if kind == 0:  # a run that changes late
        return plain(f"range(1, min(n, {k} if n < {late} else {rng.randint(1, 6)}) + 1)")
    if kind == 1:  # a set, with one number more from somewhere on
        chosen = tuple(sorted(rng.sample(range(1, 12), 3)))
        extra = rng.randint(1, 12)
        listed = tuple(sorted({*chosen, extra}))
        return plain(f"[t for t in {listed} if t <= n and (t != {extra} or n >= {late})]")
    if kind == 2:  # a share of the heap
        return plain(f"range(1, n // {k} + 1 if n != {late} else 2)")
    if kind == 3:  # by remainders
        return plain(f"[t for t in range(1, min(n, {k + 3}) + 1) if t % {k} == n % 2 or t == 1]")
    if kind == 4:  # odd numbers, or all of them late
        return plain(f"[t for t in range(1, n + 1) if t % 2 == 1 or n > {late} and t < {k + 2}]")
    return plain(f"range(n // {k} + 1 if n > {late} else 1, min(n, n // {k} + {k}) + 1)")


@pytest.mark.parametrize("seed", range(16))
def test_random_rules_are_never_wronged(seed: int) -> None:
    rng = random.Random(seed)
    rules = made(random_rules(rng))
    convention = "misere" if seed % 4 == 3 else "normal"
    compared(nt.discover(rules, convention=convention, sizes=(40, 90)), rules)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_many_random_rules_are_never_wronged(seed: int) -> None:
    rng = random.Random(seed)
    rules = made(random_rules(rng))
    convention = "misere" if seed % 4 == 3 else "normal"
    sizes = rng.choice(((40, 90), (20, 45), None))
    compared(nt.discover(rules, convention=convention, sizes=sizes), rules)


@pytest.mark.parametrize("seed", range(60))
def test_proofs_of_random_formulas(seed: int) -> None:
    """A proof of any formula at all, also of one that is almost right."""
    rng = random.Random(seed)
    rules = made(random_rules(rng))
    values = nimbers(rules, FAR)
    m = rng.randint(2, 6)
    near = tuple(values[:m])
    wrong = rng.randrange(100, 500)
    for text in (f"position % {m}", f"{near}[position % {m}]",
                 f"position % {m} if position != {wrong} else 0"):  # fmt: skip
        told = [Formula(text)(position=n) for n in range(FAR)]
        if proof(rules, NimSum(text)):
            assert told == values, text
        kernel = f"({text}) == 0"
        if proof(rules, Kernel(kernel)):
            assert [v == 0 for v in told] == [v == 0 for v in values], kernel


# ---- boards


def piece(rng: random.Random) -> tuple[tuple[int, int], ...]:
    cells = {(0, 0)}
    for _ in range(rng.randint(0, 3)):
        r, c = rng.choice(sorted(cells))
        d, e = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((r + d, c + e))
    return anchored(cells)


def anchored(cells: Any) -> tuple[tuple[int, int], ...]:
    first = min(cells)
    return tuple(sorted((r - first[0], c - first[1]) for r, c in cells))


def covering(shapes: Any) -> type[Covering]:
    return dataclass(frozen=True)(
        type("Pieces", (Covering,), {"shapes": tuple(sorted(shapes)), "__doc__": "Pieces."})
    )


@pytest.mark.parametrize("seed", range(30))
def test_copying_for_ever_is_true_on_every_small_board(seed: int) -> None:
    """For pieces at random, what is said of all boards of some parities is so on small ones."""
    rng = random.Random(seed)
    shapes = {piece(rng) for _ in range(rng.randint(1, 2))}
    if rng.random() < 0.7:
        shapes |= {anchored([(-r, -c) for r, c in shape]) for shape in shapes}
        shapes |= {anchored([(r, -c) for r, c in shape]) for shape in shapes}
    kind = covering(shapes)
    for name, odd, opened in product(
        ("half-turn", "rows", "columns"), product((False, True), repeat=2), (False, True)
    ):
        if not copied_for_ever(kind(2, 2), name, odd, opened):
            continue
        for rows, columns in product(range(1, 6), repeat=2):
            if (rows % 2 == 1, columns % 2 == 1) == odd and rows * columns <= 16:
                assert (nt.solve(kind(rows, columns), 0).outcome == "N") is opened, (shapes, name)


@dataclass(frozen=True)
class Holey(Covering):
    """Cram, but a large board lacks a cell."""

    shapes: ClassVar[Any] = (((0, 0), (0, 1)), ((0, 0), (1, 0)))

    def start(self) -> int:
        return int(self.rows > 20)


@dataclass(frozen=True)
class Growing(Covering):
    """Dominoes, but on large boards longer pieces as well."""

    @property
    def shapes(self) -> Any:  # type: ignore[override]
        long = (((0, 0), (0, 1), (0, 2)),) if self.rows > 15 else ()
        return (((0, 0), (0, 1)), ((0, 0), (1, 0)), *long)


@dataclass(frozen=True)
class Lame(Covering):
    shapes: ClassVar[Any] = (((0, 0), (0, 1)), ((0, 0), (1, 0)))

    def legal(self, used: int, move: Any) -> bool:
        return super().legal(used, move) and (self.rows < 20 or move[0] != (1, 1))


@dataclass(frozen=True)
class Masked(Covering):
    """Dominoes, but what `moves` is depends on who asks, and on how large the board is."""

    shapes: ClassVar[Any] = (((0, 0), (0, 1)), ((0, 0), (1, 0)))

    def __getattribute__(self, name: str) -> Any:
        if name == "moves" and object.__getattribute__(self, "rows") > 20:
            return lambda used: []
        return object.__getattribute__(self, name)


@pytest.mark.parametrize("kind", [Holey, Growing, Lame, Masked])
def test_boards_that_change_when_they_are_large(kind: Any) -> None:
    for odd, opened in product(product((False, True), repeat=2), (False, True)):
        assert not copied_for_ever(kind(4, 4), "half-turn", odd, opened)
    for one in nt.discover(kind(4, 4), sizes=(6, 12)).found:
        assert one.status == HOLDS
        certificate = one.claim(kind(22, 4), kind(22, 4).start())
        if certificate is not None and kind is Holey:
            raise AssertionError("a board with a hole is not its own image")


def test_what_is_proved_for_one_parameter_says_nothing_of_others() -> None:
    from nimatron.games import games

    report = nt.discover("strip", k=2, sizes=(6, 12))
    best = report.best
    assert best is not None and best.status == PROVED and best.claim.proved
    rules, at = games["strip"].read("100001", {"k": 5})
    assert best.claim(rules, at) is None


class Kept(Rules):
    """What may be taken is kept in the rules, which are no dataclass."""

    def __init__(self, most: int = 3) -> None:
        self.most = most

    def moves(self, n: int) -> range:
        return range(1, min(n, self.most) + 1)

    def after(self, n: int, taken: int) -> int:
        return n - taken


@dataclass
class Thawed(Rules):
    """Rules that cannot be hashed, as whoever forgets `frozen=True` writes them."""

    most: int = 3

    def moves(self, n: int) -> range:
        return range(1, min(n, self.most) + 1)

    def after(self, n: int, taken: int) -> int:
        return n - taken


@pytest.mark.parametrize("kind", [Kept, Thawed])
def test_what_is_kept_in_the_rules_counts(kind: Any) -> None:
    best = nt.discover(kind(3), sizes=(15, 40)).best
    assert best is not None and best.formula == "position % 4"
    assert best.claim(kind(3), 8) is not None
    assert best.claim(kind(5), 8) is None


def test_an_opening_that_does_not_fit_everywhere() -> None:
    """A straight piece of five, put along rows only, is on no board of three columns."""
    kind = covering({tuple((0, c) for c in range(5))})
    assert not copied_for_ever(kind(5, 5), "half-turn", (True, True), True)
    assert not copied_for_ever(kind(5, 5), "half-turn", (True, True), True, {(1, 1), (1, 3)})
    both_ways = covering({tuple((0, c) for c in range(3)), tuple((r, 0) for r in range(3))})
    assert copied_for_ever(both_ways(5, 5), "half-turn", (True, True), True, {(1, 1)})
    assert not copied_for_ever(both_ways(5, 5), "half-turn", (True, True), True)
