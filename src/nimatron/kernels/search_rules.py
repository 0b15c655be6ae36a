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
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba

from nimatron.errors import NimatronError
from nimatron.kernels.search import OPTIONS

_HEAD = '''"""Compiled rules, written by Nimatron; may be deleted at any time."""

from __future__ import annotations

from numba import njit, types
'''
_SIGNATURE = "[types.int64(types.int64, types.int64, types.int64[::1], types.int64[::1])]"
_DECORATOR = "@njit(boundscheck=True)"


class Uncompilable(NimatronError):
    """Rules that the compiler does not accept; the message says where and why.

    Remedy: use whole numbers, tuples of them, and loops in `options`; without it the rules
    are searched in plain Python.
    """


def compiled(
    function: Callable[..., int], words: int, tables: Sequence[bool], folder: Path | None
) -> Callable[..., int]:
    """The rules as a compiled function of the words of a position, out and sizes.

    A position of two words is a pair to its author, and `out` has a row for each option. The
    function may take sizes after `position` and `out`: whole numbers, or tuples of them, as
    `tables` says. They all come in one array: each number in its place, for a tuple the place
    where it begins and its length.
    """
    try:
        text, lines = _module_text(function, words, tables)
    except (OSError, TypeError, SyntaxError, IndentationError):
        return _in_this_process(function, words, tables)
    try:
        module = _load(text, folder)
    except Exception as e:  # not all that the compiler raises is an error of its own kind
        raise Uncompilable(_told(str(e), lines, function)) from e
    compiled: Callable[..., int] = module.compiled_options
    return compiled


def _wrapper(name: str, words: int, tables: Sequence[bool], signature: str) -> str:
    given = ["first", "out"] if words == 1 else ["(first, last)", "out.reshape((-1, 2))"]
    given += [
        f"data[data[{2 * i}] : data[{2 * i}] + data[{2 * i + 1}]]" if table else f"data[{2 * i}]"
        for i, table in enumerate(tables)
    ]
    return (
        f"@njit({signature}, cache=CACHE, nogil=True)\n"
        "def compiled_options(first, last, out, data):\n"
        f"    return {name}({', '.join(given)})\n"
    )


def _in_this_process(
    function: Callable[..., int], words: int, tables: Sequence[bool]
) -> Callable[..., int]:
    """Without a source there is nothing to remember: compile it here and now."""
    names: dict[str, Any] = {
        "njit": numba.njit,
        "rules": numba.njit(boundscheck=True)(function),
        "signature": [OPTIONS],
        "CACHE": False,
    }
    try:
        exec(_wrapper("rules", words, tables, "signature"), names)
    except Exception as e:
        raise Uncompilable(_told(str(e), {}, function)) from e
    compiled: Callable[..., int] = names["compiled_options"]
    return compiled


def _module_text(
    function: Callable[..., int], words: int, tables: Sequence[bool]
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
    return f"{text}\n\n{_wrapper(function.__name__, words, tables, _SIGNATURE)}", lines


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
    # Not imported: the module may be waiting just now for what is compiled here.
    if home and getattr(sys.modules.get(home), name, None) is value:
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
                try:
                    with os.fdopen(handle, "w", encoding="utf-8") as file:
                        file.write(text)
                    Path(fresh).replace(path)
                except OSError:
                    Path(fresh).unlink(missing_ok=True)
                    raise
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


_SAID = (
    (r"name '(\w+)' is not defined", r"the name `\1` is not defined"),
    (r"No conversion from none to", "every way through it must end with `return` and a number"),
    (r"No conversion from .+ to int64", "it must return the number of options"),
    (r"Untyped global name '(\w+)'", r"`\1` cannot be compiled"),
    (r"Int value is too large: (\d+)", r"\1 does not fit into 64 bits"),
    (r">>> (\w+)\((.*)\)", r"`\1` of \2 cannot be compiled"),
    (r"Unknown attribute '(\w+)' of type (.+)", r"`\1` of \2 cannot be compiled"),
    (r"BoundFunction\((\S+) for (.+)\) with parameters", r"`\1` of \2 cannot be compiled so"),
    (r"Cannot unify (.+) and (.+) for '", r"a name stands now for \1 and now for \2"),
    (r"Cannot infer the type of variable '(\w+)'", r"nothing tells what the list `\1` holds"),
    (r"use of yield in a closure", "`x for x in ...` cannot be compiled; write a loop"),
    (r"[Tt]he '(.+)' construct is not supported", r"`\1` cannot be compiled"),
    (r"unsupported opcode \((\w+)\)", r"something in it (\1) cannot be compiled"),
)
"""What the compiler says of mistakes that are often made, and the same to who never heard of it."""
_TYPES = (
    (r"Literal\[(\w+)\]\([^)]*\)", r"\1"),
    (r"u?int64", "int"),
    (r"float64", "float"),
    (r"unicode_type", "str"),
    (r"array\(int, 1d, C\)", "an array"),
)


def _told(message: str, lines: dict[int, tuple[str, int]], function: Any) -> str:
    """The compiler's complaint in one line, at the line that the user wrote."""
    reason = _reason(message)
    file, line = inspect.getsourcefile(function) or "", function.__code__.co_firstlineno
    for number in map(int, re.findall(r"line (\d+)", message)):
        if number in lines:  # the innermost comes first
            file, line = lines[number]
            break
        if not lines and number >= line:
            line = number
            break
    else:
        unknown = re.match(r"the name `(\w+)`", reason)
        line = _line_of(unknown[1], function) if unknown else line
    return f"{Path(file).name}, line {line}: {reason}"


def _reason(message: str) -> str:
    for said, plain in _SAID:
        found = re.search(said, message)
        if found is not None:
            reason = found.expand(plain)
            break
    else:
        others = [
            part.strip()
            for part in message.splitlines()
            if part.strip() and not part.startswith("Failed in")
        ]
        reason = others[0] if others else "not accepted by the compiler"
    for said, plain in _TYPES:
        reason = re.sub(said, plain, reason)
    return reason[:200]


def _line_of(name: str, function: Any) -> int:
    """Where a function first uses a name."""
    first: int = function.__code__.co_firstlineno
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return first
    places = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == name]
    return first - 1 + min(places, default=1)
