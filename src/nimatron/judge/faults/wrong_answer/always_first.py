"""Claims a sure win everywhere, and then makes a move that no game has."""

while input() not in ("0 0", "END"):
    print("1", flush=True)
    print("win", flush=True)
