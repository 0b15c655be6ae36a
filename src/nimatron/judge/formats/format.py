"""What a format is, and how it is read from its file.

    game = "candy"                  # a game of the catalogue ...
    header = "t:1..100"             # numbers before the first case
    cases = "t"                     # how many: a name of the header, a number, "end" or "zeros"
    case = "n:1..1000000"           # the numbers of one case
    position = "{n}"                # the position that they mean
    win = "YES"                     # the words for a first player who wins, and who loses
    lose = "NO"
    line = "Case #{case}: {answer}"

also `parameters = { k = "{k}" }`, `misere = true`, `draw`, and `answer = "move"` or `"nimber"`
instead of `"winner"`, with `move = "{taken} {pile}"`. Instead of a game a `task` may be named.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from nimatron.errors import UsageError, did_you_mean
from nimatron.game import Erratum
from nimatron.judge.formats.layout import Layout, narrower, read_layout

_HERE = Path(__file__).parent
_PLACE = re.compile(r"\{([a-z_0-9]+)\}")
_ANSWERS = ("winner", "move", "nimber")


class FormatError(UsageError):
    """A description of a format that cannot be read.

    Remedy: compare it with the formats that come with Nimatron; the message names the
    entry.
    """


@dataclass(frozen=True)
class Sample:
    """Input and the output that must come."""

    input: str
    output: str


@dataclass(frozen=True)
class Format:
    """A format: layouts, what to ask, and how answers are spelt."""

    name: str = ""
    about: str = ""
    game: str = ""
    task: str = ""
    header: str = ""
    cases: str | int = "end"
    case: str = ""
    position: str = ""
    parameters: Mapping[str, str | int] = field(default_factory=dict)
    misere: bool = False
    answer: str = "winner"
    win: str = "first"
    lose: str = "second"
    draw: str = "draw"
    move: str = "{move}"
    line: str = "{answer}"
    largest: int = 1_000_000_000
    """The largest number of generated tests, where the layout does not say."""
    files: tuple[str, ...] = ()
    several: bool = False
    """Whether several outputs may be right."""
    samples: tuple[Sample, ...] = ()
    errata: tuple[Erratum, ...] = ()
    """What is told wrongly of a task; errata of games stand with the games."""

    @property
    def layouts(self) -> tuple[Layout, Layout]:
        """Those of the header and of a case."""
        header = read_layout(self.header)
        return header, read_layout(self.case, header)

    @property
    def named(self) -> tuple[str, ...]:
        """The names that the position is made of."""
        return tuple(_PLACE.findall(self.position))

    @property
    def direct(self) -> bool:
        """Whether the position alone tells all: no parameter differs from case to case."""
        return not any("{" in str(value) for value in self.parameters.values())

    def check(self) -> None:
        """Refuse a description that makes no sense."""
        if bool(self.game) == bool(self.task):
            raise FormatError("either a game or a task", hint="see docs/contests.md")
        header, case = self.layouts
        single = {f.name for f in header.fields if f.count is None}
        if self.task:
            return
        if isinstance(self.cases, int):
            if self.cases < 0:
                raise FormatError("cases: a number of at least 0", self.cases)
        elif self.cases not in ("end", "zeros", *single):
            raise FormatError("cases: a number of the header, `end` or `zeros`", self.cases)
        if not case.fields:
            raise FormatError("the numbers of a case", hint='such as case = "n piles*n"')
        if self.answer not in _ANSWERS:
            raise FormatError(f"answer: {', '.join(_ANSWERS)}", self.answer)
        known = {f.name for f in (*header.fields, *case.fields)}
        texts = [self.position, *(str(value) for value in self.parameters.values())]
        for name in (name for text in texts for name in _PLACE.findall(text)):
            if name not in known:
                raise FormatError(f"a name of the layout ({', '.join(sorted(known))})", name)
        if not self.position:
            raise FormatError("a position", hint='such as position = "{piles}"')
        filled = [(text, tuple(sorted(known))) for text in texts]
        for text, names in (*filled, (self.line, ("case", "answer")), (self.move, _MOVE_NAMES)):
            try:
                text.format(**dict.fromkeys(names, ""))
            except (LookupError, ValueError, AttributeError) as e:
                raise FormatError(f"a text with {{{'}, {'.join(names)}}}", text) from e

    def check_subject(self) -> None:
        """Refuse a game or a task that is not there, or that asks for something else."""
        if self.task:
            from nimatron.judge.formats.tasks import task

            self._check_task(task(self.task).layout)
            return
        from nimatron.games import games

        fixed = {key: str(value) for key, value in self.parameters.items()}
        game = games[self.game]
        game.with_parameters({key: text for key, text in fixed.items() if "{" not in text})
        for key in fixed:
            if key not in game.parameters():
                game.with_parameters({key: ""})

    def _check_task(self, wanted: str) -> None:
        """A task reads numbers of these names in this order; only bounds may be narrower."""
        own, needed = self.layouts[0].fields, read_layout(wanted).fields
        if len(own) != len(needed) or not all(map(narrower, own, needed)):
            raise FormatError(f'header = "{wanted}", perhaps with narrower bounds', self.header)


_MOVE_NAMES = ("move", "pile", "taken")


def format_names() -> tuple[str, ...]:
    """The formats that come with Nimatron."""
    return tuple(sorted(path.stem for path in _HERE.glob("*.toml")))


@cache
def _own(name: str) -> Format:
    return _read((_HERE / f"{name}.toml").read_text(encoding="utf-8"), name)


def load_format(name: str) -> Format:
    """A format by its name, or by the path of a TOML file that describes it."""
    if name in format_names():
        return _own(name)
    path = Path(name)
    if name.endswith(".toml"):
        try:
            made = _read(path.read_text(encoding="utf-8"), path.stem)
        except (OSError, UnicodeDecodeError) as e:
            raise FormatError("a TOML file that describes a format", name, hint=_why(e)) from e
        made.check_subject()
        return made
    hint = did_you_mean(name, format_names()) or f"there are: {', '.join(format_names())}"
    raise FormatError("the name of a format or a file NAME.toml", name, hint=hint)


def _why(error: Exception) -> str:
    return ((error.strerror or "").lower() if isinstance(error, OSError) else "") or "it is no text"


def _read(text: str, name: str) -> Format:
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise FormatError(f"a format in TOML ({name})", hint=" ".join(str(e).split())) from e
    samples, errata = data.pop("sample", []), data.pop("erratum", [])
    known = {f.name: f.type for f in fields(Format) if f.name not in _TABLES}
    for key, value in data.items():
        if key not in known:
            raise FormatError(
                f"a key of a format ({', '.join(known)})", key, hint=did_you_mean(key, known)
            )
        kind = _KINDS.get(key, str)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise FormatError(f"{key} = {_EXAMPLES.get(kind, _TEXT)}", value)
    data["files"] = tuple(data.get("files", ()))
    if data["files"] and list(map(type, data["files"])) != [str, str]:
        raise FormatError('files = ["name.in", "name.out"]', data["files"])
    try:
        listed = tuple(Sample(s["input"], s["output"]) for s in samples)
    except (TypeError, KeyError) as e:
        raise FormatError("[[sample]] with input and output") from e
    try:
        wrong = tuple(Erratum(**erratum) for erratum in errata)
    except TypeError as e:
        raise FormatError("[[erratum]] with where, said, truth and counterexample") from e
    made = Format(name=name, samples=listed, errata=wrong, **data)
    made.check()
    return made


_TABLES = ("name", "samples", "errata")  # not keys of their own in a file
_KINDS: dict[str, Any] = {
    "cases": (str, int), "largest": int, "parameters": dict, "misere": bool, "several": bool,
    "files": list,
}  # fmt: skip
_TEXT = '"a text in quotation marks"'
_EXAMPLES = {
    (str, int): 'a number, or the name of one in quotation marks', int: "a whole number",
    dict: '{ name = "value" }', bool: "true or false", list: '["name.in", "name.out"]',
}  # fmt: skip
