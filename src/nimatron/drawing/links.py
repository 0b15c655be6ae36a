"""Legal moves as links inside a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from nimatron.drawing.places import Place
from nimatron.drawing.touched import Touch, touched
from nimatron.rules.protocol import Rules

Tone = Literal["", "winning", "losing", "drawing", "last"]
SIGNS: dict[str, str] = {
    "": "",
    "winning": "+",
    "losing": "\u2212",
    "drawing": "=",
    "last": "\u2022",
}
WORDS: dict[str, str] = {
    "": "",
    "winning": "wins",
    "losing": "loses",
    "drawing": "draws",
    "last": "the last move",
}


@dataclass(frozen=True)
class Link:
    """One move that can be clicked: where it leads, its name, and the places that it touches."""

    href: str
    label: str
    places: tuple[Place, ...] = ()
    tone: Tone = ""
    reach: tuple[Place, ...] = ()
    """Places that change as well and light up with it."""
    also: tuple[Place, ...] = ()
    """Places where it can be taken hold of as well, being the same by symmetry."""

    @property
    def name(self) -> str:
        """What a screen reader says, and a mouse shows."""
        return f"{self.label}: {WORDS[self.tone]}" if self.tone else self.label


def links_of(
    rules: Rules,
    position: Any,
    moves: Iterable[Any],
    href: Callable[[Any], str],
    tone: Callable[[Any], Tone] = lambda move: "",
) -> tuple[Link, ...]:
    """A link for each move.

    Where it stands is found from the pictures before and after it, unless the rules say where the
    move is made.
    """
    before = rules.picture(position)
    taken: set[tuple[Place, ...]] = set()
    found = []
    for move in moves:
        own = rules.touches(position, move)
        if own is not None:
            ways = [Touch(tuple(own))]
        else:
            ways = touched(before, rules.picture(rules.after(position, move)))
        # Where things alike could have been moved, each move gets its own.
        chosen = next((way for way in ways if way.places not in taken), (ways or [Touch(())])[0])
        taken.add(chosen.places)
        label = rules.move_text(position, move)
        found.append(Link(href(move), label, chosen.places, tone(move), chosen.reach, chosen.also))
    return tuple(found)
