"""Knows who wins, but covers the first two free cells that it finds."""

for line in iter(input, "END"):
    rows, columns = map(int, line.split("x"))
    free = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)}
    wins = (rows + columns) % 2
    print(wins, flush=True)
    while wins:
        pairs = [(p, q) for p in sorted(free) for q in ((p[0], p[1] + 1), (p[0] + 1, p[1]))]
        pairs = [pair for pair in pairs if pair[1] in free]
        if not pairs:
            break
        print("cover {},{} {},{}".format(*pairs[0][0], *pairs[0][1]), flush=True)
        free -= {*pairs[0]}
        if len(pairs) > 1:
            free -= {tuple(map(int, cell.split(","))) for cell in input().split()[1:]}
    print("DONE", flush=True)
