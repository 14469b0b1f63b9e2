// You answer, and answers may be false: the page follows the tree, and tells who is left if none and if some were false.

class LiesAnswerMode extends AnswerMode {
  get left() {
    return null;
  }

  candidates() {
    const position = this.app.tree.positionAt(this.path.slots.at(-1));
    return el("div", {}, renderUncovered(this.app, this.history, position, " of your"), renderByLies(this.app, position));
  }

  drawOutcome(text) {
    const section = super.drawOutcome(text);
    const { app, solved, known } = this;
    const guess = solved ? this.moves.at(-1)[0] : known;
    const secret = guess === null ? -1 : app.secretTexts.indexOf(app.book.secretName(guess));
    if (secret >= 0 && !app.facts.fibs && !app.twin?.kinds) section.append(renderFalse(app, this.history, secret));
    return section;
  }
}

/** Which answers may have been false, where one was for sure; `whose` answers they are can be said. */
function renderUncovered(app, history, position, whose = "") {
  const least = position.findIndex((secrets) => secrets.length);
  if (least < 1) return null;
  const found = position.flat().flatMap((secret) => app.lying.falseIn(history, secret));
  const numbers = [...new Set(found)].sort((one, other) => one - other);
  const which = numbers.length === 1 ? `answer ${numbers[0]}` : `one of the answers ${numbers.join(", ")}`;
  const one = `At least one${whose} answer${whose && "s"} was false: it was ${which}.`;
  return el("p", { class: "hint uncovered", role: "status" }, least === 1 ? one : `At least ${least}${whose} answers were false, among the answers ${numbers.join(", ")}.`);
}

/** Who is left, by the number of false answers; folded away where they are many. */
function renderByLies(app, position, folded = false) {
  const { facts } = app;
  const parts = position.map((secrets, told) => {
    if (!secrets.length) return null;
    const when = facts.fibs ? "Still possible: " : told === 0 ? "If all answers were true: " : `If ${told === 1 ? "one was" : `${told} were`} false: `;
    const names = secrets.slice(0, MOST_NAMES).map((secret) => plain(facts, app.secretTexts[secret])).join("  ");
    const more = secrets.length > MOST_NAMES ? `  and ${WITH_COMMAS.format(secrets.length - MOST_NAMES)} others` : "";
    return el("p", { class: "names" }, el("b", {}, when), names + more);
  });
  const count = position.flat().length;
  if (!folded && count <= FEW_NAMES) return el("div", {}, ...parts);
  return el("details", { class: "possible" }, el("summary", {}, `What is still possible: ${WITH_COMMAS.format(count)}`), ...parts);
}

/** Which answers were false, and what would have been true, now that the secret is known; of Fibble all true rows. */
function renderFalse(app, history, secret) {
  const { lying, facts, twin, book } = app;
  const told = (text) => el("p", { class: "hint uncovered" }, text);
  if (facts.fibs) {
    const rows = history.filter(([, response]) => response !== winningRow(twin));
    return told(rows.length ? `The true rows: ${rows.map(([guess]) => `${book.title(guess)} ${book.responseText(twin.respond(guess, secret))}`).join(", ")}.` : "No row had a false mark.");
  }
  const answers = lying.falseIn(history, secret).map((number) => {
    const [truth] = lying.admitted(history[number - 1][0], secret);
    return `answer ${number} (in truth ${plain(facts, book.responseText(truth))})`;
  });
  return told(answers.length ? `False: ${answers.join(", ")}.` : "All answers were true.");
}

class LiesApp extends App {
  constructor(facts, tree, twin, lying) {
    super(facts, tree, null, null);
    /** The text of each secret, without its class. */
    const secretTexts = facts.secretNames ?? Array.from({ length: twin.secretCount }, (_, secret) => twin.secretNames?.[secret] ?? twin.hidden(secret));
    Object.assign(this, { twin, lying, secretTexts, book: facts.fibs && twin ? new FibbleBook(facts, twin) : new Book(facts, twin), everything: secretTexts.length });
  }

  /** The position after a history. */
  position(history) {
    if (this.known.size > 200) this.known.clear();
    return kept(this.known, history.join(" "), () => {
      if (!history.length) return this.lying.all(this.secretTexts.length);
      return this.lying.after(this.position(history.slice(0, -1)), ...history.at(-1));
    });
  }

  consistent(history) {
    return this.position(history).flat().sort((one, other) => one - other);
  }

  start() {
    this.picture = new LiesPicture(this);
    this.makers = { "You answer": () => new LiesAnswerMode(this), ...(this.twin ? { "You guess": () => new LiarMode(this) } : {}) };
    this.modes = [];
    this.makeTabs(Object.keys(this.makers));
    document.getElementById("picture").append(this.picture.element);
    const fragment = location.hash;
    this.choose(0);
    this.note.after(el("p", { class: "help" }, "Where answers may be false, this page follows its strategy: it ranks no other guesses."));
    this.resume(fragment);
    addEventListener("hashchange", () => this.resume(location.hash));
  }

  /** Who answers keeps to the strategy's guesses. */
  resume(fragment) {
    const found = readGame(this, fragment);
    super.resume(found?.kind === "answer" && !this.tree.follow(found.games[0]).on ? "#none" : fragment);
  }
}

class LiesPicture extends Icicle {
  constructor(app) {
    super(app);
    this.element.querySelector(".help").textContent = "A cell is as wide as there are ways to lie and to be true. Click or Enter goes down, Escape up; arrow keys move.";
  }

  /** The way of the game, because several may lead to a slot. */
  show(path) {
    this.path = path;
    if (this.following) this.views = path.slots.slice(0, Math.max(1, path.slots.length - 1)).map((slot) => ({ slot, from: 0, to: Infinity }));
    this.draw();
  }
}
