"""Claims nowhere to have a sure win."""

while input() not in ("0 0", "END"):
    print("0")
    print("DONE", flush=True)
