"""Knows who wins, and covers the two middle cells again and again."""

for line in iter(input, "END"):
    rows, columns = map(int, line.split("x"))
    wins = (rows + columns) % 2
    print(wins, flush=True)
    row, column, down = (rows + 1) // 2, (columns + 1) // 2, rows % 2 == 0
    for _ in range(wins and rows * columns // 2):
        print(f"cover {row},{column} {row + down},{column + (not down)}", flush=True)
    print("DONE", flush=True)
