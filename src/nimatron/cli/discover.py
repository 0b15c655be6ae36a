"""nimatron discover: look for a winning strategy of any rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nimatron.cli import words
from nimatron.errors import UsageError
from nimatron.whole import whole_file

if TYPE_CHECKING:
    from nimatron.discover.found import Report


def _sizes(ctx: click.Context, param: click.Parameter, given: str | None) -> tuple[int, int] | None:
    if given is None:
        return None
    parts = given.replace(":", ",").split(",")
    if len(parts) > 2 or not all(part.strip().isdecimal() for part in parts):
        raise UsageError("--sizes as TEST, or FIT,TEST, such as 20 or 12,40", given)
    numbers = [int(part) for part in parts]
    fit, test = (numbers[0] // 2, numbers[0]) if len(numbers) == 1 else numbers
    if not 1 <= fit < test <= 400:
        raise UsageError("sizes to fit on below the sizes to test on, up to 400", given)
    return fit, test


@click.command()
@click.argument("game", metavar="GAME_OR_FILE", type=words.GameName())
@words.parameters()
@words.misere
@click.option(
    "--sizes", callback=_sizes, metavar="[FIT,]TEST",
    help="Fit guesses on positions up to the first size, test them up to the second.",
)  # fmt: skip
@click.option(
    "--export", type=click.Choice(["python", "cpp", "game"]),
    help="Print a program that plays the strategy, or a game file with it.",
)  # fmt: skip
@click.option(
    "--board", metavar="POSITION", help="The position that is drawn, or that a copier plays on."
)  # fmt: skip
@click.option("--picture", metavar="FILE", help="Draw the strategy into a file ending in .svg.")
@click.option("--save", metavar="FILE", help="Write the strategy down, to be played.")
@click.option("-o", "--output", metavar="FILE", help="Write what is printed into a file.")
@words.as_json
def command(
    game: str,
    parameters: dict[str, str],
    misere: bool,
    sizes: tuple[int, int] | None,
    export: str | None,
    board: str | None,
    picture: str | None,
    save: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Look for a winning strategy of GAME_OR_FILE, knowing only its moves.

    A name of the catalogue, whose own claims are not looked at, or FILE.py with a class that has
    `moves` and `after` (FILE.py:Name if there are several). Every formula is fitted on small sizes
    and tested on larger ones; "proved" is said only where a finite argument covers all sizes.
    """
    from nimatron.discover.files import asked_game, is_file
    from nimatron.discover.run import LIMITS, search
    from nimatron.values import Convention

    if picture is not None:
        from nimatron.drawing.files import ending

        ending(Path(picture), (".svg",))  # before the search, not after it
    known = asked_game(game)
    rules = known.with_parameters(parameters)
    convention = Convention.MISERE if misere else Convention.NORMAL
    report = search(known, rules, convention, sizes, LIMITS, words.status)
    words.status("")
    if picture is not None:
        _draw(report, Path(picture), board)
    source = Path(game.partition(":")[0]) if is_file(game) else None
    if save is not None:
        text = json.dumps(report.strategy(str(source or "")), ensure_ascii=False, indent=1)
        _write(save, f"{text}\n")
    if export is not None:
        _print(output, _exported(report, export, board, source))
    elif as_json:
        _print(output, f"{json.dumps(report.to_json(), ensure_ascii=False)}\n")
    else:
        _tell(report)


def _draw(report: Report, path: Path, board: str | None) -> None:
    from nimatron.discover.telling import example
    from nimatron.drawing.files import write
    from nimatron.drawing.overlays import overlay_of
    from nimatron.drawing.svg import svg

    for one in report.found:
        shown = example(report, one, board)
        if shown is not None:
            rules, position, certificate = shown
            title = f"{report.game.name} {words.cut(rules.text(position))}: {one.statement}"
            overlay = overlay_of(rules, position, certificate)
            write(path, svg(rules.picture(position), title, overlay=overlay) + "\n")
            return
    raise UsageError("a strategy that says something here", board, hint="none was found")


def _exported(report: Report, export: str, board: str | None, source: Path | None) -> str:
    from nimatron.discover.export import program
    from nimatron.discover.game_files import game_file

    return game_file(report, source) if export == "game" else program(report, export, board)


def _print(output: str | None, text: str) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        _write(output, text)


def _write(name: str, text: str) -> None:
    with whole_file(name) as file:
        file.write(text)


def _tell(report: Report) -> None:
    from nimatron.discover.telling import lines

    for line in lines(report):
        words.paragraph(line)


__all__: list[Any] = ["command"]
