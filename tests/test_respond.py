"""A program that plays X: tziansitzi to the letter, and any game of the catalogue."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, product
from math import isqrt
from typing import Any

import pytest

from nimatron import games, solve
from nimatron.cli import main
from nimatron.errors import UsageError
from nimatron.judge.packages import Problem, board, start
from nimatron.judge.referee import END, Wrong, Wythoff
from nimatron.judge.responding import Catalogue, positions, respond, tziansitzi
from nimatron.play.players import random_move
from nimatron.solve.choose import Question
from nimatron.solve.limits import Limits

SAMPLE = "1 2\n5 6\n1 1\n3 1\n0 0\n"


def lost_pairs(most: int) -> set[tuple[int, int]]:
    """By definition: neither comes earlier, and the k-th differ by k."""
    lost, seen, k, low = {(0, 0)}, {0}, 0, 0
    while low <= most:
        low = next(n for n in range(low, 3 * most + 9) if n not in seen)
        k += 1
        seen |= {low, low + k}
        lost |= {(low, low + k), (low + k, low)}
    return lost


def test_the_sample_to_the_letter() -> None:
    command = [sys.executable, "-m", "nimatron", "respond", "tziansitzi"]
    done = subprocess.run(command, input=SAMPLE, capture_output=True, text=True, check=True)
    assert done.stdout == "0\nDONE\n1\n2 3\n3 2\n1 1\nDONE\n" and done.stderr == ""


def test_every_line_is_flushed() -> None:
    """The other side waits for each line before it goes on."""
    command = [sys.executable, "-m", "nimatron", "respond", "tziansitzi"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as talk:
        assert talk.stdin is not None and talk.stdout is not None
        for said, heard in (("5 6", ["1", "2 3"]), ("1 1", ["3 2"]), ("3 1", ["1 1", "DONE"])):
            talk.stdin.write(f"{said}\n")
            assert [talk.stdout.readline().strip() for _ in heard] == heard
        talk.stdin.write("0 0\n")
        assert talk.stdout.read() == "" and talk.wait(10) == 0


def test_lost_pairs_by_definition() -> None:
    lost, game = lost_pairs(150), Wythoff()
    assert all(game.lost((a, b)) == ((a, b) in lost) for a, b in product(range(150), repeat=2))
    for a, b in product(range(60), repeat=2):
        at = a, b
        moves = [(p, c) for p, most in ((1, at[0]), (2, at[1]), (3, min(at)))
                 for c in range(1, most + 1)]  # fmt: skip
        wins = {(p, c) for p, c in moves if (a - c * (p != 2), b - c * (p != 1)) in lost}
        found = game.winning(at)
        assert set(found) <= wins and bool(found) == bool(wins)
        assert all(game.play(at, f"{p} {c}") in lost for p, c in found)


def the_other_side(
    at: tuple[int, int], heard: list[str], rng: random.Random, perfect: bool
) -> Iterator[str]:
    """What is said to a program that plays from here; it believes nothing of what it hears."""
    game = Wythoff()
    yield f"{at[0]} {at[1]}\n"
    low, d = min(at), abs(at[0] - at[1])
    if low == (d + isqrt(5 * d * d)) // 2:
        assert heard == ["0", "DONE"]
        yield "0 0\n"
    assert heard.pop(0) == "1"
    while heard[-1:] != ["DONE"]:
        assert len(heard) == 1, "one move at a time"
        at = game.play(at, heard.pop())
        assert at != (0, 0), "it won, and does not say so"
        if perfect:
            said, at = game.reply(at, rng)
        else:
            pile = rng.choice([p for p, n in ((1, at[0]), (2, at[1]), (3, min(at))) if n])
            said = f"{pile} {rng.randint(1, {1: at[0], 2: at[1], 3: min(at)}[pile])}"
            at = game.play(at, said)
        assert at != (0, 0), "the other side won"
        yield said + "\n"
    assert game.play(at, heard[0]) == (0, 0) and len(heard) == 2
    yield "0 0\n"


def test_a_thousand_games_of_tziansitzi() -> None:
    """Half against random moves, half against one that resists; piles to 10^18."""
    rng = random.Random(7)
    for number in range(1000):
        most = rng.choice((5, 30, 1000, 10**16, 10**18))
        at = rng.randint(0, most), rng.randint(1, most)
        if number % 5 == 0:
            d = rng.randint(1, most // 2)
            at = (d + isqrt(5 * d * d)) // 2, (d + isqrt(5 * d * d)) // 2 + d
        heard: list[str] = []
        lines = the_other_side(at, heard, random.Random(number), number % 2 == 0)
        tziansitzi(lines, heard.append)
        assert heard[-1] == "DONE"


@pytest.mark.parametrize(
    "said", [["0", "DONE"], ["1", "1 1", "DONE"], ["1", "1 5"], ["1", "2 3", "7 1"]]
)
def test_the_other_side_believes_nothing(said: list[str]) -> None:
    """The twin of these tests refuses a false claim, and a win that is none."""
    heard: list[str] = []
    talk = the_other_side((5, 6), heard, random.Random(1), True)
    assert next(talk) == "5 6\n"
    with pytest.raises((AssertionError, Wrong)):
        for line in said:
            heard.append(line)
            if line not in ("0", "1"):
                next(talk)
        next(talk)


@pytest.mark.parametrize(
    ("game", "texts", "parameters"),
    [
        ("strip", ["7", "9"], {"k": "2"}),
        ("cram", ["2x2", "2x3", "3x3"], {}),
        ("geography", ["3x3", "2x3"], {}),
        ("knight-geography", ["3x3", "2x2"], {}),
        ("bachet", ["20", "21", str(10**18)], {"k": "3"}),
        ("bachet-two-limits", ["20", "31"], {"p": "7", "k1": "2", "k2": "3"}),
        ("chomp", ["2x3", "3x3"], {}),
        ("northcott", ["1:8,3:5"], {}),
    ],
)
def test_any_game_of_the_catalogue(game: str, texts: list[str], parameters: dict[str, str]) -> None:
    problem = Problem(game, game, parameters, tests=(tuple(texts),))
    on = board(problem)
    other = board(problem, seed=3)
    for number, text in enumerate([*texts, *texts]):
        at = start(on, text)
        rng = random.Random(number)
        heard: list[str] = []

        def say(line: str, heard: list[str] = heard) -> None:
            heard.append(line)

        def answers(heard: list[str] = heard, at: object = at, rng: random.Random = rng,
                    perfect: bool = number < len(texts)) -> Iterator[str]:  # fmt: skip
            here = at
            while True:
                here = other.play(here, heard[-1])
                if perfect:
                    said, here = other.reply(here, rng)
                else:
                    rules, position = here
                    move = rng.choice(list(zip(range(50), rules.moves(position), strict=False)))[1]
                    said, here = rules.move_text(position, move), (
                        rules, rules.after(position, move),
                    )  # fmt: skip
                yield said

        respond(on, at, answers(), say)
        wins = not on.lost(at)
        assert heard[0] == str(int(wins)) and heard[-1] == "DONE"
        assert wins or heard == ["0", "DONE"]


@pytest.mark.parametrize("slug", list(games))
def test_every_game_of_the_catalogue(slug: str) -> None:
    """Against random moves, from a few small positions: it says who wins, and wins."""
    game = games[slug]
    small = list(islice(game.small(min(5, game.test_to)), 40))
    for number, (rules, at) in enumerate(small[:: max(1, len(small) // 8)]):
        on = Catalogue(Question(game, rules, at), Limits(positions=100_000, seconds=20))
        rng, heard = random.Random(number), list[str]()

        def answers(
            heard: list[str] = heard, rng: random.Random = rng, on: Catalogue = on,
            here: Any = (rules, at),
        ) -> Iterator[str]:  # fmt: skip
            while True:
                here = on.play(here, heard[-1])
                move = random_move(here[0], here[1], rng)
                yield here[0].move_text(here[1], move)
                here = here[0], here[0].after(here[1], move)
                assert len(heard) < 500

        respond(on, (rules, at), answers(), heard.append)
        wins = solve(game, rules.text(at)).winner == "first" if rules.fields() == {} else None
        assert heard[-1] == "DONE" and (wins is None or heard[0] == str(int(wins)))


def test_misere_and_positions_from_the_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["respond", "nim", "1,1,1", "--misere"])
    assert ended.value.code == 0 and capsys.readouterr().out == "0\nDONE\n"
    problem = Problem("nim", "nim", tests=(("1",),))
    heard: list[str] = []
    on = board(problem)
    assert isinstance(on, Catalogue)
    positions(on, iter(["3,3\n", "\n", "5\n", f"{END}\n", "x\n"]), heard.append)
    assert heard == ["0", "DONE", "1", "take 5", "DONE"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("1 x\n", "two piles"),
        ("1 2 3\n", "two piles"),
        ("-1 2\n", "two piles"),
        ("1 2\n", "0 0 at the end"),
        ("5 6\n", "an answer to 2 3"),
        ("5 6\n4 1\n", "no pile 4"),
        ("5 6\n1 9\n", "cannot be taken"),
        ("5 6\nDONE\n", "a move"),
    ],
)
def test_what_the_other_side_may_not_say(given: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        tziansitzi(iter(given.splitlines(keepends=True)), lambda line: None)


def test_bad_input_is_one_line() -> None:
    command = [sys.executable, "-m", "nimatron", "respond", "tziansitzi"]
    for text in ("1 x\n", "", "5 6\n7 7\n"):
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, text


def test_moves_are_judged_on_the_board() -> None:
    game = Wythoff()
    for line in ("1", "1 1 1", "1 -1", "a 1", "1 ٣", "", "1 " + "9" * 5000):
        with pytest.raises(Wrong) as wrong:
            game.play((5, 6), line)
        assert wrong.value.form
    for line in ("0 1", "4 1", "1 0", "1 6", "3 6"):
        with pytest.raises(Wrong) as wrong:
            game.play((5, 6), line)
        assert not wrong.value.form
