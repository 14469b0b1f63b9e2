"""Strategy files of version 4, of games in which answers may be false: written, read, played, and refused."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from all_lies import Fibbing, doubtful_games, grown, grown_shared
from click.testing import CliRunner
from positions import cells_at
from refusals import Change, altered, claiming, forged, one_line, refused, refuses, with_header

from strategist import make_game, open_strategy, read_strategy, verify_strategy
from strategist.commands.cli import cli
from strategist.common import lazy_numpy
from strategist.common.errors import ResponseError, StrategyFileError
from strategist.files.columns import compressed, restored
from strategist.files.player import CompiledStrategy
from strategist.files.strategy import LIES_KIND, StrategyData, decode, encode, write_strategy
from strategist.files.transcript import Transcript
from strategist.model.game import Game
from strategist.model.position import Position, kind_of
from strategist.model.tree import GIVE_UP
from strategist.model.trees.figures import claims_of


def data_of(game: Game, seed: int = 1, patience: int | None = None) -> StrategyData:
    tree = grown(game, seed, patience)
    return StrategyData(game, "grown", tree, claims_of(game, tree, range(len(game.secrets))))


def test_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path):
        data = data_of(game, patience=random.Random(game.spec).choice([None, 2]))
        contents = encode(data)
        assert contents.startswith(LIES_KIND.magic) and data.version == 4
        again = decode(contents, game if isinstance(game, Fibbing) else None)
        assert encode(again) == contents and again.claims == data.claims
        assert again.game.fingerprint() == game.fingerprint() and again.game.spec == game.spec
        assert (list(again.tree.guesses), list(again.tree.masks)) == (list(data.tree.guesses), list(data.tree.masks))
        assert verify_strategy(again).verified


def test_a_tree_that_asks_nothing_is_read(tmp_path: Path) -> None:
    file = tmp_path / "alike.csv"
    file.write_text(",a,b,c\nq,x,x,y\nkind,one,one,other\n")
    game = make_game(f"table({file},goal=class,class=kind,lies=1)")
    moves = ((0, 0), (0, 0))
    tree = grown(game, moves=moves)
    start = tuple((game.guesses[question], response) for question, response in moves)
    data = StrategyData(game, "grown", tree, claims_of(game, tree, [0, 1], moves), start=start)
    assert len(tree) == 1 and data.claims.known == 2 and decode(encode(data)).claims == data.claims
    assert verify_strategy(data).verified


def test_a_file_on_disk_is_verified_by_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "some.msgpack")
    data = data_of(make_game("mastermind(2,3,lies=1)"))
    write_strategy(path, data)
    assert read_strategy(path).claims == data.claims
    found = CliRunner().invoke(cli, ["verify", path])
    games = verify_strategy(path).games
    assert found.exit_code == 0
    assert (
        f"played: {games} games, each secret with each way of lying; lies that help nobody are played" in found.output
    )
    told = CliRunner().invoke(cli, ["verify", path, "--json"])
    assert f'"games": {games}' in told.output


def test_trees_that_share_slots_are_read_as_they_were_written(tmp_path: Path) -> None:
    for game in doubtful_games(tmp_path, tables=6):
        tree = grown_shared(game, 1)
        data = StrategyData(game, "shared", tree, claims_of(game, tree, range(len(game.secrets))))
        contents = encode(data)
        again = decode(contents, game if isinstance(game, Fibbing) else None)
        assert encode(again) == contents and again.claims == data.claims
        assert (again.tree.links is None) == (tree.links is None)
        assert [list(again.tree.children(slot)) for slot in range(len(tree))] == [
            list(tree.children(slot)) for slot in range(len(tree))
        ]
        assert verify_strategy(again).verified


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("width", [1, 2])
def test_hostile_links_are_refused(width: int, many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if many:
        monkeypatch.setattr(lazy_numpy, "MANY", 0)
    game = make_game("mastermind(2,2,goal=identify,lies=2)" if width == 1 else "mastermind(2,4,goal=identify,lies=2)")
    tree = grown_shared(game, 3)
    assert tree.links is not None and (len(tree) > 256) == (width == 2)
    contents = encode(StrategyData(game, "shared", tree, claims_of(game, tree, range(len(game.secrets)))))

    def put(links: list[int]) -> Change:
        def change(header: dict[Any, Any], columns: list[bytes]) -> None:
            columns[3] = zlib.compress(b"".join(link.to_bytes(width, "little") for link in links))

        return change

    links, last = list(tree.links), len(tree) - 1
    doubled = next(at for at, link in enumerate(links) if links.count(link) == 1 and link < last)
    for forgery, told in (
        (links[:-1], f"columns.links: expected {width * len(links)} bytes, compressed by zlib"),
        ([*links, last], f"columns.links: expected {width * len(links)} bytes, compressed by zlib"),
        ([0, *links[1:]], f"columns.links: slot 0: expected 1 to {last}, got 0"),
        ([*links[:-1], last + 1], rf"columns.links: slot \d+: expected \d+ to {last}, got {last + 1}"),
        ([*links[:doubled], last, *links[doubled + 1 :]], f"columns.links: no branch leads to slot {links[doubled]}"),
    ):
        refuses(decode, forged(contents, put(forgery)), told=told, error=StrategyFileError)


@pytest.mark.parametrize("many", [False, True])
def test_where_no_slot_is_shared_there_are_no_links(many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if many:
        monkeypatch.setattr(lazy_numpy, "MANY", 0)
    game = make_game("mastermind(2,2,lies=1)")
    contents, slots = encode(data_of(game)), len(data_of(game).tree)
    with refused(r"columns\.links: expected no bytes where no slot is shared", StrategyFileError):
        decode(forged(contents, lambda header, columns: put_links(columns, slots)))


def put_links(columns: list[bytes], slots: int) -> None:
    columns[2:] = [zlib.compress(columns[2]), zlib.compress(bytes(range(1, slots)))]


def test_columns_that_unpack_to_too_much_are_refused() -> None:
    game = make_game("mastermind(2,2,goal=identify,lies=2)")
    tree = grown_shared(game, 3)
    contents = encode(StrategyData(game, "shared", tree, claims_of(game, tree, range(len(game.secrets)))))
    for at, name in ((2, "masks"), (3, "links")):
        for column in (zlib.compress(bytes(1 << 20)), b"no zlib", zlib.compress(bytes(9))[:-1], contents):
            with refused(rf"columns\.{name}: ", StrategyFileError):
                decode(forged(contents, lambda header, columns, at=at, new=column: columns.__setitem__(at, new)))


def test_a_column_that_repeats_itself_is_read_again() -> None:
    for size in (0, 1, 1 << 10, 1 << 22):
        assert restored("links", compressed(bytes(size)), size) == restored("masks", compressed(bytes(size)))


def test_games_of_other_versions_are_refused() -> None:
    contents = encode(data_of(make_game("mastermind(2,3,lies=1)")))
    for version in (1, 2, 3):
        told = f"byte 12: expected format version 4, got {version}: mastermind.* has answers that may be false"
        with refused(told, StrategyFileError):
            decode(forged(contents, lambda header, columns: columns.pop(), version))

    def honest(header: dict[Any, Any], columns: list[bytes]) -> None:
        header["game"] = "mastermind(pegs=2,colors=3)"

    told = "byte 12: expected format version 1, got 4: mastermind.* has no answers that may be false"
    refuses(decode, forged(contents, honest), told=told, error=StrategyFileError)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("total", "27/2", "claims.total: expected int, got str"),
        ("depth", 1, "total, depth and worst_count do not follow from the histogram"),
        ("worst_count", 0, "total, depth and worst_count do not follow from the histogram"),
        ("histogram", [1, "8"], "claims.histogram and claims.lost: expected counts of secrets"),
        ("lost", -1, "claims.histogram and claims.lost: expected counts of secrets"),
        ("lost", 1, "header.secrets: expected 10 as in the claims, got 9"),
        ("lower_bound", "3", "claims.lower_bound: expected int or NoneType, got str"),
        ("bound", "optimal", "claims.lower_bound: expected one beside bound optimal, got nil"),
    ],
)
def test_claims_that_cannot_be_are_refused(name: str, value: object, told: str) -> None:
    contents = encode(data_of(make_game("mastermind(2,3,lies=1)")))
    with refused(told, StrategyFileError):
        decode(forged(contents, claiming(name, value)))


@pytest.mark.parametrize("text", ["mastermind(pegs=2,colors=3,lies=8)", "mastermind(pegs=2,colors=3,lies=1,honest=no)"])
def test_a_game_that_cannot_be_is_refused(text: str) -> None:
    contents = encode(data_of(make_game("mastermind(2,3,lies=1)")))
    with refused(r"header\.game: ", StrategyFileError):
        decode(forged(contents, with_header("game", text)))


@pytest.mark.thorough
def test_altered_files_are_refused_in_one_line_or_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Small trees are replayed in bulk, too.
    monkeypatch.setattr(lazy_numpy, "MANY", 0)
    draws = random.Random(4)
    refused = read = 0
    for game in doubtful_games(tmp_path):
        if isinstance(game, Fibbing):
            continue
        tree = grown_shared(game, 1)
        shared = StrategyData(game, "shared", tree, claims_of(game, tree, range(len(game.secrets))))
        for number in range(20):
            contents = encode(shared if number % 2 else data_of(game))

            try:
                found = decode(forged(contents, altered(draws, 0.4)))
            except StrategyFileError as error:
                refused += 1
                one_line(error)
                continue
            read += 1
            # Whatever was read can be verified and played; it need not be right.
            assert verify_strategy(found) == verify_strategy(found, plain=True)
            play = CompiledStrategy(found).start()
            while play.guess is not None and play.responses:
                play.respond(draws.choice(play.responses))
                assert play.candidate_count == len(play.candidates_left)
    assert refused > 100 and read > 10


def test_the_player_knows_who_is_left_and_with_how_many_lies(tmp_path: Path) -> None:
    draws = random.Random(5)
    for game in doubtful_games(tmp_path):
        data = data_of(game, patience=random.Random(game.spec).choice([None, 3]))
        shared = replace(data, tree=grown_shared(game, 1))
        for number in range(8):
            play = CompiledStrategy(shared if number % 2 else data).start()
            left: Position | None = kind_of(game).left(())
            while True:
                assert left is not None and play.suspects == left
                if play.solved or play.given_up:
                    break
                question = play.strategy.tree.guesses[play._slot]
                cells = cells_at(game, left, question)
                assert play.responses == list(map(game.format_response, cells))
                assert play.candidates_left == [game.format_secret(game.secrets[each]) for each in left.candidates]
                assert play.candidate_count == len(left)
                response = draws.choice(list(cells))
                left = cells[response]
                play.respond(response)
            told = play.transcript
            each = [len(game.consistent(told.history[: at + 1])) for at in range(len(told))]
            assert [move.left for move in told.moves] == each
            if told.history:
                play.undo()
                play.respond(told.history[-1][1])
                assert play.suspects == left and play.transcript == told


def test_an_answer_that_leaves_no_secret_is_refused_in_one_line() -> None:
    game = make_game("mastermind(1,2,lies=1,honest=yes)")
    play = CompiledStrategy(data_of(game)).start()
    while len(play.responses) > 1:
        play.respond("0b0w")
    with refused("contradicts the history, even with 1 lie: possible here is 1b0w", ResponseError):
        play.respond("0b0w")
    assert play.candidates_left == [play.guess]


def test_a_tree_behind_a_history_in_which_one_answer_may_be_false(tmp_path: Path) -> None:
    game = make_game("mastermind(2,3,goal=identify,lies=2)")
    moves = ((1, 0), (1, 2))
    left = kind_of(game).left(moves)
    assert left is not None
    tree = grown(game, 2, moves=moves)
    start = tuple((game.guesses[question], response) for question, response in moves)
    data = StrategyData(game, "grown", tree, claims_of(game, tree, left.candidates, moves), start=start)
    path = tmp_path / "behind.msgpack"
    write_strategy(path, data)
    again = read_strategy(path)
    assert again.start == start and verify_strategy(path).verified
    play = open_strategy(path).start()
    assert play.suspects == left and play.made == 2
    play.respond(play.responses[-1])
    assert len(Transcript(game, play.transcript.history).moves) == 3


def test_a_strategy_that_gives_up_leaves_its_suspects() -> None:
    game = make_game("mastermind(2,3,lies=1)")
    data = data_of(game, patience=1)
    assert GIVE_UP in data.tree.guesses
    play = CompiledStrategy(data).start()
    play.respond(play.responses[0])
    assert play.given_up and play.candidate_count == len(play.suspects)
