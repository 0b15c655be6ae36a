"""Leaves a multiple of 4."""

for line in iter(input, "END"):
    n = int(line)
    print(int(n % 4 > 0), flush=True)
    while n % 4:
        print("take", n % 4, flush=True)
        n -= n % 4
        if n:
            n -= int(input().split()[1])
    print("DONE", flush=True)
