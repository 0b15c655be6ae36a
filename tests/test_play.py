"""Sessions, levels, hints, transcripts and the look back, without any terminal."""

from __future__ import annotations

import random
import time
from dataclasses import FrozenInstanceError, dataclass, replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.certificates.forms import Pairing
from nimatron.errors import IllegalMove, MoveError, TooLarge, UsageError
from nimatron.game import Game
from nimatron.games import games
from nimatron.games.round_table import RoundTable
from nimatron.play.effort import THINKING, within
from nimatron.play.hints import RUNGS, hint, verdicts
from nimatron.play.levels import LEVELS, level, played_out, player_of, reply
from nimatron.play.players import Perfect
from nimatron.play.review import review
from nimatron.play.session import Seat, Session, begin
from nimatron.play.transcript import TranscriptError, parameter_text, read, replay, write
from nimatron.rules.protocol import Continuous, Rules
from nimatron.solve.ask import solve
from nimatron.solve.choose import Question, answer, applicable
from nimatron.values import Convention, Outcome

# Starts that are quicker than the usual ones, for games whose usual start takes seconds.
SMALLER = {
    "chocolate": "2x3",
    "draughts-rows": "4x2",
    "geography": "3x3",
    "needles": "2x2x3",
    "northcott": "1:8,3:6",
    "round-table": "4/1",
    "sprouts": "2",
}


def against(slug: str, first: str, second: str, seed: int = 0, **more: Any) -> Session:
    """A game between two levels, not yet begun."""
    seats = (Seat("Ann", first), Seat("Bob", second))
    return begin(slug, more.pop("position", SMALLER.get(slug)), seats=seats, seed=seed, **more)


# ---- sessions


def test_a_session_is_a_value() -> None:
    start = begin("nim", "1,2")
    after = start.play("take 1 from pile 2")
    assert start.made == () and start.position == (1, 2) and after.position == (1, 1)
    assert (start.mover, after.mover) == (0, 1)
    assert after.undo() == start
    with pytest.raises(FrozenInstanceError):
        after.seed = 1  # type: ignore[misc]


def test_who_wins_and_how_it_is_told() -> None:
    game = begin("nim", "1", seats=(Seat("you"), Seat("the computer", "perfect")))
    assert game.told == "You are to move." and not game.over and game.winner is None
    over = game.play("take 1")
    assert over.over and over.winner == 0 and over.told == "You win: the computer cannot move."
    misere = begin("nim", "1", convention="misere").play("take 1")
    assert misere.winner == 1 and "misère" in misere.told
    gave_up = game.resign()
    assert (gave_up.winner, gave_up.ending) == (1, "gave up")
    assert gave_up.told == "The computer wins: you resigned."
    assert gave_up.undo() == game


def test_what_cannot_be_done_is_refused() -> None:
    over = begin("nim", "1").play("take 1")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play("take 1")
    with pytest.raises(IllegalMove, match="the game is over"):
        over.move((1, ()))
    with pytest.raises(UsageError, match="this one is over"):
        over.resign()
    with pytest.raises(UsageError, match="none was made yet"):
        begin("nim").undo()
    with pytest.raises(IllegalMove):
        begin("nim", "1,2").move((1, (7,)))
    with pytest.raises(UsageError, match="from 0 to 1"):
        over.at(2)
    for name in ("", " a", "a\nb", "x" * 41):
        with pytest.raises(UsageError, match="printable"):
            Seat(name)


def test_back_returns_to_the_players_own_choice() -> None:
    start = begin("nim", "3,3", seats=(Seat("you"), Seat("the computer", "perfect")))
    later = reply(start.play("take 1 from pile 1"))
    assert later.back(0) == start
    assert later.play("take 1 from pile 1").back(0) == later
    with pytest.raises(UsageError, match="you made none yet"):
        start.back(0)


def test_a_position_that_stands_three_times_is_a_draw_in_loopy_games_only() -> None:
    game = begin("northcott", "4:5,1:8")
    for _ in range(2):
        assert not game.over
        for move in ("2 to 2", "2 to 7", "2 to 1", "2 to 8"):
            game = game.play(move)
    assert game.over and game.ending == "repetition" and game.winner is None
    assert "draw" in game.told


def test_legal_moves_say_whether_they_are_all() -> None:
    few = begin("nim", "1,1").legal()
    assert few.texts == ["take 1 from pile 1", "take 1 from pile 2"] and few.complete
    assert not begin("nim", "10").legal(9).complete and begin("nim", "10").legal(10).complete
    table = begin("round-table").legal(5)
    assert len(table.texts) == 5 and not table.complete


# ---- levels against each other, in every game


@pytest.mark.parametrize("slug", games)
def test_every_game_is_played_to_its_end_and_perfect_never_loses_what_is_won(slug: str) -> None:
    for seed, (weak, misere) in enumerate(
        [("random", False), ("careless", False), ("random", True)]
    ):
        convention = "misere" if misere else "normal"
        game = against(slug, "perfect", "perfect", seed, convention=convention)
        try:
            outcome = answer(game.question, THINKING).outcome
        except TooLarge:
            continue  # misère play of a game without a theory for it
        winner = 0 if outcome is Outcome.N else 1
        seats = tuple(Seat("x", "perfect" if i == winner else weak) for i in (0, 1))
        ended = played_out(replace(game, seats=(seats[0], seats[1])))
        assert ended.over and ended.winner != 1 - winner, write(ended)
        assert ended.winner == winner or outcome is Outcome.DRAW
        assert read(write(ended)) == ended
        looked = review(ended)
        assert all(mistake.player != winner for mistake in looked.mistakes)
        assert looked.lines
    ended = played_out(against(slug, "greedy", "short-sighted", 5))
    assert ended.over and read(write(ended)) == ended


@pytest.mark.heavy
@pytest.mark.parametrize("slug", games)
def test_perfect_never_loses_what_is_won_against_any_level_and_seed(slug: str) -> None:
    for seed, weak in product(range(4), LEVELS):
        game = against(slug, "perfect", "perfect", seed)
        winner = 0 if answer(game.question, THINKING).outcome is Outcome.N else 1
        seats = tuple(Seat("x", "perfect" if i == winner else weak) for i in (0, 1))
        ended = played_out(replace(game, seats=(seats[0], seats[1])))
        assert ended.winner == winner, write(ended)


def test_levels_say_what_they_do_and_do_it() -> None:
    assert {"perfect", "greedy", "random"} <= set(LEVELS)
    with pytest.raises(UsageError, match="did you mean greedy"):
        level("greddy", games["nim"])
    for name in LEVELS:
        player = level(name, games["nim"])
        assert player.line == LEVELS[name]
        game = begin("nim", "3,4,5")
        assert game.rules.legal(game.position, player.choose(game.rules, game.position))


def test_careless_errs_in_each_third_move_of_its_own() -> None:
    """Against itself from a won position it wins by the moves that are not the third."""
    strayed = 0
    for seed in range(30):
        game = against("nim", "careless", "perfect", seed, position="7,11,13")
        for count in range(1, 4):
            game = reply(game)
            lost = answer(game.question, THINKING).outcome is Outcome.P
            if count < 3:
                assert lost
            else:
                strayed += not lost
            if game.over or not lost:
                break
            game = reply(game)
    assert strayed > 10


def test_greedy_takes_as_many_as_it_may() -> None:
    game = reply(against("nim", "greedy", "random", position="3,9,4"))
    assert game.made[0].text == "take 9 from pile 2"
    huge = reply(against("nim", "greedy", "random", position="1000000000000000000000,2"))
    assert huge.position == (0, 2)
    board = against("cram", "greedy", "random", position="2x3")
    counts = {len(board.move(move).legal().moves) for move in board.legal().moves}
    assert len(reply(board).legal().moves) == min(counts)


def test_short_sighted_wins_within_three_moves_and_not_before() -> None:
    for seed in range(10):
        near = against("nim", "short-sighted", "perfect", seed, position="1,2")
        assert reply(near).position == (1, 1)
        misere = against(
            "nim", "short-sighted", "perfect", seed, position="1,3", convention="misere"
        )
        assert reply(misere).position == (1, 0)
    start = [
        against("nim", "short-sighted", "perfect", seed, position="9,12") for seed in range(20)
    ]
    far = [reply(game) for game in start]
    assert any(game.position != (9, 9) for game in far)


def test_the_same_seed_plays_the_same_game() -> None:
    one, two = (played_out(against("cram", "random", "careless", seed)) for seed in (3, 3))
    other = played_out(against("cram", "random", "careless", 4))
    assert one == two and one != other
    again = one.at(3)
    while not again.over:
        again = reply(again)
    assert again == one


def test_a_lost_computer_resists_as_long_as_it_can() -> None:
    game = against("bachet", "perfect", "perfect", position="9", parameters={"k": "2"})
    assert solve("bachet", "9", k=2, remoteness=True).remoteness == 6
    assert len(played_out(game).made) == 6
    northcott = against("northcott", "perfect", "perfect", position="1:4,4:1")
    length = solve("northcott", "1:4,4:1", remoteness=True).remoteness
    first = reply(northcott)
    assert length is not None and length > 4
    assert (
        solve("northcott", first.rules.text(first.position), remoteness=True).remoteness
        == length - 1
    )
    nim = against("nim", "perfect", "perfect", position="3,3")
    assert len(played_out(nim).made) == solve("nim", "3,3", remoteness=True).remoteness


@pytest.mark.parametrize(
    ("slug", "position", "move", "image"),
    [
        ("cram", "4x4", "cover 1,2 1,3", "cover 4,2 4,3"),
        ("daisy", "12", "tear 4 and 5", "tear 10 and 11"),
        ("bishops", "4x4", "bishop on 1,1", "bishop on 1,4"),
    ],
)
def test_the_winner_plays_by_the_strategy_that_is_told(
    slug: str, position: str, move: str, image: str
) -> None:
    """Other moves win as well, but who lost to a copy is told of copying."""
    game = begin(slug, position, seats=(Seat("you"), Seat("it", "perfect"))).play(move)
    found = answer(game.question, THINKING)
    assert found.winning_moves is not None and len(found.winning_moves) > 1
    assert reply(game).made[-1].text == image
    assert hint(game, 3).move == image


def test_the_winner_goes_on_with_the_strategy_of_the_start() -> None:
    """Where several strategies win, the one that is told of the position in which one moved."""
    game = begin("daisy", "12", seats=(Seat("you"), Seat("it", "perfect")))
    for move, image in (("1 and 2", "7 and 8"), ("3 and 4", "9 and 10"), ("5", "11")):
        game = reply(game.play(f"tear {move}"))
        assert game.made[-1].text == f"tear {image}"
    walk = begin("geography", "4x4", seats=(Seat("you"), Seat("it", "perfect"))).play("cut 2,3")
    told = applicable(begin("geography", "4x4").question)
    assert told is not None and isinstance(told.certificate, Pairing)
    partner = told.certificate.pairs((2, 3))
    assert reply(walk).made[-1].text == f"cut {partner[0]},{partner[1]}"


class Lane(Rules):
    """A walk from 0 to 6 and back, one or two steps, where 6 is the end: it goes round."""

    loopy = True

    def start(self) -> int:
        return 0

    def moves(self, at: int) -> list[int]:
        return [] if at == 6 else [to for to in (at - 1, at + 1, at + 2) if 0 <= to <= 6]

    def after(self, at: int, to: int) -> int:
        return to


@dataclass(frozen=True)
class Maze(Rules):
    """Any graph, with cycles or without."""

    ways: tuple[tuple[int, ...], ...]
    loopy = True

    def moves(self, at: int) -> tuple[int, ...]:
        return self.ways[at]

    def after(self, at: int, to: int) -> int:
        return to


def test_the_winner_of_a_game_with_cycles_makes_for_the_end() -> None:
    """In as many moves as the solver says, against a loser who resists; a draw is held."""
    rng = random.Random(1)
    longest = 0
    for _ in range(30):
        counts = [rng.choice((0, 1, 2, 2, 3)) for _ in range(9)]
        maze = Maze(tuple(tuple(sorted(rng.sample(range(9), count))) for count in counts))
        game = Game(maze, slug="maze")
        for start in range(9):
            found = answer(Question(game, maze, start), THINKING)
            at, moves = start, 0
            while maze.moves(at) and moves < 30:
                at, moves = Perfect(game).choose(maze, at), moves + 1
            assert moves == (30 if found.outcome is Outcome.DRAW else found.remoteness)
            longest = max(longest, found.remoteness or 0)
    assert longest >= 5


@pytest.mark.parametrize(
    ("slug", "position", "guess"),
    [
        ("cram", "100x200", False),
        ("cram", "101x200", True),
        ("chomp", "30x40", True),
        ("geography", "100x101", False),
        ("nim", "1000000000000000000000000,4,7777777777", False),
        ("sum", "cram:100x200 + nim:5,4,1 + geography:100x100", True),
    ],
)
def test_huge_boards_answer_quickly(slug: str, position: str, guess: bool) -> None:
    """A guess where nothing is known, and it is told that it is one."""
    began = time.process_time()
    game = reply(against(slug, "random", "perfect", position=position))
    player = player_of(game)
    game = game.move(player.choose(game.rules, game.position))
    assert player.guessed == guess and len(game.made) == 2
    assert time.process_time() - began < 6


def test_long_positions_are_searched_only_briefly() -> None:
    large, small = begin("cram", "101x200"), begin("cram", "3x3")
    assert within(THINKING, small.rules, small.position) == THINKING
    assert (within(THINKING, large.rules, large.position | 1).moves or 0) < 1000


# ---- the round table


def test_the_round_table_ends_when_it_is_full() -> None:
    for seed, text in enumerate(("5/1", "5/2", "2.5/1", "2/1", "1/1")):
        ended = played_out(against("round-table", "random", "random", seed, position=text))
        assert ended.over and ended.ending == "no move"
        table, coin = float(ended.rules.table), float(ended.rules.coin)  # type: ignore[attr-defined]
        room = table - coin
        steps = [room * i / 40 for i in range(-40, 41)]
        free = [
            (x, y)
            for x in steps
            for y in steps
            if x * x + y * y <= room * room
            and all((x - a) ** 2 + (y - b) ** 2 >= 4 * coin * coin for a, b in ended.position)
        ]
        assert not free
    rules = RoundTable(Fraction(6))
    at: Any = ()
    while places := list(rules.some_moves(at)):
        at = rules.after(at, random.Random(len(at)).choice(places))
    between = rules.any_move(at)  # a gap that no place on the few circles shows
    assert between is not None and rules.legal(at, between)
    tight = begin("round-table", "2/1").play("3/5,4/5")
    assert not tight.over and tight.legal().texts == ["coin at -0.6,-0.8"]


def test_an_opening_in_the_middle_wins_the_round_table() -> None:
    for seed in range(3):
        ended = played_out(against("round-table", "perfect", "random", seed, position="4/1"))
        assert ended.winner == 0 and ended.made[0].text == "coin at 0,0"


# ---- hints


@pytest.mark.parametrize("slug", games)
def test_verdicts_agree_with_the_solver(slug: str) -> None:
    for rules, position in islice(games[slug].small(2 if slug == "sprouts" else 3), 12):
        if isinstance(rules, Continuous):
            break
        told, complete = verdicts(games[slug], rules, position)
        assert complete and len(told) == len(list(rules.moves(position)))
        for verdict in told:
            after = rules.sized(verdict.leads_to)
            at = Question(games[slug], after, after.read(verdict.leads_to))
            found = answer(at, THINKING, lengths=True)
            assert verdict.outcome is found.outcome
            assert verdict.remoteness in (None, found.remoteness)
            assert verdict.grundy in (None, found.grundy)


def test_the_ladder_tells_more_on_each_rung() -> None:
    game = begin("nim", "3,4,5", seats=(Seat("you"), Seat("the computer", "perfect")))
    told = [hint(game, rung) for rung in range(1, len(RUNGS) + 1)]
    assert told[0].lines == ("You are to move and can win. Winning moves: 1.",)
    assert told[0].move is None and told[1].move is None
    assert told[1].part == "pile 1" and told[2].move == "take 2 from pile 1"
    assert [v.move for v in told[3].verdicts if v.word == "wins"] == ["take 2 from pile 1"]
    assert "You should win in 11 moves, those of both counted." in told[3].lines
    assert solve("nim", "3,4,5", remoteness=True).remoteness == 11


def test_hints_in_lost_drawn_ended_and_huge_positions() -> None:
    lost = begin("nim", "2,2")
    assert "every move loses" in hint(lost, 1).lines[0]
    assert hint(lost, 3).move in lost.legal().texts
    assert hint(begin("nim", "0"), 1).lines == ("The game is over.",)
    assert "too large" in hint(begin("cram", "9x9"), 1, replace(THINKING, moves=500)).lines[0]
    drawn = Session(Game(Lane(), slug="lane"), Lane(), 0)
    assert "draw" in hint(drawn, 1).lines[0] and hint(drawn, 3).move in drawn.legal().texts


@pytest.mark.parametrize(
    ("slug", "position", "part"),
    [
        ("sum", "nim:1 + cram:2x2", "part 1"),
        ("nim", "1,1,7", "pile 3"),
        ("cram", "..#..#|###..#", "the part ..####|######"),
        ("chomp", "2x2", None),
    ],
)
def test_the_second_rung_names_the_part(slug: str, position: str, part: str | None) -> None:
    assert hint(begin(slug, position), 2).part == part


# ---- transcripts


def test_a_transcript_is_read_back() -> None:
    game = begin(
        "bachet", "9", parameters={"k": "2"}, convention="misere", seed=7,
        seats=(Seat("Ann (8b)"), Seat("the computer", "careless")),
    )  # fmt: skip
    for session in (game, game.play("take 1"), game.play("take 2").resign(), game.resign(1, "why")):
        assert read(write(session)) == session
    again = list(replay(game.play("take 1").play("take 2")))
    assert [len(each.made) for each in again] == [0, 1, 2]


@pytest.mark.parametrize("slug", games)
def test_parameters_are_written_so_that_they_are_read(slug: str) -> None:
    for trial in games[slug].trials:
        rules = games[slug].with_parameters(trial)
        for name in games[slug].parameters():
            if getattr(rules, name) != getattr(games[slug].prototype, name):
                text = parameter_text(rules, name)
                assert rules.read_parameter(name, text) == getattr(rules, name)


GOOD = """Nimatron game 1
game: nim
position: 1,2

# a comment
1. take 1 from pile 2
2. take 1 from pile 1
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Nimatron game 1", "Nimatron game 2", "line 1: expected `Nimatron game 1`"),
        (
            "game: nim",
            "game: nimm",
            "line 2: expected the name of a game, got 'nimm'; did you mean",
        ),
        ("game: nim", "", "expected a line `game: ...`"),
        ("position: 1,2", "position: one", "line 3: "),
        ("# a comment", "convention: odd", "line 5: expected normal or misere"),
        ("# a comment", "seed: -1", "line 5: expected a seed"),
        ("# a comment", "first: Ann (clever)", "line 5: expected a level"),
        ("# a comment", "game: nim", "line 5: expected one line `game:`"),
        ("# a comment", "moves: 3", "line 5: expected a move such as"),
        ("# a comment", "parameter: k", "line 5: expected a parameter"),
        ("# a comment", "result: second", "line 5: expected the result that the moves lead to"),
        ("# a comment", "gave up: third", "line 5: expected first or second"),
        ("2. take", "3. take", "line 7: expected move 2, got '3.'"),
        ("2. take 1", "2. take 9", "line 7: "),
        ("2. take 1 from pile 1", "2. eat", "line 7: expected a move"),
    ],
)
def test_errors_in_a_transcript_name_the_line(old: str, new: str, said: str) -> None:
    assert len(read(GOOD).made) == 2
    with pytest.raises(TranscriptError) as told:
        read(GOOD.replace(old, new, 1))
    assert said in str(told.value)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.integers(0, 100))
def test_any_text_is_read_or_refused(text: str, place: int) -> None:
    for spoilt in (text, GOOD[:place] + text + GOOD[place:]):
        try:
            session = read(spoilt)
        except UsageError:
            continue
        assert read(write(session)) == session


# ---- where did I go wrong


def test_the_move_that_lost_is_marked_and_explained() -> None:
    game = begin("nim", "3,4,5", seats=(Seat("Ann"), Seat("Bob")))
    for move in ("2 from pile 1", "1 from pile 1", "4 from pile 2", "5 from pile 3"):
        game = game.play(f"take {move}")
    looked = review(game)
    assert [(m.number, m.player) for m in looked.mistakes] == [(3, 0)]
    assert looked.decisive is not None and looked.decisive.better == ("take 1 from pile 3",)
    assert looked.lines[0] == "Move 3, take 4 from pile 2, lost the game for Ann."
    told = "\n".join(looked.lines)
    assert (
        "The nimber is the xor of the piles" in told and "100" in told and "makes the xor 0" in told
    )
    assert "# the game was lost here; take 1 from pile 3 would have won" in write(
        game, looked.notes()
    )
    assert read(write(game, looked.notes())) == game


def test_the_last_of_several_mistakes_decides() -> None:
    game = begin("nim", "1,2")
    for move in ("2 from pile 2", "1 from pile 1"):
        game = game.play(f"take {move}")
    assert [m.number for m in review(game).mistakes] == [1]
    longer = begin("bachet", "9", parameters={"k": "3"})
    for move in ("2", "1", "1", "1", "1", "3"):
        longer = longer.play(f"take {move}")
    looked = review(longer)
    assert longer.winner == 1 and looked.decisive is not None
    assert [m.number for m in looked.mistakes] == [1, 2, 3] == _mistakes_by_definition(longer)
    assert looked.decisive.number == max(m.number for m in looked.mistakes if m.player == 0)


def _mistakes_by_definition(session: Session) -> list[int]:
    outcomes = [answer(each.question, THINKING).outcome for each in replay(session)]
    return [n for n in range(1, len(outcomes)) if outcomes[n - 1] is outcomes[n] is Outcome.N]


def test_a_game_lost_from_the_start_is_nobodys_mistake() -> None:
    ended = played_out(against("cram", "random", "perfect", 1))
    looked = review(ended)
    assert looked.decisive is None and "lost from its start" in looked.lines[0]
    assert "half a turn" in " ".join(looked.lines)
    gave_up = begin("nim", "1").resign()
    assert "gave up a game that was not lost" in review(gave_up).lines[0]
    assert review(begin("nim", "1")).lines == ("No move was made.",)


def test_a_sure_win_that_was_left_for_the_unknown_is_told_without_more() -> None:
    game = begin("cram", "9x10").play("cover 1,1 1,2").resign(0)
    looked = review(game, replace(THINKING, moves=500))
    assert looked.decisive is not None and not looked.decisive.sure
    assert "too large to judge" in looked.lines[0] and "would have won" in looked.lines[1]
    assert "lost here" not in write(game, looked.notes())


def test_a_misplayed_move_is_told_kindly() -> None:
    with pytest.raises(MoveError, match="such as `take 2 from pile 1`"):
        begin("nim", "3,4").play("tkae 1")
    with pytest.raises(UsageError, match="did you mean nim"):
        begin("nimm", "3,4")


def test_conventions_are_kept() -> None:
    assert begin("nim", convention="misere").convention is Convention.MISERE
