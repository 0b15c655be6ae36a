"""The one decorator of the kernels, and the bit operations that numba has no name for.

With NUMBA_DISABLE_JIT=1 every kernel runs as plain Python, so the intrinsics need plain twins.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, njit, types
from numba.extending import intrinsic

kernel = njit(cache=True, nogil=True)

inner = njit(cache=True, nogil=True, forceinline=True)
"""For the steps of a hot loop: passing arrays costs more than such a step does."""

U = np.uint64

if vars(config)["DISABLE_JIT"]:

    def trailing_zeros(word: np.uint64) -> np.uint64:
        """The place of the least bit that is set; 64 if there is none."""
        return U((int(word) & -int(word)).bit_length() - 1) if word else U(64)

    def ones(word: np.uint64) -> np.uint64:
        """How many bits are set."""
        return U(int(word).bit_count())

else:

    @intrinsic
    def trailing_zeros(_context: Any, word: Any) -> Any:
        """The place of the least bit that is set; 64 if there is none."""

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

        return types.uint64(types.uint64), generate

    @intrinsic
    def ones(_context: Any, word: Any) -> Any:
        """How many bits are set."""

        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.uint64(types.uint64), generate
