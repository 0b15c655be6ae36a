"""The referee of interactive games, and how other judges call it.

This file is also what `nimatron judge export` packs: only the standard library, and no syntax
that Python 3.9 does not know. Solving is done elsewhere. A board tells who wins, whether a move can
be made, and what to answer; here a match is led and its verdict found.

In a match the program reads a position. If the first player has no sure win it writes `0` and
`DONE`. Otherwise it writes `1`, and its first move; then it reads a move and writes one, in turn;
after the move that wins it writes `DONE`.
"""

from __future__ import annotations

import json
import random
import sys
from contextlib import suppress
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Pair = tuple[int, int]
    Hear = Callable[[], "str | None"]
    Say = Callable[[str], None]

LONGEST = 2000  # characters of a line


class Wrong(Exception):
    """A fault of the program; `form` if what it wrote cannot even be read."""

    def __init__(self, message: str, form: bool = False) -> None:
        super().__init__(message)
        self.form = form


class Gone(Exception):
    """The program ended, or closed its output, where a line was expected."""


class Over(Exception):
    """A fault of the judge."""


def shown(line: object) -> str:
    """A line as it can be printed in a message."""
    text = ascii(line)
    return text if len(text) <= 60 else text[:57] + "..."


class Wythoff:
    """Two piles of any height; a move is `pile count`, where pile 3 means both."""

    name = "tziansitzi"
    ending = "0 0"

    def __init__(self) -> None:
        self._far: dict[Pair, int] = {}

    def read(self, line: str) -> Pair:
        words = line.replace(",", " ").split()
        if len(words) != 2 or not all(w.isascii() and w.isdigit() and len(w) < 4000 for w in words):
            raise Wrong("expected two piles, got " + shown(line), form=True)
        return int(words[0]), int(words[1])

    def line(self, at: Pair) -> str:
        return f"{at[0]} {at[1]}"

    def lost(self, at: Pair) -> bool:
        d = abs(at[0] - at[1])
        return min(at) == (d + isqrt(5 * d * d)) // 2

    def over(self, at: Pair) -> bool:
        return at == (0, 0)

    def won(self, at: Pair) -> bool:
        """Whether whoever moved to this last position has won."""
        return True

    def play(self, at: Pair, line: str) -> Pair:
        words = line.split()
        if len(words) != 2 or not all(w.isascii() and w.isdigit() and len(w) < 4000 for w in words):
            raise Wrong("expected a move `pile count`, got " + shown(line), form=True)
        pile, count = int(words[0]), int(words[1])
        most = {1: at[0], 2: at[1], 3: min(at)}.get(pile)
        if most is None:
            raise Wrong(f"there is no pile {shown(pile)}; 1, 2, or 3 for both")
        if not 1 <= count <= most:
            raise Wrong(f"{shown(line)} cannot be taken from the piles {at[0]} {at[1]}")
        return at[0] - count * (pile != 2), at[1] - count * (pile != 1)

    def winning(self, at: Pair) -> list[Pair]:
        """The winning moves, in the order pile 1, pile 2, both."""
        a, b = at
        moves = [(1, a - partner(b)), (2, b - partner(a)), (3, min(at) - cold(abs(a - b)))]
        most = {1: a, 2: b, 3: min(at)}
        return [move for move in moves if 1 <= move[1] <= most[move[0]]]

    def reply(self, at: Pair, rng: random.Random) -> tuple[str, Pair]:
        found = self.winning(at)
        move = found[0] if found else self._resist(at, rng)
        return f"{move[0]} {move[1]}", self._to(at, move)

    def _resist(self, at: Pair, rng: random.Random) -> Pair:
        if max(at) <= 30:
            return max(self._moves(at), key=lambda m: (self._length(self._to(at, m)), rng.random()))
        heights = {1: at[0], 2: at[1], 3: min(at)}
        pile = rng.choice([p for p, height in heights.items() if height])
        return pile, rng.choice((1, rng.randint(1, heights[pile])))

    def _moves(self, at: Pair) -> Iterator[Pair]:
        for pile, most in ((1, at[0]), (2, at[1]), (3, min(at))):
            for count in range(1, most + 1):
                yield pile, count

    def _to(self, at: Pair, move: Pair) -> Pair:
        return at[0] - move[1] * (move[0] != 2), at[1] - move[1] * (move[0] != 1)

    def _length(self, at: Pair) -> int:
        """How long the game lasts if the winner hurries and the loser delays."""
        if at not in self._far:
            ahead = [self._to(at, move) for move in self._moves(at)]
            if self.lost(at):
                self._far[at] = 1 + max((self._length(to) for to in ahead), default=-1)
            else:
                self._far[at] = 1 + min(self._length(to) for to in ahead if self.lost(to))
        return self._far[at]


def cold(d: int) -> int:
    """The smaller pile of the lost pair whose piles differ by d."""
    return (d + isqrt(5 * d * d)) // 2


def partner(n: int) -> int:
    """The other pile of the lost pair that has a pile of n."""
    k = (isqrt(5 * n * n) - n) // 2  # about n / phi, and about n / phi^2
    for d in range(max(0, k - 2), k + 3):
        if cold(d) == n:
            return n + d
    k = n - k
    for d in range(max(0, k - 3), k + 4):
        if cold(d) + d == n:
            return cold(d)
    raise Over(f"no partner of {n}")


class Table:
    """A game whose positions were all solved before: a list of
    [text, length of the game, [[move, number of the position], ...]].

    The length is even just if the position is lost; for misere play `last_wins` is False.
    """

    ending = ""

    def __init__(self, data: dict[str, Any]) -> None:
        self.name = data["game"]
        self._places = data["positions"]
        self._starts = data["starts"]
        self._last_wins = bool(data["last_wins"])

    def read(self, line: str) -> int:
        if line not in self._starts:
            raise Over("the answer file does not know " + shown(line))
        return int(self._starts[line])

    def line(self, at: int) -> str:
        return str(self._places[at][0])

    def lost(self, at: int) -> bool:
        return bool((self._places[at][1] % 2 == 0) == self._last_wins)

    def over(self, at: int) -> bool:
        return not self._places[at][2]

    def won(self, at: int) -> bool:
        return self._last_wins

    def play(self, at: int, line: str) -> int:
        wanted = " ".join(line.lower().split())
        for said, to in self._places[at][2]:
            if said.lower() == wanted:
                return int(to)
        one = self._places[at][2][0][0]
        raise Wrong(f"{shown(line)} is no move in {self.line(at)}; one move is: {one}")

    def reply(self, at: int, rng: random.Random) -> tuple[str, int]:
        options = []
        for said, to in self._places[at][2]:
            length = self._places[to][1]
            # A winner hurries to lost positions, a loser delays.
            rank = (self.lost(to), -length if self.lost(to) else length, rng.random())
            options.append((rank, said, to))
        _, said, to = max(options)
        return said, to


class Match:
    """One program against one board; the transcript is a list of (who, line)."""

    def __init__(self, board: Any, hear: Hear, say: Say, rng: random.Random) -> None:
        self.board, self._hear, self._say, self.rng = board, hear, say, rng
        self.transcript: list[tuple[str, str]] = []
        self.slip: tuple[Any, str, Any] | None = (
            None  # the first move that gave a win away: position before, line, after
        )

    def hear(self, wanted: str) -> str:
        line = self._hear()
        if line is None:
            raise Gone("the program ended; expected " + wanted)
        self.transcript.append(("program", line))
        return line.strip()

    def say(self, line: str) -> None:
        self.transcript.append(("judge", line))
        self._say(line)

    def play(self, at: Any) -> None:
        """Lead one game; raises Wrong or Gone if the program fails."""
        board = self.board
        self.slip = None
        self.say(board.line(at))
        claim = self.hear("0 or 1")
        if claim not in ("0", "1"):
            raise Wrong("expected 0 or 1, got " + shown(claim), form=True)
        wins = not board.lost(at)
        if claim == "1" and not wins:
            raise Wrong(f"it claims a win in {board.line(at)}, where the first player loses")
        if claim == "0" and wins:
            raise Wrong(f"it claims no win in {board.line(at)}, where the first player wins")
        while wins and not board.over(at):
            line = self.hear("a move")
            before, at = at, board.play(at, line)
            if self.slip is None and not board.over(at) and not board.lost(at):
                self.slip = before, line, at
            if board.over(at):
                if not board.won(at):
                    raise Wrong(f"its move {shown(line)} ends the game, and loses it")
                break
            said, at = board.reply(at, self.rng)
            self.say(said)
            if board.over(at) and board.won(at):
                raise Wrong("it did not win: the last move was ours. " + self.regret())
        done = self.hear("DONE")
        if done != "DONE":
            raise Wrong("expected DONE, got " + shown(done), form=True)

    def regret(self) -> str:
        """The move that gave the win away."""
        if self.slip is None:
            return ""
        before, line, at = self.slip
        answer, _ = self.board.reply(at, random.Random(0))
        here = self.board.line(before)
        return f"In {here} its move {shown(line)} was the mistake: then {answer} wins"

    def lead(self, starts: list[Any]) -> int:
        """All games, and the end; how many games were led."""
        for start in starts:
            self.play(start)
        if self.board.ending:
            self.say(self.board.ending)
        return len(starts)


def board_for(lines: list[str], answer: str) -> tuple[Any, list[Any]]:
    """The board, and the positions to play, that a test and its answer file mean."""
    data = json.loads(answer) if answer.lstrip().startswith("{") else {"game": Wythoff.name}
    board = Wythoff() if data["game"] == Wythoff.name else Table(data)
    wanted = [line.strip() for line in lines if line.strip()]
    if board.ending and wanted and " ".join(wanted[-1].split()) == board.ending:
        wanted.pop()
    return board, [board.read(line) for line in wanted]


def streams(source: Any, sink: Any) -> tuple[Hear, Say]:
    """How to read a line of the program, and to write one; a closed pipe is the program's end."""

    def hear() -> str | None:
        line = source.readline(LONGEST)
        if not line:
            return None
        if len(line) >= LONGEST:
            raise Wrong(f"a line of more than {LONGEST} characters", form=True)
        try:
            text = line.decode("ascii")
        except UnicodeDecodeError:
            raise Wrong("bytes that are no text: " + shown(line[:20]), form=True) from None
        return str(text)

    def say(line: str) -> None:
        try:
            sink.write(line.encode("ascii") + b"\n")
            sink.flush()
        except OSError:
            raise Gone("the program closed its input") from None

    return hear, say


def referee(
    test: str, answer: str, source: Any, sink: Any, seed: int = 1
) -> tuple[bool, str, bool]:
    """Lead the games of a test: whether the program is right, a message, if it was unreadable."""
    board, starts = board_for(test.splitlines(), answer)
    hear, say = streams(source, sink)
    match = Match(board, hear, say, random.Random(seed))
    try:
        count = match.lead(starts)
        with suppress(OSError):
            sink.close()
        more = hear()
        while more is not None:
            if more.strip():
                raise Wrong("it wrote more than was asked: " + shown(more.strip()), form=True)
            more = hear()
    except Wrong as e:
        return False, str(e), e.form
    except Gone as e:
        return False, str(e), False
    return True, f"{count} games", False


def text_of(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def kattis(arguments: list[str]) -> int:
    """input answer feedback_dir/: exit 42 if accepted, 43 if wrong, anything else is our fault."""
    test, answer, feedback = arguments[:3]
    right, message, _ = referee(text_of(test), text_of(answer), sys.stdin.buffer, sys.stdout.buffer)
    (Path(feedback) / "judgemessage.txt").write_text(message + "\n", encoding="utf-8")
    return 42 if right else 43


def testlib(arguments: list[str]) -> int:
    """input output [answer [report]]: 0 ok, 1 wrong, 2 unreadable, 3 our fault."""
    test, output = arguments[:2]
    answer = text_of(arguments[2]) if len(arguments) > 2 else ""
    right, message, form = referee(text_of(test), answer, sys.stdin.buffer, sys.stdout.buffer)
    for path in (output, *arguments[3:4]):
        Path(path).write_text(message + "\n", encoding="utf-8")
    sys.stderr.write(message + "\n")
    return 0 if right else 2 if form else 1


def cms(arguments: list[str]) -> int:
    """FIFO from the program, FIFO to it; the test on standard input is the answer file, for no
    other file is at hand. A float on standard output, the message on standard error."""
    import threading

    ends: dict[int, Any] = {}

    def open_end(number: int, mode: str) -> None:
        ends[number] = Path(arguments[number]).open(mode)  # noqa: SIM115 - ends with us

    # Each opening waits for the program, which may open them in any order: both at once.
    both = ((0, "rb"), (1, "wb"))
    openers = [threading.Thread(target=open_end, args=end, daemon=True) for end in both]
    for opener in openers:
        opener.start()
    answer = sys.stdin.read()
    for opener in openers:
        opener.join()
    test = "\n".join(json.loads(answer)["tests"])
    right, message, _ = referee(test, answer, ends[0], ends[1])
    sys.stdout.write("1.0\n" if right else "0.0\n")
    sys.stderr.write(message + "\n")
    return 0


def plain(arguments: list[str]) -> int:
    """input [answer], the program on our standard input and output: exit 0 if right, else 1."""
    answer = text_of(arguments[1]) if len(arguments) > 1 else ""
    right, message, _ = referee(text_of(arguments[0]), answer, sys.stdin.buffer, sys.stdout.buffer)
    sys.stderr.write(message + "\n")
    return 0 if right else 1


class Lines:
    """A DMOJ interactor as streams of bytes."""

    def __init__(self, interactor: Any) -> None:
        self._interactor = interactor

    def readline(self, limit: int) -> bytes:
        line = self._interactor.readln(strip_newline=False)
        return line if isinstance(line, bytes) else str(line).encode("utf-8")

    def write(self, data: bytes) -> None:
        self._interactor.write(data)

    def flush(self) -> None:
        """Done by the interactor itself."""

    def close(self) -> None:
        self._interactor.close()


def dmoj(case: Any, interactor: Any) -> tuple[bool, str]:
    """The games of a DMOJ case: whether the program is right, and a message."""
    test, answer = case.input_data().decode(), case.output_data().decode()
    lines = Lines(interactor)
    right, message, _ = referee(test, answer, lines, lines)
    return right, message


DIALECTS = {"kattis": kattis, "testlib": testlib, "cms": cms, "plain": plain}
OURS = {"kattis": 1, "testlib": 3, "cms": 1, "plain": 2}


def main(dialect: str, arguments: list[str]) -> int:
    """Be the referee in a dialect; whatever goes wrong on our side is never the program's fault."""
    try:
        return DIALECTS[dialect](arguments)
    except Exception as e:
        sys.stderr.write(f"judge error: {type(e).__name__}: {e}\n")
        return OURS[dialect]
