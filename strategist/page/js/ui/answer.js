// You answer: the strategy guesses, and a person tells what is answered. Where the person makes another guess than the
// strategy's, the page goes on by a ranking of its own.

const FEW_RESPONSES = 12;
/** Longer answers are sentences: each has a button over the whole width. */
const LONG_ANSWER = 22;

class AnswerMode {
  /**
   * `owner` is told of moves, `id` names the field for guesses. With `suggests: false` the page makes no guesses: one
   * person guesses, and another answers.
   */
  constructor(app, { owner = app, id = "own", suggests = true } = {}) {
    Object.assign(this, { app, owner, suggests });
    this.element = el("div", { class: "mode" });
    /** The guesses with their answers so far, and a guess that a person has put in the place of the strategy's. */
    this.moves = [];
    this.picked = null;
    this.undone = [];
    this.suggested = null;
    if (app.field) {
      this.entry = new Entry(app, (text) => this.pick(text), id);
      this.other = el("details", { class: "other" }, el("summary", {}, `Another ${app.facts.noun}`), this.entry.element);
      this.advice = new Advice(app, (guess) => this.choose(guess));
      this.review = new Verdict(app);
    }
    this.draw();
  }

  /** All moves as (guess, response), those before the tree included. */
  get history() {
    return [...this.app.facts.start, ...this.moves];
  }

  /** Where the game stands in the tree. */
  get path() {
    return this.app.tree.follow(this.moves);
  }

  get solved() {
    return this.moves.length > 0 && this.app.book.solved(this.moves.at(-1)[1]);
  }

  /** The candidates; null where the page has no rules to find them. */
  get left() {
    return this.app.consistent(this.history);
  }

  /** How many candidates there are. */
  get count() {
    const { on, slots } = this.path;
    return on ? this.app.tree.countAt(slots.at(-1)) : this.left.length;
  }

  /** The guess that is to be answered; null while there is none. */
  get guess() {
    const { on, slots } = this.path;
    if (this.picked !== null || !this.suggests) return this.picked;
    if (on) return this.app.tree.guess[slots.at(-1)];
    return this.suggested?.key === String(this.history) ? this.suggested.guess : null;
  }

  /** For games in rounds: how many turns have been had, whether the secret is found, and whether the game is over. */
  get turnsTaken() {
    return this.moves.length;
  }

  get found() {
    return this.solved || this.known !== null;
  }

  get ended() {
    return this.outcome() !== null;
  }

  restart() {
    this.resume([[]]);
  }

  /** The moves of each player, for a link. */
  get games() {
    return [this.moves];
  }

  /** Go on with a game. */
  resume([moves]) {
    this.undone = [];
    Object.assign(this, { moves, picked: null });
    this.draw();
  }

  /** Go to other moves; the step can be undone. */
  go(moves, { picked = null, focus = true } = {}) {
    this.undone.push({ moves: this.moves, picked: this.picked });
    this.show(moves, picked, "", focus);
  }

  undo() {
    if (!this.undone.length) return;
    const { moves, picked } = this.undone.pop();
    this.show(moves, picked, "undone. ");
  }

  show(moves, picked, words, focus = true) {
    Object.assign(this, { moves, picked });
    this.draw();
    this.owner.moved(words + this.spoken());
    // Last, because it lays out the page.
    if (focus) this.focus();
  }

  /** Take another guess than the strategy's; returns a complaint, or null. */
  pick(text) {
    const { twin, book } = this.app;
    let guess;
    try {
      guess = twin.find(text);
    } catch (error) {
      return error.message;
    }
    const refused = twin.refuses(this.history, guess);
    if (refused) return `hard mode: ${refused}`;
    if (book.announced(guess)) return `expected a ${this.app.facts.noun}: once the secret is known, the game is over`;
    this.choose(guess);
    return null;
  }

  choose(guess) {
    if (this.other) this.other.open = false;
    this.go(this.moves, { picked: guess });
  }

  /** Ask for a guess where the tree has none. */
  suggest() {
    const { history } = this;
    const key = String(history);
    this.app.adviser.ask("suggest", { history }, (found) => {
      if (!found || this.suggested?.key === key || String(this.history) !== key) return;
      this.suggested = { key, guess: found.guess };
      this.draw();
      this.owner.moved(this.spoken());
      if (document.activeElement === document.body) this.focus();
    });
  }

  focus() {
    const chosen = this.element.querySelector(".responses button.was") ?? this.element.querySelector(".tapping button");
    (chosen ?? this.element.querySelector(".responses button, .outcome button, .tools button:enabled"))?.focus();
  }

  /** The game in one sentence, for those who hear it. */
  spoken() {
    const { book, facts } = this.app;
    const outcome = this.outcome();
    if (outcome) return outcome;
    const { guess } = this;
    const asked = guess === null ? "" : `: ${book.title(guess)}`;
    return `${facts.noun} ${this.number}${asked}. ${counted(this.count, book.words.left)} left.`;
  }

  get number() {
    return this.history.length + 1;
  }

  /** The index of the guess that names the secret, once it is known where that is enough; null before. */
  get known() {
    const { facts, tree, twin } = this.app;
    const { on, slots } = this.path;
    if (!facts.announces || this.solved) return null;
    if (on) return tree.solves[slots.at(-1)] ? tree.guess[slots.at(-1)] : null;
    return isKnown(twin, this.left) ? twin.guessOf(this.left[0]) : null;
  }

  /** How the game ended; null while it goes on. */
  outcome() {
    const { book, tree, facts } = this.app;
    const { on, slots } = this.path;
    const made = counted(this.number - 1, facts.noun);
    const { known } = this;
    if (this.solved) return `Solved in ${made}: ${book.title(this.moves.at(-1)[0])}`;
    if (known !== null) {
      const said = facts.noun === "question" ? (facts.classes ? "the class is " : book.words.is) : "";
      return `Known after ${made}: ${said}${plain(facts, book.secretName(known))}`;
    }
    if (on && this.suggests && this.picked === null && tree.guess[slots.at(-1)] < 0) {
      return `Lost after ${made}: the strategy gives up with ${counted(this.count, book.words.left)} left`;
    }
    if (facts.turns !== null && this.history.length >= facts.turns) return `Lost after ${made}: ${counted(this.count, book.words.left)} left`;
    return null;
  }

  draw() {
    const { facts } = this.app;
    const most = this.app.everything ?? this.app.tree.countAt(0);
    const rows = this.history.map(([guess, response], at) => {
      const step = at - facts.start.length;
      return this.row(guess, response, this.countAfter(at + 1), step < 0 ? null : step, most);
    });
    rows.forEach((row, at) => row.prepend(el("span", { class: "number" }, String(at + 1))));
    const outcome = this.outcome();
    const ending = this.found ? (facts.announces ? "known" : "solved") : "lost";
    this.element.replaceChildren(
      rows.length ? el("ol", { class: "history", "aria-label": "history" }, ...rows) : "",
      outcome ? this.drawOutcome(outcome) : this.drawStep(most),
      this.tools(),
      ...(outcome && this.moves.length ? [renderShare(this.app.book, this.moves, ending)] : []),
      ...(outcome && this.review ? [this.review.element] : []),
    );
    this.advice?.show(outcome || !this.suggests ? null : this.history, this.picked);
    this.review?.show(outcome ? this.moves : null);
    this.undoButton.disabled = !this.undone.length;
    if (this.guess === null && !outcome && this.suggests) this.suggest();
  }

  /** How many candidates the first moves left; null where nothing tells. */
  countAfter(moves) {
    const { tree, facts } = this.app;
    const own = this.moves.slice(0, Math.max(0, moves - facts.start.length));
    const { on, slots } = tree.follow(own);
    if (own.length && this.app.book.solved(own.at(-1)[1])) return 1;
    if (on && moves >= facts.start.length) return tree.countAt(slots.at(-1));
    return this.app.consistent(this.history.slice(0, moves))?.length ?? null;
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
    const long = Math.max(words.length, book.title(guess).length) > LONG_ANSWER;
    return el("li", long ? { class: "long" } : {}, renderCode(book, guess, response), answer, renderLeft(count, most));
  }

  /** Back to an earlier answer, which can then be given anew. */
  change(step) {
    const [guess, was] = this.moves[step];
    this.go(this.moves.slice(0, step), { focus: false });
    if (this.guess !== guess) this.show(this.moves, guess, "", false);
    const button = this.element.querySelector(`.responses button[data-number="${was}"]`);
    button?.classList.add("was");
    if (button) button.closest("details")?.setAttribute("open", "");
    this.focus();
  }

  /** The answers to the guess that are possible, each with how many candidates it leaves. */
  branches() {
    const { tree, field } = this.app;
    const { on, slots } = this.path;
    if (on && this.guess === tree.guess[slots.at(-1)]) return tree.branches(slots.at(-1));
    return rowOf(field, this.guess, this.left).left.map(([response, count, mass]) => ({ response, count, mass }));
  }

  drawStep(most) {
    const { facts, book } = this.app;
    const { guess } = this;
    const heading = el("h2", {}, `${facts.noun[0].toUpperCase()}${facts.noun.slice(1)} ${this.number}`);
    const line = el("div", { class: "line" }, heading, renderLeft(this.count, most));
    const certain = !this.suggests && this.count === 1 ? el("p", { class: "hint" }, "Whoever guesses can be certain now.") : null;
    const beside = [certain, this.suggests ? this.candidates() : null, ...this.excluded(), this.advice && this.suggests ? this.advice.element : null];
    if (guess === null) {
      if (!this.suggests) return el("section", { class: "step" }, line, this.entry.element, ...beside);
      return el("section", { class: "step" }, line, el("p", { class: "hint", role: "status" }, "Looking for a good guess …"), this.other, ...beside);
    }
    const branches = this.branches();
    const cost = costOf(this.app, guess);
    const tappable = book.marks(branches[0]?.response ?? 0) !== null;
    return el(
      "section",
      { class: "step" },
      line,
      tappable ? this.tapping(guess, branches) : el("div", { class: "big" }, renderCode(book, guess)),
      cost === null ? null : el("p", { class: "hint cost" }, `costs ${cost}`),
      tappable ? null : el("p", { class: "ask" }, "What is the answer?"),
      this.choices(branches, tappable),
      this.others(),
      ...beside,
    );
  }

  /** Where another guess can be made, and the way back from it. */
  others() {
    if (!this.entry) return null;
    if (this.picked === null) return this.other;
    const back = this.suggests ? "Back to the strategy’s guess" : `Another ${this.app.facts.noun}`;
    return el("div", { class: "tools" }, el("button", { onclick: () => this.go(this.moves) }, back));
  }

  /** Buttons for the responses that are possible here; folded away where tiles are tapped and there are many. */
  choices(branches, tappable) {
    const { book, facts } = this.app;
    const whole = branches.reduce((sum, { mass }) => sum + mass, 0);
    const buttons = branches.map(({ response, count, mass }) =>
      el(
        "button",
        {
          class: book.solved(response) ? "response right" : "response",
          "data-number": String(response),
          "data-response": book.responseText(response),
          onclick: () => this.go([...this.moves, [this.guess, response]]),
        },
        renderResponse(book, response),
        facts.pictures?.[book.responseText(response)]?.startsWith("data:") ? renderPicture(facts, book.responseText(response)) : null,
        heard(`${book.responseWords(response)}, `),
        el("small", {}, book.solved(response) ? "found" : `${count} left`, facts.weights ? ` · ${percent(mass / whole)}` : ""),
      ),
    );
    const long = branches.some(({ response }) => book.responseWords(response).length > LONG_ANSWER);
    const group = arrowKeys(el("div", { class: long ? "responses long" : "responses", role: "group", "aria-label": "possible answers" }, ...buttons));
    if (!tappable || branches.length <= 4) return group;
    const details = el("details", {}, el("summary", {}, `all ${branches.length} possible answers`), group);
    details.open = branches.length <= FEW_RESPONSES;
    return details;
  }

  /** The guess as tiles to tap, grey, yellow, green. */
  tapping(guess, branches) {
    const { book } = this.app;
    const branchOf = new Map(branches.map((branch) => [book.marks(branch.response).join(""), branch]));
    const say = el("span", { class: "hint", role: "status" });
    let branch;
    const send = el("button", { class: "primary", onclick: () => this.go([...this.moves, [guess, branch.response]]) }, "Answer");
    const { element, fill } = makeTiles(book, guess, (marks) => {
      branch = branchOf.get(marks);
      send.disabled = branch === undefined;
      say.textContent = tellBranch(book, branch);
    });
    return el(
      "div",
      { class: "tapping" },
      el("p", { class: "ask" }, "Tap the tiles: grey, yellow, green."),
      element,
      el("div", { class: "line" }, send, el("button", { onclick: () => fill(2) }, "All green"), say),
    );
  }

  /** Why others are out, and which answer to doubt, in a key. */
  excluded() {
    const { app } = this;
    if (!isKey(app.facts) || !app.twin || !this.suggests) return [];
    const fixed = app.facts.start.length;
    return renderExcluded(app, this.history, (at, text) => (at < fixed ? text : el("button", { class: "doubt", onclick: () => this.change(at - fixed) }, text)));
  }

  /** The candidates by name. */
  candidates() {
    const { tree, book, facts } = this.app;
    const { left } = this;
    if (left) return renderNames(this.app, left);
    const slot = this.path.slots.at(-1);
    const solvers = tree.countAt(slot) > FEW_NAMES ? [] : tree.solvers(slot);
    // Those that will be lost stand at no slot.
    if (!solvers.length || solvers.length < tree.countAt(slot)) return null;
    return el("p", { class: "names" }, el("b", {}, book.words.possible), solvers.map((guess) => plain(facts, book.secretName(guess))).join("  "));
  }

  drawOutcome(text) {
    const { book } = this.app;
    const { found } = this;
    const [guess, response] = this.solved ? this.moves.at(-1) : [this.known, null];
    return el(
      "section",
      { class: found ? "step outcome found" : "step outcome" },
      el("h2", {}, text),
      found ? el("div", { class: "big" }, renderCode(book, guess, response)) : this.lostNames(),
      found && this.app.facts.classes && this.left.length > 1 ? renderNames(this.app, this.left) : null,
      ...(found && isKey(this.app.facts) && this.left ? renderPictures(this.app, this.left) : []),
      el("button", { class: "primary", onclick: () => this.go([]) }, book.words.back),
      ...this.excluded(),
    );
  }

  /** The candidates that are left when the strategy gives up: no slot of the tree names them, so the rules are asked. */
  lostNames() {
    const { twin, facts, book } = this.app;
    const { left } = this;
    if (!left || left.length > FEW_NAMES) return null;
    const names = Array.from(left, (secret) => plain(facts, twin.hidden(secret)));
    return el("p", { class: "names" }, el("b", {}, names.length > 1 ? book.words.oneOf : `The ${book.words.hidden} is: `), names.join("  "));
  }

  tools() {
    this.undoButton = el("button", { onclick: () => this.undo() }, "Undo");
    const again = el("button", { class: "new", onclick: () => this.go([]), disabled: !this.moves.length }, this.app.book.words.again);
    return el("div", { class: "tools" }, this.undoButton, again);
  }
}
