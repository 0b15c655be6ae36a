"""One table of everything that has a target, kept as JSON and compared with the last run.

    python benchmarks/bench.py [--pairs 5] [--only NAME ...] [--quick]

Each file of `FILES` gives its rows; two programs are always run in turn, and medians taken. Results
go to benchmarks/results.json, the newest last. See docs/figures.md for what was found.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from measure import HERE, Row

FILES = ("startup", "sequences", "rules", "graphs")
RESULTS = HERE / "results.json"
_KEPT = 20  # runs
_HEAD = (
    "| row | what | theirs | ours | figure | must | better | | last |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def machine() -> str:
    """What the figures were measured on."""
    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    import numba

    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()}, Python"
        f" {platform.python_version()}, numba {numba.__version__}"
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


def earlier() -> list[dict[str, Any]]:
    """The runs that were kept."""
    if not RESULTS.exists():
        return []
    kept: list[dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return kept


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
    last = {f"{r['number']} {r['what']}": r["value"] for run in runs for r in run["rows"]}
    print(f"{machine()}; medians of {options.pairs} alternated runs\n\n{_HEAD}", flush=True)
    found = []
    for row in measured(options.only, options.pairs):
        print(line(row, last), flush=True)
        found.append({**asdict(row), "value": row.value, "verdict": row.verdict})
    run = {"when": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine(), "rows": found}
    RESULTS.write_text(
        json.dumps([*runs, run][-_KEPT:], indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
