// The next guess for several boards, the twin of strategist/search/compile/boards: bits over all boards, or the least
// total where few combinations of secrets are left. `left` holds the candidates of each board, none once it is solved.

/** The bits that a sure hit is worth. */
const HIT = 3;
/** A secret that is known comes before all others. */
const KNOWN = 1000;
/** The most combinations of secrets for which the best guess is looked for. */
const FEW_COMBINATIONS = 12;
/** The most bits that are kept: those of every guess, for sets of candidates that come again. */
const MOST_BITS = 2 ** 23;

/** The candidates of each board behind moves, each a guess with the response of each board or null. */
function boardsLeft(field, number, moves) {
  let left = Array.from({ length: number }, () => field.consistent([]));
  for (const move of moves) left = boardsAfter(field, left, move);
  return left;
}

function boardsAfter(field, left, [guess, told]) {
  return left.map((candidates, at) => {
    if (told[at] === null) return candidates;
    return told[at] === field.solved ? candidates.slice(0, 0) : field.rows.select(guess, candidates, told[at]);
  });
}

class BoardChoice {
  constructor(field) {
    this.field = field;
    this.every = field.permitted([]);
    this.kept = new Map();
    this.least = new LeastForBoards(field, this.every);
  }

  /** The bits that the answers to each guess tell of some candidates. */
  bitsOf(candidates) {
    const key = candidates.join(" ");
    let bits = this.kept.get(key);
    if (!bits) {
      const { length } = candidates;
      const { high, low } = this.field.scores(this.every, candidates);
      bits = Float32Array.from(high, (great, at) => Math.log2(length) - (great * LOW + low[at]) / (length * 2 ** FRACTION_BITS));
      if ((this.kept.size + 1) * bits.length > MOST_BITS) this.kept.clear();
      this.kept.set(key, bits);
    }
    return bits;
  }

  /** The score of each guess, its bits, and the number of boards on which it may be right. */
  scores(left) {
    const bits = new Float64Array(this.every.length);
    for (const candidates of left) if (candidates.length > 1) this.bitsOf(candidates).forEach((more, guess) => (bits[guess] += more));
    const [score, hits] = [bits.slice(), new Uint8Array(bits.length)];
    for (const candidates of left) {
      for (const secret of candidates) {
        const question = this.field.twin.questionOf(secret);
        hits[question]++;
        score[question] += candidates.length > 1 ? HIT / candidates.length : KNOWN;
      }
    }
    return { score, bits, hits };
  }

  /** The next guess, and the best ones by their scores. */
  advise(left, top) {
    const { score, bits, hits } = this.scores(left);
    const order = this.every.toSorted((one, other) => score[other] - score[one] || one - other);
    const ranked = order.slice(0, top).map((guess) => ({ guess, bits: bits[guess], hits: hits[guess] }));
    const open = left.filter((candidates) => candidates.length);
    const combinations = open.reduce((product, candidates) => product * candidates.length, 1);
    const few = combinations > 1 && combinations <= FEW_COMBINATIONS && open.every(({ length }) => length > 1);
    return { next: few ? this.least.best(open) : order[0], ranked };
  }
}

/** Least totals for several boards: see least_for_boards.py for what they are and how they are bounded. */
class LeastForBoards {
  constructor(field, guesses) {
    Object.assign(this, { field, guesses });
    this.known = new Map([["", { value: 0, guess: -1 }]]);
  }

  best(left) {
    return this.find(inOrder(left.map((candidates) => Array.from(candidates)))).guess;
  }

  find(sets) {
    const key = sets.map((each) => each.join(" ")).join(",");
    let found = this.known.get(key);
    if (!found) this.known.set(key, (found = this.search(sets)));
    return found;
  }

  search(sets) {
    const combinations = sets.reduce((product, each) => product * each.length, 1);
    let best = null;
    for (const { bound, guess, cells } of this.told(sets, combinations)) {
      if (best && bound >= best.value) break;
      let value = combinations;
      let rest = bound - combinations;
      for (const { cell, lowest } of cells) {
        value += this.find(cell).value;
        rest -= lowest;
        if (best && value + rest >= best.value) break;
      }
      if (!best || value + rest < best.value) best = { value, guess };
    }
    return best;
  }

  /** The guesses that tell something, by their bounds; of guesses that do the same, the lowest. */
  told(sets, combinations) {
    const codes = [...new Set(sets.flat())].sort((one, other) => one - other);
    const [labels, met, found] = [new Int32Array(codes.length), new Set(), []];
    for (const guess of this.guesses) {
      this.field.rows.fill(guess, codes, labels);
      const alike = Array.from(labels, (label) => (label === this.field.solved ? -1 : labels.indexOf(label))).join(" ");
      if (met.has(alike)) continue;
      met.add(alike);
      const divided = sets.map((each) => this.field.cells(guess, each));
      const left = divided.map((cells) => cells.map(([response, cell]) => (response === this.field.solved ? [] : cell)));
      if (left.every((cells, at) => cells.length === 1 && cells[0].length === sets[at].length)) continue;
      const products = left.reduce((rows, cells) => rows.flatMap((row) => cells.map((cell) => [...row, cell])), [[]]);
      const cells = products.map((row) => inOrder(row.filter((cell) => cell.length))).map((cell) => ({ cell, lowest: boardsBound(cell) }));
      cells.sort((one, other) => other.lowest - one.lowest);
      found.push({ bound: cells.reduce((sum, { lowest }) => sum + lowest, combinations), guess, cells });
    }
    return found.sort((one, other) => one.bound - other.bound);
  }
}

/** Sets in the order in which Python sorts tuples. */
function inOrder(sets) {
  return sets.sort((one, other) => {
    const at = one.findIndex((code, place) => code !== other[place]);
    return at < 0 ? one.length - other.length : (one[at] - other[at] || 1);
  });
}

/** A lower bound of the total of some sets: different secrets, and one more unless the first guess is one of them. */
function boardsBound(sets) {
  if (!sets.length) return 0;
  const combinations = sets.reduce((product, each) => product * each.length, 1);
  const met = [...new Set(sets.flat())].map(
    (code) => combinations - sets.reduce((product, each) => product * (each.length - each.includes(code)), 1),
  );
  return met.reduce((sum, each) => sum + each) + combinations - Math.max(...met);
}
