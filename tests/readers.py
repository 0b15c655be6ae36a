"""Every reader of what a user, a contestant or a file may say, as functions of bytes to be fuzzed.

A reader may give a value, or refuse in one line; anything else that it raises is a fault, and so is
a value that is not read back as it was written. `fuzz.py` feeds them to a coverage-guided fuzzer,
`test_fuzz.py` to hypothesis.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, quote, urlsplit

from nimatron.archive.games_played import GamesPlayed
from nimatron.archive.store import NAME, Chunk, Store
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
from nimatron.judge.referee import Gone, Match, Nim, Wrong, Wythoff, streams
from nimatron.judge.responding import Catalogue, positions
from nimatron.play import transcript
from nimatron.rules.codes import read_code
from nimatron.sequences.named import heap_game
from nimatron.sequences.survey import codes_of
from nimatron.solve.ask import question
from nimatron.solve.graphs_files import read_graph
from nimatron.solve.layers.plan import read_plan
from nimatron.solve.limits import Limits
from nimatron.web.address import read as read_address
from nimatron.web.pages import answered

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


def _address(data: bytes) -> None:
    """The address of a game on the page; what is read is written so that it is read back."""
    slug, _, query = data.decode("latin-1").partition("?")
    made = read_address(slug, parse_qsl(query))
    parts = urlsplit(made.href())
    assert parts.path == "/play/" + quote(slug)
    assert read_address(slug, parse_qsl(parts.query)) == made


_FEW = Limits(positions=2000, seconds=1)
_STATUSES = (200, 303, 400, 404, 422)


def _page(data: bytes) -> None:
    """Any path and query have a page; a mistake of ours would have the status 500."""
    path, _, query = data.decode("latin-1").partition("?")
    with redirect_stderr(io.StringIO()) as complaints:
        reply = answered("/" + path, query, _FEW, last=True)
    assert reply.status in _STATUSES, (reply.status, complaints.getvalue()[-500:])
    assert "\n" not in reply.location and "\r" not in reply.location


def _contestant(data: bytes) -> None:
    """Whatever a program writes is judged: it fails, or it has won."""
    board, start = ((Nim(), "3,4,5"), (Wythoff(), "5 6"))[data[0] % 2 if data else 0]
    match = Match(board, *streams(io.BytesIO(data[1:]), io.BytesIO()), random.Random(1))
    try:
        match.lead([board.read(start)])
    except (Wrong, Gone) as e:
        assert "\n" not in str(e) and len(str(e)) < 1500


def _answered_lines(data: bytes) -> None:
    """The input of `respond`: positions, and the moves of the other side."""
    slug = ("nim", "cram", "geography")[data[0] % 3 if data else 0]
    board = Catalogue(question(slug), Limits(positions=20_000, seconds=5))
    positions(board, iter(_text(data[1:]).split("\n")), lambda line: None)


def _pipe(data: bytes) -> None:
    """A game in a pipe, whatever comes in; commands that write files are left out."""
    lines = [line for line in _text(data).split("\n") if "save" not in line.lower()]
    out, err = io.StringIO(), io.StringIO()
    try:
        with (
            patch.object(sys, "stdin", io.StringIO("\n".join(lines[:40]))),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            main(["play", "nim", "1,2", "--first", "me"])
    except SystemExit as e:
        assert e.code in _EXIT_CODES, (e.code, err.getvalue())
        assert "fault of Nimatron" not in err.getvalue(), err.getvalue()


def _layers(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "plan.json").write_bytes(data)
        read_plan(Path(folder))


def _archive(data: bytes) -> None:
    """A file of saved sequences in which bytes have been changed: nothing wrong is ever read."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / NAME).write_bytes(_damaged(_saved(), data))
        with Store(Path(folder)) as store:
            for found in store.chunks("0.77", 1):
                assert found.data == bytes(range(found.start, found.stop))
            store.records("verdict", 1)
            store.spoilt()


def _kept_games(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "games.sqlite").write_bytes(_damaged(_played(), data))
        with GamesPlayed(Path(folder)) as kept:
            for line in kept.list():
                kept.load(line.number)


def _damaged(whole: bytes, data: bytes) -> bytes:
    """A file with a byte changed for each three of the data: two say where, one says to what."""
    file = bytearray(whole)
    for i in range(0, len(data) - 2, 3):
        file[int.from_bytes(data[i : i + 2], "little") % len(file)] = data[i + 2]
    return bytes(file)


@cache
def _saved() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with Store(Path(folder)) as store:
            store.append("0.77", 1, Chunk(0, 100, 1, bytes(range(100))))
            store.append("0.77", 1, Chunk(100, 200, 1, bytes(range(100, 200))))
            store.put("verdict", "0.77", 1, {"period": 12})
        return (Path(folder) / NAME).read_bytes()


@cache
def _played() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with GamesPlayed(Path(folder)) as kept:
            kept.save(_TRANSCRIPT.decode(), game="nim", moves=1, name="Ann")
        return (Path(folder) / "games.sqlite").read_bytes()


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


def _plan() -> bytes:
    from nimatron.solve.layers.run import solve_layers

    with tempfile.TemporaryDirectory() as folder:
        rules = games["cram"].prototype.sized("2x2")
        solve_layers(rules, rules.start(), Path(folder))
        return (Path(folder) / "plan.json").read_bytes()


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
        "addresses of the page": Reader(
            _address,
            (b"nim?from=3,4,5&m=take 2 from pile 1&show=why", b"bachet?p.k=3&rule=misere&seed=7"),
        ),
        "pages": Reader(
            _page,
            (b"play/nim?from=3,4,5&m=take%202%20from%20pile%201&show=why&you=both", b"game/cram",
             b"?words=nim&kind=heaps", b"sequence?code=0.77&to=20", b"own?take=1,3,4", b"help",
             b"play/kayles?from=5&show=verdicts", b"transcript/nim?from=1,2&you=both"),
        ),
        "lines of a contestant": Reader(
            _contestant, (b"\x001\n1 2\n", b"\x011\n2 3\n3 2\n1 1\nDONE\n", b"\x000\nDONE\n")
        ),
        "lines for respond": Reader(
            _answered_lines,
            (b"\x001,2\ntake 1 from pile 2\nEND\n", b"\x012x2\nEND\n", b"\x022x1\nEND\n"),
        ),
        "lines of a game in a pipe": Reader(
            _pipe, (b"take 1 from pile 2\nhint\nundo\n", b"moves\nquit\n", b"hint 3\nwhy\n")
        ),
        "plans of layers": Reader(_layers, (_plan(),)),
        "archives of sequences": Reader(_archive, (b"", b"\x60\x00\x01")),
        "archives of games": Reader(_kept_games, (b"", b"\x60\x00\x01")),
        "the command": Reader(
            _words,
            (b"solve\x1fnim\x1f3,4,5", b"moves\x1fcram\x1f2x2\x1f--json", b"show\x1fnim",
             b"explain\x1fnim\x1f1,2\x1f--misere", b"solve\x1fbachet\x1f21\x1f-p\x1fk=3"),
        ),
    }  # fmt: skip
