"""What is lost and what is classified, under chances: by a crowd, with a journal, with a time limit, the same bytes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from bothways import least_lost
from test_afar import carried_out, small_tasks

from strategist import compile_strategy, make_game, make_strategy, verify_strategy
from strategist.checking.check import check_certificate
from strategist.common.errors import JournalError
from strategist.files.strategy import decode, encode
from strategist.games.every_game.chances import with_chances
from strategist.games.tables.sheet import Reading, make_sheet
from strategist.games.tables.table import Table
from strategist.games.words.word_lists import Lists
from strategist.games.words.words import Words
from strategist.model.game import Game
from strategist.model.spec import Value
from strategist.search.exact import marks
from strategist.search.state import journal
from strategist.search.state.options import Options
from strategist.search.tasks import threads

pytestmark = pytest.mark.usefixtures(small_tasks.__name__)


def kinds(weighed: bool = False) -> Game:
    """A table with more to search than a moment's work: 100 secrets of four classes, perhaps with chances and costs."""
    random = Random("kinds")
    rows = [[random.randrange(3) for _ in range(100)] for _ in range(30)]
    of_column: dict[tuple[int, ...], int] = {}
    classes = [of_column.setdefault(column, random.randrange(4)) for column in zip(*rows, strict=True)]
    head = ["", *(f"s{number}" for number in range(100)), "price"]
    lines = [[f"q{at}", *map(str, row), str(random.randint(1, 4))] for at, row in enumerate(rows)]
    lines.append(["odds", *(str(random.randint(1, 9)) for _ in classes), ""])
    lines.append(["kind", *(f"k{kind}" for kind in classes), ""])
    values: dict[str, Value] = {"file": "made.csv", "goal": "class", "class": "kind"}
    if weighed:
        sheet = make_sheet(list(enumerate([head, *lines], 1)), Reading(kind="kind", chance="odds", cost="price"))
        return Table(values | {"chance": "odds", "cost": "price"}, sheet)
    plain = [line[:-1] for line in [head, *lines] if line[0] != "odds"]
    return Table(values, make_sheet(list(enumerate(plain, 1)), Reading(kind="kind")))


def uneven(text: str) -> Game:
    """A game with chances, which travel with its string."""
    game = make_game(text)
    random = Random(text)
    return with_chances(game, {game.format_secret(secret): Fraction(random.randint(1, 9)) for secret in game.secrets})


CASES = {
    "lost": (lambda: make_game("mastermind(4,5,turns=4)"), "optimal(lost,total)"),
    "lost under chances": (lambda: uneven("mastermind(3,5,turns=3)"), "optimal(lost,expected)"),
    "lost of what is to be known": (lambda: make_game("bulls-and-cows(3,7,turns=3,goal=identify)"), "optimal(lost)"),
    "classes": (kinds, "optimal(total,depth)"),
    "classes under chances": (lambda: kinds(True), "optimal(expected)"),
}


@pytest.fixture(autouse=True)
def tiny_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide even smaller games."""
    monkeypatch.setattr(marks, "DIVIDED_PAIRS", 1 << 8)
    monkeypatch.setattr(threads, "AFAR_FROM", 1 << 8)


@pytest.mark.parametrize("name", CASES)
def test_a_crowd_comes_to_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make, strategy = CASES[name]
    game = make()
    expected = encode(compile_strategy(game, strategy).data)
    data = decode(expected)
    assert data.bound == "optimal" and verify_strategy(data).verified
    for count in (1, 3):
        found, executor = carried_out(monkeypatch, game, strategy, count, seed=count)
        assert found == expected and executor.done > 0


@pytest.mark.parametrize("name", CASES)
def test_a_journal_is_gone_on_with(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(journal, "_LEAST_NODES", 8)
    make, strategy = CASES[name]
    game = make()
    options = Options(journal=str(tmp_path / "journal"))
    expected = encode(compile_strategy(game, strategy).data)
    first = compile_strategy(game, strategy, options=options)
    second = compile_strategy(game, strategy, options=options)
    assert encode(first.data) == encode(second.data) == expected
    assert second.nodes < first.nodes
    # And a crowd goes on with it.
    found, _ = carried_out(monkeypatch, game, strategy, 2, 1, options=options)
    assert found == expected


@pytest.mark.parametrize("name", CASES)
def test_a_stopped_search_has_a_tree_and_a_bound_that_hold(name: str) -> None:
    make, strategy = CASES[name]
    game = make()
    best = compile_strategy(game, strategy).data
    assert best.lower_bound is not None
    for seconds in (0.0, 0.05):
        options = Options(time_limit=seconds, certificate=True, jobs=1)
        compiled = compile_strategy(game, strategy, options=options)
        data = compiled.data
        assert verify_strategy(data).verified
        assert data.lower_bound is None or data.lower_bound <= best.lower_bound
        assert data.bounded_figure is None or data.bounded_figure >= best.lower_bound
        if compiled.certify is not None and data.lower_bound is not None:
            certificate = compiled.certify(None).certificate
            assert certificate.bound <= best.lower_bound and check_certificate(certificate).proven


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_best_chance_to_win_at_wordle(hard: bool, turns: int) -> None:
    words = ["".join(letters) for letters in product("abc", repeat=3)]
    frequencies = [1 + 1000 // (place + 1) for place in range(len(words))]
    lists = Lists(Random("wordle").sample(words, 16), words)
    game, even = (Words({"hard": hard, "turns": turns}, lists) for _ in range(2))
    game.weigh(chances=[Fraction(frequencies[words.index(word)]) for word in lists.answers])
    data = compile_strategy(game, make_strategy("optimal(lost,total)", game)).data
    assert data.claims.weighed is not None and verify_strategy(data).verified
    lost, total = least_lost(game)
    assert (data.bound, data.lower_bound, data.claims.weighed.lost) == ("optimal", lost, lost)
    assert data.claims.total + (turns + 1) * data.claims.lost == total
    assert (lost > 0) == (turns < 3)
    # The likeliest words are found, not the most.
    assert data.claims.lost >= compile_strategy(even, make_strategy("optimal(lost)", even)).data.claims.lost


@pytest.mark.parametrize("strategy", ["optimal(expected)", "optimal(lost,expected)"])
def test_chances_of_a_file_travel_to_a_crowd(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = uneven("mastermind(4,4,turns=4)" if "lost" in strategy else "mastermind(4,4)")
    found, executor = carried_out(monkeypatch, game, strategy, 2, 1)
    assert found == encode(compile_strategy(game, strategy).data) and executor.done > 0


def test_a_journal_of_other_chances_is_refused(tmp_path: Path) -> None:
    options = Options(journal=str(tmp_path / "journal"))
    one, other = (with_chances(make_game("mastermind(3,4)"), {"112": each, "*": 1}) for each in (5, 500))
    compile_strategy(one, "optimal(expected)", options=options)
    with pytest.raises(JournalError, match="codes"):
        compile_strategy(other, "optimal(expected)", options=options)
