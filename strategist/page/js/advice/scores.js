// The score of a partition by the information of its answer: `entropy` in strategist/choosing/heuristics.py and
// masses.py. Scores are whole numbers beyond what a float holds, so they are pairs: the high part, and the low bits.

const FRACTION_BITS = 36;
const EXACT_MASS = 2 ** 16;
const MASS_BITS = 30;
const LOG_BITS = 26;
const STEP_BITS = 11;
const LOW = 2 ** 30;

/** m·log₂ m in fixed point, the logarithm of each prime factor rounded once: equal products have equal sums. */
function weightedLog(size) {
  let total = 0;
  for (let rest = size, factor = 2; rest > 1; factor++) {
    if (factor * factor > rest) factor = rest;
    for (; rest % factor === 0; rest /= factor) total += Math.round(Math.log2(factor) * 2 ** FRACTION_BITS);
  }
  return BigInt(size) * BigInt(total);
}

const LOGARITHMS = Array.from({ length: 2 ** STEP_BITS + 1 }, (_, step) => Math.round(Math.log2(1 + step / 2 ** STEP_BITS) * 2 ** LOG_BITS));

/** The same for great masses, interpolated between steps. */
function interpolatedLog(mass) {
  const whole = 31 - Math.clz32(mass);
  const rest = Number((BigInt(mass) << BigInt(MASS_BITS)) >> BigInt(whole)) - 2 ** MASS_BITS;
  const [step, between] = [rest >> (MASS_BITS - STEP_BITS), rest & ((1 << (MASS_BITS - STEP_BITS)) - 1)];
  const below = LOGARITHMS[step];
  const more = Math.floor(((LOGARITHMS[step + 1] - below) * between) / 2 ** (MASS_BITS - STEP_BITS));
  return BigInt(mass) * BigInt(whole * 2 ** LOG_BITS + below + more);
}

/** Scores the cells of one position: `mass` is that of its candidates, `everything` that of all secrets of the game. */
class Scorer {
  constructor(mass, everything) {
    this.exact = everything <= EXACT_MASS;
    this.shift = Math.max(0, BigInt(mass).toString(2).length - MASS_BITS);
    this.known = new Map();
  }

  /** The two parts of the score of one cell. */
  cell(mass) {
    let parts = this.known.get(mass);
    if (!parts) {
      const rounded = Math.max(1, Math.floor((mass + Math.floor(2 ** this.shift / 2)) / 2 ** this.shift));
      const whole = this.exact ? weightedLog(mass) : interpolatedLog(rounded);
      this.known.set(mass, (parts = [Number(whole / BigInt(LOW)), Number(whole % BigInt(LOW))]));
    }
    return parts;
  }
}

/** The same for cells without chances: the parts of the score of a cell stand under its size. */
class PlainScorer {
  constructor() {
    this.high = this.low = new Float64Array(0);
  }

  /** Cells of up to so many candidates. A size of 0 scores nothing. */
  upTo(size) {
    if (size < this.high.length) return this;
    const scores = Array.from({ length: Math.max(64, 2 * size) }, (_, each) => weightedLog(each));
    this.high = Float64Array.from(scores, (score) => Number(score / BigInt(LOW)));
    this.low = Float64Array.from(scores, (score) => Number(score % BigInt(LOW)));
    return this;
  }
}

/** The score of a guess that tells nothing apart, where there are chances: worse than all others. */
const WORST_SCORE = [2 ** 62 / LOW, 0];
