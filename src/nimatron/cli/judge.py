"""nimatron judge: referee a program, or make packages for other judges."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from nimatron.cli import words

_LINE = 100_000


class _Judge(click.Group):
    """GAME POSITION... -- PROGRAM is what the command does; a few words are commands of it."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] in self.commands:
            return super().resolve_command(ctx, args)
        return "run", run, args


class _Program(click.Command):
    """Whatever follows `--` is the program with its arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        at = args.index("--") if "--" in args else len(args)
        ctx.meta["program"] = args[at + 1 :] if at < len(args) else None
        return super().parse_args(ctx, args[:at])


@click.group(cls=_Judge, context_settings={"ignore_unknown_options": True})
def command() -> None:
    """Referee a program: nimatron judge GAME POSITION... -- PROGRAM ARGS

    The program plays X over its standard input and output: it reads a position, writes 0 and DONE
    if X has no sure win, else 1 and its moves, reading those of the referee in turn, and DONE after
    the winning one. Without a program you play yourself. FORMAT [FILE...] -- PROGRAM judges
    answers of a batch format. `nimatron judge run --help` tells the options.
    """


def _limits(command: Any) -> Any:
    for name, kind, value, text in (
        ("--output-limit", click.FloatRange(min=0, min_open=True), 8.0, "Megabytes to write."),
        ("--memory", click.IntRange(min=1), 1024, "Megabytes of memory."),
        ("--time", click.FloatRange(min=0, min_open=True), 10.0, "Seconds to wait for it in all."),
    ):
        command = click.option(name, type=kind, default=value, show_default=True, help=text)(
            command
        )
    return command


def _allowed(time: float, memory: int, output_limit: float) -> Any:
    from nimatron.judge.running import Allowed

    return Allowed(time, memory, int(output_limit * (1 << 20)))


_seed = click.option("--seed", type=int, default=0, show_default=True, help="Of random moves.")


@command.command(cls=_Program)
@click.argument("game", metavar="GAME|FORMAT")
@click.argument("positions", nargs=-1, metavar="[POSITION|FILE]...")
@words.parameters()
@words.misere
@_seed
@_limits
@words.limits
@click.option("--batch", is_flag=True, help="The name is a format, though there is a game of it.")
@click.option("--size", type=click.IntRange(min=1), default=200, help="Of generated tests.")
@click.option("--transcript", is_flag=True, help="Print the transcript in any case.")
@words.as_json
@click.pass_context
def run(
    ctx: click.Context,
    /,
    game: str,
    positions: tuple[str, ...],
    parameters: dict[str, str],
    misere: bool,
    seed: int,
    time: float,
    memory: int,
    output_limit: float,
    batch: bool,
    size: int,
    transcript: bool,
    as_json: bool,
    **limits: Any,
) -> int:
    """Let PROGRAM play GAME from every POSITION, or answer every FILE of FORMAT.

    GAME is a game of the catalogue, or tziansitzi, whose positions are written '5 6'. Without
    files a format is tried on its samples and on generated inputs. Exit code 0 if the program is
    accepted, 1 if not.
    """
    _tidy_when_ended()
    program: list[str] | None = ctx.meta["program"]
    allowed = _allowed(time, memory, output_limit)
    if _is_format(game, positions, batch):
        return _batch(game, positions, program, allowed, (seed, size), as_json)
    from nimatron.judge.packages import Problem, board, judge, start

    problem = Problem(game, game, parameters, misere, tests=(positions,) if positions else ())
    chosen = words.chosen_limits(**limits)
    if not positions:
        problem = _from_start(problem)
        _hint_of_formats(game)
    if program is None:
        from nimatron.judge.judging import by_hand

        on = board(problem, chosen, seed)
        starts = [start(on, text) for text in problem.every[0]]
        click.echo("You play X: write 0 and DONE, or 1 and a move.", err=True)
        report = by_hand(on, starts, _hear, _say, seed)
        transcript = True
    elif not program:
        raise click.UsageError("expected a program after --")
    else:
        report = judge(problem, program, allowed, seed=seed, limits=chosen)
    return _tell(report, transcript, as_json)


def _tidy_when_ended() -> None:
    """Whoever asks the judge to end also ends the program: the usual way out, not a sudden one."""

    def leave(number: int, frame: object) -> None:
        sys.exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        with suppress(ValueError):  # only the main thread may
            signal.signal(number, leave)


def _from_start(problem: Any) -> Any:
    from dataclasses import replace

    from nimatron.errors import UsageError
    from nimatron.judge.packages import board

    on = board(problem)
    if not hasattr(on, "question"):
        raise UsageError("at least one position", hint="such as '5 6'")
    return replace(problem, tests=((on.line((on.question.rules, on.question.position)),),))


def _hint_of_formats(name: str) -> None:
    from nimatron.judge.formats import format_names

    if name in format_names():
        click.echo(f"{name} is played as a game; --batch judges the format of that name", err=True)


def _is_format(name: str, positions: tuple[str, ...], batch: bool) -> bool:
    if batch or name.endswith(".toml"):
        return True
    from nimatron.games import games
    from nimatron.judge.formats import format_names

    if name == "tziansitzi" or name not in format_names():
        return False
    return name not in games or any(Path(word).is_file() for word in positions)


def _batch(
    name: str, files: tuple[str, ...], program: list[str] | None, allowed: Any,
    made: tuple[int, int], as_json: bool,
) -> int:  # fmt: skip
    from nimatron.judge.files import opened
    from nimatron.judge.formats import load_format
    from nimatron.judge.formats.generating import generate
    from nimatron.judge.judging import judge_batch
    from nimatron.judge.verdict import Verdict

    if not program:
        raise click.UsageError("expected a program after --")
    chosen = load_format(name)
    tests: list[tuple[str, bytes]] = []
    for file in files:
        with opened(file) as stream:
            tests.append((file, stream.read()))
    if not files:
        for number, sample in enumerate(chosen.samples, 1):
            tests.append((f"sample {number}", sample.input.encode()))
        seed, size = made
        for add, part in enumerate((1, size // 8 + 1, size)):
            lines = "\n".join(generate(chosen, seed + add, part))
            tests.append((f"seed {seed + add}, size {part}", f"{lines}\n".encode()))
    report = None
    for where, given in tests:
        report = judge_batch(chosen, given, program, allowed)
        if report.verdict is not Verdict.ACCEPTED:
            from dataclasses import replace

            return _tell(replace(report, message=f"{where}: {report.message}"), False, as_json)
    assert report is not None
    from dataclasses import replace

    return _tell(replace(report, message=f"{len(tests)} inputs"), False, as_json)


def _tell(report: Any, transcript: bool, as_json: bool) -> int:
    from nimatron.judge.verdict import Verdict

    accepted = report.verdict is Verdict.ACCEPTED
    if as_json:
        words.print_json(report.to_json())
    else:
        if transcript or not accepted:
            for line in report.lines():
                click.echo(line)
        click.echo(f"{report.verdict}: {report.message}" if report.message else report.verdict)
    if report.verdict is Verdict.JUDGE:
        return 3
    return 0 if accepted else 1


def _hear() -> str | None:
    return sys.stdin.readline(_LINE) or None


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()


@command.command("try")
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...")
@click.option("--language", "languages", multiple=True, help="Only submissions in py or cpp.")
@_seed
@_limits
def try_(
    folders: tuple[str, ...], languages: tuple[str, ...], seed: int, time: float, memory: int,
    output_limit: float,
) -> int:  # fmt: skip
    """Run all submissions of problem packages: each must get exactly the verdict of its folder."""
    from nimatron.judge.packages import FOLDERS, LANGUAGES, load, try_package

    _tidy_when_ended()
    allowed = _allowed(time, memory, output_limit)
    chosen = [f".{name.lstrip('.')}" for name in languages] or list(LANGUAGES)
    wrong = 0
    for folder in folders:
        problem = load(Path(folder))
        for tried in try_package(problem, allowed, languages=chosen, seed=seed):
            report, name = tried.report, f"{tried.folder}/{tried.path.name}"
            if tried.right:
                click.echo(f"{problem.game}: {name}: {report.verdict}")
                continue
            wrong += 1
            click.echo(f"{problem.game}: {name}: expected {FOLDERS[tried.folder]}, got "
                       f"{report.verdict}: {report.message}")  # fmt: skip
    return 1 if wrong else 0


@command.command("as", context_settings={"ignore_unknown_options": True})
@click.argument("dialect")
@click.argument("arguments", nargs=-1)
def as_(dialect: str, arguments: tuple[str, ...]) -> int:
    """Be the referee inside another judge: kattis, testlib, cms or plain, with its arguments.

    The answer file is one that `nimatron judge export` wrote; the exported file does the same
    where Nimatron is not installed.
    """
    from nimatron.errors import UsageError, did_you_mean
    from nimatron.judge import dialects

    if dialect not in dialects.DIALECTS:
        known = ", ".join(dialects.DIALECTS)
        hint = did_you_mean(dialect, dialects.DIALECTS)
        raise UsageError(f"a dialect ({known})", dialect, hint=hint)
    code = dialects.main(dialect, list(arguments))
    if sys.stdout.closed:  # the program was told so that no more comes
        sys.stdout = io.StringIO()
    return code


@command.command()
@click.argument("game", metavar="GAME|FOLDER")
@click.argument("positions", nargs=-1)
@click.option("--format", "form", required=True, help="kattis, kattis-2025, domjudge, dmoj...")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="A folder to be made.")
@click.option("--title", help="The name of the problem.")
@click.option("--count", type=click.IntRange(min=1), help="Tests to make out of small positions.")
@words.parameters()
@words.misere
@_seed
@words.limits
def export(
    game: str,
    positions: tuple[str, ...],
    form: str,
    output: str,
    title: str | None,
    count: int | None,
    parameters: dict[str, str],
    misere: bool,
    seed: int,
    **limits: Any,
) -> int:
    """Write a package for another judge: kattis, kattis-2025, domjudge, dmoj, cms or local.

    GAME and positions, each of which becomes a test (the first one the sample); or the folder of
    a problem package. All is solved now; the package needs nothing but Python.
    """
    from nimatron.judge.export import export as write
    from nimatron.judge.packages import Problem, load
    from nimatron.judge.tables import some_positions

    if (Path(game) / "problem.toml").is_file():
        if positions or parameters or misere or count:
            raise click.UsageError("expected no positions with the folder of a package")
        problem = load(Path(game))
    else:
        problem = Problem(game, title or game, parameters, misere)
        chosen = positions or some_positions(problem, count or 6, seed)
        problem = Problem(
            game, title or game.capitalize(), parameters, misere,
            samples=((chosen[0],),), tests=tuple((text,) for text in chosen[1:] or chosen),
        )  # fmt: skip
    with _progress():
        made = write(problem, form, Path(output), seed=seed, limits=words.chosen_limits(**limits))
    click.echo(f"{made} files in {output}", err=True)
    return 0


@contextmanager
def _progress() -> Iterator[None]:
    words.status("solving...")
    try:
        yield
    finally:
        words.status("")
