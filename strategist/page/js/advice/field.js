// The ground of all advice: what a game is at any position, whoever came there. Secrets and guesses are indices.

/** With more guesses than these, nobody looks for those that are alike. */
const MOST_MERGED = 2 ** 16;
/** After fewer guesses than these, it pays to look for guesses that are alike. */
const SYMMETRIC = 3;

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
    this.merged = new Map();
    this.plainly = new PlainScorer();
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

  /** The permitted questions; of those that a symmetry of the history maps to each other, the lowest. */
  different(history) {
    const permitted = this.permitted(history);
    const past = history.map(([guess]) => guess);
    const { symmetry } = this.facts;
    if (!symmetry || permitted.length > MOST_MERGED || past.some((guess) => guess >= this.questions)) return permitted;
    const key = past.toSorted((one, other) => one - other).join(" ");
    let found = this.merged.get(key);
    if (!found) this.merged.set(key, (found = differentGuesses(symmetry, permitted, past, (guess) => this.twin.spelled(guess))));
    return found;
  }

  /** The masses of the classes in a cell. */
  massesOfKinds(cell) {
    const masses = new Map();
    for (const secret of cell) {
      const kind = this.twin.kinds[secret];
      masses.set(kind, (masses.get(kind) ?? 0) + (this.weights?.[secret] ?? 1));
    }
    return [...masses.values()];
  }

  /** The two parts of the score of a guess where it is enough to know the class: what is missing about that. */
  scoreByKind(guess, secrets, scorer) {
    const cells = this.cells(guess, secrets);
    if (cells.length === 1) return WORST_SCORE;
    let [great, small] = [0, 0];
    for (const [, cell] of cells) {
      const masses = this.massesOfKinds(cell);
      const add = (mass, sign) => {
        const [one, other] = scorer.cell(mass);
        great += sign * one;
        small += sign * other;
      };
      add(masses.reduce((sum, mass) => sum + mass), 1);
      for (const mass of masses) add(mass, -1);
    }
    return [great, small];
  }

  /** The scores of some guesses, the smaller the better: their high parts, and their low bits. */
  scores(guesses, secrets) {
    const { rows, out, counts, weights } = this;
    const { length } = secrets;
    const [high, low] = [new Float64Array(guesses.length), new Float64Array(guesses.length)];
    const { kinds } = this.twin;
    const scorer = weights || kinds ? new Scorer(this.massOf(secrets), this.everything) : this.plainly.upTo(length);
    for (let number = 0; number < guesses.length; number++) {
      let [great, small] = [0, 0];
      if (kinds) [great, small] = this.scoreByKind(guesses[number], secrets, scorer);
      else if (weights) {
        const cells = this.eachCell(guesses[number], secrets, (_, __, mass) => {
          const [one, other] = scorer.cell(mass);
          great += one;
          small += other;
        });
        if (cells === 1) [great, small] = WORST_SCORE;
      } else {
        rows.fill(guesses[number], secrets, out);
        for (let at = 0; at < length; at++) counts[out[at]]++;
        for (let at = 0; at < length; at++) {
          const size = counts[out[at]];
          great += scorer.high[size];
          small += scorer.low[size];
          counts[out[at]] = 0;
        }
      }
      high[number] = great + Math.floor(small / LOW);
      low[number] = small - Math.floor(small / LOW) * LOW;
    }
    return { high, low };
  }

  /** Whether a guess tells all of some secrets apart. */
  splits(guess, secrets) {
    const { out, counts } = this;
    this.rows.fill(guess, secrets, out);
    let alone = true;
    for (let at = 0; at < secrets.length; at++) alone = counts[out[at]]++ === 0 && alone;
    for (let at = 0; at < secrets.length; at++) counts[out[at]] = 0;
    return alone;
  }

  /** The first candidate that tells all candidates apart, where asking it may end the game; -1 for none. */
  perfect(secrets) {
    if (this.twin.announces || secrets.length > this.facts.responseCount) return -1;
    for (const secret of secrets) if (this.splits(this.twin.questionOf(secret), secrets)) return this.twin.questionOf(secret);
    return -1;
  }

  /** What the strategy `entropy` would ask here: the best score, a candidate before others, the lowest. */
  choose(secrets, history) {
    // No score is better than that of a guess that tells all apart.
    const perfect = this.perfect(secrets);
    if (perfect >= 0) return perfect;
    const guesses = history.length < SYMMETRIC ? this.different(history) : this.permitted(history);
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
