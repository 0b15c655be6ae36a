"""nimatron play: a game against the computer, a program, or each other."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nimatron.archive.folder import data_folder
from nimatron.cli import words
from nimatron.errors import ParameterError, UsageError
from nimatron.play.levels import LEVELS

if TYPE_CHECKING:
    from nimatron.archive.games_played import GamesPlayed
    from nimatron.play.session import Session

_LONGEST = 1_000_000


@click.command()
@click.argument("game", type=words.GameName(), required=False)
@click.argument("position", required=False)
@words.parameters()
@words.misere
@click.option(
    "--first", type=click.Choice(["me", "computer"]), default="me", show_default=True,
    help="Who begins.",
)  # fmt: skip
@click.option(
    "--level", type=click.Choice(list(LEVELS)), default="perfect", show_default=True,
    help="How well the computer plays.",
)  # fmt: skip
@click.option("--two", is_flag=True, help="Two people play, on one keyboard.")
@click.option("--program", metavar="CMD", help="Play against a program, started with this line.")
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True, max=86400), default=10.0,
    show_default=True, help="Time of the program for one move.",
)  # fmt: skip
@click.option(
    "--strategy", metavar="FILE",
    help="The computer plays by a strategy that `nimatron discover --save` wrote.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=10**18 - 1), default=0, help="For levels.")
@click.option("--name", help="Your name.")
@click.option("--load", metavar="GAME", help="Go on with a game: a file, or a kept one's number.")
@click.option("--replay", metavar="GAME", help="Show a game move by move, and where it was lost.")
@click.option("--list", "listing", is_flag=True, help="List the games that were kept.")
@click.option("--delete", type=click.IntRange(min=1), metavar="NUMBER", help="Forget a kept game.")
@click.option("--json", "as_json", is_flag=True, help="With --list: print one JSON list.")
@click.option("--data", help="The data folder, if not the usual one.")
def command(
    game: str | None,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    load: str | None,
    replay: str | None,
    listing: bool,
    delete: int | None,
    as_json: bool,
    data: str | None,
    **how: Any,
) -> int:
    """Play GAME from POSITION against the computer.

    On a terminal with pictures and hints; in a pipe in plain lines (docs/play.md). Exit code 0 if
    you won, 1 if you lost, 2 for a move that cannot be made (in a pipe), 3 if the game did not end,
    4 for a draw.
    """
    asked = [game is not None, load is not None, replay is not None, listing, delete is not None]
    if sum(asked) != 1:
        raise UsageError(
            "a game to play, or one of --load, --replay, --list and --delete",
            hint="`nimatron games` lists the games; try `nimatron play nim 3,4,5`",
        )
    if listing:
        _list(data, as_json=as_json)
        return 0
    if delete is not None:
        with _kept(data) as games:
            games.delete(delete)
        return 0
    if replay is not None:
        _replay(_loaded(replay, data)[0])
        return 0
    if load is not None:
        session, number = _loaded(load, data)
    else:
        session, number = _begun(game or "", position, parameters, misere, how), None
    return _play(session, number, data, how)


def _begun(
    game: str, position: str | None, parameters: dict[str, str], misere: bool, how: dict[str, Any]
) -> Session:
    from nimatron.play.session import PROGRAM, YOU, Seat, begin

    if how["two"] and how["program"] is not None:
        raise ParameterError("--two or --program, not both")
    name, known = how["name"], words.own(game)
    if how["strategy"] is not None:
        known, parameters = _strategy(how, known, parameters, misere)
    if how["two"]:
        seats = Seat(name or "first"), Seat("second")
    else:
        level = how["level"] if how["program"] is None else PROGRAM
        other = Seat("the computer" if how["program"] is None else "the program", level)
        me = Seat(name or YOU)
        seats = (me, other) if how["first"] == "me" else (other, me)
    return begin(
        known,
        position,
        convention="misere" if misere else "normal",
        seats=seats,
        seed=how["seed"],
        parameters=parameters,
    )


def _strategy(
    how: dict[str, Any], game: Any, parameters: dict[str, str], misere: bool
) -> tuple[Any, dict[str, Any]]:
    """The game with the strategy of a file as all that is known of it, and its parameters."""
    from nimatron.discover.files import load_strategy
    from nimatron.solve.ask import question

    if how["two"] or how["program"] is not None or how["level"] != "perfect":
        raise ParameterError("--strategy alone, for it says how the computer plays")
    return load_strategy(how["strategy"], question(game).game, parameters, misere=misere)


def _play(session: Session, number: int | None, data: str | None, how: dict[str, Any]) -> int:
    from nimatron.cli import play_pipe, play_terminal
    from nimatron.cli.play_desk import Desk
    from nimatron.play.external import Program
    from nimatron.play.session import PROGRAM

    needed = any(seat.level == PROGRAM for seat in session.seats)
    if needed and how["program"] is None:
        raise ParameterError("--program, for a program plays in this game")
    program = Program(how["program"], seconds=how["seconds"]) if needed else None
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    keep = None if data_folder(data) is None else _keeper(data)
    desk = Desk(session, program, keep, number)
    try:
        return play_terminal.play(desk) if terminal else play_pipe.play(desk)
    finally:
        desk.close()


def _keeper(data: str | None) -> Any:
    def keep(session: Session, name: str, number: int | None) -> int:
        from nimatron.play.transcript import result, write

        with _kept(data) as games:
            if number is not None and not name:
                name = games.load(number).name
            return games.save(
                write(session),
                game=session.game.slug,
                moves=len(session.made),
                result=result(session),
                name=name,
                number=number,
            )

    return keep


def _kept(data: str | None) -> GamesPlayed:
    from nimatron.archive.games_played import GamesPlayed

    folder = data_folder(data)
    if folder is None:
        raise ParameterError("a data folder", "off", hint="--data or NIMATRON_DATA names one")
    return GamesPlayed(folder)


def _list(data: str | None, *, as_json: bool) -> None:
    from dataclasses import asdict

    with _kept(data) as games:
        lines = games.list()
    if as_json:
        click.echo(json.dumps([asdict(line) for line in lines], ensure_ascii=False))
        return
    for line in lines:
        name = f" {line.name}" if line.name else ""
        moves = f"{line.moves} move{'' if line.moves == 1 else 's'}"
        click.echo(f"{line.number}:{name} {line.game}, {moves}, {line.result}, {line.changed}")
    if not lines:
        click.echo("no game is kept; `keep` during play keeps one", err=True)


def _loaded(source: str, data: str | None) -> tuple[Session, int | None]:
    """A game from a file, or from the data folder by its number."""
    from nimatron.play.transcript import read

    if source.isascii() and source.isdigit() and len(source) < 19 and not Path(source).exists():
        with _kept(data) as games:
            return read(games.load(int(source)).transcript), int(source)
    try:
        with Path(source).open(encoding="utf-8") as file:
            return read(file.read(_LONGEST + 1)), None
    except (OSError, ValueError) as e:
        reason = (e.strerror or str(e)) if isinstance(e, OSError) else "it is no text"
        expected = "a file with a game, or the number of a kept one"
        raise UsageError(expected, source, hint=reason) from e


def _replay(session: Session) -> None:
    from nimatron.drawing.text import lines
    from nimatron.play.review import review
    from nimatron.play.transcript import replay

    seats = [f"{seat.name} ({seat.level})" for seat in session.seats]
    click.echo(f"{session.game.name}, {session.convention} play: {seats[0]} against {seats[1]}.")
    looked = review(session)
    notes = looked.notes()
    for number, each in enumerate(replay(session)):
        if number:
            name = session.seats[(number - 1) % 2].name
            click.echo(f"{number}. {name}: {each.made[-1].text}")
            if number in notes:
                click.echo(f"   ({notes[number]})")
        for line in lines(each.rules.picture(each.position)):
            click.echo(f"     {line}".rstrip())
    click.echo(session.told)
    if session.over:
        for line in looked.lines:
            words.paragraph(line)
