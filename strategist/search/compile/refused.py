"""What engines do not take: one table, from traits of a game, its strategy and the options to the line that refuses.

Traits are words: those of :func:`~strategist.model.refusals.traits_of` for the game, and those of :func:`traits` for
the rest. An entry names the traits that must meet. The first entry of an engine whose traits are all there refuses.
"""

from __future__ import annotations

from strategist.choosing.heuristics import Strategy
from strategist.choosing.searched import Optimal, SearchedStrategy
from strategist.choosing.shortest_lines import ShortestLine
from strategist.model.game import Game
from strategist.model.objective import BY_PATHS, DEPTH, EXPECTED, LOST, TOTAL, WORST, needs_masses, objective_kind
from strategist.model.refusals import REFUSED, Refusals, traits_of
from strategist.model.solitaire import AnyGame
from strategist.search.state.options import Options

VALUES = ("max_depth", "first", "width")
"""The values of strategies that are traits where they are given."""
OPTIONS = ("cluster", "journal", "nodes", "memory", "trace", "certificate", "certify")
"""The options that are traits where they are given."""


def traits(
    game: AnyGame, strategy: Strategy | ShortestLine, options: Options, made: int = 0, plain: bool = False
) -> set[str]:
    """The traits of a request: of its game, of its strategy, of its options, and of the ``made`` moves before.

    >>> from strategist.choosing.registry import make_strategy
    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> sorted(traits(game, make_strategy("optimal(depth,first=11)", game), Options(journal="j")))
    ['compiled', 'first', 'journal', 'one', 'strategy', 'untotal']
    """
    found = {"plain" if plain else "compiled", *(["behind"] if made else [])}
    found |= {name for name in OPTIONS if getattr(options, name) not in (None, False)}
    if isinstance(game, Game):
        found |= traits_of(game)
    if not isinstance(strategy, Optimal) or not isinstance(game, Game):
        found.add("unproven")
    if isinstance(strategy, Strategy):
        found |= {"strategy", *(name for name in VALUES if strategy.values.get(name) is not None)}
    if isinstance(game, Game) and isinstance(strategy, SearchedStrategy):
        objectives = list(strategy.objectives)
        found |= {"candidates"} if strategy.candidates_only else set()
        found |= {"unpathed"} if list(objectives) not in [[each] for each in BY_PATHS] else set()
        found |= {"untotal"} if objectives != [TOTAL.name] else set()
        found |= {"averages"} if objectives not in ([], [DEPTH.name], [DEPTH.name, WORST.name]) else set()
        if game.erring is not None:
            found |= set() if objectives and {*objectives} <= {LOST.name, EXPECTED.name} else {"unerring"}
            found |= {"unending"} if game.erring.sure is None and objectives[:1] == [EXPECTED.name] else set()
        if objectives:
            found |= {"keys"} if needs_masses(game, objectives[0]) else set()
            found |= {"unstated"} if objective_kind(objectives[0]).certified is None else set()
    return found


_NOT_SHARED = "cluster: expected a search or a heuristic that runs compiled, got {strategy}"
_AT_ONCE = "{strategy}: questions asked all at once"

CERTIFICATE: Refusals = {
    "unproven": "a certificate is for optimal(total) or optimal(depth) of a game, got {strategy} of {game}",
    "lies first": "no certificate for first= where answers may be false, got {strategy}",
    "candidates": "no certificate for guesses=candidates, got {strategy}",
    "unstated": "no certificate states a bound of {objective}, got {strategy}",
}
"""What a certificate cannot state, whoever searches."""

LINE: Refusals = {
    "strategy": "{game} is a solitaire: expected optimal, got {strategy}",
    "cluster": _NOT_SHARED,
}
GROWN: Refusals = {"cluster plain": _NOT_SHARED}
CALLED: Refusals = {
    "cluster several": "cluster: expected a game of one answer to each question, got {game}",
    "cluster lies": "cluster: expected a game of true answers, got {game}",
    "cluster": _NOT_SHARED,
}
AT_ONCE: Refusals = {
    "cluster plain": _NOT_SHARED,
    "lies": f"{_AT_ONCE} need a game of one true answer to each question, got {{game}}",
    "several": f"{_AT_ONCE} need a game of one true answer to each question, got {{game}}",
    "restricts": f"{_AT_ONCE} need a game that does not restrict guesses, got {{game}}",
    "costs": f"{_AT_ONCE} need questions of equal costs, got {{game}}",
    "turns": f"{_AT_ONCE} need a game without turns, got {{game}}",
    **{name: f"{_AT_ONCE} know no {name}" for name in VALUES},
    "candidates": f"{_AT_ONCE} may be any guesses: expected guesses=all",
    **{
        name: f"{name}: expected another search than {{strategy}}" for name in ("cluster", "journal", "nodes", "memory")
    },
}
CODES: Refusals = {
    "certificate": "certificate: the bounds of {strategy} of {game} are those of codes, which no certificate states",
    "behind": f"{_AT_ONCE} where answers may be false begin at the beginning: expected no history",
    "plain": f"{_AT_ONCE} have no plain search where answers may be false",
    **{
        name: f"{name}: {{strategy}} of {{game}} is decided by a code, which takes none"
        for name in ("trace", "certify")
    },
    **{name: text for name, text in AT_ONCE.items() if name != "lies"},
}
PRICE: Refusals = {
    **REFUSED["a price"],
    "compiled certificate behind": "a certificate for {strategy} of {game} begins at the beginning: expected no "
    "history",
    "candidates": "{strategy}: expected guesses=all for such a search",
    "width": "{strategy}: expected no width for such a search",
    **{name: f"{name}: expected another search than {{strategy}}" for name in ("cluster", "journal", "memory")},
}
_ONE_ALONE = f"one of {', '.join(BY_PATHS)} alone"
PATHS: Refusals = {
    **REFUSED["a cost of paths"],
    "unpathed": f"{{strategy}} of {{game}}: expected optimal with {_ONE_ALONE}, where answers have costs or limits",
    "compiled certificate behind": "a certificate for {strategy} of {game} begins at the beginning: expected no "
    "history",
    "candidates": "{strategy}: expected guesses=all for such a search",
    **{name: f"{{strategy}}: expected no {name} for such a search" for name in VALUES},
    **{
        name: f"{name}: expected another search than {{strategy}} of {{game}}"
        for name in ("cluster", "journal", "memory", "nodes", "certify")
    },
}
NUMBERS: Refusals = {
    name: f"{name}: {{strategy}} of {{game}} is decided by numbers, which takes none"
    for name in ("journal", "trace", "cluster", "nodes", "certificate")
}
_ONE_TREE = "{strategy} of {game}: expected optimal(total), the one tree for several boards"
BOARDS: Refusals = {
    "unproven": _ONE_TREE,
    "untotal": _ONE_TREE,
    "certificate": "certificate: the proof for {game} is what compile writes for optimal, without an objective",
    **{name: f"{{strategy}} of {{game}}: expected no {name} for several boards" for name in VALUES},
    "candidates": "{strategy} of {game}: expected guesses=all for several boards",
    **{
        name: f"{name}: {{strategy}} of {{game}} is a search for several boards, which takes none"
        for name in ("cluster", "journal", "memory", "nodes", "trace", "certify")
    },
}
ERRING: Refusals = {
    "unerring": "{strategy} of {game}: expected optimal(lost), optimal(expected) or both in a list, where tests err",
    "unending": "{strategy} of {game}: expected sure=, as in sure=0.95: else no test is the fewest",
    "candidates": "{strategy}: expected guesses=all for such a search",
    "plain": "{strategy} of {game} has no plain search",
    **{name: f"{{strategy}}: expected no {name} for such a search" for name in VALUES},
    **{
        name: f"{name}: expected another search than {{strategy}} of {{game}}"
        for name in ("cluster", "journal", "memory", "nodes", "certify", "trace", "certificate")
    },
}
ERRING_UNSTATED: Refusals = {"erring": "no certificate states a bound where tests err, got {strategy} of {game}"}
LIES: Refusals = {
    "cluster plain": _NOT_SHARED,
    "averages": "{strategy}: where answers may be false, an average needs a chance of each lie, which {game} does not "
    "have: expected optimal(depth), optimal(depth,worst) or feasible(max_depth=K)",
    "candidates": "{strategy}: expected guesses=all where answers may be false",
    "width": "{strategy}: expected no width where answers may be false",
    **{name: f"{name}: expected a game of true answers, got {{game}}" for name in ("cluster", "journal", "nodes")},
}
KEYS: Refusals = {
    "cluster plain": _NOT_SHARED,
    "compiled certificate behind keys": "a certificate for {strategy} of {game} begins at the beginning: expected no "
    "history",
    "restricts": "{strategy}: expected a game that does not restrict guesses, got {game}",
    "candidates": "{strategy}: expected guesses=all for such a search",
    "width": "{strategy}: expected no width for such a search",
    "certify": "certify: expected a search for one answer to each question, got {strategy} of {game}",
}
EXACT: Refusals = {
    "cluster plain": _NOT_SHARED,
    "compiled nodes": "nodes: expected size among the objectives, got {strategy}",
    "unrevealed": "{game}: optimal trees of games that restrict guesses are not supported",
}
