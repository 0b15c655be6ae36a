"""The referee of interactive games: boards, and how a match is led on them.

This file is also what `nimatron judge export` packs, with dialects.py: only the standard library,
and no syntax that Python 3.9 does not know. Solving is done elsewhere. A board tells who wins,
whether a move can be made, and what to answer; here a match is led and its verdict found.

In a match the program reads a position. If the first player has no sure win it writes `0` and
`DONE`. Otherwise it writes `1`, and its first move; then it reads a move and writes one, in turn;
after the move that wins it writes `DONE`.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Pair = tuple[int, int]
    Hear = Callable[[], "str | None"]
    Say = Callable[[str], None]

END = "END"  # after the last position; not every judge closes the pipe
LONGEST = 2000  # characters of a line
MOST = 100_000  # moves of a game; some games would go on for ever if the program let them


class Wrong(Exception):
    """A fault of the program; `form` if what it wrote cannot even be read, `slip` if it is a move
    that gives a won game away."""

    def __init__(self, message: str, form: bool = False, slip: bool = False) -> None:
        super().__init__(message)
        self.form, self.slip = form, slip


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


class Nim:
    """Nim with piles of any height, in the notation of the catalogue."""

    name = "nim"
    ending = END

    def read(self, line: str) -> tuple[int, ...]:
        words = line.split(",")
        if not all(w.isascii() and w.isdigit() and len(w) < 4000 for w in words):
            raise Wrong("expected piles such as 3,4,5, got " + shown(line), form=True)
        return tuple(map(int, words))

    def line(self, at: tuple[int, ...]) -> str:
        return ",".join(map(str, at))

    def lost(self, at: tuple[int, ...]) -> bool:
        return self._sum(at) == 0

    def over(self, at: tuple[int, ...]) -> bool:
        return not any(at)

    def won(self, at: tuple[int, ...]) -> bool:
        return True

    def play(self, at: tuple[int, ...], line: str) -> tuple[int, ...]:
        words = line.lower().split()
        if len(at) == 1 and len(words) == 2:
            words += ["from", "pile", "1"]
        if len(words) != 5 or words[:1] + words[2:4] != ["take", "from", "pile"]:
            raise Wrong("expected a move `take 2 from pile 1`, got " + shown(line), form=True)
        if not all(w.isascii() and w.isdigit() and len(w) < 4000 for w in (words[1], words[4])):
            raise Wrong("expected a move `take 2 from pile 1`, got " + shown(line), form=True)
        taken, pile = int(words[1]), int(words[4])
        if not 1 <= pile <= len(at):
            raise Wrong(f"there is no pile {shown(pile)} in {shown(self.line(at))}")
        if not 1 <= taken <= at[pile - 1]:
            raise Wrong(f"{shown(line)} is not possible in {shown(self.line(at))}")
        return self._to(at, pile, taken)

    def reply(self, at: tuple[int, ...], rng: random.Random) -> tuple[str, tuple[int, ...]]:
        total = self._sum(at)
        if total:
            pile = next(i for i, n in enumerate(at, 1) if n ^ total < n)
            taken = at[pile - 1] - (at[pile - 1] ^ total)
        else:  # the longest game takes one at a time; now and then a larger bite
            pile = rng.choice([i for i, n in enumerate(at, 1) if n])
            taken = 1 if sum(at) <= 30 else rng.choice((1, rng.randint(1, at[pile - 1])))
        where = f" from pile {pile}" if len(at) > 1 else ""
        return f"take {taken}{where}", self._to(at, pile, taken)

    def _to(self, at: tuple[int, ...], pile: int, taken: int) -> tuple[int, ...]:
        return (*at[: pile - 1], at[pile - 1] - taken, *at[pile:])

    def _sum(self, at: tuple[int, ...]) -> int:
        total = 0
        for n in at:
            total ^= n
        return total


class Table:
    """A game that was solved before, as far as it can go while the program makes no mistake.

    Each place is [text, length of the game, moves]; a move is [text, number of the place it leads
    to], or [text, -1, answer] if it gives the win away to that answer. The length is even just if
    the place is lost; for misere play, odd (`last_wins` is False).
    """

    ending = END

    def __init__(self, data: dict[str, Any]) -> None:
        self.name = data["game"]
        self._places = data["places"]
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
        for said, to, *answer in self._places[at][2]:
            if said.lower() == wanted:
                if to >= 0:
                    return int(to)
                why = f"then {answer[0]} wins" if answer[0] else "it ends the game, and loses it"
                raise Wrong(f"its move {shown(said)} gives the win away: {why}", slip=True)
        one = self._places[at][2][0][0]
        raise Wrong(f"{shown(line)} is no move in {shown(self.line(at))}; one move is: {one}")

    def reply(self, at: int, rng: random.Random) -> tuple[str, int]:
        options = []
        for said, to, *_ in self._places[at][2]:
            if to >= 0:
                length = self._places[to][1]
                # A winner hurries to lost positions, a loser delays.
                rank = (self.lost(to), -length if self.lost(to) else length, rng.random())
                options.append((rank, said, to))
        _, said, to = max(options)
        return said, to


class Match:
    """One program against one board.

    `transcript` is a list of [who, line, remark]; the first move that gives the win away is
    marked, and `slip` is its place in the list.
    """

    def __init__(self, board: Any, hear: Hear, say: Say, rng: random.Random) -> None:
        self.board, self._hear, self._say, self.rng = board, hear, say, rng
        self.transcript: list[list[str]] = []
        self.slip: int | None = None

    def hear(self, wanted: str) -> str:
        line = self._hear()
        if line is None:
            raise Gone("the program ended; expected " + wanted)
        self.transcript.append(["program", shown(line.strip())[1:-1], ""])
        return line.strip()

    def say(self, line: str) -> None:
        self.transcript.append(["judge", line, ""])
        self._say(line)

    def play(self, at: Any) -> None:
        """Lead one game; raises Wrong or Gone if the program fails."""
        board = self.board
        self.slip = None
        self.say(board.line(at))
        claim = self.hear("0 or 1")
        if claim not in ("0", "1"):
            raise Wrong("expected 0 or 1, got " + shown(claim), form=True)
        here, wins = shown(board.line(at))[1:-1], not board.lost(at)
        if claim == "1" and not wins:
            raise Wrong(f"it claims a win in {here}, where the first player has none")
        if claim == "0" and wins:
            move, _ = board.reply(at, random.Random(0))
            raise Wrong(f"it claims no win in {here}, where {move} wins")
        moves = 0
        while wins and not board.over(at):
            moves += 1
            if moves > MOST:
                raise Wrong(f"it did not win within {MOST} moves; " + self.regret())
            at = self._move(at)
            if board.over(at):
                break
            said, at = board.reply(at, self.rng)
            self.say(said)
            if board.over(at) and board.won(at):
                raise Wrong("it did not win; " + self.regret())
        done = self.hear("DONE")
        if done != "DONE":
            raise Wrong("expected DONE, got " + shown(done), form=True)

    def _move(self, before: Any) -> Any:
        """The position after the program's move."""
        board, line = self.board, self.hear("a move")
        try:
            at = board.play(before, line)
        except Wrong as e:
            if e.slip and self.slip is None:
                self._mark(str(e), before)
            raise
        if board.over(at):
            if not board.won(at):
                why = f"its move {shown(line)} ends the game, and loses it"
                if self.slip is None:
                    self._mark(why, before)
                raise Wrong(why if self.slip is None else self.regret())
        elif self.slip is None and not board.lost(at):
            answer, to = board.reply(at, random.Random(0))
            does = "wins" if board.over(to) or board.lost(to) else "does not lose"
            here = shown(board.line(before))[1:-1]
            slip = f"in {here} its move {shown(line)} gives the win away: then {answer} {does}"
            self._mark(slip, before)
        return at

    def _mark(self, why: str, before: Any) -> None:
        right, _ = self.board.reply(before, random.Random(0))
        self.slip = len(self.transcript) - 1
        self.transcript[-1][2] = f"{why}; {right} would have won"

    def regret(self) -> str:
        """The move that gave the win away."""
        return "" if self.slip is None else self.transcript[self.slip][2]

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
    board: Any
    if "places" in data:
        board = Table(data)
    else:
        board = {Wythoff.name: Wythoff, Nim.name: Nim}[data["game"]]()
    wanted = [line.strip() for line in lines if line.strip()]
    if board.ending and wanted and " ".join(wanted[-1].split()) == board.ending:
        wanted.pop()
    return board, [board.read(line) for line in wanted]


def streams(source: Any, sink: Any) -> tuple[Hear, Say]:
    """How to read a line of the program, and to write one. A program may have said all that it has
    to say before it closes its input: only what it wrote counts."""

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
        with suppress(OSError):
            sink.write(line.encode("ascii") + b"\n")
            sink.flush()

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
    return True, f"{count} game{'s' if count != 1 else ''}", False


def text_of(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")
