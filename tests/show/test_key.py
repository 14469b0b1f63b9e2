"""Printed keys: a person who follows one comes to the right name, in as many steps as are claimed."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from strategist import compile_strategy, make_game, write_strategy
from strategist.commands.cli import cli
from strategist.common.errors import StrategistError
from strategist.files.strategy import StrategyData
from strategist.model.game import Game
from strategist.show.formats.key import MANY, WIDTH, Couplet, couplet_count, couplets, key_page, key_text

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

        def answer(question: str, secret: object = secret) -> str:
            return game.format_response(game.respond(game.parse_code(question), secret))

        name, steps, asked = reader.follow(answer)
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
        arguments = ["export", str(tmp_path / "long.msgpack"), "--format", "key", "-o", str(tmp_path / name)]
        done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
        assert (done.exit_code, done.stderr) == (0, f"strategist: a key of {count} couplets is long to read\n")
    text, page = ((tmp_path / name).read_text(encoding="utf-8") for name in ("long.txt", "long.html"))
    reader, game = Reader(text), data.game
    assert isinstance(game, Game)
    assert sorted(reader.leads) == list(range(1, count + 1)) and page.count("<li ") == count
    for secret in list(game.secrets)[::97]:

        def answer(question: str, secret: object = secret) -> str:
            return game.format_response(game.respond(game.parse_code(question), secret))

        assert reader.follow(answer)[0] == game.format_secret(secret)


class Page(HTMLParser):
    """What a browser reads: the couplets with their links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.items: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "li":
            self.items.append(("couplet", str(found["id"])))
        if tag == "a":
            self.items.append(("link", str(found["href"])))


def test_the_page_has_the_same_couplets_and_every_link_leads_to_one() -> None:
    data = compile_strategy("mastermind(4,4)", "minimax").data
    listed: list[Couplet] = list(couplets(data))
    items = Page("".join(key_page(data))).items
    places = [name for kind, name in items if kind == "couplet"]
    assert places == [f"c{couplet.number}" for couplet in listed]
    links = [name for kind, name in items if kind == "link"]
    assert {link.removeprefix("#") for link in links} == set(places)
    assert len(links) == 2 * (len(listed) - 1)


def test_texts_of_others_are_texts_on_the_page(tmp_path: Path) -> None:
    table = tmp_path / "odd.csv"
    table.write_text("x,<b>,&amp;\n<i>?,1,2\n", encoding="utf-8")
    page = "".join(key_page(compile_strategy(f"table(file={table},goal=identify)", "first").data))
    assert "<h2>&lt;i&gt;?</h2>" in page and "<dd>&amp;amp;</dd>" in page and "<i>" not in page


def test_long_names_stay_within_the_columns(tmp_path: Path) -> None:
    table = tmp_path / "long.csv"
    names = [letter * 120 for letter in "abc"]
    table.write_text(f"x,{','.join(names)}\n{'why ' * 40}?,1,2,3\n", encoding="utf-8")
    text = "".join(key_text(compile_strategy(f"table(file={table},goal=identify)", "first").data))
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
