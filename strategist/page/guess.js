// You guess: the page hides a secret and answers by the twin of the rules.

class GuessMode {
  constructor(app) {
    this.app = app;
    this.board = el("div");
    this.entry = new Entry(app, (text) => this.guess(text));
    this.hintButton = el("button", { onclick: () => this.hint() }, "Hint");
    this.showButton = el("button", { onclick: () => this.end(false) }, "Show the secret");
    this.say = el("p", { class: "hint", role: "status" });
    this.playing = el("section", { class: "step" }, this.entry.element);
    this.element = el(
      "div",
      { class: "mode" },
      this.board,
      this.playing,
      this.say,
      el("div", { class: "tools" }, this.hintButton, this.showButton, el("button", { onclick: () => this.start() }, "New secret")),
    );
    this.start(false);
  }

  /** Hide another secret. */
  start(focus = true) {
    const candidates = this.app.consistent(this.app.facts.start);
    const at = Math.floor(Math.random() * (candidates ? candidates.length : this.app.twin.secretCount));
    this.secret = candidates ? candidates[at] : at;
    this.history = [];
    /** The slots of the tree while every guess was the tree's own. */
    this.slots = [0];
    this.onTree = true;
    this.over = null;
    this.entry.set("");
    this.draw();
    if (focus) {
      this.app.moved("a new secret is hidden");
      this.entry.input.focus();
    }
  }

  get path() {
    return { slots: this.slots, solved: this.over === "solved" && this.onTree };
  }

  get all() {
    return [...this.app.facts.start, ...this.history];
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
    const refused = twin.refuses(this.all, guess);
    if (refused) return `hard mode: ${refused}`;
    if (book.announced(guess)) {
      this.end(twin.guessOf(this.secret) === guess, guess);
      return null;
    }
    if (facts.turns !== null && this.all.length >= facts.turns) {
      return `all ${counted(facts.turns, facts.noun)} are made: say what you know`;
    }
    const response = twin.respond(guess, this.secret);
    this.history.push([guess, response]);
    const slot = this.slots.at(-1);
    const child = tree.child(slot, response);
    this.onTree = this.onTree && tree.guess[slot] === guess && (child >= 0 || book.solved(response));
    if (this.onTree && child >= 0) this.slots.push(child);
    if (book.solved(response) || twin.right(guess, this.secret)) this.end(true);
    else if (facts.turns !== null && this.all.length >= facts.turns && !this.certain()) this.end(false);
    else {
      this.draw();
      this.app.moved(`${book.title(guess)}: ${book.responseWords(response)}. ${this.leftText()}`);
    }
    return null;
  }

  /** End the game: solved, or lost, or shown; `announced` is the guess that named the secret. */
  end(solved, announced = null) {
    const { facts, twin, book } = this.app;
    this.over = solved ? "solved" : "lost";
    const made = counted(this.all.length, facts.noun);
    const secret = plain(facts, book.secretName(twin.guessOf(this.secret)));
    const wrong = announced === null || solved ? "" : `It is not ${plain(facts, book.secretName(announced))}. `;
    const verb = facts.announces ? "Known after" : "Solved in";
    this.outcome = solved ? `${verb} ${made}: ${secret}` : `${wrong}The secret was ${secret}`;
    this.draw();
    this.app.moved(this.outcome);
    this.element.querySelector(".outcome button").focus();
  }

  /** What the tree would guess, as long as every guess so far was its own. */
  hint() {
    const { tree, book, facts } = this.app;
    const guess = tree.guess[this.slots.at(-1)];
    if (guess < 0) this.say.textContent = "The strategy gives up here.";
    else {
      this.say.textContent = book.announced(guess)
        ? `The strategy knows: ${book.title(guess)}.`
        : `The strategy would ${facts.noun === "question" ? "ask" : "guess"} ${book.title(guess)}.`;
      this.entry.set(book.name(guess));
      this.entry.input.focus();
    }
  }

  /** Whether there is nothing left to ask, only to announce. */
  certain() {
    return this.app.facts.announces && this.app.consistent(this.all)?.length === 1;
  }

  leftText() {
    const left = this.app.consistent(this.all);
    return left ? `${counted(left.length, "candidate")} left` : "";
  }

  draw() {
    const { facts, book } = this.app;
    const { everything } = this.app;
    const rows = this.all.map(([guess, response], at) =>
      el(
        "li",
        {},
        el("span", { class: "number" }, String(at + 1)),
        renderCode(book, guess, response),
        el("span", { class: "given", "data-response": book.responseText(response) }, renderResponse(book, response), heard(book.responseWords(response))),
        renderLeft(this.app.consistent(this.all.slice(0, at + 1))?.length ?? null, everything),
      ),
    );
    const left = this.app.consistent(this.all);
    this.board.replaceChildren(
      rows.length ? el("ol", { class: "history", "aria-label": "history" }, ...rows) : "",
      this.over ? this.drawOutcome() : this.drawHeading(left?.length ?? null, everything),
    );
    this.playing.hidden = this.over !== null;
    this.showButton.disabled = this.over !== null;
    this.hintButton.disabled = this.over !== null || !this.onTree;
    this.say.textContent =
      this.over === null && !this.onTree ? `You have left the tree of ${facts.strategy}: it has no hint here.` : "";
    this.markPad();
  }

  drawHeading(left, everything) {
    const { facts } = this.app;
    const of = facts.turns === null ? "" : ` of ${facts.turns}`;
    const noun = `${facts.noun[0].toUpperCase()}${facts.noun.slice(1)}`;
    return el("div", { class: "line heading" }, el("h2", {}, `${noun} ${this.all.length + 1}${of}`), renderLeft(left, everything));
  }

  drawOutcome() {
    const { twin, book } = this.app;
    const named = twin.guessOf(this.secret);
    return el(
      "section",
      { class: this.over === "solved" ? "step outcome found" : "step outcome" },
      el("h2", {}, this.outcome),
      el("div", { class: "big" }, renderCode(book, named)),
      el("button", { class: "primary", onclick: () => this.start() }, "Play again"),
    );
  }

  markPad() {
    const { book } = this.app;
    if (!book.wordle) return;
    const best = new Map();
    for (const [guess, response] of this.all) {
      const marks = book.marks(response);
      book.pieces(guess).forEach(({ text }, place) => best.set(text, Math.max(best.get(text) ?? 0, marks[place])));
    }
    this.entry.mark(best);
  }
}
