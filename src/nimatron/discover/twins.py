"""Equal parts: every move is answered so that the parts of the position are equal in pairs again.

What the other does to a part can be done to its twin. A reply that ends the game at once is better
still, where whoever does something first wins, and none may let the other do that. The replies are
listed one by one in a table, which the checker follows to the end.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

from nimatron.certificates.forms import Certificate, Opening, Table
from nimatron.rules.protocol import Rules

_MOST_FIRST = 60  # moves of a start that is looked at
_MOST_LOOKED = 6000  # positions looked at for one table


def twins(rules: Rules, position: Any) -> Certificate | None:
    """Replies that keep the parts equal in pairs, from the start or after an opening move."""
    moves = list(islice(rules.moves(position), _MOST_FIRST + 1))
    if not moves or len(moves) > _MOST_FIRST:
        return None
    replies = _replies(rules, position)
    if replies is not None:
        return Table(replies)
    for move in moves:
        after = rules.after(position, move)
        replies = _replies(rules, after) if paired(rules, after) else None
        if replies:
            return Opening(rules.move_text(position, move), Table(replies))
    return None


def paired(rules: Rules, position: Any) -> bool:
    """Whether the parts are equal in pairs, those without moves left aside."""
    counts = Counter(part for part in _parts(rules, position) if not _over(rules, part))
    return all(count % 2 == 0 for count in counts.values())


def _parts(rules: Rules, position: Any) -> list[Any]:
    """The components, or the pieces that a position lists, each in its canonical form."""
    parts = list(rules.components(position))
    if parts == [position] and isinstance(position, tuple) and len(position) > 1:
        parts = [(piece,) for piece in position if isinstance(piece, tuple)] or parts
    return [rules.canonical(part) for part in parts]


def _over(rules: Rules, position: Any) -> bool:
    return not any(True for _ in rules.moves(position))


def _over_next(rules: Rules, position: Any) -> bool:
    return any(_over(rules, rules.after(position, move)) for move in rules.moves(position))


def _replies(rules: Rules, root: Any) -> dict[str, dict[str, str]] | None:
    """A reply to each move, for ever; None if there is none to some move, if it is too much, or if
    every reply ends the game, so that no part has a twin."""
    table: dict[str, dict[str, str]] = {}
    waiting, looked = [root], 0
    for at in waiting:
        if rules.text(at) in table:
            continue
        row = table[rules.text(at)] = {}
        for move in rules.moves(at):
            met = rules.after(at, move)
            best = None
            for reply in rules.moves(met):
                looked += 1
                to = rules.after(met, reply)
                if _over(rules, to):
                    best = reply
                    break
                if best is None and paired(rules, to) and not _over_next(rules, to):
                    best = reply
            if best is None or looked > _MOST_LOOKED:
                return None
            row[rules.move_text(at, move)] = rules.move_text(met, best)
            waiting.append(rules.after(met, best))
    return None if all(_over(rules, at) for at in waiting[1:]) else table
