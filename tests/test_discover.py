"""What `discover` finds, what it does not, and that nothing false is ever said."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import pytest

import naive
import nimatron as nt
from contract import LAWS
from nimatron import pictures
from nimatron.certificates.check import check
from nimatron.cli import main
from nimatron.discover.export import program
from nimatron.discover.files import game_of_file, load_strategy
from nimatron.discover.found import HOLDS, PROVED, Report
from nimatron.discover.game_files import game_file
from nimatron.discover.maps import TWINS
from nimatron.discover.mirrors import copy
from nimatron.discover.run import search
from nimatron.discover.tables import on_parities
from nimatron.errors import PositionError, UsageError
from nimatron.formulas import Formula
from nimatron.games import games
from nimatron.play.players import Perfect, random_move
from nimatron.rules.heaps import Taking
from nimatron.rules.protocol import Placement, Rules
from nimatron.solve.limits import Limits
from nimatron.values import Convention, Outcome


class Candy(nt.Rules):
    def moves(self, n: int) -> range:
        return range(1, n // 2 + 1)

    def after(self, n: int, bite: int) -> int:
        return n - bite


class Squares(nt.Rules):
    """Take a square: no rule is known."""

    def moves(self, n: int) -> list[int]:
        return [i * i for i in range(1, n + 1) if i * i <= n]

    def after(self, n: int, taken: int) -> int:
        return n - taken


@dataclass(frozen=True)
class Breaks(Taking):
    """Take 1 to 3, as in Bachet's game; but from `late` on only 1 or 2."""

    late: int = 51
    opening: ClassVar[tuple[int, ...]] = (20,)

    def takes(self, n: int) -> Iterable[int]:
        return range(1, min(n, 3 if n < self.late else 2) + 1)


class Hidden(nt.Rules):
    """The same for one number, with moves that no proof can read."""

    def moves(self, n: int) -> list[int]:
        return sorted({1, 2, 3 if n < 51 else 1} & set(range(n + 1)))

    def after(self, n: int, taken: int) -> int:
        return n - taken


def found(rules: Any, **more: Any) -> Report:
    return nt.discover(rules, **more)


def truth(rules: Rules, position: Any) -> bool:
    """Whether the position is lost, by a search of another kind."""
    return naive.verdicts(rules, position, Convention.NORMAL)[position][0] is Outcome.P


def test_the_game_in_four_lines_is_proved() -> None:
    """Automata read `moves` and `after` of the user's own class."""
    report = found(Candy())
    best = report.best
    assert best is not None and best.status == PROVED
    assert best.certificate is not None
    for n in range(1, 200):
        lost = n & (n + 1) == 0
        certificate = best.claim(report.rules, n)
        assert (check(report.rules, n, certificate, 100_000).outcome is Outcome.P) is lost


@pytest.mark.parametrize("late", [51, 52, 53, 60])
def test_a_pattern_that_breaks_is_never_claimed_beyond(late: int) -> None:
    """What is said to hold is compared far beyond the break, by a count of its own."""
    report = found(Breaks(late))
    values = [0]
    for n in range(1, 900):
        values.append(nt.mex(values[n - t] for t in Breaks(late).takes(n)))
    assert report.best is not None and report.best.status == PROVED
    for one in report.found:
        assert one.certificate is not None
        for n in range(1, 900):
            at = (n,)
            names = {**report.rules.variables(at)}
            told = one.certificate.told(one.formula, names)  # type: ignore[attr-defined]
            if one.kind == "value":
                assert told == values[n], (one.formula, n)
            else:
                assert bool(told) is (values[n] == 0), (one.formula, n)


def test_a_break_beyond_the_fit_is_told() -> None:
    """`n % 4` fits to 50 and falls at 51 or soon after: it stands among what was dropped."""
    report = found(Hidden(), sizes=(50, 120))
    assert any("n % 4" in said or "% 4" in said for said in report.dropped)
    for one in report.found:
        assert one.status == HOLDS and "% 4" not in one.formula


def test_what_only_holds_says_to_where() -> None:
    """Without a test beyond 50 the pattern is not proved, and the reach is said."""
    report = found(Hidden(), sizes=(25, 50))
    assert report.best is not None and report.best.status == HOLDS
    assert "to size 50" in report.best.reach and "proved" not in report.best.reach


def test_nothing_is_found_where_nothing_is_known() -> None:
    for rules in ("grundy", Squares()):
        report = found(rules)
        assert report.found == (), report.found
    assert found("subtraction", take="squares").found == ()


def test_of_officers_only_what_is_so() -> None:
    """No formula is known. But rows of odd length are won by leaving two equal ones, and that is
    said of the rows that were looked at and of no others."""
    (one,) = found("officers").found
    assert (one.kind, one.status, one.plan["map"]) == ("mirror", HOLDS, TWINS)
    for row in one.plan["boards"]:
        assert nt.solve("officers", row).outcome == "N"
    rules, at = games["officers"].read("8", {})
    assert one.claim(rules, at) is None


@pytest.mark.parametrize(
    ("name", "given", "formula", "status"),
    [
        ("bachet", {"k": 6}, "n % 7", PROVED),
        ("nim", {}, "n", PROVED),
        ("subtraction", {"take": (1, 3, 4)}, "(0, 1, 0, 1, 2, 3, 2)[n % 7]", PROVED),
        ("subtraction", {"take": "powers-of-2"}, "n % 3", PROVED),
        ("candy", {}, "is_power_of_2(n + 1)", PROVED),
        ("divisor-nim", {}, "v2(n) + 1 if n > 0 else 0", HOLDS),
        ("stairs", {"ground": True}, "xor(a[0::2])", HOLDS),
        ("euclid-race", {}, "a[0] == a[1]", HOLDS),
        ("wythoff", {}, "min(a[0], a[1]) == golden(abs(a[0] - a[1]))", HOLDS),
    ],
)  # fmt: skip
def test_formulas_of_the_catalogue(name: str, given: Any, formula: str, status: str) -> None:
    best = found(name, **given).best
    assert best is not None and (best.formula, best.status) == (formula, status)


class Gap(nt.Rules):
    """Two numbers: a move makes the larger less, or both by the same, the gap as it was."""

    def start(self) -> tuple[int, int]:
        return (3, 7)

    def check(self, position: Any) -> None:
        if position[0] > position[1]:
            raise PositionError("the smaller number first", position)

    def moves(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        x, y = position
        return [(x, z) for z in range(x, y)] + [(x - t, y - t) for t in range(1, x + 1)]

    def after(self, position: Any, move: tuple[int, int]) -> tuple[int, int]:
        return move


def test_rules_without_a_start_or_small_moves() -> None:
    """Nothing can be listed, and nothing is found; that is no fault."""

    class Far(Squares):
        def moves(self, n: int) -> list[int]:
            return [t for t in (9, 10) if t <= n]

    assert found(Far()).found == ()


def test_moves_that_cannot_be_listed() -> None:
    """Of the round table no more is said than what some moves show."""
    (one,) = found("round-table").found
    assert (one.kind, one.status) == ("mirror", HOLDS) and "some moves only" in one.reach


def test_xor_of_differences() -> None:
    best = found(Gap(), sizes=(8, 20)).best
    assert best is not None
    assert best.formula == "position[0] ^ (position[1] - position[0])"


def test_parities_of_some_numbers() -> None:
    """The parities of three numbers, read off and never guessed where they do not tell."""
    lost: dict[tuple[int, ...], bool] = {(a, b, c): (a % 2, b % 2, c % 2) in ((0, 0, 0), (1, 1, 0))
            for a, b, c in product(range(4), repeat=3)}  # fmt: skip
    (guess,) = on_parities(["x", "y", "z"], lost)
    for row, is_lost in lost.items():
        names = dict(zip("xyz", row, strict=True))
        assert bool(Formula(guess.text)(**names)) is is_lost
    assert list(on_parities(["x", "y", "z"], {**lost, (4, 4, 4): False})) == []


def test_claims_are_not_looked_at() -> None:
    """With a false claim in their place the same is found."""
    from dataclasses import replace

    def nonsense(rules: Any, position: Any) -> Any:
        raise AssertionError("a hidden claim was asked")

    hidden = replace(games["bachet"], claims=(nt.Claim("no", "No.", nonsense),))
    best = nt.discover(hidden).best
    assert best is not None and best.formula == "n % 4"


def test_misere_is_a_question_of_its_own() -> None:
    best = found("bachet", convention="misere").best
    assert best is not None and best.formula == "n % 4 == 1" and best.status == PROVED


@pytest.mark.parametrize("name", ["cram", "draughts-rows", "bishops", "kings", "strip", "daisy"])
def test_copying_is_found_and_true(name: str) -> None:
    """On each small board the claim says what a plain search says."""
    report = found(name, sizes=(6, 14))
    mirrors = [one for one in report.found if one.kind == "mirror"]
    assert mirrors
    seen = 0
    for rules, start in games[name].small(9):
        if type(rules) is not type(report.rules):
            continue
        for one in mirrors:
            certificate = one.claim(rules, start)
            if certificate is not None:
                seen += 1
                lost = check(rules, start, certificate).outcome is Outcome.P
                assert lost is truth(rules, start), rules.text(start)
    assert seen > 3


@pytest.mark.parametrize(
    ("name", "start", "opening"),
    [
        ("daisy", "9", ""),
        ("chocolate", "5x8", "break 5x8 into 5x4 + 5x4"),
        ("kayles", "7", "take 1, leave 3+3"),
        ("nim", "4,4", ""),
        ("nim", "1,2,3", ""),
        ("nim", "1,4,5", None),
        ("chocolate", "3x3", None),
    ],
)
def test_parts_that_are_equal_in_pairs(name: str, start: str, opening: str | None) -> None:
    """Found where the replies win to the end, also where whoever breaks off a square wins."""
    rules, at = games[name].read(start, {})
    found = copy(rules, at, (TWINS,))
    assert (found.opening if found else None) == opening
    if found is not None:
        assert found.checked.scope == "exhaustive"
        assert nt.solve(name, start).outcome == ("N" if opening else "P")


def test_boards_too_large_to_look_at_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is proved of all boards of its kind is said of them; the middle of an odd board,
    where copying fails, lies beyond what the checker reaches here."""
    report = found("cram", sizes=(6, 14))
    best = report.best
    assert best is not None and best.status == PROVED
    monkeypatch.setattr(sys.modules["nimatron.discover.mirrors"], "_CHECK_MOVES", 10)
    for board, outcome in (("21x21", None), ("20x20", "P"), ("20x21", "N"), ("21x20", "N")):
        rules, at = games["cram"].read(board, {})
        assert copy(rules, at, ("half-turn",)) is None
        certificate = best.claim(rules, at)
        assert (certificate is None) is (outcome is None)
        if outcome is not None:
            assert check(rules, at, certificate).outcome == outcome


def test_the_short_strip_is_left_out() -> None:
    """A strip shorter than a move is lost, whatever its parity: nothing else may be said."""
    report = found("strip", k=3)
    rules, at = games["strip"].read("1", {"k": 3})
    for one in report.found:
        certificate = one.claim(rules, at)
        assert certificate is None or check(rules, at, certificate).outcome is Outcome.P
        assert "odd size the first" not in one.statement or "but for 1" in one.statement


def test_pairs_of_cells() -> None:
    report = found("knight-geography")
    best = report.best
    assert best is not None and best.kind == "pairing"
    for side, lost in ((2, False), (3, False), (4, True)):
        rules, at = games["knight-geography"].read(f"{side}x{side}", {})
        certificate = best.claim(rules, at)
        if certificate is not None:
            assert (check(rules, at, certificate).outcome is Outcome.P) is lost


# ---- played, exported, written down


def test_a_strategy_file_is_played(tmp_path: Path) -> None:
    """The player that follows it wins every game that can be won, whatever the other does."""
    import random

    for name, start in (("nim", "3,5,7"), ("cram", "4x5"), ("subset-nim", "3,2,5")):
        report = found(name, sizes=(6, 14))
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(report.strategy()))
        game, _ = load_strategy(path, games[name])
        rules, at = game.read(start, {})
        player, rng = Perfect(game), random.Random(5)
        turn = 0
        while any(True for _ in rules.moves(at)):
            move = player.choose(rules, at) if turn % 2 == 0 else random_move(rules, at, rng)
            at = rules.play(at, move)
            turn += 1
        assert turn % 2 == 1, name


def test_a_strategy_file_that_lies_is_not_believed(tmp_path: Path) -> None:
    """The certificate is checked at each answer; what is false is passed over."""
    data = found("bachet").strategy()
    data["certificate"]["value"] = "n % 5"
    path = tmp_path / "false.json"
    path.write_text(json.dumps(data))
    assert nt.solve(load_strategy(path, games["bachet"])[0], "8").outcome == "P"
    for wrong in ("{", "[]", json.dumps({**data, "game": "nim"}), json.dumps({**data, "plan": 1})):
        path.write_text(wrong)
        with pytest.raises(UsageError):
            load_strategy(path, games["bachet"])


PLAYED = [
    ("nim", ["3,4,5", "1,2,3", "0,9,2", "7"], {}),
    ("bachet", ["21", "5,6", "8"], {"k": 2}),
    ("subset-nim", ["2,4,6", "1,2,3"], {}),
    ("wythoff", ["1,2", "5,6", "9,4"], {}),
    ("welter", ["1,3,4", "2,5,7", "1,2,3,4"], {}),
    ("kayles", ["9,14,90", "3,3"], {}),
    ("moore", ["3,4,5", "1,2,3"], {}),
]


@pytest.mark.parametrize(("name", "starts", "given"), PLAYED, ids=[row[0] for row in PLAYED])
def test_exported_programs_choose_winning_moves(
    name: str, starts: list[str], given: Any, tmp_path: Path
) -> None:
    # Fewer sizes find the same, but the period of Kayles needs many.
    report = found(name, sizes=None if name == "kayles" else (10, 20), **given)
    calls = [exported(report, language, tmp_path) for language in ("python", "cpp")]
    for start, call in product(starts, calls):
        rules, at = games[name].read(start, given)
        moves = {rules.move_text(at, m): rules.after(at, m) for m in rules.moves(at)}
        listed = "".join(f"{said}  ->  {rules.text(to)}\n" for said, to in moves.items())
        done = subprocess.run(call, input=listed, capture_output=True, text=True, check=True)
        answer = nt.solve(name, start, **given)
        if answer.outcome == "P":
            assert done.stdout == "any\n"
        else:
            after = moves[done.stdout.strip()]
            assert nt.solve(name, rules.text(after), **given).outcome == "P"


def exported(report: Report, language: str, folder: Path, board: str | None = None) -> list[str]:
    """The exported program, ready to be called."""
    source = folder / ("p.py" if language == "python" else "p.cpp")
    source.write_text(program(report, language, board))
    if language == "python":
        return [sys.executable, "-I", str(source)]
    subprocess.run(
        ["g++", "-std=c++17", "-O0", "-Wall", "-Werror", "-o", folder / "p", source], check=True
    )
    return [str(folder / "p")]


def test_an_exported_copier_answers(tmp_path: Path) -> None:
    report = found("cram", sizes=(6, 14))
    rules, start = games["cram"].read("4x5", {})
    for language in ("python", "cpp"):
        call = exported(report, language, tmp_path, "4x5")
        done = subprocess.run(
            call, input="cover 1,1 1,2\ncover 2,1 3,1\n", capture_output=True, text=True, check=True
        )
        opening, first, second = done.stdout.splitlines()
        at = start
        for said in (opening, "cover 1,1 1,2", first, "cover 2,1 3,1", second):
            at = rules.play(at, rules.read_move(at, said))


FILE = '''"""Takeaway: a heap of counters. A move takes one or two. Who cannot move loses."""

import nimatron as nt


class Takeaway(nt.Rules):
    def start(self):
        return 7

    def moves(self, n):
        return range(1, min(n, 2) + 1)

    def after(self, n, taken):
        return n - taken
'''


def test_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "takeaway.py"
    path.write_text(FILE)
    with pytest.raises(SystemExit) as ended:
        main(["discover", str(path), "--json", "--save", str(tmp_path / "s.json")])
    data = json.loads(capsys.readouterr().out)
    assert ended.value.code == 0
    assert data["found"][0]["status"] == "proved"
    assert data["found"][0]["certificate"]["value"] == "position % 3"
    made = game_file(nt.discover(game_of_file(str(path))), path)
    (tmp_path / "made.py").write_text(made)
    game = game_of_file(str(tmp_path / "made.py"))
    assert nt.solve(game, 9).method == "claim" and nt.solve(game, 9).outcome == "P"
    assert not any(report.counterexample for report in nt.verify(game))


@pytest.mark.parametrize(
    ("name", "convention"), [("candy", "normal"), ("bachet", "misere"), ("cram", "normal")]
)
def test_a_game_file_keeps_the_contract(name: str, convention: str, tmp_path: Path) -> None:
    """Ready for the catalogue: every law of a game holds, and it says nothing of other rules."""
    path = tmp_path / "found_game.py"
    path.write_text(game_file(found(name, convention=convention, sizes=(6, 14))))
    game = game_of_file(str(path))
    for law in LAWS:
        law(game)
    assert max(map(len, path.read_text().splitlines())) <= 100
    for k in (2, 5) if name == "bachet" else ():
        rules, at = game.read("9", {"k": k})
        assert [claim(rules, at) for claim in game.claims] == [None] * len(game.claims)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("x = 1\n", "one class of rules"),
        ("raise ValueError('no')\n", "ValueError"),
        (FILE + "\n\nclass Other(Takeaway):\n    pass\n", "say which"),
    ],
)
def test_files_that_do_not_serve(
    text: str, hint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rules.py"
    path.write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["discover", str(path)])
    said = capsys.readouterr()
    assert ended.value.code == 2 and hint in said.err and said.err.count("\n") == 1


@pytest.mark.parametrize("sizes", ["9,3", "x", "0,5", "5,4,3", "1000"])
def test_sizes_are_read(sizes: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["discover", "nim", "--sizes", sizes])
    assert ended.value.code == 2 and capsys.readouterr().err.count("\n") == 1


def test_limits_end_it_quietly() -> None:
    """With no time to solve, less is found, and nothing false."""
    game = games["nim"]
    few = Limits(positions=60, seconds=5)
    report = search(game, game.prototype, Convention.NORMAL, None, few, lambda said: None)
    for one in report.found:
        for a, b in product(range(1, 9), repeat=2):
            certificate = one.claim(report.rules, (a, b))
            assert certificate is not None
            assert (check(report.rules, (a, b), certificate).outcome is Outcome.P) is (a == b)


def played(words: list[str], moves: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "nimatron", "play", *words, "--data", "off"],
        input=moves, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_strategy_is_played_at_once(tmp_path: Path) -> None:
    """`play --strategy`, with a file of one's own rules as well, which every command takes."""
    path, saved = tmp_path / "takeaway.py", tmp_path / "s.json"
    path.write_text(FILE)
    saved.write_text(json.dumps(found(game_of_file(str(path))).strategy(str(path))))
    words = [str(path), "9", "--strategy", str(saved)]
    code, out, _ = played(words, "1\n1\n1\n")
    assert code == 1
    assert [line for line in out.splitlines() if line.startswith("move")] == ["move 2"] * 3
    for more, hint in (
        (["--misere"], "normal play"), (["--two"], "alone"), (["--level", "greedy"], "alone"),
    ):  # fmt: skip
        code, _, err = played([*words, *more], "")
        assert code == 2 and hint in err and err.count("\n") == 1
    assert played(["nim", "3,4", "--strategy", str(saved)], "")[0] == 2


def test_a_strategy_is_for_its_parameters(tmp_path: Path) -> None:
    saved = tmp_path / "s.json"
    saved.write_text(json.dumps(found("bachet", k=4).strategy()))
    code, out, _ = played(["bachet", "10", "--strategy", str(saved)], "take 1\ntake 1\n")
    assert code == 1 and out.count("move take 4") == 2
    code, _, err = played(["bachet", "10", "-p", "k=3", "--strategy", str(saved)], "")
    assert code == 2 and "k=4" in err


class Circle(nt.Rules):
    """Eight children stand in a ring; a move sends two neighbours home."""

    def start(self) -> frozenset[int]:
        return frozenset(range(8))

    def moves(self, here: frozenset[int]) -> list[int]:
        return [i for i in range(8) if i in here and (i + 1) % 8 in here]

    def after(self, here: frozenset[int], i: int) -> frozenset[int]:
        return here - {i, (i + 1) % 8}


class Seven(Circle):
    """Seven children: the first player wins, and no pairs are to be had."""

    def start(self) -> frozenset[int]:
        return frozenset(range(7))


def test_pairs_of_moves_from_play_alone() -> None:
    """Rules that declare nothing: the pairs are found in the solved game and checked to the end."""
    best = found(Circle()).best
    assert best is not None and best.kind == "pairing"
    certificate = best.claim(Circle(), Circle().start())
    assert certificate is not None
    assert check(Circle(), Circle().start(), certificate).outcome is Outcome.P
    assert best.claim(Seven(), Seven().start()) is None


class Pretending(Placement):
    """Seven children in a row; a move sends two neighbours home, and says that it takes a cell."""

    def start(self) -> frozenset[int]:
        return frozenset(range(1, 8))

    def moves(self, here: frozenset[int]) -> list[int]:
        return [i for i in sorted(here) if i + 1 in here]

    def after(self, here: frozenset[int], i: int) -> frozenset[int]:
        return here - {i, i + 1}

    def footprint(self, move: int) -> list[tuple[int]]:
        return [(move,)]

    def image(self, move: int, symmetry: Any) -> int:
        return int(symmetry((move,))[0])

    def picture(self, position: Any) -> Any:
        return pictures.Strip("......")


def test_a_false_declaration_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copying rests on what is declared; on small boards the moves have the last word."""
    assert truth(Pretending(), Pretending().start()) is False
    assert found(Pretending()).found == ()
    module = sys.modules["nimatron.discover.mirrors"]
    monkeypatch.setattr(module, "contradicted", lambda *given: False)
    assert [one.kind for one in found(Pretending()).found] == ["mirror"]
