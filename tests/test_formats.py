"""Contest formats: samples, slow twins, every mistake in one line, nothing half-written."""

from __future__ import annotations

import io
import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import IO, cast

import pytest

import naive_ranges as naive
from nimatron import games, solve
from nimatron.cli import main
from nimatron.errors import UsageError
from nimatron.judge.formats import answering, format_names, knights, load_format
from nimatron.judge.formats import numbers as reading
from nimatron.judge.formats.answering import answers
from nimatron.judge.formats.checking import WrongAnswer, check
from nimatron.judge.formats.generating import generate
from nimatron.judge.formats.numbers import InputError
from nimatron.judge.formats.winners import by_columns, decider

GAMES = [name for name in format_names() if load_format(name).game]


def told(name: str, text: str) -> list[str]:
    return list(answers(load_format(name), io.BytesIO(text.encode())))


def run(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    out = capsys.readouterr()
    assert ended.value.code == code, out.err
    if code == 2:
        assert out.out == "" and len(out.err.splitlines()) == 1
    return out.out, out.err


@pytest.mark.parametrize("name", format_names())
def test_samples(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a pipe, from files, with other line breaks; and the sample passes its own check."""
    chosen = load_format(name)
    assert chosen.about and chosen.samples
    given, out = tmp_path / "given", tmp_path / "out"
    for sample in chosen.samples:
        given.write_text(sample.input)
        assert run("answer", name, str(given), capsys=capsys)[0] == sample.output
        assert run("answer", name, str(given), str(out), capsys=capsys)[0] == ""
        assert out.read_text() == sample.output
        assert "right" in run("check", name, str(given), str(out), capsys=capsys)[0]
        for blank in ("  ", "\n\n", "\r\n", "\t"):
            text = f"{blank}{blank.join(sample.input.split())}"
            assert told(name, text) == sample.output.splitlines()


def test_standard_input_and_files_of_the_format(tmp_path: Path) -> None:
    sample = load_format("nim").samples[0]
    command = [sys.executable, "-m", "nimatron", "answer", "nim"]
    done = subprocess.run(command, input=sample.input, capture_output=True, text=True, check=True)
    assert done.stdout == sample.output == "NU\nDA\n"
    (tmp_path / "nim.in").write_text(sample.input)
    subprocess.run([*command, "--files"], cwd=tmp_path, check=True)
    assert (tmp_path / "nim.out").read_text() == sample.output


def test_small_input_loads_nothing_heavy() -> None:
    code = (
        "import io, sys; from nimatron.cli import main\n"
        "sys.stdin = io.StringIO({!r})\n"
        "try: main(['answer', {!r}])\nexcept SystemExit: pass\n"
        "print(sorted({{'numpy', 'numba'}} & set(sys.modules)), file=sys.stderr)"
    )
    for name in ("nim", "range-mode", "tree-path-max", "grundy", "list-removal"):
        words = [sys.executable, "-c", code.format(load_format(name).samples[0].input, name)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert done.stderr.strip() == "[]", name


@pytest.mark.parametrize(
    ("game", "parameters", "misere"),
    [
        ("nim", {}, False),
        ("nim", {}, True),
        ("subset-nim", {}, False),
        ("stairs", {}, False),
        ("monotonic-nim", {}, False),
        ("divisor-nim", {}, False),
        ("wythoff", {}, False),
        ("grundy", {}, False),
        ("kayles", {}, False),
        ("subtraction", {"take": "1,3,4"}, False),
        ("subtraction", {"take": "squares"}, False),
        *((game, {"k": str(k)}, False) for game in ("bachet", "slow-nim") for k in (1, 2, 5)),
        *(
            ("bachet-two-limits", {"p": str(p), "k1": str(a), "k2": str(b)}, False)
            for p, a, b in product((0, 2, 7), (1, 4), (2, 5))
        ),
    ],
)
def test_quick_words_agree_with_the_catalogue(
    game: str, parameters: dict[str, str], misere: bool
) -> None:
    quick = decider(game, parameters, misere)
    assert quick is not None
    rules = games[game].with_parameters(parameters)
    count = 0
    every = list(rules.small(9))
    for own, position in every[:: 1 + len(every) // 120]:
        if own == rules and not (game == "bachet-two-limits" and len(position) > 1):
            convention = "misere" if misere else "normal"
            found = solve(own, position, convention=convention)
            assert (quick(position) != 0) == (found.winner == "first"), position
            count += 1
    assert count >= 9


@pytest.mark.parametrize(
    ("game", "width", "names"),
    [
        ("wythoff", 2, ()), ("bachet", 1, ("k",)), ("bachet-two-limits", 1, ("p", "k1", "k2")),
        ("grundy", 1, ()), ("dawson", 1, ()), ("kayles", 1, ()),
    ],
)  # fmt: skip
def test_columns_agree_with_cases(game: str, width: int, names: tuple[str, ...]) -> None:
    rng = random.Random(game)
    rows = [[rng.randint(1, rng.choice((9, 40, 10**18 if names else 900)))
             for _ in range(width + len(names))] for _ in range(400)]  # fmt: skip
    columns = list(map(list, zip(*rows, strict=True)))
    quick = by_columns(game, width, names)
    assert quick is not None and by_columns(game, width + 1, names) is None
    told = list(quick(*columns[:width], **dict(zip(names, columns[width:], strict=True))))
    for row, value in zip(rows, told, strict=True):
        one = decider(game, dict(zip(names, row[width:], strict=True)), False)
        assert one is not None and bool(one(row[:width])) == bool(value), row


def test_dawson_and_large_heaps() -> None:
    assert told("dawson", f"22 {' '.join(map(str, range(1, 21)))} 1000000 {10**15}")[:20] == [
        solve("dawson", str(n)).winner for n in range(1, 21)
    ]
    lost = [n for n, who in enumerate(told("grundy", "60 " + " ".join(map(str, range(60))))) if
            who == "second"]  # fmt: skip
    assert lost == [0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53]


def test_knights_down_on_a_whole_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The far edges, which lack a jump, are what is hard; a smaller board has them as well."""
    side = 61
    table: dict[tuple[int, int], int] = {}
    for w, k in sorted(product(range(1, side + 1), repeat=2), key=sum):
        seen = {table.get((w + a, k + b)) for a, b in ((-2, -1), (-2, 1), (-1, -2), (1, -2))}
        table[w, k] = next(g for g in range(6) if g not in seen)
    with monkeypatch.context() as patch:
        patch.setattr(knights, "SIDE", side)
        _forget()
        assert all(knights.knights_down(cell) == table[cell] for cell in table)
    _forget()
    for cell in ((1000, 7), (3, 1000), (999, 998), (998, 1000), (500, 511), (998, 3), (1, 998)):
        assert knights.knights_down(cell) == solve("knights-down", "{}-{}".format(*cell)).grundy
    for beyond in ((0, 1), (1, 1001), (-1, 5)):
        with pytest.raises(UsageError, match="cells from 1 to 1000"):
            knights.knights_down(beyond)


def _forget() -> None:
    knights.row.cache_clear()
    knights._edges.cache_clear()


@pytest.mark.parametrize("name", format_names())
def test_generated_tests_are_answered_and_checked(name: str, tmp_path: Path) -> None:
    chosen = load_format(name)
    for seed, size in product((1, 2, 3), (1, 40, 300)):
        lines = list(generate(chosen, seed, size))
        assert lines == list(generate(chosen, seed, size))
        text = "\n".join(lines)
        right = told(name, text)
        output = "".join(f"{line}\n" for line in right).encode()
        assert check(chosen, io.BytesIO(text.encode()), io.BytesIO(output)) == len(right)
        if chosen.game and size == 300 and chosen.answer == "winner":
            assert chosen.win in right and chosen.lose in right
        if len(right) < 4:
            continue
        fewer = "".join(f"{line}\n" for line in right[:-1]).encode()
        for wrong in (output + b"1\n", fewer, b"x" + output):
            with pytest.raises(WrongAnswer):
                check(chosen, io.BytesIO(text.encode()), io.BytesIO(wrong))
    assert list(generate(chosen, 1, 40)) != list(generate(chosen, 2, 40))


@pytest.mark.parametrize("name", format_names())
def test_blocks_of_any_size_read_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(generate(load_format(name), 5, 120, largest=99))
    right = told(name, text)
    for size in (3, 11, 64):
        monkeypatch.setattr(reading, "_BLOCK", size)
        assert told(name, text) == right
        assert told(name, f"{text}\n \n") == right


def test_tasks_against_their_slow_twins() -> None:
    def numbers(lines: Sequence[str]) -> list[int]:
        return [int(word) for line in lines for word in line.split()]

    for seed in range(20):
        for name, slow in (
            ("range-sum", lambda v, left, right: sum(v[left:right])),
            ("range-mode", naive.mode),
            ("range-mex", naive.mex),
            ("range-distinct", naive.distinct),
        ):
            lines = list(generate(load_format(name), seed, 60, 20))
            n, q, *rest = numbers(lines)
            values, ends = rest[:n], rest[n:]
            pairs = list(zip(ends[::2], ends[1::2], strict=True))
            assert len(pairs) == q
            assert told(name, "\n".join(lines)) == [str(slow(values, a - 1, b)) for a, b in pairs]
        lines = list(generate(load_format("tree-path-max"), seed, 60, 50))
        n, m, q, *rest = numbers(lines)
        edges = [(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]) for i in range(m)]
        weight = {frozenset(e[:2]): e[2] for e in edges}
        ways = [naive.path(edges, *rest[i : i + 2]) for i in range(3 * m, len(rest), 2)]
        expected = [max((weight[frozenset(p)] for p in pairwise(way)), default=0) for way in ways]
        assert told("tree-path-max", "\n".join(lines)) == list(map(str, expected))


def test_the_cafe_against_all_plans() -> None:
    """Every entry of M(d, k), and the most coupons for every sum of money."""
    rng = random.Random(4)
    for _ in range(30):
        menu = [rng.choice((0, 50, 100, 101, 300)) for _ in range(rng.randint(0, 5))]
        text = " ".join(map(str, [len(menu), *menu]))
        rows = [line.split() for line in told("coupons-table", text)]
        for d, row in enumerate(rows):
            plans = list(naive.plans(menu[:d]))
            for k, entry in enumerate(row):
                least = min((cost for cost, left, _ in plans if left == k), default=None)
                assert entry == ("-" if least is None else str(least))
        for money in (0, 101, 250, 700):
            best = max((k for c, k, _ in naive.plans(menu) if c <= money), default=-1)
            given = " ".join(map(str, [len(menu), money, *menu]))
            assert told("coupons-money", given) == [str(best)]


def test_piles_without_bounds() -> None:
    large = 10**18
    assert told("nim-winner", f"2 2 {large} {large} 2 {large} {large - 1}") == ["second", "first"]
    assert told("nim-move", f"2 {large} 1") == [f"{large - 1} 1"]
    assert told("wythoff", f"1 {10**30} 1") == ["first"]
    assert told("range-sum", f"2 1 {10**30} {-(10**30)} 1 1") == [str(10**30)]
    assert told("bachet", f"1 {10**18} {10**9}") == ["first"]


OWN = """
game = "candy"
header = "t:1..100"
cases = "t"
case = "n:1.."
position = "{n}"
win = "Da"
lose = "Niet"
line = "Case #{case}: {answer}"
"""


def test_a_format_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def own(text: str, given: str) -> list[str]:
        path = tmp_path / "own.toml"
        path.write_text(text)
        return told(str(path), given)

    assert own(OWN, "2 7 8") == ["Case #1: Niet", "Case #2: Da"]
    zeros = 'game = "cram"\ncases = "zeros"\ncase = "r c"\nposition = "{r}x{c}"\nanswer = "move"\n'
    assert own(zeros + 'lose = "0"', "2 2 1 2 0 0") == ["0", "cover 1,1 1,2"]
    until = 'game = "wythoff"\ncase = "a b"\nposition = "{a},{b}"\nanswer = "move"\n'
    assert own(until + 'move = "{pile}:{taken}"\nlose = "-"', "5 6 1 2") == ["2:3", "-"]
    nimber = 'game = "kayles"\ncases = 2\ncase = "n"\nposition = "{n}"\nanswer = "nimber"'
    assert (
        own(nimber, "5 100") == ["4", "1"] == [str(solve("kayles", n).grundy) for n in ("5", "100")]
    )
    misere = 'game = "kayles"\nmisere = true\ncase = "n piles*n"\nposition = "{piles}"'
    assert own(misere, "1 1 2 1 1") == ["second", "first"]
    lists = 'game = "nim"\ncase = "n piles*n"\nposition = "{piles}"\ncases = "zeros"\n'
    assert own(lists, "2 1 1 3 1 2 4 0") == ["second", "first"]
    turned = 'case = "k2:1.. k1:1.. p n"\nposition = "{n}"\ngame = "bachet-two-limits"\n'
    turned += 'parameters = { k1 = "{k1}", k2 = "{k2}", p = "{p}" }'
    assert own(turned, "2 1 2 3 2 1 2 4") == ["second", "first"]
    few = 'task = "range-sum"\nheader = "n:1..9 q:0..2 values*n:0..5 ranges*q*2:1..n"'
    assert own(few, "3 1 1 2 5 2 3") == ["7"]
    both = 'game = "kayles"\ncase = "a b"\nposition = "{a},{b}"'
    assert own(both, "5 5 5 6") == ["second", "first"]
    for text, given, said in (  # what the catalogue refuses the quick way does not answer
        (lists.replace("*n", "*n:.."), "2 1 -1", "at least 0"),
        ('game = "bachet"\ncase = "n k"\nposition = "{n}"\nparameters = { k = "{k}" }', "5 0",
         "at least 1"),
        ('game = "knights-down"\ncase = "n s*n*2"\nposition = "{s}"', "1 3 5 1 1001 2", "1001"),
        (lists, "2 1 1", r"one more number \(zeros after the last case\)"),
        (lists, "2 1 1 0 3", "the end of the input, got '3'"),
        ('game = "cram"\ncase = "n"\nposition = "{n}"', "4", "the case begins in line 1, number 1"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=said):
            own(text, given)
    path = str(tmp_path / "own.toml")
    for text, said in (
        ("x", "TOML"),
        ('game = "nim"\ntask = "coupons"', "either"),
        ("case = 3", 'case = "a text in quotation marks", got 3'),
        ("misere = 1", "misere = true or false, got 1"),
        ('game = "nim"\ncase = "n"\nposition = "{n}"\nfiles = ["a"]', 'files = ["name.in", '),
        ('game = "nim"\ncase = "n"\nposition = "{n"', "a text with {n}, got '{n'"),
        ('game = "nim"\ncase = "n"\nposition = "{n}"\ncases = -1', "at least 0"),
        ('game = "nim"\nheader = "t"\ncases = "t"\nposition = "{t}"', "numbers of a case"),
        ('game = "nimm"\ncase = "n"\nposition = "{n}"', "did you mean nim?"),
        (
            'game = "bachet"\ncase = "n"\nposition = "{n}"\nparameters = { q = "{n}" }',
            "a parameter of bachet (k), got 'q'",
        ),
        (
            'game = "bachet"\ncase = "n"\nposition = "{n}"\nparameters = { k = "x" }',
            "a whole number",
        ),
        ('task = "range-some"', "did you mean range-sum?"),
        ('task = "range-sum"\nheader = "n q"', 'header = "n q values*n:.. ranges*q*2:1..n"'),
        ('task = "range-sum"\nheader = "n q values*n ranges*q*2"', "narrower bounds"),
        ('game = "nim"\ncase = "n n"\nposition = "{n}"', "each name once"),
        ('game = "nim"\ncase = "n*k"\nposition = "{n}"', "before n"),
        ('game = "nim"\ncase = "N"', "fields such as"),
        ('game = "nim"\ncase = "n"\nposition = "{m}"', "a name of the layout"),
        ('game = "nim"\ncase = "n"', "a position"),
        ('game = "nim"\ncase = "n"\nposition = "{n}"\nline = "{x}"', "a text with"),
        ('game = "nim"\ncases = "t"\ncase = "n"\nposition = "{n}"', "of the header"),
        ('game = "nim"\ncase = "n"\nposition = "{n}"\nanwser = "move"', "did you mean answer"),
        ('game = "nim"\nposition = "1"', "numbers of a case"),
    ):
        Path(path).write_text(text)
        assert said in run("answer", path, code=2, capsys=capsys)[1]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("nim", "", "the input ends in line 1"),
        ("nim", "1\n3\n1 2", "one more number (piles)"),
        ("nim", "1\n2\n1 2 3", "the end of the input, got '3'; line 3, number 3"),
        ("nim", "1\n2\n1 x", "got 'x'; line 3, number 2"),
        ("nim", "1\n2\n1 1_0", "got '1_0'; line 3, number 2"),
        ("nim", "1\n2\n+1 1", "got '+1'"),
        ("nim", "1\n2\n1 ٣", "line 3, number 2"),
        ("nim", "1\n2\n1 -3", "from 0 to 2000000000, got '-3'"),
        ("nim", "1\n2\n1 2000000001", "2000000001"),
        ("nim", "101", "t: a whole number from 0 to 100"),
        ("nim", "1 10001", "n: a whole number from 0 to 10000"),
        ("nim-winner", "2\n1 5\n1 1e5", "line 3, number 2"),
        ("nim-winner", f"1 1 {'9' * 300_000}", "line 1, number 3"),
        ("nim-move", "3 1 2", "one more number"),
        ("monotonic-nim", "2\n2 1 2\n2 2 1", "none of which is lower"),
        ("monotonic-nim", "2\n2 1 2\n2 2 1", "line 3, number 1"),
        ("knights-down", "1\n1 0 5", "from 1 to 1000"),
        ("take-1-3-4", "1\n1 1000001", "from 0 to 1000000"),
        ("bachet", "1 5 0", "k: a whole number of at least 1"),
        ("range-sum", "3 1\n1 2 3\n3 2", "line 3, number 2"),
        ("range-sum", "3 1\n1 2 3\n0 2", "from 1 to 3, got '0'; line 3, number 1"),
        ("range-mode", "3 2\n1 2 3\n1 4", "got '4'"),
        ("list-removal", "2\n1 2\n1 2", "a position from 1 to 1, got '2'; line 3, number 2"),
        ("tree-path-max", "3 2 0\n1 2 1\n2 1 1", "a way from 2 to 1 already"),
        ("tree-path-max", "3 2 0\n1 2 1\n2 1 1", "line 3, number 1"),
        ("tree-path-max", "4 3 0\n1 2 1 3 4 1\n4 3 1", "line 3, number 1"),
        ("tree-path-max", "3 1 0\n1 2 1", "2 edges, which a tree of 3 nodes has, got '1'; line 1"),
        ("tree-path-max", "3 2 0\n1 2 1\n3 3 1", "a way from 3 to 3 already"),
        ("tree-path-max", "2 1 0\n1 3 1", "a node from 1 to 2, got '3'; line 2, number 2"),
        ("tree-path-max", "2 1 1\n1 2 1\n1 5", "got '5'"),
        ("coupons", "101", "from 0 to 100"),
        ("coupons", "1 301", "from 0 to 300"),
        ("range-nim", "1 1\n5\n3 1 1", "1 to ask or 2 to change"),
        ("range-nim", "2 1\n5 5\n1 2 1", "the end of a range"),
        ("tree-nim", "1 0 1\n5\n1 1 2", "a number from 1 to 1"),
        ("tree-nim", "3 2 0\n5 5 5\n1 2 2 1", "line 3, number 3"),
        ("tree-nim", "3 2 0\n5 5 5\n1 2 2 4", "a node from 1 to 3"),
        ("tree-nim", "3 1 0\n5 5 5\n1 2", "2 edges, which a tree of 3 nodes has"),
    ],
)
def test_bad_input_is_one_line(
    name: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given, out = tmp_path / "given", tmp_path / "out"
    given.write_text(text)
    out.write_text("before")
    _, err = run("answer", name, str(given), str(out), code=2, capsys=capsys)
    assert said in err and len(err) < 400
    assert out.read_text() == "before" and sorted(tmp_path.iterdir()) == [given, out]
    run("answer", name, str(given), code=2, capsys=capsys)


def test_files_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "no" / "file")
    given = tmp_path / "given"
    given.write_text("0")
    assert "no such file" in run("answer", "nim", missing, code=2, capsys=capsys)[1]
    assert "no such file" in run("answer", "nim", str(given), missing, code=2, capsys=capsys)[1]
    assert "directory" in run("answer", "nim", str(tmp_path), code=2, capsys=capsys)[1]
    assert "did you mean nim?" in run("answer", "nimm", code=2, capsys=capsys)[1]
    assert "--files" in run("answer", "grundy", "--files", code=2, capsys=capsys)[1]
    assert "tree-path-max" in run("answer", "--list", capsys=capsys)[0]


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """Through a link, with the mode it had; a pipe is written to."""
    given, out, link = tmp_path / "given", tmp_path / "out", tmp_path / "link"
    given.write_text("1 1 5")
    out.write_text("before")
    out.chmod(0o640)
    link.symlink_to(out)
    command = [sys.executable, "-m", "nimatron", "answer", "nim", str(given)]
    subprocess.run([*command, str(link)], check=True)
    assert link.is_symlink() and out.read_text() == "DA\n"
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    started = subprocess.Popen([*command, str(pipe)])
    assert pipe.read_text() == "DA\n"
    assert started.wait(10) == 0 and stat.S_ISFIFO(pipe.stat().st_mode)
    given.write_text("1 1 6")
    subprocess.run([*command, str(given)], check=True)
    assert given.read_text() == "DA\n"


def test_a_closed_pipe(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.write_text("1 1\n" * 400_000)
    done = subprocess.run(
        f"{sys.executable} -m nimatron answer nim-move {given} | head -2",
        shell=True, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout == "1 1\n1 1\n" and done.stderr == ""


@pytest.mark.parametrize(
    ("piles", "said", "wrong"),
    [
        ("3 4 5", "2 1", ""),
        ("3 4 5", "-1", "there is a winning move"),
        ("1 1", "1 1", "no move wins"),
        ("3 4 5", "1 1", "leaves the xor 3"),
        ("3 4 5", "4 1", "cannot be taken"),
        ("3 4 5", "0 1", "cannot be taken"),
        ("3 4 5", "2 4", "no pile 4"),
        ("3 4 5", "2", "expected `taken pile`"),
        ("1 1 1", "1 3", ""),
    ],
)
def test_any_winning_move_will_do(piles: str, said: str, wrong: str) -> None:
    given = io.BytesIO(f"{len(piles.split())} {piles}".encode())
    output = io.BytesIO(f"{said}\n".encode())
    if wrong:
        with pytest.raises(WrongAnswer, match=wrong):
            check(load_format("nim-move"), given, output)
    else:
        assert check(load_format("nim-move"), given, output) == 1


@pytest.mark.parametrize(
    ("output", "wrong"),
    [
        ("211\n0 1\n3", ""),
        ("211\n0 1\n2", ""),
        ("211\n0 1\n4", "with these days the cost is 221, and 0 are left"),
        ("210\n0 1\n3", "least cost, 211"),
        ("211\n1 1\n3", "0 coupons left"),
        ("211\n0 2\n3", "but 1 days follow"),
        ("211\n0 1\n1", "none is there"),
        ("211\n0 1\n5", "rising days"),
        ("211\n0 1\nx", "whole numbers"),
        ("211 0 1 3", "then k1"),
    ],
)
def test_any_cheapest_plan_will_do(output: str, wrong: str) -> None:
    given, told_ = io.BytesIO(b"4 101 60 60 50"), io.BytesIO(output.encode())
    if wrong:
        with pytest.raises(WrongAnswer, match=wrong):
            check(load_format("coupons"), given, told_)
    else:
        assert check(load_format("coupons"), given, told_) == 3


def test_check_ends_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given, out = tmp_path / "given", tmp_path / "out"
    given.write_text("1 6")
    out.write_text("second\n")
    _, err = run("check", "grundy", str(given), str(out), code=1, capsys=capsys)
    assert err == "nimatron: line 1: expected 'first', got 'second'\n"
    out.write_text("first\n\n")
    run("check", "grundy", str(given), str(out), capsys=capsys)


def test_generate_writes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "nim.in"
    run("generate", "nim", "--seed", "7", "--size", "50", "-o", str(out), capsys=capsys)
    text, _ = run("generate", "nim", "--seed", "7", "--size", "50", capsys=capsys)
    assert out.read_text() == text
    assert set(told("nim", text)) <= {"DA", "NU"}


def test_a_million_numbers(tmp_path: Path) -> None:
    """Processor time, so that a busy machine does not matter; the aim is half a second."""
    rng = random.Random(1)
    lines = [
        f"10 {' '.join(str(rng.randrange(10**18)) for _ in range(10))}" for _ in range(100_000)
    ]
    text = "\n".join(["100000", *lines]).encode()
    began = time.process_time()
    assert len(list(answers(load_format("nim-winner"), io.BytesIO(text)))) == 100_000
    assert time.process_time() - began < 1.5


def test_a_stream_needs_little_memory() -> None:
    """Cases are answered while the input is still coming."""
    reads = 0

    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read1(self, size: int = -1) -> bytes:
            nonlocal reads
            reads += 1
            return b"2 1 1\n" * 1000

    stream = answers(load_format("nim-move"), cast(IO[bytes], Endless()))
    assert [next(stream) for _ in range(5000)] == ["-1"] * 5000
    assert reads <= 7


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bachet", "0 7 21 1 "),  # 0 is no k, but a pile
        ("bachet-two-limits", "0 0 1 1 5 3 1 2 "),
        ("slow-nim", "2 3 0 5 1 1 4 "),
        ("nim", "2 0 2000000000 0 "),  # more than 10 000 is no n, but a pile
        ("knights-down", "0 1 1000 1 "),
        ("take-1-3-4", "3 0 1000000 5 "),
    ],
)
def test_each_number_has_its_own_bounds(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is right for one number of a case does not send the others the slow way; and what is
    wrong is told where it stands."""
    slowly: list[object] = []
    count = 50 if name == "nim" else 300
    cases = {"bachet": 2, "bachet-two-limits": 2, "slow-nim": 2, "nim": 2, "knights-down": 2}
    given = f"{count * cases.get(name, 1)} {text * count}"
    right = told(name, given)
    with monkeypatch.context() as patch:
        patch.setattr(answering, "lane", lambda chosen: None)
        assert told(name, given) == right
    read = answering.Cases.__iter__
    monkeypatch.setattr(
        answering.Cases, "__iter__", lambda self: slowly.append(self) or read(self)  # type: ignore[func-returns-value]
    )  # fmt: skip
    assert told(name, given) == right and slowly == []
    for place in range(1, len(text.split()) + 1):
        words = given.split()
        words[place] = "-1"
        with pytest.raises(InputError, match=f"got '-1'; line 1, number {place + 1} of"):
            told(name, " ".join(words))


def test_unknown_tasks_are_named() -> None:
    from nimatron.judge.formats.tasks import task

    with pytest.raises(UsageError, match="range-sum"):
        task("range-some")
