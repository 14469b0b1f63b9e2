"""Replay a strategy against every secret, or the line of moves of a solitaire, by the rules alone.

This module shares nothing with the search: every response comes from ``Game.respond``, every move from
``Solitaire.successors``, every figure from playing. Where answers may be false, each secret gives every one of them
that the rules allow (:mod:`strategist.checking.lies.replay_lies`). A large tree is replayed by the same rules in bulk,
``Game.bulk`` (:mod:`strategist.checking.replay`), where NumPy is installed. A lower bound cannot be checked by playing,
so it is reported as claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass, field, replace
from itertools import islice

from strategist.checking.lies.replay_lies import LyingReplay, replay_lies
from strategist.checking.lies.replay_lies_in_bulk import replay_lies_in_bulk
from strategist.checking.replay import Replayed, replay_in_bulk
from strategist.checking.several_answers.replay_several import replay_several
from strategist.checking.several_answers.size_by_rules import size_by_rules
from strategist.common.errors import CodeError
from strategist.common.notebook_hooks import Shown
from strategist.common.numbers import shown
from strategist.common.wording import counted, is_or_are
from strategist.files.given import AnyStrategy, data_of
from strategist.files.stated_claims import Figured
from strategist.files.strategy import StrategyData
from strategist.model.bulk import agreeing
from strategist.model.game import Code, Game
from strategist.model.objective import KEPT_FIGURES, SIZE, WEIGHED_FIGURES
from strategist.model.solitaire import AnyGame, Solitaire, follow, line_claims
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure, Weighed

_MOST_PROBLEMS = 10
_MOST_LOST = 5
"""The number of lost secrets that are named as examples."""
_TOLD = 1 << 10
"""The number of secrets replayed between two reports of progress."""


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
    once instead of every secret: see :mod:`strategist.checking.several_answers.replay_several`. Where answers may be
    false, every secret is played with every way of lying: see :mod:`strategist.checking.lies.replay_lies`. The line of
    a solitaire must be possible move by move, and reach the goal at its end.

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
    problems = _Problems()
    examples: list[str] = []
    games = None
    if isinstance(game, Solitaire):
        true = _replay_line(game, data.tree, problems)
    else:
        true, lost, games = _replay_secrets(game, data, problems, jobs, progress or _tell_nobody, plain)
        examples = [game.format_secret(code) for code in lost]
        if data.claims.size is not None:
            true = replace(true, size=size_by_rules(game, data.tree, game.consistent(data.start)))
    for problem in _problems_with_claims(true, data.claims, max_depth, game.move_noun):
        problems.add(problem)
    return Verification(true, problems.listed(), examples, data, games)


def _tell_nobody(played: int) -> None:
    """Report no progress."""


class _Problems:
    """The first problems, and how many there are: there may be one for each of millions of secrets."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._count = 0

    def add(self, text: str) -> None:
        """Add one problem."""
        self.add_all(1, iter([text]))

    def add_all(self, count: int, texts: Iterator[str]) -> None:
        """Add ``count`` problems; only the first few of ``texts`` are read."""
        self._texts += islice(texts, _MOST_PROBLEMS - len(self._texts))
        self._count += count

    def listed(self) -> list[str]:
        """The first ones, and a line for the rest."""
        more = self._count - len(self._texts)
        return [*self._texts, f"and {counted(more, 'problem')} more"] if more else self._texts


def _problems_with_claims(true: Claims, claims: Claims, max_depth: int | None, noun: str) -> Iterator[str]:
    """Each claim that differs from what was found, and whether ``max_depth`` is exceeded."""
    for name in (*KEPT_FIGURES, SIZE.name, "histogram", "known", "can_lose"):
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


def _replay_line(game: Solitaire, tree: DecisionTree, problems: _Problems) -> Claims:
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


def _replay_secrets(
    game: Game, data: StrategyData, problems: _Problems, jobs: int, tell: Callable[[int], object], plain: bool
) -> tuple[Claims, list[Code], int | None]:
    """Play against every secret; returns the figures, the first of the secrets that are lost, and where answers may be
    false, the number of games."""
    if game.several:
        claims, losers = replay_several(game, data.tree, data.start, problems.add)
        return claims, losers[:_MOST_LOST], None
    if game.doubtful:
        played = None if plain else replay_lies_in_bulk(game, data, jobs, tell)
        return _outcome(game, data, played or replay_lies(game, data.tree, data.start, tell), problems)
    indices = agreeing(game, data.start) if data.start and not plain else None
    found = None if plain else replay_in_bulk(game, data, indices, jobs, tell)
    if found is None:
        return *_replay_one_by_one(game, data, problems, tell), None
    return _outcome(game, data, found, problems)


def _outcome(
    game: Game, data: StrategyData, found: Replayed, problems: _Problems
) -> tuple[Claims, list[Code], int | None]:
    """What the replay of many secrets at once has found, as :func:`_replay_secrets` returns it."""
    problems.add_all(len(found.wrong), (_problem_of(game, data, game.secrets[index]) for index in found.wrong))
    unmet = (_dead_branch(game, data.tree, slot, slot not in found.unreached) for slot in found.unmet)
    problems.add_all(len(found.unmet), unmet)
    true = replace(Claims.of_moves(found.solved_at, len(found.lost), game.announces), weighed=found.weighed)
    return true, [game.secrets[index] for index in found.lost[:_MOST_LOST]], found.games


def _replay_one_by_one(
    game: Game, data: StrategyData, problems: _Problems, tell: Callable[[int], object]
) -> tuple[Claims, list[Code]]:
    """Play against one secret after the other."""
    replay = _Replay(game, data, problems)
    for number, secret in enumerate(game.consistent(data.start) if data.start else game.secrets, 1):
        replay.play(secret, game.weight_of(game.secrets.index(secret)) if game.weighted else 1)
        if not number % _TOLD:
            tell(number)
    replay.look_for_dead_branches()
    true = Claims.of_moves(replay.solved_at, replay.lost, game.announces)
    return replace(true, weighed=replay.weighed if game.weighted else None), replay.lost_examples


def _problem_of(game: Game, data: StrategyData, secret: Code) -> str:
    """What is wrong where one secret is hidden."""
    if game.doubtful:
        fate = LyingReplay(game, data.tree, data.start).play(secret)
        assert fate is not None  # it was found to be wrong
        return fate.problem
    problems = _Problems()
    _Replay(game, data, problems).play(secret)
    return problems.listed()[0]


class _Replay:
    """The secrets of one tree played one after the other."""

    def __init__(self, game: Game, data: StrategyData, problems: _Problems) -> None:
        self.game = game
        self.tree: DecisionTree = data.tree
        self.start = data.start
        self.questions = game.question_count
        self.restricted = game.restricts
        self.problems = problems
        self.lost = 0
        self.lost_examples: list[Code] = []
        self.solved_at: list[int] = []
        self.visited = bytearray(len(self.tree))
        self.solvers = bytearray(len(self.tree))
        self.weighed = Weighed(0, 0, 0)

    def play(self, secret: Code, weight: int = 1) -> None:
        """Follow the tree with one secret and note where it ends."""
        game, tree = self.game, self.tree
        slot, guesses_made, spent = 0, 0, 0
        history = self.start
        while True:
            self.visited[slot] = 1
            if tree.guesses[slot] == GIVE_UP:
                self.lost += 1
                self.lost_examples += [secret] * (len(self.lost_examples) < _MOST_LOST)
                self.weighed = replace(self.weighed, lost=self.weighed.lost + weight)
                return
            guess = game.guesses[tree.guesses[slot]]
            announced = tree.guesses[slot] >= self.questions
            if announced and not game.solved(game.respond(guess, secret)):
                self.problem(secret, f"announced as {game.format_code(guess)} at guess {guesses_made + 1}")
                return
            if game.turns is not None and not announced and len(self.start) + guesses_made >= game.turns:
                self.problem(secret, f"more than the {counted(game.turns, 'guess')} that the rules allow")
                return
            allowed = game.allowed(history) if self.restricted and not announced else None
            if allowed is not None and guess not in allowed:
                self.problem(secret, f"guess {game.format_code(guess)} is not allowed after the history")
                return
            response = game.respond(guess, secret)
            guesses_made += 1
            spent += game.cost_of(tree.guesses[slot])
            if self.restricted:
                history = (*history, (guess, response))
            if not tree.masks[slot] >> response & 1:
                text = game.format_response(response)
                self.problem(secret, f"no branch for {text} at guess {guesses_made}, {game.format_code(guess)}")
                return
            if game.solved(response):
                self.solvers[slot] = 1
                self.solved_at.extend([0] * (guesses_made - len(self.solved_at)))
                self.solved_at[guesses_made - 1] += 1
                before, asked = self.weighed, guesses_made - announced
                self.weighed = Weighed(
                    before.mass + weight,
                    before.questions + weight * asked,
                    before.expected + weight * spent,
                    before.lost,
                )
                return
            child = tree.child(slot, response)
            assert child is not None  # the mask has this bit, and it is not the solved one
            slot = child

    def problem(self, secret: Code, text: str) -> None:
        self.problems.add(f"secret {self.game.format_secret(secret)}: {text}")

    def look_for_dead_branches(self) -> None:
        """Every slot must be reached by some secret, and every solved response given by one."""
        for slot, (met, solved) in enumerate(zip(self.visited, self.solvers, strict=True)):
            if not met or (self.tree.solves(slot) and not solved):
                self.problems.add(_dead_branch(self.game, self.tree, slot, bool(met)))


def _dead_branch(game: Game, tree: DecisionTree, slot: int, met: bool) -> str:
    """What is wrong with a slot that no secret meets, or at which none is solved although its guess is to be one."""
    if not met:
        return f"dead branch: no secret reaches slot {slot}"
    guess = game.format_code(game.guesses[tree.guesses[slot]])
    return f"dead branch: no secret is solved by {guess} at slot {slot}"
