"""Whether an output is right, also where several are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import islice, zip_longest
from operator import xor
from typing import IO, Any

from nimatron.errors import NimatronError, UsageError, shown
from nimatron.judge.formats.answering import Cases, answers
from nimatron.judge.formats.format import Format
from nimatron.judge.formats.numbers import Numbers
from nimatron.ranges.coupons import cheapest, cost_of

_LONGEST_LINE = 1 << 24


class WrongAnswer(NimatronError):
    """An output that is not right; the message names the line and says why.

    Remedy: this is the verdict on an output, and the program that made it is what to mend.
    """

    exit_code = 1


def check(chosen: Format, given: IO[bytes], told: IO[bytes]) -> int:
    """Refuse an output that is wrong; how many lines it has if it is right."""
    lines = _lines(told)
    if chosen.task == "coupons":
        count = _coupons(chosen, given, lines)
    elif chosen.answer == "move":
        count = _moves(chosen, given, lines)
    else:
        count = _same(answers(chosen, given), lines)
    return count


def _lines(told: IO[bytes]) -> Iterator[list[str]]:
    """The words of each line; empty lines at the end do not count."""
    empty = 0
    while line := told.readline(_LONGEST_LINE):
        words = line.decode("utf-8", "backslashreplace").split()
        if not words:
            empty += 1
            continue
        for _ in range(empty):
            yield []
        empty = 0
        yield words


def _same(expected: Iterator[str], lines: Iterator[list[str]]) -> int:
    count = 0
    for count, (right, words) in enumerate(zip_longest(expected, lines), 1):
        if right is None:
            raise WrongAnswer(f"line {count}: {shown(' '.join(words))} is too much; "
                              f"the output should end after {count - 1} lines")  # fmt: skip
        if words is None:
            raise WrongAnswer(f"the output ends before line {count}: {shown(right)} is missing")
        if words != right.split():
            raise WrongAnswer(
                f"line {count}: expected {shown(right)}, got {shown(' '.join(words))}"
            )
    return count


def _moves(chosen: Format, given: IO[bytes], lines: Iterator[list[str]]) -> int:
    """Any winning move will do."""
    numbers, judge, count = Numbers(given), _judge(chosen), 0
    for count, (values, _) in enumerate(Cases(chosen, numbers), 1):
        words = next(lines, None)
        if words is None:
            raise WrongAnswer(f"the output ends before line {count}")
        wrong = judge(values, " ".join(words), count)
        if wrong:
            raise WrongAnswer(f"line {count}: {wrong}")
    more = next(lines, None)
    if more is not None:
        raise WrongAnswer(f"line {count + 1}: {shown(' '.join(more))} is too much")
    return count


def _judge(chosen: Format) -> Callable[[dict[str, Any], str, int], str]:
    if chosen.game == "nim" and chosen.move == "{taken} {pile}" and chosen.line == "{answer}":
        return lambda values, said, _: nim_move(values[chosen.named[0]], said, chosen.lose)
    from nimatron.judge.formats.answering import teller

    tell = teller(chosen)

    def same(values: dict[str, Any], said: str, case: int) -> str:
        right = chosen.line.format(case=case, answer=tell(values))
        return "" if said == right else f"expected {shown(right)}, got {shown(said)}"

    return same


def nim_move(piles: list[int], said: str, lost: str) -> str:
    """What is wrong with `taken pile`, or nothing.

    >>> nim_move([3, 4, 5], "2 1", "-1"), nim_move([3, 4, 5], "1 1", "-1")
    ('', 'taking 1 from pile 1 leaves the xor 3, not 0')
    """
    total = reduce(xor, piles, 0)
    if said == lost:
        return f"{lost}, but the xor is {total}: there is a winning move" if total else ""
    if not total:
        return f"{shown(said)}, but no move wins: the xor is 0"
    words = said.split()
    if len(words) != 2 or not all(w.isascii() and w.isdigit() and len(w) < 4000 for w in words):
        return f"expected `taken pile` or {lost}, got {shown(said)}"
    taken, pile = map(int, words)
    if not 1 <= pile <= len(piles):
        return f"there is no pile {shown(pile)}"
    n = piles[pile - 1]
    if not 1 <= taken <= n:
        return f"{shown(taken)} cannot be taken from pile {pile} of {n}"
    after = total ^ n ^ (n - taken)
    return f"taking {taken} from pile {pile} leaves the xor {after}, not 0" if after else ""


def _coupons(chosen: Format, given: IO[bytes], lines: Iterator[list[str]]) -> int:
    """Any cheapest plan with the most coupons left will do."""
    numbers = Numbers(given)
    prices = chosen.layouts[0].read(numbers, {})["prices"]
    numbers.finish()
    assert isinstance(prices, list)
    told = list(islice(lines, len(prices) + 3))
    best, words = cheapest(prices), [word for line in told for word in line]
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        wrong = next(w for w in words if not (w.isascii() and w.isdigit() and len(w) < 10))
        raise WrongAnswer(f"expected whole numbers, got {shown(wrong)}")
    if len(told) < 2 or [len(line) for line in told] != [1, 2, *[1] * (len(told) - 2)]:
        raise WrongAnswer("expected the cost, then k1 and k2, then one day a line")
    cost, left, used, *days = map(int, words)
    if cost != best.cost:
        raise WrongAnswer(f"line 1: expected the least cost, {best.cost}, got {cost}")
    if left != best.left:
        raise WrongAnswer(f"line 2: expected {best.left} coupons left, got {left}")
    if len(days) != used:
        raise WrongAnswer(f"line 2: {used} coupons are used, but {len(days)} days follow")
    if days != sorted(set(days)) or not all(1 <= day <= len(prices) for day in days):
        raise WrongAnswer(f"line 3: expected rising days from 1 to {len(prices)}")
    try:
        carried_out = cost_of(prices, days)
    except UsageError as e:
        raise WrongAnswer(f"line 3: {e}") from e
    if carried_out != (cost, left):
        raise WrongAnswer(
            f"line 3: with these days the cost is {carried_out[0]}, and {carried_out[1]} are left"
        )
    return len(told)
