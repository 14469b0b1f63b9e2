// What a position will take: the guesses summed over its candidates, by the tree of a heuristic and at best. Where
// there are chances, each candidate counts by its weight, and where there are costs, each guess by its cost.

/** What is thrown when the work that is allowed has been done. */
class Tired extends Error {}

/** What else a guess takes beside its pairs, as a number of pairs. */
const OVERHEAD = 100;

class Worth {
  /**
   * `tired()` says whether there is no time left; it is asked now and then. With `lossy`, a secret that is not found
   * within the turns counts as one guess more, at the highest cost; else nothing takes so little as to lose it.
   */
  constructor(field, { tired = () => false, lossy = false } = {}) {
    Object.assign(this, { field, tired, lossy, work: Infinity });
    const { costs, weights } = field.facts;
    this.plain = !costs && !weights && !field.twin.kinds && !(lossy && field.facts.turns !== null);
    this.dearest = costs ? Math.max(...costs) : 1;
    this.cheapest = costs ? Math.min(...costs) : 1;
    this.grown = new Map();
    this.proven = new Map();
    this.leasts = [0, field.twin.announces ? 0 : 1];
  }

  costOf(guess) {
    return this.field.facts.costs?.[guess] ?? 1;
  }

  /** The sum where no turn is left, or where nothing tells the candidates apart. */
  lost(secrets) {
    return this.lossy ? this.dearest * this.field.massOf(secrets) : Infinity;
  }

  /** The guess that is right for a secret that alone is left, and its cost. */
  last(secrets) {
    return this.field.massOf(secrets) * this.costOf(this.field.twin.guessOf(secrets[0]));
  }

  /** Runs `find` with so much work, in pairs of a guess and a candidate; null if that is not enough. */
  within(work, find) {
    this.work = work;
    try {
      return find();
    } catch (error) {
      if (error instanceof Tired) return null;
      throw error;
    }
  }

  spend(pairs) {
    this.work -= pairs;
    if (this.work < 0 || this.tired()) throw new Tired();
  }

  /** What the position depends on beside its candidates: the turns left and, in hard mode, the history. */
  key(secrets, history) {
    const { facts, restricts } = this.field;
    const past = restricts ? history.map(String).sort().join(" ") : facts.turns === null ? "" : history.length;
    return `${secrets.join(" ")}|${past}`;
  }

  /** Whether so many more questions may be asked. */
  hasTurns(history, more = 1) {
    const { turns } = this.field.facts;
    return turns === null || history.length + more <= turns;
  }

  /** The sum of the guesses of the tree of `entropy`; Infinity if it does not find every secret. */
  heuristic(secrets, history) {
    const { field } = this;
    if (isKnown(field.twin, secrets)) return 0;
    if (!this.hasTurns(history)) return this.lost(secrets);
    if (secrets.length === 1) return this.last(secrets);
    const key = this.key(secrets, history);
    let total = this.grown.get(key);
    if (total !== undefined) return total;
    this.spend(OVERHEAD * secrets.length);
    const guess = field.choose(secrets, history);
    const cells = field.cells(guess, secrets);
    total = cells.length === 1 ? this.lost(secrets) : field.massOf(secrets) * this.costOf(guess);
    for (const [response, cell] of cells) {
      if (response !== field.solved && cells.length > 1 && total < Infinity) total += this.heuristic(cell, [...history, [guess, response]]);
    }
    this.grown.set(key, total);
    return total;
  }

  /** The least sum that the candidates of a cell can have, however well they are told apart. */
  least(count, mass, heaviest) {
    const { announces } = this.field.twin;
    if (this.plain) return this.leastOf(count);
    if (count === 1) return announces ? 0 : mass * this.cheapest;
    // One of them may be the next guess; the others need two. Where turns run out, one is enough.
    const lossy = this.lossy && this.field.facts.turns !== null;
    return this.cheapest * (announces || lossy ? mass : 2 * mass - heaviest);
  }

  /** The same for so many secrets that all weigh one. */
  leastOf(count) {
    const { leasts, field } = this;
    const cells = field.solved;
    for (let size = leasts.length; size <= count; size++) {
      const behind = field.twin.announces ? size : size - 1;
      const [each, more] = [Math.floor(behind / cells), behind % cells];
      leasts.push(size + more * leasts[each + 1] + (cells - more) * leasts[each]);
    }
    return leasts[count];
  }

  /**
   * The least sum of guesses, if it is below `limit`; else some number that is not, and not more than the least sum.
   * Infinity where no way of asking finds every secret.
   */
  best(secrets, history, limit = Infinity) {
    const { field } = this;
    const { announces } = field.twin;
    const count = secrets.length;
    if (isKnown(field.twin, secrets)) return 0;
    if (!this.hasTurns(history)) return this.lost(secrets);
    if (count === 1) return this.last(secrets);
    if (count === 2 && !announces && this.plain) return this.hasTurns(history, 2) ? 3 : Infinity;
    const key = this.key(secrets, history);
    const known = this.proven.get(key);
    if (known && (known.exact || known.total >= limit)) return known.total;
    if (this.plain && this.hasTurns(history, 2) && field.perfect(secrets) >= 0) {
      this.proven.set(key, { total: 2 * count - 1, exact: true });
      return 2 * count - 1;
    }
    let best = limit;
    const seen = new Set();
    for (const { guess, bound } of this.options(secrets, history)) {
      if (bound >= best) break;
      const cells = field.cells(guess, secrets).filter(([response]) => response !== field.solved);
      const parted = cells.map(([, cell]) => cell.join(" ")).sort().join("|");
      if (seen.has(parted)) continue;
      seen.add(parted);
      best = Math.min(best, this.follow(guess, cells, secrets, history, best));
    }
    // Every other guess takes at least as much as the first that was left out.
    const exact = best < limit || limit === Infinity;
    this.proven.set(key, { total: best, exact });
    return best;
  }

  /** What a guess takes, as far as it is below `limit`; `cells` are all but the solved one. */
  follow(guess, cells, secrets, history, limit) {
    const leasts = cells.map(([, cell]) => this.leastIn(cell));
    let sum = leasts.reduce((before, least) => before + least, this.field.massOf(secrets) * this.costOf(guess));
    const order = [...cells.keys()].sort((one, other) => cells[one][1].length - cells[other][1].length);
    for (const at of order) {
      if (sum >= limit) break;
      const [response, cell] = cells[at];
      sum += this.best(cell, [...history, [guess, response]], limit - sum + leasts[at]) - leasts[at];
    }
    return sum;
  }

  leastIn(cell) {
    if (this.plain) return this.leastOf(cell.length);
    if (isKnown(this.field.twin, cell)) return 0;
    return this.least(cell.length, this.field.massOf(cell), this.heaviest(cell));
  }

  heaviest(secrets) {
    const { weights } = this.field;
    return weights ? secrets.reduce((most, secret) => Math.max(most, weights[secret]), 0) : 1;
  }

  /** The guesses that tell something apart, those that may take least first. */
  options(secrets, history) {
    const { field } = this;
    const guesses = history.length < SYMMETRIC ? field.different(history) : field.permitted(history);
    this.spend((secrets.length + OVERHEAD) * guesses.length);
    const found = [];
    const [whole, heaviest] = [field.massOf(secrets), this.heaviest(secrets)];
    for (const guess of guesses) {
      let [bound, spread] = [whole * this.costOf(guess), 0];
      let cells = 0;
      if (field.twin.kinds) {
        // Whether a cell needs a question does not show in its size.
        for (const [, cell] of field.cells(guess, secrets)) {
          bound += this.leastIn(cell);
          spread += cell.length ** 2;
          cells++;
        }
      } else {
        cells = field.eachCell(guess, secrets, (response, size, mass) => {
          if (response !== field.solved) bound += this.least(size, mass, Math.min(mass, heaviest));
          spread += size * size;
        });
      }
      if (cells > 1) found.push({ guess, bound, spread });
    }
    return found.sort((one, other) => one.bound - other.bound || one.spread - other.spread);
  }
}
