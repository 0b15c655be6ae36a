"""The fast part: arrays in, arrays and a status out. Nothing else of ours imports numba."""
