"""Knows who wins, but always takes all of the largest pile."""

from functools import reduce
from operator import xor

for line in iter(input, "END"):
    piles = list(map(int, line.split(",")))
    wins = reduce(xor, piles) != 0
    print(int(wins), flush=True)
    while wins:
        pile = piles.index(max(piles))
        print(f"take {piles[pile]} from pile {pile + 1}", flush=True)
        piles[pile] = 0
        if not any(piles):
            break
        _, taken, _, _, pile = input().split()
        piles[int(pile) - 1] -= int(taken)
    print("DONE", flush=True)
