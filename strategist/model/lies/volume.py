"""The volume bound: how many answers it takes at least to find a secret where some of them may be false.

With q questions to ask, R answers to each, a candidate with k lies left can be behind Σᵢ≤k C(q,i)(R−1)ⁱ sequences of
answers: choose the i answers that are false, and each of these in R−1 ways. One sequence is behind one secret alone
when that secret is known in the end, and there are Rᵏ sequences in all. The sum over the candidates is Berlekamp's
*weight* of a position, and the answers to a question share the weight of the position before it exactly: the cells'
weights with one question fewer add up to it. So a question whose cells weigh alike is a good one, and a position that
weighs more than R^q with q questions left cannot be resolved.

Where it is fixed how many lies there will have been after r more questions, and each secret still has to tell its own,
one with k lies left can be behind the sequences of q ≤ r answers with k − (r − q) lies at least. Every question has to
have as many answers then, or the fewest are counted for the secrets, and the most for all sequences.

Sizes of positions are given by the lies that are *left* to tell: ``sizes[k]`` candidates under whom k more answers may
be false. All numbers are whole and exact.

Sources: A. Rényi, "On a problem of information theory", MTA Mat. Kut. Int. Közl. 6B (1961); S. M. Ulam, "Adventures of
a Mathematician", Scribner (1976), for a million numbers, yes and no, and a lie or two; E. R. Berlekamp, "Block coding
for the binary symmetric channel with noiseless, delayless feedback", in: Error Correcting Codes, Wiley (1968), for the
weight; A. Pelc, "Solution of Ulam's problem on searching with a lie", Journal of Combinatorial Theory A 44 (1987), for
one lie among any number of secrets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

from strategist.common.lazy_numpy import numpy_for
from strategist.model.bulk import bulk_rules
from strategist.model.game import Game
from strategist.model.lies.honest import Honest


def ways_to_answer(questions: int, lies: int, answers: int, least: int = 0) -> int:
    """The sequences of answers to so many questions that one secret can give with at most so many lies, and no fewer
    than ``least``.

    >>> ways_to_answer(3, 1, 2), ways_to_answer(2, 1, 14), ways_to_answer(2, 0, 14), ways_to_answer(1, 5, 3)
    (4, 27, 1, 3)
    >>> ways_to_answer(10, 1, 2, least=1)
    10
    """
    counts = range(max(least, 0), min(lies, questions) + 1)
    return sum(comb(questions, told) * (answers - 1) ** told for told in counts)


def weight(sizes: Sequence[int], questions: int, answers: int) -> int:
    """Berlekamp's weight of a position with so many questions left: ``sizes[k]`` candidates have k lies left.

    >>> weight([0, 1_000_000], 25, 2), 2**25
    (26000000, 33554432)
    """
    return sum(size * ways_to_answer(questions, left, answers) for left, size in enumerate(sizes) if size)


def least_questions(sizes: Sequence[int], answers: int) -> int:
    """The least number of questions whose sequences of answers suffice for a position in which ``sizes[k]`` candidates
    have k lies left, where it is enough that one is left in the end.

    ``answers`` is the most that one question can get, 2 or more. No strategy needs fewer questions, also where some
    questions get fewer answers: each answer that is missing would leave all candidates with one lie fewer, which is no
    more than any other answer leaves. Where secrets have classes, count one candidate of each class, with the most lies
    left. Raises :class:`ValueError` where nothing can be told because there is only one answer.

    >>> [least_questions([0] * lies + [1_000_000], 2) for lies in range(4)]
    [20, 25, 29, 33]
    >>> least_questions([0, 1], 2), least_questions([1, 1], 2), least_questions([2, 1], 3)
    (0, 2, 2)
    """
    if sum(sizes) > 1 and answers < 2:
        raise ValueError(f"expected 2 answers or more, got {answers}: the suspects would never be told apart")
    return _least(lambda questions: weight(sizes, questions, answers) <= answers**questions)


def least_guesses(sizes: Sequence[int], answers: int, honest: Honest) -> int:
    """The least number of guesses with which the secret can be found by guessing it, by the volume bound;
    ``answers`` counts all that one guess can get, the solved one included.

    A guess that is right ends play, so a question parts the candidates but the guessed one among ``answers`` − 1
    others. If a position weighs w with q guesses left, these others weigh at least w less what the guessed candidate
    adds, and each answer leaves no more than is allowed with q − 1 left. The guessed one adds all of its weight where
    the right guess is admitted, and where it may be denied, only what it weighs beyond the sequences that begin with a
    denial.

    >>> least_guesses([0, 4], 3, Honest.SOLVED), least_guesses([0, 4], 3, Honest.YES)
    (3, 5)
    >>> least_guesses([1296], 14, Honest.SOLVED), least_guesses([0, 1296], 14, Honest.SOLVED)
    (4, 5)
    """
    others = max(answers - 1, 1)
    most = max((left for left, size in enumerate(sizes) if size), default=0)
    room = [0]
    """The most that a position may weigh with so many guesses left."""

    def fits(guesses: int) -> bool:
        while len(room) <= guesses:
            left = len(room)
            if honest is Honest.YES:
                alone = max(comb(left - 1, told) * (others - 1) ** told for told in range(most + 1))
            else:
                alone = ways_to_answer(left, most, others)
            room.append(others * room[-1] + alone)
        return weight(sizes, guesses, others) <= room[guesses]

    return _least(fits)


def _least(fits: Callable[[int], bool]) -> int:
    """The least number that fits, if every greater one does, too."""
    high = 1
    while not fits(high):
        high *= 2
    low = -1 if high == 1 else high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


def most_answers(game: Game) -> int:
    """The most answers that a question of a game can get, from whatever secret, but at least two; just two where no lie
    is counted, so that no weight depends on their number.

    >>> from strategist.games.catalog import make_game
    >>> most_answers(make_game("mastermind(2,3,lies=1)"))
    5
    """
    known: int | None = game.__dict__.get("_most_answers")
    if not game.lies:
        return 2
    if known is None:
        known = game.__dict__["_most_answers"] = _most_counted(game)
    return known


def _most_counted(game: Game) -> int:
    possible = game.response_count - game.announces
    many = game.question_count * len(game.secrets)
    rules, np = bulk_rules(game, many), numpy_for(many)
    everybody = None if np is None else np.arange(len(game.secrets), dtype=np.int32)
    most = 2
    for question in range(game.question_count):
        if most >= possible:
            # No question can get more.
            break
        got = game.can_get(game.guesses[question]) if rules is None else np.unique(rules.respond(question, everybody))
        most = max(most, len(got))
    return most


def answers_by_counting(game: Game) -> int:
    """The number of answers that the volume bound proves to be needed from the beginning of a game, at least one.

    >>> from strategist.games.catalog import make_game
    >>> [answers_by_counting(make_game(f"mastermind({size},lies=1)")) for size in ("2,3", "4,6")]
    [3, 5]
    """
    return max(1, least_questions([0] * game.lies + [len(game.secrets)], most_answers(game)))
