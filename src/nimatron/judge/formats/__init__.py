"""Batch formats of contests: plain data, one TOML file each; a user's own are just the same."""

from __future__ import annotations

from nimatron.judge.formats.format import Format, format_names, load_format

__all__ = ["Format", "format_names", "load_format"]
