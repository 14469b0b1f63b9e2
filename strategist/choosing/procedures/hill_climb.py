"""A hill climb with backtracking, after Astatin, The application of depth first search and backtracking in solving
Mastermind game.

A black counts 2, a white 1: that is the score of a code. The openings are AABB, CCDD, EEFF; the best becomes the root.
An opening marked with whites alone, for half of its pegs, counts as its mirror image, which has as many blacks: EEFF
with two whites stands for FFEE with score 4. From a code the climb goes on in two ways, pruning what scores less:

* *by position*: from the left, each position gets another color, the first that is not out; a child that does not score
  less is climbed from before the next position is tried;
* *by color*: one position gets every other color in order; a child has to do better to be climbed from.

No code is guessed twice. The colors of a guess that scores 0 are out.

What is better in the step by color can be read in two ways:

* ``color=blacks``, the default: the child has one black more. The example of the article, the code FCBE, then comes out
  guess by guess: AABB CCDD EEFF AFEE FAEE FBEE FCEE ACEE FCAE FCBE. There FBEE is pruned, because it has two blacks, as
  FAEE has.
* ``color=score``: the child has a higher score, which is what the article's text says. FBEE has a white besides its two
  blacks, so the climb goes on from there, leaves the path of the example and finds FCBE at the twelfth guess.
  Versions of strategist that knew no ``color=`` read the article in this way. A file that names ``hill-climb`` without
  it is of that time.

Where the article leaves a choice:

* After which step comes which? It alternates, and gives as the reason for demanding more in the step by color that the
  score has stayed equal. So a child by position of *equal* score goes on by color in that position, and any child that
  did better goes on by position. (To go on by color after a rise, too, would recolor positions that have just come
  right. Read by score, it leaves 195 of the 1,296 codes unfound when the tree is exhausted.)
* What is another color? Its figures change a color to A, and A to B: the first color that differs.
* Among openings of equal score the first is the root. All openings are played, whatever the responses to the first ones
  are.
* A code that was checked elsewhere is passed over: it was climbed from there, or pruned.
* Backtracking goes to the parent, and from an exhausted root to the opening next in score.
* When that is exhausted, too, or after 100 guesses, the climb is at its end, and the first codes still possible in
  counting order are guessed: a reader would not stop there. With 4 pegs and 6 colors it never comes to that.
* With an odd number of colors the last opening is of the last color and the first one; with an odd number of pegs the
  second color takes the larger half, and there are no mirror images.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from strategist.choosing.procedures.procedure import Procedure
from strategist.games.pegs.codes import PegCode
from strategist.model.position import Moves, Position
from strategist.model.spec import Parameter, Value

_LONGEST_CLIMB = 100
"""The most guesses of a climb, which does not know the candidates and may go on when nothing is left to find out."""


class HillClimb(Procedure):
    """The hill climb; ``color`` says what a child of the step by color needs more of.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(4,6,alphabet=letters)")
    >>> history = game.parse_history("AABB:1b0w CCDD:1b0w EEFF:0b2w AFEE:1b1w FAEE:2b0w FBEE:2b1w")
    >>> moves = [(game.guesses.index(guess), response) for guess, response in history]
    >>> for line in HillClimb(game, {}).explain(moves):
    ...     print(line)
    opening: score 2
    opening: score 2
    opening: counts as FFEE, score 4
    from FFEE by position 1: score 3, lower than 4: pruned
    from FFEE by position 2: score 4, equal to 4: kept
    from FAEE by color in position 2: blacks 2, equal to 2: pruned
    >>> HillClimb(game, {"color": "score"}).explain(moves)[-1]
    'from FAEE by color in position 2: score 5, higher than 4: kept'
    """

    name = "hill-climb"
    summary = "a climb by position and color with backtracking, a black scoring 2 and a white 1"
    doubts = False
    parameters = (
        Parameter(
            "color",
            str,
            "blacks",
            "what a code of another color must have more of to be climbed from",
            choices=("blacks", "score"),
            always=True,
        ),
    )
    unwritten: ClassVar[Mapping[str, Value]] = {"color": "score"}

    def choose(self, position: Position) -> int:
        """The next code of the climb; the first candidate once the climb is at its end."""
        if len(position.history) < _LONGEST_CLIMB:
            answers = self._answers(position.history)
            for code in _Climb(self, answers).codes():
                if code not in answers:
                    return self.game.guesses.index(code)
        return position.candidates[0]

    def explain(self, history: Moves) -> list[str]:
        """For each move where it climbs from and how, its score, and whether it is climbed from in turn."""
        answers = self._answers(history)
        climb = _Climb(self, answers)
        for code in climb.codes():
            if code not in answers:
                break
        codes = [self.game.guesses[guess] for guess, _ in history]
        return [climb.notes.get(code, "no step of the climb") for code in codes]

    def _answers(self, history: Moves) -> dict[PegCode, tuple[int, int]]:
        return {self.game.guesses[guess]: self.answer(response) for guess, response in history}


class _Climb:
    """One climb through the answers that are known."""

    def __init__(self, procedure: Procedure, answers: Mapping[PegCode, tuple[int, int]]) -> None:
        self.procedure = procedure
        self.game = procedure.game
        self.answers = answers
        self.scores: dict[PegCode, int] = {}
        """The score of every code checked so far."""
        self.blacks: dict[PegCode, int] = {}
        """The blacks of every code checked so far."""
        self.colors = list(range(self.game.symbols))
        """The colors that are not out, in order."""
        self.notes: dict[PegCode, str] = {}

    def codes(self) -> Iterator[PegCode]:
        """The codes to guess, in order: the answer to each is looked up when the next one is asked for."""
        roots = []
        for color in range(0, self.game.symbols, 2):
            opening = self.procedure.halves(color, color + 1)
            yield opening
            roots.append(self._check_opening(opening))
        for root in sorted(roots, key=self.scores.__getitem__, reverse=True):
            yield from self._by_position(root)

    def _by_position(self, code: PegCode) -> Iterator[PegCode]:
        score = self.scores[code]
        for place, color in enumerate(code):
            other = next((other for other in self.colors if other != color), color)
            child = _recolored(code, place, other)
            if child in self.scores:
                continue
            yield child
            self._score(child)
            got = self.scores[child]
            step = f"from {self._text(code)} by position {place + 1}"
            self._note_step(child, step, "score", got, score, got >= score)
            if got > score:
                yield from self._by_position(child)
            elif got == score:
                yield from self._by_color(child, place)

    def _by_color(self, code: PegCode, place: int) -> Iterator[PegCode]:
        measure = str(self.procedure.values["color"])
        measured = self.blacks if measure == "blacks" else self.scores
        for color in range(self.game.symbols):
            child = _recolored(code, place, color)
            if color not in self.colors or child in self.scores:
                continue
            yield child
            self._score(child)
            got, had = measured[child], measured[code]
            step = f"from {self._text(code)} by color in position {place + 1}"
            self._note_step(child, step, measure, got, had, got > had)
            if got > had:
                yield from self._by_position(child)

    def _check_opening(self, code: PegCode) -> PegCode:
        """Score an opening; the code that it stands for."""
        self._score(code)
        blacks, whites = self.answers[code]
        if blacks == 0 and 2 * whites == self.game.pegs:
            mirror = code[::-1]
            self.scores[mirror], self.blacks[mirror] = 2 * whites, whites
            self._note(code, "opening", f"counts as {self._text(mirror)}, score {2 * whites}")
            return mirror
        self._note(code, "opening", f"score {self.scores[code]}")
        return code

    def _score(self, code: PegCode) -> None:
        """2 for each black and 1 for each white; the colors of a code that scores 0 are out from here on."""
        blacks, whites = self.answers[code]
        self.scores[code], self.blacks[code] = 2 * blacks + whites, blacks
        if self.scores[code] == 0:
            self.colors = [color for color in self.colors if color not in code]

    def _note_step(self, code: PegCode, step: str, measure: str, got: int, had: int, kept: bool) -> None:
        beside = "equal to" if got == had else "higher than" if got > had else "lower than"
        self._note(code, step, f"{measure} {got}, {beside} {had}: {'kept' if kept else 'pruned'}")

    def _note(self, code: PegCode, step: str, verdict: str) -> None:
        if self.answers[code][0] == self.game.pegs:
            verdict = "solved"
        elif self.scores[code] == 0:
            names = [self.game.alphabet.write((color,)) for color in sorted(set(code))]
            verdict += f"; {', '.join(names)} out"
        self.notes[code] = f"{step}: {verdict}"

    def _text(self, code: PegCode) -> str:
        return self.game.format_code(code)


def _recolored(code: PegCode, place: int, color: int) -> PegCode:
    return (*code[:place], color, *code[place + 1 :])
