"""On an odd board: cut a corner, pair the other cells, and answer each cell by its partner."""


def partners(rows, columns):
    """Pairs along a snake through the rows, without its first cell."""
    snake = [
        (r, c if r % 2 else columns + 1 - c)
        for r in range(1, rows + 1)
        for c in range(1, columns + 1)
    ]
    pairs = [(snake[i], snake[i + 1]) for i in range(1, len(snake) - 1, 2)]
    return {**dict(pairs), **{b: a for a, b in pairs}}


for line in iter(input, "END"):
    rows, columns = map(int, line.split("x"))
    wins = rows * columns % 2
    print(wins, flush=True)
    if wins:
        partner = partners(rows, columns)
        cut, at = {(1, 1)}, (1, 1)
        print("cut 1,1", flush=True)
        while any(
            (at[0] + a, at[1] + b) in partner and (at[0] + a, at[1] + b) not in cut
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
        ):
            there = tuple(map(int, input().split()[1].split(",")))
            at = partner[there]
            cut |= {there, at}
            print("cut {},{}".format(*at), flush=True)
    print("DONE", flush=True)
