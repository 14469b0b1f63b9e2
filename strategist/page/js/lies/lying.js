// Positions where answers may be false, and who may give which answer: the twin of Lies of strategist/model/position.py.
//
// A position is a list of lists: the secrets, ascending, under which 0, 1, 2 … answers have been false. Where it is fixed
// how many answers there are (`of`), as many empty lists stand behind these as answers were given.

class Lying {
  /** `truth(guess)` has for each secret the answers that it gives without a lie that counts. */
  constructor(facts, truth) {
    Object.assign(this, { facts, truth, rows: new Map(), got: new Map() });
    this.solved = facts.responseCount - 1;
  }

  row(guess) {
    return kept(this.rows, guess, () => this.truth(guess));
  }

  /** All answers that a guess can get, from one secret or another, ascending. */
  canGet(guess) {
    return kept(this.got, guess, () => new Set([...new Set(this.row(guess).flat())].sort((one, other) => one - other)));
  }

  admitted(guess, secret) {
    return this.row(guess)[secret];
  }

  /** The lies told, 0 or 1, if a secret gives this answer; null if it never does. */
  liesTold(guess, secret, response) {
    const { lies, honest } = this.facts;
    const admitted = this.admitted(guess, secret);
    if (admitted.includes(response)) return 0;
    if (!lies || response === this.solved) return null;
    if (honest !== "yes" && admitted[0] === this.solved) return null;
    return this.canGet(guess).has(response) ? 1 : null;
  }

  /** The position before any answer, of so many secrets. */
  all(secrets) {
    return Array.from({ length: this.facts.lies + 1 }, (_, told) => (told ? [] : Array.from({ length: secrets }, (_, secret) => secret)));
  }

  /** What an answer leaves of a position. */
  after(position, guess, response) {
    const { lies, of } = this.facts;
    const left = Array.from({ length: position.length + (of ? 1 : 0) }, () => []);
    const answered = left.length - lies - 1;
    position.forEach((secrets, told) => {
      for (const secret of secrets) {
        const more = this.liesTold(guess, secret, response);
        const now = told + more;
        if (more !== null && now <= lies && !(of && answered - now > of - lies)) left[now].push(secret);
      }
    });
    for (const secrets of left) secrets.sort((one, other) => one - other);
    return left;
  }

  /** The numbers, counted from 1, of the answers in a history that are false if a secret is hidden. */
  falseIn(history, secret) {
    return history.flatMap(([guess, response], at) => (this.liesTold(guess, secret, response) ? [at + 1] : []));
  }
}

/** What a map keeps for a key; it is made where it is not there yet. */
function kept(map, key, make) {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}

/** The answers without a lie that counts by the rules of the page. */
function truthByRules(facts, twin) {
  const interned = new Map();
  return (guess) =>
    Array.from({ length: twin.secretCount }, (_, secret) => {
      if (facts.fibs && guess === twin.questionOf(secret)) return [winningRow(twin)];
      const response = twin.respond(guess, secret);
      if (guess >= facts.questionCount) return [response];
      return kept(interned, response, () => (facts.fibs ? oneMarkChanged(response, twin.space.width) : [response]));
    });
}

/** The same from a table: `cells` has the different lists of answers, and `numbers` for each question of the tree which. */
function truthByTable(facts, numbers) {
  const { cells, asked, secretNames } = facts;
  const width = cells.length <= 1 << 8 ? 1 : 2;
  return (guess) => {
    const line = asked.indexOf(guess);
    return secretNames.map((_, secret) => (line < 0 ? [] : cells[integerAt(numbers, (line * secretNames.length + secret) * width, width)]));
  };
}
