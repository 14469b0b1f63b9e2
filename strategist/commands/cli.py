"""The command line: thin commands that parse, call and print.

Results go to standard output, progress and complaints to standard error. Exit status 0 for success, 1 when the
answer is no, 2 for bad input, 130 after Ctrl-C. Each command imports what it needs when it runs, so that ``play``
starts at once.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from typing import Any, NoReturn

import click

from strategist.commands.shared.basics import EXIT_BAD_INPUT, EXIT_NO
from strategist.common.errors import InfeasibleError, StrategistError
from strategist.common.extras import missing_library
from strategist.common.interrupts import leave
from strategist.common.quoting import quoted, shortened
from strategist.common.side_remarks import tell_by

_HOMES = {
    "list": "listing",
    "atlas": "atlas.values_known",
    "look": "surveying",
    "compile": "compiling",
    "prepare": "preparing",
    "verify": "reading",
    "check": "checking",
    "show": "reading",
    "play": "playing",
    "assist": "assisting",
    "advise": "advising",
    "review": "reviewing",
    "compare": "compiling",
    "export": "exporting",
    "serve": "serving",
    "cite": "listing",
}
"""The module of this folder in which each command is defined. Only that of the command that runs is imported."""

_OLD_NAMES = {
    "games": "list games",
    "strategies": "list strategies",
    "library": "list library",
    "partition": "show GAME GUESS",
    "positions": "show GAME",
    "plot": "export FILE --format chart",
    "value": "compile GAME value",
    "cache": "prepare GAME --values",
    "warmup": "prepare",
}
"""Names that commands had once, which go on working, and what does the same today. No help lists them."""

_WISHES = dict.fromkeys(
    ("solve", "solver", "help", "hint"),
    'strategist assist wordle, for a game that you play elsewhere, or strategist compile "mastermind(4,6)" optimal',
)
"""What people type, and which commands do it."""

_MOST_COMPLAINT = 2000
"""The most characters of one message; our messages are shorter, except for quoted input."""


def main() -> NoReturn:
    """The entry point of the command ``strategist``."""
    _mend_streams()
    try:
        status = cli.main(standalone_mode=False, prog_name="strategist")
        sys.stdout.flush()
    except click.exceptions.Exit as exit_request:
        status = exit_request.exit_code
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "strategist"
        status = _complain(f"{error.format_message()} (see {where} --help)")
    except (KeyboardInterrupt, click.Abort) as error:
        leave(*error.args)
    except BrokenPipeError:
        status = _leave_pipe()
    except InfeasibleError as error:
        click.echo(str(error))
        status = EXIT_NO
    except MemoryError as error:
        status = _complain(str(error) or "out of memory")
    except StrategistError as error:
        status = _complain(str(error))
    except ModuleNotFoundError as error:
        missing = missing_library(error.name)
        if missing is None:
            raise
        status = _complain(str(missing))
    except OSError as error:
        status = _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
    sys.exit(status or 0)


def _mend_streams() -> None:
    """Repair the standard streams: some may be closed, or unable to write every character."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (open to the end)
        elif mode == "w" and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _leave_pipe() -> int:
    """Handle a pipe closed by its reader, so that Python does not complain again when it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return 0


def _complain(message: str) -> int:
    # Messages of Click quote the whole input, however long it is.
    click.echo(f"strategist: error: {shortened(' '.join(message.split()), _MOST_COMPLAINT)}", err=True)
    return EXIT_BAD_INPUT


def _leads_to(name: str) -> str | None:
    """What somebody may want who types a name that is no command; None for one that nobody would."""
    if name in _WISHES:
        return _WISHES[name]
    from strategist.games.catalog import names_of_games

    if (game := name.partition("(")[0].lower()) not in names_of_games():
        return None
    if game in ("wordle", "fibble"):
        return f"strategist assist {game}, or strategist play {game}"
    return f'strategist play "{name}", or strategist compile "{name}" STRATEGY'


class _Commands(click.Group):
    """Commands that are imported when they run, with our handling of Ctrl-C and closed pipes instead of Click's."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        home = "former_names" if cmd_name in _OLD_NAMES else _HOMES.get(cmd_name)
        if home is None:
            return None
        command: click.Command = getattr(import_module(f"strategist.commands.{home}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            if (leads := _leads_to(args[0])) is None:
                raise
            raise click.UsageError(f"no such command {quoted(shortened(args[0]))}: try {leads}", ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            # Click would print an empty line instead of the message.
            leave(*error.args)
        except RuntimeError as error:
            # Where it comes while Python waits for a thread, the lock of that wait is released once too often.
            if type(error) is not RuntimeError or not isinstance(error.__context__, KeyboardInterrupt):
                raise
            leave(*error.__context__.args)
        except BrokenPipeError:
            ctx.exit(_leave_pipe())
        except SystemExit as leaving:
            if isinstance(leaving.__context__, BrokenPipeError):
                ctx.exit(_leave_pipe())
            raise


@click.group(
    cls=_Commands,
    # Without a command, Click would print the help as an error in one line.
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="strategist-compiler", prog_name="strategist")
@click.pass_context
def cli(context: click.Context) -> None:
    """Compile, verify and play complete decision trees for games of deduction.

    \b
    strategist assist wordle                      help with a game that you play elsewhere
    strategist play mastermind-4x6.minimax        play against a strategy that ships
    strategist compile "mastermind(4,6)" optimal  the best strategy, and the proof
    strategist advise wordle entropy --given "crane:-y--g"
    """
    # A game may be made more than once, and its lists be read again.
    tell_by(cache(lambda text: click.echo(f"strategist: {text}", err=True)))
    if (new := _OLD_NAMES.get(context.invoked_subcommand or "")) is not None:
        click.echo(f"strategist: {context.invoked_subcommand} is now strategist {new}", err=True)
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for name in _HOMES:
    # Click asks for the command by its name, and offers the names where it is not known.
    cli.commands[name] = click.Command(name)
