// Games in rounds: a person and the strategy guess each other's secrets, or two persons do and the page watches.

/**
 * Two players who guess in turn; a round is over when both have had their turn, and the game with the round in which one
 * of them has found the secret. `players` are { name, won, make }: make() returns the mode in which the player guesses.
 */
class Rounds {
  constructor(app, players) {
    this.app = app;
    this.heading = el("h2");
    this.verdict = el("h2");
    const again = el("button", { class: "primary", onclick: () => this.restart() }, "Play again");
    this.outcome = el("section", { class: "step outcome" }, this.verdict, again);
    this.sides = [];
    for (const { name, won, make } of players) {
      const mode = make(this);
      this.sides.push({ name, won, mode, element: el("section", { class: "side" }, el("h3", {}, name), mode.element) });
    }
    this.element = el("div", { class: "mode rounds" }, el("div", { class: "line heading" }, this.heading), this.outcome, ...this.sides.map(({ element }) => element));
    this.draw();
  }

  /** The picture follows the strategy, if it plays. */
  get path() {
    return (this.sides.find(({ mode }) => mode.suggests) ?? this.sides[0]).mode.path;
  }

  restart() {
    for (const { mode } of this.sides) mode.restart();
    this.draw();
    this.app.moved(this.heading.textContent);
    this.focus();
  }

  /** The moves of each player, and the secret if the page hides one, for a link. */
  get games() {
    return this.sides.map(({ mode }) => mode.moves);
  }

  get secret() {
    return this.sides.map(({ mode }) => mode.secret).find((secret) => secret !== undefined) ?? null;
  }

  /** Go on with a game. */
  resume(games, secret) {
    // From behind, so that whoever has begun finds the other one in place.
    for (const at of [1, 0]) this.sides[at].mode.resume([games[at]], secret);
    this.draw();
  }

  /** Whose turn it is; null when the game is over. */
  turn() {
    const rounds = Math.min(...this.sides.map(({ mode }) => mode.turnsTaken));
    const even = this.sides.every(({ mode }) => mode.turnsTaken === rounds);
    if (even && this.sides.some(({ mode }) => mode.ended)) return null;
    // Who knows the secret already needs no turn to say so.
    return this.sides.find(({ mode }) => mode.turnsTaken === rounds && !mode.ended) ?? null;
  }

  /** One of the players has moved. */
  moved(text) {
    const before = this.now;
    this.draw();
    this.app.moved(this.now ? text : `${text} ${this.verdict.textContent}`);
    if (this.now !== before) this.focus();
  }

  focus() {
    const where = this.now?.element ?? this.outcome;
    where.querySelector(".step input, .tapping button, .responses button, button")?.focus();
  }

  draw() {
    this.now = this.turn();
    const rounds = Math.min(...this.sides.map(({ mode }) => mode.turnsTaken));
    this.heading.textContent = this.now ? `Round ${rounds + 1}: ${this.now.name}` : "The game is over";
    this.outcome.hidden = this.now !== null;
    this.verdict.textContent = this.now ? "" : this.judge();
    this.outcome.classList.toggle("found", !this.now && this.sides.some(({ mode }) => mode.found));
    for (const side of this.sides) side.element.classList.toggle("waiting", side !== this.now);
  }

  judge() {
    const winners = this.sides.filter(({ mode }) => mode.found);
    if (winners.length === this.sides.length) return "A draw: both have found the secret";
    return winners.length ? winners[0].won : "Nobody has found the secret";
  }
}

/** You and the strategy. */
function makeDuel(app) {
  return new Rounds(app, [
    { name: "you guess my secret", won: "You win", make: (owner) => new GuessMode(app, { owner, id: "duel-entry" }) },
    { name: "I guess your secret", won: "The strategy wins", make: (owner) => new AnswerMode(app, { owner, id: "duel-own" }) },
  ]);
}

/** Two persons; the page knows no secret, and watches that every answer can be true. */
function makeReferee(app) {
  const side = (first, second, id) => ({
    name: `${first} guesses, ${second} answers`,
    won: `${first} wins`,
    make: (owner) => new AnswerMode(app, { owner, id, suggests: false }),
  });
  return new Rounds(app, [side("player 1", "player 2", "one-entry"), side("player 2", "player 1", "two-entry")]);
}
