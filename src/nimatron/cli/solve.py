"""nimatron solve: who wins, by which moves, and why."""

from __future__ import annotations

from typing import Any

import click

from nimatron.cli import words
from nimatron.rules.reading import typed

_SHOWN = 12


@click.command()
@words.game_position
@click.option("--remoteness", is_flag=True, help="Find how long the game lasts at best play.")
@click.option("--data", help="Folder for boards that were solved, or `off`.")
@words.limits
def command(
    game: str,
    position: str | None,
    parameters: dict[str, str],
    misere: bool,
    as_json: bool,
    remoteness: bool,
    data: str | None,
    **limits: Any,
) -> None:
    """Say who wins POSITION of GAME, by which moves, and why.

    Without POSITION the usual start is taken; `-` reads it from standard input.
    """
    from nimatron.solve.choose import answer

    question = words.asked(game, position, parameters, misere)
    found = answer(question, words.chosen_limits(**limits, data=data), lengths=remoteness)
    words.status("")
    if as_json:
        words.print_json(found.to_json())
        return
    click.echo(headline(question.game.name, found))
    table = []
    if found.grundy is not None:
        table.append(("nimber", str(found.grundy)))
    table += _moves(question, found)
    if found.remoteness is not None:
        table.append(("length", f"{found.remoteness} moves if the winner hurries"))
    words.rows([*table, ("why", found.why)])


def headline(name: str, found: Any) -> str:
    winner = {
        "first": "the first player wins",
        "second": "the second player wins",
        "none": "a draw: neither player can force the end",
    }[found.winner]
    settings = ", ".join(
        f"{key}={typed(value)}" for key, value in found.parameters if value not in ("", ())
    )
    play = "normal play" if found.convention == "normal" else "misère play"
    given = f" ({settings})" if settings else ""
    return f"{name} {words.cut(found.position)}{given}, {play}: {winner}."


def _moves(question: Any, found: Any) -> list[tuple[str, str]]:
    if found.winner == "none":
        return [("draw by", words.cut(", ".join(found.drawing_moves)))]
    if found.winner != "first":
        return []
    if found.winning_moves is None:
        known = found.winning_move
        if known is None:
            return [("move", "the proof gives no winning move")]
        return [("move", f"{words.cut(known)} (there may be others)")]
    if not found.winning_moves:
        return [("move", "none is needed: the game is over")]
    rules, at = question.rules, question.position
    table = []
    for said in found.winning_moves[:_SHOWN]:
        after = rules.text(rules.after(at, rules.read_move(at, said)))
        table.append(("move", f"{words.cut(said)}  ->  {words.cut(after)}"))
    more = len(found.winning_moves) - _SHOWN
    return table + ([("", f"and {more} more")] if more > 0 else [])
