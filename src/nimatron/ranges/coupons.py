"""The café: one lunch a day, each at its price; a paid lunch dearer than 100 gives a coupon, and a
coupon pays for one later lunch.

A cheapest plan leaves at most one coupon. Suppose two are left: they came from two paid lunches
dearer than 100. On the later of these days the earlier coupon was at hand; taking it costs over 100
less, and all that is lost is a coupon that was never used. (The tests try all small menus.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from nimatron.errors import UsageError

DEAR = 100
"""A paid lunch that costs more gives a coupon."""


@dataclass(frozen=True)
class Plan:
    """The least cost of all lunches, coupons left, and the days (from 1) that a coupon pays."""

    cost: int
    left: int
    days: tuple[int, ...]


def least_costs(prices: Sequence[int]) -> list[list[float]]:
    """The table M(d, k): the least cost of the first d lunches that leaves k coupons.

    >>> least_costs([101, 50])[2]
    [101, 151, inf]
    """
    if any(price < 0 for price in prices):
        raise UsageError("prices of at least 0", min(prices))
    width = len(prices) + 1
    table: list[list[float]] = [[0, *[inf] * (width - 1)]]
    for price in prices:
        before = table[-1]
        given = price > DEAR
        row = [
            min(
                before[k - given] + price if k >= given else inf,
                before[k + 1] if k + 1 < width else inf,
            )
            for k in range(width)
        ]
        table.append(row)
    return table


def cheapest(prices: Sequence[int]) -> Plan:
    """A plan of least cost; among these one with most coupons left.

    >>> cheapest([35, 40, 101, 59, 63])
    Plan(cost=235, left=0, days=(5,))
    """
    table = least_costs(prices)
    cost = min(table[-1])
    left = max(k for k, least in enumerate(table[-1]) if least == cost)
    days, k = [], left
    for day in range(len(prices), 0, -1):
        price, before = prices[day - 1], table[day - 1]
        given = price > DEAR
        if k >= given and before[k - given] + price == table[day][k]:
            k -= given
        else:
            days.append(day)
            k += 1
    return Plan(int(cost), left, tuple(reversed(days)))


def most_left(prices: Sequence[int], money: int) -> int | None:
    """The most coupons that can be left at the end if no more than this is spent; None if the
    money does not even do for the cheapest plan.

    >>> most_left([101, 50, 120], 300), most_left([101, 50, 120], 10)
    (2, None)
    """
    within = [k for k, least in enumerate(least_costs(prices)[-1]) if least <= money]
    return max(within, default=None)


def cost_of(prices: Sequence[int], days: Sequence[int]) -> tuple[int, int]:
    """What a plan costs and how many coupons it leaves; refuses a coupon that is not there."""
    free, cost, coupons = set(days), 0, 0
    for day, price in enumerate(prices, 1):
        if day in free:
            if not coupons:
                raise UsageError(f"a coupon to use on day {day}", hint="none is there")
            coupons -= 1
        else:
            cost += price
            coupons += price > DEAR
    return cost, coupons
