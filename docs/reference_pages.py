"""The reference, written from the code each time the documents are built.

Commands come from click, public names from their signatures and docstrings, certificates from their
forms, and each game of the catalogue has a page. Nothing of it is kept, so nothing grows old.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from pathlib import Path
from textwrap import dedent
from typing import Any

import click

import nimatron
from directives import asked, written
from nimatron.certificates import forms
from nimatron.cli import COMMANDS, cli
from nimatron.game import Game
from nimatron.games import games
from nimatron.rules.reading import typed
from nimatron.solve.limits import Limits
from nimatron.solve.tell import tell

_WIDEST = 90
CERTIFIED = {
    "kernel": "candy 33",
    "nim-sum": "nim 3,4,5",
    "mirror": "cram 4x4",
    "pairing": "geography 2x3",
    "opening": "strip 5 -p k=3",
    "table": "polygon 4",
    "stealing": "chomp 5x6",
    "searched": "sum nim:1,2 + cram:3x3",
    "parts": "sum nim:1,2 + cram:3x3",
}
"""A question whose answer carries a certificate of each kind; a test sees that it does."""


def write(folder: Path) -> None:
    """All pages of the reference."""
    pages = {
        "commands": commands_page(),
        "library": library_page(),
        "certificates": certificates_page(),
        "catalogue": catalogue_page(),
        **{name.lower(): _included(name) for name in ("CONTRIBUTING", "ARCHITECTURE", "CHANGELOG")},
        **{f"games/{slug}": game_page(game) for slug, game in games.items()},
    }
    for name, text in pages.items():
        written(folder / f"{name}.md", text)


def _included(name: str) -> str:
    """A page of the repository as it stands."""
    return f"```{{include}} ../../{name}.md\n```\n"


# ---- commands


def commands_page() -> str:
    context = click.Context(cli, info_name="nimatron")
    parts = [_command(context, name) for name in COMMANDS]
    return "\n".join(
        [
            "# Commands",
            "",
            "Made from the commands themselves: what follows is what `--help` prints. Data goes to"
            " standard output and everything else to standard error; how a command ends is told on"
            " the page of [errors](../errors.md).",
            "",
            *parts,
        ]
    )


def _command(context: click.Context, name: str) -> str:
    command = cli.get_command(context, name)
    assert command is not None
    return "\n".join(_usage(command, f"nimatron {name}", context))


def _usage(command: click.Command, path: str, parent: click.Context, level: int = 2) -> list[str]:
    inner = click.Context(command, info_name=path.split()[-1], parent=parent)
    lines = ["#" * level + f" {path}", "", "```text", command.get_help(inner).rstrip(), "```", ""]
    if isinstance(command, click.Group):
        for name in command.list_commands(inner):
            below = command.get_command(inner, name)
            assert below is not None
            lines += _usage(below, f"{path} {name}", inner, level + 1)
    return lines


# ---- public names


def library_page() -> str:
    parts = [_public(name) for name in nimatron.__all__ if not name.startswith("_")]
    return "\n".join(
        [
            "# Library",
            "",
            "The public names of `import nimatron as nt`, in the order in which one meets them,"
            " made from the code. What is not here may change.",
            "",
            *parts,
        ]
    )


def _public(name: str) -> str:
    thing = getattr(nimatron, name)
    lines = [f"## nt.{name}", ""]
    if isinstance(thing, type):
        lines += [_signed(f"class {name}", thing), "", *_prose(thing), *_members(thing)]
    elif callable(thing):
        lines += [_signed(name, thing), "", *_prose(thing)]
    elif isinstance(thing, Mapping):
        lines += [
            "The catalogue: a mapping from the names of games to games, and from their other"
            f" names too. It has {len(thing)} games; the [catalogue](catalogue.md) lists them.",
            "",
            *_prose(type(thing)),
        ]
    return "\n".join(lines)


def _signed(name: str, thing: Any) -> str:
    if isinstance(thing, type) and issubclass(thing, (Enum, BaseException)):
        signature = f"({thing.__mro__[1].__name__})"
    else:
        signature = _plain(str(inspect.signature(thing)))
        if len(name + signature) > _WIDEST:
            signature = re.sub(r"([(,]) ?(?=[\w*]+(?:[:,)=]| =))", r"\1\n    ", signature)
            signature = re.sub(r"\)( -> [^()]*)?$", r",\n)\1", signature)
    return f"```python\n{name}{signature}\n```"


def _plain(signature: str) -> str:
    """A signature without the folders of the names in it."""
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", signature)
    text = re.sub(r"\bnimatron\.[\w.]*\.(\w+)", r"\1", text)
    return re.sub(r"<[^>]*(?:>[^>]*)? at 0x[0-9a-f]+>", "...", text)


def _prose(thing: Any) -> list[str]:
    """A docstring as Markdown: what was typed into Python stands in a block of its own."""
    lines, inside = [], False
    for line in (inspect.getdoc(thing) or "").splitlines():
        if line.startswith(">>>") and not inside:
            lines.append("```pycon")
            inside = True
        elif inside and not line:
            lines.append("```")
            inside = False
        lines.append(line)
    return [*lines, *(["```"] if inside else []), ""]


def _members(kind: type) -> Iterator[str]:
    """Fields and methods of a class that are its own, each with its sentence."""
    told = _told(kind)
    if issubclass(kind, Enum):
        yield from (f"`{m.name}` = `{m.value}`\n: {told.get(m.name, '')}\n" for m in kind)
    elif is_dataclass(kind):
        yield from (
            f"`{f.name}`{_default(f)}\n: {told[f.name]}\n" for f in fields(kind) if f.name in told
        )
    for name, member in vars(kind).items():
        if name.startswith("_") or not (inspect.isroutine(member) or _property(member)):
            continue
        function = member.fget if isinstance(member, property) else member
        function = getattr(function, "__func__", function)
        assert callable(function)
        sentence = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        if sentence:
            shown = name if _property(member) else f"{name}{_plain(_arguments(function))}"
            yield f"`{shown}`\n: {sentence}\n"


def _property(member: Any) -> bool:
    return isinstance(member, property)


def _arguments(function: Callable[..., Any]) -> str:
    signature = inspect.signature(function)
    given = [p for name, p in signature.parameters.items() if name not in ("self", "cls")]
    return str(signature.replace(parameters=given))


def _default(entry: Any) -> str:
    if entry.default is MISSING:
        return ""
    shown = str(entry.default) if isinstance(entry.default, Enum) else repr(entry.default)
    return f" = `{shown}`"


def _told(kind: type) -> dict[str, str]:
    """The sentences that stand below the fields of a class."""
    import ast

    told: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        try:
            body = ast.parse(dedent(inspect.getsource(base))).body[0]
        except (OSError, TypeError):
            continue
        assert isinstance(body, ast.ClassDef)
        for entry, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name):
                name = entry.target.id
            elif isinstance(entry, ast.Assign) and isinstance(entry.targets[0], ast.Name):
                name = entry.targets[0].id
            else:
                continue
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                told[name] = " ".join(str(after.value.value).split())
    return told


# ---- certificates


def certificates_page() -> str:
    parts = [_form(kind) for kind in CERTIFIED]
    return "\n".join(
        [
            "# Certificates",
            "",
            "A certificate is a winning strategy as plain data. `nimatron explain GAME POSITION"
            " --json` prints it under `certificate`, `from_json` and `to_json` of"
            " `nimatron.certificates.forms` read and write it, and `nt.check` verifies it, knowing"
            " nothing of the solver. Moves and positions in it are texts; conditions are formulas"
            " over the names that the game gives (`n` for a heap, `a` for a list of piles, and"
            " the parameters).",
            "",
            "Every kind has the entry `convention`, `normal` or `misere`.",
            "",
            *parts,
            "## Maps of cells",
            "",
            "`affine`\n: Coordinate i of a cell becomes `shifts[i] + signs[i] * cell[order[i]]`,"
            " brought into 1..`modulus` if there is one. An empty `order` keeps the order.\n",
            "`swaps`\n: The cells of each of the `pairs` change places; every other cell stays.\n",
            "`tiles`\n: Rectangles of the board (`patches`), each covered with copies of a small"
            " tile in which the cells of the `pairs` change places.\n",
        ]
    )


def certificate(kind: str) -> tuple[str, Any]:
    """A question, and the certificate of this kind that its answer carries."""
    here = asked(CERTIFIED[kind])
    inside = [tell(here.question(), Limits()).certificate]
    for found in inside:
        assert found is not None
        if found.kind == kind:
            return here.typed, found
        inside += getattr(found, "parts", ())
    raise LookupError(f"no {kind} certificate for {here.typed}")


def _form(kind: str) -> str:
    typed_as, found = certificate(kind)
    form = type(found)
    told = {**_told(form), **ENTRIES}
    entries = [
        f"`{f.name}`\n: {told.get(f.name, '')}\n" for f in fields(form) if f.name != "convention"
    ]
    shown = json.dumps(forms.to_json(found), indent=2, ensure_ascii=False)
    return "\n".join(
        [
            f"## {kind}",
            "",
            *_prose(form),
            *entries,
            f"For `{typed_as}`:",
            "",
            "```json",
            _short(shown),
            "```",
            "",
        ]
    )


ENTRIES = {
    "losing": "The condition, a formula.",
    "value": "The nimber of a component, a formula.",
    "symmetry": "A map of cells; a move is answered by its image.",
    "pairs": "Partners, as `swaps` or `tiles`.",
    "move": "The move, as text.",
    "then": "A certificate for the position after the move.",
    "replies": "For each lost position an object from moves to replies.",
    "nimber": "The value that the search must find.",
    "parts": "A certificate for each part, in the order of the sum.",
    "constants": "Lists and numbers that the formulas use by name.",
}


def _short(shown: str) -> str:
    """JSON with lists of numbers on one line, and no more of them than one reads."""
    flat = re.sub(
        r"\[[^][{}]*\]",
        lambda m: " ".join(m[0].split()).replace("[ ", "[").replace(" ]", "]"),
        shown,
    )
    return re.sub(r"(\[(?:-?\d+, ){14})[^]]*\]", r"\1...]", flat)


# ---- the games


def catalogue_page() -> str:
    rows = "\n".join(f"games/{slug}" for slug in games)
    return (
        "# Catalogue\n\nA page for each game: rules, notation, parameters, what is claimed of it"
        " and where that is proved, sources, and errors in print. `nimatron show GAME` tells the"
        f" same in a terminal.\n\n```{{toctree}}\n:maxdepth: 1\n\n{rows}\n```\n"
    )


def linked(page: str) -> str:
    """The table of games with each name a link to its page."""
    return re.sub(
        r"^\| `([\w-]+)` \|", r"| [`\1`](reference/games/\1.md) |", page, flags=re.MULTILINE
    )


def game_page(game: Game) -> str:
    rules = game.prototype
    start = rules.text(rules.start())
    quoted = f"'{start}'" if set(start) & set(" #|()") else start
    lines = [
        f"# {game.name}",
        "",
        " ".join(game.story.split()),
        "",
        f":::{{position}} {game.slug} {quoted}",
        ":still:",
        "",
        f"The start that `nimatron solve {game.slug}` looks at if no position is given.",
        ":::",
        "",
        f"**Name:** `{game.slug}`" + "".join(f", `{alias}`" for alias in game.aliases),
        "",
        f"**Positions:** {rules.notation}",
        "",
    ]
    for name in game.parameters():
        lines += [f"**Parameter:** `-p {name}={typed(getattr(rules, name))}`", ""]
    if game.claims:
        lines += ["## Claims", ""]
    for claim in game.claims:
        proof = f"Proved in {claim.proved}." if claim.proved else "Not proved in general."
        misere = " (misère play)" if str(claim.convention) == "misere" else ""
        lines += [f"**{claim.name}**{misere}: {claim.statement} *{proof}*", ""]
    if game.facts:
        lines += [
            "## Facts that the tests check",
            "",
            "| position | settings | outcome | nimber |",
            "|---|---|---|---|",
        ]
        for fact in game.facts[:40]:
            settings = [f"{k}={typed(v)}" for k, v in fact.parameters.items()]
            settings += ["misère"] if fact.convention == "misere" else []
            nimber = "" if fact.grundy is None else fact.grundy
            position = fact.position.replace("|", "\\|")
            row = f"| `{position}` | {', '.join(settings)} | {fact.outcome or ''} | {nimber} |"
            lines.append(row)
        if len(game.facts) > 40:
            lines += ["", f"and {len(game.facts) - 40} more."]
        lines.append("")
    if game.errata:
        lines += ["## Errata", ""]
    for erratum in game.errata:
        lines += [f"*{erratum.where}* says: {erratum.said}. **The truth:** {erratum.truth}.", ""]
    if game.sources:
        lines += ["## Sources", "", *(f"- {source}" for source in game.sources), ""]
    return "\n".join(lines)
