// What a position will take: the sum of all guesses over its candidates, by the tree of a heuristic and at best.

/** What is thrown when the work that is allowed has been done. */
class Tired extends Error {}

/** What else a guess takes beside its pairs, as a number of pairs. */
const OVERHEAD = 20;

class Worth {
  /** `tired()` says whether there is no time left; it is asked now and then. */
  constructor(field, tired = () => false) {
    Object.assign(this, { field, tired, work: Infinity });
    this.grown = new Map();
    this.proven = new Map();
    this.leasts = [0, field.twin.announces ? 0 : 1];
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
    if (secrets.length === 1 && field.twin.announces) return 0;
    if (!this.hasTurns(history)) return Infinity;
    if (secrets.length === 1) return 1;
    const key = this.key(secrets, history);
    let total = this.grown.get(key);
    if (total !== undefined) return total;
    this.spend((secrets.length + OVERHEAD) * field.permitted(history).length);
    const guess = field.choose(secrets, history);
    const cells = field.cells(guess, secrets);
    total = cells.length === 1 ? Infinity : secrets.length;
    for (const [response, cell] of cells) {
      if (response !== field.solved && total < Infinity) total += this.heuristic(cell, [...history, [guess, response]]);
    }
    this.grown.set(key, total);
    return total;
  }

  /** The least sum that so many secrets can have, however well they are told apart. */
  least(count) {
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
    if (count === 1 && announces) return 0;
    if (!this.hasTurns(history)) return Infinity;
    if (count === 1) return 1;
    if (count === 2 && !announces) return this.hasTurns(history, 2) ? 3 : Infinity;
    const key = this.key(secrets, history);
    const known = this.proven.get(key);
    if (known && (known.exact || known.total >= limit)) return known.total;
    let best = limit;
    const seen = new Set();
    for (const { guess, bound } of this.options(secrets, history)) {
      if (bound >= best) break;
      const cells = field.cells(guess, secrets).filter(([response]) => response !== field.solved);
      const parted = cells.map(([, cell]) => cell.join(" ")).sort().join("|");
      if (seen.has(parted)) continue;
      seen.add(parted);
      best = Math.min(best, this.follow(guess, cells, history, bound, best));
    }
    // Every other guess takes at least as much as the first that was left out.
    const exact = best < limit || limit === Infinity;
    this.proven.set(key, { total: best, exact });
    return best;
  }

  /** What a guess takes, as far as it is below `limit`. `bound` is what it takes at least. */
  follow(guess, cells, history, bound, limit) {
    let sum = bound;
    for (const [response, cell] of cells.toSorted(([, one], [, other]) => one.length - other.length)) {
      const least = this.least(cell.length);
      sum += this.best(cell, [...history, [guess, response]], limit - sum + least) - least;
      if (sum >= limit) break;
    }
    return sum;
  }

  /** The guesses that tell something apart, those that may take least first. */
  options(secrets, history) {
    const { field } = this;
    const guesses = field.permitted(history);
    this.spend((secrets.length + OVERHEAD) * guesses.length);
    const found = [];
    for (const guess of guesses) {
      let [bound, spread] = [secrets.length, 0];
      const cells = field.eachCell(guess, secrets, (response, size) => {
        if (response !== field.solved) bound += this.least(size);
        spread += size * size;
      });
      if (cells > 1) found.push({ guess, bound, spread });
    }
    return found.sort((one, other) => one.bound - other.bound || one.spread - other.spread);
  }
}
