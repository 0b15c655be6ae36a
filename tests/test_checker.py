"""What the checker reads: exactly the rules, the certificates and values, in few lines."""

from __future__ import annotations

from pathlib import Path

from test_layers import SOURCE, imports

ALLOWED = {"rules", "values", "errors", "certificates"}
LINES = {"check.py": 100}


def _files() -> list[Path]:
    return [
        SOURCE / "certificates" / name
        for name in ("check.py", "reached.py", "local.py", "strategy.py", "parts.py")
    ]


def test_the_checker_knows_nothing_of_the_solver() -> None:
    for path in _files():
        ours = {
            module.split(".")[1]
            for module, _ in imports(path)
            if module.count(".") and module.startswith("nimatron.")
        }
        assert ours <= ALLOWED, path


def test_the_checker_is_small() -> None:
    for path in _files():
        code = [line for line in path.read_text().splitlines() if line.strip()]
        assert len(code) <= LINES.get(path.name, 150), f"{path.name} has {len(code)} lines"
