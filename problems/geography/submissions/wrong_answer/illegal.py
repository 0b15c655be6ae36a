"""Knows who wins, and cuts the same corner again and again."""

import sys

for line in sys.stdin:
    if "x" not in line:  # the end, or an answer that it did not wait for
        break
    rows, columns = map(int, line.split("x"))
    wins = rows * columns % 2
    cuts = ["cut 1,1"] * (wins and (rows * columns + 1) // 2)
    print(wins, *cuts, "DONE", sep="\n", flush=True)
