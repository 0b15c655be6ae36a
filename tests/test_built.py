"""The wheel and the source archive, built and tried in an empty environment."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
# Without the settings of this environment: what is tried must stand on what was built alone.
ENV = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, cwd=cwd, env=ENV, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both files, the wheel made from the source archive, as `python -m build` does."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.mark.heavy
def test_what_is_in_them(built: Path) -> None:
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tracked = run("git", "ls-files", "src/nimatron", cwd=ROOT).split()
    missing = {name.removeprefix("src/") for name in tracked} - names
    assert not missing, f"not in the wheel: {missing}"
    assert not any("__pycache__" in name for name in names)
    with tarfile.open(source) as tar:
        inside = {name.partition("/")[2] for name in tar.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", "src/nimatron/py.typed"} <= inside


@pytest.mark.heavy
def test_it_works_from_the_wheel(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    constraints = ROOT / "constraints.txt"
    run(python, "-m", "pip", "install", "-q", "-c", constraints, f"{wheel}[web]", cwd=tmp_path)
    command = tmp_path / "env" / "bin" / "nimatron"
    assert "take 2 from pile 1" in run(command, "solve", "nim", "3,4,5", cwd=tmp_path)
    assert "period 12 after 71, proved" in run(
        command, "period", "0.77", "--to", "2000", cwd=tmp_path
    )
    assert run(command, "answer", "--list", cwd=tmp_path).count("\n") > 15
    told = run(
        python, "-c",
        "from nimatron.web.app import application\n"
        "from importlib.resources import files\n"
        "print(sorted(p.name for p in (files('nimatron.web') / 'static').iterdir()))",
        cwd=tmp_path,
    )  # fmt: skip
    assert "htmx" in told and ".css" in told
