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

/** The question not yet asked that is sure to tell the most of those in doubt from all that stand: with their number, and
 * the answers of those that stand. Null if none tells any. Of several the cheapest, then the first. */
function surest(twin, facts, questions, history, doubted) {
  const asked = new Set(history.map(([guess]) => guess));
  const standing = Array.from({ length: twin.secretCount }, (_, secret) => secret).filter((secret) => history.every(([guess, response]) => twin.possible(guess, secret).includes(response)));
  const cost = (question) => facts.costs?.[question] ?? 1;
  let best = null;
  for (let question = 0; question < questions && standing.length; question++) {
    if (asked.has(question)) continue;
    const answers = new Set(standing.flatMap((secret) => twin.possible(question, secret)));
    const told = doubted.filter((secret) => !twin.possible(question, secret).some((response) => answers.has(response))).length;
    if (told > (best?.told ?? 0) || (best && told === best.told && cost(question) < cost(best.question))) best = { question, told, answers: [...answers].sort((one, other) => one - other) };
  }
  return best;
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
    const list = el("details", { class: "excluded doubts" }, el("summary", {}, "One answer may be wrong"), el("ul", {}, ...items));
    // Only for those who look: it asks all questions of all taxa.
    list.addEventListener("toggle", () => list.append(...surely(app, history, doubted.flatMap(({ who }) => who.map(({ secret }) => secret)))), { once: true });
    lists.push(list);
  }
  return lists;
}

/** What to ask to be sure that no answer was wrong. */
function surely(app, history, doubted) {
  const { twin, facts, book, field } = app;
  const found = surest(twin, facts, field.questions, history, doubted);
  if (!found) return [];
  const answers = found.answers.map((response) => `“${book.responseWords(response)}”`).join(" or ");
  const out = found.told === doubted.length ? "all of these" : `${found.told} of these ${doubted.length}`;
  return [el("p", { class: "surely" }, "To make sure, look at ", el("b", {}, book.title(found.question)), `: ${answers} speaks against ${out}.`)];
}
