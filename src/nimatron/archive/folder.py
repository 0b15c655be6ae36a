"""Where things are kept."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "NIMATRON_DATA"


def data_folder(chosen: str | None = None) -> Path | None:
    """The folder chosen, or that of the environment, or the user's data folder; None for `off`.

    >>> data_folder("off") is None
    True
    """
    named = chosen or os.environ.get(VARIABLE)
    if named == "off":
        return None
    if named:
        return Path(named).expanduser()
    home = os.environ.get("XDG_DATA_HOME")
    base = Path(home) if home else Path.home() / ".local" / "share"
    return base / "nimatron"
