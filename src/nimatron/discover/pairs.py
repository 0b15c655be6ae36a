"""Pairs: of cells, by a maximum matching; and of moves, found in small games and then checked."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nimatron.certificates.check import Checked, check
from nimatron.certificates.forms import Certificate, Opening, Pairing, Swaps
from nimatron.discover.found import HOLDS, Discovery, alike
from nimatron.discover.mirrors import Board
from nimatron.discover.truth import Progress, Truth, contradicted
from nimatron.errors import NimatronError, Refused, TooLarge
from nimatron.game import Claim
from nimatron.rules.graphs import matching
from nimatron.rules.protocol import Placement, Rules, Walk
from nimatron.solve.limits import Limits
from nimatron.values import Convention, Outcome

_SECONDS = 3.0
_SOLVED = Limits(positions=20_000, seconds=2.0, moves=100_000)
_MOST_CELLS = 400
_MOST_MOVES = 14  # moves of a start whose pairs are looked for one by one
_TRIES = 4000
_MATCHINGS = 60  # ways to pair moves that are checked
_CHECK_MOVES = 20_000


Pairs = tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Paired:
    """A start that pairs decide, and what the checker saw."""

    rules: Rules
    position: Any
    certificate: Certificate
    checked: Checked


def pairings(
    rules: Rules, listed: Sequence[Board], progress: Progress, until: float
) -> list[Discovery]:
    """Pairs of cells for walks, pairs of moves for other small games."""
    walk = isinstance(rules, Walk)
    began, done = time.thread_time(), list[Paired]()
    tried = 0
    for board, start in listed:
        if time.thread_time() - began > _SECONDS or time.monotonic() > until:
            break
        progress(f"looking for pairs on {board.text(start)}")
        tried += 1
        try:
            found = paired(board, start)
        except TooLarge:
            continue
        if found is not None:
            if contradicted(board, start, found.checked.outcome):
                return []  # what the rules declare of themselves is not so
            done.append(found)
    if not done or len(done) < (1 if tried == 1 else 3) or (not walk and 2 * len(done) < tried):
        return []
    return [_discovery(rules, done, tried)]


def paired(rules: Rules, position: Any) -> Paired | None:
    """Pairs that win a position, after one opening move if need be."""
    made = _walk(rules, position) if isinstance(rules, Walk) else _moves(rules, position)
    for certificate in made:
        try:
            checked = check(rules, position, certificate, _CHECK_MOVES)
        except Refused:
            continue
        if checked.scope != "here":
            return Paired(rules, position, certificate, checked)
    return None


def _walk(walk: Walk, position: Any) -> Iterator[Certificate]:
    """Pairs of neighbours: whoever can always go to the partner never gets stuck.

    If some maximum matching leaves a cell over that may be gone to, going there wins; else every
    such cell has a partner in all of them.
    """
    cells = list(walk.cells(position))
    if len(cells) > _MOST_CELLS:
        return
    there = set(cells)
    links = [(a, b) for a in cells for b in walk.neighbours(a) if a < b and b in there]
    pairs = matching(links)
    yield Pairing(Swaps(tuple(pairs)))
    covered = {cell for pair in pairs for cell in pair}
    for move in walk.moves(position):
        rest = [pair for pair in links if move not in pair]
        others = pairs if move not in covered else matching(rest)
        if len(others) == len(pairs):
            yield Opening(walk.move_text(position, move), Pairing(Swaps(tuple(others))))
            return


def _moves(rules: Rules, position: Any) -> Iterator[Certificate]:
    """Pairs of moves; if need be of those that are left after an opening move."""
    moves = list(islice(rules.moves(position), _MOST_MOVES + 1))
    if not 1 < len(moves) <= _MOST_MOVES:
        return
    truth = Truth(Convention.NORMAL, _SOLVED)

    def seek(at: Any) -> Iterator[Pairs]:
        return _by_shape(rules, at) if isinstance(rules, Placement) else _by_play(rules, at, truth)

    for pairs in seek(position):
        yield Pairing(Swaps(pairs))
    for move in moves:
        after = rules.after(position, move)
        for pairs in seek(after):
            yield Opening(rules.move_text(position, move), Pairing(Swaps(pairs)))


def _by_shape(rules: Any, position: Any) -> Iterator[Pairs]:
    """Pairs of moves that are carried into each other by a map that keeps who excludes whom."""
    moves = list(rules.moves(position))
    pairs = involution(rules, moves) if moves else None
    if pairs:
        yield pairs


def _by_play(rules: Rules, position: Any, truth: Truth) -> Iterator[Pairs]:
    """Pairs of moves of a small game that is solved: each answers the other by leaving a lost
    position. The checker then says whether they do so to the end."""
    moves = list(islice(rules.moves(position), _MOST_MOVES + 1))
    if len(moves) % 2 or not 0 < len(moves) <= _MOST_MOVES:
        return
    try:
        if truth.outcome(rules, position) is not Outcome.P:
            return
        answers = {move: _answers(truth, rules, rules.after(position, move)) for move in moves}
    except TooLarge:
        return
    yield from islice(_matchings(moves, answers), _MATCHINGS)


def _answers(truth: Truth, rules: Rules, met: Any) -> set[Any]:
    return {
        move
        for move in rules.moves(met)
        if truth.outcome(rules, rules.after(met, move)) is Outcome.P
    }


def _matchings(left: list[Any], answers: Mapping[Any, set[Any]]) -> Iterator[Pairs]:
    """All ways to pair the moves so that each answers its partner."""
    if not left:
        yield ()
        return
    move, *others = left
    for partner in others:
        if partner in answers[move] and move in answers[partner]:
            rest = [other for other in others if other != partner]
            for pairs in _matchings(rest, answers):
                yield ((move, partner), *pairs)


def involution(rules: Placement, moves: list[Any]) -> Pairs | None:
    """An automorphism of the graph of moves (joined if they exclude each other) that swaps them in
    pairs, the two of a pair never joined."""
    cells = [frozenset(rules.footprint(move)) for move in moves]
    size = len(moves)
    joined = [[bool(cells[i] & cells[j]) for j in range(size)] for i in range(size)]
    degree = [sum(row) for row in joined]
    partner = [-1] * size
    tries = 0

    def fits(i: int, j: int) -> bool:
        return all(
            partner[k] < 0
            or (joined[i][k] == joined[j][partner[k]] and joined[j][k] == joined[i][partner[k]])
            for k in range(size)
        )

    def fill() -> bool:
        nonlocal tries
        tries += 1
        if tries > _TRIES:
            return False
        i = next((k for k in range(size) if partner[k] < 0), -1)
        if i < 0:
            return True
        for j in range(i + 1, size):
            free = partner[j] < 0 and not joined[i][j] and degree[i] == degree[j]
            if free and fits(i, j):
                partner[i], partner[j] = j, i
                if fill():
                    return True
                partner[i] = partner[j] = -1
        return False

    if size % 2 or not fill():
        return None
    return tuple((moves[i], moves[j]) for i, j in enumerate(partner) if i < j)


def _discovery(rules: Rules, done: list[Paired], tried: int) -> Discovery:
    lost = [one for one in done if isinstance(one.certificate, Pairing)]
    won = [one for one in done if isinstance(one.certificate, Opening)]
    walk = isinstance(rules, Walk)
    said = []
    if walk:
        said.append(
            "Pair neighbouring cells, as many as can be. If every cell that may be gone to has a"
            " partner whatever the choice of pairs, the second player wins by always going to the"
            " partner; otherwise the first player wins by going to a cell that can be left over."
        )
    else:
        said.append(
            "The moves are paired so that the partner of a move can always be made after it: answer"
            " each move by its partner."
        )
    if lost:
        said.append(f"The second player wins on {_listed(lost)}.")
    if won:
        said.append(f"The first player wins on {_listed(won)}.")
    scopes = {one.checked.scope for one in done}
    how = "by one look at every cell" if scopes == {"local"} else "through every line of play"
    largest = max(done, key=lambda one: one.checked.seen)
    reach = (
        f"checked on {len(done)} of {tried} boards, as large as"
        f" {largest.rules.text(largest.position)}: on each {how}"
    )

    def make(asked: Rules, position: Any) -> Certificate | None:
        if not alike(asked, rules):
            return None
        try:
            found = paired(asked, position)
        except NimatronError:
            return None
        return found.certificate if found else None

    return Discovery(
        "pairing",
        Claim("found-pairing", " ".join(said), make),
        HOLDS,
        reach,
        None,
        {"boards": [one.rules.text(one.position) for one in done]},
    )


def _listed(ones: list[Paired]) -> str:
    texts = [one.rules.text(one.position) for one in ones]
    return ", ".join(texts[:8]) + (f"... ({len(texts)} boards)" if len(texts) > 8 else "")
