"""Reports for people and programs: JSON records, tables, histograms, the first levels of a tree."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from strategist.checking.pairing import bounded_from, moves_between, moves_of_reduction
from strategist.choosing.blind import Baseline, Blind, baseline
from strategist.common.numbers import shown
from strategist.common.wording import counted, percent_above, plural
from strategist.files.strategy import StrategyData
from strategist.model import endings
from strategist.model.figures import asked_at_once, with_asked, with_size
from strategist.model.game import Game, Rules
from strategist.model.objective import (
    FIGURES,
    LEXICOGRAPHIC,
    SIZE,
    STATIC,
    Objective,
    Unit,
    figure_of,
    head_of,
    objective_in,
    objective_kind,
)
from strategist.model.solitaire import Solitaire, follow
from strategist.model.tree import GIVE_UP, Claims, DecisionTree, Figure
from strategist.show.formats.paths import nothing_asked, stands_of, undecided_ends
from strategist.show.in_units import (
    bound_in_json,
    bound_text,
    first_objective,
    gap_in_json,
    objective_text,
    price_record,
    price_text,
    text_in_unit,
    value_in_json,
)
from strategist.show.lies.left_at_slots import sizes_at, sizes_text
from strategist.show.names import rich, said
from strategist.show.weighed import (
    EXPECTED_HEADS,
    cost_text,
    in_json,
    mass_under,
    per_cent,
    weighed_record,
    weighed_text,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text
    from rich.tree import Tree

    from strategist.checking.proof import Check
    from strategist.checking.verify import Verification
    from strategist.choosing.searched import SearchedStrategy
    from strategist.files.certificate import Certificate

_MOST_BRANCHES = 30
_MOST_LEVELS = 40
_BAR = 40
_MOST_BARS, _FEW_BARS = 100, 40
"""The most bars of a histogram, and how many are left of one that has more."""
_WIDE = 200
_BLOCKS = "█▏▎▍▌▋▊▉"
_NARROW = 80
"""The columns of a terminal of which nothing is known."""


def console() -> Console:
    """Standard output: as wide as the terminal, or wide enough for whole lines if it is a file.

    Texts are printed as they are, because names and answers come from elsewhere and may look like markup or an emoji.
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() else _WIDE
    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False, width=width)


def print_line(line: str) -> None:
    """Print a line on :func:`console`, or as it would: Rich takes a tenth of a short command to import."""
    width = _WIDE
    if sys.stdout.isatty():
        width = _NARROW if shutil.get_terminal_size().columns >= _NARROW else 0
    # Of other characters than those of bars, Rich knows how wide they are.
    if len(line) > width or not line.isprintable() or not line.rstrip(_BLOCKS).isascii():
        console().print(line)
        return
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        console().on_broken_pipe()


def record(data: StrategyData, claims: Claims | None = None) -> dict[str, Any]:
    """The JSON object of one strategy, with ``claims``, if given, in place of the figures of the file."""
    figures = claims or data.claims
    return {
        "game": data.game.spec,
        "strategy": data.strategy,
        "secrets": figures.secrets,
        **figures_record(figures),
        **({} if figures.size is None else {SIZE.name: figures.size}),
        **_at_once_record(data),
        "histogram": list(map(in_json, figures.histogram)),
        "bound": data.bound,
        "objective": data.objective,
        "lower_bound": bound_in_json(data),
        "gap": gap_in_json(data),
        "open": data.open_bound and {"objective": data.open_bound[0], "lower_bound": in_json(data.open_bound[1])},
        "stopped": data.stopped,
        **price_record(data, figures),
        **weighed_record(data.game, figures),
        **lies_record(data.game),
    }


def lies_record(game: Rules) -> dict[str, Any]:
    """What a JSON object tells of answers that may be false; empty where none may.

    >>> from strategist.games.catalog import make_game
    >>> lies_record(make_game("mastermind(2,3,lies=1)")), lies_record(make_game("mastermind(2,3)"))
    ({'lies': 1, 'honest': 'solved', 'fibble': False}, {})
    """
    if not isinstance(game, Game) or not game.doubtful:
        return {}
    return {"lies": game.lies, "honest": None if game.honest is None else game.honest.value, "fibble": game.fibs}


def _at_once_record(data: StrategyData) -> dict[str, list[str]]:
    """The questions that are asked all at once, where a file claims that."""
    if not _asks_at_once(data) or not isinstance(data.game, Game):
        return {}
    game = data.game
    return {"at_once": [game.format_code(game.guesses[each]) for each in asked_at_once(data.tree) or ()]}


def figures_record(claims: Claims | Baseline) -> dict[str, Any]:
    """The figures of a strategy in its JSON object."""
    return {name: in_json(getattr(claims, name)) for name in FIGURES}


def baseline_record(strategy: Blind) -> dict[str, Any]:
    """The JSON object of a strategy whose figures are known without a tree.

    It has the keys of :func:`record`. ``histogram`` is None: it would be a one for each guess.
    """
    figures = baseline(strategy.game)
    return {
        "game": strategy.game.spec,
        "strategy": strategy.spec,
        "secrets": len(strategy.game.secrets),
        **figures_record(figures),
        "histogram": None,
        "bound": "upper",
        "objective": None,
        "lower_bound": None,
        "gap": None,
        "open": None,
        "stopped": False,
        **weighed_record(strategy.game, replace(Claims.of([], figures.lost), weighed=figures.weighed)),
    }


def record_without_tree(strategy: SearchedStrategy) -> dict[str, Any]:
    """The JSON object of a search that was stopped before it found a tree: of its figures none is known."""
    return {
        "game": strategy.game.spec,
        "strategy": strategy.spec,
        "secrets": len(strategy.game.secrets),
        **dict.fromkeys([*FIGURES, "histogram", "bound"]),
        "objective": strategy.objective(),
        "lower_bound": None,
        "gap": None,
        "open": None,
        "stopped": True,
        "proven": "no tree in time",
    }


def summary(claims: Claims) -> str:
    """One line of figures.

    >>> summary(Claims.of([1, 1], lost=1))
    '3 secrets: total 3, average 1.500, depth 2 (1 secret), lost 1'
    """
    if claims.average is None:
        return f"{counted(claims.secrets, 'secret')}: none solved, lost {shown(claims.lost)}"
    worst = f"depth {claims.depth} ({counted(claims.worst_count, 'secret')})"
    lost = f", lost {shown(claims.lost)}" if claims.lost else ""
    total = f"total {shown(claims.total)}, average {claims.average:.3f}"
    size = "" if claims.size is None else f", size {claims.size}"
    return f"{counted(claims.secrets, 'secret')}: {total}, {worst}{lost}{size}"


def headline(data: StrategyData, claims: Claims | None = None) -> str:
    """The figures of one strategy in one line, with ``claims``, if given, in place of those of the file."""
    figures = claims or data.claims
    if data.game.hides:
        lies = ", each at the most that it can need over all lies" if _has_lies(data) else ""
        return summary(figures) + price_text(data, figures) + weighed_text(data.game, figures) + lies
    return f"goal reached in {counted(figures.depth, 'move')}" if figures.depth else "goal not reached"


def _has_lies(data: StrategyData) -> bool:
    """Whether answers may be false."""
    return isinstance(data.game, Game) and data.game.doubtful


def verdict(found: Verification) -> dict[str, Any]:
    """Whether a tree is verified, what is wrong, and where answers may be false, how many games were played.

    >>> from strategist.checking.verify import Verification
    >>> verdict(Verification(Claims.of([1], 0), ["total: claimed 2, found 1"]))
    {'verified': False, 'problems': ['total: claimed 2, found 1']}
    """
    told = {"verified": found.verified, "problems": list(found.problems)}
    return told if found.games is None else told | {"games": found.games}


def bars(data: StrategyData) -> list[str]:
    """The histogram of a strategy, line by line; no lines for a solitaire."""
    return histogram_lines(data.claims, data.game.move_noun) if data.game.hides else []


def bound_line(data: StrategyData) -> str:
    """A sentence on what the file claims about optimality, which replaying cannot check."""
    first, least = first_objective(data), bound_text(data)
    if data.bound == "optimal":
        return f"claimed optimal: {data.objective}; proven {least} (verifying does not check the proof)"
    stopped = "; the search was stopped: another run may end elsewhere" if data.stopped else ""
    if data.open_bound is not None:
        name, bound = data.open_bound
        gap = _gap_of(data, name, (figure_of(name, data.claims, data.game) or 0) - bound, bound)
        proven = f"{first} proven {least}, {name} at least {objective_text(data, name, bound)}, gap {gap}"
        return f"upper bound, not proven optimal: {data.objective}; {proven}{stopped}"
    if data.lower_bound is not None:
        apart = data.gap is None or objective_kind(first).unit is Unit.LEVELS
        gap = "" if data.gap is None or apart else f", gap {_gap_of(data, first, data.gap, data.lower_bound)}"
        return f"upper bound, not proven optimal: {data.objective}; lower bound {least}{gap}{stopped}"
    return f"upper bound: nothing is claimed about optimality{stopped}"


def asking_lines(data: StrategyData) -> list[str]:
    """A line on what a tree asks, if it asks nothing at all, or all at once by what its file says; else no line."""
    if (why := nothing_asked(data)) is not None:
        return [why]
    asked = asked_at_once(data.tree) if _asks_at_once(data) else None
    if asked is None or not isinstance(data.game, Game):
        return []
    names = " ".join(said(data.game).code(data.game.guesses[each]) for each in asked)
    return [f"{counted(len(asked), 'question')} asked all at once: {names}"]


def _asks_at_once(data: StrategyData) -> bool:
    """Whether a file says that its questions are asked all at once."""
    return data.claims.asked is not None or data.strategy.startswith("feasible(static,")


def proven_text(data: StrategyData) -> str | None:
    """What is claimed to be proven of a tree, in short, and whether its search was stopped; None for neither."""
    parts = ["stopped"] if data.stopped else []
    if data.open_bound is not None:
        name, bound = data.open_bound
        parts.insert(0, f"{name} at least {objective_text(data, name, bound)}")
    if data.lower_bound is not None:
        parts.insert(0, _proven_of_first(data))
    return ", ".join(parts) or None


def _proven_of_first(data: StrategyData) -> str:
    """What is claimed to be proven of the first objective."""
    name = first_objective(data)
    if data.bound == "optimal" or not data.gap:
        return f"least {name}" if name != LEXICOGRAPHIC.name else "best histogram, from its deepest level on"
    return f"{name} at least {bound_text(data)}"


def _gap_of(data: StrategyData, name: str, gap: Figure, bound: Figure) -> str:
    """The gap between a figure and a lower bound of an objective, in the unit of the objective."""
    whole = _gap_text(gap, bound)
    if objective_kind(name).unit is Unit.PRICE:
        return whole
    return whole.replace(shown(gap), objective_text(data, name, gap), 1)


def _gap_text(gap: Figure, bound: Figure) -> str:
    """The gap between a figure and a lower bound, as a number and in per cent.

    >>> _gap_text(4123, 51598)
    '4123 (8.0 %)'
    """
    percent = percent_above(bound + gap, bound)
    return shown(gap) if percent is None else f"{shown(gap)} ({percent:.1f} %)"


def optimality(
    certificate: Certificate, check: Check, data: StrategyData | None, verification: Verification | None
) -> tuple[bool, str]:
    """Whether a certificate holds and, if a tree is given, proves it optimal; with a sentence that says so.

    Raises :class:`~strategist.common.errors.StrategistError` if the tree and the certificate are for different games.
    """
    if data is not None:
        check = replace(check, bound=check.bound + moves_between(certificate, data))
    objective = _objective_of(certificate)

    def told(value: Figure) -> str:
        return _bound_text(certificate, value)

    under = _limits_of(certificate)
    claimed = claimed_bound(certificate, certificate.bound)
    bound = f"{claimed} ({counted(check.entries, certificate.listed)} checked)"
    if not check.proven:
        return False, f"not proven: that {bound.replace(' checked)', ' listed)')}"
    if data is None or verification is None:
        return True, f"proven: {bound}"
    claims = verification.claims
    if objective is SIZE:
        claims = with_size(claims, data.tree)
    if objective is STATIC:
        claims = with_asked(claims, data.tree)
        if claims.asked is None:
            return False, f"proven: {bound}; but questions of the tree of {data.strategy} depend on answers"
    reached = objective.figure(claims)
    if not verification.verified:
        return False, f"proven: {bound}; but the tree of {data.strategy} does not verify"
    tree = f"the tree of {data.strategy} comes to that ({summary(claims)})"
    if claims.lost and not objective.loses:
        return False, f"proven: {bound}; but the tree of {data.strategy} loses {counted(claims.lost, 'secret')}"
    if not _keeps(certificate, data, claims):
        return False, f"proven: {bound}; but the tree of {data.strategy} is not{under}"
    if reached != check.bound:
        more = reached - check.bound
        whole = _gap_text(more, check.bound)
        if objective.unit is not Unit.PRICE:
            whole = whole.replace(str(more), told(more), 1)
        gap = "" if objective.unit is Unit.LEVELS else f", gap {whole}"
        gap = f"{'loses' if objective.loses else 'needs'} {told(reached)}{gap}"
        return False, f"proven: {bound}; the bound holds, but the tree of {data.strategy} {gap}: not proven optimal"
    return True, f"optimal in {objective.name}: {bound}, and {tree}"


def _objective_of(certificate: Certificate) -> Objective:
    """The objective of a certificate, which its form says is known."""
    found = objective_in(certificate.game, certificate.objective, len(certificate.start))
    assert found is not None
    return found


def claimed_bound(certificate: Certificate, bound: Figure) -> str:
    """A sentence on what a certificate with this bound proves of every strategy."""
    game, objective = certificate.game, _objective_of(certificate)
    told = _bound_text(certificate, bound)
    if objective.unit is Unit.CHANCE:
        told = counted(bound, "secret") if game.weights is None else f"{told} of the chances"
    start = f" after {game.format_history(certificate.start)}" if certificate.start else ""
    needs = objective.needs.format(bound=told, nouns=plural(game.move_noun))
    moves = moves_of_reduction(certificate)
    whole = f", and {bound + moves} from the beginning" if moves else ""
    return f"every strategy for {game.spec}{start}{_limits_of(certificate)} {needs}{whole}"


def _bound_text(certificate: Certificate, value: Figure) -> str:
    """A bound in the unit that reports use."""
    game, unit = certificate.game, _objective_of(certificate).unit
    if unit is Unit.COUNT or (unit is Unit.CHANCE and game.weights is None):
        return shown(value)
    if unit in (Unit.PRICE, Unit.LEVELS):
        return text_in_unit(game, unit, secrets_of(certificate), value)
    among = map(game.secrets.index, game.consistent(certificate.start)) if certificate.start else None
    mass = sum(map(game.weight_of, among or range(len(game.secrets))))
    return cost_text(game, value, mass) if unit is Unit.COST else per_cent(Fraction(value) / mass)


def secrets_of(certificate: Certificate) -> int:
    """The number of secrets at the beginning of a certificate."""
    return len(certificate.game.consistent(certificate.start)) if certificate.start else len(certificate.game.secrets)


def certified_bound(certificate: Certificate, bound: Figure) -> Any:
    """A bound of a certificate in a JSON object: see :func:`~strategist.show.in_units.value_in_json`."""
    if _objective_of(certificate).unit is not Unit.LEVELS:
        return in_json(bound)
    return value_in_json(certificate.game, certificate.objective, secrets_of(certificate), bound)


def _limits_of(certificate: Certificate) -> str:
    """The limits under which the bound of a certificate holds, after a blank; empty if there are none."""
    left, first, game = certificate.left, certificate.first, certificate.game
    parts = [f" within {counted(left, game.move_noun)}"] if left is not None else []
    parts += [f" beginning with {said(game).code(game.guesses[first])}"] if first is not None else []
    return "".join(parts)


def _keeps(certificate: Certificate, data: StrategyData, claims: Claims) -> bool:
    """Whether a tree keeps the limits of a certificate."""
    begins = certificate.first is None or data.tree.guesses[0] == certificate.first
    return begins and (certificate.left is None or claims.depth <= certificate.left)


def optimality_record(
    certificate: Certificate, check: Check, data: StrategyData | None, verification: Verification | None
) -> dict[str, Any]:
    """The JSON object of a check of a certificate."""
    proven, sentence = optimality(certificate, check, data, verification)
    start = certificate.start if data is None else data.start
    check = bounded_from(certificate, check, start)
    found: dict[str, Any] = {
        "game": certificate.game.spec,
        "start": certificate.game.format_history(start),
        "objective": certificate.objective,
        "lower_bound": certified_bound(certificate, check.bound),
        "entries": check.entries,
        "proven": check.proven,
        "problems": check.problems,
        "sentence": sentence,
    }
    if data is not None and verification is not None:
        found |= {"optimal": proven, "verified": verification.verified, "tree": record(data, verification.claims)}
    return found


def histogram_lines(claims: Claims, noun: str = "guess", *, shares: bool = False) -> list[str]:
    """A bar for each number of guesses, or of what ``noun`` names; ``shares`` adds the percentages of all secrets.

    >>> print("\\n".join(histogram_lines(Claims.of([1, 3], lost=0))))
    1 guess        1 █████████████▍
    2 guesses      3 ████████████████████████████████████████
    """
    rows = [(endings.LOST if guesses is None else counted(guesses, noun), count) for guesses, count in claims.bars]
    most = max((count for _, count in rows), default=1)
    wide = max((len(label) for label, _ in rows), default=0)
    digits = max(6, *(len(shown(count)) for _, count in rows), 0)

    def line(label: str, count: Figure) -> str:
        share = f" {float(count / claims.secrets):>7.2%}" if shares else ""
        return f"{label:<{wide}} {shown(count):>{digits}}{share} {bar(count, most)}".rstrip()

    lines = [line(label, count) for label, count in rows]
    if len(lines) > _MOST_BARS:
        lines[_FEW_BARS:-1] = [f"and {counted(len(lines) - _FEW_BARS - 1, 'line')} more, to"]
    return lines


def bar(count: Figure, most: Figure) -> str:
    """A bar for ``count``, in eighths of a character; ``most`` has the full width, and only 0 has an empty bar."""
    eighths = round(count / most * _BAR * 8)
    if count and not eighths:
        eighths = 1
    return _BLOCKS[0] * (eighths // 8) + _BLOCKS[eighths % 8] * (eighths % 8 > 0)


def tree_view(data: StrategyData, levels: int) -> Tree:
    """The first levels of a tree; each branch shows its response and the number of secrets below."""
    from rich.text import Text
    from rich.tree import Tree

    game, tree = data.game, data.tree
    if isinstance(game, Solitaire):
        return _line_view(game, tree, levels)
    # Only slots of these levels are told of, and a tree may have millions.
    shown = 1 + max(level[-1] for level in islice(tree.levels(), max(1, min(levels, _MOST_LEVELS))))
    note, ends = _notes(game, data, shown), undecided_ends(game, data, shown)

    def told(slot: int) -> Text:
        if tree.guesses[slot] == GIVE_UP:
            return Text("gives up")
        code = rich(ends.get(slot) or game.shown_code(game.guesses[tree.guesses[slot]]), "bold")
        return Text.assemble(code, f" ({note(slot)})")

    root = Tree(told(0))
    todo = [(root, 0, 1)]
    while todo:
        node, slot, depth = todo.pop()
        announced = game.announces and tree.solves(slot)
        if depth >= levels or tree.guesses[slot] == GIVE_UP or announced:
            continue
        if depth >= _MOST_LEVELS:
            # Each level is indented further: deeper levels have no room left for text.
            node.add("and more levels")
            continue
        responses = tree.responses(slot)
        for response in responses[:_MOST_BRANCHES]:
            child = tree.child(slot, response)
            text = rich(game.shown_response(response))
            if child is None:
                node.add(Text.assemble(text, " ✓"))
            else:
                todo.append((node.add(Text.assemble(text, " → ", told(child))), child, depth + 1))
        if len(responses) > _MOST_BRANCHES:
            node.add(f"and {counted(len(responses) - _MOST_BRANCHES, 'response')} more")
    return root


def _line_view(game: Solitaire, tree: DecisionTree, moves: int) -> Tree:
    """The first moves of a line, each with the board after it."""
    from rich.text import Text
    from rich.tree import Tree

    root = Tree(game.format_position(game.start))
    for move, position in follow(game, tree.guesses[:moves]):
        root.add(Text.assemble((move, "bold"), f"   {game.format_position(position)}"))
    if len(tree) > moves:
        root.add(f"and {counted(len(tree) - moves, 'move')} more")
    return root


def _notes(game: Game, data: StrategyData, before: int) -> Callable[[int], str]:
    """What tells of a slot how many secrets may be there and, where there are chances, how likely they are together.

    It is told of slots ``before`` that one.
    """
    tree = data.tree
    if game.several:
        return _notes_of_stands(game, data, before)
    if game.doubtful:
        sizes = sizes_at(game, data, before)
        return lambda slot: sizes_text(sizes[slot])
    parts = None if game.weights is None else mass_under(game, tree)
    return lambda slot: f"{tree.solved_under(slot)}" + ("" if parts is None else f", {per_cent(parts[slot])}")


def _notes_of_stands(game: Game, data: StrategyData, before: int) -> Callable[[int], str]:
    """As :func:`_notes`, where a secret may be at several slots, with a chance at each."""
    counts = [0] * before
    masses = [Fraction(0)] * before
    for stand in stands_of(game, data, before):
        counts[stand.slot] = len(stand.left.parts)
        masses[stand.slot] = stand.left.mass(game)
    return lambda slot: f"{counts[slot]}, {per_cent(masses[slot] / masses[0])}"


def comparison_table(records: Iterable[dict[str, Any]], more: Sequence[str] = ()) -> Table:
    """A table with one row per strategy, in the caller's order; with expected values in games with chances or costs.

    ``more`` are the keys of columns before the seconds.
    """
    from rich.table import Table

    rows = list(records)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("strategy", overflow="fold")
    expected = [key for key in EXPECTED_HEADS if any(row.get(key) is not None for row in rows)]
    # What is expected stands behind the average.
    keys = [*FIGURES[:2], *expected, *FIGURES[2:], *more, "seconds"]
    for key in keys:
        table.add_column(EXPECTED_HEADS.get(key, head_of(key)), justify="right")
    for row in rows:
        figures = (
            row.get(key) or "-" if key == "proven" else _figure(row.get(key), 3 if key == "seconds" else 4)
            for key in keys
        )
        table.add_row(row["strategy"], *figures)
    return table


def _figure(value: float | str | None, digits: int) -> str:
    if isinstance(value, str):
        # A figure that is no whole number, as JSON objects hold it.
        return shown(Fraction(value))
    return "-" if value is None else f"{value:.{digits}f}" if isinstance(value, float) else str(value)
