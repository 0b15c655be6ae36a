"""From an address to its page. Pure: the same address always has the same page.

Workers call `answered`. What is not found within the limits of a quick worker is handed on, by the
status 0, to a patient one; what that one cannot find is too large for this page.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, quote, unquote

from nimatron.errors import NimatronError, TooLarge, UsageError
from nimatron.solve.limits import Limits
from nimatron.web.frame import problem
from nimatron.web.markup import Markup, link, listed
from nimatron.web.reply import Reply

_MOST_FIELDS = 500
_COMMANDS = re.compile(r"; (?:see )?`nimatron[^`]*`[^;]*")  # advice for who types commands
_LOG = logging.getLogger("nimatron.web")

Query = list[tuple[str, str]]


@dataclass(frozen=True)
class Asked:
    """What a page is made from."""

    slug: str
    query: Query
    limits: Limits
    last: bool
    """Whether no more patient worker can be asked after this one."""


class Harder(Exception):
    """Not found in a short time: somebody more patient has to be asked."""


def answered(path: str, query: str, limits: Limits, *, last: bool) -> Reply:
    """The page of an address; whatever goes wrong is a page that says so."""
    try:
        head, slug = _parted(path)
        made = _maker(head, bool(slug))
        if made is None:
            return problem(404, "Not found", f"There is no page {unquote(path)[:80]}")
        return made(Asked(slug, _fields(query), limits, last))
    except Harder:
        return Reply(status=0, kept=False)
    except TooLarge as e:
        if not last:
            return Reply(status=0, kept=False)
        words = str(e).partition("; try")[0]
        return problem(422, "Too large for this page", words, _ways_on(path, query, levels=True))
    except UsageError as e:
        words = f"This page {_COMMANDS.sub('', str(e))}"
        return problem(e.http_status, "That cannot be", words, _ways_on(path, query))
    except NimatronError as e:
        return problem(e.http_status, "That did not work", str(e))
    except (RecursionError, MemoryError):
        return problem(422, "Too large for this page", "Try a smaller position.")
    except Exception as e:
        _LOG.error("a page failed: %s?%s", path, query[:500], exc_info=e)
        return problem(500, "A mistake of ours", "This page failed. It was written down.")


def _ways_on(path: str, query: str, *, levels: bool = False) -> Markup | None:
    """From a game that cannot go on: back to where it stood, or on against a lesser computer."""
    from nimatron.games import games
    from nimatron.web.address import read

    head, slug = _parted(path)
    if head != "play" or slug not in games:
        return None
    try:
        address = read(slug, _fields(query))
        ways = []
        if address.moves:
            ways.append(link(address.back_to(len(address.moves) - 1).href(), "Back to the game"))
        if levels and not address.your_turn:
            ways.append(link(replace(address, guess=True).href(), "Let the computer guess"))
            weaker = replace(address, level="greedy")
            ways.append(link(weaker.href(), "Go on against the level “greedy”"))
        ways.append(link(address.back_to(0).href("game"), "Another position"))
        return listed(ways, class_="ways")
    except UsageError:
        return listed([link(f"/game/{quote(slug, safe='')}", "Another position")], class_="ways")


def _parted(path: str) -> tuple[str, str]:
    head, _, slug = path.strip("/").partition("/")
    return head, slug


def _fields(query: str) -> Query:
    try:
        return parse_qsl(
            query, keep_blank_values=True, encoding="utf-8", errors="strict",
            max_num_fields=_MOST_FIELDS,
        )  # fmt: skip
    except (UnicodeDecodeError, ValueError):
        raise UsageError("an address in UTF-8 with fewer fields") from None


def _maker(head: str, deeper: bool) -> Callable[[Asked], Reply] | None:
    """The function that makes a page; modules are imported when they are first needed."""
    if not deeper:
        match head:
            case "":
                from nimatron.web.catalogue import catalogue

                return catalogue
            case "own":
                from nimatron.web.own_page import own

                return own
            case "sequence":
                from nimatron.web.sequence_page import sequence

                return sequence
            case "replay":
                from nimatron.web.replay_page import replay

                return replay
            case "help":
                from nimatron.web.help_page import help_page

                return help_page
            case "icon.svg":
                from nimatron.web.help_page import icon

                return icon
        return None
    match head:
        case "game":
            from nimatron.web.game_page import game

            return game
        case "play":
            from nimatron.web.play_page import play

            return play
        case "transcript":
            from nimatron.web.play_page import transcript

            return transcript
    return None
