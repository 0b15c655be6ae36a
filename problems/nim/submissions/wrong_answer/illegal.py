"""Knows who wins, and takes one more from the first pile than is there."""

import sys
from functools import reduce
from operator import xor

for line in sys.stdin:
    if line == "END\n":
        break
    piles = list(map(int, line.split(",")))
    wins = reduce(xor, piles) != 0
    moves = [f"take {piles[0] + 1} from pile 1"] * wins
    print(int(wins), *moves, "DONE", sep="\n", flush=True)
