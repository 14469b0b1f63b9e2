// Several boards: each guess is answered on all that are not solved, by a person who plays elsewhere, or by the page,
// which hides the secrets.

const BEST_SHOWN = 10;
/** The most candidates of a board that are named. */
const FEW_LEFT = 12;

/** What the desk works out for either mode: the next guess after some moves, and the best ones. */
WORK.counsel = WORK.hints = function* (field, { number, moves }) {
  field.choice ??= new BoardChoice(field);
  yield field.choice.advise(boardsLeft(field, number, moves), BEST_SHOWN);
};

class BoardsMode {
  /** With `hides` the page hides the secrets; else it gives advice. */
  constructor(app, hides) {
    Object.assign(this, { app, hides, number: app.facts.boards });
    this.grid = el("div", { class: app.book.wordle ? "grid" : "grid roomy" });
    this.entry = new Entry(app, (text) => this.take(text), hides ? "entry" : "own");
    this.send = el("button", { class: "primary", onclick: () => this.move(this.told) }, "Answer");
    const back = el("button", { onclick: () => this.pick(null) }, "Another guess");
    this.answering = el("div", { class: "tools" }, this.send, back);
    this.next = el("p", { class: "next", role: "status" });
    this.best = el("div");
    this.advice = el("details", { class: "advice", ontoggle: () => this.advise() }, el("summary", {}, "Best guesses here"), hides ? this.next : null, this.best);
    this.undo = el("button", { onclick: () => this.go(this.moves.slice(0, -1), "undone") }, "Undo");
    this.show = el("button", { onclick: () => this.reveal() }, "Show the secrets");
    const anew = el("button", { class: "new", onclick: () => this.start() }, hides ? "New secrets" : "New game");
    this.heading = el("h2");
    this.element = el(
      "div",
      { class: "mode" },
      el("div", { class: "line heading" }, this.heading),
      this.grid,
      this.answering,
      ...(hides ? [] : [this.next]),
      this.entry.element,
      this.advice,
      el("div", { class: "tools" }, hides ? this.show : this.undo, anew),
    );
    this.start(false);
  }

  start(focus = true) {
    const draw = () => Math.floor(Math.random() * this.app.twin.secretCount);
    this.secrets = this.hides ? Array.from({ length: this.number }, draw) : null;
    this.shown = false;
    this.go([], this.hides ? "new secrets are hidden" : "a new game", focus);
  }

  get over() {
    return this.shown || this.left.every(({ length }) => !length);
  }

  /** Take a guess; returns a complaint, or null. */
  take(text) {
    const { twin, book } = this.app;
    let guess;
    try {
      guess = twin.find(text);
    } catch (error) {
      return error.message;
    }
    if (this.moves.some(([earlier]) => earlier === guess)) return `${book.title(guess)} was guessed before`;
    if (!this.hides) this.pick(guess);
    else {
      this.picked = guess;
      this.move(this.secrets.map((secret, at) => (this.left[at].length ? twin.respond(guess, secret) : null)));
    }
    return null;
  }

  /** Ask what is answered to a guess; to none, where it is taken back. */
  pick(guess) {
    this.picked = guess;
    this.told = this.left.map(({ length }) => (length ? undefined : null));
    this.draw();
    (guess === null ? this.entry.input : this.grid.querySelector(".answering :is(button, select)")).focus();
  }

  /** The guess has been answered on each board. */
  move(told) {
    const { book } = this.app;
    const words = told.map((response, at) => (response === null ? null : `board ${at + 1}: ${book.responseWords(response)}`));
    this.go([...this.moves, [this.picked, told]], `${book.title(this.picked)}: ${words.filter((each) => each).join("; ")}`);
  }

  /** Go to other moves. */
  go(moves, words, focus = true) {
    Object.assign(this, { moves, picked: null, told: null, left: boardsLeft(this.app.field, this.number, moves) });
    this.draw();
    this.app.say(this.over ? `${words}. ${this.heading.textContent}` : words);
    if (focus && !this.over) this.entry.input.focus();
  }

  reveal() {
    this.shown = true;
    this.draw();
    this.app.say(this.heading.textContent);
  }

  draw() {
    const made = this.moves.length;
    const solved = this.left.every(({ length }) => !length);
    const picking = this.picked === null && !this.over;
    this.heading.textContent = solved ? `All ${this.number} boards solved in ${counted(made, "guess")}` : this.shown ? "The secrets" : `Guess ${made + 1}`;
    this.grid.replaceChildren(...this.left.map((left, at) => this.drawBoard(left, at)));
    this.entry.element.hidden = !picking;
    this.answering.hidden = this.picked === null;
    this.advice.hidden = this.next.hidden = !picking;
    this.undo.disabled = !made;
    this.show.disabled = this.over;
    this.allow();
    this.advise();
  }

  /** The answers can be sent when each board has one. */
  allow() {
    this.send.disabled = !this.told || this.told.includes(undefined);
  }

  drawBoard(left, at) {
    const { book, everything, twin } = this.app;
    const rows = this.moves.filter(([, told]) => told[at] !== null).map(([guess, told], row) =>
      el("li", {},
        el("span", { class: "number" }, String(row + 1)),
        renderCode(book, guess, told[at]),
        el("span", { class: "given", "data-response": book.responseText(told[at]) }, renderResponse(book, told[at]), heard(book.responseWords(told[at]))),
      ),
    );
    const named = this.shown ? [this.secrets[at]] : left.length <= FEW_LEFT ? [...left] : [];
    const label = this.shown ? "It was: " : book.words.possible;
    const names = named.map((secret) => plain(book.facts, twin.hidden(secret))).join("  ");
    return el("section", { class: left.length ? "board" : "board found", "aria-label": `board ${at + 1}` },
      el("div", { class: "line" }, el("h3", {}, `Board ${at + 1}`), left.length ? renderLeft(left.length, everything) : el("span", { class: "left" }, `solved in ${rows.length}`)),
      rows.length ? el("ol", { class: "history", "aria-label": `guesses of board ${at + 1}` }, ...rows) : null,
      this.picked !== null && left.length ? this.drawAnswering(left, at) : null,
      left.length && names && this.picked === null && (this.shown || !this.hides) ? el("p", { class: "names" }, el("b", {}, label), names) : null,
    );
  }

  /** Where a person says what one board answers: tiles to tap, or a list of what is possible. */
  drawAnswering(left, at) {
    const { book, field } = this.app;
    const branches = field.cells(this.picked, left).map(([response, cell]) => ({ response, count: cell.length }));
    const say = el("p", { class: "hint" });
    const tell = (branch, nothing) => {
      this.told[at] = branch?.response;
      say.textContent = nothing ?? tellBranch(book, branch);
      this.allow();
    };
    if (book.marks(branches[0].response)) {
      const branchOf = new Map(branches.map((branch) => [book.marks(branch.response).join(""), branch]));
      const { element, fill } = makeTiles(book, this.picked, (marks) => tell(branchOf.get(marks)));
      element.append(el("button", { class: "all", "aria-label": "all green", onclick: () => fill(2) }, "✓"));
      return el("div", { class: "answering" }, element, say);
    }
    const options = branches.map(({ response }) => el("option", { value: String(response) }, book.responseText(response)));
    const chosen = ({ target }) => tell(branches.find(({ response }) => String(response) === target.value), target.value ? null : "");
    const select = el("select", { "aria-label": `answer of board ${at + 1}`, onchange: chosen }, el("option", { value: "" }, "What is the answer?"), ...options);
    return el("div", { class: "answering" }, renderCode(book, this.picked), select, say);
  }

  /** Ask for the best guesses, where they are looked at. */
  advise() {
    const { moves, number } = this;
    if (this.advice.hidden || (this.hides && !this.advice.open) || this.asked === moves) return;
    this.asked = moves;
    this.next.textContent = "Looking for a good guess …";
    this.best.replaceChildren();
    this.app.adviser.ask(this.hides ? "hints" : "counsel", { number, moves }, (found) => {
      if (found && this.moves === moves) this.drawBest(found);
    });
  }

  drawBest({ next, ranked }) {
    const { book } = this.app;
    const use = (guess) => el("button", { onclick: () => this.put(guess) }, book.title(guess));
    const rows = ranked.map(({ guess, bits, hits }) =>
      el("tr", {}, el("th", { scope: "row" }, use(guess)), el("td", {}, bits.toFixed(2)), el("td", {}, hits ? counted(hits, "board") : "")),
    );
    const head = ["guess", "bits", "may solve"].map((name) => el("th", { scope: "col" }, name));
    this.next.replaceChildren("The next guess: ", use(next));
    this.best.replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
  }

  /** Put a guess into the field. */
  put(guess) {
    this.entry.set(this.app.book.name(guess));
    this.entry.input.focus();
  }
}
