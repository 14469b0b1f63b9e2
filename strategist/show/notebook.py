"""Games, strategies and plays in a notebook: small tables and pictures, without matplotlib.

Text and bars take the color of the text around them, so they can be read in light and in dark notebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from html import escape
from itertools import islice

from strategist.checking.verify import Verification
from strategist.choosing.luck_and_skill import Review
from strategist.common.notebook_hooks import Told
from strategist.common.numbers import in_short, shown
from strategist.common.palette import ink_on, piece_color
from strategist.common.wording import counted
from strategist.files.player import CompiledStrategy, Play
from strategist.files.strategy import StrategyData
from strategist.files.transcript import Transcript
from strategist.matrices.marked_text import literal
from strategist.model import endings
from strategist.model.game import Game, Piece, Rules
from strategist.model.objective import DEPTH, EXPECTED, LOST, TOTAL
from strategist.model.solitaire import Solitaire
from strategist.model.tree import GIVE_UP, Claims, DecisionTree
from strategist.show.moves.explanation_lines import explanation_lines, explanation_rows, marked_sentence
from strategist.show.moves.ranking_table import columns, compared_line, ranking_lines, ranking_rows
from strategist.show.moves.review_table import cells_of_review, lines_of_lies, review_sum, review_title
from strategist.show.pictures.icicle import IcicleCell, icicle, rows_of
from strategist.show.reports.report import bound_line, headline
from strategist.show.slots.who_stands import undecided_ends
from strategist.show.texts import names
from strategist.show.texts.kind_words import wording_of
from strategist.show.texts.weighed import amount, expected_questions

_FEW = 12
_WIDE, _LOW = 320, 90
_COLUMN, _HIGH, _LEAST = 190, 360, 13.0
_LINE = 20


@singledispatch
def html(thing: object) -> str:
    """The HTML by which a notebook shows one of our objects; an object that holds a strategy shows the strategy.

    Raises :class:`TypeError` for any other object.
    """
    data = getattr(thing, "data", None)
    if not isinstance(data, StrategyData):
        raise TypeError(f"expected something that notebooks show, got {type(thing).__name__}")
    return strategy_html(data)


def svg(thing: object) -> str:
    """The SVG by which a notebook shows a compiled strategy, or a history. Raises :class:`TypeError` for any other
    object."""
    if isinstance(thing, Transcript):
        return transcript_svg(thing)
    if not isinstance(thing, CompiledStrategy):
        raise TypeError(f"expected a strategy, got {type(thing).__name__}")
    return icicle_svg(thing.game, thing.data)


def markdown(thing: object) -> str:
    """A ranking, an explanation or a review as Markdown: its title and its table.

    Raises :class:`TypeError` for any other object.
    """
    if isinstance(thing, Told):
        title, rows = _told(thing)
        head, *rest = (list(map(names.markdown, row)) for row in rows)
        lines = [
            f"**{names.markdown(title)}**",
            "",
            *(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest)),
        ]
        return "\n".join(lines)
    raise TypeError(f"expected a ranking or an explanation, got {type(thing).__name__}")


def text(thing: object) -> str:
    """A ranking, an explanation or a review as the lines that a terminal shows.

    Raises :class:`TypeError` for any other object.

    >>> from strategist import rank
    >>> print(rank("mastermind(2,3)", "12:0b1w", top=1, seconds=0))
    2 secrets left
    6 guesses compared
        guess  guesses  at most left  left  bits  cells
    1.  23       1.500             1  0.50  1.00      2  may be the secret
    """
    from strategist.search.advice.explaining import Explanation
    from strategist.search.advice.ranking import Ranking

    if isinstance(thing, Ranking):
        return "\n".join([f"{counted(thing.candidates, 'secret')} left", *ranking_lines(thing)])
    if isinstance(thing, Explanation):
        return "\n".join(explanation_lines(thing))
    if isinstance(thing, Review):
        cells = [wording_of(thing.game).review_heads, *(list(map(names.plain, row)) for row in cells_of_review(thing))]
        rows = columns(cells, left=(0, 1, 2, 6))
        return "\n".join([names.plain(review_title(thing)), *rows, review_sum(thing), *lines_of_lies(thing)])
    raise TypeError(f"expected a ranking, an explanation or a review, got {type(thing).__name__}")


def _told(thing: Told) -> tuple[str, list[tuple[str, ...]]]:
    """The title and the rows of the table of a ranking, an explanation or a review, in marked text."""
    if isinstance(thing, Review):
        return review_title(thing), [wording_of(thing.game).review_heads, *map(tuple, cells_of_review(thing))]
    # Imported here because they need the search, which playing a file does not.
    from strategist.search.advice.explaining import Explanation
    from strategist.search.advice.ranking import Ranking

    if isinstance(thing, Ranking):
        left = counted(thing.candidates, "secret")
        return f"{literal(thing.game.spec)}: {left} left, {compared_line(thing)}", list(ranking_rows(thing))
    if isinstance(thing, Explanation):
        return marked_sentence(thing), list(explanation_rows(thing))
    raise TypeError(f"expected a ranking or an explanation, got {type(thing).__name__}")


@html.register
def told_html(thing: Told) -> str:
    """A ranking or an explanation as HTML: its table."""
    title, (head, *rows) = _told(thing)
    style = ' style="text-align:left"'
    cells = [
        "".join(f"<{tag}{style}>{names.html(text)}</{tag}>" for text in row)
        for tag, row in (("th", head), *(("td", row) for row in rows))
    ]
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    return f"<table style='color:inherit'><caption{style}><b>{escape(title)}</b></caption>{body}</table>"


@html.register
def game_html(game: Rules) -> str:
    """A game as HTML: its description, its size, its first secrets.

    >>> from strategist.games.catalog import make_game
    >>> "1296" in game_html(make_game("mastermind(4,6)"))
    True
    """
    kind = game.summary()
    rows: list[tuple[str, object]] = [("", kind)] if kind else []
    if isinstance(game, Game):
        first = map(names.Names(game, names.html).secret, islice(game.secrets, _FEW))
        more = ", …" if len(game.secrets) > _FEW else ""
        rows += [("secrets", _Html(f"{len(game.secrets)}: {', '.join(first)}{more}")), ("guesses", game.question_count)]
        rows += [("responses", game.response_count)]
        if game.turns is not None:
            rows.append(("turns", game.turns))
    elif isinstance(game, Solitaire):
        rows += [("start", game.format_position(game.start)), ("moves", len(game.guesses))]
    return _table(game.spec, rows)


@html.register
def strategy_html(data: StrategyData) -> str:
    """A compiled strategy as HTML: a picture of its first two guesses, then its figures and their histogram."""
    start = data.game.format_history(data.start)
    rows: list[tuple[str, object]] = [("game", data.game.spec), *([("from", start)] if start else [])]
    rows += [("claims", headline(data)), ("", bound_line(data))]
    told = _table(data.strategy, rows)
    if not isinstance(data.game, Game):
        return told
    return f"<div>{icicle_svg(data.game, data)}</div>{told}{histogram_svg(data.claims, data.game.move_noun)}"


@html.register
def tree_html(tree: DecisionTree) -> str:
    """A decision tree as HTML: its size, level by level."""
    levels = " · ".join(str(len(level)) for level in tree.levels())
    solved = " · ".join(map(str, tree.histogram()))
    lost = sum(guess == GIVE_UP for guess in tree.guesses)
    rows: list[tuple[str, object]] = [("slots", len(tree)), ("by level", levels), ("solved there", solved)]
    return _table("decision tree", rows + ([("give up", lost)] if lost else []))


@html.register
def play_html(play: Play) -> str:
    """A game being played as HTML: the guesses and responses so far, and the next guess."""
    shown = names.Names(play.game, names.html)
    rows: list[tuple[str, object]] = [
        (_Html(shown.of_code(guess)), _Html(shown.of_response(answer))) for guess, answer in play.history
    ]
    if play.secret is not None:
        rows.append((_Html(shown.of_secret(play.secret)), "the secret"))
    elif play.guess is None:
        rows.append((endings.LOST, counted(play.candidate_count, "candidate")))
    else:
        rows.append((_Html(shown.of_code(play.guess)), f"? · {counted(play.candidate_count, 'candidate')}"))
    return _table(f"{play.game.spec} {play.strategy.data.strategy}", rows)


@html.register
def transcript_html(thing: Transcript) -> str:
    """A history as HTML: the guesses, their responses and the secrets left."""
    rows: list[tuple[str, object]] = [
        (move.guess, f"{move.response} · {counted(move.left, 'candidate')}") for move in thing.moves
    ]
    return _table(thing.game.spec, rows + ([(thing.secret, "the secret")] if thing.secret else []))


@html.register
def review_html(review: Review) -> str:
    """The review of a game as HTML: its table, and how regret and luck add up."""
    rows = [wording_of(review.game).review_heads, *cells_of_review(review)]
    cells = "".join(f"<tr>{''.join(f'<td>{names.html(text)}</td>' for text in row)}</tr>" for row in rows)
    title = f"{escape(review.game.spec)}: {names.html(review_title(review))}"
    total = "<br>".join(map(escape, (review_sum(review), *lines_of_lies(review))))
    style = "text-align:left"
    table = f"<table style='color:inherit'><caption style='{style}'><b>{title}</b></caption>{cells}</table>"
    return f"{table}<p style='{style}'>{total}</p>"


@html.register
def verification_html(found: Verification) -> str:
    """The result of replaying a strategy, as HTML."""
    claims = found.claims
    names = (TOTAL.name, DEPTH.name, LOST.name)
    rows: list[tuple[str, object]] = [(name, shown(getattr(claims, name))) for name in names]
    questions = None if found.data is None else expected_questions(found.data.game, claims)
    rows += [] if questions is None else [(EXPECTED.name, amount(questions))]
    rows += [("problem", problem) for problem in found.problems]
    return _table("verified" if found.verified else "not verified", rows)


class _Html(str):
    """A text that is HTML already."""


def _table(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A table of two columns. All texts but :class:`_Html` are escaped here."""
    style = ' style="text-align:left"'
    cells = "".join(
        f"<tr><th{style}>{_escaped(name)}</th><td{style}>{_escaped(value)}</td></tr>" for name, value in rows
    )
    return f"<table style='color:inherit'><caption{style}><b>{escape(title)}</b></caption>{cells}</table>"


def _escaped(value: object) -> str:
    return value if isinstance(value, _Html) else escape(str(value))


def histogram_svg(claims: Claims, noun: str = "guess") -> str:
    """A small histogram, as an SVG element.

    >>> histogram_svg(Claims.of([1, 3], lost=0)).count("<rect")
    2
    """
    bars = [(endings.LOST if guesses is None else str(guesses), count) for guesses, count in claims.bars]
    most = max((count for _, count in bars), default=1) or 1
    wide = min(46.0, _WIDE / max(1, len(bars)))
    parts = []
    for place, (name, count) in enumerate(bars):
        high, middle = float((_LOW - 18) * count / most), (place + 0.5) * wide
        opacity = ".35" if name == endings.LOST else ".7"
        told = f"<title>{name} {'' if name == endings.LOST else noun}: {shown(count)}</title>"
        parts.append(
            f'<rect x="{place * wide + 1:.1f}" y="{_LOW - high:.1f}" width="{wide - 2:.1f}" height="{high:.1f}" '
            f'fill-opacity="{opacity}">{told}</rect>'
        )
        if wide >= 20:
            parts.append(f'<text x="{middle:.1f}" y="{_LOW - high - 4:.1f}">{in_short(count)}</text>')
            parts.append(f'<text x="{middle:.1f}" y="{_LOW + 13}">{name}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" height="{_LOW + 18}" '
        f'viewBox="0 0 {_WIDE} {_LOW + 18}" fill="currentColor" font-size="10" text-anchor="middle" '
        f'font-family="sans-serif" role="img">{"".join(parts)}</svg>'
    )


def icicle_svg(game: Game, data: StrategyData) -> str:
    """The first two guesses of a tree, as an SVG document: the height of a cell is its number of candidates.

    >>> from strategist import compile_strategy
    >>> data = compile_strategy("mastermind(1,2)", "first").data
    >>> icicle_svg(data.game, data).count("<rect")
    3
    """
    columns = icicle(game, data, depth=2)
    secrets = max(1, columns[0][0].size)
    high = min(_HIGH, 2 * _LEAST * max(1, rows_of(columns)))
    scale = high / secrets
    ends = undecided_ends(game, data)
    parts = [part for column in columns for cell in column for part in _cell(game, data.tree, cell, scale, ends)]
    wide = _COLUMN * len(columns)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high:g}" viewBox="0 0 {wide} {high:g}" '
        f'font-family="monospace" font-size="11" fill="#22272e" dominant-baseline="central">{"".join(parts)}</svg>'
    )


def transcript_svg(thing: Transcript) -> str:
    """A history as an SVG document: a line for each guess, with its response and the number of secrets left.

    >>> from strategist.games.catalog import make_game
    >>> game = make_game("mastermind(2,3)")
    >>> transcript_svg(Transcript(game, game.parse_history("12:1b0w"))).count("<circle")
    2
    """
    game, parts = thing.game, []
    for place, (move, (code, _)) in enumerate(zip(thing.moves, thing.history, strict=True)):
        middle = (place + 0.5) * _LINE
        pieces = game.pieces(code) if game.look == "pegs" else [Piece(move.guess)]
        parts += _pieces(pieces, 4, middle)
        parts.append(f'<text x="{_COLUMN}" y="{middle:g}">{escape(move.response)}</text>')
        parts.append(f'<text x="{2 * _COLUMN - 6}" y="{middle:g}" text-anchor="end">{move.left}</text>')
    wide, high = 2 * _COLUMN, max(1, len(thing)) * _LINE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'font-family="monospace" font-size="11" fill="currentColor" dominant-baseline="central" role="img">'
        f"{''.join(parts)}</svg>"
    )


def _cell(game: Game, tree: DecisionTree, cell: IcicleCell, scale: float, ends: Mapping[int, str]) -> list[str]:
    left, top, high = cell.level * _COLUMN, cell.top * scale, cell.size * scale
    middle = top + high / 2
    color = (
        "#cfe9cd" if cell.slot is None else "#f4b8a0" if cell.average is None else ("#dfe7f1", "#eef2f7")[cell.level]
    )
    parts = [
        f'<rect x="{left}" y="{top:.2f}" width="{_COLUMN}" height="{high:.2f}" fill="{color}" '
        f'stroke="white" stroke-width="{min(1.0, 0.2 * high):.2f}"/>'
    ]
    if high < _LEAST:
        return parts
    led = "" if cell.response is None else names.said(game).response(cell.response)[:12]
    count = "✓" if cell.slot is None else cell.text
    parts.append(f'<text x="{left + 6}" y="{middle:.1f}" fill="#4a5360">{escape(led)}</text>')
    parts.append(f'<text x="{left + _COLUMN - 6}" y="{middle:.1f}" text-anchor="end">{count}</text>')
    return parts + _pieces(_guess(game, tree, cell.slot, ends), left + 10 + 7 * len(led), middle)


def _guess(game: Game, tree: DecisionTree, slot: int | None, ends: Mapping[int, str]) -> Sequence[Piece]:
    """The guess of a slot, piece by piece where pieces have colors."""
    if slot is None:
        return ()
    guess = tree.guesses[slot]
    if guess == GIVE_UP:
        return [Piece("gives up")]
    code = game.guesses[guess]
    if game.look == "pegs":
        return game.pieces(code)
    return [Piece(names.plain(ends.get(slot) or game.shown_code(code))[:14])]


def _pieces(pieces: Sequence[Piece], left: float, middle: float) -> list[str]:
    parts = []
    for place, piece in enumerate(pieces):
        if piece.color is None:
            parts.append(f'<text x="{left}" y="{middle:.1f}" font-weight="bold">{escape(piece.text)}</text>')
            continue
        color, x = piece_color(piece.color), left + 6 + 13 * place
        parts.append(f'<circle cx="{x}" cy="{middle:.1f}" r="6" fill="{color}"/>')
        text = f'<text x="{x}" y="{middle:.1f}" font-size="9" text-anchor="middle" fill="{ink_on(color)}">'
        parts.append(f"{text}{escape(piece.text)}</text>")
    return parts
