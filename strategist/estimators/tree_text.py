"""A fitted tree as text, as ``export_text`` of scikit-learn writes one, and the texts of the answers at its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from strategist.estimators.equal_rows import Masses, heaviest
from strategist.estimators.feature_columns import MISSING, NO, YES, Categories, Numbers
from strategist.estimators.fitted_game import Question
from strategist.estimators.fitted_tree import LEAF, FittedTree

Answers = Sequence[Mapping[int, str]]
"""The texts of the answers to each question, by their codes, in the order in which they are shown."""


def answer_texts(column: Categories | Numbers, question: Question, name: str) -> dict[int, str]:
    """The answers to a question about a feature with this ``name``.

    >>> answer_texts(Numbers((0.5,)), Question(0, 0.5), "x")
    {1: 'x <= 0.5', 0: 'x > 0.5', 2: 'x missing'}
    >>> answer_texts(Categories({"red": 0}), Question(0), "color")
    {0: 'color = red', 1: 'color missing'}
    """
    missing = f"{name} missing"
    if isinstance(column, Numbers):
        assert question.threshold is not None  # every question about such a column has one
        told = column.told(question.threshold)
        return {YES: f"{name} <= {told}", NO: f"{name} > {told}", MISSING: missing}
    return dict(enumerate([*(f"{name} = {value}" for value in column.values), missing]))


def tree_text(tree: FittedTree, answers: Answers, classes: Sequence[str], most: int | None, weights: bool) -> str:
    """The lines of a tree down to a depth of ``most``.

    >>> from collections import Counter
    >>> masses = [Counter({0: 1, 1: 2}), Counter({0: 1}), Counter({1: 2})]
    >>> tree = FittedTree([0, -1, -1], [{0: 1, 1: 2}, {}, {}], [0, 1, 1], masses, [[0, 1], [0], [1]])
    >>> print(tree_text(tree, [{1: "x <= 0.5", 0: "x > 0.5"}], ["no", "yes"], None, True), end="")
    |--- x <= 0.5
    |   |--- class: yes, weights: [0, 2]
    |--- x > 0.5
    |   |--- class: no, weights: [1, 0]
    """
    return "".join(f"{line}\n" for line in _lines(tree, answers, classes, most, weights))


def _lines(
    tree: FittedTree, answers: Answers, classes: Sequence[str], most: int | None, weights: bool
) -> Iterator[str]:
    # What is still to be written, the last first: a node, or the answer that leads there.
    todo: list[tuple[int, str | None]] = [(0, None)]
    while todo:
        node, answer = todo.pop()
        indent = "|   " * (tree.depths[node] - (answer is not None)) + "|--- "
        if answer is not None:
            yield indent + answer
            todo.append((node, None))
        elif tree.asks[node] == LEAF:
            yield indent + _ending(tree.masses[node], classes, weights)
        elif most is not None and tree.depths[node] >= most:
            yield f"{indent}truncated branch of {_leaves_below(tree, node)} leaves"
        else:
            told, children = answers[tree.asks[node]], tree.children[node]
            todo += [(children[code], told[code]) for code in reversed(list(told)) if code in children]


def _ending(masses: Masses, classes: Sequence[str], weights: bool) -> str:
    more = f", weights: {[masses[kind] for kind in range(len(classes))]}" if weights else ""
    return f"class: {classes[heaviest(masses)]}{more}"


def _leaves_below(tree: FittedTree, node: int) -> int:
    below = [node]
    for each in below:
        below += tree.children[each].values()
    return sum(tree.asks[each] == LEAF for each in below)
