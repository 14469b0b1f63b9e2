// You guess: the page hides a secret and answers by the twin of the rules.

class GuessMode {
  /** `owner` is told of moves, and `id` names the field for guesses. */
  constructor(app, { owner = app, id = "entry" } = {}) {
    Object.assign(this, { app, owner });
    this.board = el("div");
    this.entry = new Entry(app, (text) => this.guess(text), id);
    this.hintButton = el("button", { onclick: () => this.hint() }, "Hint");
    this.showButton = el("button", { onclick: () => this.end(false) }, "Show the secret");
    this.newButton = el("button", { class: "new", onclick: () => this.start() }, "New secret");
    this.say = el("p", { class: "hint", role: "status" });
    this.cells = el("div");
    this.possible = el("div");
    this.advice = app.field ? new Advice(app, (guess) => this.put(guess)) : null;
    this.shared = el("div");
    this.review = app.field ? new Verdict(app) : null;
    this.playing = el("section", { class: "step" }, this.entry.element);
    this.element = el(
      "div",
      { class: "mode" },
      this.board,
      this.playing,
      this.say,
      this.cells,
      el("div", { class: "tools" }, this.hintButton, this.showButton, this.newButton),
      this.possible,
      this.advice?.element,
      this.shared,
      this.review?.element,
    );
    this.start(false);
  }

  /** For games in rounds: how many turns have been had (to announce a secret is one), and how the game stands. */
  get turnsTaken() {
    return this.moves.length + (this.announced === null ? 0 : 1);
  }

  get found() {
    return this.over === "solved";
  }

  get ended() {
    return this.over !== null;
  }

  restart() {
    this.start(false);
  }

  /** The moves of each player, for a link. */
  get games() {
    return [this.moves];
  }

  /** Go on with a game, in which this secret is hidden; null for any that fits. */
  resume([moves], secret) {
    this.start(false, secret, moves);
  }

  /** Hide another secret, or the one that is given. */
  start(focus = true, secret = null, moves = []) {
    const candidates = this.app.consistent([...this.app.facts.start, ...moves]);
    const at = Math.floor(Math.random() * (candidates ? candidates.length : this.app.twin.secretCount));
    this.secret = secret ?? (candidates ? candidates[at] : at);
    this.moves = moves;
    /** How the game ended, and the guess that announced a secret. */
    this.over = null;
    this.announced = null;
    this.entry.set("");
    if (!this.check()) this.draw();
    if (focus) {
      this.owner.moved("a new secret is hidden");
      this.entry.input.focus();
    }
  }

  /** Where the game stands in the tree. */
  get path() {
    return this.app.tree.follow(this.moves);
  }

  get history() {
    return [...this.app.facts.start, ...this.moves];
  }

  /** Take a guess; returns a complaint, or null. */
  guess(text) {
    if (this.over) return "the game is over: hide a new secret";
    const { twin, tree, facts, book } = this.app;
    let guess;
    try {
      guess = twin.find(text);
    } catch (error) {
      return error.message;
    }
    const refused = twin.refuses(this.history, guess);
    if (refused) return `hard mode: ${refused}`;
    if (book.announced(guess)) {
      this.end(twin.guessOf(this.secret) === guess, guess);
      return null;
    }
    if (facts.turns !== null && this.history.length >= facts.turns) {
      return `all ${counted(facts.turns, facts.noun)} are made: say what you know`;
    }
    const response = this.respond(guess);
    this.moves = [...this.moves, [guess, response]];
    if (!this.check()) {
      this.draw();
      this.owner.moved(`${book.title(guess)}: ${book.responseWords(response)}. ${this.leftText()}`);
    }
    return null;
  }

  /** What the secret answers to a guess. */
  respond(guess) {
    return this.app.twin.respond(guess, this.secret);
  }

  /** Whether the secret is found by a guess with its answer. */
  finds(guess, response) {
    const { book, twin } = this.app;
    return book.solved(response) || twin.right(guess, this.secret);
  }

  /** End the game if the last guess does. */
  check() {
    const { facts } = this.app;
    const [guess, response] = this.moves.at(-1) ?? [null, null];
    if (guess === null) return false;
    if (this.finds(guess, response)) this.end(true);
    else if (facts.turns !== null && this.history.length >= facts.turns && !this.certain()) this.end(false);
    return this.over !== null;
  }

  /** End the game: solved, or lost, or shown; `announced` is the guess that named the secret. */
  end(solved, announced = null) {
    const { facts, twin, book } = this.app;
    this.over = solved ? "solved" : "lost";
    this.announced = announced;
    const made = counted(this.history.length, facts.noun);
    const secret = plain(facts, twin.hidden(this.secret));
    const wrong = announced === null || solved ? "" : `It is not ${plain(facts, book.secretName(announced))}. `;
    const told = facts.classes ? `the class is ${plain(facts, `${book.secretName(twin.guessOf(this.secret))} (${twin.secretNames[this.secret]})`)}` : secret;
    const verb = facts.erring ? "Named after" : facts.announces ? "Known after" : "Solved in";
    this.outcome = solved ? `${verb} ${made}: ${told}` : `${wrong}${this.app.book.words.was} ${secret}`;
    this.draw();
    this.owner.moved(this.outcome);
    this.board.querySelector(".outcome button")?.focus();
  }

  /** What the tree would guess; off the tree, the best guess of a ranking. */
  hint() {
    const { tree, facts, twin } = this.app;
    const { on, slots } = this.path;
    if (on && tree.guess[slots.at(-1)] < 0) this.say.textContent = "The strategy gives up here.";
    else if (on) this.tellHint(tree.guess[slots.at(-1)], "The strategy");
    else {
      const left = this.app.consistent(this.history);
      if (left && isKnown(twin, left)) {
        this.tellHint(twin.guessOf(left[0]), "The strategy");
        return;
      }
      const { history } = this;
      this.say.textContent = "Looking for a good guess …";
      this.app.adviser.ask("suggest", { history }, (found) => {
        if (found && String(this.history) === String(history) && !this.over) this.tellHint(found.guess, "Off the tree, entropy");
      });
    }
  }

  tellHint(guess, who) {
    const { book, facts, field } = this.app;
    const left = this.app.consistent(this.history);
    this.put(guess);
    if (book.announced(guess)) {
      this.say.textContent = `${who} knows: ${book.title(guess)}.`;
      return;
    }
    this.say.textContent = `${who} would ${facts.noun === "question" ? "ask" : "guess"} ${book.title(guess)}.`;
    if (!field || !left) return;
    const row = rowOf(field, guess, left);
    this.say.textContent += ` ${tellRow(this.app, row)}.`;
    this.cells.replaceChildren(renderCells(this.app, row));
  }

  /** Put a guess into the field. */
  put(guess) {
    this.entry.set(this.app.book.name(guess));
    this.entry.input.focus();
  }

  /** Whether there is nothing left to ask, only to announce. */
  certain() {
    const left = this.app.consistent(this.history);
    return left !== null && isKnown(this.app.twin, left);
  }

  leftText() {
    const left = this.app.consistent(this.history);
    return left ? `${counted(left.length, this.app.book.words.left)} left` : "";
  }

  draw() {
    const { app } = this;
    const { book, everything } = app;
    const rows = this.history.map(([guess, response], at) =>
      el(
        "li",
        {},
        el("span", { class: "number" }, String(at + 1)),
        renderCode(book, guess, response),
        el("span", { class: "given", "data-response": book.responseText(response) }, renderResponse(book, response), heard(book.responseWords(response))),
        renderLeft(app.consistent(this.history.slice(0, at + 1))?.length ?? null, everything),
      ),
    );
    const left = app.consistent(this.history);
    const over = this.over !== null;
    this.board.replaceChildren(
      rows.length ? el("ol", { class: "history", "aria-label": "history" }, ...rows) : "",
      over ? this.drawOutcome() : this.drawHeading(left?.length ?? null, everything),
    );
    this.playing.hidden = over;
    this.showButton.disabled = this.hintButton.disabled = over;
    this.possible.replaceChildren(...(over || !left ? [] : [this.names(left)]));
    this.advice?.show(over || !left ? null : this.history);
    const ending = over ? (this.over === "lost" ? "lost" : app.facts.announces ? "known" : "solved") : null;
    this.shared.replaceChildren(...(ending && this.moves.length ? [renderShare(book, this.moves, ending)] : []));
    this.review?.show(over && left ? this.moves : null);
    this.say.textContent = "";
    this.cells.replaceChildren();
    this.markPad();
  }

  /** The candidates by name, folded away. */
  names(left) {
    return renderNames(this.app, left, true);
  }

  drawHeading(left, everything) {
    const { facts } = this.app;
    const of = facts.turns === null ? "" : ` of ${facts.turns}`;
    const noun = `${facts.noun[0].toUpperCase()}${facts.noun.slice(1)}`;
    return el("div", { class: "line heading" }, el("h2", {}, `${noun} ${this.history.length + 1}${of}`), renderLeft(left, everything));
  }

  drawOutcome() {
    const { twin, book } = this.app;
    const named = twin.guessOf(this.secret);
    return el(
      "section",
      { class: this.over === "solved" ? "step outcome found" : "step outcome" },
      el("h2", {}, this.outcome),
      el("div", { class: "big" }, renderCode(book, named)),
      el("button", { class: "primary", onclick: () => this.start() }, this.app.book.words.back),
    );
  }

  markPad() {
    const { book } = this.app;
    if (!book.wordle) return;
    const best = new Map();
    for (const [guess, response] of this.history) {
      const marks = book.marks(response);
      book.pieces(guess).forEach(({ text }, place) => best.set(text, Math.max(best.get(text) ?? 0, marks[place])));
    }
    this.entry.mark(best);
  }
}
