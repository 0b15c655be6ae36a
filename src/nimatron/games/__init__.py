"""The catalogue: one file per game; the file's existence registers it.

A file defines `GAME`; its name, with dashes for underscores, is the slug, and its docstring tells
the rules. Nothing is imported before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path

from nimatron.errors import UnknownGame, did_you_mean
from nimatron.game import Game


class Catalogue(Mapping[str, Game]):
    """All games by slug; an alias finds its game as well."""

    @cached_property
    def slugs(self) -> tuple[str, ...]:
        files = Path(__file__).parent.glob("*.py")
        return tuple(sorted(f.stem.replace("_", "-") for f in files if f.stem != "__init__"))

    def __getitem__(self, name: str) -> Game:
        slug = name.strip().lower().replace("_", "-") if isinstance(name, str) else ""
        if slug in self.slugs:
            return _loaded(slug)
        for game in self.values():
            if slug and slug in game.aliases:
                return game
        known = [*self.slugs, *(alias for game in self.values() for alias in game.aliases)]
        hint = did_you_mean(slug, known) or "`nimatron games` lists them all"
        raise UnknownGame("the name of a game", name, hint=hint)

    def __contains__(self, name: object) -> bool:
        try:
            self[str(name)]
        except UnknownGame:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.slugs)

    def __len__(self) -> int:
        return len(self.slugs)


@cache
def _loaded(slug: str) -> Game:
    module = import_module(f"nimatron.games.{slug.replace('-', '_')}")
    game: Game = module.GAME
    return replace(game, slug=slug, story=(module.__doc__ or "").strip())


games = Catalogue()
