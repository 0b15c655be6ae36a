"""The notebooks run from top to bottom and show what they show; they are small and name no machine.

NIMATRON_REFRESH=1 runs them and keeps what they show; read it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))
LARGEST = 120_000
# The package says nothing of its types.
read: Any = nbformat.read
write: Any = nbformat.write
NAMED = [pytest.param(path, id=path.stem) for path in NOTEBOOKS]


def shown(notebook: Any) -> list[list[Any]]:
    """What each cell shows: texts word for word, and of pictures and tables that they are there."""
    return [[_kind(output) for output in cell.get("outputs", ())] for cell in notebook.cells]


def _kind(output: Any) -> tuple[str, ...]:
    if output.output_type == "stream":
        return output.name, output.text
    if output.output_type == "error":
        return "error", output.ename
    kinds = sorted(output.data)
    return (*kinds, output.data["text/plain"]) if kinds == ["text/plain"] else tuple(kinds)


def _titled(data: dict[str, str]) -> None:
    """Beside a picture its title is text enough; what Python prints of it has addresses in it."""
    if "image/svg+xml" in data:
        title = re.search(r"<title>(.*?)</title>", data["image/svg+xml"])
        data["text/plain"] = title[1] if title else "a picture"


@pytest.mark.parametrize("path", NAMED)
@pytest.mark.filterwarnings("ignore")  # of the kernel's own packages
def test_runs_and_shows_the_same(path: Path) -> None:
    kept = read(path, as_version=4)
    again = read(path, as_version=4)
    client = NotebookClient(again, timeout=120, record_timing=False, coalesce_streams=True)
    client.execute()
    if os.environ.get("NIMATRON_REFRESH") == "1":
        again.metadata.pop("language_info", None)
        for output in (o for cell in again.cells for o in cell.get("outputs", ())):
            _titled(output.get("data", {}))
        write(again, path)
    else:
        assert shown(again) == shown(kept)


@pytest.mark.parametrize("path", NAMED)
def test_is_small_and_clean(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text) < LARGEST
    assert re.search(r"/(home|root|work|Users|tmp)/| at 0x", text) is None
    notebook = read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not any(kind[0] in ("stderr", "error") for cell in shown(notebook) for kind in cell)


def test_there_are_tables_and_pictures() -> None:
    every = [read(path, as_version=4) for path in NOTEBOOKS]
    kinds = {kind for book in every for cell in shown(book) for output in cell for kind in output}
    assert len(every) >= 3 and {"image/svg+xml", "text/html"} <= kinds
