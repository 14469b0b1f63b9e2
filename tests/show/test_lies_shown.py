"""Trees where answers may be false, in every format, against a walk of all ways of lying by the rules."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures.shared_trees import shared

from strategist import compile_strategy, open_strategy, to_dict, to_frame, to_networkx
from strategist.common.errors import TooLargeError
from strategist.files.strategy import StrategyData, decode, encode
from strategist.model.game import Game
from strategist.model.position import kind_of
from strategist.model.tree import GIVE_UP
from strategist.show.formats import key
from strategist.show.formats.export import dot, node_link, table
from strategist.show.formats.key_as_text import key_text
from strategist.show.notebook import html, svg
from strategist.show.pictures.icicle import icicle
from strategist.show.pictures.tree_picture import tree_picture
from strategist.show.reports.report import record
from strategist.show.slots import at_slots as slots_module
from strategist.show.slots.left_at_slots import sizes_at
from strategist.show.slots.ways_of_lying import ways_behind

WORDS = "crane\nslate\ntones\nirate\nmoist\nrates\n"
ROWS = ",cat,dog,eel,gnu\nfur,yes,yes,no,yes\nswims,no,yes,yes,no\nlegs,4,4,0,4\nhorns,no,no,no,yes\n"

GAMES = [
    ("mastermind(2,2,lies=1)", "optimal(depth)"),
    ("mastermind(2,3,lies=1)", "optimal(depth)"),
    ("mastermind(2,2,lies=2)", "minimax"),
    ("mastermind(2,3,lies=1,honest=yes)", "minimax"),
    ("mastermind(2,3,goal=identify,lies=1)", "entropy"),
    ("TABLE", "minimax"),
    ("WORDS", "minimax"),
    ("WORDS", "optimal(depth)"),
    ("subsets(6,lies=1)", "SHARED minimax"),
    ("mastermind(2,3,lies=2)", "SHARED minimax"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lies")
    (path / "words.txt").write_text(WORDS, encoding="utf-8")
    (path / "pets.csv").write_text(ROWS, encoding="utf-8")
    return path


@pytest.fixture(params=GAMES, ids=[f"{game} {strategy}" for game, strategy in GAMES])
def data(request: pytest.FixtureRequest, folder: Path) -> StrategyData:
    game, strategy = request.param
    game = game.replace("TABLE", f"table({folder / 'pets.csv'},goal=identify,lies=1)")
    game = game.replace("WORDS", f"words({folder / 'words.txt'},fibble=true)")
    found = compile_strategy(game, strategy.removeprefix("SHARED ")).data
    return decode(encode(shared(found) if strategy.startswith("SHARED") else found))


def every_way(game: Game, data: StrategyData) -> Iterator[tuple[int, tuple[tuple[int, int], ...], int, list[int]]]:
    """Each secret with each way of lying: its index, the moves, the lies, and the slots, by the rules."""
    tree = data.tree
    for secret, code in enumerate(game.secrets):
        todo: list[tuple[tuple[tuple[int, int], ...], int, list[int]]] = [((), 0, [0])]
        while todo:
            moves, told, slots = todo.pop()
            guess = tree.guesses[slots[-1]]
            if guess == GIVE_UP or guess >= game.question_count or (moves and game.solved(moves[-1][1])):
                yield secret, moves, told, slots
                continue
            for response in game.can_get(game.guesses[guess]):
                more = game.lies_told(game.guesses[guess], code, response)
                if more is None or told + more > game.lies:
                    continue
                child = tree.child(slots[-1], response)
                assert child is not None or game.solved(response)
                todo.append(((*moves, (guess, response)), told + more, slots if child is None else [*slots, child]))


def game_of(data: StrategyData) -> Game:
    assert isinstance(data.game, Game)
    return data.game


def test_each_way_of_lying_is_a_row_of_the_table(data: StrategyData) -> None:
    game = game_of(data)
    rows = list(csv.DictReader(io.StringIO("".join(table(data)))))
    expected = Counter(
        (game.format_secret(game.secrets[secret]), told, game.format_history([(game.guesses[g], r) for g, r in moves]))
        for secret, moves, told, _ in every_way(game, data)
    )
    noun = game.move_noun
    found = Counter()
    for row in rows:
        pairs = [(row[f"{noun} {at}"], row[f"answer {at}"]) for at in range(1, 30) if row.get(f"{noun} {at}")]
        text = " ".join(f"{guess}:{answer.removeprefix(chr(39))}" for guess, answer in pairs)
        false = [int(number) for number in row.get("false", "").split()]
        found[row["secret"], len(false), text] += 1
        assert row["outcome"] == "solved" and int(row[f"{noun}s" if noun[-1] != "s" else f"{noun}es"]) == len(pairs)
        history = game.parse_history(text)
        secret = (
            game.parse_code(row["secret"])
            if not game.announces
            else dict(zip(map(game.format_secret, game.secrets), game.secrets, strict=True))[row["secret"]]
        )
        lies = [n for n, (guess, answer) in enumerate(history, 1) if game.lies_told(guess, secret, answer)]
        assert lies == false
    assert found == expected
    assert len(to_frame(data)) == len(rows)


def test_a_table_of_too_many_paths_is_refused_with_their_number(
    data: StrategyData, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = len(list(every_way(game_of(data), data)))
    monkeypatch.setattr(slots_module, "MOST_PATHS", count)
    assert len(list(table(data))) == count + 1
    monkeypatch.setattr(slots_module, "MOST_PATHS", count - 1)
    with pytest.raises(TooLargeError, match=f"a table of {count} paths, one for each secret and way of lying"):
        next(table(data))


def test_paths_and_sizes_of_each_slot_are_those_of_the_rules(data: StrategyData) -> None:
    game, tree = game_of(data), data.tree
    behind = [set() for _ in range(len(tree))]  # type: list[set[tuple[int, tuple[tuple[int, int], ...]]]]
    for secret, moves, _, slots in every_way(game, data):
        for made, slot in enumerate(slots):
            behind[slot].add((secret, moves[made:]))
    assert ways_behind(game, data) == list(map(len, behind))
    sizes = sizes_at(game, data)
    for slot, _, history in tree.walk():
        left = kind_of(game).left(history)
        assert left is not None
        assert sizes[slot] == tuple(len(left.labelled(told)) for told in range(game.lies + 1))
    assert sizes_at(game, data, 2) == sizes[:2]


def test_a_graph_has_a_node_for_each_slot_and_says_who_is_left(data: StrategyData) -> None:
    game, tree = game_of(data), data.tree
    graph = to_networkx(data)
    sizes = sizes_at(game, data)
    assert sorted(graph) == list(range(len(tree)))
    for slot in range(len(tree)):
        leading: dict[int, list[str]] = {}
        for response, child in tree.branches(slot):
            leading.setdefault(child, []).append(game.format_response(response))
        assert {child: told["response"].split(" or ") for child, told in graph[slot].items()} == leading
    for slot, told in graph.nodes.items():
        assert told["candidates"] == sum(sizes[slot])
        assert ("by_lies" in told) == bool(game.lies)
    assert "".join(dot(data)).count(" -> ") == graph.number_of_edges()
    assert len(json.loads("".join(node_link(data)))["nodes"]) == len(tree)
    assert set(to_networkx(data, 2)) == {slot for level in list(tree.levels())[:2] for slot in level}


def test_a_key_leads_every_way_of_lying_to_its_secret(data: StrategyData) -> None:
    game = game_of(data)
    numbered = {couplet.number: couplet for couplet in key.couplets(data)}
    assert list(numbered) == list(range(1, key.couplet_count(data) + 1))
    for secret, moves, told, _ in every_way(game, data):
        number, known = 1, 0
        for at, (guess, response) in enumerate(moves, 1):
            couplet = numbered[number]
            assert couplet.question == game.format_code(game.guesses[guess])
            lead = next(lead for lead in couplet.leads if lead.answer == game.format_response(response))
            if lead.confirming:
                known = int(lead.confirming.replace("an ", "1 ").split()[0])
                left = kind_of(game).left(moves[:at])
                assert left is not None and min(left.labels) == known
            if not lead.number:
                break
            number = lead.number
        assert lead.name == game.format_secret(game.secrets[secret])
        assert known <= told


def test_heights_of_a_picture_add_up(data: StrategyData) -> None:
    game = game_of(data)
    columns = icicle(game, data)
    whole = list(every_way(game, data))
    assert columns[0][0].size == len(whole)
    for level, column in enumerate(columns):
        # What is found where others go on has a cell beside it.
        ended = sum(len(slots) == level and data.tree.masks[slots[-1]] != data.tree.solved_bit for *_, slots in whole)
        assert sum(cell.size for cell in column) == ended + sum(len(slots) > level for *_, slots in whole)
    latest = [cell for column in columns for cell in column if cell.slot is not None]
    assert max(cell.average or 0 for cell in latest) == data.claims.depth + game.announces


def test_pictures_and_notebooks_show_such_trees(data: StrategyData) -> None:
    picture = tree_picture(data, "png")
    assert picture.contents[:4] == b"\x89PNG" and picture.levels == len(list(data.tree.levels()))
    assert ("+" in html(data).partition("<table")[0]) == bool(game_of(data).lies)


def test_the_json_object_tells_of_lies(data: StrategyData) -> None:
    game = game_of(data)
    told = to_dict(data)
    assert told == record(data)
    assert (told["lies"], told["fibble"]) == (game.lies, game.fibs)
    assert told["honest"] == (None if game.honest is None else game.honest.value)
    assert "lies" not in record(compile_strategy("mastermind(2,3)", "first").data)


def test_a_lead_says_that_an_answer_was_false() -> None:
    data = compile_strategy("mastermind(2,3,lies=1)", "optimal(depth)").data
    text = "".join(key_text(data))
    assert "one answer may be false, but a right guess is always admitted" in text
    assert "0b2w (an answer was false) → 10" in text


def test_a_picture_of_a_shared_tree_stops_where_it_has_too_many_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    data = shared(compile_strategy("mastermind(2,3,lies=2)", "minimax").data)
    game = game_of(data)
    whole = icicle(game, data)
    monkeypatch.setattr("strategist.show.pictures.icicle.MOST_SHOWN", 60)
    assert len(icicle(game, data)) < len(whole)


def test_a_notebook_shows_an_opened_file(tmp_path: Path) -> None:
    path = tmp_path / "small.msgpack"
    path.write_bytes(encode(compile_strategy("mastermind(2,2,lies=1)", "minimax").data))
    assert ">1+2<" in svg(open_strategy(path))
