"""Rules in a file of the user's own, and strategies that were written down."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from nimatron.certificates.forms import Certificate
from nimatron.discover.found import loaded, rule_claim
from nimatron.discover.mirrors import copy
from nimatron.discover.pairs import paired
from nimatron.errors import NimatronError, UsageError, shown
from nimatron.game import Claim, Game
from nimatron.rules.protocol import Rules
from nimatron.values import Convention


def is_file(word: str) -> bool:
    """Whether a word names a file with rules rather than a game."""
    return word.partition(":")[0].endswith(".py")


def asked_game(word: str) -> Game:
    """The game of a name, or of a file of the user's own."""
    from nimatron.discover.run import known_game

    return game_of_file(word) if is_file(word) else known_game(word)


def game_of_file(word: str) -> Game:
    """The game of `FILE.py` or `FILE.py:Name`. The file is run, as any Python program is."""
    name, _, chosen = word.partition(":")
    path = Path(name)
    if not path.is_file():
        raise UsageError("a Python file with rules", name, hint="there is no such file")
    module = f"_nimatron_rules_{path.stem}"
    spec = spec_from_file_location(module, path)
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[module] = made  # dataclasses and the readers of sources look it up
    try:
        spec.loader.exec_module(made)
    except Exception as e:
        raise UsageError(
            f"a Python file that runs, {path.name}", hint=f"{type(e).__name__}: {e}"
        ) from e
    known = vars(made)
    if isinstance(known.get("GAME"), Game) and not chosen:
        game: Game = known["GAME"]
        return _named(game.rules, path, game, made.__doc__)
    kinds = {
        name: kind
        for name, kind in known.items()
        if isinstance(kind, type) and issubclass(kind, Rules) and kind.__module__ == module
    }
    plain = {name: kind for name, kind in kinds.items() if not kind.__abstractmethods__}
    if chosen and chosen not in plain:
        raise UsageError(f"rules in {path.name}, one of {', '.join(plain) or 'none'}", chosen)
    if not chosen and len(plain) != 1:
        listed = ", ".join(plain) or "none"
        hint = f"say which: {path.name}:NAME" if plain else "write a class with `moves` and `after`"
        raise UsageError(f"one class of rules in {path.name}", listed, hint=hint)
    kind = plain[chosen] if chosen else next(iter(plain.values()))
    try:
        kind()
    except Exception as e:
        raise UsageError(f"rules that can be made as {kind.__name__}()", hint=str(e)) from e
    return _named(kind, path, Game(kind), made.__doc__)


def _named(rules: Any, path: Path, game: Game, story: str | None) -> Game:
    from dataclasses import replace

    slug = path.stem.replace("_", "-").lower()
    return replace(game, rules=rules, slug=slug, story=(story or "").strip())


def load_strategy(
    path: str | Path,
    game: Game,
    parameters: Mapping[str, Any] | None = None,
    *,
    misere: bool | None = None,
) -> tuple[Game, dict[str, Any]]:
    """The game with the strategy of a file as its only claim, so that a player follows it; and the
    parameters that it is for, which those that are asked for must not contradict."""
    from dataclasses import replace

    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise UsageError(
            "a strategy file, as `nimatron discover --save` writes it", hint=str(e)
        ) from e
    entries, certificate = loaded(data)
    if entries["game"] != game.slug:
        raise UsageError(f"a strategy for {game.slug}", shown(entries["game"]))
    given = {name: _tuples(value) for name, value in entries["parameters"].items()}
    rules = game.with_parameters(given)
    asked = game.with_parameters({**given, **(parameters or {})})
    for name in rules.parameters():
        if getattr(rules, name) != getattr(asked, name):
            raise UsageError(f"{name}={getattr(rules, name)}, as the strategy is for")
    convention = Convention(entries["convention"])
    if misere is not None and misere is not (convention is Convention.MISERE):
        raise UsageError(f"{convention} play, as the strategy is for")
    return replace(game, claims=(_claim(entries, certificate, rules),)), given


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def _claim(entries: dict[str, Any], certificate: Certificate | None, rules: Rules) -> Claim:
    statement = str(entries.get("statement", ""))
    if certificate is not None:
        # Nothing in a file is taken as proved: each answer is checked, or search decides.
        return rule_claim(str(entries.get("kind")), certificate, statement, "", rules)
    names = (str(entries["plan"].get("map", "")),)
    pairing = entries.get("kind") == "pairing"

    def make(asked: Rules, position: Any) -> Certificate | None:
        try:
            found = paired(asked, position) if pairing else copy(asked, position, names, ended=True)
        except NimatronError:
            return None
        return found.certificate if found else None

    return Claim("strategy-file", statement, make, "", Convention(entries["convention"]))
