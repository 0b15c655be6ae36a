"""What `discover` finds of each game of the catalogue when its claims are hidden.

Prints a table: the game, what was found, of which kind, how sure, and how many seconds of work it
took. With names of games only these are tried. docs/discover.md shows what it prints.
"""

from __future__ import annotations

import sys
import time

from nimatron.discover.found import PROVED, Report
from nimatron.discover.run import discover
from nimatron.games import games

WIDEST = 78


def main(names: list[str]) -> None:
    print("| game | known | found | kind | status | seconds |")
    print("|---|---|---|---|---|---|")
    known = found = 0
    for name in names or list(games):
        began = time.process_time()
        report = discover(name)
        seconds = time.process_time() - began
        theory = bool(games[name].claims)
        known += theory
        found += theory and bool(report.found)
        print(row(name, theory, report, seconds), flush=True)
    print(f"\n{found} of {known} games with a known theory.")


def row(name: str, theory: bool, report: Report, seconds: float) -> str:
    best = report.best
    if best is None:
        cells = ["nothing", "", ""]
    else:
        plan = best.plan.get("map", "")
        said = f"`{best.formula}`" if best.formula else f"{best.kind} {plan}".strip()
        said = said if len(said) <= WIDEST else f"{said[: WIDEST - 4]}...`"
        cells = [said, best.kind, "proved" if best.status == PROVED else best.reach.split(":")[0]]
    shown = [name, "yes" if theory else "no", *(cell.replace("|", "\\|") for cell in cells)]
    return f"| {' | '.join(shown)} | {seconds:.1f} |"


if __name__ == "__main__":
    main(sys.argv[1:])
