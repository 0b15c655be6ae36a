"""Every reader of what a user, a contestant or a file may say, as functions of bytes to be fuzzed.

A reader may give a value, or refuse in one line; anything else that it raises is a fault, and so is
a value that is not read back as it was written. `fuzz.py` feeds them to a coverage-guided fuzzer,
`test_fuzz.py` to hypothesis.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from nimatron.certificates import forms
from nimatron.certificates.check import check as check_certificate
from nimatron.cli import main
from nimatron.errors import NimatronError, Refused
from nimatron.formulas import Formula
from nimatron.game import Game
from nimatron.games import games
from nimatron.judge.formats import format_names, load_format
from nimatron.judge.formats.answering import answers
from nimatron.judge.formats.checking import check as check_output
from nimatron.judge.formats.format import _read as read_format
from nimatron.play import transcript
from nimatron.rules.codes import read_code
from nimatron.sequences.named import heap_game
from nimatron.sequences.survey import codes_of
from nimatron.solve.graphs_files import read_graph

LONGEST = 4096  # bytes of one input
_EXIT_CODES = (0, 1, 2, 3, 141)


@dataclass(frozen=True)
class Reader:
    """A function that reads bytes, and examples from which a fuzzer may start."""

    read: Callable[[bytes], Any]
    seeds: tuple[bytes, ...]


def one_line(reader: Reader, data: bytes) -> str:
    """Read the bytes: `read`, or the one line that refused them."""
    try:
        reader.read(data)
    except NimatronError as e:
        said = str(e)
        assert said and "\n" not in said, f"not one line: {said!r}"
        assert len(said) < 1500, f"{len(said)} characters: {said[:80]!r}..."
        return said
    return "read"


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="surrogateescape")


@cache
def _catalogue() -> list[Game]:
    return list(games.values())


def _one_of(things: list[Any], data: bytes) -> tuple[Any, str]:
    """The thing that the first byte picks, and the rest as text."""
    return things[data[0] % len(things) if data else 0], _text(data[1:])


def _position(data: bytes) -> None:
    game, text = _one_of(_catalogue(), data)
    rules, position = game.read(text, {})
    written = rules.text(position)
    again, same = game.read(written, {})
    assert same == position and again.text(same) == written


def _move(data: bytes) -> None:
    game, text = _one_of(_catalogue(), data)
    rules = game.prototype
    at = rules.start()
    move = rules.read_move(at, text)
    assert rules.legal(at, move)
    rules.play(at, move)


def _parameter(data: bytes) -> None:
    game, text = _one_of(_catalogue(), data)
    for name in game.parameters() or ("k",):
        game.with_parameters({name: text})


def _code(data: bytes) -> None:
    code = read_code(_text(data))
    assert read_code(str(code)) == code


def _heap_game(data: bytes) -> None:
    heap_game(_text(data))


def _survey(data: bytes) -> None:
    codes_of(_text(data))


def _formula(data: bytes) -> None:
    Formula(_text(data))(n=12, k=3, a=(3, 4, 5), position=(3, 4, 5))


def _json(data: bytes) -> Any:
    try:
        return json.loads(_text(data))
    except (ValueError, RecursionError):
        return None


def _certificate(data: bytes) -> None:
    """What can be read goes to JSON and back, and the checker refuses it or says what it saw."""
    made = forms.from_json(_json(data))
    assert forms.from_json(json.loads(json.dumps(forms.to_json(made)))) == made
    rules = games["nim"].prototype
    try:
        check_certificate(rules, (1, 2), made, 200)
    except Refused as e:
        assert "\n" not in str(e)


def _format_file(data: bytes) -> None:
    read_format(_text(data), "own")


def _format_input(data: bytes) -> None:
    chosen = load_format(list(format_names())[data[0] % len(format_names()) if data else 0])
    for _ in answers(chosen, io.BytesIO(data[1:])):
        pass


def _format_output(data: bytes) -> None:
    names = [name for name in format_names() if load_format(name).samples]
    chosen = load_format(names[data[0] % len(names) if data else 0])
    check_output(chosen, io.BytesIO(chosen.samples[0].input.encode()), io.BytesIO(data[1:]))


def _graph(ending: str) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        path = Path(tempfile.gettempdir()) / f"nimatron-fuzzed{ending}"
        path.write_bytes(data)
        read_graph(path)

    return read


def _transcript(data: bytes) -> None:
    session = transcript.read(_text(data))
    again = transcript.read(transcript.write(session))
    assert transcript.write(again) == transcript.write(session)


def _words(data: bytes) -> None:
    """The command itself: whatever its words are, it ends with a code of its own and one line."""
    words = [word for word in _text(data).split("\x1f") if "\x00" not in word]
    if not words or words[0] not in _COMMANDS or {"-o", "--output"} & set(words):
        words = ["solve", *words]
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main([*words, "--max-seconds", "1"] if words[0] in _LIMITED else words)
    except SystemExit as e:
        assert e.code in _EXIT_CODES, (words, e.code, err.getvalue())
        assert "fault of Nimatron" not in err.getvalue(), err.getvalue()


_COMMANDS = ("solve", "moves", "show", "explain")  # they read much and write no file
_LIMITED = ("solve", "explain")


def _each_game(text: Callable[[Game], str]) -> tuple[bytes, ...]:
    return tuple(bytes([i]) + text(game).encode() for i, game in enumerate(_catalogue()))


def _first_move(game: Game) -> str:
    from nimatron.play.session import any_move

    rules = game.prototype
    move = any_move(rules, rules.start())
    return rules.move_text(rules.start(), move)


def _parameter_text(game: Game) -> str:
    values = [getattr(game.prototype, name) for name in game.parameters()]
    return (
        ",".join(map(str, values[0] if isinstance(values[0], tuple) else values)) if values else ""
    )


def _samples(what: str) -> tuple[bytes, ...]:
    names = list(format_names())
    return tuple(
        bytes([i]) + getattr(sample, what).encode()
        for i, name in enumerate(names)
        for sample in load_format(name).samples
    )


def _certificates() -> tuple[bytes, ...]:
    found = []
    for slug in ("nim", "cram", "geography", "chomp", "wythoff", "candy"):
        game = games[slug]
        for rules, at in game.small(4):
            for claim in game.claims:
                made = claim(rules, at)
                if made is not None:
                    found.append(json.dumps(forms.to_json(made)).encode())
                    break
            if len(found) % 3 == 2:
                break
    return tuple(found)


def _arrays() -> bytes:
    import numpy as np

    file = io.BytesIO()
    np.savez(file, starts=np.array([0, 1, 1]), targets=np.array([1]))
    return file.getvalue()


_TOML = b'game = "candy"\nheader = "t:1..100"\ncases = "t"\ncase = "n:1..9"\nposition = "{n}"\n'
_TRANSCRIPT = b"nimatron game 1\ngame: nim\nposition: 3,4,5\n\n1. take 2 from pile 1\n"
_GRAPHML = (
    b'<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/>'
    b'<edge source="a" target="b"/></graph></graphml>'
)


@cache
def readers() -> dict[str, Reader]:
    """All of them by name."""
    return {
        "positions": Reader(_position, _each_game(lambda g: g.prototype.text(g.prototype.start()))),
        "moves": Reader(_move, _each_game(_first_move)),
        "parameters": Reader(_parameter, _each_game(_parameter_text)),
        "codes": Reader(_code, (b"0.77", b"4.007", b"0.F", b"4.(3)", b"0.137")),
        "heap games": Reader(_heap_game, (b"grundy", b"subtract:1,3,4", b"subtract:squares")),
        "survey patterns": Reader(_survey, (b"0.7d", b"0.1d3")),
        "formulas": Reader(
            _formula, (b"xor(a) != 0", b"n % (k + 1) == 0", b"sum(x // 2 for x in a if x) % 2 == 1")
        ),
        "certificates": Reader(_certificate, _certificates()),
        "format files": Reader(_format_file, (_TOML,)),
        "format inputs": Reader(_format_input, _samples("input")),
        "format outputs": Reader(_format_output, _samples("output")),
        "graphs as csv": Reader(_graph(".csv"), (b"from,to\na,b\nb,c\n", b"from,to\n0,1\n")),
        "graphs as edges": Reader(_graph(".txt"), (b"a b\nb c # more\n", b"0 1\n1 2\n")),
        "graphs as GraphML": Reader(_graph(".graphml"), (_GRAPHML,)),
        "graphs as arrays": Reader(_graph(".npz"), (_arrays(),)),
        "transcripts": Reader(_transcript, (_TRANSCRIPT,)),
        "the command": Reader(
            _words,
            (b"solve\x1fnim\x1f3,4,5", b"moves\x1fcram\x1f2x2\x1f--json", b"show\x1fnim",
             b"explain\x1fnim\x1f1,2\x1f--misere", b"solve\x1fbachet\x1f21\x1f-p\x1fk=3"),
        ),
    }  # fmt: skip
