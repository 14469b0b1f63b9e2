// What a guess tells, in figures and bars; the best guesses at a position, side by side.

const MOST_CELLS = 14;

function percent(share) {
  const digits = share > 0 && share < 0.1 ? 1 : 0;
  return `${(100 * share).toFixed(digits)} %`;
}

function decimals(number, digits = 2) {
  return number.toFixed(digits);
}

/** The answers to a guess: how likely each is, and how many candidates it leaves. */
function renderCells(app, row) {
  const { book, field } = app;
  const whole = row.left.reduce((sum, [, , mass]) => sum + mass, 0);
  const cells = row.left.toSorted(([, , one], [, , other]) => other - one);
  const most = cells[0][2];
  const items = cells.slice(0, MOST_CELLS).map(([response, size, mass]) => {
    const bar = el("i", { class: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", String(mass / most));
    const left = response === field.solved ? "found" : `${WITH_COMMAS.format(size)} left`;
    return el("li", {}, renderResponse(book, response), heard(`${book.responseWords(response)}: `), bar, el("span", { class: "size" }, `${left} · ${percent(mass / whole)}`));
  });
  if (cells.length > MOST_CELLS) items.push(el("li", { class: "size" }, `and ${cells.length - MOST_CELLS} others`));
  return el("ol", { class: "cells", "aria-label": `answers to ${book.title(row.guess)}` }, ...items);
}

/** What a guess tells, in a sentence. */
function tellRow(app, row) {
  const { book } = app;
  const average = row.worst > 1 ? `, ${decimals(row.expectedLeft, 1)} on average` : "";
  const left = row.worst ? `leaves at most ${WITH_COMMAS.format(row.worst)}${average}` : "leaves nothing open";
  return `${book.title(row.guess)} ${left}, in ${counted(row.left.length, "answer")}: ${decimals(row.bits)} bits`;
}

/** What guesses cost, where that differs. */
function costOf(app, guess) {
  const { costs, costUnit } = app.facts;
  return costs && guess < costs.length ? String(Number((costs[guess] * costUnit).toPrecision(6))) : null;
}

/** The best guesses at a position, folded away until somebody asks for them. */
class Advice {
  /** `use(guess)` takes a guess from the table. */
  constructor(app, use) {
    this.app = app;
    this.use = use;
    this.body = el("div");
    this.element = el("details", { class: "advice", ontoggle: () => this.element.open && this.ask() }, el("summary", {}, app.facts.noun === "question" ? "Best questions here" : "Best guesses here"), this.body);
  }

  /** The game stands at this history now; null where there is nothing to guess. `own` is a guess to compare. */
  show(history, own = null) {
    const key = JSON.stringify([history, own]);
    this.element.hidden = history === null;
    if (key === this.key) return;
    Object.assign(this, { key, history, own, asked: false });
    if (history !== null && this.element.open) this.ask();
  }

  ask() {
    if (this.asked || this.history === null) return;
    this.asked = true;
    const { key } = this;
    this.body.replaceChildren(el("p", { class: "hint", role: "status" }, "Looking at the guesses …"));
    this.app.adviser.ask("rank", { history: this.history, own: this.own === null ? [] : [this.own] }, (ranking, done) => {
      if (key !== this.key) return;
      if (ranking) this.draw(ranking);
      if (done) this.body.dataset.done = "true";
    });
    delete this.body.dataset.done;
  }

  draw(ranking) {
    const { app } = this;
    const known = new Set(ranking.best.map(({ guess }) => guess));
    const rows = [...ranking.best, ...ranking.own.filter(({ guess }) => !known.has(guess))];
    const timed = rows.some(({ further }) => further !== null);
    const costs = Boolean(app.facts.costs);
    const names = ["guess", "worst", "left", "bits", ...(costs ? ["cost"] : []), ...(timed ? ["takes"] : [])];
    const head = el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)));
    const body = rows.map((row) => this.row(row, costs, timed));
    const told = ranking.sampled ? `a sample of ${WITH_COMMAS.format(ranking.considered)} guesses` : counted(ranking.considered, app.facts.noun);
    const alike = app.facts.symmetry && !ranking.sampled ? " that differ" : "";
    const what = costs ? "what it costs" : app.facts.noun === "question" ? "questions" : "guesses";
    const takes = timed ? `; takes: ${what} from here on, on average, at best (≤: as the strategy entropy goes on)` : "";
    this.body.replaceChildren(
      ...this.why(ranking),
      el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)),
      el("p", { class: "help" }, `Of ${told}${alike}. ◆ can be right. Worst: the most that can be left; left: on average${takes}.`),
    );
  }

  /** The best guess beside the next best, or beside the one that is asked about. */
  why(ranking) {
    const [best, second] = ranking.best;
    const other = ranking.own.find(({ guess }) => guess !== best.guess) ?? second;
    const parts = [el("p", { class: "why" }, `${tellRow(this.app, best)}.${other ? ` ${tellRow(this.app, other)}.` : ""}`)];
    return ranking.candidates > 1 ? parts : [];
  }

  row(row, costs, timed) {
    const { book } = this.app;
    const cells = [String(row.worst), decimals(row.expectedLeft, 1), decimals(row.bits)];
    if (costs) cells.push(costOf(this.app, row.guess));
    if (timed) cells.push(row.further === null ? "" : `${row.by === "exact" ? "" : "≤ "}${decimals(row.further)}`);
    const button = el("button", { type: "button", "data-name": book.name(row.guess), onclick: () => this.use(row.guess) }, book.title(row.guess), row.candidate ? " ◆" : "");
    return el("tr", {}, el("th", { scope: "row" }, button), ...cells.map((text) => el("td", {}, text)));
  }
}

const FEW_NAMES = 30;
const MOST_NAMES = 500;

/** The secrets that are left by name, the most likely first; folded away where they are many, or where `folded`. */
function renderNames(app, secrets, folded = false) {
  const { facts, twin, book } = app;
  const { weights } = facts;
  if (!secrets?.length) return null;
  const list = () => {
    const whole = app.field.massOf(secrets);
    const order = weights ? Array.from(secrets).sort((one, other) => weights[other] - weights[one] || one - other) : Array.from(secrets);
    const between = weights || twin.kinds || facts.written ? ",  " : "  ";
    const names = order.slice(0, MOST_NAMES).flatMap((secret, place) => {
      const chance = weights ? ` ${percent(weights[secret] / whole)}` : "";
      return [place ? between : "", ...slanted(runsOf(facts, twin.hidden(secret))), chance];
    });
    const others = order.length > MOST_NAMES ? `  and ${WITH_COMMAS.format(order.length - MOST_NAMES)} others` : "";
    return [...names, others];
  };
  const classes = twin.kinds ? renderClasses(app, secrets) : null;
  if (!folded && secrets.length <= FEW_NAMES) return el("div", {}, classes, el("p", { class: "names" }, el("b", {}, app.book.words.possible), ...list()));
  const names = el("p", { class: "names" });
  const details = el("details", { class: "possible", ontoggle: () => { if (details.open && !names.textContent) names.append(...list()); } }, el("summary", {}, `What is still possible: ${WITH_COMMAS.format(secrets.length)}`), names);
  return classes ? el("div", {}, classes, details) : details;
}

/** How likely each class is that some secrets can still be of, the likeliest first. */
function renderClasses(app, secrets) {
  const { facts, twin, field } = app;
  const cells = new Map();
  for (const secret of secrets) {
    const kind = twin.kinds[secret];
    if (cells.has(kind)) cells.get(kind).push(secret);
    else cells.set(kind, [secret]);
  }
  const whole = field.massOf(secrets);
  const found = [...cells].map(([kind, cell]) => ({ kind, count: cell.length, mass: field.massOf(cell) }));
  found.sort((one, other) => other.mass - one.mass || one.kind - other.kind);
  const texts = found.slice(0, FEW_NAMES).map(({ kind, count, mass }) => `${plain(facts, twin.kindNames[kind])} ${WITH_COMMAS.format(count)} (${percent(mass / whole)})`);
  const others = found.length > FEW_NAMES ? ` and ${found.length - FEW_NAMES} others` : "";
  return el("p", { class: "names kinds" }, el("b", {}, "By class: "), texts.join(", ") + others);
}
