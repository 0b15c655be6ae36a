"""Packages for other judges: all is solved here, and they need nothing but Python 3.9.

What every package has: the referee in one file, tests with their answer files, a statement, and
submissions with the verdicts they must get. A package is made beside its place and then moved
there, so none is ever half-made.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nimatron.errors import TooLarge, UsageError, did_you_mean
from nimatron.judge import statement
from nimatron.judge.packages import Problem, board, formula, start
from nimatron.judge.referee import END, Wythoff, board_for
from nimatron.judge.submissions import packed, playing_board, playing_table
from nimatron.judge.tables import answer_text, data_for, some_positions
from nimatron.solve.limits import Limits
from nimatron.version import __version__

_LONGEST_SOURCE = 120 * 1024  # Kattis takes 128 KiB


@dataclass(frozen=True)
class Test:
    """One run of the program."""

    name: str
    sample: bool
    positions: tuple[str, ...]
    data: dict[str, Any]
    ending: str

    @property
    def input(self) -> str:
        return "".join(f"{line}\n" for line in (*self.positions, self.ending))

    @property
    def answer(self) -> str:
        return answer_text(self.data)

    def interaction(self) -> Iterator[str]:
        """What is said in a game without mistakes, as Kattis writes it."""
        board, starts = board_for(self.input.splitlines(), self.answer)
        rng = random.Random(1)
        for at in starts:
            yield f"<{board.line(at)}"
            if board.lost(at):
                yield from (">0", ">DONE")
                continue
            yield ">1"
            while not board.over(at):
                said, at = board.reply(at, rng)
                yield f">{said}"
                if not board.over(at):
                    said, at = board.reply(at, rng)
                    yield f"<{said}"
            yield ">DONE"
        yield f"<{self.ending}"


@dataclass(frozen=True)
class Content:
    """All that a package is made of."""

    problem: Problem
    tests: tuple[Test, ...]
    submissions: tuple[tuple[str, str, str], ...]
    """Folder of the verdict, name, source."""
    made: str
    """How it was made: command and seed."""

    @property
    def name(self) -> str:
        return re.sub(r"[^a-z0-9]", "", self.problem.game)

    @property
    def uuid(self) -> str:
        """The same for the same content."""
        text = json.dumps([self.problem.title, [t.input for t in self.tests]])
        return str(uuid.uuid5(uuid.NAMESPACE_OID, text))


Files = Iterator[tuple[str, str | bytes]]


def export(
    problem: Problem, form: str, folder: Path, *, seed: int = 0, limits: Limits | None = None
) -> int:
    """Write a package; how many files it has."""
    if form not in FORMS:
        known = ", ".join(FORMS)
        raise UsageError(f"a format ({known})", form, hint=did_you_mean(form, FORMS))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError("a folder that is not there yet, or empty", str(folder))
    files = list(FORMS[form](content(problem, seed, limits)))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".nimatron-", dir=folder.parent) as work:
            beside = Path(work) / "made"
            for name, text in files:
                path = beside / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode() if isinstance(text, str) else text)
                if text[:2] in ("#!", b"#!"):
                    path.chmod(0o755)
            if folder.exists():
                folder.rmdir()
            shutil.move(beside, folder)
    except OSError as e:
        hint = (e.strerror or "").lower()
        raise UsageError("a folder that can be written", str(folder), hint=hint) from e
    return len(files)


def content(problem: Problem, seed: int = 0, limits: Limits | None = None) -> Content:
    """Solve all tests of a problem, and gather what belongs to it."""
    if not problem.tests or problem.tests == problem.samples:  # a sample must not be a secret too
        positions = [text for test in problem.every for text in test]
        small = some_positions(problem, 8, seed)
        other = [text for text in small if text not in positions][:1] or positions[:1]
        problem = replace(problem, samples=(tuple(other),), tests=tuple((p,) for p in positions))
    ending = Wythoff.ending if problem.game == Wythoff.name else END
    on = board(problem, limits)
    for text in (text for test in problem.every for text in test):
        start(on, text)  # refuses what is no position
    tests = []
    for sample, group in ((True, problem.samples), (False, problem.tests)):
        for number, positions_ in enumerate(group, 1):
            data = data_for(problem, positions_, limits)
            name = f"{number:02}"
            tests.append(Test(name, sample, tuple(positions_), data, ending))
    words = [f"-p {name}={value}" for name, value in problem.parameters.items()]
    words += ["--misere"] if problem.misere else []
    made = f"Nimatron {__version__}, nimatron judge export {problem.game} {' '.join(words)}".strip()
    submissions = tuple(_submissions(problem, tests))
    return Content(problem, tuple(tests), submissions, f"{made} --seed {seed}")


def _submissions(problem: Problem, tests: list[Test]) -> Iterator[tuple[str, str, str]]:
    own = False
    wins = any(_won(test) for test in tests)
    for folder, path in problem.submissions():
        # Claims that X never wins are right where it never does.
        if path.stem == "always_second" and not wins:
            continue
        own |= folder == "accepted"
        yield folder, path.name, path.read_text(encoding="utf-8")
    if not own:
        text = (
            playing_board(problem)
            if formula(problem)
            else playing_table([test.data for test in tests])
        )
        if len(text) > _LONGEST_SOURCE:
            raise TooLarge("an accepted submission for these positions would be too long; "
                           "try smaller ones")  # fmt: skip
        yield "accepted", "table.py" if not formula(problem) else "board.py", text


def _won(test: Test) -> bool:
    board, starts = board_for(test.input.splitlines(), test.answer)
    return not all(board.lost(at) for at in starts)


def _interactor(dialect: str) -> str:
    return (
        f"#!/usr/bin/env python3\n{packed('referee', 'dialects')}\n"
        f'if __name__ == "__main__":\n    sys.exit(main("{dialect}", sys.argv[1:]))\n'
    )


def _dmoj_grader() -> str:
    return f'''{packed("referee", "dialects")}
from dmoj.graders.interactive import InteractiveGrader
from dmoj.result import CheckerResult


class Grader(InteractiveGrader):
    """The referee, as DMOJ calls it."""

    def interact(self, case, interactor):
        right, message = dmoj(case, interactor)
        return CheckerResult(right, case.points if right else 0.0, feedback=message)
'''


def _validator(content: Content) -> str:
    """Refuses every input that was not solved, down to the last blank."""
    problem = content.problem
    ending = Wythoff.ending if problem.game == Wythoff.name else END
    number = "(0|[1-9][0-9]*)"
    if formula(problem):
        line = f"{number} {number}" if problem.game == Wythoff.name else f"{number}(,{number})*"
    else:
        texts = sorted({text for test in content.tests for text in test.positions})
        line = "|".join(map(re.escape, texts))
    lines = rf"(({line})\n)+{ending}\n".encode()
    return f'''"""Says whether an input of {problem.game} is one that the answer files know."""

import re
import sys

LINES = {lines!r}

sys.exit(42 if re.fullmatch(LINES, sys.stdin.buffer.read()) else 43)
'''


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _data(content: Content) -> Files:
    for test in content.tests:
        folder = "sample" if test.sample else "secret"
        yield f"data/{folder}/{test.name}.in", test.input
        yield f"data/{folder}/{test.name}.ans", test.answer
        if test.sample:
            lines = "".join(f"{line}\n" for line in test.interaction())
            yield f"data/{folder}/{test.name}.interaction", lines


def _kattis_submissions(content: Content) -> Files:
    """There is no folder for floods; the referee ends them as wrong answers."""
    for folder, name, text in content.submissions:
        yield f"submissions/{folder.replace('output_limit', 'wrong_answer')}/{name}", text


def _kattis(content: Content) -> Files:
    yield (
        "problem.yaml",
        (
            f"# {content.made}\n"
            f"uuid: {content.uuid}\nauthor: Nimatron\nlicense: cc0\n"
            "validation: custom interactive\n"
        ),
    )
    yield "problem_statement/problem.en.tex", statement.latex(content.problem)
    yield "input_validators/known.py", _validator(content)
    yield "output_validators/interactor.py", _interactor("kattis")
    yield from _data(content)
    yield from _kattis_submissions(content)


def _kattis_2025(content: Content) -> Files:
    yield (
        "problem.yaml",
        (
            f"# {content.made}\nproblem_format_version: 2025-09\ntype: interactive\n"
            f"name:\n  en: {_quoted(content.problem.title)}\nuuid: {content.uuid}\n"
            "credits:\n  authors: Nimatron\nlicense: cc0\n"
        ),
    )
    yield "statement/problem.en.tex", statement.latex(content.problem)
    yield "input_validators/known.py", _validator(content)
    yield "output_validator/interactor.py", _interactor("kattis")
    yield "generators/README.md", f"Made by {content.made}\n"
    yield from _data(content)
    yield from _kattis_submissions(content)


def _domjudge(content: Content) -> Files:
    yield (
        "problem.yaml",
        (
            f"# {content.made}\nname: {_quoted(content.problem.title)}\n"
            f"uuid: {content.uuid}\nauthor: Nimatron\nlicense: cc0\n"
            "validation: custom interactive\n"
            "limits:\n  memory: 1024\n  output: 8\n"
        ),
    )
    yield (
        "domjudge-problem.ini",
        (f"name={_quoted(content.problem.title)}\ntimelimit=10\nspecial_compare_args=\n"),
    )
    yield "problem_statement/problem.en.tex", statement.latex(content.problem)
    yield "problem.pdf", statement.pdf(content.problem)
    yield "input_validators/known.py", _validator(content)
    yield "output_validators/referee/interactor.py", _interactor("kattis")
    yield (
        "output_validators/referee/build",
        (
            "#!/bin/sh\n# Nothing to compile; DOMjudge wants to be told how it runs.\n"
            'printf \'#!/bin/sh\\nexec python3 "${0%%/*}/interactor.py" "$@"\\n\' > run\n'
            "chmod +x run\n"
        ),
    )
    yield from _data(content)
    yield from _kattis_submissions(content)


def _dmoj(content: Content) -> Files:
    rows = []
    for number, test in enumerate(content.tests, 1):
        yield f"{number:02}.in", test.input
        yield f"{number:02}.out", test.answer
        rows.append(f"  - {{in: {number:02}.in, out: {number:02}.out, points: 1}}\n")
    yield (
        "init.yml",
        (
            f"# {content.made}\ncustom_judge: interactor.py\nunbuffered: true\ntest_cases:\n"
            + "".join(rows)
        ),
    )
    yield "interactor.py", _dmoj_grader()
    yield "statement.md", statement.markdown(content.problem)
    for folder, name, text in content.submissions:
        yield f"submissions/{folder}/{name}", text


def _cms(content: Content) -> Files:
    yield (
        "task.yaml",
        (
            f"# {content.made}\nname: {content.name}\ntitle: {_quoted(content.problem.title)}\n"
            f"n_input: {len(content.tests)}\ntime_limit: 10.0\nmemory_limit: 1024\n"
            "total_value: 100\nscore_mode: max\ntoken_mode: disabled\nuser_io: std_io\n"
            "num_processes: 1\ninfile: ''\noutfile: ''\nprimary_language: en\n"
            "public_testcases: '0'\n"
        ),
    )
    yield "statement/statement.pdf", statement.pdf(content.problem)
    yield "check/manager", _interactor("cms")
    for number, test in enumerate(content.tests):
        # The manager is given nothing but the input, so the answers are in it.
        yield f"input/input{number}.txt", answer_text({**test.data, "tests": list(test.positions)})
        yield f"output/output{number}.txt", ""
    for folder, name, text in content.submissions:  # the importer wants a folder of this name
        yield f"sol/{folder}/{name}", text


def _local(content: Content) -> Files:
    yield (
        "local.py",
        (
            f"#!/usr/bin/env python3\n{packed('referee', 'local_tool')}\n"
            'if __name__ == "__main__":\n'
            "    sys.exit(local(sys.argv[1:], Path(__file__).resolve().parent))\n"
        ),
    )
    yield (
        "README.md",
        (
            f"{statement.markdown(content.problem)}\n## Try your program\n\n"
            "    python3 local.py ./your_program\n    python3 local.py python3 your_program.py\n\n"
            f"Made by {content.made}.\n"
        ),
    )
    for test in content.tests:
        name = f"{'sample' if test.sample else 'test'}-{test.name}"
        yield f"tests/{name}.in", test.input
        yield f"tests/{name}.ans", test.answer


FORMS: dict[str, Callable[[Content], Files]] = {
    "kattis": _kattis,
    "kattis-2025": _kattis_2025,
    "domjudge": _domjudge,
    "dmoj": _dmoj,
    "cms": _cms,
    "local": _local,
}
