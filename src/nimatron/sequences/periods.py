"""Periods: found in O(n), and proved where a theorem says that what was seen goes on for ever.

Two theorems are used, and the verdict names the one and the range that was checked.

*Guy and Smith (1956).* In a code with k the place of its last digit that leaves at most two
heaps, g(n + p) = g(n) for n0 <= n < 2 n0 + p + k, with n0 >= 1, implies it for all n >= n0. The
proof: in a split of a larger n + p the larger part is at least n0 + p, and takes p less. With
at most t heaps left the same argument needs n0 <= n < t n0 + (t - 1) p + k: so codes with
hexadecimal digits are covered by t = 3, and games of taking only by t = 1.

*A repeated window.* With a finite subtraction set the last k = max S values determine the next;
this is the case t = 1.

Neither holds for Grundy's game (parts must differ), for codes that repeat for ever, for infinite
sets, or for functions; and an arithmetic period, g(n + p) = g(n) + s with s > 0, is proved by
neither. Such a period is *observed*, never proved.
"""

from __future__ import annotations

from collections.abc import Sequence as Row
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from nimatron.sequences.named import HeapGame
from nimatron.sequences.plain import plain_values

if TYPE_CHECKING:
    from nimatron.sequences.running import Sequence, Watch


@dataclass(frozen=True)
class Period:
    """What is known of the period of a nimber sequence."""

    status: str
    """`proved`, `observed` (seen to the bound, not proved) or `none` (none found to the bound)."""
    period: int | None
    preperiod: int | None
    """The first n from which on g(n + p) = g(n) + s."""
    saltus: int | None
    """What is added in each period; 0 unless the period is arithmetic."""
    checked_to: int
    """Heaps below this number were computed."""
    why: str
    theorem: str = ""
    last_exception: int | None = None
    """The last n with g(n + p) other than g(n) + s; None if there is no such n."""
    largest: int = 0
    """The largest nimber among the heaps computed."""
    largest_at: int = 0
    """The first heap that has it."""
    rare: int = 0
    """How many of these heaps are rare; 0 if the rare/common method was not used."""

    def value_of(self, heap: int, known: Row[int]) -> int | None:
        """The nimber of a heap, by the values known and, if it is proved, the period."""
        if heap < len(known):
            return int(known[heap])
        if self.status != "proved" or self.period is None or self.preperiod is None:
            return None
        return int(known[self.preperiod + (heap - self.preperiod) % self.period])


def provable_parts(game: HeapGame) -> int:
    """The t of the theorem, or 0 where none applies."""
    return game.most_parts if game.bounded and not game.unequal else 0


def find_period(sequence: Sequence, n: int, watch: Watch | None = None) -> Period:
    """Extend the sequence, in place, until its period is proved or n heaps are known."""
    game = sequence.game
    parts, reach = provable_parts(game), game.reach
    proved, seen, start, saltus, done = 0, 0, 0, 0, min(n, max(64, sequence.done))
    if parts and not sequence.done:
        proved, start, look = sequence.prove_small(n, parts, reach)
        done = sequence.done if proved else min(n, look)
    values = sequence.values
    if not proved:
        from nimatron.sequences.repeats import verdict_on
    while not proved:
        values = sequence.extend(done, watch)[:done]
        proved, seen, ahead, start = verdict_on(values, parts, reach)
        if parts and done >= n and not seen:
            _, seen, _, start = verdict_on(values, 0, reach)
        if seen:
            saltus = int(values[done - 1]) - int(values[done - 1 - seen])
        if done >= n:
            break
        done = done if proved else next_look(done, n, ahead)
    at = int(values.argmax())
    p, largest, rare = proved or seen, int(values[at]), sequence.rare
    return _verdict(game, done, bool(proved), p, start, saltus, largest, at, rare)


def small_period(game: HeapGame, n: int) -> tuple[Period, list[int]]:
    """The same in plain Python, with the values that it took."""
    parts, reach = provable_parts(game), game.reach
    done = min(n, 64 if parts else n)
    while True:
        values = plain_values(game, done)
        steps = [b - a for a, b in pairwise(values)]
        row = values if parts else steps
        proved, seen, ahead = judge_plainly(plain_repeats(row), len(row), parts, reach)
        if parts and done >= n and not seen:
            _, seen, _ = judge_plainly(plain_repeats(steps), len(steps), 0, reach)
        if proved or done >= n:
            break
        done = next_look(done, n, ahead)
    p, saltus, start = proved or seen, 0, 0
    if p:
        saltus = values[-1] - values[-1 - p]
        differ = (i for i in range(done - p) if values[i] + saltus != values[i + p])
        start = max(differ, default=-1) + 1
    largest = max(values)
    largest_at = values.index(largest)
    found = _verdict(game, done, bool(proved), p, start, saltus, largest, largest_at, 0)
    return found, values


def next_look(done: int, n: int, ahead: int) -> int:
    """When to look again: where the nearest candidate would be proved, at twice the heaps else."""
    return min(n, max(done + done // 16, min(2 * done, ahead or 2 * done)))


def plain_repeats(values: list[int]) -> list[int]:
    """z[p] for p up to half: how many values at the end equal those p places before them."""
    n = len(values)
    z = [0] * (n // 2 + 1)
    left, right = 0, 0
    for p in range(1, n // 2 + 1):
        length = min(right - p, z[p - left]) if p < right else 0
        while p + length < n and values[n - 1 - length] == values[n - 1 - p - length]:
            length += 1
        z[p] = length
        if p + length > right:
            left, right = p, p + length
    return z


def judge_plainly(z: list[int], n: int, parts: int, reach: int) -> tuple[int, int, int]:
    """The least period proved (or 0), the least seen (or 0), and the heaps to wait for.

    With `parts` the t of the theorem (0: nothing can be proved), period p from n0 on is proved
    by t (n0 + p) + k values. It is seen if the end of the sequence repeats it twice, over at
    least a third of the values.
    """
    seen, ahead = 0, 0
    for p in range(1, len(z)):
        length = z[p]
        if parts > 0:
            needed = parts * max(1 + p, n - length) + reach
            if needed <= n:
                return p, p, needed
            if ahead == 0 or needed < ahead:
                ahead = needed
        if seen == 0 and length >= 2 * p and 3 * (length + p) >= n:
            seen = p
    return 0, seen, ahead


def _verdict(
    game: HeapGame,
    n: int,
    proved: bool,
    p: int,
    start: int,
    saltus: int,
    largest: int,
    largest_at: int,
    rare: int,
) -> Period:
    if not p:
        why = f"no period repeats twice over the last third of the heaps below {n}"
        return Period(
            "none", None, None, None, n, why, largest=largest, largest_at=largest_at, rare=rare
        )
    theorem, why = _reason(game, n, p, start, saltus, proved)
    return Period(
        "proved" if proved else "observed",
        p,
        start,
        saltus,
        n,
        why,
        theorem,
        start - 1 if start else None,
        largest,
        largest_at,
        rare,
    )


def _reason(
    game: HeapGame, n: int, p: int, start: int, saltus: int, proved: bool
) -> tuple[str, str]:
    shift = f" + {saltus}" if saltus else ""
    first = max(1, start)
    if proved:
        parts, reach = game.most_parts, game.reach
        end = parts * first + (parts - 1) * p + reach
        law = f"g(n+{p}) = g(n) was checked for {start} <= n < {end}"
        if parts == 1:
            return "window", f"{law}: {reach} values determine the next, so it holds for ever"
        heaps = "two" if parts == 2 else "three"
        return (
            "Guy-Smith" if parts == 2 else "Guy-Smith for three heaps",
            f"{law}: at most {reach} counters are taken and at most {heaps} heaps left, "
            "so it holds for ever (Guy and Smith)",
        )
    if saltus:
        cause = "no theorem on arithmetic periods is used here"
    elif game.unequal:
        cause = "the theorem of Guy and Smith does not cover splits into unequal parts only"
    elif game.options is not None:
        cause = "nothing is proved of a function"
    elif not game.bounded:
        cause = "any number may be taken, and no theorem covers that"
    else:
        cause = "the range that a proof needs is longer"
    return "", f"g(n+{p}) = g(n){shift} for {start} <= n < {n - p}; not proved: {cause}"
