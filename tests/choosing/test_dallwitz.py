"""The rule of DELTA's program KEY, beside a plain reckoning of its formula and the figures that its manual prints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from strategist import compile_strategy, make_game, make_strategy
from strategist.choosing.dallwitz import IMPROPER, UNIT_BITS, VARIABLE, Dallwitz
from strategist.games.tables.sheet import make_sheet
from strategist.games.tables.sources.table_files import reading_of
from strategist.games.tables.table import Table
from strategist.model.game import Game
from strategist.model.position import Position, Several
from strategist.model.spec import Value
from strategist.search.compile.compile import compile_from
from strategist.search.state.start import start_of
from tests.fixtures.several_tables import several_table

MANUAL = {
    # The subgroups of 14 and of 10 taxa, and the division that the manual prints (DUMP): section 5.5.
    (14, (10, 4)): 2.944,
    (14, (1, 1, 1, 11, 2)): 2.710,
    (14, (10, 3, 5)): 3.167,
    (10, (7, 1, 3)): 2.354,
    (10, (7, 2, 4)): 2.687,
    (10, (1, 9, 1)): 2.729,
    (4, (2, 2)): 1.000,
    (4, (1, 3)): 1.189,
}


def dallwitz(game: Game, text: str = "dallwitz") -> Dallwitz:
    strategy = make_strategy(text, game)
    assert isinstance(strategy, Dallwitz)
    return strategy


def written(tmp_path: Path, lines: Sequence[str], values: str = "goal=identify") -> Game:
    path = tmp_path / "plants.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return make_game(f'table(file="{path}",{values},several=/)')


def plain_score(game: Game, question: int, secrets: Sequence[int], costs: Sequence[float], v: float) -> float:
    """K, as the manual writes it, in floating point; and what is added for what KEY would not take."""
    n = len(secrets)
    groups: dict[int, list[int]] = {}
    for secret in secrets:
        for answer in game.answers(game.guesses[question], game.secrets[secret]):
            groups.setdefault(answer.response, []).append(secret)
    frequency = {secret: 1 if game.weights is None else game.weights[secret] for secret in secrets}
    sizes = {
        response: 1 if game.classes and len({game.classes[each] for each in group}) == 1 else len(group)
        for response, group in groups.items()
    }
    masses = {response: sum(frequency[each] for each in group) for response, group in groups.items()}
    spread = math.fsum(masses[each] * math.log2(sizes[each]) for each in groups) / sum(masses.values())
    repeated = sum(map(len, groups.values())) - n
    improper = sum(len(group) == n for group in groups.values())
    weight = v or 0.01
    variation = (1 - weight) / weight * (n + 8) / (n * math.log2(n)) * repeated * (1 + 100 * improper)
    least = min(costs)
    more = (IMPROPER if improper else 0) + (VARIABLE if not v and repeated else 0)
    return (costs[question] / least + spread + variation) * (1 << UNIT_BITS) + more


@pytest.mark.parametrize(("taxa", "sizes"), list(MANUAL))
def test_the_division_is_that_of_the_manual(taxa: int, sizes: tuple[int, ...], tmp_path: Path) -> None:
    cells: list[list[str]] = [[] for _ in range(taxa)]
    place = 0
    for state, size in zip("abcde", sizes, strict=False):
        for _ in range(size):
            cells[place % taxa].append(state)
            place += 1
    marks = [f"{number:04b}" for number in range(taxa)]
    lines = ["," + ",".join(f"t{number}" for number in range(taxa))]
    lines.append("asked," + ",".join("/".join(dict.fromkeys(cell)) for cell in cells))
    lines += [f"bit{bit}," + ",".join(mark[bit] for mark in marks) for bit in range(4)]
    game = written(tmp_path, lines)
    strategy, secrets = dallwitz(game), tuple(range(taxa))
    groups = strategy._groups(0, secrets)
    assert sorted(map(len, groups.values())) == sorted(sizes)
    division = strategy.rated(0, groups, secrets, strategy.cost(0)).division
    assert division / (1 << UNIT_BITS) == pytest.approx(MANUAL[taxa, sizes], abs=0.0006)


@pytest.mark.parametrize("varywt", ["0.8", "0.3", "1", "0"])
def test_scores_are_those_of_the_formula(varywt: str) -> None:
    asked = 0
    for number in range(60):
        game = several_table(number, 9, 7)
        strategy = dallwitz(game, f"dallwitz(varywt={varywt})")
        secrets = tuple(range(len(game.secrets)))
        options = Several(game).helping(
            Several(game).normal([(each, game.weight_of(each)) for each in secrets]).position
        )
        if not options or game.is_pure(secrets):
            continue
        costs = {each: float(game.cost_of(each)) for each in options}
        least = min(map(strategy.cost, options))
        for question in options:
            priced = [costs.get(each, math.inf) for each in range(game.question_count)]
            score = strategy.rated(question, strategy._groups(question, secrets), secrets, least).score
            assert score == pytest.approx(plain_score(game, question, secrets, priced, float(varywt)), rel=1e-12, abs=9)
            asked += 1
    assert asked > 100


def options_of(draw: Random, game: Game) -> str:
    given = [f"reuse={draw.choice(['1', '1.01', '1.5', '4'])}", f"varywt={draw.choice(['0.8', '0.3', '0', '1'])}"]
    given += [f"rbase={draw.choice(['1', '1.4', '2'])}", f"abase={draw.choice(['1', '2', '3'])}"]
    if draw.random() < 0.2:
        given.append(f"first={game.format_code(game.guesses[draw.randrange(game.question_count)])}")
    return f"dallwitz({','.join(given)})"


def lacking_table(number: int) -> Game:
    """A random table in which some questions do not apply to some secrets."""
    draw = Random(number)
    secrets, questions = draw.randint(3, 9), draw.randint(2, 7)
    rows = [["", *(f"s{each}" for each in range(secrets))]]
    for question in range(questions):
        rows.append([f"q{question}", *(draw.choice(["a", "b", "a/b", "-", "?"]) for _ in range(secrets))])
    values: dict[str, Value] = {"file": "drawn.csv", "goal": "narrow", "narrow": draw.choice(["alike", "sure"])}
    values |= {"several": "/", "unknown": "?", "inapplicable": "-", "inapplicable_as": "answer"}
    return Table(values, make_sheet(list(enumerate(rows, 1)), reading_of(values)))


@pytest.mark.parametrize("part", range(4))
def test_many_questions_at_once_are_scored_as_one_by_one(part: int) -> None:
    for number in range(40 * part, 40 * part + 40):
        draw = Random(number)
        game: Game = lacking_table(number) if number % 2 else several_table(number, 9, 7)
        if not game.several:
            continue
        strategy = make_strategy(options_of(draw, game), game)
        plain = compile_from(game, strategy, start_of(game), plain=True).data
        data = compile_from(game, strategy, start_of(game)).data
        assert list(data.tree.guesses) == list(plain.tree.guesses), (number, strategy.spec)
        assert list(data.tree.masks) == list(plain.tree.masks)
        assert data.claims == plain.claims


def test_what_the_key_has_used_is_cheaper_in_the_rest_of_it(tmp_path: Path) -> None:
    # first divides; on the second level x alone divides the left group, and x and w the right one equally well.
    lines = [",a,b,c,d", "w,0,0,0,1", "x,0,1,0,1", "first,l,l,r,r"]
    game = written(tmp_path, lines)
    assert game.format_code(game.guesses[0]) == "w"
    key = compile_strategy(game, "dallwitz(first=first)").data.tree
    assert [game.format_code(game.guesses[each]) for each in key.guesses[:3]] == ["first", "x", "x"]
    dear = compile_strategy(game, "dallwitz(first=first,reuse=1)").data.tree
    assert [game.format_code(game.guesses[each]) for each in dear.guesses[:3]] == ["first", "x", "w"]
    # Whoever asks at that position alone is told of a key that begins there.
    right = game.guesses.index(game.parse_code("first"))
    response = game.respond(game.parse_code("first"), game.parse_secret("c"))
    position = Position(((right, response),), [2, 3])
    assert dallwitz(game).guess(position) == 0


def test_reliable_characters_come_first(tmp_path: Path) -> None:
    lines = [",a,b,c,d,price", "even,0,0,1,1,2", "odd,0,1,1,1,1", "more,0,1,0,1,2"]
    game = written(tmp_path, lines, "goal=identify,cost=price")
    guess = {text: dallwitz(game, text).guess(Position((), range(4))) for text in ("dallwitz", "dallwitz(rbase=1)")}
    assert guess == {"dallwitz": 1, "dallwitz(rbase=1)": 0}


def test_a_character_with_an_improper_subgroup_is_the_last_resort(tmp_path: Path) -> None:
    lines = [",a,b,c,d", "improper,0,0/1,0/1,0", "proper,0,1,1,1", "more,0,0,0,1", "most,0,0,1,1"]
    game = written(tmp_path, lines, "goal=narrow")
    assert dallwitz(game).guess(Position((), range(4))) != 0
    # b and c are told apart by `most` alone, but a and d, b and d by others.
    assert not compile_strategy(game, "dallwitz").data.claims.lost


def test_a_character_that_does_not_apply_to_a_taxon_is_used_late(tmp_path: Path) -> None:
    lines = [",a,b,c,d", "awns,-,-,0,1", "petals,4,4,4,5", "hairs,0,1,1,1"]
    game = written(tmp_path, lines, "goal=narrow,inapplicable=-")
    awns, petals = (game.guesses.index(game.parse_code(name)) for name in ("awns", "petals"))
    assert dallwitz(game).guess(Position((), range(4))) == petals
    assert dallwitz(written(tmp_path, lines, "goal=narrow")).guess(Position((), range(4))) == awns
    # Where nothing else is left, it is asked.
    game = written(tmp_path, [",a,b,c,d", "awns,-,-,0,1", "hairs,0,1,1,1"], "goal=narrow,inapplicable=-")
    assert not compile_strategy(game, "dallwitz").data.claims.lost
    plain = compile_from(game, dallwitz(game), start_of(game), plain=True).data.tree
    assert list(compile_strategy(game, "dallwitz").data.tree.guesses) == list(plain.guesses)


@pytest.mark.parametrize("game", ["mastermind(3,4)", "mastermind(3,4,goal=identify)", "bulls-and-cows(2,5)"])
def test_it_plays_games_of_one_answer(game: str) -> None:
    claims = compile_strategy(game, "dallwitz").data.claims
    assert not claims.lost
    assert claims.depth <= compile_strategy(game, "first").data.claims.depth
