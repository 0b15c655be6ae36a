"""How long the command takes to start: medians of alternated runs, beside a bare Python."""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
NIMATRON = Path(sys.executable).parent / "nimatron"
CASES: dict[str, tuple[list[str], float | None]] = {
    "python -c pass": ([sys.executable, "-c", "pass"], None),
    "nimatron --help": ([str(NIMATRON), "--help"], 0.100),
    "nimatron solve nim 3,4,5": ([str(NIMATRON), "solve", "nim", "3,4,5"], 0.150),
}


def seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in CASES}
    for _ in range(ROUNDS):
        for name, (command, _) in CASES.items():
            times[name].append(seconds(command))
    print(f"Python {platform.python_version()} on {platform.machine()}, medians of {ROUNDS} runs")
    for name, (_, target) in CASES.items():
        median = statistics.median(times[name])
        aim = f"   target {target * 1000:.0f} ms" if target else ""
        print(f"{name:<28}{median * 1000:6.0f} ms{aim}")


if __name__ == "__main__":
    main()
