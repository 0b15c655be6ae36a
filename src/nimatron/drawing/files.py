"""Pictures written to files: the ending says which kind, and errors are told in one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nimatron.errors import ParameterError
from nimatron.whole import whole_file


def ending(path: Path, known: Sequence[str]) -> str:
    """The ending of a file, which must be one of those known."""
    found = path.suffix.lower()
    if found not in known:
        listed = f"{', '.join(known[:-1])} or {known[-1]}" if len(known) > 1 else known[0]
        raise ParameterError(f"a file ending in {listed}", str(path))
    return found


def write(path: Path, text: str) -> None:
    """Write a text as it is, in UTF-8."""
    with whole_file(path) as file:
        file.write(text)
