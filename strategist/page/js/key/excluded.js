// Why not? Which answer has excluded each of those that are out, and who is left if one answer was wrong.

/** Those that are out, each with the moves of a history that it contradicts, the fewest first. */
function contradicted(twin, history) {
  const found = Array.from({ length: twin.secretCount }, (_, secret) => ({
    secret,
    moves: history.flatMap(([guess, response], at) => (twin.possible(guess, secret).includes(response) ? [] : [at])),
  }));
  return found.filter(({ moves }) => moves.length).sort((one, other) => one.moves.length - other.moves.length || one.secret - other.secret);
}

function answerGiven(app, [guess, response]) {
  const { book } = app;
  return `${book.title(guess)}: ${book.responseWords(response)}`;
}

/** Two lists to unfold; `doubt(at)` goes back to a move. Nothing where nobody is out. */
function renderExcluded(app, history, doubt) {
  const { twin, facts, book } = app;
  const out = contradicted(twin, history);
  if (!out.length) return [];
  const named = (secret) => slanted(runsOf(facts, twin.hidden(secret)));
  const why = out.map(({ secret, moves }) => {
    const [guess] = history[moves[0]];
    const own = twin.possible(guess, secret);
    const shown = own.length === 1 && own[0] === facts.inapplicable ? `that ${NOT_APPLICABLE}` : `it has ${own.map((response) => book.responseWords(response)).join(" or ")}`;
    const more = moves.length > 1 ? `; ${counted(moves.length - 1, "other answer")} against it` : "";
    return el("li", {}, el("b", {}, ...named(secret)), ` ${answerGiven(app, history[moves[0]])}, but ${shown}${more}`);
  });
  const lists = [el("details", { class: "excluded why-not" }, el("summary", {}, `Why not? ${counted(out.length, book.words.left)} out`), el("ul", {}, ...why))];
  const doubted = history.map((move, at) => ({ move, at, who: out.filter(({ moves }) => moves.length === 1 && moves[0] === at) })).filter(({ who }) => who.length);
  if (doubted.length) {
    const items = doubted.map(({ move, at, who }) =>
      el("li", {}, "If ", doubt(at, answerGiven(app, move)), " is wrong: ", ...who.flatMap(({ secret }, place) => [place ? ", " : "", ...named(secret)])),
    );
    lists.push(el("details", { class: "excluded doubts" }, el("summary", {}, "One answer may be wrong"), el("ul", {}, ...items)));
  }
  return lists;
}
