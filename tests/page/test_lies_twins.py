"""Who is left where answers may be false, and how the page lies, in JavaScript against Python."""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from fixtures.shared_trees import shared
from jobs import job_of

from strategist import compile_strategy, make_game
from strategist.files.strategy import StrategyData, encode
from strategist.games.pegs.pegs import Mastermind
from strategist.model.game import Game
from strategist.model.lies.answer_bits import members
from strategist.page.facts import facts_of
from strategist.play.hidden import LyingSecret
from strategist.show.slots.left_at_slots import positions_at
from strategist.show.slots.ways_of_lying import ways_behind

Engine = Callable[[str, Any], Any]

LYING = """
    const twin = makeTwin(job.facts, job.payload);
    const truth = twin ? truthByRules(job.facts, twin) : truthByTable(job.facts, Uint8Array.from(job.rows));
    const lying = new Lying(job.facts, truth);
"""
SLOTS = """
    const [guesses, inner] = MessagePack.decode(Uint8Array.from(job.file))[3];
    const columns = [guesses, inner, ...job.columns.map((each) => Uint8Array.from(each))];
    const tree = new LiesTree(job.facts, columns, lying, job.secrets);
    const slots = Array.from({ length: tree.length }, (_, slot) => slot);
    return { positions: slots.map((slot) => tree.positionAt(slot)), masses: Array.from(tree.mass) };
"""
TOLD = """
    return job.questions.map((guess) => Array.from({ length: job.secrets }, (_, secret) =>
        Array.from({ length: job.facts.responseCount }, (_, response) => lying.liesTold(guess, secret, response))));
"""


LIARS = """
    return job.games.map(([secret, seed, start, guesses]) => {
        const liar = new Liar(lying, secret, seed, start);
        return guesses.map((guess) => liar.respond(guess));
    });
"""


class Foreign(Mastermind):
    """A game whose rules the page does not have."""

    name = "foreign"


GAMES = [
    "mastermind(2,3,lies=2)",
    "mastermind(2,3,lies=1,honest=yes)",
    "mastermind(2,3,lies=2,of=5)",
    "bulls-and-cows(2,4,lies=1,of=6)",
    "bulls-and-cows(2,4,lies=1,goal=identify)",
    "words({folder}/vowels,fibble=true)",
    "words({folder}/vowels,fibble=true,goal=identify)",
    "words({folder}/vowels,feedback=jotto,lies=1)",
    "table({folder}/kinds.csv,lies=1,secrets=rows,goal=class,class=kind)",
    "subsets(5,lies=1)",
    "FOREIGN",
]


def game_of(text: str, folder: Path) -> Game:
    if text == "FOREIGN":
        game = Foreign({"pegs": 2, "colors": 3})
        game.lies, game.honest = 1, make_game("mastermind(2,3,lies=1)").honest
        return game
    return make_game(text.format(folder=folder))


@pytest.mark.parametrize("sharing", [False, True])
@pytest.mark.parametrize("text", GAMES)
def test_the_page_finds_who_is_left_at_every_slot(engine: Engine, folder: Path, text: str, sharing: bool) -> None:
    data = compile_strategy(game_of(text, folder), "minimax").data
    game = data.game
    assert isinstance(game, Game)
    data = shared(data) if sharing else data
    job = job_of(game, file=list(encode(data)), secrets=len(game.secrets))
    job["facts"] = facts = facts_of(data)
    if facts["rule"] is None:
        job["rows"] = list(zlib.decompress(base64.b64decode(facts["rows"])))
    found = engine(LYING + SLOTS, job | {"columns": _columns(data)})
    expected = dict(positions_at(game, data))
    assert found["positions"] == [list(map(members, expected[slot])) for slot in range(len(data.tree))]
    assert found["masses"] == ways_behind(game, data)


def _columns(data: StrategyData) -> list[list[int]]:
    """The masks and the links of a tree, without compression."""
    masks, links = msgpack.unpackb(encode(data))[3][2:]
    return [list(zlib.decompress(each) if links else each) for each in (masks, links)]


@pytest.mark.parametrize("text", [each for each in GAMES if each not in ("FOREIGN", "subsets(5,lies=1)")])
def test_the_page_lies_by_the_rules(engine: Engine, folder: Path, text: str) -> None:
    game = game_of(text, folder)
    questions = list(range(game.question_count))
    found = engine(LYING + TOLD, job_of(game, questions=questions, secrets=len(game.secrets)))
    assert found == [
        [
            [game.lies_told(game.guesses[guess], secret, response) for response in range(game.response_count)]
            for secret in game.secrets
        ]
        for guess in questions
    ]


@pytest.mark.parametrize("text", [each for each in GAMES if each not in ("FOREIGN", "subsets(5,lies=1)")])
def test_the_page_lies_as_the_terminal_does(engine: Engine, folder: Path, text: str) -> None:
    game = game_of(text, folder)
    drawn = random.Random(3)
    games: list[tuple[int, int, list[tuple[int, int]], list[int]]] = []
    expected = []
    for seed in (*range(20), 2**31 - 1):
        secret = drawn.randrange(len(game.secrets))
        guesses = [drawn.randrange(game.question_count) for _ in range(10)]
        # Some begin behind answers of the same secret, with lies among them.
        before = guesses[: seed % 3]
        told = LyingSecret(game, game.secrets[secret], seed + 1)
        start = [(guess, told.respond(game.guesses[guess])) for guess in before]
        history = tuple((game.guesses[guess], response) for guess, response in start)
        liar = LyingSecret(game, game.secrets[secret], seed, history)
        expected.append([liar.respond(game.guesses[guess]) for guess in guesses])
        games.append((secret, seed, start, guesses))
    assert engine(LYING + LIARS, job_of(game, games=games)) == expected
    truth = [[game.respond(game.guesses[guess], game.secrets[each[0]]) for guess in each[3]] for each in games]
    assert expected != truth


@pytest.mark.parametrize("goal", ["", ",goal=identify"])
def test_rows_of_fibble_are_written_as_in_python(engine: Engine, folder: Path, goal: str) -> None:
    game = game_of("words({folder}/vowels,fibble=true" + goal + ")", folder)
    written = """
        const book = new FibbleBook(job.facts, makeTwin(job.facts, job.payload));
        const found = (row) => book.findResponse(book.responseText(row));
        return job.rows.map((row) => [book.responseText(row), book.marks(row), found(row)]);
    """
    rows = range(game.response_count)
    found = engine(written, job_of(game, rows=list(rows)))
    assert found == [[game.format_response(row), game.marks(row), row] for row in rows]
