// You answer, where a secret may give one of several answers: several may be left in the end.

class StatesAnswerMode extends AnswerMode {
  constructor(app) {
    super(app);
    // Luck and skill are not measured here.
    this.review = null;
    this.draw();
  }

  /** Whether play has ended with several that nothing tells apart. */
  get isUndecided() {
    return this.known !== null && this.known === this.app.facts.undecided;
  }

  get known() {
    const { tree, field } = this.app;
    const { on, slots } = this.path;
    if (on) return tree.solves[slots.at(-1)] ? tree.guess[slots.at(-1)] : null;
    return field.ending(this.history, this.left);
  }

  outcome() {
    const made = counted(this.number - 1, this.app.facts.noun);
    if (this.isUndecided) return `Undecided after ${made}: ${counted(this.count, this.app.book.words.hidden)} left`;
    if (this.app.facts.erring && this.known !== null) return `Named after ${made}: ${plain(this.app.facts, this.app.book.secretName(this.known))}`;
    const stuck = !this.path.on && this.known === null && !this.app.field.telling(this.history, this.left).length;
    return super.outcome() ?? (stuck ? `Lost after ${made}: nothing is left to ask, with ${counted(this.count, this.app.book.words.left)} left` : null);
  }

  /** What is settled needs no second question. */
  pick(text) {
    const { twin } = this.app;
    try {
      if (this.history.some(([question]) => question === twin.find(text))) return "this was asked, and the answer stays";
    } catch (error) {
      return error.message;
    }
    return super.pick(text);
  }

  branches() {
    const { tree, field } = this.app;
    const { on, slots } = this.path;
    if (on && this.guess === tree.guess[slots.at(-1)]) return tree.branches(slots.at(-1));
    return field.cells(this.guess, this.left).map(([response, cell]) => ({ response, count: cell.length, mass: field.massOf(cell) }));
  }

  candidates() {
    return renderStates(this.app, this.left);
  }

  draw() {
    super.draw();
    if (this.isUndecided) this.element.querySelector(".share")?.remove();
  }

  drawOutcome(text) {
    const { app, left, found, isUndecided } = this;
    const named = found && !isUndecided;
    const heading = isUndecided ? "Nothing that is left to ask tells apart: " : named ? "It may be: " : app.book.words.oneOf;
    return el(
      "section",
      { class: `step outcome ${named ? "found" : isUndecided ? "undecided" : ""}` },
      el("h2", {}, text),
      named ? el("div", { class: "big" }, renderCode(app.book, this.known)) : null,
      named && left.length === 1 ? null : renderStates(app, left, { heading }),
      ...renderPictures(app, left),
      el("button", { class: "primary", onclick: () => this.go([]) }, app.book.words.back),
      ...this.excluded(),
    );
  }
}
