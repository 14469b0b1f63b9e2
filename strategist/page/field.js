// The ground of all advice: what a game is at any position, whoever came there. Secrets and guesses are indices.

/** Pairs of a guess and a candidate that one look at a position compares. */
const MOST_PAIRS = 2 ** 24;

class Field {
  constructor(facts, twin) {
    Object.assign(this, { facts, twin, rows: makeRows(twin) });
    this.weights = facts.weights ?? null;
    this.everything = this.weights ? this.massOf(Array.from(this.weights.keys())) : 0;
    this.questions = facts.questionCount;
    this.solved = facts.responseCount - 1;
    this.restricts = facts.rule.hard === true;
    this.out = new Int32Array(twin.secretCount);
    this.counts = new Float64Array(facts.responseCount);
    this.masses = new Float64Array(facts.responseCount);
    this.allowed = new Map();
  }

  /** The weight of some secrets: their number, where there are no chances. */
  massOf(secrets) {
    return this.weights ? secrets.reduce((sum, secret) => sum + this.weights[secret], 0) : secrets.length;
  }

  /** The secrets that give every response of a history, ascending. */
  consistent(history) {
    let left = Int32Array.from({ length: this.twin.secretCount }, (_, secret) => secret);
    for (const [guess, response] of history) left = this.rows.select(guess, left, response);
    return left;
  }

  /** The questions that the rules allow, ascending. */
  permitted(history) {
    if (!this.every) this.every = Array.from({ length: this.questions }, (_, guess) => guess);
    if (!this.restricts || !history.length) return this.every;
    const key = history.map(String).sort().join(" ");
    let found = this.allowed.get(key);
    if (!found) this.allowed.set(key, (found = this.every.filter((guess) => this.twin.refuses(history, guess) === null)));
    return found;
  }

  /** The cells of a guess: [response, its secrets], by response. */
  cells(guess, secrets) {
    const { out } = this;
    this.rows.fill(guess, secrets, out);
    const found = new Map();
    for (let at = 0; at < secrets.length; at++) {
      const cell = found.get(out[at]);
      if (cell) cell.push(secrets[at]);
      else found.set(out[at], [secrets[at]]);
    }
    return [...found].sort(([one], [other]) => one - other);
  }

  /** Calls `visit(response, size, mass)` for each cell of a guess; returns how many cells there are. */
  eachCell(guess, secrets, visit) {
    const { out, counts, masses, weights } = this;
    this.rows.fill(guess, secrets, out);
    const { length } = secrets;
    if (weights) for (let at = 0; at < length; at++) masses[out[at]] += weights[secrets[at]];
    for (let at = 0; at < length; at++) counts[out[at]]++;
    let cells = 0;
    const take = (response) => {
      const size = counts[response];
      if (!size) return;
      visit(response, size, weights ? masses[response] : size);
      counts[response] = masses[response] = 0;
      cells++;
    };
    if (counts.length <= length) for (let response = 0; response < counts.length; response++) take(response);
    else for (let at = 0; at < length; at++) take(out[at]);
    return cells;
  }

  /** The scores of some guesses, the smaller the better: two arrays, as compareScores() compares them. */
  scores(guesses, secrets) {
    const scorer = new Scorer(this.massOf(secrets), this.everything);
    const [high, low] = [new Float64Array(guesses.length), new Float64Array(guesses.length)];
    guesses.forEach((guess, at) => {
      let [great, small] = [0, 0];
      const cells = this.eachCell(guess, secrets, (_, __, mass) => {
        const [one, other] = scorer.cell(mass);
        great += one;
        small += other;
      });
      if (cells === 1 && this.weights) [great, small] = WORST_SCORE;
      high[at] = great + Math.floor(small / LOW);
      low[at] = small % LOW;
    });
    return { high, low };
  }

  /** What the strategy `entropy` would ask here: the best score, a candidate before others, the lowest. */
  choose(secrets, history) {
    const guesses = this.permitted(history);
    const { high, low } = this.scores(guesses, secrets);
    // Where knowing is enough, no question ends the game.
    const likely = this.twin.announces ? new Set() : this.likely(secrets);
    let best = -1;
    for (let at = 0; at < guesses.length; at++) {
      const less = best < 0 ? -1 : high[at] - high[best] || low[at] - low[best] || likely.has(guesses[best]) - likely.has(guesses[at]);
      if (less < 0) best = at;
    }
    return guesses[best];
  }

  /** The questions that are the code of a candidate. */
  likely(secrets) {
    return new Set(Array.from(secrets, (secret) => this.twin.questionOf(secret)).filter((question) => question >= 0));
  }
}
