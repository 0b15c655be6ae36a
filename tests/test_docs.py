"""Every example of the documents runs, and every command and game is told of somewhere."""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import contract
import error_pages
import generate
import nimatron
import reference_pages
from nimatron.certificates import forms
from nimatron.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted(page for part in (".", "course", "howto") for page in DOCS.glob(f"{part}/*.md")),
]
ENV = {
    **os.environ,
    "NO_COLOR": "1",
    "COLUMNS": "100",
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
}


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def calls(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that is shown."""
    parts = [c.partition("\n") for c in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in parts]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "console")], ids=lambda page: page.name
)
def test_console(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the commands of a page print, one after the other in one folder, is what it shows.

    With NIMATRON_REFRESH=1 the page is given what they print; read it.
    """
    for name in ("NO_COLOR", "COLUMNS"):
        monkeypatch.setenv(name, ENV[name])
    text = page.read_text()
    for block in blocks(page, "console"):
        printed = [(c, _run(c, tmp_path, monkeypatch)) for c, _ in calls(block)]
        if os.environ.get("NIMATRON_REFRESH") == "1":
            text = text.replace(block, "".join(f"$ {c}\n{output}" for c, output in printed))
            page.write_text(text)
        else:
            assert printed == calls(block)


def _run(command: str, folder: Path, patch: pytest.MonkeyPatch) -> str:
    """What a command prints, and then what it complains of.

    If it begins with nimatron, that runs here, which saves starting Python; what stands behind a
    pipe is given its output.
    """
    begin, pipe, rest = command.partition(" | ")
    if not re.fullmatch(r"nimatron [^|&;<>$`\\]*", begin) and not QUOTED.fullmatch(begin):
        return _bash(command, folder)
    out, complaints = io.StringIO(), io.StringIO()
    patch.chdir(folder)
    with redirect_stdout(out), redirect_stderr(complaints), pytest.raises(SystemExit):
        main(shlex.split(begin)[1:])
    printed = _bash(rest, folder, out.getvalue()) if pipe else out.getvalue()
    return printed + complaints.getvalue()


QUOTED = re.compile(r"nimatron [^|&;<>$`\\']*'[^']*'[^|&;<>$`\\']*")
"""A command with one text in quotation marks, such as a board with bars."""


def _bash(command: str, folder: Path, given: str = "") -> str:
    done = subprocess.run(
        ["bash", "-c", command],
        input=given, capture_output=True, text=True, env=ENV, timeout=60, cwd=folder,
    )  # fmt: skip
    return done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions(page: Path) -> None:
    told = doctest.testfile(str(page), module_relative=False)
    assert told.failed == 0


def modules() -> list[str]:
    names = [m.name for m in walk_packages(nimatron.__path__, "nimatron.")]
    return [name for name in names if not name.endswith("__main__")]


def test_docstrings() -> None:
    """Every example in a docstring runs; kernels are compiled code and are tried by their own."""
    for name in modules():
        if ".kernels" not in name:
            told = doctest.testmod(import_module(name))
            assert told.failed == 0, name


def test_the_game_of_the_contributors_page() -> None:
    """A newcomer's file is one game: the whole contract passes, with its claim too."""
    first, second = blocks(ROOT / "CONTRIBUTING.md", "python")
    assert len(first.splitlines()) <= 15
    lawful("knock_out", first, second)


def test_the_game_of_the_tutorial() -> None:
    lawful("halving", blocks(DOCS / "tutorial.md", "python")[-1])


def lawful(name: str, *parts: str) -> None:
    """The parts of a game's file pass every law, with the claims in them and without."""
    from dataclasses import replace

    from nimatron.game import Claim, Game

    space: dict[str, object] = {}
    for part in parts:
        exec(compile(part, f"{name}.py", "exec"), space)
    game = space["GAME"]
    assert isinstance(game, Game)
    claims = [thing for thing in space.values() if isinstance(thing, Claim)]
    story = parts[0].split('"""')[1].strip()
    plain = replace(game, slug=name.replace("_", "-"), story=story, claims=[])
    assert claims
    for law in contract.LAWS:
        law(plain)
        law(replace(plain, claims=claims))


def test_a_file_alone_registers_a_game(tmp_path: Path) -> None:
    """In a copy of the package, the page's file makes the command know the game."""
    import shutil

    package = tmp_path / "nimatron"
    shutil.copytree(
        ROOT / "src" / "nimatron", package, ignore=shutil.ignore_patterns("__pycache__")
    )
    first, _ = blocks(ROOT / "CONTRIBUTING.md", "python")
    (package / "games" / "knock_out.py").write_text(first)
    done = subprocess.run(
        [sys.executable, "-m", "nimatron", "solve", "knock-out", "1,5,9"],
        capture_output=True, text=True, env={**ENV, "PYTHONPATH": str(tmp_path)}, timeout=60,
        check=True,
    )  # fmt: skip
    assert done.stdout.startswith("Knock Out 1,5,9, normal play: the first player wins.")


def test_every_command_is_told_of() -> None:
    told = "\n".join(page.read_text() for page in PAGES)
    missing = [name for name in COMMANDS if f"nimatron {name}" not in told]
    assert missing == []


def test_every_game_is_told_of() -> None:
    """All on the page of games, and in the course those of the lectures."""
    listed = (DOCS / "games.md").read_text()
    taught = "\n".join(page.read_text() for page in DOCS.glob("course/*.md"))
    for slug, game in nimatron.games.items():
        assert f"`{slug}`" in listed
        if any("lecture" in source for source in game.sources):
            assert slug in taught, f"the course does not mention {slug}"


def test_every_error_is_told_of_with_its_remedy() -> None:
    known = error_pages.errors()
    missing = [name for name, told in known.items() if not (told.happened and told.remedy)]
    assert missing == [], "an error's docstring has a paragraph `Remedy: ...`"
    package = "nimatron."
    raised = {
        k.__name__ for k in _kinds(nimatron.NimatronError) if k.__module__.startswith(package)
    }
    assert raised <= set(known)


def _kinds(kind: type) -> set[type]:
    below: list[type] = kind.__subclasses__()
    return {kind}.union(*map(_kinds, below))


def test_the_reference_tells_all(tmp_path: Path) -> None:
    """Public names, commands with all their options, kinds of certificates, games."""
    reference_pages.write(tmp_path)
    pages = {p.relative_to(tmp_path).as_posix(): p.read_text() for p in tmp_path.rglob("*.md")}
    names = [name for name in nimatron.__all__ if not name.startswith("_")]
    assert [name for name in names if f"## nt.{name}\n" not in pages["library.md"]] == []
    for name in COMMANDS:
        assert f"## nimatron {name}\n" in pages["commands.md"]
        command = import_module(f"nimatron.cli.{name}").command
        options = [o for p in command.params if p.param_type_name == "option" for o in p.opts]
        assert [option for option in options if option not in pages["commands.md"]] == []
    assert set(reference_pages.CERTIFIED) == set(forms._FORMS)
    for kind in forms._FORMS:
        assert f"## {kind}\n" in pages["certificates.md"]
        assert reference_pages.certificate(kind)[1].kind == kind
    assert [slug for slug in nimatron.games if f"games/{slug}.md" not in pages] == []


def test_the_makefile_has_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    for command in ("run", "test"):
        assert f"make {command}" in readme and f"\n{command}:" in makefile


PRIVATE = re.compile(
    r"/(work|root)/|pypi[.]org|registry[.]npmjs|files[.]pythonhosted", re.IGNORECASE
)


def test_no_file_names_a_machine_or_a_registry() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False
    ).stdout.split()
    for name in listed:
        path = ROOT / name
        if name == "tests/test_docs.py" or not path.is_file():
            continue
        found = PRIVATE.search(path.read_text(errors="replace"))
        assert found is None, f"{name}: {found}"


@pytest.mark.parametrize("name", list(generate.PAGES))
def test_generated_pages_are_up_to_date(name: str) -> None:
    made = generate.PAGES[name]()
    assert (ROOT / "docs" / name).read_text() == made, "run python docs/generate.py"
