"""The notebooks as pages: their words, their cells, and what these showed when they were run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from directives import written


def write(source: Path, folder: Path) -> None:
    """A page for each notebook, with its pictures beside it."""
    for path in sorted(source.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        written(folder / f"{path.stem}.md", page(notebook, path.stem, folder))


def page(notebook: dict[str, Any], name: str, folder: Path) -> str:
    parts = []
    for place, cell in enumerate(notebook["cells"]):
        text = _joined(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            if len(parts) == 1:
                parts.append(
                    f"*This is the notebook `docs/notebooks/{name}.ipynb`, as it was run.*"
                )
        else:
            parts.append(f"```python\n{text}\n```")
            parts += [_shown(output, folder, f"{name}-{place}") for output in cell["outputs"]]
    return "\n\n".join(part for part in parts if part) + "\n"


def _joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)


def _shown(output: dict[str, Any], folder: Path, name: str) -> str:
    """The richest form of an output: a picture, a table, or what was printed."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        written(folder / f"{name}.svg", _joined(data["image/svg+xml"]))
        return f"![what the cell shows]({name}.svg)"
    if "text/html" in data:
        return f'<div class="shown">\n{_joined(data["text/html"])}\n</div>'
    text = _joined(data.get("text/plain", output.get("text", ""))).rstrip()
    return f":::{{container}} output\n```text\n{text}\n```\n:::" if text else ""
