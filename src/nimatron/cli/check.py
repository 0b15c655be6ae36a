"""nimatron check: an output of a program, or an idea about a game."""

from __future__ import annotations

from typing import Any

import click

from nimatron.cli import words
from nimatron.errors import UsageError


@click.command()
@click.argument("given", nargs=-1, required=True, metavar="FORMAT FILE_IN FILE_OUT | GAME RULE")
@words.parameters()
@words.misere
@click.option(
    "--up-to", type=click.IntRange(min=1, max=10_000),
    help="How large the positions may be on which a rule is tried.",
)  # fmt: skip
@click.option("--from", "start", metavar="POSITION", help="Try a rule on what follows from here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (for a rule).")
def command(
    given: tuple[str, ...],
    parameters: dict[str, str],
    misere: bool,
    up_to: int | None,
    start: str | None,
    as_json: bool,
) -> None:
    """Say whether an output is right, or whether an idea about a game holds.

    \b
    nimatron check FORMAT FILE_IN FILE_OUT
        whether FILE_OUT is a right output for the input FILE_IN of a contest
        format; where several outputs are right each of them will do.

    \b
    nimatron check GAME RULE
        whether RULE, a formula such as "xor(a) != 0" or "n % (k + 1) == 0",
        is right on all small positions; GAME may be a file of your own rules.
        A condition is tried as "who is to move wins" and as "he loses"; say
        "win: ...", "lost: ...", "value: ..." or "image: ..." to mean just that.

    Exit code 0 if it is right, 1 if not (a rule falls with its smallest counterexample).
    """
    if len(given) == 3 and not (parameters or misere or up_to or start or as_json):
        _output(*given)
    elif len(given) == 2:
        _rule(given[0], given[1], parameters, misere, up_to, start, as_json)
    else:
        raise UsageError(
            "FORMAT FILE_IN FILE_OUT, or GAME RULE with its options",
            " ".join(given),
            hint='such as: nimatron check nim "xor(a) != 0"',
        )


def _output(format_name: str, file_in: str, file_out: str) -> None:
    from nimatron.judge.files import opened
    from nimatron.judge.formats import load_format
    from nimatron.judge.formats.checking import check

    with opened(file_in) as given, opened(file_out) as told:
        count = check(load_format(format_name), given, told)
    click.echo(f"right: {count} line{'s' if count != 1 else ''}")


def _rule(
    name: str,
    rule: str,
    parameters: dict[str, str],
    misere: bool,
    up_to: int | None,
    start: str | None,
    as_json: bool,
) -> None:
    from nimatron.discover.conjecture import try_rule
    from nimatron.discover.files import asked_game

    game = asked_game(name)
    rules = game.with_parameters(parameters)
    first = game.read(start, parameters) if start is not None else None
    convention = "misere" if misere else "normal"
    verdicts = try_rule(
        game, rules, rule, convention=convention, up_to=up_to, start=first, progress=words.status
    )
    words.status("")
    best = verdicts[0]
    if as_json:
        words.print_json([_data(verdict) for verdict in verdicts])
    else:
        for verdict in verdicts:
            click.echo(f"{verdict.sentence}: {verdict.told()}")
            for line in verdict.fall.line if verdict.fall else ():
                click.echo(f"  {words.cut(line)}")
    if best.fall is not None:
        raise click.exceptions.Exit(1)


def _data(verdict: Any) -> dict[str, Any]:
    fall = verdict.fall
    return {
        "says": verdict.says,
        "rule": verdict.rule,
        "holds": fall is None,
        "positions": verdict.positions,
        "to_size": verdict.size,
        "further_positions": verdict.more,
        "passed_over": verdict.without,
        "counterexample": fall.text if fall else None,
        "why": fall.why if fall else None,
        "line": list(fall.line) if fall else [],
    }
