"""Game graphs in files, and results as files.

A graph is CSV (`from,to`, or `source,target`, a header if the first line is just that), an edge
list (two words a line, `#` begins a comment), GraphML, or .npz with the arrays `starts` and
`targets`. A line of one name is a vertex, perhaps without arrows.

Results are CSV with the columns vertex, outcome (N, P, draw), grundy (a number, or `inf(0 2)`: no
finite nimber, with the nimbers of the options), remoteness (empty in a draw); or one JSON object;
or, for large graphs, .npz with the arrays `remoteness` and `grundy`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from nimatron.errors import UsageError
from nimatron.solve.graphs import ArrowGraph, GraphSolution, from_edges

COLUMNS = ("vertex", "outcome", "grundy", "remoteness")
FORMAT, VERSION = "nimatron-graph", 1
_HEADERS = (("from", "to"), ("source", "target"))


def read_graph(path: Path) -> ArrowGraph:
    """The graph in a file, read as its ending says; any other ending is an edge list."""
    try:
        graph = _read(path)
    except (OSError, UnicodeDecodeError, csv.Error) as e:
        reason = "it is no text" if isinstance(e, UnicodeDecodeError) else str(e)
        if isinstance(e, OSError) and e.strerror:
            reason = e.strerror.lower()
        raise UsageError("a file with a graph", str(path), hint=reason) from None
    except MemoryError:
        raise UsageError("a graph that fits into memory", str(path)) from None
    if not graph.size:
        raise UsageError("a graph with one vertex at least", str(path), hint="there is none in it")
    return graph


def _read(path: Path) -> ArrowGraph:
    ending = path.suffix.lower()
    if ending == ".npz":
        return _arrays(path)
    if ending in (".graphml", ".xml"):
        return _graphml(path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        if ending == ".csv":
            return _from_words(csv.reader(file), path, header=True)
        lines = (line.partition("#")[0].split() for line in file)
        return _from_words(lines, path, header=False)


def _arrays(path: Path) -> ArrowGraph:
    import struct
    import zlib
    from zipfile import BadZipFile

    import numpy as np

    expected = "the arrays `starts` and `targets` in an .npz file"
    try:
        # Opened here, for numpy leaves it open where the contents are damaged.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return ArrowGraph(arrays["starts"], arrays["targets"])
    except KeyError as e:
        raise UsageError(expected, str(path), hint=str(e.args[0])) from None
    except (BadZipFile, zlib.error, struct.error, EOFError, ValueError, TypeError, SyntaxError,
            AttributeError, ArithmeticError, RuntimeError):  # fmt: skip
        hint = "it is damaged, or not of this kind"
        raise UsageError(expected, str(path), hint=hint) from None


def _graphml(path: Path) -> ArrowGraph:
    from xml.etree.ElementTree import Element, ParseError, iterparse

    nodes: dict[str, None] = {}
    arrows: list[tuple[str, str]] = []
    above: list[Element] = []
    graphs = 0
    try:
        for event, element in iterparse(path, ("start", "end")):
            kind = element.tag.rpartition("}")[2]
            if event == "start":
                above.append(element)
                graphs += kind == "graph"
                if graphs > 1 or kind == "hyperedge":
                    raise _wrong(path, "one graph with arrows between two nodes each", kind)
                if element.get("directed", element.get("edgedefault")) in ("false", "undirected"):
                    raise _wrong(path, "a directed graph, where a move goes one way", kind)
                continue
            above.pop()
            if kind == "node":
                nodes[_named(element, "id", path)] = None
            if kind == "edge":
                arrows.append((_named(element, "source", path), _named(element, "target", path)))
            if above:
                above[-1].remove(element)  # so that a large file is not kept whole
    except ParseError as e:
        raise UsageError("a GraphML file", str(path), hint=str(e)) from None
    for arrow in arrows:
        for end in arrow:
            if end not in nodes:
                raise _wrong(path, "edges between nodes that are there", end)
    return from_edges(arrows, nodes)


def _wrong(path: Path, expected: str, came: str) -> UsageError:
    return UsageError(expected, came, hint=f"in {path.name}")


def _named(element: Any, attribute: str, path: Path) -> str:
    name = element.get(attribute)
    if not name or not name.isprintable():
        kind = element.tag.rpartition("}")[2]
        raise UsageError(f"a name as `{attribute}` of each {kind}", name, hint=f"in {path.name}")
    return str(name)


def _from_words(rows: Iterable[list[str]], path: Path, *, header: bool) -> ArrowGraph:
    single: list[str] = []
    graph = from_edges(_arrows(rows, path, single, header=header))
    if not single:
        return graph
    known = set(graph.names or ())
    fresh = [name for name in dict.fromkeys(single) if name not in known]
    starts = [*graph.starts.tolist(), *[len(graph.targets)] * len(fresh)]
    return ArrowGraph(_int64(starts), graph.targets, [*(graph.names or ()), *fresh])


def _int64(numbers: list[int]) -> Any:
    import numpy as np

    return np.array(numbers, np.int64)


def _arrows(
    rows: Iterable[list[str]], path: Path, single: list[str], *, header: bool
) -> Iterator[tuple[str, str]]:
    for number, row in enumerate(rows, 1):
        words = [word.strip() for word in row]
        if not any(words):
            continue
        if header and number == 1 and tuple(map(str.lower, words)) in _HEADERS:
            continue
        if not all(map(str.isprintable, words)):
            place = f"line {number} of {path.name}"
            raise UsageError("names without control characters", " ".join(row), hint=place)
        if len(words) == 1:
            single.append(words[0])
        elif len(words) == 2 and all(words):
            yield words[0], words[1]
        else:
            raise UsageError(
                "an arrow as two names", " ".join(row), hint=f"line {number} of {path.name}"
            )


def write_csv(found: GraphSolution, file: IO[str]) -> None:
    """The results as CSV."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in found:
        length = "" if row.remoteness is None else row.remoteness
        writer.writerow([row.vertex, row.outcome, row.grundy_text, length])


def write_arrays(found: GraphSolution, file: IO[bytes]) -> None:
    """The results as arrays in the order of the vertices: -1 in `remoteness` is a draw, and in
    `grundy`, which misère play has not, an infinite nimber."""
    import numpy as np

    arrays: dict[str, Any] = {"remoteness": found.lengths}
    if found.nimbers is not None:
        arrays["grundy"] = found.nimbers
    if found.graph.names is not None:
        arrays["vertex"] = np.array(found.graph.names, np.str_)
    about = {"format": FORMAT, "version": VERSION, "convention": str(found.convention)}
    np.savez(file, about=np.array(json.dumps(about)), **arrays)


def write_json(found: GraphSolution, file: IO[str]) -> None:
    """The results as one JSON object."""
    results = [
        {
            "vertex": row.vertex,
            "outcome": str(row.outcome),
            "grundy": row.grundy,
            "infinite": None if row.infinite is None else list(row.infinite),
            "remoteness": row.remoteness,
        }
        for row in found
    ]
    told = {
        "format": FORMAT,
        "version": VERSION,
        "convention": str(found.convention),
        "method": found.method,
        "counts": found.counts(),
        "results": results,
    }
    json.dump(told, file, ensure_ascii=False)
    file.write("\n")
