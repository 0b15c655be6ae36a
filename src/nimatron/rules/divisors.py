"""The divisors of a number, by trial division and Pollard's rho."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import gcd

from nimatron.errors import TooLarge

_TRIED = 1000  # small factors are tried one by one up to here
_MOST_ROUNDS = 2_000_000
# Enough for a certain answer below 3.3 * 10^24 (Sorenson and Webster, 2015); a very probable
# one above, where a mistake could only hide moves.
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


@lru_cache(maxsize=1024)
def divisors(n: int) -> tuple[int, ...]:
    """All divisors of n > 0, rising.

    >>> divisors(12)
    (1, 2, 3, 4, 6, 12)
    """
    found = [1]
    for prime, times in Counter(_prime_factors(n)).items():
        found = [d * prime**e for d in found for e in range(times + 1)]
    return tuple(sorted(found))


def _prime_factors(n: int) -> list[int]:
    primes = []
    for factor in range(2, _TRIED):
        if factor * factor > n:
            break
        while n % factor == 0:
            primes.append(factor)
            n //= factor
    open_factors = [n] if n > 1 else []
    while open_factors:
        part = open_factors.pop()
        if _is_prime(part):
            primes.append(part)
        else:
            divisor = _some_divisor(part)
            open_factors += [divisor, part // divisor]
    return primes


def _is_prime(n: int) -> bool:
    """Miller and Rabin's test."""
    if n < _TRIED * _TRIED:
        return all(n % d for d in range(2, min(n, _TRIED)))
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in _WITNESSES:
        power = pow(witness, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def _some_divisor(n: int) -> int:
    """A proper divisor of a composite number, where two sequences meet modulo it."""
    rounds = 0
    for shift in range(1, n):
        slow = fast = 2
        divisor = 1
        while divisor == 1:
            slow = (slow * slow + shift) % n
            fast = (fast * fast + shift) % n
            fast = (fast * fast + shift) % n
            divisor = gcd(abs(slow - fast), n)
            rounds += 1
            if rounds > _MOST_ROUNDS:
                raise TooLarge(f"the divisors of {n} are not found within {_MOST_ROUNDS} rounds")
        if divisor != n:
            return divisor
    raise AssertionError("a composite number has a proper divisor")
