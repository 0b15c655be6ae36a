"""Every example of the documents runs, and every command and game is told of somewhere."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import generate
import pytest

import contract
import nimatron
from nimatron.cli import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted(ROOT.glob("docs/*.md"))
ENV = {
    **os.environ,
    "NO_COLOR": "1",
    "COLUMNS": "100",
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
}


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def consoles() -> Iterator[Any]:
    for page in PAGES:
        for place, block in enumerate(blocks(page, "console"), 1):
            calls = [
                call.partition("\n")[::2]
                for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
            ]
            yield pytest.param(calls, id=f"{page.name}-{place}")


@pytest.mark.parametrize("calls", list(consoles()))
def test_console(calls: list[tuple[str, str]], tmp_path: Path) -> None:
    """What the commands of a block print, one after the other, is what the page shows."""
    for command, output in calls:
        done = subprocess.run(
            ["bash", "-c", command],
            capture_output=True,
            text=True,
            env=ENV,
            timeout=60,
            cwd=tmp_path,
        )
        assert done.stdout + done.stderr == output, command


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


def test_the_game_of_the_contributors_page(tmp_path: Path) -> None:
    """A newcomer's file is one game: the whole contract passes, with its claim too."""
    first, second = blocks(ROOT / "CONTRIBUTING.md", "python")
    assert len(first.splitlines()) <= 15
    story = first.split('"""')[1]
    space: dict[str, object] = {}
    exec(compile(first, "knock_out.py", "exec"), space)
    exec(compile(second, "knock_out.py", "exec"), space)
    from dataclasses import replace

    from nimatron.game import Claim, Game

    game, claim = space["GAME"], space["parity"]
    assert isinstance(game, Game) and isinstance(claim, Claim)
    plain = replace(game, slug="knock-out", story=story.strip())
    for law in contract.LAWS:
        law(plain)
        law(replace(plain, claims=[claim]))


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
