"""Replay a strategy against every secret, or the line of moves of a solitaire, by the rules alone.

This module shares nothing with the search: every response comes from ``Game.respond``, every move from
``Solitaire.successors``, every figure from playing. A lower bound cannot be checked by playing, so it is reported as
claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from strategist.errors import CodeError
from strategist.files.given import AnyStrategy, data_of
from strategist.files.strategy import StrategyData
from strategist.game import Code, Game
from strategist.shown import Shown
from strategist.solitaire import Solitaire, follow, line_claims
from strategist.tree import GIVE_UP, Claims, DecisionTree
from strategist.wording import counted, is_or_are

_MOST_PROBLEMS = 10


@dataclass
class Verification(Shown):
    """The result of replaying: the true figures, and every problem with the file (no problems if it verifies)."""

    claims: Claims
    problems: list[str] = field(default_factory=list)
    lost_examples: list[str] = field(default_factory=list)

    @property
    def verified(self) -> bool:
        """Whether the tree is complete, without dead branches, and its claims are true."""
        return not self.problems


def verify_strategy(
    strategy: AnyStrategy,
    max_depth: int | None = None,
    progress: Callable[[Iterable[Code]], Iterable[Code]] = iter,
) -> Verification:
    """Play a strategy, or that of a file, against every secret.

    Each secret must be found, or reach a slot that gives up (it is lost). Some secret must reach each slot and get each
    solved response. The figures must be those claimed. With ``max_depth``, every secret must be found within that
    number of guesses. ``progress`` may wrap the secrets. In a game that announces its secrets, the announcement must be
    the right one, and is not counted, not even as a turn.

    The line of a solitaire must be possible move by move, and reach the goal at its end.

    ``strategy`` is a compiled strategy or the path of its file: see :func:`~strategist.files.given.data_of`.

    >>> from strategist.catalog import make_game
    >>> from strategist.tree import DecisionTree
    >>> game = make_game("mastermind(pegs=1,colors=2)")
    >>> tree = DecisionTree(guesses=[0, 1], masks=[0b11, 0b10], response_count=2)
    >>> verify_strategy(StrategyData(game, "first", tree, Claims.of([1, 1], 0)), max_depth=1).problems
    ['1 guess is not guaranteed: the tree needs up to 2']
    """
    data = data_of(strategy)
    game = data.game
    found = _replay_line(game, data.tree) if isinstance(game, Solitaire) else _replay_secrets(game, data, progress)
    _compare(found, data.claims, max_depth, game.move_noun)
    return found


def _compare(found: Verification, claims: Claims, max_depth: int | None, noun: str) -> None:
    """Note each claim that differs from what was found, and whether ``max_depth`` is exceeded."""
    true, problems = found.claims, found.problems
    for name in ("total", "depth", "worst_count", "lost", "histogram", "known"):
        claimed, replayed = getattr(claims, name), getattr(true, name)
        if claimed != replayed:
            problems.append(f"{name}: claimed {_figure(claimed)}, found {_figure(replayed)}")
    if max_depth is not None and (true.depth > max_depth or true.lost):
        lost = f" and loses {counted(true.lost, 'secret')}" if true.lost else ""
        asked = f"{counted(max_depth, noun)} {is_or_are(max_depth)}"
        problems.append(f"{asked} not guaranteed: the tree needs up to {true.depth}{lost}")
    if len(problems) > _MOST_PROBLEMS:
        problems[_MOST_PROBLEMS:] = [f"and {counted(len(problems) - _MOST_PROBLEMS, 'problem')} more"]


def _figure(value: int | tuple[int, ...]) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _replay_line(game: Solitaire, tree: DecisionTree) -> Verification:
    """Make the moves of a line one after the other."""
    position = game.start
    try:
        for made, (move, position) in enumerate(follow(game, tree.guesses), 1):
            if game.solved(position) and made < len(tree):
                return Verification(line_claims(made), [f"move {made}: {move} reaches the goal, and the line goes on"])
    except CodeError as error:
        return Verification(line_claims(0), [str(error)])
    if not game.solved(position):
        return Verification(line_claims(0), [f"the line ends at {game.format_position(position)}, not at the goal"])
    return Verification(line_claims(len(tree)))


def _replay_secrets(
    game: Game, data: StrategyData, progress: Callable[[Iterable[Code]], Iterable[Code]]
) -> Verification:
    """Play against every secret."""
    replay = _Replay(game, data)
    for secret in progress(replay.candidates):
        replay.play(secret)
    replay.look_for_dead_branches()
    true = Claims.of_moves(replay.solved_at, len(replay.lost), game.announces)
    return Verification(true, replay.problems, [game.format_secret(code) for code in replay.lost[:5]])


class _Replay:
    """All secrets of one tree played one after the other."""

    def __init__(self, game: Game, data: StrategyData) -> None:
        self.game = game
        self.tree: DecisionTree = data.tree
        self.start = data.start
        self.candidates = game.consistent(data.start) if data.start else game.secrets
        self.questions = game.question_count
        self.restricted = game.restricts
        self.problems: list[str] = []
        self.lost: list[Code] = []
        self.solved_at: list[int] = []
        self.visited = bytearray(len(self.tree))
        self.solvers: Counter[int] = Counter()

    def play(self, secret: Code) -> None:
        """Follow the tree with one secret and note where it ends."""
        game, tree = self.game, self.tree
        slot, guesses_made = 0, 0
        history = self.start
        while True:
            self.visited[slot] = 1
            if tree.guesses[slot] == GIVE_UP:
                self.lost.append(secret)
                return
            guess = game.guesses[tree.guesses[slot]]
            announced = tree.guesses[slot] >= self.questions
            if announced and game.named(guess) != secret:
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
            if self.restricted:
                history = (*history, (guess, response))
            if not tree.masks[slot] >> response & 1:
                text = game.format_response(response)
                self.problem(secret, f"no branch for {text} at guess {guesses_made}, {game.format_code(guess)}")
                return
            if game.solved(response):
                self.solvers[slot] += 1
                self.solved_at.extend([0] * (guesses_made - len(self.solved_at)))
                self.solved_at[guesses_made - 1] += 1
                return
            child = tree.child(slot, response)
            assert child is not None  # the mask has this bit, and it is not the solved one
            slot = child

    def problem(self, secret: Code, text: str) -> None:
        self.problems.append(f"secret {self.game.format_secret(secret)}: {text}")

    def look_for_dead_branches(self) -> None:
        """Every slot must be reached by some secret, and every solved response given by one."""
        for slot, met in enumerate(self.visited):
            if not met:
                self.problems.append(f"dead branch: no secret reaches slot {slot}")
            elif self.tree.solves(slot) and not self.solvers[slot]:
                guess = self.game.format_code(self.game.guesses[self.tree.guesses[slot]])
                self.problems.append(f"dead branch: no secret is solved by {guess} at slot {slot}")
