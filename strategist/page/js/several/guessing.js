// You guess, where a secret may give one of several answers: the page draws each by its chance.

class StatesGuessMode extends GuessMode {
  constructor(app) {
    super(app);
    // Luck and skill are not measured here.
    this.review.element.remove();
  }

  get left() {
    return this.app.consistent(this.history);
  }

  /** What is settled needs no second question. */
  guess(text) {
    const { twin, facts, book } = this.app;
    try {
      if (this.history.some(([question]) => question === twin.find(text))) return "this was asked, and the answer stays";
      if (facts.erring && this.history.length >= facts.erring.questions && !book.announced(twin.find(text))) {
        return `all ${counted(facts.erring.questions, facts.noun)} are made: say which is likeliest`;
      }
    } catch (error) {
      return error.message;
    }
    return super.guess(text);
  }

  /** End the game also where nothing is left that tells anything. */
  check() {
    const { field, facts } = this.app;
    const { undecided } = facts;
    if (!this.moves.length || undecided === null || field.ending(this.history, this.left) !== undecided) return super.check();
    this.endUndecided();
    return true;
  }

  endUndecided() {
    const { app } = this;
    this.over = "undecided";
    const made = counted(this.history.length, app.facts.noun);
    this.outcome = `Undecided after ${made}: ${namesOnly(app, this.left)}. ${app.book.words.was} ${plain(app.facts, app.twin.hidden(this.secret))}`;
    this.draw();
    this.owner.moved(this.outcome);
    this.board.querySelector(".outcome button")?.focus();
  }

  tellHint(guess, who) {
    const { app } = this;
    const { book, field } = app;
    if (book.announced(guess)) {
      super.tellHint(guess, who);
      return;
    }
    const row = rowOfStates(field, guess, this.left);
    this.put(guess);
    this.say.textContent = `${who === "The strategy" ? who : "Off the tree, the best question"} would ask ${book.title(guess)}. ${tellRow(app, row)}.`;
    this.cells.replaceChildren(renderCells(app, row));
  }

  draw() {
    super.draw();
    const { field } = this.app;
    this.possible.replaceChildren(...(this.over === null ? [renderStates(this.app, this.left, { folded: true })] : []));
    if (!field.telling(this.history, this.left).length) this.advice.show(null);
    if (this.over === "undecided") this.shared.replaceChildren();
  }
}
