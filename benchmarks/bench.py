"""One table of everything that has a target, kept as JSON and compared with the last run.

    python benchmarks/bench.py [--pairs 5] [--only NAME ...]

Each file of `FILES` gives its rows; two programs are always run in turn, and medians taken. Results
go to benchmarks/results.json, the newest last; docs/figures.md is made from it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from measure import HERE, Row, machine

FILES = ("startup", "sequences", "rules", "graphs", "boards", "ranges", "answers", "load")
RESULTS = HERE / "results.json"
_KEPT = 20  # runs
HEAD = (
    "| row | what | theirs | ours | figure | must | better | | last |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def amount(seconds: float | None) -> str:
    """Seconds as one reads them."""
    if seconds is None:
        return ""
    if seconds == float("inf"):
        return "too long"
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e9:.3g} ns"


def figure(row: Row, value: float | None) -> str:
    """The value of a row, or a target of it, in its own unit."""
    if value is None:
        return ""
    if row.kind == "seconds":
        return amount(value)
    return f"{value:.3g}" + (f" {row.unit}" if row.kind == "rate" else "")


def line(row: Row, last: Mapping[str, float]) -> str:
    before = last.get(f"{row.number} {row.what}")
    ours = "" if row.kind == "rate" else amount(row.ours)
    return (
        f"| {row.number} | {row.what} | {amount(row.theirs)} | {ours} |"
        f" {figure(row, row.value)} | {figure(row, row.must)} | {figure(row, row.better)} |"
        f" {row.verdict} | {figure(row, before)} |"
    )


def of_json(found: Mapping[str, Any]) -> Row:
    """A row that was kept."""
    return Row(**{field.name: found[field.name] for field in fields(Row)})


def earlier() -> list[dict[str, Any]]:
    """The runs that were kept."""
    if not RESULTS.exists():
        return []
    kept: list[dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return kept


def figures_of(runs: list[dict[str, Any]]) -> dict[str, float]:
    """What each row said last."""
    return {f"{row['number']} {row['what']}": row["value"] for run in runs for row in run["rows"]}


def measured(names: list[str], pairs: int) -> Iterator[Row]:
    for name in names:
        yield from import_module(name).rows(pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=FILES, default=list(FILES))
    options = parser.parse_args()
    sys.path.insert(0, str(HERE))
    runs = earlier()
    last = figures_of(runs)
    print(f"{machine()}; medians of {options.pairs} alternated runs\n\n{HEAD}", flush=True)
    found = []
    for row in measured(options.only, options.pairs):
        print(line(row, last), flush=True)
        found.append({**asdict(row), "value": row.value, "verdict": row.verdict})
    run = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": machine(),
        "load": round(os.getloadavg()[0], 1),
        "pairs": options.pairs,
        "rows": found,
    }
    RESULTS.write_text(
        json.dumps([*runs, run][-_KEPT:], indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
