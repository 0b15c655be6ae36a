"""Takes 4 where only up to 3 are allowed."""

import sys

for line in sys.stdin:
    if line == "END\n":
        break
    wins = int(line) % 4 > 0
    print(int(wins), *["take 4"] * wins, "DONE", sep="\n", flush=True)
