"""The command `nimatron`: one file per subcommand, imported only when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from nimatron.errors import NimatronError, did_you_mean
from nimatron.version import __version__

FAULT, INTERRUPTED, PIPE_CLOSED = 1, 130, 141

COMMANDS = {
    "games": "List the catalogue.",
    "show": "Tell the rules, notation, claims and errata of a game.",
    "solve": "Say who wins a position, by which moves, and why.",
    "moves": "List the legal moves and where they lead.",
    "explain": "Tell the winning strategy in words.",
    "verify": "Check claims by brute force.",
    "sequence": "Print the nimbers of a heap game.",
    "period": "Find the period of a heap game, and say whether it is proved.",
    "survey": "Run every octal game of a pattern.",
    "store": "Look after what was saved.",
    "warm": "Compile ahead what long runs use.",
    "answer": "Answer the input of a contest format.",
    "generate": "Make a random input of a contest format.",
    "check": "Say whether an output is right, or an idea about a game.",
    "discover": "Look for a winning strategy of any rules.",
    "draw": "Draw a position.",
    "graph": "Draw the game graph of a position, or solve one from a file.",
    "table": "Tabulate nimbers or outcomes over one or two parameters.",
    "layers": "Solve a board too large for memory, from files.",
    "play": "Play against the computer, a program, or each other.",
    "serve": "Show the page in a browser.",
    "respond": "Play the first player of a game over pipes.",
    "judge": "Referee a program, or make packages for other judges.",
    "doctor": "Say what is installed, where data lies and what is slow.",
    "completion": "Print a script that completes commands in a shell.",
}


class _Lazy(click.Group):
    """A group that knows the names and lines of its commands, and loads one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f"nimatron.cli.{name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not ctx.resilient_parsing:
            hint = did_you_mean(args[0], COMMANDS) or "`nimatron --help` lists them"
            raise click.UsageError(f"expected a command, got {args[0]!a}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="nimatron")
def cli() -> None:
    """Impartial combinatorial games: who wins, by which moves, and why.

    Try:  nimatron solve nim 3,4,5   or   nimatron explain cram 4x4
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command; every failure is one line and its exit code, never a traceback."""
    try:
        code = cli.main(args=arguments, prog_name="nimatron", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except NimatronError as e:
        _fail(str(e), e.exit_code)
    except click.exceptions.NoArgsIsHelpError as e:
        click.echo(e.format_message(), err=True)  # the whole page, not one line of it
        sys.exit(2)
    except click.ClickException as e:
        _fail(_one_line(e), 2)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", INTERRUPTED)
    except RecursionError:
        _fail("the position is nested too deeply for these rules; try a smaller one", 3)
    except MemoryError:
        _fail("the memory of this machine is not enough; try a smaller position", 3)
    except BrokenPipeError:
        # Whoever read the output has enough; say nothing, and keep the flush at exit quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)
    except OSError as e:
        what = f" {e.filename}" if e.filename else ""
        _fail(f"could not read or write{what}: {(e.strerror or str(e)).lower()}", 2)
    except Exception as e:
        if os.environ.get("NIMATRON_TRACEBACK"):
            raise
        said = f"{type(e).__name__}: {e}"
        _fail(
            f"a fault of Nimatron, not yours ({said[:200]}); please report the command that you"
            " gave, with what it prints after NIMATRON_TRACEBACK=1",
            FAULT,
        )


def _fail(message: str, code: int) -> NoReturn:
    if sys.stderr.isatty():
        click.echo("\r\033[K", err=True, nl=False)  # where a line of progress may stand
    click.echo("nimatron: " + " ".join(message.split()), err=True)
    sys.exit(code)


def _one_line(error: click.ClickException) -> str:
    if isinstance(error, click.NoSuchOption) and error.option_name[1:2].isdigit():
        return f"expected a position without negative numbers, got {error.option_name}"
    message = error.format_message().rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None and context.parent is not None:
        return f"{message}; `{context.command_path} --help` tells more"
    return message
