"""nimatron store: list, verify, export and clear what is saved."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nimatron.archive.folder import data_folder
from nimatron.cli import words
from nimatron.errors import ParameterError, Refused

if TYPE_CHECKING:
    from nimatron.archive.store import Series, Store


@click.group("store")
def command() -> None:
    """Saved progress: long runs, surveys, solved boards; one SQLite file of the data folder."""


_TRIED = 5  # heaps of each sequence
_data = click.option("--data", help="The folder, if not the usual one.")


@command.command("list")
@_data
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def list_saved(data: str | None, as_json: bool) -> None:
    """List what is saved."""
    from dataclasses import asdict

    from nimatron.archive.solved_boards import solved_boards

    series, boards = _series(data), solved_boards(_folder(data))
    if as_json:
        rows = [asdict(each) for each in series]
        rows += [
            {"board": each.name, "nimber": each.nimber, "positions": each.positions,
             "seconds": each.seconds} for each in boards
        ]  # fmt: skip
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for each in series:
        click.echo(
            f"{each.key}: heaps below {each.stop}, {each.chunks} chunks, {each.size} bytes, "
            f"engine {each.version}, {each.changed}"
            + (f" by Nimatron {each.writer}" if each.writer else "")
        )
    for board in boards:
        click.echo(
            f"{board.name}: nimber {board.nimber}, {board.positions} components looked into, "
            f"{board.seconds:.1f} s"
        )
    if not series and not boards:
        click.echo(f"nothing is saved in {_folder(data)}", err=True)


@command.command()
@_data
def verify(data: str | None) -> None:
    """Read everything and compare all checksums; exit 1 if something is spoilt.

    Of every sequence a few heaps, the last among them, are computed again from all their moves.
    """
    count, spoilt = 0, list[str]()
    if _is_there(data):
        from nimatron.sequences.saved import wrong_heaps

        with _opened(data) as store:
            count, spoilt = len(store.series()), [*store.spoilt(), *wrong_heaps(store, _TRIED)]
    for line in spoilt:
        click.echo(line)
    if spoilt:
        raise Refused(
            "some of what is saved is spoilt (it will be computed again when needed) or wrong"
            " (then remove it with `nimatron store clear`)"
        )
    click.echo(f"{count} series, all as they were saved")


@command.command()
@click.argument("code")
@click.option("--format", "style", type=click.Choice(["plain", "bfile", "csv"]), default="plain")
@words.output("A file.")
@_data
def export(code: str, style: str, output: Path | None, data: str | None) -> None:
    """Print the nimbers saved for the game CODE."""
    from nimatron.cli.sequence import opened_for_writing, written
    from nimatron.judge.files import write_all
    from nimatron.sequences.named import heap_game
    from nimatron.sequences.saved import ENGINE, saved_stretches

    game, folder = heap_game(code), _folder(data)
    if all((each.key, each.version) != (game.key, ENGINE) for each in _series(data)):
        hint = "`nimatron store list` tells them"
        raise ParameterError("a game with saved values", game.key, hint=hint)
    with opened_for_writing(output) as file:
        if style == "csv":
            file.write("heap,nimber\n")
        for first, values in saved_stretches(game, folder):
            write_all(written(first, values, style), file)


@command.command()
@click.argument("code", required=False)
@click.option("--all", "everything", is_flag=True, help="Everything, surveys too.")
@_data
def clear(code: str | None, everything: bool, data: str | None) -> None:
    """Remove what is saved for the game CODE, or everything with --all."""
    if (code is None) != everything:
        raise ParameterError("a game, or --all for everything")
    key = None
    if code is not None:
        from nimatron.sequences.named import heap_game

        key = heap_game(code).key
    gone = 0
    if _is_there(data):
        with _opened(data) as store:
            gone = store.clear(key)
    print(f"{gone} series removed", file=sys.stderr)


def _folder(data: str | None) -> Path:
    folder = data_folder(data)
    if folder is None:
        raise ParameterError("a data folder", "off", hint="--data or NIMATRON_DATA names one")
    return folder


def _is_there(data: str | None) -> bool:
    """Whether anything was ever saved: no folder is made only to look into it."""
    from nimatron.archive.store import NAME

    return (_folder(data) / NAME).exists()


def _series(data: str | None) -> list[Series]:
    if not _is_there(data):
        return []
    with _opened(data) as store:
        return store.series()


def _opened(data: str | None) -> Store:
    from nimatron.archive.store import Store

    return Store(_folder(data))
