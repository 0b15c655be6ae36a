"""Sums of games are answered by the theory of their parts, and the checker sees each part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nimatron.certificates.check import check
from nimatron.certificates.forms import Kernel, NimSum, Parts, Searched, from_json, to_json
from nimatron.errors import Refused, UsageError
from nimatron.games.sum import GAME, SumOfGames
from nimatron.solve.ask import solve

TEXT = "nim:3,4 + cram:3x3 + kayles:7"
RULES = SumOfGames().sized(TEXT)
AT = RULES.read(TEXT)


def made() -> Parts:
    certificate = GAME.claims[0](RULES, AT)
    assert isinstance(certificate, Parts)
    return certificate


def test_the_certificate_is_data() -> None:
    assert from_json(to_json(made())) == made()


@pytest.mark.parametrize(
    "false",
    [
        Parts(made().parts[:2]),
        Parts((NimSum("n + 1"), *made().parts[1:])),
        Parts((made().parts[0], Searched(1), made().parts[2])),
        Parts((Kernel("xor(a) == 0"), *made().parts[1:])),
    ],
)
def test_a_false_part_is_refused(false: Parts) -> None:
    check(RULES, AT, made())
    with pytest.raises(Refused):
        check(RULES, AT, false)


@pytest.mark.parametrize("kind", ["selective", "conjunctive"])
def test_nimbers_do_not_add_in_other_sums(kind: str) -> None:
    rules = replace(RULES, kind=kind)
    assert GAME.claims[0](rules, AT) is None
    with pytest.raises(Refused):
        check(rules, AT, made())


def test_huge_parts_are_answered_at_once() -> None:
    found = solve("sum", "nim:1000000000000,4 + kayles:1000000000")
    assert found.grundy == 1000000000005
    assert found.winning_move == "part 1: take 999999999995 from pile 1"


@pytest.mark.parametrize(
    "text",
    ["nim", "nim:3 + ", "nim:3+", "sum:nim:3", "bachet(k):3", "nosuch:3", "nim(k=2):3"],
)
def test_unreadable_sums(text: str) -> None:
    with pytest.raises(UsageError):
        solve("sum", text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("nim:1+cram:1x2", ["nim:1", "cram:1x2"]),
        ("nim:3 +bachet(k=2):5+ kayles:4", ["nim:3", "bachet(k=2):5", "kayles:4"]),
        ("poker-nim:3,4+2+nim:3", ["poker-nim:3,4+2", "nim:3"]),
        ("nim:3 + poker-nim:3,4+2", ["nim:3", "poker-nim:3,4+2"]),
    ],
)
def test_parts_are_told_apart_by_the_names_of_games(text: str, parts: list[str]) -> None:
    rules = SumOfGames().sized(text)
    assert rules.text(rules.read(text)) == " + ".join(parts)
