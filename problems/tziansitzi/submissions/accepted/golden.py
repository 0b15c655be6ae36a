"""Two piles: the lost pairs are (floor(k phi), floor(k phi) + k), found with whole square roots."""

from math import isqrt


def low(k):
    return (k + isqrt(5 * k * k)) // 2


def partner(n):
    """The other pile of the lost pair that n belongs to."""
    k = (isqrt(5 * n * n) - n) // 2
    for d in range(max(0, k - 3), k + 4):
        if low(d) == n:
            return n + d
    k = n - (isqrt(5 * n * n) - n) // 2
    for d in range(max(0, k - 3), k + 4):
        if low(d) + d == n:
            return low(d)
    raise ValueError(n)


def winning(a, b):
    d = abs(a - b)
    if low(d) < min(a, b):
        return 3, min(a, b) - low(d)
    if partner(b) < a:
        return 1, a - partner(b)
    if partner(a) < b:
        return 2, b - partner(a)
    return None


def say(*words):
    print(*words, flush=True)


while True:
    a, b = map(int, input().split())
    if a == b == 0:
        break
    move = winning(a, b)
    say(0 if move is None else 1)
    while move is not None:
        pile, count = move
        say(pile, count)
        a, b = a - count * (pile != 2), b - count * (pile != 1)
        if a == b == 0:
            break
        pile, count = map(int, input().split())
        a, b = a - count * (pile != 2), b - count * (pile != 1)
        move = winning(a, b)
    say("DONE")
