"""Right for small piles; floating point has too few digits for large ones."""


def lost(a, b):
    low, high = sorted((a, b))
    return int((high - low) * (1 + 5**0.5) / 2) == low


def winning(a, b):
    for count in range(1, min(max(a, b), 1000) + 1):
        for pile in (1, 2, 3):
            c, d = a - count * (pile != 2), b - count * (pile != 1)
            if min(c, d) >= 0 and lost(c, d):
                return pile, count
    return 3, 1


while True:
    a, b = map(int, input().split())
    if a == b == 0:
        break
    if lost(a, b):
        print(0, flush=True)
    else:
        print(1, flush=True)
        while True:
            pile, count = winning(a, b)
            print(pile, count, flush=True)
            a, b = a - count * (pile != 2), b - count * (pile != 1)
            if a == b == 0:
                break
            pile, count = map(int, input().split())
            a, b = a - count * (pile != 2), b - count * (pile != 1)
    print("DONE", flush=True)
