"""Copying: an involution by which every move is answered, after one opening move if need be."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import Any

from nimatron.certificates.check import Checked, check
from nimatron.certificates.forms import Certificate, Mirror, Opening
from nimatron.discover.found import HOLDS, PROVED, Discovery, alike, stated
from nimatron.discover.maps import TWINS, WORDS, maps
from nimatron.discover.truth import Progress, contradicted, positions, told_apart
from nimatron.discover.twins import twins
from nimatron.discover.uniform import copied_for_ever
from nimatron.errors import NimatronError, PositionError, Refused, TooLarge
from nimatron.game import Claim
from nimatron.rules.protocol import Continuous, Piercing, Placement, Rules, Walk

_SECONDS = 5.0
_CHECK_MOVES = 4000
_OPENINGS = 60  # moves that are tried as the first, besides those that are their own image
_LISTED = 2000
_FAR = 500_000  # the same where it is known that there is such a move
_LOOKED_AT = 20_000  # small positions among which boards are looked for
_ENOUGH = 3  # boards of a kind, before anything is said of the kind
_SMALL = 3  # sides of boards that may be too small for what goes on larger ones
_UNIFORM = (
    "a finite argument for boards of all sizes: where a piece meets its own image depends on the"
    " parity of the sides alone, and every such place was looked at"
)
_LARGER = ((8, 8), (9, 9), (8, 9), (9, 8), (12, 14), (15, 13), (12, 15), (15, 12))
_BAD = (NimatronError, TypeError, ValueError, LookupError, AttributeError)


Board = tuple[Rules, Any]
"""Rules with a start."""


@dataclass(frozen=True)
class Copied:
    """A start that can be copied on: by which map, after which move, and what the checker saw."""

    rules: Rules
    position: Any
    map: str
    opening: str
    certificate: Certificate
    checked: Checked


def mirrors(
    rules: Rules,
    listed: Sequence[Board],
    progress: Progress,
    until: float,
    names: tuple[str, ...] = (),
) -> list[Discovery]:
    """Boards on which copying wins, by maps of these names if any are given; the map that serves
    most of them comes first."""
    began = time.thread_time()
    copied: list[Copied] = []
    looked: list[tuple[Rules, Any]] = []
    for board, start in listed:
        if time.thread_time() - began > _SECONDS or time.monotonic() > until:
            break
        progress(f"trying to copy on {board.text(start)}")
        looked.append((board, start))
        try:
            found = copy(board, start, names)
        except TooLarge:
            continue  # a board that is too large says nothing
        if found is not None:
            if not isinstance(board, Continuous) and contradicted(
                board, start, found.checked.outcome
            ):
                return []  # what the rules declare of themselves is not so
            copied.append(found)
    return _told(rules, looked, copied)


def boards(rules: Rules, sizes: tuple[int, int] | None) -> Iterator[Board]:
    """Empty boards, the small ones first, and a few that are larger."""
    if isinstance(rules, Continuous):
        yield rules, rules.start()
        return
    met = 0
    fresh = set[Any]()
    for size, board, start in _as_far_as_listed(rules):
        if size > (sizes[1] if sizes else 30) or met > 60:
            break
        try:
            if start != board.start() and not _is_whole(board, start):
                continue
        except NimatronError:
            return
        key = (told_apart(board), start)
        if key not in fresh:
            fresh.add(key)
            met += 1
            yield board, start
    if not met:
        with suppress(PositionError):  # there may be no start
            yield rules, rules.start()
        return
    if type(rules).sizes == ("rows", "columns") and sizes is None:
        for rows, columns in _LARGER:
            try:
                larger = rules.sized(f"{rows}x{columns}")
            except NimatronError:
                return
            if (told_apart(larger), larger.start()) not in fresh:
                yield larger, larger.start()


def _as_far_as_listed(rules: Rules) -> Iterator[tuple[int, Rules, Any]]:
    try:
        yield from islice(positions(rules), _LOOKED_AT)
    except TooLarge:
        return


def _is_whole(board: Rules, start: Any) -> bool:
    """Whether a position of rules without sizes is a whole board, such as a strip of n cells."""
    text = board.text(start)
    return text.isdecimal() and type(board).sizes == ()


def copy(
    rules: Rules,
    position: Any,
    names: tuple[str, ...] = (),
    *,
    ended: bool = False,
    proved: tuple[bool, ...] = (),
) -> Copied | None:
    """The first map, of these names if any are given, by which a position is won by copying.

    Where nothing is left to copy any map would do; that counts only with `ended`. Boards on which
    not every move can be looked at are passed over, unless it is proved that copying wins: then
    `proved` says whether it does from the start (False), after an opening move (True), or both."""
    try:
        chosen = [one for one in maps(rules, position) if not names or one[0] in names]
    except _BAD:
        return None
    later = []
    for name, symmetry in chosen:
        mirror = Mirror(symmetry)
        checked = _checked(rules, position, mirror, False in proved)
        if checked is not None and (ended or _goes_on(rules, position)):
            return Copied(rules, position, name, "", mirror, checked)
        later.append((name, mirror))
    for name, mirror in later:
        found = _opened(rules, position, name, mirror, ended, True in proved)
        if found is not None:
            return found
    return _twinned(rules, position) if not names or TWINS in names else None


def _twinned(rules: Rules, position: Any) -> Copied | None:
    """The same by keeping the parts equal in pairs."""
    if isinstance(rules, (Continuous, Walk)):
        return None
    try:
        made = twins(rules, position)
    except _BAD:
        return None
    checked = None if made is None else _checked(rules, position, made, False)
    if made is None or checked is None:
        return None
    opening = made.move if isinstance(made, Opening) else ""
    return Copied(rules, position, TWINS, opening, made, checked)


def _goes_on(rules: Rules, position: Any) -> bool:
    return isinstance(rules, Continuous) or any(True for _ in rules.moves(position))


def _checked(rules: Rules, position: Any, certificate: Certificate, proved: bool) -> Checked | None:
    try:
        checked = check(rules, position, certificate, _CHECK_MOVES)
    except Refused:
        return None
    except _BAD:
        return None
    whole = checked.scope != "here" or isinstance(rules, Continuous)
    return checked if whole or proved else None


def _opened(
    rules: Rules, position: Any, name: str, mirror: Mirror, ended: bool, proved: bool
) -> Copied | None:
    """A first move after which every move can be copied; those that are their own image first."""
    for move in _first_moves(rules, position, mirror, _FAR if proved else _LISTED):
        after = rules.after(position, move)
        if not (ended or _goes_on(rules, after)):
            continue
        if _checked(rules, after, mirror, proved) is None:
            continue
        said = rules.move_text(position, move)
        opening = Opening(said, mirror)
        checked = _checked(rules, position, opening, proved)
        if checked is not None:
            return Copied(rules, position, name, said, opening, checked)
    return None


def _first_moves(rules: Rules, position: Any, mirror: Mirror, most: int) -> Iterator[Any]:
    listed = rules.some_moves if isinstance(rules, Continuous) else rules.moves
    moves = list(islice(listed(position), most))
    own, others = list[Any](), list[Any]()
    for move in moves:
        try:
            fixed = rules.image(move, mirror.symmetry) == move
        except _BAD:
            return
        (own if fixed else others).append(move)
    yield from own
    if (
        len(moves) <= _OPENINGS and not isinstance(rules, (Placement, Piercing, Continuous))
    ) or len(moves) <= _OPENINGS // 2:
        yield from others


@dataclass(frozen=True)
class _Group:
    """The boards whose sizes have the same parities, if all that were tried can be copied on."""

    odd: tuple[bool, ...]
    ones: tuple[Copied, ...]
    but: tuple[tuple[Rules, Any], ...]
    """Small boards of these parities on which it does not go."""
    wide: bool
    """Whether boards with a side of 1 are left out."""

    @property
    def opened(self) -> bool:
        return bool(self.ones[0].opening)

    @property
    def left_out(self) -> set[tuple[int, ...]]:
        """The sizes of these small boards."""
        return {_sides(board, start) for board, start in self.but}

    @property
    def least(self) -> int:
        """The shortest side that a board may have."""
        return 2 if self.wide else 1

    def has(self, board: Rules, start: Any) -> bool:
        """Whether a whole board is of this kind."""
        sides = _sides(board, start)
        if not sides or min(sides) < self.least or sides in self.left_out:
            return False
        return tuple(side % 2 == 1 for side in sides) == self.odd


def _told(rules: Rules, looked: list[tuple[Rules, Any]], copied: list[Copied]) -> list[Discovery]:
    """One discovery for each map, with the boards on which it serves."""
    by_map: dict[str, list[Copied]] = {}
    for one in copied:
        by_map.setdefault(one.map, []).append(one)
    found = []
    for name, ones in sorted(by_map.items(), key=lambda item: -len(item[1])):
        groups = [] if name == TWINS else list(_groups(looked, ones))
        regular = {id(one) for group in groups for one in group.ones}
        others = [one for one in ones if id(one) not in regular]
        if groups or len(others) >= min(3, len(looked)):
            found.append(_discovery(rules, name, groups, [] if groups else others))
    return found


def _groups(looked: list[tuple[Rules, Any]], ones: list[Copied]) -> Iterator[_Group]:
    sizes = [_sides(board, start) for board, start in looked]
    kinds = {tuple(side % 2 == 1 for side in sides) for sides in sizes if sides}
    for odd in sorted(kinds):
        for opened in (False, True):
            here = [
                (sides, one)
                for one in ones
                if (sides := _sides(one.rules, one.position))
                and bool(one.opening) is opened
                and tuple(side % 2 == 1 for side in sides) == odd
            ]
            served = {sides for sides, _ in here}
            if len(served) < _ENOUGH:
                continue
            failed = [
                (board, start)
                for (board, start), sides in zip(looked, sizes, strict=True)
                if sides not in served
                and tuple(side % 2 == 1 for side in sides) == odd
                and not _at_once(board, start, here[0][1])
            ]
            wide = len(odd) > 1 and any(min(_sides(*one)) == 1 for one in failed)
            kept = [one for one in failed if not wide or min(_sides(*one)) > 1]
            chosen = tuple(one for sides, one in here if not wide or min(sides) > 1)
            if chosen and all(max(_sides(*one)) <= _SMALL for one in kept):
                yield _Group(odd, chosen, tuple(kept), wide)


def _at_once(board: Rules, start: Any, like: Copied) -> bool:
    """Whether the same goes where play is over before there is anything to copy."""
    found = copy(board, start, (like.map,), ended=True)
    return found is not None and bool(found.opening) is bool(like.opening)


def _sides(board: Rules, start: Any) -> tuple[int, ...]:
    """The sizes of a board: its sides, or how many cells or points it has."""
    if type(board).sizes:
        sides = tuple(getattr(board, name) for name in type(board).sizes)
        return sides if all(type(side) is int for side in sides) else ()
    text = board.text(start)
    return (int(text),) if text.isdecimal() else ()


def _discovery(rules: Rules, name: str, groups: list[_Group], others: list[Copied]) -> Discovery:
    said = [_sentence(_kind(rules, group), group.ones[-1], WORDS[name]) for group in groups]
    sure = [
        copied_for_ever(rules, name, group.odd, group.opened, group.left_out, group.least)
        for group in groups
    ]
    if others:
        texts = [one.rules.text(one.position) for one in others]
        listed = ", ".join(texts[:8]) + (f", ... ({len(texts)} boards)" if len(texts) > 8 else "")
        said += [_sentence(listed, one, WORDS[name]) for one in others[-1:]]
    ones = [one for group in groups for one in group.ones] + others
    proved = _UNIFORM if sure and all(sure) else ""
    names = (name,)

    def make(asked: Rules, position: Any) -> Certificate | None:
        if not alike(asked, rules):
            return None
        whole = proved and (position == asked.start() or _is_whole(asked, position))
        covered = [group.opened for group in groups if whole and group.has(asked, position)]
        again = copy(asked, position, names, ended=True, proved=tuple(covered))
        return again.certificate if again else None

    return Discovery(
        "mirror",
        Claim(f"found-mirror-{name}", stated(" ".join(said), proved), make, proved),
        PROVED if proved else HOLDS,
        proved or _looked(ones),
        None,
        {"map": name, "boards": [one.rules.text(one.position) for one in ones]},
    )


def _sentence(where: str, one: Copied, how: str) -> str:
    at = one.rules.text(one.position)
    if not one.opening:
        return f"On {where} the second player wins: answer each move {how}."
    return (
        f"On {where} the first player wins: open so that every move can be copied ({one.opening} on"
        f" {at}), then answer {how}."
    )


def _kind(rules: Rules, group: _Group) -> str:
    words = ["odd" if side else "even" for side in group.odd]
    texts = ", ".join(board.text(start) for board, start in group.but)
    but = f" (but for {texts})" if group.but else ""
    if len(words) == 1:
        return f"boards of {words[0]} size{but}"
    if group.wide:
        but = f", all above 1{but}"
    names = type(rules).sizes
    return (
        "boards with "
        + " and ".join(f"{word} {name}" for word, name in zip(words, names, strict=True))
        + but
    )


def _looked(ones: list[Copied]) -> str:
    scopes = {one.checked.scope for one in ones}
    if "here" in scopes:
        return "tried on some moves only, since they cannot all be listed"
    largest = max(ones, key=lambda one: prod(_sides(one.rules, one.position)))
    count = f"{len(ones)} board{'s' if len(ones) > 1 else ''}"
    to = f"checked on {count}, as large as {largest.rules.text(largest.position)}"
    if scopes == {"local"}:
        return f"{to}: on each by one look at every move, none of which meets its own image"
    return f"{to}: on each through every line of play"
