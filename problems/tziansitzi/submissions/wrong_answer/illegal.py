"""Knows who wins, and takes from both piles what only the higher one has."""

from math import isqrt

while True:
    a, b = map(int, input().split())
    if a == b == 0:
        break
    d = abs(a - b)
    if min(a, b) == (d + isqrt(5 * d * d)) // 2:
        print("0", flush=True)
    else:
        print("1", flush=True)
        print(3, max(a, b), flush=True)
    print("DONE", flush=True)
