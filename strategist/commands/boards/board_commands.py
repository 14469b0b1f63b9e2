"""Several boards at once: what advise, assist, play, compile and check do with ``boards(wordle,4)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from strategist.commands.shared.basics import EXIT_BAD_INPUT, EXIT_NO, print_json
from strategist.commands.shared.conversations import make_talk
from strategist.commands.shared.work import progress_bar
from strategist.common.errors import SpecError
from strategist.common.extras import require
from strategist.games.boards import Boards, make_boards
from strategist.model.objective import TOTAL

if TYPE_CHECKING:
    from strategist.search.compile.boards.choosing_for_boards import Choice

_MOST_PROVEN = 64
"""The most guesses of a game whose least total on several boards is looked for."""
_TOP = 10


def only(*names: str) -> None:
    """Raise :class:`click.UsageError` for an option of this command that is given and is none of these."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if (
            isinstance(parameter, click.Option)
            and name not in names
            and source is not None
            and source.name == "COMMANDLINE"
        ):
            raise click.UsageError(f"{parameter.opts[0]} makes no sense with several boards")


def _choice(boards: Boards, strategy: str | None) -> Choice:
    require("numpy")
    from strategist.search.compile.boards.board_desk import BoardDesk
    from strategist.search.compile.boards.choosing_for_boards import Choice

    return Choice(BoardDesk(boards), strategy or "bits")


def advise_boards(what: str, strategy: str | None, given: str, top: int, as_json: bool) -> None:
    """Rank the best guesses at a position of several boards."""
    only("strategy", "named", "given", "top", "as_json")
    boards = make_boards(what)
    moves = boards.parse_history(given)
    choice = _choice(boards, strategy)
    from strategist.commands.boards.boards_conversation import left_lines, ranking_lines

    left = choice.desk.left(moves)
    if as_json:
        game, some = boards.game, any(map(len, left))
        best = [(game.format_code(game.guesses[each.guess]), each) for each in choice.rank(left, top if some else 0)]
        next_guess = game.format_code(game.guesses[choice.next_guess(left, len(moves))]) if some else None
        ranked = [{"guess": name, "bits": each.bits, "hits": each.hits} for name, each in best]
        print_json({"game": boards.spec, "left": [*map(len, left)], "next": next_guess, "best": ranked})
        return
    for line in [*left_lines(choice.desk, left), *ranking_lines(choice, left, len(moves), top)]:
        click.echo(line)


def assist_boards(what: str, given: str, strategy: str | None, top: int) -> None:
    """Help with a game on several boards that is played elsewhere."""
    only("given", "strategy", "top")
    boards = make_boards(what)
    _converse(_choice(boards, strategy), None, boards.parse_history(given), top)


def play_boards(what: str, mode: str | None, options: dict[str, Any]) -> None:
    """You guess on several boards; or the program plays many games, and says how many guesses they take."""
    only("mode", "secret", "seed", "strategy", "games", "plain")
    boards = make_boards(what)
    games, seed, secret = options["games"], options["seed"], options["secret"]
    if mode not in (None, "guess", "answer"):
        raise click.UsageError(f"{boards.spec} has the modes guess and answer, got {mode}")
    if (mode == "answer") != (games is not None):
        raise click.UsageError("--games N and --mode answer belong together: N games are played; assist helps with one")
    secrets = None if secret is None else boards.parse_secrets(secret)
    choice = _choice(boards, options["strategy"])
    if games is not None:
        _play_many(choice, games, 1 if seed is None else seed)
        return
    if secrets is None:
        from random import SystemRandom

        from strategist.search.compile.boards.played_boards import drawn_secrets

        secrets = tuple(drawn_secrets(choice, SystemRandom().randrange(1 << 62) if seed is None else seed, 0))
    _converse(choice, secrets, (), _TOP)


def _converse(choice: Choice, secrets: Any, start: Any, top: int) -> None:
    from strategist.commands.boards.boards_conversation import SeveralBoards
    from strategist.play.prompt import Leave

    try:
        SeveralBoards(choice, make_talk(), secrets, start, top).play()
    except Leave as leave:
        raise click.exceptions.Exit(EXIT_BAD_INPUT if leave.refused else 0) from None


def _play_many(choice: Choice, games: int, seed: int) -> None:
    from strategist.search.compile.boards.played_boards import play_many

    with progress_bar(total=games, unit="game") as bar:
        found = play_many(choice, games, seed, lambda done: bar.update(done - bar.n))
    click.echo(f"{choice.desk.boards.spec}: {games} games, seed {seed}: {found.average:.3f} guesses on average")
    for guesses in sorted(found.histogram):
        share = f"{found.histogram[guesses]:>7} {100 * found.within(guesses):6.2f} % within so many"
        click.echo(f"{guesses:>2} guesses {share}")


def export_boards(what: str, form: str | None, output: str | None, title: str | None) -> None:
    """Write the page of several boards."""
    only("form", "output", "title")
    boards = make_boards(what)
    path = output or f"boards-{boards.number}.{boards.game.slug}.html"
    if form not in (None, "html") or not path.endswith(".html"):
        raise click.UsageError(f"{boards.spec}: expected html, a page: other formats hold strategies")
    from strategist.common.whole_files import write_file
    from strategist.page.boards_page import page_of_boards

    size = write_file(path, [page_of_boards(boards, title).encode()])
    click.echo(f"{path}: {size} bytes")


def compile_boards(what: str, output: str | None, as_json: bool) -> None:
    """Find the least total for several boards of a small game, and write the proof."""
    only("output", "as_json")
    boards = make_boards(what)
    if len(boards.game.guesses) > _MOST_PROVEN:
        raise SpecError(
            f"{boards.spec}: expected a game of at most {_MOST_PROVEN} guesses, got {len(boards.game.guesses)}: the "
            "least total is found for small lists only"
        )
    from strategist.files.boards_proof import MOST_COMBINATIONS, BoardsProof, write_boards_proof
    from strategist.search.compile.boards.board_desk import BoardDesk
    from strategist.search.compile.boards.least_for_boards import Least

    combinations = len(boards.game.secrets) ** boards.number
    if combinations > MOST_COMBINATIONS:
        raise SpecError(
            f"{boards.spec}: expected at most {MOST_COMBINATIONS} combinations of secrets for a proof, got "
            f"{combinations}"
        )
    least = Least(BoardDesk(boards))
    whole = BoardsProof(boards, {}).whole
    total = least.value(whole)
    path = output or f"boards-{boards.number}.{boards.game.slug}.proof"
    size = write_boards_proof(path, BoardsProof(boards, {sets: told for sets, told in least.known.items() if sets}))
    if as_json:
        print_json(
            {"game": boards.spec, "combinations": combinations, TOTAL.name: total, "claims": len(least.known) - 1}
        )
        return
    click.echo(f"{boards.spec}\n{combinations} combinations: total {total}, average {total / combinations:.3f}")
    click.echo(f"{path}: {size} bytes, {len(least.known) - 1} claims")


def check_boards_file(path: str, as_json: bool) -> int:
    """Check the proof in a file, and return the exit status."""
    from strategist.checking.boards.check_boards import check_boards
    from strategist.files.boards_proof import read_boards_proof

    only("as_json")
    proof = read_boards_proof(path)
    found = check_boards(proof)
    combinations = len(proof.boards.game.secrets) ** proof.boards.number
    if as_json:
        print_json(
            {"game": proof.boards.spec, TOTAL.name: found.total, "proven": found.proven, "problems": found.problems}
        )
    elif found.proven:
        click.echo(f"proven: {proof.boards.spec}: least total {found.total} for {combinations} combinations")
    else:
        click.echo(f"not proven: {proof.boards.spec}: {found.problems[0]}")
    return 0 if found.proven else EXIT_NO
