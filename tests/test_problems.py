"""Problem packages: each submission gets exactly its verdict; exports, and what others say."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from nimatron.cli import main
from nimatron.errors import TooLarge, UsageError
from nimatron.judge import packages
from nimatron.judge.export import FORMS, content, export
from nimatron.judge.packages import FOLDERS, Problem, command_of, load, try_package
from nimatron.judge.running import Allowed
from nimatron.solve.limits import Limits

ROOT = Path(__file__).parent.parent / "problems"
NAMES = sorted(path.name for path in ROOT.iterdir() if path.is_dir())
VENV = Path(sys.executable).parent


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Compiles each file once, however many packages try it."""
    work = tmp_path_factory.mktemp("built")

    @cache
    def command(path: Path) -> tuple[str, ...]:
        return tuple(command_of(path, work))

    return lambda path, _: list(command(path))


REASONS = {
    "always_first": "claims a win|expected a|expected one cell",
    "always_second": "claims no win",
    "illegal": "cannot be taken|at most|a pile from|the rules allow|free cells|that is possible",
    "stops": "the program ended; expected 0 or 1",
    "chatty": "expected 0 or 1, got 'Position, please",
    "junk": "bytes that are no text",
    "crash": "exit code 1|SIGABRT",
    "hangs": "not done within",
    "no_flush": "is every line flushed",
    "floods": "it wrote more than",
}
"""What a submission that fails must be told, beside its verdict."""


def tried(name: str, built: Any, languages: tuple[str, ...]) -> None:
    count = 0
    problem = load(ROOT / name)
    for found in try_package(problem, Allowed(20.0), hang=0.4, languages=languages, built=built):
        count += 1
        told = f"{found.folder}/{found.path.name}: {found.report.verdict}: {found.report.message}"
        assert found.right, told
        assert re.search(REASONS.get(found.path.stem, ""), found.report.message), told
    assert count >= 11


@pytest.mark.parametrize("name", NAMES)
def test_python_submissions_get_their_verdicts(name: str, built: Any) -> None:
    tried(name, built, (".py",))


@pytest.mark.parametrize("name", ["cram"])
def test_submissions_in_cpp_too(name: str, built: Any) -> None:
    tried(name, built, (".cpp",))


@pytest.mark.heavy
@pytest.mark.parametrize("name", NAMES)
def test_every_submission_gets_its_verdict(name: str, built: Any) -> None:
    tried(name, built, (".py", ".cpp"))


def test_what_packages_hold() -> None:
    assert {"tziansitzi", "nim", "cram"} <= set(NAMES) and len(NAMES) >= 5
    faults = {(folder, path.name) for folder, path in Problem("nim", "nim").submissions()}
    for kind in ("always_first", "always_second", "stops", "junk", "chatty"):
        assert {("wrong_answer", f"{kind}.py"), ("wrong_answer", f"{kind}.cpp")} <= faults
    assert {("run_time_error", "crash.cpp"), ("output_limit", "floods.py")} <= faults
    assert {("time_limit_exceeded", name) for name in ("no_flush.py", "hangs.cpp")} <= faults
    for name in NAMES:
        own = [(folder, path) for folder, path in load(ROOT / name).submissions()]
        right = {path.suffix for folder, path in own if folder == "accepted"}
        assert right == {".py", ".cpp"} and {folder for folder, _ in own} == set(FOLDERS)
        own_names = {path.name for folder, path in own if folder == "wrong_answer"}
        assert {"illegal.py", "illegal.cpp"} <= own_names


def test_try_tells_what_is_not_as_it_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "p"
    (package / "submissions" / "accepted").mkdir(parents=True)
    (package / "problem.toml").write_text('game = "nim"\ntests = [["1,2"]]\n')
    (package / "submissions" / "accepted" / "no.py").write_text("print(0)\n")
    monkeypatch.setattr(packages, "FAULTS", tmp_path / "none")
    with pytest.raises(SystemExit) as ended:
        main(["judge", "try", str(package), "--language", "py"])
    assert ended.value.code == 1
    assert "accepted/no.py: expected accepted, got wrong answer" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "TOML"),
        ("tests = [['1']]", "a game in"),
        ("game = 'nim'", "at least one test"),
        ("game = 'nim'\ntests = ['1']", "lists of positions"),
        ("game = 'nim'\ntests = [['1']]\nmisre = true", "did you mean misere"),
    ],
)
def test_packages_that_cannot_be_read(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "problem.toml").write_text(text)
    with pytest.raises(UsageError, match=said):
        load(tmp_path)


# ---- exports

WANTED = {
    "kattis": ["problem.yaml", "problem_statement/problem.en.tex", "input_validators/known.py",
               "output_validators/interactor.py", "data/sample/01.interaction"],
    "kattis-2025": ["problem.yaml", "statement/problem.en.tex", "output_validator/interactor.py",
                    "generators/README.md", "data/secret/01.ans"],
    "domjudge": ["problem.yaml", "domjudge-problem.ini", "output_validators/referee/build",
                 "problem.pdf"],
    "dmoj": ["init.yml", "interactor.py", "01.in", "01.out", "statement.md"],
    "cms": ["task.yaml", "check/manager", "input/input0.txt", "output/output0.txt",
            "statement/statement.pdf", "sol/accepted/remainder.py"],
    "local": ["local.py", "README.md", "tests/sample-01.in", "tests/test-01.ans"],
}  # fmt: skip


@pytest.mark.parametrize("form", list(FORMS))
def test_exports(form: str, tmp_path: Path) -> None:
    """All files are there; programs are for Python 3.9 and need nothing else."""
    folder = tmp_path / "deep" / "bachet"
    count = export(load(ROOT / "bachet"), form, folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert count == len(files) and sorted(tmp_path.rglob(".*")) == []
    for name in WANTED[form]:
        assert (folder / name).is_file(), name
    for path in files:
        if path.suffix == ".py" or path.name == "manager":
            tree = ast.parse(path.read_text(), feature_version=(3, 9))
            used = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import)
                    for name in node.names}  # fmt: skip
            used |= {
                str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
            }
            tops = {name.split(".")[0] for name in used}
            assert tops <= set(sys.stdlib_module_names) | ({"dmoj"} if form == "dmoj" else set())
            if path.read_bytes().startswith(b"#!"):
                assert os.access(path, os.X_OK)
        if form.startswith("kattis"):
            assert path.read_bytes().endswith(b"\n"), path
    with pytest.raises(UsageError, match="not there yet"):
        export(load(ROOT / "bachet"), form, folder)


def old_python() -> str | None:
    """A Python 3.9, where one is installed."""
    kept = sorted((Path.home() / ".pyenv" / "versions").glob("3.9*/bin/python3.9"))
    return shutil.which("pypy3.9") or (str(kept[-1]) if kept else shutil.which("python3.9"))


@pytest.mark.skipif(old_python() is None, reason="no Python 3.9 here")
def test_exports_run_under_python_3_9(tmp_path: Path) -> None:
    """Not only its syntax: the referee of a table, and one that computes, with a right program
    and one that makes a mistake."""
    python = old_python()
    assert python is not None
    for name in ("cram", "tziansitzi"):
        folder, submissions = tmp_path / name, ROOT / name / "submissions"
        export(load(ROOT / name), "local", folder)
        for path in (*submissions.glob("*/*.py"), packages.FAULTS / "wrong_answer" / "junk.py"):
            done = subprocess.run(
                [python, str(folder / "local.py"), python, str(path)],
                capture_output=True, text=True, timeout=60, check=False,
            )  # fmt: skip
            right = path.parent.name == "accepted"
            # A program that is ended in the middle may complain; the tool may not.
            assert "local.py" not in done.stderr and done.returncode == (0 if right else 1), done
            last = done.stdout.splitlines()[-1]
            assert re.search(": accepted$" if right else ": wrong answer: ", last), last


def test_an_export_without_a_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From a game and positions; the accepted submission is made, and is right."""
    for number, words in enumerate((
        ["kayles", "7", "9", "1,1"], ["cram", "2x2", "2x3", "--misere"], ["nim", "3,4,5", "1,1"],
        ["tziansitzi", "5 6"], ["bachet", "-p", "k=2", "--count", "4"], ["kayles", "6"],
    )):  # fmt: skip
        folder = tmp_path / str(number)
        with pytest.raises(SystemExit) as ended:
            main(["judge", "export", *words, "--format", "local", "-o", str(folder)])
        assert ended.value.code == 0, capsys.readouterr().err
        source = tmp_path / f"{number}.py"
        misere = "--misere" in words
        parameters = {"k": "2"} if words[0] == "bachet" else {}
        tests = tuple(tuple(path.read_text().splitlines()[:-1])
                      for path in sorted((folder / "tests").glob("*.in")))  # fmt: skip
        problem = Problem(words[0], "x", parameters, misere, tests=tests)
        made = content(problem)
        source.write_text(next(text for kind, _, text in made.submissions if kind == "accepted"))
        done = subprocess.run(
            [sys.executable, str(folder / "local.py"), sys.executable, str(source)],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        assert all(line.endswith(": accepted") for line in done.stdout.splitlines())


def test_the_local_tool_tells_what_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "nim"
    export(load(ROOT / "nim"), "local", folder)
    faults = packages.FAULTS
    for name, said in (
        ("wrong_answer/always_first.py", "wrong answer"),
        ("wrong_answer/junk.py", "bytes that are no text"),
        ("run_time_error/crash.py", "run-time error"),
        ("time_limit_exceeded/hangs.py", "time limit"),
        ("output_limit/floods.py", "wrong answer"),
    ):
        command = [sys.executable, str(folder / "local.py"), "--seconds", "1", sys.executable,
                   str(faults / name)]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1 and said in done.stdout, name
    daemon = "import subprocess; subprocess.Popen(['sleep', '4'], start_new_session=True)"
    tool = str(folder / "local.py")
    for words, code, said in (
        (["--seconds", "1", sys.executable, "-c", daemon], 1, "time limit"),  # it keeps the pipe
        (["--seconds", "1", sys.executable, "-c", "print('1\\n' * 9**7)"], 1, "wrong answer"),
        ([sys.executable, "-c", "input(); import os; os.kill(os.getpid(), 11)"], 1, "-11"),
        ([], 2, "usage"),
        (["--seconds", "x", "true"], 2, "usage"),
        (["no-such-program"], 2, "cannot be run"),
    ):
        done = subprocess.run(
            [sys.executable, tool, *words], capture_output=True, text=True, timeout=60, check=False
        )
        told = done.stdout + done.stderr
        assert done.returncode == code and said in told and "Traceback" not in told, words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cram", "2x3", "--format", "katis"], "did you mean kattis?"),
        (["northcott", "1:8,3:5", "--format", "dmoj"], "always ends"),
        (["nim", "x", "--format", "dmoj"], "expected"),
        ([str(ROOT / "nim"), "3,4", "--format", "dmoj"], "no positions"),
    ],
)
def test_exports_that_make_no_sense(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["judge", "export", *words, "-o", str(tmp_path / "out")])
    err = capsys.readouterr().err
    assert ended.value.code == 2 and said in err and len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_game_too_large_to_export() -> None:
    with pytest.raises(TooLarge):
        content(Problem("cram", "Cram", tests=(("5x6",),)), limits=Limits(positions=3000))


def test_the_files_of_cms_and_dmoj(tmp_path: Path) -> None:
    export(load(ROOT / "bachet"), "cms", tmp_path / "cms")
    task = (tmp_path / "cms" / "task.yaml").read_text()
    inputs = sorted((tmp_path / "cms" / "input").glob("*"))
    assert f"n_input: {len(inputs)}\n" in task and "user_io: std_io" in task
    assert len(list((tmp_path / "cms" / "output").glob("*"))) == len(inputs)
    page = (tmp_path / "cms" / "statement" / "statement.pdf").read_bytes()
    assert page.startswith(b"%PDF-1.4") and b"Bachet" in page
    start = int(re.findall(rb"startxref\n(\d+)", page)[0])
    assert page[start : start + 4] == b"xref"
    export(load(ROOT / "bachet"), "dmoj", tmp_path / "dmoj")
    init = (tmp_path / "dmoj" / "init.yml").read_text()
    for name in re.findall(r"(?:in|out): (\S+?)[,}]", init):
        assert (tmp_path / "dmoj" / name).is_file()
    assert "custom_judge: interactor.py" in init


# ---- what verifyproblem says

LANGUAGES = """
python3:
    compile: '{python} -m py_compile {{files}}'
    run: '{python} "{{mainfile}}"'
"""


def verified(package: Path, work: Path, *options: str, timeout: float = 120) -> str:
    """The last line of verifyproblem; Python is this one, for PyPy may not be there."""
    config = work / "config" / "problemtools"
    config.mkdir(parents=True, exist_ok=True)
    (config / "languages.yaml").write_text(LANGUAGES.format(python=sys.executable))
    done = subprocess.run(
        [sys.executable, str(VENV / "verifyproblem"), str(package), *options],
        capture_output=True, text=True, timeout=timeout, check=False,
        env={**os.environ, "XDG_CONFIG_HOME": str(work / "config")},
    )  # fmt: skip
    return done.stdout + done.stderr


def named_as_the_draft(package: Path) -> None:
    """problemtools knows 2025-09 only by the name of its draft, and warns of all that have it."""
    path = package / "problem.yaml"
    path.write_text(path.read_text().replace("2025-09", "2023-07-draft"))


def faultless(told: str) -> bool:
    """No error and no warning, but that the version is new to problemtools."""
    wrong = [line for line in told.splitlines() if re.match(r"\s*(ERROR|WARNING|FATAL)", line)]
    new = "WARNING Support for version 2023-07-draft is very incomplete."
    return " tested: 0 errors, " in told and all(line.startswith(new) for line in wrong)


PARTS = ("-p", "config", "data", "graders", "submissions")


@pytest.mark.parametrize("form", ["kattis", "kattis-2025"])
def test_verifyproblem(form: str, tmp_path: Path) -> None:
    """No error and no warning; a part of the submissions, for it runs them all on every test."""
    package = tmp_path / "bachet"
    export(load(ROOT / "bachet"), form, package)
    if form == "kattis-2025":
        assert "problem_format_version: 2025-09" in (package / "problem.yaml").read_text()
        named_as_the_draft(package)
    told = verified(package, tmp_path, "-s", "accepted/.*py|takes_one|crash.py", *PARTS)
    assert faultless(told), told
    assert "Checking 3 submissions" in told


@pytest.mark.heavy
@pytest.mark.parametrize("form", ["kattis", "kattis-2025", "domjudge"])
@pytest.mark.parametrize("name", NAMES)
def test_verifyproblem_on_everything(form: str, name: str, tmp_path: Path) -> None:
    """Everything, with validators tried on junk, and the statement where LaTeX is installed."""
    package = tmp_path / name
    export(load(ROOT / name), form, package)
    if form == "kattis-2025":
        named_as_the_draft(package)
    parts = [*PARTS, "validators", *(["statement"] if shutil.which("lualatex") else [])]
    told = verified(package, tmp_path, *parts, timeout=900)
    assert faultless(told), told
