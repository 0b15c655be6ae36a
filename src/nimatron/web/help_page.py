"""Help, and the icon."""

from __future__ import annotations

from nimatron.web.frame import page
from nimatron.web.markup import Content, link, tag
from nimatron.web.pages import Asked
from nimatron.web.reply import SVG, Reply

_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    '<rect width="32" height="32" rx="6" fill="#0b57a4"/><g fill="#fff">'
    '<circle cx="8" cy="23" r="3.4"/><circle cx="16" cy="23" r="3.4"/>'
    '<circle cx="16" cy="14.5" r="3.4"/><circle cx="24" cy="23" r="3.4"/>'
    '<circle cx="24" cy="14.5" r="3.4"/><circle cx="24" cy="6.5" r="3.4"/></g></svg>'
)
_QUESTIONS: tuple[tuple[str, str], ...] = (
    (
        "What is this?",
        "Games for two in which nothing is hidden and nothing is left to chance. In each"
        " position one of the two can force a win, and this page knows which, by which move, and"
        " why.",
    ),
    (
        "How do I move?",
        "Every legal move is a link in the picture: point at a counter, a cell or an edge and"
        " choose it, by mouse, by touch, or with the Tab key and Enter. Below the picture all"
        " moves stand as a list, and you may also type one.",
    ),
    (
        "How do I take a move back?",
        "With Undo, or with the back button of your browser: the whole game lives in the"
        " address of the page. So you may reload it, keep it as a bookmark, or send the link to"
        " a friend, who then sees the same position.",
    ),
    (
        "I lost. Why?",
        "When the game is over, choose “Where did I go wrong?”. It names the move that gave the"
        " win away, the moves that would have kept it, and the reason.",
    ),
    (
        "What do wins, loses and draws mean?",
        "Beside a move: what becomes of the player who makes it, if both play as well as can be"
        " from then on. Blue with ✓ or + wins, orange with ✗ or − loses, grey with = draws."
        " “Moves left” says how long it takes if the winner hurries and the loser resists.",
    ),
    (
        "What is xor?",
        "Addition in binary without carrying. Write the numbers in binary below each other; a"
        " column gets 1 if it holds an odd number of ones, else 0. So 3 xor 5 is 011 and 101, which"
        " gives 110, that is 6. A number xor itself is 0: that is why equal heaps cancel.",
    ),
    (
        "What is a nimber?",
        "A number that tells what a position is worth beside others. A position with nimber 5"
        " behaves like a heap of 5 in Nim. Side by side nimbers add in binary without carrying"
        " (xor), and 0 means that whoever is to move loses. On a board it has a star: *5.",
    ),
    (
        "What is misère play?",
        "The same moves, but who cannot move wins. Choose it under “Convention”.",
    ),
    (
        "What does “too large for this page” mean?",
        "The computer looks for a few seconds and then gives up, so that others need not wait."
        " Try a smaller board, or a level that does not need to know everything.",
    ),
    (
        "How sure is all this?",
        "Every reason says so: proved in a book or paper, checked in every position that"
        " matters, or found by search. Nothing is called proved that was only tried.",
    ),
)


WORDS = ("xor", "nimber")
"""Words that other pages lead here for."""


def help_page(asked: Asked) -> Reply:
    """Questions that one who is new here may have."""
    told: list[Content] = []
    for question, words in _QUESTIONS:
        last = question.rstrip("?").split()[-1]
        told += [tag("h2", question, id=last if last in WORDS else None), tag("p", words)]
    return page(
        "Help",
        tag("h1", "Help"),
        told,
        tag("p", "And now: ", link("/", "choose a game"), "."),
        here="/help",
    )


def icon(asked: Asked) -> Reply:
    """The picture on the tab of the browser."""
    return Reply(_ICON, kind=SVG)
