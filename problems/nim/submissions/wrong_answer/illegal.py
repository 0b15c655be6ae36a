"""Knows who wins, and takes one more from the first pile than is there."""

from functools import reduce
from operator import xor

for line in iter(input, "END"):
    piles = list(map(int, line.split(",")))
    if reduce(xor, piles):
        print("1", flush=True)
        print(f"take {piles[0] + 1} from pile 1", flush=True)
    else:
        print("0", flush=True)
    print("DONE", flush=True)
