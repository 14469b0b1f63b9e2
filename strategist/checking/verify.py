"""Replay a strategy against every secret, or the line of moves of a solitaire, by the rules alone.

This module shares nothing with the search: every response comes from ``Game.respond``, every move from
``Solitaire.successors``, every figure from playing. Where answers may be false, each secret gives every one of them
that the rules allow (:mod:`strategist.checking.replays.replay_plain`). A large tree is replayed by the same rules in
bulk, ``Game.bulk`` (:mod:`strategist.checking.replays.replay_in_bulk`), where NumPy is installed. A lower bound cannot
be checked by playing, so it is reported as claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, field, replace

from strategist.checking.replays.replay import Problems, replay_of, size_by_rules, worst_cost_by_rules
from strategist.common.errors import CodeError
from strategist.common.notebook_hooks import Shown
from strategist.common.numbers import shown
from strategist.common.wording import counted, is_or_are
from strategist.files.given import AnyStrategy, data_of
from strategist.files.stated_claims import Figured
from strategist.files.strategy import StrategyData
from strategist.model.objective import KEPT_FIGURES, SIZE, WEIGHED_FIGURES
from strategist.model.solitaire import AnyGame, Solitaire, follow, line_claims
from strategist.model.tree import Claims, DecisionTree, Figure


@dataclass(frozen=True)
class Verification(Figured, Shown):
    """What the replay of a strategy has found.

    Attributes
    ----------
    claims : Claims
        The true figures. Each is an attribute of the verification, too: ``total``, ``depth``, ``lost``.
    problems : list of str
        Every problem with the file; empty if it verifies.
    lost_examples : list of str
        Some of the secrets that are lost.
    data : StrategyData or None
        What was replayed.
    games : int or None
        Where answers may be false, how many games were played: each secret with each way of lying, also by lies that
        help nobody, because no secret left gives such an answer. Else None: each secret is played once.

    Examples
    --------
    >>> found = verify_strategy("mastermind-4x6.minimax")
    >>> found.verified, found.total, found.depth
    (True, 5801, 5)
    """

    claims: Claims
    problems: list[str] = field(default_factory=list)
    lost_examples: list[str] = field(default_factory=list)
    data: StrategyData | None = field(default=None, repr=False, compare=False)
    games: int | None = None

    @property
    def verified(self) -> bool:
        """Whether the tree is complete, without dead branches, and its claims are true."""
        return not self.problems


def verify_strategy(
    strategy: AnyStrategy,
    max_depth: int | None = None,
    *,
    game: AnyGame | None = None,
    jobs: int = 1,
    progress: Callable[[int], object] | None = None,
    plain: bool = False,
) -> Verification:
    """Play a strategy against every secret, by the rules alone.

    Each secret must be found, or reach a slot that gives up (it is lost). Some secret must reach each slot and get each
    solved response. The figures must be those claimed. In a game that announces its secrets, the announcement must be
    the right one, and is not counted, not even as a turn. Where answers may be one of several, every leaf is replayed
    once instead of every secret: see :mod:`strategist.checking.replays.replay_several`. Where answers may be
    false, every secret is played with every way of lying: see :mod:`strategist.checking.replays.replay_plain`. The line
    of a solitaire must be possible move by move, and reach the goal at its end.

    Parameters
    ----------
    strategy : Compiled, CompiledStrategy, StrategyData, path or str
        A compiled strategy, the path of its file, or its name in the library.
    max_depth : int, optional
        The number of guesses within which every secret must be found.
    game : Game or Solitaire, optional
        The game of a file, where no installed package offers it.
    jobs : int, default 1
        The number of threads by which large trees are replayed.
    progress : callable, optional
        It is called with the number of secrets replayed so far.
    plain : bool, default False
        Whether one secret is replayed after the other; the result is the same.

    Returns
    -------
    Verification
        The true figures and every problem; it is ``verified`` if there is none.

    Raises
    ------
    StrategyFileError
        If there is no strategy file.

    Examples
    --------
    >>> from strategist.games.catalog import make_game
    >>> from strategist.model.tree import DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> verify_strategy(StrategyData(game, "first", tree, Claims.of([1, 1], 0)), max_depth=1).problems
    ['1 guess is not guaranteed: the tree needs up to 2']
    """
    data = data_of(strategy, game)
    game = data.game
    problems = Problems()
    examples: list[str] = []
    games = None
    if isinstance(game, Solitaire):
        true = _replay_line(game, data.tree, problems)
    else:
        played = replay_of(game, data, problems).played(jobs, progress or _tell_nobody, plain)
        true, games = played.claims, played.games
        examples = [game.format_secret(code) for code in played.losers]
        if data.claims.size is not None:
            true = replace(true, size=size_by_rules(game, data.tree, game.consistent(data.start)))
        if data.claims.worst_cost is not None:
            true = replace(true, worst_cost=worst_cost_by_rules(game, data.tree, game.consistent(data.start)))
    for problem in _problems_with_claims(true, data.claims, max_depth, game.move_noun):
        problems.add(problem)
    return Verification(true, problems.listed(), examples, data, games)


def _tell_nobody(played: int) -> None:
    """Report no progress."""


def _problems_with_claims(true: Claims, claims: Claims, max_depth: int | None, noun: str) -> Iterator[str]:
    """Each claim that differs from what was found, and whether ``max_depth`` is exceeded."""
    for name in (*KEPT_FIGURES, SIZE.name, "worst_cost", "histogram", "known", "can_lose"):
        claimed, replayed = getattr(claims, name), getattr(true, name)
        if claimed != replayed:
            yield f"{name}: claimed {_figure(claimed)}, found {_figure(replayed)}"
    if claims.weighed is not None and true.weighed is not None:
        for name, claimed, replayed in zip(
            WEIGHED_FIGURES, astuple(claims.weighed), astuple(true.weighed), strict=True
        ):
            if claimed != replayed:
                yield f"{name}: claimed {shown(claimed)}, found {shown(replayed)}"
    elif claims.weighed != true.weighed:
        yield "chances and costs: expected figures under them exactly in a game that has some"
    if max_depth is not None and (true.depth > max_depth or true.lost):
        lost = f" and loses {counted(true.lost, 'secret')}" if true.lost else ""
        asked = f"{counted(max_depth, noun)} {is_or_are(max_depth)}"
        yield f"{asked} not guaranteed: the tree needs up to {true.depth}{lost}"


def _figure(value: Figure | tuple[Figure, ...]) -> str:
    return " ".join(map(shown, value)) if isinstance(value, tuple) else shown(value)


def _replay_line(game: Solitaire, tree: DecisionTree, problems: Problems) -> Claims:
    """Make the moves of a line one after the other."""
    position = game.start
    try:
        for made, (move, position) in enumerate(follow(game, tree.guesses), 1):
            if game.solved(position) and made < len(tree):
                problems.add(f"move {made}: {move} reaches the goal, and the line goes on")
                return line_claims(made)
    except CodeError as error:
        problems.add(str(error))
        return line_claims(0)
    if not game.solved(position):
        problems.add(f"the line ends at {game.format_position(position)}, not at the goal")
        return line_claims(0)
    return line_claims(len(tree))
