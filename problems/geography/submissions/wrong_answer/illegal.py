"""Knows who wins, and cuts the same corner again and again."""

for line in iter(input, "END"):
    rows, columns = map(int, line.split("x"))
    wins = rows * columns % 2
    print(wins, flush=True)
    for _ in range(wins and (rows * columns + 1) // 2):
        print("cut 1,1", flush=True)
    print("DONE", flush=True)
