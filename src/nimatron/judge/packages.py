"""Problem packages: a game, tests, and submissions with the verdict that each must get.

A package is a folder with a `problem.toml`:

    game = "bachet"                     # of the catalogue, or tziansitzi
    title = "Bachet's game over pipes"
    parameters = { k = "3" }            # if it has any
    misere = false
    samples = [["8", "5"]]              # each list is a test: the positions of one run
    tests = [["21", "20"], ["777"]]

and `submissions/VERDICT/`, where the folders are named as Kattis has them. Faults that fail in
every game (it hangs, floods, crashes...) come with Nimatron and are tried on every package.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nimatron.errors import UsageError, did_you_mean
from nimatron.judge.judging import judge_games
from nimatron.judge.referee import Nim, Wrong, Wythoff
from nimatron.judge.responding import Catalogue
from nimatron.judge.running import Allowed
from nimatron.judge.verdict import Report, Verdict
from nimatron.solve.ask import question

FAULTS = Path(__file__).parent / "faults"
FOLDERS = {
    "accepted": Verdict.ACCEPTED,
    "wrong_answer": Verdict.WRONG,
    "run_time_error": Verdict.CRASH,
    "time_limit_exceeded": Verdict.TIME,
    "output_limit": Verdict.OUTPUT,
}
LANGUAGES = (".py", ".cpp")


@dataclass(frozen=True)
class Problem:
    """What is played, and on which positions."""

    game: str
    title: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    misere: bool = False
    samples: tuple[tuple[str, ...], ...] = ()
    tests: tuple[tuple[str, ...], ...] = ()
    folder: Path | None = None

    @property
    def every(self) -> tuple[tuple[str, ...], ...]:
        return (*self.samples, *self.tests)

    def submissions(self) -> Iterator[tuple[str, Path]]:
        """The folder of the verdict and the file, of the package and of the common faults."""
        places = [FAULTS] if self.folder is None else [self.folder / "submissions", FAULTS]
        for place in places:
            for folder in FOLDERS:
                for path in sorted((place / folder).glob("*")):
                    if path.suffix in LANGUAGES:
                        yield folder, path


def load(folder: Path) -> Problem:
    """The problem that a package describes."""
    path = folder / "problem.toml"
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        hint = (e.strerror or "").lower()
        raise UsageError("a folder with a problem.toml", str(folder), hint=hint) from e
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise UsageError(f"TOML in {path}", hint=" ".join(str(e).split())) from e
    known = ("game", "title", "parameters", "misere", "samples", "tests")
    for key in data:
        if key not in known:
            hint = did_you_mean(key, known)
            raise UsageError(f"a key of a package ({', '.join(known)})", key, hint=hint)
    if not isinstance(data.get("game"), str):
        raise UsageError(f"a game in {path}", data.get("game"))
    made = Problem(
        game=data["game"],
        title=str(data.get("title", data["game"])),
        parameters={str(name): str(value) for name, value in data.get("parameters", {}).items()},
        misere=bool(data.get("misere", False)),
        samples=_tests(data, "samples"),
        tests=_tests(data, "tests"),
        folder=folder,
    )
    if not made.every:
        raise UsageError(f"at least one test in {path}", hint='such as tests = [["3,4,5"]]')
    return made


def _tests(data: Mapping[str, Any], name: str) -> tuple[tuple[str, ...], ...]:
    tests = data.get(name, [])
    if not isinstance(tests, list) or not all(
        isinstance(test, list) and test and all(isinstance(text, str) for text in test)
        for test in tests
    ):
        raise UsageError(f'{name} as lists of positions, such as [["3,4", "5"]]', tests)
    return tuple(tuple(test) for test in tests)


def board(problem: Problem, limits: Any = None, seed: int = 0) -> Any:
    """The board on which a problem is played."""
    if problem.game == Wythoff.name:
        if problem.parameters or problem.misere:
            raise UsageError(f"{Wythoff.name} without parameters, and not misère")
        return Wythoff()
    at = problem.every[0][0] if problem.every else None
    given = () if at is None else (at,)
    convention = "misere" if problem.misere else "normal"
    asked = question(problem.game, *given, convention=convention, **problem.parameters)
    return Catalogue(asked, limits, seed)


def start(on: Any, text: str) -> Any:
    """A position, as a board reads it; what cannot be read is a mistake of whoever typed it."""
    try:
        return on.read(text)
    except Wrong as e:
        raise UsageError("two piles, such as '5 6'", text) from e


def judge(
    problem: Problem, command: Sequence[str], allowed: Allowed, *, seed: int = 0, limits: Any = None
) -> Report:
    """All tests of a problem, a run of the program for each, up to the first that is not right."""
    on = board(problem, limits, seed)
    tests = [[start(on, text) for text in test] for test in problem.every]
    done: Report | None = None
    for number, starts in enumerate(tests, 1):
        found = judge_games(on, starts, command, allowed, seed)
        seconds = found.seconds if done is None else max(done.seconds, found.seconds)
        done = replace(found, seconds=seconds)
        if found.verdict is not Verdict.ACCEPTED:
            message = f"test {number}: {found.message}" if len(tests) > 1 else found.message
            return replace(done, message=message)
    assert done is not None
    return done if len(tests) == 1 else replace(done, message=f"{len(tests)} tests")


@dataclass(frozen=True)
class Tried:
    """What a submission of a package got."""

    folder: str
    path: Path
    report: Report

    @property
    def right(self) -> bool:
        return self.report.verdict is FOLDERS[self.folder]


def try_package(
    problem: Problem,
    allowed: Allowed | None = None,
    *,
    hang: float = 1.0,
    languages: Sequence[str] = LANGUAGES,
    seed: int = 0,
    built: Callable[[Path, Path], list[str]] | None = None,
) -> Iterator[Tried]:
    """Every submission with what it got; those that should use up their time get `hang` seconds."""
    build = built or command_of
    with tempfile.TemporaryDirectory(prefix="nimatron-") as work:
        for folder, path in problem.submissions():
            if path.suffix not in languages:
                continue
            command = build(path, Path(work))
            own = allowed or Allowed()
            if folder == "time_limit_exceeded":
                own = replace(own, seconds=hang)
            yield Tried(folder, path, judge(problem, command, own, seed=seed))


def command_of(path: Path, work: Path) -> list[str]:
    """How a submission is run; C++ is compiled into a folder first."""
    if path.suffix == ".py":
        return [sys.executable, str(path)]
    if path.suffix != ".cpp":
        raise UsageError(f"a submission in {' or '.join(LANGUAGES)}", path.name)
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        raise UsageError("a C++ compiler", hint="install g++, or take --language py")
    binary = work / f"{path.parent.parent.parent.name}-{path.parent.name}-{path.stem}"
    words = [compiler, "-O1", "-pipe", "-std=c++17", "-o", str(binary), str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        first = next((line for line in done.stderr.splitlines() if "error" in line), "")
        raise UsageError("C++ that compiles", path.name, hint=first)
    return [str(binary)]


def formula(problem: Problem) -> bool:
    """Whether the referee's file itself knows the game, whatever the size."""
    return problem.game == Wythoff.name or (
        problem.game == Nim.name and not problem.misere and not problem.parameters
    )
