"""Surveys: every octal game of a pattern, equal games run once, the work saved as it comes.

When games are called equal:

- by *standard form* (Winning Ways, chapter 4): where a heap of one counter has no move, it may
  as well not be there; every heap made one smaller gives another code with the same values, one
  place earlier. Codes with the same standard form are run as one game;
- by *proved periods*: the values agree as far as the periods, both proved, determine the rest;
- *to N only*: the values agree as far as they were computed. That proves nothing, and is said so.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from nimatron.errors import CodeError, TooLarge
from nimatron.rules.codes import Code, read_code
from nimatron.sequences.named import heap_game

Result = dict[str, Any]
Runner = Callable[[list["Job"]], AbstractContextManager[Iterable[Result]]]

MOST_GAMES = 8**5
_MOST_SHIFTS = 64


@dataclass(frozen=True)
class Job:
    """A standard form to run to a number of heaps, for all codes that reduce to it."""

    form: str
    heaps: int
    members: tuple[tuple[str, int], ...]
    """Codes, and by how many places their values come later."""
    data: str | None = None


@dataclass
class Row:
    """One line of the table."""

    code: str
    status: str
    period: int | None
    saltus: int | None
    preperiod: int | None
    last_exception: int | None
    largest: int
    checked_to: int
    seconds: float
    same_as: str = ""
    because: str = ""
    fingerprint: str = field(default="", repr=False)


def codes_of(pattern: str) -> list[str]:
    """The codes of a pattern, in which each d is any octal digit; equal codes are listed once.

    >>> codes_of("0.0d")[:4]
    ['0.0', '0.01', '0.02', '0.03']
    """
    if pattern.count("d") > 20 or 8 ** pattern.count("d") > MOST_GAMES:
        raise TooLarge(f"a survey runs {MOST_GAMES} games at most; use fewer d in the pattern")
    codes = []
    for digits in product("01234567", repeat=pattern.count("d")):
        chosen = iter(digits)
        code = read_code("".join(next(chosen) if c == "d" else c for c in pattern))
        if code.repeat or any(digit > 7 for digit in code.digits):
            raise CodeError("a pattern of octal digits, such as 0.ddd", pattern)
        codes.append(str(code))
    return list(dict.fromkeys(codes))


def standard_form(code: Code) -> tuple[Code, int]:
    """A code with an odd first digit and the same values, and by how much they are shifted.

    >>> form, shift = standard_form(read_code("0.07"))
    >>> str(form), shift
    ('0.137', 1)
    """
    digits, shift = list(code.digits), 0
    while digits[0] == 0 and any(digits) and not digits[1] & 1 and shift < _MOST_SHIFTS:
        padded = [*digits, 0, 0]
        digits = [0] + [
            (3 if padded[m] & 2 else 0) | (7 if padded[m - 1] & 4 else 0) | (padded[m + 1] & 1)
            for m in range(1, len(digits) + 1)
        ]
        while digits[-1] == 0 and len(digits) > 1:
            digits.pop()
        shift += 1
    return Code(tuple(digits)), shift


def jobs_of(pattern: str, heaps: int, data: str | None = None) -> list[Job]:
    """One job for each standard form among the codes of a pattern."""
    members: dict[str, list[tuple[str, int]]] = {}
    for code in codes_of(pattern):
        form, shift = standard_form(read_code(code))
        members.setdefault(str(form), []).append((code, shift))
    return [Job(form, heaps, tuple(codes), data) for form, codes in members.items()]


def run_job(job: Job) -> Result:
    """Run a standard form; give the facts, and for each member where its period starts."""
    import numpy as np

    from nimatron.sequences.periods import find_period
    from nimatron.sequences.repeats import start_of
    from nimatron.sequences.saved import saved_sequence

    began = time.perf_counter()
    sequence = saved_sequence(heap_game(job.form), job.data)
    found = find_period(sequence, job.heaps)
    values = sequence.values[: found.checked_to]
    proved = found.status == "proved"
    starts = {}
    for code, shift in job.members:
        if found.period is not None:
            moved = np.concatenate([np.zeros(shift, dtype=values.dtype), values])
            starts[code] = start_of(moved, found.period, found.saltus or 0)
    end = (found.preperiod or 0) + (found.period or 0) if proved else len(values)
    told = values[:end].astype("<u4").tobytes() + f"{found.period if proved else ''}".encode()
    return {
        "form": job.form,
        "heaps": job.heaps,
        "status": found.status,
        "period": found.period,
        "saltus": found.saltus,
        "starts": starts,
        "largest": found.largest,
        "checked_to": found.checked_to,
        "seconds": round(time.perf_counter() - began, 4),
        "fingerprint": hashlib.sha256(told).hexdigest(),
    }


def survey(
    jobs: list[Job],
    runner: Runner,
    known: dict[str, Result],
    keep: Callable[[Result], None],
    watch: Callable[[int], None] | None = None,
) -> Iterator[tuple[Job, Result]]:
    """Results of all jobs: those known first, the others as they come; each is kept at once."""
    waiting = {}
    for job in jobs:
        result = known.get(job.form)
        if result is not None and answers(result, job):
            yield job, result
        else:
            waiting[job.form] = job
    done = len(jobs) - len(waiting)
    with runner(list(waiting.values())) as results:
        for result in results:
            finished = waiting.pop(result["form"], None)
            if finished is None:
                continue  # a cluster may run a job twice
            keep(result)
            done += 1
            if watch is not None:
                watch(done)
            yield finished, result


def answers(result: Result, job: Job) -> bool:
    """Whether a result saved earlier is the one that this job would find."""
    if any(code not in result["starts"] for code, _ in job.members if result["period"]):
        return False
    if result["status"] == "proved":
        return bool(result["checked_to"] <= job.heaps)
    return bool(result["heaps"] == job.heaps)


def table(results: Iterable[tuple[Job, Result]]) -> list[Row]:
    """The rows by code, and for each after the first of its kind what it equals and why."""
    rows = []
    forms: dict[str, str] = {}
    for job, result in results:
        for code, _ in job.members:
            start = result["starts"].get(code)
            rows.append(
                Row(
                    code,
                    result["status"],
                    result["period"],
                    result.get("saltus", 0 if result["period"] else None),
                    start,
                    start - 1 if start else None,
                    result["largest"],
                    result["checked_to"],
                    result["seconds"],
                    fingerprint=result["fingerprint"],
                )
            )
            forms[code] = job.form
    rows.sort(key=lambda row: (len(row.code), row.code))
    by_form: dict[str, str] = {}
    by_values: dict[str, str] = {}
    for row in rows:
        form = forms[row.code]
        if form in by_form:
            row.same_as, row.because = by_form[form], f"standard form {form}"
        elif row.fingerprint in by_values:
            row.same_as = by_values[row.fingerprint]
            proved = row.status == "proved"
            row.because = "proved periods" if proved else f"to {row.checked_to} only, not proved"
        by_form.setdefault(form, row.code)
        by_values.setdefault(row.fingerprint, row.code)
    return rows
