"""Takes 4 where only up to 3 are allowed."""

for line in iter(input, "END"):
    n = int(line)
    print(int(n % 4 > 0), flush=True)
    if n % 4:
        print("take 4", flush=True)
    print("DONE", flush=True)
