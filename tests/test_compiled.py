"""Compiled search against the definitions, on random rules and on games of the catalogue."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from nimatron import Limits, Rules, TooLarge, solve
from nimatron.errors import RulesError
from nimatron.games import games
from nimatron.solve.compiled import CompiledRules, NotCompiled, Numbers, packed, packed_options
from nimatron.solve.limits import Meter
from nimatron.solve.pieces import Loop
from nimatron.values import Convention, Outcome

STEP = 1


@pytest.fixture(scope="module", autouse=True)
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NIMATRON_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def smaller(n: int, take: int) -> int:
    return n - take * STEP


class Tables(Rules):
    """A random finite game: from n to n - 1 - x for each x of a table's row n."""

    def __init__(self, table: tuple[int, ...], width: int) -> None:
        self.table, self.width = table, width

    def moves(self, n: int) -> list[int]:
        row = self.table[n * self.width : (n + 1) * self.width]
        return sorted({x for x in row if x >= 0})

    def after(self, n: int, move: int) -> int:
        return move

    @staticmethod
    def options(n: int, out: Any, table: Any, width: int) -> int:
        count = 0
        for place in range(n * width, (n + 1) * width):
            if table[place] >= 0:
                out[count] = smaller(table[place] + 5, 5)
                count += 1
        return count


@st.composite
def tables(draw: st.DrawFn, *, cycles: bool = False) -> Tables:
    size, width = draw(st.integers(1, 9)), draw(st.integers(1, 5))
    table = []
    for n in range(size):
        most = size - 1 if cycles else n - 1
        table += draw(st.lists(st.integers(-1, most), min_size=width, max_size=width))
    return Tables(tuple(table), width)


@settings(max_examples=150, deadline=None)
@given(rules=tables(), convention=st.sampled_from(list(Convention)))
def test_random_rules(rules: Tables, convention: Convention) -> None:
    numbers = Numbers(CompiledRules(rules), Meter(Limits()), convention)
    lengths = Numbers(CompiledRules(rules), Meter(Limits()), convention)
    for n in range(len(rules.table) // rules.width):
        assert packed_options(rules, n) == set(rules.moves(n))
        outcome, length = naive.verdicts(rules, n, convention)[n]
        assert numbers.is_won(n) == (outcome is Outcome.N)
        assert lengths.remoteness(n) == length
        assert lengths.is_won(n) == (outcome is Outcome.N)
    for n in range(len(rules.table) // rules.width):
        assert numbers.nimber(n) == naive.grundy(rules, n)


class Pairs(Tables):
    """The same in two words, in which any bit may be set."""

    def pack(self, n: int) -> tuple[int, int]:
        return n - 4, -n << 59

    def unpack(self, packed: tuple[int, int]) -> int:
        return packed[0] + 4

    @staticmethod
    def options(position: Any, out: Any, table: Any, width: int) -> int:
        low, high = position
        count = 0
        for place in range((low + 4) * width, (low + 5) * width):
            if table[place] >= 0:
                out[count] = table[place] - 4, high + ((low + 4 - table[place]) << 59)
                count += 1
        return count


@settings(max_examples=100, deadline=None)
@given(given=tables(), convention=st.sampled_from(list(Convention)))
def test_random_rules_in_two_words(given: Tables, convention: Convention) -> None:
    rules = Pairs(given.table, given.width)
    compiled = CompiledRules(rules, words=2)
    numbers = Numbers(compiled, Meter(Limits()), convention)
    for n in range(len(rules.table) // rules.width):
        key = packed(rules, n)
        assert rules.unpack(rules.pack(n)) == n
        plain = {packed(rules, move) for move in rules.moves(n)}
        assert packed_options(rules, key) == plain == compiled.options(key)
        outcome, length = naive.verdicts(rules, n, convention)[n]
        assert numbers.is_won(key) == (outcome is Outcome.N)
        assert numbers.remoteness(key) == length
    for n in range(len(rules.table) // rules.width):
        assert numbers.nimber(packed(rules, n)) == naive.grundy(rules, n)


class Cells(Rules):
    """Any pairs of bit sets as a game: what must be free, and what is used up."""

    def __init__(self, pairs: list[tuple[int, int]]) -> None:
        self.pairs = pairs

    def moves(self, used: int) -> list[int]:
        moves = {take for need, take in self.pairs if not used & need and used | take != used}
        return sorted({take & ~used for take in moves})

    def after(self, used: int, move: int) -> int:
        return used | move

    def masks(self) -> list[tuple[int, int]]:
        return self.pairs


@settings(max_examples=100, deadline=None)
@given(
    pairs=st.lists(st.tuples(st.integers(0, 127), st.integers(0, 127)), min_size=1, max_size=7),
    places=st.permutations([0, 1, 31, 62, 63, 64, 65, 100, 126, 127]),
    convention=st.sampled_from(list(Convention)),
)
def test_boards_of_one_word_and_two(
    pairs: list[tuple[int, int]], places: list[int], convention: Convention
) -> None:
    """Seven cells of a board of up to 128, anywhere: also where words end."""
    spread = [
        tuple(sum(1 << places[i] for i in range(7) if mask >> i & 1) for mask in pair)
        for pair in pairs
    ]
    rules = Cells([(need, take) for need, take in spread])
    compiled = CompiledRules(rules)
    numbers = Numbers(compiled, Meter(Limits()), convention)
    verdicts = naive.verdicts(rules, 0, convention)
    for at, (outcome, length) in verdicts.items():
        assert compiled.options(at) == {rules.after(at, move) for move in rules.moves(at)}
        assert (numbers.is_won(at), numbers.remoteness(at)) == (outcome is Outcome.N, length)
    assert Numbers(compiled, Meter(Limits()), convention).nimber(0) == naive.grundy(rules, 0)


@settings(max_examples=60, deadline=None)
@given(rules=tables(cycles=True))
def test_cycles_are_seen(rules: Tables) -> None:
    last = len(rules.table) // rules.width - 1
    numbers = Numbers(CompiledRules(rules), Meter(Limits()), Convention.NORMAL)
    if naive.is_finite(rules, last):
        assert numbers.nimber(last) == naive.grundy(rules, last)
    else:
        with pytest.raises(Loop):
            numbers.nimber(last)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cram", "3x4"),
        ("kings", "4x4"),
        ("chomp", "3x4"),
        ("nim", "3,4,5"),
        ("draughts-rows", "3x3"),
    ],
)
@pytest.mark.parametrize("convention", list(Convention))
def test_catalogue(name: str, text: str, convention: Convention) -> None:
    rules, at = games[name].read(text, {})
    outcome, length = naive.verdicts(rules, at, convention)[at]
    numbers = Numbers(CompiledRules(rules), Meter(Limits()), convention)
    key = packed(rules, at)
    assert numbers.is_won(key) == (outcome is Outcome.N)
    assert numbers.remoteness(key) == length
    if convention is Convention.NORMAL:
        assert numbers.nimber(key) == naive.grundy(rules, at)


class Candy(Rules):
    def moves(self, n: int) -> range:
        return range(1, n // 2 + 1)

    def after(self, n: int, bite: int) -> int:
        return n - bite

    @staticmethod
    def options(n: int, out: Any) -> int:
        count = 0
        for bite in range(1, n // 2 + 1):
            out[count] = n - bite
            count += 1
        return count


def test_large_positions_are_searched_by_compiled_rules() -> None:
    found = solve(Candy(), 1001)
    assert found.method == "search" and "compiled" in found.why
    plain = solve(Candy(), 33)
    assert plain.grundy == 8 and "compiled" not in plain.why
    # More options than there is room for at first: noticed, and tried again with more.
    assert solve(Candy(), 12_000).grundy == 6000


class Flowers(Rules):
    """Six beds in a ring. Pick a flower, or one from each of two neighbouring beds."""

    def moves(self, beds: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for i in range(6):
            if beds[i]:
                yield i, i
                if beds[i - 1]:
                    yield i, (i - 1) % 6

    def after(self, beds: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        return tuple(n - (i in move) for i, n in enumerate(beds))

    def pack(self, beds: tuple[int, ...]) -> int:
        return sum(n << 4 * i for i, n in enumerate(beds))

    @staticmethod
    def options(key: int, out: Any) -> int:
        count = 0
        for i in range(6):
            here, left = 1 << 4 * i, 1 << 4 * ((i + 5) % 6)
            if key & 15 * here:
                out[count] = key - here
                count += 1
                if key & 15 * left:
                    out[count] = key - here - left
                    count += 1
        return count


@pytest.mark.skipif("os.environ.get('NUMBA_DISABLE_JIT')", reason="nothing is compiled")
def test_a_million_positions() -> None:
    """A game of one's own, as in the page on speed: a million positions in a second or two."""
    small = solve(Flowers(), (2, 1, 2, 1, 1, 2))
    assert small.grundy == naive.grundy(Flowers(), (2, 1, 2, 1, 1, 2))
    solve(Flowers(), (4,) * 6)  # compiled here, at the first use
    began = time.thread_time()
    found = solve(Flowers(), (9,) * 6)
    assert time.thread_time() - began < 4  # of the processor; about 0.6 where nothing else runs
    assert "through 1000000 positions" in found.why and "compiled" in found.why


class Divides(Candy):
    @staticmethod
    def options(n: int, out: Any) -> int:
        out[0] = 10 // (n - 1000)
        return 1


class Text(Candy):
    @staticmethod
    def options(n: int, out: Any) -> int:
        out[0] = "a" + n  # type: ignore[operator]
        return 1


class Miscounts(Candy):
    @staticmethod
    def options(n: int, out: Any) -> int:
        return n


class ForgetsTwo(Candy):
    @staticmethod
    def options(n: int, out: Any) -> int:
        count = 0
        for bite in range(1, n // 2 + 1):
            if bite != 2:
                out[count] = n - bite
                count += 1
        return count


class Halves(Candy):
    @staticmethod
    def options(n: int, out: Any) -> int:
        out[0] = n / 2
        return 1


class Draws(Candy):
    @staticmethod
    def options(n: int, out: Any) -> int:
        out[0] = random.randrange(n - 2000)
        return 1


class Forgot(Candy):
    def options(self, n: int, out: Any) -> int:  # type: ignore[override]
        return 0


def own_line(text: str) -> str:
    """The line of this file that begins so, as errors tell it."""
    lines = Path(__file__).read_text().splitlines()
    return f"test_compiled.py, line {1 + [line.strip() for line in lines].index(text)}: "


def test_errors_are_told_in_their_own_line() -> None:
    line = "out[0] = 10 // (n - 1000)"
    with pytest.raises(RulesError, match=re.escape(own_line(line) + line)):
        solve(Divides(), 1000)
    with pytest.raises(RulesError, match=r"test_compiled\.py, line \d+: the number of options"):
        solve(Miscounts(), 100_000)
    line = "out[0] = random.randrange(n - 2000)"
    with pytest.raises(RulesError, match=re.escape(own_line(line) + line)):
        CompiledRules(Draws()).options(2000)


def test_compiled_rules_that_differ_from_the_plain_ones_are_noticed() -> None:
    with pytest.raises(RulesError, match=r"test_compiled\.py, line \d+: `options` and `moves` of"):
        solve(ForgetsTwo(), 1001)
    with pytest.raises(RulesError, match=r"`moves` leads to '251' \(packed 251\)"):
        solve(Halves(), 501)
    CompiledRules(Candy()).compare(1001)
    wrong = Cells([(1 << i, 1 << i) for i in range(70)])
    CompiledRules(wrong).compare(0)
    wrong.moves = lambda used: [1 << 69] if used < 1 << 69 else []  # type: ignore[method-assign]
    with pytest.raises(RulesError, match="masks and `moves`"):
        CompiledRules(wrong).compare(0)
    with pytest.raises(NotCompiled, match="now a number, now a pair"):
        CompiledRules(Candy()).split((1, 2))


@pytest.mark.skipif("os.environ.get('NUMBA_DISABLE_JIT')", reason="nothing is compiled")
def test_rules_that_do_not_compile_are_searched_in_plain_python() -> None:
    found = solve(Text(), 501)
    assert found.grundy == solve(Candy(), 501).grundy
    assert "plain Python" in found.why and "test_compiled.py, line" in found.why
    assert "staticmethod" in solve(Forgot(), 501).why
    with pytest.raises(TooLarge, match=r"are not compiled: test_compiled\.py, line"):
        solve(Text(), 50_000, limits=Limits(positions=600))


def test_too_wide_positions_are_searched_in_plain_python() -> None:
    with pytest.raises(NotCompiled):
        packed(games["nim"].prototype, (5000, 1))
    with pytest.raises(NotCompiled, match="64 bits"):
        packed(Candy(), 1 << 63)
    with pytest.raises(NotCompiled, match="128 cells"):
        CompiledRules(Cells([(1 << 128, 1)]))


def test_limits() -> None:
    with pytest.raises(TooLarge, match="2000 positions"):
        solve(Candy(), 50_000, limits=Limits(positions=2000))
    with pytest.raises(TooLarge, match="megabytes"):
        solve(Nine(9), (1 << 54) - 1, limits=Limits(positions=10**9, megabytes=20))


class Nine(Rules):
    """Heaps of at most 63 each: many positions, few options."""

    def __init__(self, heaps: int) -> None:
        self.heaps = heaps

    def moves(self, n: int) -> list[int]:
        return [6 * heap for heap in range(self.heaps) if n >> 6 * heap & 63]

    def after(self, n: int, move: int) -> int:
        return n - (1 << move)

    @staticmethod
    def options(n: int, out: Any, heaps: int) -> int:
        count = 0
        for heap in range(heaps):
            if n >> 6 * heap & 63:
                out[count] = n - (1 << 6 * heap)
                count += 1
        return count


def test_a_second_process_finds_the_machine_code(tmp_path: Path) -> None:
    """Rules in a file of the user's own, run twice: the second time nothing is written."""
    script = tmp_path / "mine.py"
    script.write_text(
        "import nimatron as nt\n"
        "from test_compiled import Nine\n"
        "print(nt.solve(Nine(4), (1 << 24) - 1 - 60).grundy)\n"
    )
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": paths, "NIMATRON_DATA": str(tmp_path / "data")}
    before: dict[Path, int] = {}
    for turn in range(2):
        done = subprocess.run(
            [sys.executable, str(script)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == "0\n", done.stderr
        written = {p: p.stat().st_mtime_ns for p in (tmp_path / "data").rglob("*") if p.is_file()}
        assert turn == 0 or written == before
        before = written
    assert before


needs_machine_code = pytest.mark.skipif(
    "os.environ.get('NUMBA_DISABLE_JIT')", reason="too slow to be worth it"
)


@needs_machine_code
def test_limits_hold_in_a_loop_without_end() -> None:
    with pytest.raises(TooLarge, match=r"0\.5 seconds"):
        solve(Endless(), 50_000, limits=Limits(seconds=0.5))


class Endless(Rules):
    """Take 1 or 2; the loop for the compiler does not end in the middle of the game."""

    def moves(self, n: int) -> range:
        return range(1, min(n, 2) + 1)

    def after(self, n: int, taken: int) -> int:
        return n - taken

    @staticmethod
    def options(n: int, out: Any) -> int:
        count = 0
        for taken in range(1, min(n, 2) + 1):
            out[count] = n - taken
            count += 1
        while 500 < n < 600:
            count = count
        return count


class EndlessSoon(Endless):
    """Already where compiled and plain rules are compared, before the search begins."""

    @staticmethod
    def options(n: int, out: Any) -> int:
        while n > 10:
            n = n * 1
        return 0


@needs_machine_code
def test_limits_hold_before_the_search() -> None:
    with pytest.raises(TooLarge, match=r"0\.5 seconds"):
        solve(EndlessSoon(), 50_000, limits=Limits(seconds=0.5))


def interrupted(code: str, environment: dict[str, str], wait: float) -> tuple[int, float]:
    """Run the code until it prints a line and so many seconds more, then press Ctrl-C; the exit
    code, and the seconds until then."""
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    time.sleep(wait)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    code_told = process.wait(30)
    process.stdout.close()
    return code_told, time.monotonic() - began


ASKS = """
import sys, threading, nimatron as nt
from test_compiled import Endless, Nine
threading.Timer(0.1, print, ["begun"], {"flush": True}).start()
limits = nt.Limits(positions=10**9, seconds=1000)
try: nt.solve(%s, limits=limits)
except KeyboardInterrupt: sys.exit(130)
"""


@needs_machine_code
def test_ctrl_c(tmp_path: Path) -> None:
    """In a long search, in a loop that never ends, and while the search itself is compiled."""
    cold = {"NUMBA_CACHE_DIR": str(tmp_path), "NIMATRON_DATA": str(tmp_path)}
    search = "Nine(9), (1 << 54) - 1"
    solve(Nine(3), (1 << 18) - 1)  # so that both are compiled
    cases: list[tuple[str, dict[str, str], float]] = [(search, {}, 3), (search, cold, 1.5)]
    cases.append(("Endless(), 50_000", {}, 3))
    for what, environment, wait in cases:
        code, seconds = interrupted(ASKS % what, environment, wait)
        assert code == 130, what
        assert seconds < 3, what  # 0.1 to 0.9 where nothing else runs
