"""Leaves piles whose xor is 0."""

from functools import reduce
from operator import xor


def say(line):
    print(line, flush=True)


for line in iter(input, "END"):
    piles = list(map(int, line.split(",")))
    say(int(reduce(xor, piles) != 0))
    while reduce(xor, piles):
        total = reduce(xor, piles)
        pile = next(i for i, n in enumerate(piles) if n ^ total < n)
        say(f"take {piles[pile] - (piles[pile] ^ total)} from pile {pile + 1}")
        piles[pile] ^= total
        if any(piles):
            _, taken, _, _, pile = input().split()
            piles[int(pile) - 1] -= int(taken)
    say("DONE")
