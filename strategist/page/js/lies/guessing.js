// You guess, and some of the answers may be false: the page lies within the rules, and tells afterwards where.

class LiarMode extends GuessMode {
  /** Hide a secret that lies by draws of a seed, or the ones that are given. */
  start(focus = true, secret = null, moves = [], seed = null) {
    this.seed = seed ?? Math.floor(Math.random() * SEEDS);
    super.start(focus, secret, moves);
    this.liar = this.liarAfter(moves);
  }

  resume([moves], secret, seed) {
    this.start(false, secret, moves, seed);
  }

  /** The secret that gave some answers; where they are not its own, one that goes on from them. */
  liarAfter(moves) {
    const { lying, facts } = this.app;
    const liar = new Liar(lying, this.secret, this.seed, facts.start);
    if (moves.every(([guess, response]) => liar.respond(guess) === response)) return liar;
    return new Liar(lying, this.secret, this.seed, [...facts.start, ...moves]);
  }

  respond(guess) {
    return this.liar.respond(guess);
  }

  /** A question that is right may be denied, and one that is called right may be wrong. */
  finds(guess, response) {
    return this.app.book.solved(response);
  }

  hint() {
    if (this.path.on || this.certain()) super.hint();
    else this.say.textContent = `The strategy has no ${this.app.facts.noun} here: it would have begun otherwise.`;
  }

  names() {
    const position = this.app.position(this.history);
    return el("div", {}, renderUncovered(this.app, this.history, position), renderByLies(this.app, position, true));
  }

  drawOutcome() {
    const section = super.drawOutcome();
    section.querySelector("button").before(renderFalse(this.app, this.history, this.secret));
    return section;
  }

  /** No letter is marked for sure. */
  markPad() {}
}
