"""Printed keys: a person who follows one comes to the right name, in as many steps as are claimed."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from elements import Elements
from fixtures.several_tables import several_table
from said import run
from tables_of_texts import flowers, of_table

from strategist import compile_strategy, make_game, write_strategy
from strategist.common.errors import StrategistError
from strategist.files.strategy import StrategyData
from strategist.games.tables.never_apart import evasive, never_apart
from strategist.model.game import Game
from strategist.show.formats.export import dot, table
from strategist.show.formats.graph import strategy_graph
from strategist.show.formats.key import MANY, Couplet, couplet_count, couplets
from strategist.show.formats.key_as_page import key_page
from strategist.show.formats.key_as_text import WIDTH, key_text
from strategist.show.formats.key_details import MOST_PAIRS
from strategist.show.slots.at_slots import at_slots

ANIMALS, KINDS = (Path(__file__).parents[1] / "fixtures" / f"{name}.csv" for name in ("animals", "kinds"))
GAMES = [
    ("mastermind(4,4)", "minimax"),
    ("mastermind(4,4,goal=identify)", "entropy"),
    ("mastermind(3,4)", "first"),
    ("bulls-and-cows(3,6,goal=identify)", "optimal(total)"),
    ("words", "entropy"),
    (f"table(file={ANIMALS})", "minimax"),
    (f"table(file={ANIMALS},goal=identify)", "optimal(total)"),
    (f"table(file={KINDS},secrets=rows,goal=class,class=kind)", "optimal(total)"),
    (f"table(file={KINDS},secrets=rows,goal=class,class=kind)", "first"),
]


class Reader:
    """Somebody who has nothing but the printed text."""

    def __init__(self, text: str) -> None:
        _, *paragraphs = text.split("\n\n")
        self.leads: dict[int, tuple[str, dict[str, tuple[str, str]]]] = {}
        for paragraph in paragraphs:
            number, _, rest = " ".join(map(str.strip, paragraph.splitlines())).partition(". ")
            question, told = re.split(r"(?<=\?) |: ", rest, maxsplit=1)
            leads = (re.fullmatch(r"(.*) (→|=) (.*)", lead) for lead in told.split("; "))
            self.leads[int(number)] = question, {each[1]: (each[2], each[3]) for each in leads if each}

    def follow(self, answer: Callable[[str], str]) -> tuple[str, int, bool]:
        """The name at the end, the number of couplets, and whether the last of them has asked for the name."""
        number, steps = 1, 0
        while True:
            question, leads = self.leads[number]
            sign, to = leads[answer(question)]
            steps += 1
            if sign == "=":
                return to, steps, to == question
            number = int(to)


def answers_of(game: Game, secret: object) -> Callable[[str], str]:
    return lambda question: game.format_response(game.respond(game.parse_code(question), secret))


@pytest.mark.parametrize(("game_text", "strategy"), GAMES)
def test_a_person_comes_to_the_right_name(game_text: str, strategy: str) -> None:
    data = compile_strategy(game_text, strategy).data
    game = data.game
    assert isinstance(game, Game)
    text = "".join(key_text(data))
    assert all(len(line) <= WIDTH for line in text.splitlines())
    reader = Reader(text)
    assert len(reader.leads) == couplet_count(data)
    steps_of = []
    for secret in game.secrets:
        name, steps, asked = reader.follow(answers_of(game, secret))
        assert name == (game.class_of(secret) or game.format_secret(secret))
        # A last guess that names the secret counts, unless it is enough to know it.
        steps_of.append(steps + (not asked and not game.announces))
    histogram = tuple(steps_of.count(steps) for steps in range(1, max(steps_of) + 1))
    assert histogram == data.claims.histogram


def test_a_key_of_thousands_of_couplets_is_written_after_a_word(tmp_path: Path) -> None:
    data = compile_strategy("bulls-and-cows(5,9)", "first").data
    count = couplet_count(data)
    assert count > MANY == 5000
    write_strategy(tmp_path / "long.msgpack", data)
    for name in ("long.txt", "long.html"):
        done = run("export", tmp_path / "long.msgpack", "--format", "key", "-o", tmp_path / name)
        assert (done.status, done.err) == (0, f"strategist: a key of {count} couplets is long to read\n")
    text, page = ((tmp_path / name).read_text(encoding="utf-8") for name in ("long.txt", "long.html"))
    reader, game = Reader(text), data.game
    assert isinstance(game, Game)
    assert sorted(reader.leads) == list(range(1, count + 1)) and page.count("<li ") == count
    for secret in list(game.secrets)[::97]:
        assert reader.follow(answers_of(game, secret))[0] == game.format_secret(secret)


def test_the_page_has_the_same_couplets_and_every_link_leads_to_one() -> None:
    data = compile_strategy("mastermind(4,4)", "minimax").data
    listed: list[Couplet] = list(couplets(data))
    page = Elements("".join(key_page(data)))
    places, links = page.values("id", tag="li"), page.values("href", tag="a")
    assert places == [f"c{couplet.number}" for couplet in listed]
    assert {link.removeprefix("#") for link in links} == set(places)
    assert len(links) == 2 * (len(listed) - 1)


def test_texts_of_others_are_texts_on_the_page(tmp_path: Path) -> None:
    page = "".join(key_page(of_table(tmp_path, "x,<b>,&amp;\n<i>?,1,2\n", "goal=identify")))
    assert "<h2>&lt;i&gt;?</h2>" in page and "<dd>&amp;amp;</dd>" in page and "<i>" not in page


def test_long_names_stay_within_the_columns(tmp_path: Path) -> None:
    names = [letter * 120 for letter in "abc"]
    text = "".join(key_text(of_table(tmp_path, f"x,{','.join(names)}\n{'why ' * 40}?,1,2,3\n", "goal=identify")))
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert all(name in re.sub(r"\s", "", text) for name in names)


def test_secrets_that_are_given_up_are_not_found() -> None:
    data = compile_strategy("mastermind(3,4,turns=2)", "minimax").data
    assert "= not found" in "".join(key_text(data))


def test_a_single_secret_needs_no_couplet() -> None:
    game = make_game("mastermind(3,4,goal=identify)")
    data = compile_strategy(game, "minimax", start=game.parse_history("111:3b0w")).data
    assert "".join(key_text(data)).endswith("nothing is asked: 111\n") and not list(couplets(data))


def test_a_solitaire_has_no_key(compiled: Callable[[str, str], StrategyData]) -> None:
    with pytest.raises(StrategistError, match="a solitaire has no key"):
        list(couplets(compiled("pegswap(2,2)", "optimal")))


def test_a_key_behind_a_history_tells_it() -> None:
    game = make_game("mastermind(3,4)")
    data = compile_strategy(game, "minimax", start=game.parse_history("112:1b0w")).data
    assert "after 112:1b0w" in "".join(key_text(data)).splitlines()


# Where a secret may give one of several answers


def test_leads_are_joined_and_confirmed_and_places_are_listed(tmp_path: Path) -> None:
    data = flowers(tmp_path, "goal=narrow")
    text = " ".join("".join(key_text(data)).split())
    # In the order of the numbers, not in that of the table.
    assert "1. petals: 3 (leaves long, fruit fleshy) = iris_regis; 4 (fruit dry) → 2; 5 (fruit dry) → 3; 6 or 7" in text
    assert "6 or 7 (leaves long, fruit fleshy) = aster" in text
    # With four petals it is a rose or a willow, also after the leaves are round.
    assert "2. leaves: round = rosa or salix; long = rosa 3. leaves: round = rosa; long = rosa or viola" in text
    assert "Where each is named: rosa 2, 3; salix 2; viola 3; aster 1; iris_regis 1" in text
    assert "No question is sure to tell apart: rosa and salix; rosa and viola" in text
    page = "".join(key_page(data))
    assert '<dt>6 or 7</dt><dd>aster</dd><dd class="also">leaves long, fruit fleshy</dd>' in page
    assert "<h2>Where each is named</h2>" in page and "<li>rosa and viola</li>" in page


def test_an_answer_that_anyone_may_give_tells_no_pair_apart(tmp_path: Path) -> None:
    data = flowers(tmp_path, "goal=narrow,cannot_tell=0.1", "entropy")
    game = data.game
    assert isinstance(game, Game)
    assert len(never_apart(game)) == 10
    assert len(never_apart(game, evasive(game))) == 2
    assert "sure to tell apart: rosa and salix; rosa and viola" in "".join(key_text(data)).replace("\n", " ")


def test_many_pairs_are_counted(tmp_path: Path) -> None:
    names = [f"t{number}" for number in range(20)]
    text = ",".join(["", *names]) + "\nq," + ",".join(["a/b"] * 20) + "\nr," + ",".join("xy" * 10) + "\n"
    told = "".join(key_text(of_table(tmp_path, text, "several=/,unknown=?,goal=narrow", "entropy"))).replace("\n", " ")
    pairs = 2 * (10 * 9 // 2)
    assert pairs <= MOST_PAIRS and told.count(" and ") == pairs


@pytest.mark.parametrize("number", range(40))
def test_paths_and_counts_follow_the_rules(number: int) -> None:
    game = several_table(number)
    data = compile_strategy(game, "entropy").data
    shares: dict[object, Fraction] = {}
    at_slot: dict[int, set[object]] = {}
    for path in at_slots(game, data).paths():
        shares[path.secret] = shares.get(path.secret, Fraction(0)) + path.chance
        for slot in path.slots:
            at_slot.setdefault(slot, set()).add(path.secret)
        assert path.solved == (data.tree.guesses[path.slots[-1]] >= 0)
    assert shares == dict.fromkeys(game.secrets, Fraction(1))
    assert list(at_slots(game, data).counts()) == [len(at_slot[slot]) for slot in range(len(data.tree))]
    assert len(strategy_graph(data)) == len(data.tree) and "".join(dot(data)).endswith("}\n")
    rows = list(csv.DictReader("".join(table(data)).splitlines()))
    if game.several:
        assert sum(Fraction(row["share"]) for row in rows) == len(game.secrets)
    assert all(each.leads for each in couplets(data)) and "".join(key_text(data))
