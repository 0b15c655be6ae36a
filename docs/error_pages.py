"""The page of errors: every exception of the package, read from its source, with its remedy.

The docstring of an error has two paragraphs: what happened, and `Remedy:` what to do. A test says
which error has none.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "nimatron"
EXAMPLES = {
    "UnknownGame": "solve kales 7",
    "ParameterError": "solve bachet 21 -p m=3",
    "PositionError": "solve cram 4y4",
    "CodeError": "period 0.9x --to 10",
    "TooLarge": "solve kings 8x8 --max-positions 100",
    "FormatError": "answer grundi",
}
"""What one types to meet an error."""


@dataclass(frozen=True)
class Told:
    """What the source says of an error."""

    name: str
    base: str
    happened: str
    remedy: str
    exit_code: int
    http_status: int


def errors() -> dict[str, Told]:
    """Every exception that Nimatron raises on purpose, each after the one it is a kind of."""
    classes = [
        node
        for path in sorted(SOURCE.rglob("*.py"), key=lambda path: (path.name != "errors.py", path))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    found: dict[str, Told] = {}
    before = -1
    while len(found) > before:
        before = len(found)
        for node in classes:
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            known = [base for base in bases if base in found]
            if node.name not in found and (known or node.name == "NimatronError"):
                found[node.name] = _told(node, found[known[0]] if known else None)
    return found


def _told(node: ast.ClassDef, base: Told | None) -> Told:
    happened, _, rest = (ast.get_docstring(node) or "").partition("\n\n")
    remedy = next((p for p in rest.split("\n\n") if p.startswith("Remedy:")), "")
    said = {
        entry.targets[0].id: entry.value.value
        for entry in node.body
        if isinstance(entry, ast.Assign)
        and isinstance(entry.targets[0], ast.Name)
        and isinstance(entry.value, ast.Constant)
        and isinstance(entry.value.value, int)
    }
    return Told(
        name=node.name,
        base=base.name if base else "Exception",
        happened=" ".join(happened.split()),
        remedy=" ".join(remedy.removeprefix("Remedy:").split()),
        exit_code=said.get("exit_code", base.exit_code if base else 1),
        http_status=said.get("http_status", base.http_status if base else 500),
    )


HEAD = """\
# Errors and their remedies

An error is one line: what was expected, what came, and what to try. A traceback is a fault of ours.
Errors go to standard error, so they never mix with data.
"""
ENDS = """\
| a command ends with | when |
|---|---|
| 0 | it is done |
| 1 | the answer is no: a claim is false, an output wrong, something refused or missing |
| 2 | wrong use: an unknown game, an unreadable position, an impossible option |
| 3 | too large to decide within the limits given |
| 130 | interrupted with Ctrl-C |
| 141 | whoever read the output closed it, as `head` does |
"""


def errors_page() -> str:
    known = errors()
    rows = "\n".join(
        f"| [`{told.name}`](#{told.name.lower()}) | {told.exit_code} | {told.http_status} |"
        for told in known.values()
    )
    return (
        f"{HEAD}\n{ENDS}\nThe kinds of errors, with the code that a command ends with and the"
        f" status of the page:\n\n| error | exit code | HTTP |\n|---|---|---|\n{rows}\n\n"
        + "\n".join(_section(told) for told in known.values())
    )


def _section(told: Told) -> str:
    first = told.remedy[:1].upper() + told.remedy[1:]
    text = (
        f"## {told.name}\n\n{told.happened} It is a kind of `{told.base}`.\n\n**Remedy:** {first}\n"
    )
    if told.name in EXAMPLES:
        text += f"\n```console\n$ nimatron {EXAMPLES[told.name]}\n{_printed(told.name)}```\n"
    return text


def _printed(name: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "nimatron", *EXAMPLES[name].split()],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "NIMATRON_DATA": "off"},  # what was found earlier is not told
    )
    return done.stdout + done.stderr
