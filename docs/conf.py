"""How the documents are built: `make docs`, offline, every warning an error."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import notebook_pages  # noqa: E402
import reference_pages  # noqa: E402
from nimatron.version import __version__  # noqa: E402

# Pages show what the program draws and says: if that changes, all are made again.
CODE = sorted([*HERE.glob("*.py"), *(HERE.parent / "src" / "nimatron").rglob("*.py")])
made_from = hashlib.sha256(b"".join(path.read_bytes() for path in CODE)).hexdigest()

project = "Nimatron"
author = "the authors of Nimatron"
release = version = __version__
extensions = ["myst_parser", "directives"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Nimatron"
html_static_path = ["static"]
html_css_files = ["nimatron.css"]
html_js_files = ["play.js"]
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
pygments_style = "tango"
pygments_dark_style = "native"
# What a terminal shows is not always a session that the lexer knows.
suppress_warnings = ["misc.highlighting_failure"]

# Pages of the first row of the folder, in the order in which one meets them; a page that is not
# there yet is left out, and one that is not named here comes last.
TOPICS = (
    ["play", "page", "boards", "speed", "sequences", "discover", "contests", "ranges", "pictures"]
)  # fmt: skip
ELSEWHERE = {"index", "tutorial", "proofs", "games", "errata", "errors", "figures", "robustness"}


def topics() -> list[str]:
    """The pages of topics that there are."""
    there = {page.stem for page in HERE.glob("*.md")} - ELSEWHERE
    return [name for name in TOPICS if name in there] + sorted(there - set(TOPICS))


def finished(app: Any, name: str, source: list[str]) -> None:
    """What a page is given as it is read: the list of topics, links to the pages of games."""
    if name == "index":
        source[0] = source[0].replace("TOPICS", "\n".join(topics()))
    elif name == "games":
        source[0] = reference_pages.linked(source[0])


def setup(app: Any) -> None:
    app.add_config_value("made_from", "", "env")
    app.connect("source-read", finished)
    reference_pages.write(HERE / "reference")
    notebook_pages.write(HERE / "notebooks", HERE / "reference" / "notebooks")
