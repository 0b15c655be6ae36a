"""What the pages of the course are made of: positions with pictures, exercises and answers.

:::{position} nim 3,4,5
A caption.
:::

draws the position, tells how it is played, and lets one play it in the page if it is small.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from docutils import nodes  # type: ignore[import-untyped]
from docutils.parsers.rst import directives  # type: ignore[import-untyped]
from sphinx.util.docutils import SphinxDirective

from nimatron.drawing.graphs import GameGraph, game_graph, graph_svg
from nimatron.drawing.links import links_of
from nimatron.drawing.shown import told_svg
from nimatron.drawing.style import css
from nimatron.drawing.svg import svg
from nimatron.drawing.tables import table
from nimatron.drawing.tables_drawn import table_svg
from nimatron.games import games
from nimatron.rules.protocol import Continuous
from nimatron.solve.ask import question
from nimatron.solve.limits import Limits
from nimatron.solve.tell import tell
from nimatron.values import Convention, Outcome

_MOST_PLAYABLE = 200
_LARGEST = 200_000
"""Positions that may be put into a page, and characters of their pictures."""
_SITE = "http://127.0.0.1:8000"
"""Where `nimatron serve` answers if nothing else is said."""


@dataclass(frozen=True)
class Asked:
    """A position as one types it behind `nimatron solve`: nim 5,1,1 --misere."""

    game: str
    position: str
    parameters: dict[str, str]
    misere: bool

    @property
    def typed(self) -> str:
        text = f"'{self.position}'" if set(self.position) & set(" #|()") else self.position
        settings = "".join(f" -p {name}={value}" for name, value in self.parameters.items())
        return f"{self.game} {text}{settings}{' --misere' if self.misere else ''}"

    @property
    def address(self) -> str:
        """The position on the page of `nimatron serve`."""
        said = {"from": self.position, **{f"p.{k}": v for k, v in self.parameters.items()}}
        if self.misere:
            said["rule"] = "misere"
        return f"/play/{self.game}?{urlencode(said, quote_via=quote, safe=',:|')}"

    def question(self) -> Any:
        convention = "misere" if self.misere else "normal"
        return question(self.game, self.position, convention=convention, **self.parameters)


def asked(line: str) -> Asked:
    """The position that the words after a command mean; quotes as in a shell."""
    from shlex import split

    game, *words = split(line)
    parameters: dict[str, str] = {}
    position, misere, rest = [], False, iter(words)
    for word in rest:
        if word == "-p":
            name, _, value = next(rest).partition("=")
            parameters[name] = value
        elif word == "--misere":
            misere = True
        else:
            position.append(word)
    return Asked(game, " ".join(position), parameters, misere)


def picture(question: Any, position: Any) -> str:
    """The position as SVG; its title says in words what it shows."""
    return svg(question.rules.picture(position), _title(question, position))


def _title(question: Any, position: Any) -> str:
    return f"{question.game.name} {question.rules.text(position)}"


def playable(question: Any) -> dict[str, Any] | None:
    """The whole game from here, if it is small and ends: what the page needs to play it well."""
    rules = question.rules
    if isinstance(rules, Continuous):
        return None
    places, index = [question.position], {question.position: 0}
    for at in places:
        for move in rules.moves(at):
            option = rules.after(at, move)
            if option not in index:
                if len(places) == _MOST_PLAYABLE:
                    return None
                index[option] = len(places)
                places.append(option)
    below = [[(move, index[rules.after(at, move)]) for move in rules.moves(at)] for at in places]
    lost = _lost([[to for _, to in moves] for moves in below], question.convention)
    if lost is None:
        return None
    rows = []
    for at, moves, sad in zip(places, below, lost, strict=True):
        to = dict(moves)
        links = links_of(rules, at, to, _address(to))
        drawn = svg(rules.picture(at), _title(question, at), links=links, inline=True)
        said = [(rules.move_text(at, move), there) for move, there in moves]
        rows.append({"at": rules.text(at), "svg": drawn, "moves": said, "lost": sad})
    if sum(len(row["svg"]) for row in rows) > _LARGEST:
        return None
    misere = question.convention is Convention.MISERE
    return {"misere": misere, "style": css(), "positions": rows}


def _address(to: dict[Any, int]) -> Callable[[Any], str]:
    return lambda move: f"#{to[move]}"


def _lost(below: list[list[int]], convention: Convention) -> list[bool] | None:
    """Which positions are lost, from the ends backwards; None if play may go round."""
    lost: dict[int, bool] = {}
    while len(lost) < len(below):
        ready = [
            place
            for place, options in enumerate(below)
            if place not in lost and all(to in lost for to in options)
        ]
        if not ready:
            return None
        end = convention.at_the_end is Outcome.P
        for place in ready:
            options = [lost[to] for to in below[place]]
            lost[place] = not any(options) if options else end
    return [lost[place] for place in range(len(below))]


DRAWING = {"graph": "nimatron graph", "table": "nimatron table", "why": "nimatron draw --why"}
"""What draws a figure: the game graph, a table of nimbers, a position with its strategy."""


def figure(line: str) -> tuple[str, str]:
    """The figure that a line such as `graph candy 6` names, and the command that draws it."""
    kind, _, rest = line.partition(" ")
    command = f"{DRAWING[kind]} {rest} -o picture.svg"
    if kind == "table":
        game, template = rest.split()
        return table_svg(table(games[game], template)), command
    here = asked(rest).question()
    if kind == "graph":
        return graph_svg(_graph(here)), command
    return told_svg(tell(here, Limits())) or "", command


def _graph(here: Any) -> GameGraph:
    return game_graph(here.rules, here.position, here.convention, game=here.game)


class _Shown(SphinxDirective):
    """A picture with a caption in a frame."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def framed(self, drawn: str, alt: str) -> nodes.container:
        name = f"{hashlib.sha256(f'{alt} {drawn}'.encode()).hexdigest()[:16]}.svg"
        written(Path(self.env.srcdir) / "reference" / "pictures" / name, drawn)
        image = nodes.image(uri=f"/reference/pictures/{name}", alt=alt)
        frame = nodes.container("", image, classes=["position"])
        if self.content:
            caption = nodes.container(classes=["caption"])
            self.state.nested_parse(self.content, self.content_offset, caption)
            frame += caption
        return frame


class Drawn(_Shown):
    """A figure, and the command that draws it."""

    def run(self) -> list[nodes.Node]:
        drawn, command = figure(self.arguments[0])
        frame = self.framed(drawn, self.arguments[0])
        text = nodes.literal("", command)
        frame += nodes.paragraph("", "Draw it: ", text, classes=["play-it"])
        return [frame]


class Position(_Shown):
    """A picture of a position, how to play it, and the game itself if it is small."""

    option_spec: ClassVar[dict[str, Any]] = {"still": directives.flag}

    def run(self) -> list[nodes.Node]:
        here = asked(self.arguments[0])
        question = here.question()
        frame = self.framed(picture(question, question.position), here.typed)
        frame += nodes.paragraph(
            "",
            "",
            nodes.Text("Play it: "),
            nodes.literal("", f"nimatron play {here.typed}"),
            nodes.Text(", or with "),
            nodes.literal("", "nimatron serve"),
            nodes.Text(" running "),
            nodes.reference("", "on the page", refuri=_SITE + here.address),
            nodes.Text("."),
            classes=["play-it"],
        )
        data = None if "still" in self.options else playable(question)
        if data is not None:
            text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
            frame += nodes.raw(
                "",
                f'<div class="game" data-name="{escape(question.game.name)}">'
                f'<script type="application/json">{text}</script></div>',
                format="html",
            )
        return [frame]


class Exercise(SphinxDirective):
    """A question for the reader, with its number in the lectures if it has one."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0] if self.arguments else ""
        title = f"Exercise: {name}" if name else "Exercise"
        body = nodes.admonition("", nodes.title("", title), classes=["exercise"])
        self.state.nested_parse(self.content, self.content_offset, body)
        return [body]


class Answer(SphinxDirective):
    """The answer, folded. Its arguments are positions; the tests compute again who wins them."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"wins": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        body = nodes.container(classes=["answer"])
        self.state.nested_parse(self.content, self.content_offset, body)
        opened = nodes.raw("", "<details><summary>Answer</summary>", format="html")
        return [opened, body, nodes.raw("", "</details>", format="html")]


def answers(text: str) -> Iterator[tuple[Asked, str]]:
    """The positions that the answers of a page speak of, each with who wins."""
    import re

    blocks = re.findall(r"^:{3,}\{answer\} (.+)\n:wins: (.+)$", text, flags=re.MULTILINE)
    for positions, winners in blocks:
        pairs = zip(positions.split(" ; "), winners.split(" ; "), strict=True)
        yield from ((asked(position), winner) for position, winner in pairs)


def written(path: Path, text: str) -> None:
    """A file with this text; one that has it already is left alone, and nothing is built again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    app.add_directive("position", Position)
    app.add_directive("drawn", Drawn)
    app.add_directive("exercise", Exercise)
    app.add_directive("answer", Answer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
