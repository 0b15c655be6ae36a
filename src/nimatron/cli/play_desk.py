"""What the terminal and the pipe share: one game with its players, and the commands during play."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from nimatron.errors import IllegalMove, NimatronError, TooLarge, UsageError, did_you_mean
from nimatron.play.effort import THINKING, within
from nimatron.play.external import Program, ProgramFault
from nimatron.play.hints import hint
from nimatron.play.levels import player_of
from nimatron.play.review import review
from nimatron.play.session import HUMAN, PROGRAM, Session
from nimatron.play.transcript import result, write
from nimatron.rules.protocol import Continuous
from nimatron.values import Convention
from nimatron.whole import whole_file

WON, LOST, ILLEGAL, ENDED, DRAWN = 0, 1, 2, 3, 4
"""Exit codes: 2 for a move that cannot be made in a pipe, 3 for an end before the game's."""
COMMANDS = {
    "hint": "a hint: who wins; then which part, which move, every move (`hint 4` at once)",
    "moves": "the legal moves, and where each leads",
    "why": "who wins this position, and by what strategy",
    "undo": "take your last move back",
    "resign": "give the game up",
    "save": "`save FILE` writes the game to a file",
    "keep": "`keep NAME` keeps the game in the data folder; `nimatron play --list` lists it",
    "quit": "leave",
    "help": "this list",
}
_OTHER_WORDS = {
    "?": "help",
    "h": "help",
    "exit": "quit",
    "q": "quit",
    "hints": "hint",
    "back": "undo",
}
_LISTED = 60
_COMPARED = 500  # legal moves among which a mistyped one is sought
_WIDE = 40


class Quit(Exception):
    """The player leaves."""


@dataclass
class Desk:
    """A session, who plays in it, and what was told of it."""

    session: Session
    program: Program | None = None
    keep: Callable[[Session, str, int | None], int] | None = None
    """Keeps the game in the data folder; given a name and the number it has there already."""
    number: int | None = None
    _rung: int = field(default=0, init=False)
    _hinted: Session | None = field(default=None, init=False)

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(i for i, seat in enumerate(self.session.seats) if seat.level == HUMAN)

    @property
    def waits(self) -> bool:
        """Whether a human is to move."""
        return not self.session.over and self.session.mover in self.humans

    def answer(self) -> list[str]:
        """Let the computer or the program make its move; remarks about it."""
        session = self.session
        if session.seat.level == PROGRAM:
            assert self.program is not None
            try:
                self.session = self.program.reply(session)
            except ProgramFault as e:
                self.session = session.resign(reason=" ".join(str(e).split()))
                return [f"the program {e}"]
            return []
        player = player_of(session)
        self.session = session.move(player.choose(session.rules, session.position))
        if player.guessed:
            return ["this position is too large to decide in a few seconds, so that was a guess"]
        return []

    def exit_code(self) -> int:
        """0 won, 1 lost, 4 drawn, 0 between two humans; 3 if the game is not over."""
        if not self.session.over:
            return ENDED
        if len(self.humans) == 2:
            return WON
        if self.session.winner is None:
            return DRAWN
        return WON if self.session.winner in self.humans else LOST

    def close(self) -> None:
        """Tell the program that it is over, and end it."""
        if self.program is None:
            return
        if self.session.over:
            self.program.end(self.session, 1 - (self.humans or (0,))[0])
        self.program.close()

    # ---- what is typed

    def is_command(self, line: str) -> str | None:
        """The command that a line gives, if it is one."""
        word = (line.split() or [""])[0].lower()
        word = _OTHER_WORDS.get(word, word)
        return word if word in COMMANDS else None

    def do(self, command: str, line: str) -> list[str]:
        """Do what a command says; the lines to tell."""
        given = line.strip().partition(" ")[2].strip()
        told = getattr(self, f"_{command}")(given)
        assert isinstance(told, list)
        return told

    def play(self, text: str) -> None:
        """Make a human's move; an error says what might have been meant, or what can be played."""
        try:
            self.session = self.session.play(text)
        except UsageError as e:
            texts = self.session.legal(_COMPARED).texts
            if "did you mean" in str(e) or not texts:
                raise
            if isinstance(e, IllegalMove) or isinstance(self.session.rules, Continuous):
                near = ""
            else:
                near = did_you_mean(text, [*texts, *COMMANDS])
            # In Chomp the first move in the list is the poisoned piece; the last is a small bite.
            raise e.but(near or f"you can play `{texts[-1]}`, say; `moves` lists more") from e

    def _hint(self, given: str) -> list[str]:
        if given and not re.fullmatch("[1-4]", given):
            raise UsageError("hint, or hint 1 to hint 4", f"hint {given}")
        if self._hinted != self.session:
            self._hinted, self._rung = self.session, 0
        self._rung = int(given) if given else min(self._rung + 1, 4)
        told = list(hint(self.session, self._rung).lines)
        more = ["`hint` again tells more."] if self._rung < 4 and not self.session.over else []
        return [*told, *more]

    def _moves(self, given: str) -> list[str]:
        rules, at = self.session.rules, self.session.position
        texts, moves, complete = self.session.legal(_LISTED)
        wide = max((len(text) for text in texts), default=0)
        lines = []
        for text, move in zip(texts, moves, strict=True):
            to = rules.text(rules.after(at, move))
            lines.append(f"  {text:<{wide}}  ->  {to}" if len(to) <= _WIDE else f"  {text}")
        return [*lines, *([] if complete else ["  ... and there are more"])] or [
            "The game is over."
        ]

    def _why(self, given: str) -> list[str]:
        from nimatron.cli.solve import headline
        from nimatron.solve.tell import tell

        try:
            asked = self.session.question
            told = tell(asked, within(THINKING, asked.rules, asked.position))
        except TooLarge:
            return ["This position is too large to decide in a few seconds."]
        head = headline(self.session.game.name, told.answer)
        return [head, *([told.statement] if told.statement else []), *told.words]

    def _undo(self, given: str) -> list[str]:
        session = self.session
        one = len(self.humans) == 2 or not self.humans
        self.session = session.undo() if one else session.back(self.humans[0])
        return []

    def _resign(self, given: str) -> list[str]:
        self.session = self.session.resign()
        return []

    def _save(self, given: str) -> list[str]:
        if not given:
            raise UsageError("the name of a file, such as `save game.txt`")
        path = Path(given).expanduser()
        if path.exists():
            raise UsageError("a new file", given, hint="there is one of this name")
        with whole_file(path) as file:
            file.write(self.transcript())
        return [f"Saved in {given}; `nimatron play --load {given}` goes on from there."]

    def _keep(self, given: str) -> list[str]:
        if self.keep is None:
            raise UsageError("a data folder to keep games in", hint="`--data FOLDER` names one")
        self.number = self.keep(self.session, given, self.number)
        return [
            f"Kept as game {self.number}; `nimatron play --load {self.number}` goes on from there."
        ]

    def _quit(self, given: str) -> list[str]:
        raise Quit

    def _help(self, given: str) -> list[str]:
        session = self.session
        wide = max(map(len, COMMANDS))
        example = session.legal(1).texts
        head = [f"Type a move, such as `{example[0]}`, or a command:"] if example else []
        story = " ".join(session.game.story.split())
        misere = session.convention is Convention.MISERE
        return [
            *([story] if story else []),
            *(["But this is misère play: who cannot move WINS."] if misere else []),
            *head,
            *(f"  {name:<{wide}}  {line}" for name, line in COMMANDS.items()),
        ]

    # ---- what is told at the end

    def transcript(self) -> str:
        """The game as text; if it is over, with the moves marked that gave it away."""
        if not self.session.over:
            return write(self.session)
        try:
            return write(self.session, review(self.session).notes())
        except NimatronError:
            return write(self.session)

    def look_back(self) -> list[str]:
        """Where the game was lost, and what would have won."""
        return list(review(self.session).lines)

    def result(self) -> str:
        """`won`, `lost` or `draw` for the human; `first` or `second` between two."""
        if len(self.humans) == 2 or self.session.winner is None:
            return result(self.session)
        return "won" if self.session.winner in self.humans else "lost"
