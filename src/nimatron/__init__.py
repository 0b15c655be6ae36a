"""Impartial combinatorial games: solved, explained, played, judged, discovered."""

from nimatron.version import __version__

__all__ = ["__version__"]
