"""Questions about ranges of a row, paths of a tree and lists, in about sqrt n steps each.

Arrays in, arrays out. Small input is done in plain Python; for large input the same steps run
compiled. Nothing here knows a game, but a xor of piles is a nimber: it serves them.
"""

from __future__ import annotations

from nimatron.ranges.blocks import ASK, SET, Blocks, fold_all
from nimatron.ranges.coupons import Plan, cheapest, least_costs, most_left
from nimatron.ranges.lists import BlockList, remove_all
from nimatron.ranges.offline import range_distinct, range_mex, range_mode
from nimatron.ranges.trees import PathTree, fold_paths

__all__ = [
    "ASK",
    "SET",
    "BlockList",
    "Blocks",
    "PathTree",
    "Plan",
    "cheapest",
    "fold_all",
    "fold_paths",
    "least_costs",
    "most_left",
    "range_distinct",
    "range_mex",
    "range_mode",
    "remove_all",
]
