"""A campaign of forged files: each is refused in one line, or is harmless and claims nothing false.

``pytest tests/files/test_forgery.py --campaign 100000`` tries that number of files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from forgery import forged_certificate_file, forged_strategy
from sampling import CampaignNumbers
from verdicts import judged, refusal

from strategist.checking.verify import verify_strategy
from strategist.commands.cli import cli
from strategist.commands.shared.basics import EXIT_NO
from strategist.common.errors import StrategistError, StrategyFileError
from strategist.files import certificate_file as certificates
from strategist.files import strategy as strategyfile
from strategist.files.player import CompiledStrategy, Play
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.model.solitaire import Solitaire
from strategist.model.tree import GIVE_UP, Weighed

pytestmark = pytest.mark.usefixtures("both_ways")

CASES = 400
"""The number of forgeries of each kind."""


@pytest.fixture
def cases(campaign_numbers: CampaignNumbers) -> range:
    """The numbers of the cases to try."""
    return campaign_numbers(CASES)


@contextmanager
def case_of(forge: Callable[[int], object], number: int) -> Iterator[None]:
    """Make a failure name the number of its case, so that it can be made again."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"the forgery is {forge.__module__}.{forge.__name__}({number})")
        raise


def run(path: Path, *arguments: str, stdin: str = "") -> tuple[int, str]:
    """The output of a command and its status, which is 2 for an error of ours."""
    name, *options = arguments
    try:
        result = CliRunner().invoke(cli, [name, str(path), *options], input=stdin, catch_exceptions=False)
    except StrategistError as error:
        refusal(error)
        return 2, str(error)
    assert "\x1b" not in result.output and "\x07" not in result.output
    return result.exit_code, result.output


# CompiledStrategy files


def test_forged_strategy_files_are_refused_or_true(cases: range, tmp_path: Path) -> None:
    path = tmp_path / "forged.msgpack"
    met: Counter[str] = Counter()
    for number in cases:
        with case_of(forged_strategy, number):
            contents = forged_strategy(number)
            try:
                data = strategyfile.decode(contents)
            except StrategyFileError as error:
                met[refusal(error)] += 1
                continue
            verified = examined(data)
            met["verified" if verified else "read"] += 1
            if not number % 4:
                path.write_bytes(contents)
                commanded(data, path, verified)
    # Files are refused for many different reasons; some can be read, and some of these are even true.
    if len(cases) >= CASES:
        assert met["verified"] and met["read"] and len(met) > 20


def examined(data: StrategyData) -> bool:
    """Whether a readable file verifies. If it does, it must be true. In any case it can be played to every end."""
    verified = verify_strategy(data).verified
    if verified:
        assert is_true(data)
    if isinstance(data.game, Game):
        for play in plays(data):
            assert len(play.history) == len(play.moves) and len(play.responses) <= data.game.response_count
    return verified


def commanded(data: StrategyData, path: Path, verified: bool) -> None:
    """Give the file to every command that takes one. Only a line with impossible moves cannot be shown."""
    assert run(path, "verify")[0] == (0 if verified else EXIT_NO)
    shown = (0,) if verified or isinstance(data.game, Game) else (0, 2)
    assert run(path, "show", "--levels", "3")[0] in shown
    if isinstance(data.game, Solitaire):
        assert run(path, "play")[0] in shown
        return
    answers = map(data.game.format_response, range(data.game.response_count))
    assert run(path, "play", stdin="\n".join(["left", "board", *answers, "undo"] * 3) + "\n")[0] in (0, 2)


def plays(data: StrategyData) -> Iterator[Play]:
    """A play of the tree at each of its slots, and after each solved response."""
    # Not every number in a mask is readable as text: in Wordle one yellow with all others green is no response.
    number_of = {data.game.format_response(response): response for response in range(data.game.response_count)}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        made = todo.pop()
        play = CompiledStrategy(data).start()
        for response in made:
            play.respond(response)
        assert play.solved == (play.secret is not None)
        assert (play.guess is None) == (play.solved or play.given_up)
        # Behind answers that no secret gives, an untrue tree may announce a class.
        assert data.game.classes is not None or len(play.candidates_left) >= play.solved
        yield play
        if not play.solved:
            todo += [(*made, number_of[text]) for text in play.responses]


def is_true(data: StrategyData) -> bool:
    """Whether the claims of a tree are true and it is complete, by a replay that shares nothing with verifying."""
    game, tree, claims = data.game, data.tree, data.claims
    if isinstance(game, Solitaire):
        position = game.start
        for move in tree.guesses:
            position = dict(game.successors(position))[move]
        return game.solved(position) and claims.total == claims.depth == len(tree) and not claims.lost
    first = 1
    children: list[dict[int, int]] = []
    for mask in tree.masks:
        below = [response for response in range(game.response_count - 1) if mask & 1 << response]
        children.append({response: first + place for place, response in enumerate(below)})
        first += len(below)
    found: Counter[int] = Counter()
    visited, solving = set(), set()
    lost = 0
    mass = questions = expected = lost_mass = 0
    for secret in game.secrets:
        if any(game.respond(guess, secret) != response for guess, response in data.start):
            continue
        slot, made, history = 0, 0, data.start
        weight, spent = game.weight_of(game.secrets.index(secret)), 0
        while True:
            visited.add(slot)
            guess = tree.guesses[slot]
            if guess == GIVE_UP:
                lost += 1
                lost_mass += weight
                break
            code = game.guesses[guess]
            allowed = game.allowed(history)
            if allowed is not None and code not in allowed:
                return False
            made += guess < game.question_count
            spent += game.cost_of(guess)
            # An announcement takes no turn.
            if game.turns is not None and guess < game.question_count and len(history) >= game.turns:
                return False
            if game.solved(game.respond(code, secret)):
                solving.add(slot)
                found[made] += 1
                mass, questions, expected = mass + weight, questions + weight * made, expected + weight * spent
                break
            if guess >= game.question_count:
                return False
            response = game.respond(code, secret)
            if response not in children[slot]:
                return False
            history = (*history, (code, response))
            slot = children[slot][response]
    counted = Counter({guesses: count for guesses, count in enumerate(claims.histogram, 1) if count})
    # A secret that is known before any question needs none, and no figure counts it.
    del found[0]
    weighed = Weighed(mass, questions, expected, lost_mass) if game.weighted else None
    return (
        found == counted
        and weighed == claims.weighed
        and lost == claims.lost
        and len(visited) == len(tree)
        and solving == {slot for slot, mask in enumerate(tree.masks) if mask >> game.response_count - 1}
    )


# Certificates


def test_forged_certificates_are_refused_or_true(cases: range, tmp_path: Path) -> None:
    path = tmp_path / "forged.certificate"
    met: Counter[str] = Counter()
    for number in cases:
        with case_of(forged_certificate_file, number):
            contents = forged_certificate_file(number)
            try:
                certificate = certificates.decode(contents)
            except StrategyFileError as error:
                met[refusal(error)] += 1
                continue
            found = "proven" if judged(certificate) else "not proven"
            met[found] += 1
            path.write_bytes(contents)
            assert run(path, "check")[0] in ((0,) if found == "proven" else (EXIT_NO, 2))
    if len(cases) >= CASES:
        assert met["proven"] and met["not proven"] and len(met) > 15
