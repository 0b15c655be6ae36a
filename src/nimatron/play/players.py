"""Opponents: one at random, and one that plays perfectly and, where it is lost, resists longest."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from nimatron.certificates.forms import Mirror, Opening, Pairing
from nimatron.certificates.strategy import reply
from nimatron.errors import IllegalMove, TooLarge
from nimatron.game import Game
from nimatron.rules.heaps import Taking
from nimatron.rules.protocol import Continuous, Rules
from nimatron.solve.answer import Answer
from nimatron.solve.choose import Question, answer, applicable
from nimatron.solve.limits import Limits, Meter
from nimatron.solve.loopy import LoopySolution
from nimatron.solve.outcomes import Outcomes
from nimatron.solve.pieces import Loop, Pieces
from nimatron.values import Convention, Outcome

_LISTED = 2000  # moves among which a random one is chosen
_RESIST = Limits(positions=20_000, seconds=2.0, moves=200_000)
_RESIST_ROUND = Limits(positions=8_000, seconds=1.0)  # where all that can be reached is listed


class Player(Protocol):
    """Whoever chooses a move in a position that has one."""

    def choose(self, rules: Rules, position: Any) -> Any:
        """The move to make."""


def random_move(rules: Rules, position: Any, rng: random.Random) -> Any:
    """A legal move at random, in a position that has one; among the first few thousand where there
    are more."""
    if isinstance(rules, Continuous):
        places = list(rules.some_moves(position))
        return rng.choice(places) if places else rules.any_move(position)
    if isinstance(rules, Taking):  # piles may be too high to list what can be taken
        piles = [(pile, n) for pile, n in enumerate(position, 1) if n]
        for pile, n in rng.sample(piles, len(piles)):
            takes = rules.takes(n)
            if isinstance(takes, range) and takes:
                taken = takes[rng.randrange((takes[-1] - takes[0]) // takes.step + 1)]
                return pile, ((n - taken,) if taken < n else ())
    moves = list(islice(rules.moves(position), _LISTED))
    if not moves:
        raise IllegalMove("a position with a move", rules.text(position), hint="the game is over")
    return rng.choice(moves)


@dataclass
class Random:
    """Plays any legal move."""

    rng: random.Random

    def choose(self, rules: Rules, position: Any) -> Any:
        return random_move(rules, position, self.rng)


def by_strategy(found: Answer) -> str | None:
    """A winning move; where there are several, the one with which the strategy begins that is told
    as the reason. So who loses sees it at work: the winner copies, say."""
    certificate = found.certificate
    return certificate.move if isinstance(certificate, Opening) else found.winning_move


def by_copying(before: Question, move: Any, position: Any) -> Any:
    """The answer to a move that was made in a lost position, where the strategy there is to copy
    or to go to the partner; None elsewhere."""
    applied = applicable(before)
    if applied is None or not isinstance(applied.certificate, (Mirror, Pairing)):
        return None
    answered = reply(before.rules, applied.certificate, before.position, move, position)
    return answered if before.rules.legal(position, answered) else None


class Perfect:
    """Wins wherever it can; in a lost position it chooses the move after which the other needs
    longest, or a random one where that is too much to find out."""

    def __init__(
        self,
        game: Game,
        convention: Convention = Convention.NORMAL,
        *,
        seed: int = 0,
        limits: Limits | None = None,
    ) -> None:
        self.game = game
        self.convention = convention
        self._limits = limits or Limits()
        self._rng = random.Random(seed)
        self._lengths = self._counted()

    def wins(self, rules: Rules, position: Any) -> bool:
        """Whether whoever is to move wins."""
        return bool(self._answer(rules, position).winner == "first")

    def choose(self, rules: Rules, position: Any) -> Any:
        found = self._answer(rules, position)
        # A search tells a length unasked only where play may go round in cycles.
        if found.method == "search" and found.remoteness is not None and not found.drawing_moves:
            return self._in_cycles(rules, position, found.outcome)
        best = by_strategy(found)
        if best is not None:
            return rules.read_move(position, best)
        if found.winner == "first":
            return self._sought(rules, position)
        if found.drawing_moves:
            return rules.read_move(position, self._rng.choice(found.drawing_moves))
        longest = self._longest(rules, position)
        return random_move(rules, position, self._rng) if longest is None else longest

    def _answer(self, rules: Rules, position: Any) -> Answer:
        return answer(Question(self.game, rules, position, self.convention), self._limits)

    def _in_cycles(self, rules: Rules, position: Any, outcome: Outcome) -> Any:
        """Where play may go round for ever a winner has to hurry, not only to stay won."""
        solution = LoopySolution(rules, position, self.convention, Meter(self._limits))
        verdicts = [(m, solution.of(rules.after(position, m))) for m in rules.moves(position)]
        if outcome is Outcome.N:
            lost = [(v.moves or 0, m) for m, v in verdicts if v.outcome is Outcome.P]
            return min(lost, key=lambda found: found[0])[1]
        return max(verdicts, key=lambda found: found[1].moves or 0)[0]

    def _sought(self, rules: Rules, position: Any) -> Any:
        """A winning move where the proof that there is one does not show it."""
        for move in rules.moves(position):
            if not self.wins(rules, rules.after(position, move)):
                return move
        raise TooLarge(f"no winning move was found in {rules.text(position)}")

    def _longest(self, rules: Rules, position: Any) -> Any:
        moves = (
            [] if isinstance(rules, Continuous) else list(islice(rules.moves(position), _LISTED))
        )
        if len(moves) == _LISTED or not moves:
            return None
        try:
            if rules.loopy:
                of = LoopySolution(rules, position, self.convention, Meter(_RESIST_ROUND)).of
                return max(moves, key=lambda move: of(rules.after(position, move)).moves or 0)
            return max(
                moves,
                key=lambda move: self._lengths.remoteness(rules, rules.after(position, move)),
            )
        except (TooLarge, Loop):
            self._lengths = self._counted()
            return None

    def _counted(self) -> Outcomes:
        return Outcomes(Pieces(Meter(_RESIST)), self.convention, lengths=True)
