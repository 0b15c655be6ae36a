"""The arrows of the architecture: who may import whom. Read from the sources, nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "nimatron"

ROWS: dict[str, int] = {
    "version": 0, "errors": 0, "values": 0, "pictures": 0, "functions": 0, "formulas": 0,
    "whole": 0,
    "rules": 1,
    "certificates": 2, "game": 2,
    "games": 3, "archive": 3, "kernels": 3, "ranges": 3,
    "solve": 4, "sequences": 4, "discover": 4,
    "drawing": 5, "play": 5, "judge": 5,
    "cli": 6, "web": 6,
    "__main__": 7,
}  # fmt: skip

# Within a row, and against it: what is allowed besides "a lower row".
BESIDE = {
    ("functions", "values"),
    ("formulas", "errors"),
    ("formulas", "functions"),
    ("whole", "errors"),
    ("game", "certificates"),
    ("ranges", "kernels"),
    ("solve", "sequences"),
    ("sequences", "solve"),
    # discover asks both, and gives claims that play and drawing may use.
    ("discover", "solve"),
    ("discover", "sequences"),
    ("judge", "play"),
}
# Functions, not modules, may import these: the door that asks the registry for a game by name, the
# command that starts the page, and what shows itself in a notebook.
DOORS = {
    ("solve/ask.py", "games"),
    ("cli/serve.py", "web"),
    ("solve/answer.py", "drawing"),
    ("solve/choose.py", "drawing"),
    ("solve/tell.py", "drawing"),
}
NEVER = {("kernels", part) for part in ROWS if part not in ("errors", "kernels")} | {
    ("archive", "rules"),
    ("archive", "certificates"),
    ("archive", "game"),
    ("games", "archive"),
    ("solve", "games"),
    ("sequences", "games"),
    ("discover", "games"),
}
ONLY_HERE = {"numba": {"kernels"}, "click": {"cli"}, "starlette": {"web"}}


def part_of(path: Path, source: Path = SOURCE) -> str:
    """The folder or module below the package that a file belongs to."""
    inside = path.relative_to(source).parts[0]
    return inside.removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Modules that a file imports, and whether only inside a function or for type checking."""

    def walk(node: ast.AST, lazy: bool) -> Iterator[tuple[str, bool]]:
        for child in ast.iter_child_nodes(node):
            inner = lazy or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                inner = True
            if isinstance(child, ast.Import):
                yield from ((name.name, inner) for name in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert not child.level, f"{path}: absolute imports only"
                yield child.module or "", inner
                if child.module == "nimatron":
                    yield from ((f"nimatron.{name.name}", inner) for name in child.names)
            else:
                yield from walk(child, inner)

    return walk(ast.parse(path.read_text()), False)


def violations(path: Path, source: Path = SOURCE) -> Iterator[str]:
    part = part_of(path, source)
    where = str(path.relative_to(source))
    if part == "__init__":
        return
    for module, lazy in imports(path):
        top, *rest = module.split(".")
        if top in ONLY_HERE and part not in ONLY_HERE[top]:
            yield f"{where} imports {top}: only {', '.join(ONLY_HERE[top])} may"
        if top != "nimatron" or not rest or rest[0] == part:
            continue
        to = rest[0]
        if to not in ROWS:
            yield f"{where} imports {module}: give {to} a row"
        elif lazy and (where, to) in DOORS:
            continue
        elif (part, to) in NEVER:
            yield f"{where} imports {module}: {part} must never import {to}"
        elif ROWS[to] >= ROWS[part] and (part, to) not in BESIDE:
            yield f"{where} imports {module}: arrows point down"


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_arrows_point_down(path: Path) -> None:
    assert list(violations(path)) == []


def test_every_part_has_a_row() -> None:
    parts = {part_of(path) for path in SOURCE.rglob("*.py")} - {"__init__"}
    assert parts <= set(ROWS)


def test_planted_arrows_are_seen(tmp_path: Path) -> None:
    """The test itself is tested: files with a wrong import are reported."""
    wrong = {
        "rules/a.py": "from nimatron.games import games",
        "games/a.py": "from nimatron.solve.ask import solve",
        "solve/a.py": "import nimatron.games",
        "games/b.py": "def f():\n    from nimatron.drawing import svg",
        "certificates/a.py": "from nimatron import solve",
        "kernels/a.py": "from nimatron.values import mex",
        "solve/b.py": "import numba",
        "values.py": "from nimatron.rules.protocol import Rules",
        "cli/a.py": "from nimatron.web import app",
    }
    for name, text in wrong.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text + "\n")
    for name in wrong:
        assert list(violations(tmp_path / name, tmp_path)), name
