"""The operations that values are folded with, and when compiled code is worth its import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, xor
from typing import Any

from nimatron.errors import UsageError

Operation = Callable[[int, int], int]

OPERATIONS: dict[str, Operation] = {"sum": add, "xor": xor, "max": max, "min": min}
CODES = {name: code for code, name in enumerate(OPERATIONS)}
"""How the kernels call them."""

_STEPS = 1_500_000  # about half a second of plain Python
WORD = 1 << 62


def operation(name: str) -> Operation:
    """The function of a name."""
    if name not in OPERATIONS:
        raise UsageError(f"an operation: {', '.join(OPERATIONS)}", name)
    return OPERATIONS[name]


def worth_compiling(steps: float) -> bool:
    """Whether so many steps take longer in plain Python than numba takes to be imported."""
    return steps > _STEPS


def fits_words(values: Sequence[int], times: int = 1) -> bool:
    """Whether sums of so many values fit the 64 bits of the kernels; Python goes further."""
    return not values or max(-min(values), max(values)) * times < WORD


def in_row(left: int, right: int, size: int) -> None:
    """Refuse a half-open range that is empty or leaves the row."""
    if not 0 <= left < right <= size:
        raise UsageError(f"a range within 0 to {size}, not empty", f"{left} to {right}")


def is_array(values: Any) -> bool:
    """Whether it is a numpy array, told without importing numpy."""
    return hasattr(values, "dtype")


def as_told(answers: list[int], asked: Any) -> Any:
    """Answers in the form of the question: an array for an array."""
    if not is_array(asked):
        return answers
    import numpy as np

    large = any(abs(answer) >= WORD for answer in answers)
    return np.array(answers, dtype=object if large else np.int64)
