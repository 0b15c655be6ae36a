"""Begins an odd board on a cell of the wrong colour, and then goes anywhere."""

for line in iter(input, "END"):
    rows, columns = map(int, line.split("x"))
    wins = rows * columns % 2
    print(wins, flush=True)
    if wins:
        free = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)}
        at = (1, 2) if columns > 1 else (2, 1) if rows > 1 else (1, 1)
        while True:
            print("cut {},{}".format(*at), flush=True)
            free.discard(at)
            r, c = at
            if not free & {(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)}:
                break
            r, c = map(int, input().split()[1].split(","))
            free.discard((r, c))
            near = [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]
            at = next((cell for cell in near if cell in free), (r, c))
    print("DONE", flush=True)
