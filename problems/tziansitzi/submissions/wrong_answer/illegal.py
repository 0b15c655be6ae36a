"""Knows who wins, and takes from both piles what only the higher one has."""

import sys
from math import isqrt

for line in sys.stdin:
    a, b = map(int, line.split())
    if a == b == 0:
        break
    d = abs(a - b)
    wins = min(a, b) != (d + isqrt(5 * d * d)) // 2
    print(int(wins), *[f"3 {max(a, b)}"] * wins, "DONE", sep="\n", flush=True)
