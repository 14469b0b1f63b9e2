"""The command line: thin commands that parse, call and print.

Results go to standard output, progress and complaints to standard error. Exit status 0 for success, 1 when the
answer is no, 2 for bad input, 130 after Ctrl-C. Each command imports what it needs when it runs, so that ``play``
starts at once.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from strategist.errors import InfeasibleError, SpecError, StrategistError

if TYPE_CHECKING:
    from strategist.game import Game, History
    from strategist.play.answer import Explain
    from strategist.player import Strategy as Playable
    from strategist.search.compile import Compiled
    from strategist.search.heuristics import Strategy
    from strategist.search.solitaire import ShortestLine
    from strategist.search.subgame import Start
    from strategist.solitaire import AnyGame
    from strategist.spec import Parameter
    from strategist.strategyfile import StrategyData

EXIT_NO, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 1, 2, 130

_JOBS = click.option(
    "-j", "--jobs", type=click.IntRange(min=1), help="Threads of an optimal search; by default all cores."
)
_TIME_LIMIT = click.option(
    "--time-limit", type=click.FloatRange(min=0), help="Seconds after which an optimal search is stopped."
)
_GIVEN = click.option("--given", metavar="HISTORY", default="", help='Begin behind, e.g., "1122:1b1w 3456:0b2w".')
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")


def main() -> NoReturn:
    """The entry point of the command ``strategist``."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = cli.main(standalone_mode=False, prog_name="strategist")
        sys.stdout.flush()
    except click.exceptions.Exit as exit_request:
        status = exit_request.exit_code
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "strategist"
        status = _complain(f"{error.format_message()} (see {where} --help)")
    except (KeyboardInterrupt, click.Abort):
        click.echo("strategist: interrupted", err=True)
        sys.stdout.flush()
        # A compiler that is still at work in its thread would crash an orderly exit.
        os._exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain once more while it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except InfeasibleError as error:
        click.echo(str(error))
        status = EXIT_NO
    except MemoryError as error:
        status = _complain(str(error) or "out of memory")
    except (StrategistError, OSError) as error:
        status = _complain(str(error))
    sys.exit(status or 0)


def _complain(message: str) -> int:
    click.echo(f"strategist: error: {' '.join(message.split())}", err=True)
    return EXIT_BAD_INPUT


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="strategist-compiler", prog_name="strategist")
def cli() -> None:
    """Compile, verify and play complete decision trees for games of deduction.

    \b
    strategist compile "mastermind(4,6)" minimax -o knuth.msgpack
    strategist verify knuth.msgpack --max-depth 5
    strategist play knuth.msgpack
    """


@cli.command()
@_JSON
def games(as_json: bool) -> None:
    """List the games and their parameters.

    \b
    strategist games
    """
    from strategist.catalog import known_games

    _list_kinds(((kind.name, _first_line(kind), kind.parameters) for kind in known_games().values()), as_json)


@cli.command()
@_JSON
def strategies(as_json: bool) -> None:
    """List the strategies and their parameters.

    \b
    strategist strategies
    """
    from strategist.search.strategies import known_strategies

    _list_kinds(((kind.name, kind.summary, kind.parameters) for kind in known_strategies().values()), as_json)


@cli.command()
@click.argument("game")
@click.argument("strategy")
@click.option("-o", "--output", type=click.Path(), help="The file to write; by default named after both.")
@_GIVEN
@_JOBS
@_TIME_LIMIT
@_JSON
def compile(
    game: str,
    strategy: str,
    output: str | None,
    given: str,
    jobs: int | None,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Compile STRATEGY for GAME into a strategy file.

    \b
    strategist compile "mastermind(4,6)" minimax -o knuth.msgpack
    strategist compile bulls-and-cows-4x10 "entropy(first=0123)"
    strategist compile "mastermind(4,6)" "optimal(total,depth,worst)"
    strategist compile "mastermind(4,6)" minimax --given "1122:1b1w"

    A search for an optimal tree that is stopped, by Ctrl-C or the time limit, keeps the best tree so far and says
    how far it is from what is proven.
    """
    from strategist.report import bars, bound_line, console, headline, record
    from strategist.strategyfile import write_strategy

    made, chosen = _game_and_strategy(game, strategy)
    history = made.parse_history(given)
    behind = ".after-" + re.sub(r"[^0-9A-Za-z]+", "-", made.format_history(history)) if history else ""
    path = output or f"{made.slug}.{chosen.slug}{behind}.msgpack"
    _refuse_unwritable(path)
    compiled = _compile(made, chosen, jobs, time_limit, history)
    size = write_strategy(path, compiled.data)
    if as_json:
        extra = {"seconds": compiled.seconds, "nodes": compiled.nodes, "bytes": size, "file": path}
        _print_json(record(compiled.data) | extra)
        return
    out = console()
    out.print(f"{made.spec} {chosen.spec}" + _start_text(compiled.data), markup=False)
    out.print(headline(compiled.data))
    out.print(bound_line(compiled.data), markup=False)
    for line in bars(compiled.data):
        out.print(line)
    out.print(f"{path}: {size} bytes, {compiled.nodes} nodes in {compiled.seconds:.3f} s", markup=False)


@cli.command()
@click.argument("file", type=click.Path())
@click.option("--max-depth", type=click.IntRange(min=1), help="Ask whether so many guesses are guaranteed.")
@_JSON
@click.pass_context
def verify(context: click.Context, file: str, max_depth: int | None, as_json: bool) -> None:
    """Replay FILE against every secret by the rules alone; exit status 1 if it does not hold.

    \b
    strategist verify knuth.msgpack --max-depth 5
    """
    from tqdm import tqdm

    from strategist.solitaire import Solitaire
    from strategist.strategyfile import read_strategy
    from strategist.verify import verify_strategy

    data = read_strategy(file)

    def progress(secrets: Iterable[Any]) -> Iterable[Any]:
        bar: Iterable[Any] = tqdm(secrets, desc="verify", unit=" secrets", disable=None, leave=False)
        return bar

    result = verify_strategy(data, max_depth, progress)
    from strategist.report import bound_line, headline, record

    if as_json:
        _print_json(record(data, result.claims) | {"verified": result.verified, "problems": result.problems})
    elif result.verified:
        click.echo(f"verified: {data.game.spec} {data.strategy}")
        click.echo(headline(data, result.claims))
        if result.claims.lost:
            click.echo(f"lost, for example: {', '.join(result.lost_examples)}")
        if max_depth is not None:
            solitaire = isinstance(data.game, Solitaire)
            kept = "the goal is reached within {} moves" if solitaire else "every secret is found within {} guesses"
            click.echo(f"guaranteed: {kept.format(max_depth)}")
        click.echo(bound_line(data))
    else:
        click.echo(f"not verified: {data.game.spec} {data.strategy}")
        for problem in result.problems:
            click.echo(f"  {problem}")
    context.exit(0 if result.verified else EXIT_NO)


@cli.command()
@click.argument("file", type=click.Path())
@click.option("--levels", type=click.IntRange(min=0), default=2, show_default=True, help="Levels of the tree to show.")
@_JSON
def show(file: str, levels: int, as_json: bool) -> None:
    """Show what FILE holds: claims, histogram, the first levels of the tree, provenance.

    \b
    strategist show strategies/mastermind-4x6.minimax.msgpack --levels 2
    """
    from strategist.report import bars, bound_line, console, headline, record, tree_view
    from strategist.strategyfile import VERSION, read_strategy

    data = read_strategy(file)
    provenance = {
        "start": data.game.format_history(data.start),
        "generator": data.generator,
        "format": VERSION,
        "rules": data.game.rules_version,
        "nodes": len(data.tree),
        "bytes": Path(file).stat().st_size,
        "file": file,
    }
    if as_json:
        _print_json(record(data) | provenance)
        return
    out = console()
    out.print(f"{data.game.spec} {data.strategy}" + _start_text(data), markup=False)
    out.print(f"claims {headline(data)}")
    out.print(bound_line(data), markup=False)
    for line in bars(data):
        out.print(line)
    if levels:
        out.print(tree_view(data, levels))
    out.print(
        f"{file}: {provenance['bytes']} bytes, {len(data.tree)} nodes, format {VERSION}, "
        f"rules {data.game.rules_version}, written by {data.generator}",
        markup=False,
    )


@cli.command()
@click.argument("file", type=click.Path())
@click.option("--secret", metavar="CODE", help="Play against this secret instead of asking.")
@click.option("--explain", is_flag=True, help="Tell below each guess what the strategy concludes.")
def play(file: str, secret: str | None, explain: bool) -> None:
    """Let the strategy of FILE guess; you answer, or --secret does. Of a solitaire, show the board move by move.

    \b
    strategist play knuth.msgpack
    strategist play knuth.msgpack --secret 4563
    strategist play hill.msgpack --secret 4563 --explain
    """
    from strategist.play.answer import play_against_person, play_against_secret
    from strategist.player import Strategy
    from strategist.solitaire import Solitaire
    from strategist.strategyfile import read_strategy

    data = read_strategy(file)
    if isinstance(data.game, Solitaire):
        if secret is not None:
            raise click.UsageError(f"{data.game.spec} is a solitaire: it has no --secret")
        from strategist.play.line import play_line

        play_line(data.game, data.tree.guesses, click.echo)
        return
    strategy = Strategy(data)
    explainer = _explainer(strategy) if explain else None
    if secret is not None:
        play_against_secret(strategy, strategy.game.parse_secret(secret), click.echo, explainer)
        return

    def ask(prompt: str) -> str | None:
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        return line if line else None

    def complain(text: str) -> None:
        click.echo(f"strategist: {text}", err=True)

    if not play_against_person(strategy, click.echo, ask, complain, explainer):
        raise click.exceptions.Exit(EXIT_BAD_INPUT)


def _explainer(strategy: Playable) -> Explain | None:
    """How the strategy that a file names explains its moves; None, and a word on standard error, if it does not."""
    from strategist.search.heuristics import Strategy
    from strategist.search.strategies import make_strategy

    named = strategy.data.strategy
    try:
        made = make_strategy(named, strategy.game)
    except StrategistError as error:
        click.echo(f"strategist: cannot explain {named}: {error}", err=True)
        return None
    if type(made).explain is Strategy.explain:
        click.echo(f"strategist: {named} has nothing to explain", err=True)
        return None
    return made.explain


@cli.command()
@click.argument("game")
@click.argument("strategy")
@_GIVEN
@click.option("--candidates", metavar="FILE|PATTERN", help='Only these secrets: a list in a file, or, e.g., "ABC?".')
@_JOBS
@_TIME_LIMIT
@_JSON
def advise(
    game: str,
    strategy: str,
    given: str,
    candidates: str | None,
    jobs: int | None,
    time_limit: float | None,
    as_json: bool,
) -> None:
    """Say what is left, what STRATEGY guesses next, and how many guesses that will take.

    \b
    strategist advise "mastermind(4,6)" minimax --given "1122:1b1w 3456:0b2w"
    strategist advise "bulls-and-cows(4,26,alphabet=letters)" minimax --candidates "ABC?"
    """
    from strategist.report import advice_lines, advice_record, console
    from strategist.search.advise import advise as advise_at
    from strategist.search.strategies import make_strategy
    from strategist.search.subgame import start_of

    made = _make_game(game)
    chosen = make_strategy(strategy, made)
    start = start_of(made, made.parse_history(given))
    if candidates is not None:
        start = _only(made, start, candidates)
    with _at_work(made, chosen, jobs, time_limit) as how:
        advice = advise_at(made, chosen, start, **how)
    if as_json:
        _print_json(advice_record(advice))
        return
    out = console()
    for line in advice_lines(advice):
        out.print(line, markup=False)


@cli.command()
@click.argument("game")
@click.argument("guess", nargs=-1)
@_JSON
def partition(game: str, guess: tuple[str, ...], as_json: bool) -> None:
    """Show how many secrets each response to GUESS leaves; without one, for each essentially different first guess.

    \b
    strategist partition "mastermind(4,6,alphabet=letters)"
    strategist partition bulls-and-cows 0123
    """
    from strategist.report import console, partition_record, partition_table
    from strategist.search.openings import essentially_different, first_partitions

    made = _make_game(game)
    asked = [made.parse_question(text) for text in guess] or essentially_different(made)
    tables = zip(asked, first_partitions(made, asked), strict=True)
    records = [partition_record(made, made.format_code(made.guesses[index]), sizes) for index, sizes in tables]
    if as_json:
        _print_json({"game": made.spec, "secrets": len(made.secrets), "guesses": records})
    else:
        out = console()
        out.print(f"{made.spec}: {len(made.secrets)} secrets", markup=False)
        out.print(partition_table(made, records))


@cli.command()
@click.argument("game")
@click.argument("strategy", nargs=-1, required=True)
@click.option("--first", metavar="CODE|all", help="Force this first guess, or try every essentially different one.")
@_JSON
def compare(game: str, strategy: tuple[str, ...], first: str | None, as_json: bool) -> None:
    """Compile several strategies and print their figures side by side.

    \b
    strategist compare mastermind minimax entropy most-parts
    strategist compare mastermind "minimax(guesses=candidates)" --first all
    """
    from strategist.report import comparison_table, console, record
    from strategist.search.openings import with_first
    from strategist.search.strategies import make_strategy

    made = _make_game(game)
    chosen = [variant for text in strategy for variant in with_first(made, make_strategy(text, made), first)]
    records = []
    for each in chosen:
        compiled = _compile(made, each)
        records.append(record(compiled.data) | {"seconds": compiled.seconds, "nodes": compiled.nodes})
    if as_json:
        _print_json({"game": made.spec, "strategies": records})
    else:
        out = console()
        out.print(f"{made.spec}: {len(made.secrets)} secrets", markup=False)
        out.print(comparison_table(records))


@cli.command()
@click.argument("game")
@_JSON
def positions(game: str, as_json: bool) -> None:
    """Show the next move at every position of a solitaire GAME that can be reached, and which of them are lost.

    \b
    strategist positions pegswap-3x3
    """
    from strategist.catalog import make_game
    from strategist.search.solitaire import LOST, explore
    from strategist.solitaire import Solitaire

    made: AnyGame = make_game(game)
    if not isinstance(made, Solitaire):
        raise SpecError(f"expected a solitaire such as pegswap(3,3), got {made.spec}")
    outlooks = explore(made, prune=False)
    lost = sum(outlook == LOST for outlook in outlooks.values())
    moves = {
        made.format_position(position): None if outlook.first is None else made.format_move(made.guesses[outlook.first])
        for position, outlook in outlooks.items()
    }
    left = {made.format_position(position): outlook.moves for position, outlook in outlooks.items()}
    if as_json:
        rows = [{"position": text, "next": moves[text], "moves_left": left[text]} for text in sorted(moves)]
        _print_json({"game": made.spec, "positions": len(moves), "lost": lost, "outlooks": rows})
        return
    click.echo(f"{made.spec}: {len(moves)} positions, {lost} lost")
    for text in sorted(moves):
        click.echo(f"{text}   {moves[text] or ('lost' if left[text] is None else 'goal')}")


def _make_game(text: str) -> Game:
    """The game that a string names, for a command that makes no sense for a solitaire."""
    from strategist.catalog import make_game
    from strategist.solitaire import Solitaire

    made: AnyGame = make_game(text)
    if isinstance(made, Solitaire):
        raise SpecError(f"{made.spec} is a solitaire: expected a game in which something is hidden")
    return made


def _game_and_strategy(game: str, strategy: str) -> tuple[AnyGame, Strategy | ShortestLine]:
    from strategist.catalog import make_game
    from strategist.search.strategies import make_strategy

    made = make_game(game)
    return made, make_strategy(strategy, made)


def _start_text(data: StrategyData) -> str:
    start = data.game.format_history(data.start)
    return f" from {start}" if start else ""


def _cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _compile(
    game: AnyGame,
    strategy: Strategy | ShortestLine,
    jobs: int | None = None,
    time_limit: float | None = None,
    history: History = (),
) -> Compiled:
    """Compile with a progress bar."""
    from strategist.search.compile import compile_strategy

    with _at_work(game, strategy, jobs, time_limit) as how:
        return compile_strategy(game, strategy, start=history, **how)


@contextmanager
def _at_work(
    game: AnyGame, strategy: Strategy | ShortestLine, jobs: int | None, time_limit: float | None
) -> Iterator[dict[str, Any]]:
    """How to compile: keyword arguments, with a progress bar that fits the kind of strategy."""
    from strategist.search.crew import Options
    from strategist.search.objectives import SearchedStrategy
    from strategist.solitaire import Solitaire

    if isinstance(strategy, SearchedStrategy):
        with _search_bar(strategy.spec) as search_progress:
            yield {"options": Options(jobs or _cores(), time_limit, progress=search_progress)}
    elif isinstance(game, Solitaire):
        yield {}
    else:
        with _secrets_bar(len(game.secrets), strategy.spec) as progress:
            yield {"progress": progress}


def _only(game: Game, start: Start, candidates: str) -> Start:
    """The position with the candidates of a file, or of a pattern."""
    from strategist.search.advise import choose_candidates, match_candidates

    path = Path(candidates)
    if path.is_file():
        try:
            return choose_candidates(game, start, path.read_text(encoding="utf-8").split())
        except UnicodeDecodeError:
            raise StrategistError(f"{candidates}: expected a text file of secrets, got other bytes") from None
    if "?" not in candidates:
        raise StrategistError(f"--candidates: expected a file or a pattern with ?, got {candidates!r}")
    return match_candidates(game, start, candidates)


def _refuse_unwritable(path: str) -> None:
    """Refuse a hopeless output path before the work, not after it."""
    target = Path(path)
    if target.is_dir():
        raise StrategistError(f"cannot write {path}: expected a file, got a folder")
    if not target.parent.is_dir():
        raise StrategistError(f"cannot write {path}: there is no folder {target.parent}")


@contextmanager
def _secrets_bar(total: int, label: str) -> Iterator[Callable[[int], object]]:
    """A progress bar on standard error that counts secrets resolved; nothing when that is no terminal."""
    from tqdm import tqdm

    with tqdm(total=total, desc=label, unit=" secrets", disable=None, leave=False, delay=0.2) as bar:
        yield lambda done: bar.update(done - bar.n)


@contextmanager
def _search_bar(label: str) -> Iterator[Callable[[float, dict[str, Any]], object]]:
    """A progress bar of a proof: the share of the first guesses that is settled, the best cost, the bound, the
    nodes."""
    from tqdm import tqdm

    form = "{l_bar}{bar}| {elapsed}{postfix}"
    with tqdm(total=1.0, desc=label, disable=None, leave=False, delay=0.2, bar_format=form) as bar:
        begin = time.monotonic()

        def show(share: float, words: dict[str, Any]) -> None:
            speed = words.pop("nodes") / max(time.monotonic() - begin, 0.001)
            bar.n = share
            bar.set_postfix(words | {"nodes/s": f"{speed:.0f}"})

        yield show


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


def _list_kinds(kinds: Iterable[tuple[str, str, Iterable[Parameter]]], as_json: bool) -> None:
    """Print names, what they are, and their parameters."""
    if as_json:
        described = [
            {
                "name": name,
                "summary": text,
                "parameters": [
                    {
                        "name": parameter.name,
                        "type": parameter.kind.__name__,
                        "default": parameter.default,
                        "choices": list(parameter.choices),
                        "help": parameter.help,
                    }
                    for parameter in parameters
                ],
            }
            for name, text, parameters in kinds
        ]
        _print_json(described)
        return
    for name, text, parameters in kinds:
        click.echo(f"{name}: {text}")
        for parameter in parameters:
            default = "" if parameter.default is None else f"={parameter.write(parameter.default)}"
            choices = f" ({'|'.join(parameter.choices)})" if parameter.choices else ""
            click.echo(f"    {parameter.name}{default}{choices}  {parameter.help}")
