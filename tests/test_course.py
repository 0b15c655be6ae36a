"""The course: who wins in every answer is computed again by a program that knows only the rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import directives
import naive
from nimatron.rules.protocol import Rules

DOCS = Path(__file__).parent.parent / "docs"
CHAPTERS = sorted(DOCS.glob("course/*.md"))
ANSWERS = [
    pytest.param(asked, winner, id=asked.typed)
    for page in CHAPTERS
    for asked, winner in directives.answers(page.read_text())
]
# The numbered problems of the notes that every edition of the course must answer.
WANTED = """
candy 15, candy 20, candy 33, nim 3,3,1, nim 4,3,1, nim 100,100,1, nim 5,4,1, nim 5,5,2,2,
nim 5,1,1 --misere, nim 8,4,1 --misere, sum 'daisy:6 + daisy:5', daisy '#.......', nim 2,2,
nim 10,10, nim 3,2,1, nim 3,3,1,1, nim 7,7,1, nim 5,2, candy 5, candy 6, nim 3,2,1 --misere,
chords 10, daisy 12, daisy 11, chocolate 5x8, euclid-race 7,8, polygon 7, chomp 4x4,
divisor-nim 8,12, divisor-nim 118,98, nim 1,3,5,7, nim 4,8,17, wythoff 1,2, wythoff 5,6,
red-blue 1,4,6,8, northcott 1:3,1:4 -p rows=4, subtraction 5,6,7 -p take=1,3,4, dawson 5,
subset-nim 1,1, stairs 0,2,1, slow-nim 6,1 -p k=4, grundy 7
"""


@pytest.mark.parametrize(("asked", "winner"), ANSWERS)
def test_answer(asked: directives.Asked, winner: str) -> None:
    """The definition, word for word, and nothing of the solver."""
    question = asked.question()
    rules, start, convention = question.rules, question.position, question.convention
    if rules.loopy:
        won = naive.verdicts(rules, start, convention)[start][0] == "N"
    else:
        won = _won(rules, start, convention.at_the_end == "N")
    assert winner == ("first" if won else "second")


def _won(rules: Rules, start: object, at_the_end: bool) -> bool:
    """Whether the player to move wins: some option is lost, or there is none and the end wins.

    Mirror images count as one, and one lost option is enough; both only save time.
    """
    known: dict[object, bool] = {}

    def won(at: object) -> bool:
        at = rules.canonical(at)
        if at not in known:
            moves = list(rules.moves(at))
            known[at] = not all(won(rules.after(at, move)) for move in moves)
            if not moves:
                known[at] = at_the_end
        return known[at]

    return won(start)


def test_the_numbered_problems_are_answered() -> None:
    answered = {param.id for param in ANSWERS}
    wanted = re.split(r",\s+", WANTED.strip())
    assert [problem for problem in wanted if problem not in answered] == []


def test_each_exercise_has_an_answer() -> None:
    for page in CHAPTERS:
        text = page.read_text()
        kinds = re.findall(r"^:{3,}\{(exercise|answer)\}", text, flags=re.MULTILINE)
        assert kinds == ["exercise", "answer"] * (len(kinds) // 2), page.name
        if page.name != "index.md":
            assert len(kinds) >= 4, f"{page.name}: at least two exercises"
            assert ":::{position}" in text, f"{page.name}: a picture to play on"
            opened = re.findall(r"^:::\{answer\}.*?^:::$", text, flags=re.MULTILINE | re.DOTALL)
            assert len(opened) == len(kinds) // 2


@cache
def told(directive: str) -> tuple[str, ...]:
    """Every line that a directive of a page names."""
    pages = [*DOCS.glob("*.md"), *DOCS.glob("*/*.md")]
    text = "\n".join(page.read_text() for page in pages if page.parent.name != "reference")
    return tuple(re.findall(rf"^:::\{{{directive}\}} (.+)$", text, flags=re.MULTILINE))


@pytest.mark.parametrize("line", told("drawn"))
def test_figure_is_drawn(line: str) -> None:
    drawn, command = directives.figure(line)
    assert drawn.startswith("<svg") and command.startswith("nimatron ")


@pytest.mark.parametrize("line", told("position"))
def test_position_is_drawn_and_played(line: str) -> None:
    """The picture is an SVG, and the game in the page follows the rules to their end."""
    asked = directives.asked(line)
    assert directives.asked(asked.typed) == asked
    question = asked.question()
    assert directives.picture(question, question.position).startswith("<svg")
    game = directives.playable(question)
    if game is None:
        return
    for row in game["positions"]:
        options = [game["positions"][to]["lost"] for _, to in row["moves"]]
        assert row["lost"] == (not any(options) if options else not game["misere"])
    slow = naive.verdicts(question.rules, question.position, question.convention)
    assert game["positions"][0]["lost"] == (slow[question.position][0] == "P")


def test_large_games_and_loops_are_not_put_into_a_page() -> None:
    assert directives.playable(directives.asked("nim 9,9,9").question()) is None
    assert directives.playable(directives.asked("northcott 1:3,1:2 -p rows=3").question()) is None
