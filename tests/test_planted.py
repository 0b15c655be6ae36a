"""Faults planted in rules and claims: each must be caught by some law of the contract."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

import contract
from nimatron import pictures
from nimatron.certificates.forms import Affine, Certificate, Kernel, Mirror, NimSum, Opening
from nimatron.errors import UsageError
from nimatron.game import Claim, Erratum, Fact, Game
from nimatron.games import games
from nimatron.games.bachet import Bachet
from nimatron.games.cram import Cram
from nimatron.games.nim import Nim
from nimatron.rules.protocol import Rules
from nimatron.solve.verify import verify
from nimatron.values import Convention, Outcome

BACHET = replace(games["bachet"], trials=[{}])
CRAM = games["cram"]


def claim(make: Callable[[Any, Any], Certificate | None]) -> Claim:
    return Claim("planted", "A false statement.", make, proved="nowhere")


class ForgetsLast(Bachet):
    def takes(self, n: int) -> range:
        return range(1, min(n, self.k))


class Repeats(Bachet):
    def moves(self, position: Any) -> Any:
        return itertools.chain(super().moves(position), super().moves(position))


class Shuffles(Bachet):
    flip = itertools.count()

    def moves(self, position: Any) -> Any:
        moves = list(super().moves(position))
        return moves[::-1] if next(self.flip) % 2 else moves


class AllowsAll(Bachet):
    def legal(self, position: Any, move: Any) -> bool:
        return True


class AllowsNone(Bachet):
    def legal(self, position: Any, move: Any) -> bool:
        return False


class StandsStill(Bachet):
    def after(self, position: Any, move: Any) -> Any:
        return position


class PutsBack(Bachet):
    """Taking the last counter is followed by a fresh one: play never ends."""

    def after(self, position: Any, move: Any) -> Any:
        option = super().after(position, move)
        return option if any(option) else (2, *option[1:])


class ForgetsHeaps(Bachet):
    def components(self, position: Any) -> Any:
        return [(n,) for n in position[:1] if n]


class WrongCanon(Bachet):
    def canonical(self, position: Any) -> Any:
        return tuple(sorted(n // 2 for n in position if n)) or (0,)


class Unreadable(Bachet):
    def text(self, position: Any) -> str:
        return "heaps of " + super().text(position)


class SameWords(Bachet):
    def move_text(self, position: Any, move: Any) -> str:
        return "take some"


class NoPicture(Bachet):
    def picture(self, position: Any) -> pictures.Picture:
        raise TypeError("no picture")


class WideDomino(Cram):
    """Takes a neighbour along, but says that only the domino's cells are taken."""

    def after(self, used: int, move: Any) -> int:
        row, column = move[-1]
        beyond = (row, column + 1)
        return super().after(used, move) | (self.bit(beyond) if self.has(beyond) else 0)


def with_rules(rules: type[Rules]) -> Game:
    return replace(BACHET, rules=rules)


def xor_everywhere(rules: Any, position: Any) -> Certificate:
    return NimSum("n")


def wrong_answers(rules: Any, position: Any) -> Certificate:
    return NimSum("n % (k + 1)", answers="[(1, heap(a[0] - 1))]", every=True)


def odd_wins(rules: Any, position: Any) -> Certificate:
    return Kernel("sum(a) % 2 == 0")


def misere_like_normal(rules: Any, position: Any) -> Certificate:
    return Kernel("xor(a) == 0", convention=Convention.MISERE)


def copy_upside_down(cram: Cram, used: Any) -> Certificate | None:
    return Mirror(Affine((-1, 1), (cram.rows + 1, 0))) if not used else None


def corner_first(cram: Cram, used: Any) -> Certificate | None:
    if used or cram.columns < 2:
        return None
    then = Mirror(Affine((-1, -1), (cram.rows + 1, cram.columns + 1)))
    return Opening("cover 1,1 1,2", then)


PLANTED: dict[str, tuple[Game, Callable[[Game], None]]] = {
    "a rule that forgets a move": (with_rules(ForgetsLast), contract.claims_hold),
    "the same move twice": (with_rules(Repeats), contract.moves_are_stable),
    "moves in another order": (with_rules(Shuffles), contract.moves_are_stable),
    "illegal moves allowed": (with_rules(AllowsAll), contract.illegal_moves_are_refused),
    "legal moves denied": (with_rules(AllowsNone), contract.illegal_moves_are_refused),
    "a move that leads nowhere": (with_rules(StandsStill), contract.after_changes_nothing),
    "play that never ends": (with_rules(PutsBack), contract.play_ends),
    "heaps forgotten": (with_rules(ForgetsHeaps), contract.components_add),
    "a wrong canonical form": (with_rules(WrongCanon), contract.canonical_keeps_the_value),
    "a text that is not read back": (with_rules(Unreadable), contract.positions_round_trip),
    "moves of one name": (with_rules(SameWords), contract.moves_round_trip),
    "no picture": (with_rules(NoPicture), contract.pictures_are_drawn),
    "a structure that is not there": (
        replace(CRAM, rules=WideDomino),
        contract.structure_is_as_declared,
    ),
    "a wrong fact": (replace(BACHET, facts=[Fact("21", "P")]), contract.facts_hold),
    "a wrong nimber": (replace(BACHET, facts=[Fact("21", grundy=2)]), contract.facts_hold),
    "wrong winning moves": (
        replace(BACHET, facts=[Fact("21", winning=("take 2",))]),
        contract.facts_hold,
    ),
    "no facts": (replace(BACHET, facts=[]), contract.facts_hold),
    "no sources": (replace(BACHET, sources=[]), contract.tells_what_it_is),
    "a false value": (replace(BACHET, claims=[claim(xor_everywhere)]), contract.claims_hold),
    "wrong answers": (replace(BACHET, claims=[claim(wrong_answers)]), contract.claims_hold),
    "a false kernel": (replace(BACHET, claims=[claim(odd_wins)]), contract.claims_hold),
    "a claim that never applies": (
        replace(BACHET, claims=[claim(lambda rules, at: None)]),
        contract.claims_hold,
    ),
    "misère taken for normal": (
        replace(
            games["nim"],
            claims=[replace(claim(misere_like_normal), convention=Convention.MISERE)],
        ),
        contract.claims_hold,
    ),
    "a false mirror": (replace(CRAM, claims=[claim(copy_upside_down)]), contract.claims_hold),
    "a wrong opening": (replace(CRAM, claims=[claim(corner_first)]), contract.claims_hold),
    "an erratum that is right": (
        replace(
            games["nim"],
            errata=[Erratum("here", "true", "true", wrong="xor(a) != 0", counterexample="0")],
        ),
        contract.errata_are_wrong,
    ),
    "a counterexample that is not the smallest": (
        replace(
            games["nim"],
            errata=[Erratum("here", "false", "true", wrong="xor(a) == 0", counterexample="5")],
        ),
        contract.errata_are_wrong,
    ),
}


@pytest.mark.parametrize("fault", list(PLANTED))
def test_planted_fault_is_caught(fault: str) -> None:
    game, law = PLANTED[fault]
    with pytest.raises((AssertionError, TypeError, UsageError)):
        law(game)


def test_the_sound_twins_pass() -> None:
    """The laws accept what the faults were planted in: they do not refuse everything."""
    for law in contract.LAWS:
        law(BACHET)


def test_verify_names_the_first_counterexample() -> None:
    game = replace(BACHET, claims=[claim(xor_everywhere)])
    [report] = verify(game)
    assert report.status == "false"
    assert report.counterexample.startswith("4 (k=3): ")


class ColdNim(Nim):
    """Nim whose solver-side structure lies: heaps are said to be one each."""

    def components(self, position: Any) -> Any:
        return [(sum(position),)] if sum(position) else []


def test_a_lying_structure_does_not_pass() -> None:
    with pytest.raises(AssertionError):
        contract.solver_agrees(replace(games["nim"], rules=ColdNim, claims=[]))


@dataclass(frozen=True)
class Newcomer(Rules):
    """The game of the tutorial: two methods and nothing else."""

    def moves(self, n: int) -> range:
        return range(1, n // 2 + 1)

    def after(self, n: int, bite: int) -> int:
        return n - bite

    def start(self) -> int:
        return 9


NEWCOMER = Game(
    Newcomer,
    slug="newcomer",
    story="Bite off at most half.",
    sources=["here"],
    facts=[Fact("7", "P")],
)


@pytest.mark.parametrize("law", contract.LAWS, ids=lambda law: law.__name__)
def test_two_methods_are_a_whole_game(law: Callable[[Game], None]) -> None:
    law(NEWCOMER)


def test_outcome_words() -> None:
    assert [outcome.winner for outcome in Outcome] == ["first", "second", "none"]
