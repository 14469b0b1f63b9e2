"""Pages of pools whose tests err, against the rules and the tree."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from jobs import GUESS, click_response, enter, state

from strategist import compile_strategy, make_game
from strategist.files.strategy import decode, encode
from strategist.games.sets.pools import Pools
from strategist.model.position import kind_of
from strategist.page.facts import facts_of

Engine = Callable[[str, Any], Any]
Show = Callable[..., Any]

SPECS = [
    'pools(3,rate=0.2,errs="positive:0.1 negative:0.2",tests=3,sure=0.7)',
    'pools(2,rate=0.5,errs="positive:0.1 negative:0.1",tests=4)',
    "pools(3,errs=positive:0.02,tests=2)",
]
LOOK = """
    const field = new StatesField(job.facts, new StatesTwin(job.facts));
    return job.histories.map((history) => {
        const left = field.consistent(history);
        return { left, ending: field.ending(history, left), telling: field.telling(history, left) };
    });
"""


@pytest.mark.parametrize("spec", SPECS)
def test_play_ends_as_the_rules_say(engine: Engine, spec: str) -> None:
    game, draw = make_game(spec), Random(spec)
    assert isinstance(game, Pools) and game.erring is not None
    histories = []
    for _ in range(30):
        secret = draw.choice(game.secrets)
        pools = [draw.randrange(1, 1 << len(game.rates)) for _ in range(draw.randrange(game.erring.questions + 1))]
        asked = [game.index_of(bits, pools[:at].count(bits)) for at, bits in enumerate(pools)]
        histories.append([(each, draw.choice(game.answers(game.guesses[each], secret)).response) for each in asked])
    data = compile_strategy(game, "entropy").data
    ends = []
    for history, seen in zip(histories, engine(LOOK, {"facts": facts_of(data), "histories": histories}), strict=True):
        left = kind_of(game).left(history)
        assert left is not None and seen["left"] == list(left.candidates)
        assert seen["ending"] == kind_of(game).ending(left)
        telling = kind_of(game).telling(left)
        assert seen["telling"] == game.erring.next_tests(telling, game.question_count, {each for each, _ in history})
        ends.append(seen["ending"])
    assert None in ends and len(set(ends)) > 2


def test_the_page_follows_the_tree_and_names_a_set(show: Show) -> None:
    data = compile_strategy(SPECS[0], "optimal(lost)").data
    game, tree = data.game, data.tree
    assert isinstance(game, Pools)
    shown = show(decode(encode(data)))
    for slot, _, history in list(tree.walk()):
        seen = state(shown)
        for guess, response in history:
            assert seen["guess"] == game.format_code(game.guesses[guess])
            seen = click_response(shown, game.format_response(response))
        guess = tree.guesses[slot]
        if guess >= game.question_count:
            assert seen["outcome"] == f"Named after {len(history)} questions: {game.format_secret(game.guesses[guess])}"
        if history:
            shown.evaluate("document.querySelector('#panel-0 .new').click()")


def test_a_person_names_a_set_when_all_tests_are_made(show: Show) -> None:
    shown = show(compile_strategy(SPECS[2], "entropy").data)
    shown.click("#tab-1")
    enter(shown, "A+B", "A+B#2", "C")
    assert "all 2 questions are made" in shown.locator("#entry-error").inner_text()
    enter(shown, "=none")
    outcome = state(shown, GUESS)["outcome"]
    assert outcome == "Named after 2 questions: none" or outcome.startswith("It is not none. ")
