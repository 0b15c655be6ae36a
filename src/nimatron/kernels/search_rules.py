"""Rules written in plain Python, compiled; and compiled only once on a machine.

A function that is compiled in the running program would be compiled again by every process. So
its source, with the constants and functions that it uses, is written to a module of its own, named
by the hash of all that: a second process finds the machine code in the cache, and a change of
anything that matters makes another module. Writing past the end of `out` is noticed.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import re
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba.core.errors import NumbaError

from nimatron.errors import NimatronError
from nimatron.kernels.search import OPTIONS

_HEAD = '''"""Compiled rules, written by Nimatron; may be deleted at any time."""

from __future__ import annotations

from numba import njit, types
'''
_SIGNATURE = "[types.int64(types.int64, types.int64[::1], types.int64[::1])]"
_DECORATOR = "@njit(boundscheck=True)"


class Uncompilable(NimatronError):
    """Rules that the compiler does not accept; the message says where and why.

    Remedy: use whole numbers, tuples of them, and loops in `options`; without it the rules
    are searched in plain Python.
    """


def compiled(
    function: Callable[..., int], tables: Sequence[bool], folder: Path | None
) -> Callable[..., int]:
    """The rules as a compiled function of position, out and sizes.

    The function may take sizes after `position` and `out`: whole numbers, or tuples of them, as
    `tables` says. They all come in one array: each number in its place, for a tuple the place
    where it begins and its length.
    """
    try:
        text, lines = _module_text(function, tables)
    except (OSError, TypeError, SyntaxError, IndentationError):
        return _in_this_process(function, tables)
    try:
        module = _load(text, folder)
    except NumbaError as e:
        raise Uncompilable(_told(str(e), lines, function)) from e
    compiled: Callable[..., int] = module.compiled_options
    return compiled


def _wrapper(name: str, tables: Sequence[bool], signature: str) -> str:
    given = ", ".join(
        f"data[data[{2 * i}] : data[{2 * i}] + data[{2 * i + 1}]]" if table else f"data[{2 * i}]"
        for i, table in enumerate(tables)
    )
    return (
        f"@njit({signature}, cache=CACHE)\n"
        "def compiled_options(position, out, data):\n"
        f"    return {name}(position, out, {given})\n"
    )


def _in_this_process(function: Callable[..., int], tables: Sequence[bool]) -> Callable[..., int]:
    """Without a source there is nothing to remember: compile it here and now."""
    names: dict[str, Any] = {
        "njit": numba.njit,
        "rules": numba.njit(boundscheck=True)(function),
        "signature": [OPTIONS],
        "CACHE": False,
    }
    try:
        exec(_wrapper("rules", tables, "signature"), names)
    except NumbaError as e:
        raise Uncompilable(_told(str(e), {}, function)) from e
    compiled: Callable[..., int] = names["compiled_options"]
    return compiled


def _module_text(
    function: Callable[..., int], tables: Sequence[bool]
) -> tuple[str, dict[int, tuple[str, int]]]:
    """The module, and for its lines the file and line where the user wrote them."""
    blocks: dict[str, tuple[str, Any]] = {}
    _gather(function, blocks)
    lines: dict[int, tuple[str, int]] = {}
    text = _HEAD
    for source, origin in blocks.values():
        text += "\n\n" if origin else "\n"
        if origin:
            text += _DECORATOR + "\n"
            begins = text.count("\n") + 1
            for offset in range(source.count("\n") + 1):
                lines[begins + offset] = origin[0], origin[1] + offset
        text += source.rstrip() + "\n"
    # The innermost functions come last in `blocks`, but names are looked up when they are called.
    return f"{text}\n\n{_wrapper(function.__name__, tables, _SIGNATURE)}", lines


def _gather(function: Any, blocks: dict[str, tuple[str, Any]]) -> None:
    """The source of a function, of the functions that it calls, and of the constants in them."""
    name = function.__name__
    source, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(source)))
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise OSError("no function definition")
    body = textwrap.dedent("".join(source)).splitlines()[node.lineno - 1 : node.end_lineno]
    path = inspect.getsourcefile(function) or ""
    _add(blocks, name, "\n".join(body), (path, first + node.lineno - 1))
    known = {**function.__globals__, **dict(_closed_over(function))}
    parts = [part for line in node.body for part in ast.walk(line)]  # without annotations
    used = {part.id for part in parts if isinstance(part, ast.Name)}
    for word in sorted(used - {name}):
        if word in known and word not in function.__code__.co_varnames:
            _gather_value(word, known[word], blocks, (path, first))


def _closed_over(function: FunctionType) -> Iterator[tuple[str, Any]]:
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        yield name, cell.cell_contents


def _gather_value(
    word: str, value: Any, blocks: dict[str, tuple[str, Any]], where: tuple[str, int]
) -> None:
    value = getattr(value, "py_func", value)  # what numba has compiled already
    if isinstance(value, FunctionType):
        if value.__name__ != word:
            raise OSError("a function under another name")
        if word not in blocks:
            _gather(value, blocks)
        return
    if isinstance(value, ModuleType):
        _add(blocks, word, f"import {value.__name__} as {word}", None)
        return
    if _is_plain(value):
        _add(blocks, word, f"{word} = {value!r}", None)
        return
    home, name = getattr(value, "__module__", None), getattr(value, "__name__", "")
    if home and getattr(import_module(home), name, None) is value:
        _add(blocks, word, f"from {home} import {name} as {word}", None)
        return
    raise Uncompilable(
        f"{Path(where[0]).name}, line {where[1]}: `{word}` is a {type(value).__name__}; compiled"
        " rules use numbers, tuples of numbers, and functions"
    )


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return type(value) in (int, bool, float)


def _add(blocks: dict[str, tuple[str, Any]], name: str, source: str, origin: Any) -> None:
    if name in blocks and blocks[name] != (source, origin):
        raise Uncompilable(f"two different things have the name `{name}`")
    blocks[name] = source, origin


def _load(text: str, folder: Path | None) -> Any:
    """The module with this text, from the folder, where it stays; without one it is forgotten."""
    name = f"rules_{hashlib.sha256((numba.__version__ + text).encode()).hexdigest()[:24]}"
    if name in sys.modules:
        return sys.modules[name]
    text = text.replace("CACHE", str(folder is not None))
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{name}.py"
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                handle, fresh = tempfile.mkstemp(dir=folder, suffix=".tmp")
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                Path(fresh).replace(path)
            return _imported(name, path)
        except OSError:
            return _load(text.replace("cache=True", "cache=False"), None)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        return _imported(name, path)


def _imported(name: str, path: Path) -> Any:
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # machine code in the cache refers to the module by name
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _told(message: str, lines: dict[int, tuple[str, int]], function: Any) -> str:
    """The compiler's complaint in one line, at the line that the user wrote."""
    numbers = [int(n) for n in re.findall(r"line (\d+)", message)]
    file, line = inspect.getsourcefile(function) or "", function.__code__.co_firstlineno
    for number in reversed(numbers):
        if number in lines:
            file, line = lines[number]
            break
        if not lines and number >= line:
            line = number
            break
    said = [part.strip() for part in message.splitlines() if part.strip()]
    plain = [
        part
        for part in said
        if not part.startswith(("Failed in", "File ", "During:", "[", "-", "*", "<"))
    ]
    reason = " ".join(plain[:2]) if plain else "not accepted by the compiler"
    return f"{Path(file).name}, line {line}: {reason[:200]}"
