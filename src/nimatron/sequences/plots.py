"""Pictures of sequences, as SVG or PNG: values, and where rare heaps lie."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from nimatron.errors import NimatronError, ParameterError, TooLarge
from nimatron.sequences.named import HeapGame
from nimatron.whole import whole_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_POINTS = 200_000


class PlotsMissing(NimatronError):
    """The extra that plots need is not installed.

    Remedy: `pip install 'nimatron[plot]'`.
    """


def plot_sequence(game: HeapGame, n: int, path: Path, *, rare: bool = False) -> None:
    """Plot the nimbers of the heaps 0..n-1; with `rare` mark the rare heaps among them.

    Rare means: of the kind that a functional of the nimber's bits (and the heap's parity) makes
    the least frequent. Only games that split heaps into two have it.
    """
    from nimatron.sequences.answers import values_of

    if n > MOST_POINTS:
        raise TooLarge(f"a plot shows {MOST_POINTS} heaps at most; {n} were asked for")
    values = values_of(game, n)
    figure, axes = open_figure(path)
    if rare:
        where = rare_among(game, values)
        axes.plot(_common(n, where), values[_common(n, where)], ".", ms=1.5, label="common")
        axes.plot(where, values[where], ".", ms=3, label=f"rare ({len(where)})")
        axes.legend(loc="upper left")
    else:
        axes.plot(range(n), values, ".", ms=1.5)
    axes.set(xlabel="heap", ylabel="nimber", title=game.key)
    save_figure(figure, path)


def rare_among(game: HeapGame, values: NDArray[Any]) -> NDArray[Any]:
    """The heaps of the rarer kind, by the functional that makes them fewest."""
    import numpy as np

    from nimatron.sequences.octal import Octal, fewest_rare, kinds_of
    from nimatron.sequences.running import method_for

    method = method_for(game)
    if not isinstance(method, Octal):
        raise ParameterError("a game that splits heaps into two, to mark rare heaps", game.key)
    size = 1 << max(1, int(values.max())).bit_length()
    parity = (np.arange(len(values)) + method.odd) & 1
    counts = np.zeros((2, size), dtype=np.int64)
    np.add.at(counts, (parity, values), 1)
    best, _ = fewest_rare(counts, method.parity_counts)
    found: NDArray[Any] = np.flatnonzero(kinds_of(best, size)[parity, values] == 0)
    return found


def _common(n: int, rare: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.setdiff1d(np.arange(n), rare)


def open_figure(path: Path) -> tuple[Any, Any]:
    """A figure without a screen, and its axes."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise ParameterError("a picture file ending in .svg or .png", str(path))
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotsMissing("plots need matplotlib; try: pip install 'nimatron[plot]'") from None
    figure = Figure(figsize=(8, 5), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def save_figure(figure: Any, path: Path) -> None:
    """Write the picture, the same bytes for the same values."""
    import matplotlib as mpl

    kind = path.suffix[1:].lower()
    stamp = {"Date": None} if kind == "svg" else {}
    with mpl.rc_context({"svg.hashsalt": "nimatron"}), whole_file(path, encoding=None) as file:
        figure.savefig(file, format=kind, dpi=150, metadata=stamp)
