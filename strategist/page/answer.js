// You answer: the strategy guesses, and a person tells what is answered.

const FEW_RESPONSES = 12;
const FEW_CANDIDATES = 30;

class AnswerMode {
  constructor(app) {
    this.app = app;
    this.element = el("div", { class: "mode" });
    /** The responses so far. Earlier ones are kept for undo. */
    this.responses = [];
    this.undone = [];
    this.draw();
  }

  /** The slots that were met, the first one included. */
  get slots() {
    const { tree } = this.app;
    const found = [0];
    for (const response of this.responses) {
      const child = tree.child(found.at(-1), response);
      if (child >= 0) found.push(child);
    }
    return found;
  }

  get solved() {
    return this.app.book.solved(this.responses.at(-1));
  }

  /** Where the game stands in the picture: the slots of its path, and whether it ended by solving the last one. */
  get path() {
    return { slots: this.slots, solved: this.solved };
  }

  /** Go to a list of responses; the step can be undone. */
  go(responses, focus = true) {
    this.undone.push(this.responses);
    this.responses = responses;
    this.draw();
    this.app.moved(this.spoken());
    // Last, because it lays out the page.
    if (focus) this.focus();
  }

  undo() {
    if (!this.undone.length) return;
    this.responses = this.undone.pop();
    this.draw();
    this.app.moved(`undone. ${this.spoken()}`);
    this.focus();
  }

  focus() {
    const chosen = this.element.querySelector(".responses button.was") ?? this.element.querySelector(".tapping button");
    (chosen ?? this.element.querySelector(".responses button, .outcome button, .tools button"))?.focus();
  }

  /** The game in one sentence, for those who hear it. */
  spoken() {
    const { book, tree, facts } = this.app;
    const outcome = this.outcome();
    if (outcome) return outcome;
    const slot = this.slots.at(-1);
    return `${facts.noun} ${this.number}: ${book.title(tree.guess[slot])}. ${counted(tree.count[slot], "candidate")} left.`;
  }

  get number() {
    return this.app.facts.start.length + this.responses.length + 1;
  }

  /** How the game ended; null while it goes on. */
  outcome() {
    const { book, tree, facts } = this.app;
    const slot = this.slots.at(-1);
    const made = counted(this.number - 1, facts.noun);
    if (this.solved) return `Solved in ${made}: ${book.title(tree.guess[slot])}`;
    if (facts.announces && tree.solves[slot]) {
      const said = facts.noun === "question" ? `the ${facts.solvedAt ? "class" : "secret"} is ` : "";
      return `Known after ${made}: ${said}${plain(facts, book.secretName(tree.guess[slot]))}`;
    }
    if (tree.guess[slot] < 0) return `Lost after ${made}: the strategy gives up with ${counted(tree.count[slot], "candidate")} left`;
    return null;
  }

  draw() {
    const { facts, tree } = this.app;
    const slots = this.slots;
    const most = this.app.everything ?? tree.count[0];
    const rows = facts.start.map(([guess, response], at) => {
      const left = this.app.consistent(facts.start.slice(0, at + 1));
      return this.row(guess, response, left && left.length, null, most);
    });
    this.responses.forEach((response, step) => {
      const left = step + 1 < slots.length ? tree.count[slots[step + 1]] : 1;
      rows.push(this.row(tree.guess[slots[step]], response, left, step, most));
    });
    rows.forEach((row, at) => row.prepend(el("span", { class: "number" }, String(at + 1))));
    const outcome = this.outcome();
    this.element.replaceChildren(
      rows.length ? el("ol", { class: "history", "aria-label": "history" }, ...rows) : "",
      outcome ? this.drawOutcome(outcome) : this.drawStep(slots.at(-1), most),
      this.tools(),
    );
    this.undoButton.disabled = !this.undone.length;
  }

  /** One answered guess; `step` is null for those before the tree starts, which nobody can change. */
  row(guess, response, count, step, most) {
    const { book } = this.app;
    const words = book.responseWords(response);
    const shown = renderResponse(book, response);
    const answer =
      step === null
        ? el("span", { class: "given", "data-response": book.responseText(response) }, shown, heard(words))
        : el(
            "button",
            {
              class: "change",
              title: "change this answer",
              "data-response": book.responseText(response),
              onclick: () => this.change(step),
            },
            shown,
            heard(`${words}: change this answer`),
          );
    return el("li", {}, renderCode(book, guess, response), answer, renderLeft(count, most));
  }

  /** Back to an earlier answer, which can then be given anew. */
  change(step) {
    const was = this.responses[step];
    this.go(this.responses.slice(0, step), false);
    const button = this.element.querySelector(`.responses button[data-number="${was}"]`);
    button?.classList.add("was");
    if (button) button.closest("details")?.setAttribute("open", "");
    this.focus();
  }

  drawStep(slot, most) {
    const { facts, tree, book } = this.app;
    const branches = tree.branches(slot);
    const guess = tree.guess[slot];
    const heading = el("h2", {}, `${facts.noun[0].toUpperCase()}${facts.noun.slice(1)} ${this.number}`);
    const tappable = book.marks(branches[0]?.response ?? 0) !== null;
    return el(
      "section",
      { class: "step" },
      el("div", { class: "line" }, heading, renderLeft(tree.count[slot], most)),
      tappable ? this.tapping(slot, branches) : el("div", { class: "big" }, renderCode(book, guess)),
      tappable ? null : el("p", { class: "ask" }, "What is the answer?"),
      this.choices(branches, tappable),
      this.candidates(slot),
    );
  }

  /** Buttons for the responses that are possible here; folded away where tiles are tapped and there are many. */
  choices(branches, tappable) {
    const { book } = this.app;
    const buttons = branches.map(({ response, count }) =>
      el(
        "button",
        {
          class: book.solved(response) ? "response right" : "response",
          "data-number": String(response),
          "data-response": book.responseText(response),
          onclick: () => this.go([...this.responses, response]),
        },
        renderResponse(book, response),
        heard(`${book.responseWords(response)}, `),
        el("small", {}, book.solved(response) ? "found" : `${count} left`),
      ),
    );
    const group = arrowKeys(el("div", { class: "responses", role: "group", "aria-label": "possible answers" }, ...buttons));
    if (!tappable || branches.length <= 4) return group;
    const details = el("details", {}, el("summary", {}, `all ${branches.length} possible answers`), group);
    details.open = branches.length <= FEW_RESPONSES;
    return details;
  }

  /** The guess as tiles to tap, grey, yellow, green. */
  tapping(slot, branches) {
    const { facts, book, tree } = this.app;
    const guess = tree.guess[slot];
    const pieces = book.pieces(guess);
    const marks = pieces.map(() => 0);
    const numberOf = new Map(branches.map(({ response }) => [book.marks(response).join(""), response]));
    const say = el("span", { class: "hint", role: "status" });
    const send = el("button", {
      class: "primary",
      onclick: () => this.go([...this.responses, numberOf.get(marks.join(""))]),
    }, "Answer");
    const tiles = pieces.map((piece, place) =>
      el("button", {
        class: "piece tiles",
        onclick: () => {
          marks[place] = (marks[place] + 1) % 3;
          show();
        },
      }, piece.text),
    );
    const show = () => {
      tiles.forEach((tile, place) => {
        paint(tile, facts.markColors[marks[place]]).dataset.mark = marks[place];
        tile.setAttribute("aria-label", `${pieces[place].text}: ${["grey", "yellow", "green"][marks[place]]}`);
      });
      const number = numberOf.get(marks.join(""));
      send.disabled = number === undefined;
      const left = number === undefined ? null : branches.find(({ response }) => response === number).count;
      say.textContent = left === null ? "no candidate gives that" : book.solved(number) ? "found" : `${left} left then`;
    };
    show();
    return el(
      "div",
      { class: "tapping" },
      el("p", { class: "ask" }, "Tap the tiles: grey, yellow, green."),
      arrowKeys(el("div", { class: "code", role: "group", "aria-label": book.title(guess), "data-name": book.name(guess) }, ...tiles)),
      el("div", { class: "line" }, send, el("button", { onclick: () => { marks.fill(2); show(); } }, "All green"), say),
    );
  }

  /** The candidates by name, when they are few. */
  candidates(slot) {
    const { tree, book } = this.app;
    if (tree.count[slot] > FEW_CANDIDATES) return null;
    const solvers = tree.solvers(slot);
    // Those that will be lost stand at no slot.
    if (solvers.length < tree.count[slot]) return null;
    const names = solvers.map((guess) => plain(this.app.facts, book.secretName(guess)));
    return el("p", { class: "names" }, el("b", {}, "Still possible: "), names.join("  "));
  }

  drawOutcome(text) {
    const { tree, book, facts } = this.app;
    const slot = this.slots.at(-1);
    const found = this.solved || (facts.announces && tree.solves[slot]);
    return el(
      "section",
      { class: found ? "step outcome found" : "step outcome" },
      el("h2", {}, text),
      found ? el("div", { class: "big" }, renderCode(book, tree.guess[slot], this.solved ? this.responses.at(-1) : null)) : this.lostNames(),
      el("button", { class: "primary", onclick: () => this.go([]) }, "Play again"),
    );
  }

  /** The candidates that a strategy leaves when it gives up: no slot of the tree names them, so the rules are asked. */
  lostNames() {
    const { twin, facts } = this.app;
    const left = this.app.consistent(this.history());
    if (!left || left.length > FEW_CANDIDATES) return null;
    const names = left.map((secret) => plain(facts, this.app.book.secretName(twin.guessOf(secret))));
    return el("p", { class: "names" }, el("b", {}, names.length > 1 ? "The secret is one of: " : "The secret is: "), names.join("  "));
  }

  /** All moves as (guess, response). */
  history() {
    const { facts, tree } = this.app;
    const slots = this.slots;
    return [...facts.start, ...this.responses.map((response, step) => [tree.guess[slots[step]], response])];
  }

  tools() {
    this.undoButton = el("button", { onclick: () => this.undo() }, "Undo");
    const again = el("button", { onclick: () => this.go([]), disabled: !this.responses.length }, "New game");
    return el("div", { class: "tools" }, this.undoButton, again);
  }
}
