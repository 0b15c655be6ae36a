"""Feed every reader to a coverage-guided fuzzer (atheris) for so many seconds each.

    python tests/fuzz.py --seconds 60 [NAME ...]

Prints a table: reader, inputs tried, and the first input that broke it, which is also kept beside
the seeds in the folder of the run. Ends with 1 if any broke.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

_SLOWEST = 60  # seconds that one input may take; formats have a limit of 20 of their own
_SETTING_UP = 400  # seconds for importing with counters in every function, on a busy machine


def fuzz_one(name: str, folder: str, seconds: int) -> None:
    """In a process of its own, which the fuzzer ends."""
    import atheris

    from nimatron import kernels

    for module in walk_packages(kernels.__path__, "nimatron.kernels."):
        import_module(module.name)  # as they are: numba compiles no code that counts
    with atheris.instrument_imports(include=["nimatron"]):
        from readers import LONGEST, one_line, readers

    reader = readers()[name]
    atheris.Setup(
        [
            sys.argv[0], folder, f"-max_total_time={seconds}", f"-max_len={LONGEST}",
            f"-timeout={_SLOWEST}", f"-artifact_prefix={folder}/broke-", "-rss_limit_mb=3000",
            f"-report_slow_units={_SLOWEST}",
            "-verbosity=0", "-print_final_stats=1",
        ],
        lambda data: one_line(reader, data),
    )  # fmt: skip
    atheris.Fuzz()


def run(name: str, seconds: int) -> tuple[int, str]:
    """How many inputs were tried, and what broke: empty if nothing did."""
    from readers import readers

    with tempfile.TemporaryDirectory() as folder:
        for i, seed in enumerate(readers()[name].seeds):
            (Path(folder) / f"seed-{i}").write_bytes(seed)
        done = subprocess.run(
            [sys.executable, __file__, "--one", name, "--folder", folder,
             "--seconds", str(seconds)],
            capture_output=True, text=True, errors="replace", check=False,
            timeout=seconds + _SLOWEST + _SETTING_UP,
        )  # fmt: skip
        tried = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
        broke = [path.read_bytes() for path in sorted(Path(folder).glob("broke-*"))]
        if not broke and done.returncode == 0:
            return int(tried[1]) if tried else 0, ""
        why = re.search(r"Uncaught Python exception: ===\s*(.*)", done.stderr)
        said = why[1] if why else " ".join(re.findall(r".*ERROR.*|ALARM.*", done.stderr)[:1])
        return int(tried[1]) if tried else 0, f"{broke[:1]!r}: {said}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="readers; all of them by default")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        fuzz_one(options.one, options.folder, options.seconds)
        return
    from readers import readers

    print("| reader | inputs | broke |\n|---|---|---|", flush=True)
    wrong = False
    for name in options.names or readers():
        tried, broke = run(name, options.seconds)
        wrong = wrong or bool(broke)
        print(f"| {name} | {tried} | {broke or 'nothing'} |", flush=True)
    sys.exit(int(wrong))


if __name__ == "__main__":
    main()
