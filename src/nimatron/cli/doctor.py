"""nimatron doctor: what is installed, where data lies, and what is slow and why."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path

import click

from nimatron.cli import words
from nimatron.version import __version__

Finding = tuple[str, str, str]
"""`ok`, `note` or `wrong`; what it is about; and what was found, with what to do."""

_SLOWING = {
    "NUMBA_DISABLE_JIT": "kernels run as plain Python, hundreds of times slower",
    "NUMBA_BOUNDSCHECK": "kernels look at every index, about half as fast",
}
_EXTRAS = {
    "web": "the page (`nimatron serve`)",
    "plot": "plots and heat maps",
    "cluster": "surveys and layers on many machines",
    "notebook": "Jupyter notebooks",
}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def command(as_json: bool) -> None:
    """Say what is installed, where data lies, and what is slow and why.

    Ends with 1 if something is wrong that Nimatron needs.
    """
    findings = [*_machine(), *_packages(), *_data(), *_compiled(), *_speed()]
    if as_json:
        keys = ("state", "about", "found")
        words.print_json([dict(zip(keys, finding, strict=True)) for finding in findings])
    else:
        words.rows([(f"{state:<5} {about}", found) for state, about, found in findings], indent="")
    if any(state == "wrong" for state, _, _ in findings):
        sys.exit(1)


def _machine() -> Iterator[Finding]:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield "ok", "nimatron", f"{__version__}, {python}, {platform.system()} {platform.machine()}"
    yield "ok", "cores", f"{os.cpu_count()}; surveys use all, a single sequence or search uses one"


def _packages() -> Iterator[Finding]:
    needed: dict[str, list[str]] = {"": []}
    for line in requires("nimatron") or ():
        name = line.split(";")[0].split("[")[0].strip()
        for sign in "<>=!~ ":
            name = name.split(sign)[0]
        extra = line.partition("extra ==")[2].strip(" '\"")
        if name != "nimatron":
            needed.setdefault(extra, []).append(name)
    for extra in ("", *_EXTRAS):
        found, missing = [], []
        for name in needed.get(extra, ()):
            try:
                found.append(f"{name} {version(name)}")
            except PackageNotFoundError:
                missing.append(name)
        about = f"extra {extra}" if extra else "packages"
        told = ", ".join(found)
        if not missing:
            yield "ok", about, told
        elif extra:
            hint = f"`pip install 'nimatron[{extra}]'` brings {_EXTRAS[extra]}"
            yield "note", about, f"not installed: {', '.join(missing)}; {hint}"
        else:
            hint = "`pip install nimatron` again"
            yield "wrong", about, f"missing: {', '.join(missing)}; {hint}"


def _data() -> Iterator[Finding]:
    from nimatron.archive.folder import VARIABLE, data_folder

    folder = data_folder()
    if folder is None:
        yield "note", "data", f"nothing is saved, for {VARIABLE} is `off`"
        return
    source = f"by {VARIABLE}" if os.environ.get(VARIABLE) else f"{VARIABLE} would change it"
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    size = sum(path.stat().st_size for path in files) / 1e6
    yield "ok", "data", f"{folder} ({source}): {len(files)} files, {size:.1f} MB"
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK):
        yield "note", "saving", f"{there} cannot be written; choose another with {VARIABLE}"
        return
    free = shutil.disk_usage(there).free / 1e9
    yield ("ok" if free > 0.5 else "note"), "saving", f"{free:.1f} GB are free there"


def _compiled() -> Iterator[Finding]:
    spec = find_spec("nimatron.kernels")
    beside = Path(spec.origin or ".").parent / "__pycache__" if spec else Path()
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    cache = Path(chosen) if chosen else beside
    count = sum(1 for _ in cache.rglob("*.nbc")) if cache.exists() else 0
    if count:
        yield "ok", "compiled", f"{count} pieces of machine code in {cache}"
    else:
        why = "the first long run compiles for 10 to 30 seconds; `nimatron warm` does it now"
        yield "note", "compiled", f"nothing yet: {why}"
    for name, what in _SLOWING.items():
        if os.environ.get(name, "0") not in ("", "0"):
            yield "note", name, f"is set: {what}"


def _speed() -> Iterator[Finding]:
    bare = _seconds("-c", "pass")
    start = _seconds("-m", "nimatron", "--version")
    yield ("ok" if start < 0.3 else "note"), "start", f"{start:.2f} s, of which Python {bare:.2f} s"
    for module, what in (("numpy", "long runs need it"), ("numba", "long runs, once compiled")):
        took = _seconds("-c", f"import {module}") - bare
        yield ("ok" if took < 1 else "note"), module, f"{took:.2f} s to import; {what}"


def _seconds(*arguments: str) -> float:
    """How long a fresh Python takes, the better of two runs: the first may read from disk."""

    def once() -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
        return time.perf_counter() - began

    return min(once(), once())
