"""With an even side: even by even is lost; else cover the two middle cells, then mirror."""


def say(line):
    print(line, flush=True)


for line in iter(input, "END"):
    rows, columns = map(int, line.split("x"))
    say((rows + columns) % 2)
    if (rows + columns) % 2:
        row, column = (rows + 1) // 2, (columns + 1) // 2
        down = rows % 2 == 0
        say(f"cover {row},{column} {row + down},{column + (not down)}")
        free = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)}
        free -= {(row, column), (row + down, column + (not down))}
        while any((r + 1, c) in free or (r, c + 1) in free for r, c in free):
            cells = [tuple(map(int, cell.split(","))) for cell in input().split()[1:]]
            images = sorted((rows + 1 - r, columns + 1 - c) for r, c in cells)
            say("cover " + " ".join(f"{r},{c}" for r, c in images))
            free -= {*cells, *images}
    say("DONE")
