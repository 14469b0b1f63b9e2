// Luck and skill: what each guess of a game was worth. The twin of strategist/choosing/luck_and_skill.py, where all
// figures are defined: V, the expected number of further guesses at a position; Q, what a guess is worth; regret, luck,
// correction.

const EXACT_WORK = 2 ** 23;
const HEURISTIC_WORK = 2 ** 31;
/** Pairs of a question and a candidate up to which the trees of a heuristic are grown: some seconds. */
const GROWN_UP_TO = 2 ** 25;
/** The most guesses that are compared with the one that was made, beside the rule's own. */
const MOST_BESIDE = 10;
/** Pairs of a question and a candidate that the trees behind them may take; with an estimate, candidates. */
const BESIDE_PAIRS = 2 ** 25;
const BESIDE_ESTIMATED = 2 ** 23;

/** A figure without what is left where fractions that add up to a round number were added as floats. */
function cleaned(figure) {
  return Math.round(figure * 1e9) / 1e9;
}

function skillOf(regret) {
  return Math.floor(99 * 2 ** -Math.max(0, cleaned(regret)) + 0.5);
}

function luckScoreOf(luck) {
  return Math.floor(99 / (1 + 4 ** -Math.max(-99, Math.min(99, cleaned(luck)))) + 0.5);
}

/** The rules of V: what a position takes, summed over the weights of its candidates, and the guess that takes so much. */
const RULES = {
  exact: {
    pairs: SOLVED_UP_TO,
    work: EXACT_WORK,
    total: (worth, secrets, history) => worth.best(secrets, history),
    choose(worth, secrets, history) {
      let found = { guess: -1, total: Infinity };
      for (const { guess, bound } of worth.options(secrets, history)) {
        if (bound > found.total) break;
        const cells = worth.field.cells(guess, secrets).filter(([response]) => response !== worth.field.solved);
        const total = worth.follow(guess, cells, secrets, history, found.total + 1);
        if (total < found.total || (total === found.total && guess < found.guess)) found = { guess, total };
      }
      return found.guess;
    },
  },
  entropy: {
    pairs: GROWN_UP_TO,
    work: HEURISTIC_WORK,
    beside: (field, count) => BESIDE_PAIRS / (count * field.questions),
    total: (worth, secrets, history) => worth.heuristic(secrets, history),
    choose: (worth, secrets, history) => worth.field.choose(secrets, history),
  },
  // Where both take too long: by what is not known yet, at the rate of the best first guess; in thousandths.
  estimate: {
    work: Infinity,
    beside: (field, count) => BESIDE_ESTIMATED / count,
    total: (worth, secrets, history) => worth.field.massOf(secrets) * estimateAt(worth, secrets, history),
    choose: (worth, secrets, history) => suggestionAt(worth.field, history, secrets).guess,
  },
};

/** The best guess of a first ranking. */
function suggestionAt(field, history, secrets = field.consistent(history)) {
  return rankings(field, history, { top: 1, secrets }).next().value.best[0];
}

function estimateAt(worth, secrets, history) {
  const { field } = worth;
  const { facts, weights } = field;
  const whole = field.massOf(secrets);
  const logs = weights ? secrets.reduce((sum, secret) => sum + weights[secret] * Math.log2(weights[secret]), 0) : 0;
  const missing = field.twin.kinds ? missingBits(field.massesOfKinds(secrets)) / whole : Math.max(0, Math.log2(whole) - logs / whole);
  worth.rate ??= suggestionAt(field, []).bits;
  const rate = worth.rate > 0 ? missing / worth.rate : missing;
  let guesses = facts.announces ? Math.max(1, rate) : Math.max(2 - worth.heaviest(secrets) / whole, 1 + rate);
  if (facts.turns !== null) guesses = Math.min(guesses, facts.turns - history.length + 1);
  return (Math.round(guesses * 1000) / 1000) * meanCost(facts);
}

/** What the scale takes for one guess. */
function meanCost({ costs }) {
  return costs ? costs.reduce((sum, cost) => sum + cost, 0) / costs.length : 1;
}

/** The values of one rule at the positions of a game. */
class Values {
  constructor(worth, rule) {
    Object.assign(this, { worth, rule, field: worth.field });
  }

  /** V, also where play is over. */
  value(secrets, history) {
    if (isKnown(this.field.twin, secrets)) return 0;
    if (!this.worth.hasTurns(history)) return this.worth.dearest;
    return this.rule.total(this.worth, secrets, history) / this.field.massOf(secrets);
  }

  /** Q: what a guess is worth. */
  worthOf(guess, secrets, history) {
    const { field } = this;
    let behind = 0;
    for (const [response, cell] of field.cells(guess, secrets)) {
      if (response !== field.solved) behind += field.massOf(cell) * this.value(cell, [...history, [guess, response]]);
    }
    return this.worth.costOf(guess) + behind / field.massOf(secrets);
  }

  /** The guess of the rule where play goes on. */
  choose(secrets, history) {
    const { field } = this;
    if (secrets.length === 1) return field.twin.guessOf(secrets[0]);
    return this.rule.choose(this.worth, secrets, history);
  }
}

/**
 * The review of the moves made behind a history: { by, value, actual, ending, rows, correction, regret, luck, skill,
 * luckScore }. One rule serves all of it: exact, where a game is small enough; else the tree of entropy; else an estimate.
 * What is found first is found again with better guesses, where the rule is not exact and there is time for others than
 * its own.
 */
function* reviews(field, { start, moves, rules = Object.keys(RULES), tired = () => false }) {
  for (const by of rules) {
    const worth = new Worth(field, { tired, lossy: true });
    const rule = RULES[by];
    if (field.consistent(start).length * field.questions > (rule.pairs ?? Infinity)) continue;
    const values = new Values(worth, rule);
    const found = worth.within(rule.work, () => reviewBy(values, by, start, moves));
    if (!found) continue;
    yield found;
    if (rule.beside) yield* withOthers(values, found, start, moves);
    return;
  }
}

/** The same review with the guesses of a first ranking beside those of the rule: move by move, as far as there is time. */
function* withOthers(values, found, start, moves) {
  const { field, worth, rule } = values;
  const { costUnit = 1 } = field.facts;
  const rows = [...found.rows];
  for (let at = 0; at < moves.length; at++) {
    const history = [...start, ...moves.slice(0, at)];
    const secrets = field.consistent(history);
    const count = Math.min(MOST_BESIDE, Math.floor(rule.beside(field, secrets.length)));
    if (count < 1 || rows[at].value === 0) continue;
    for (const { guess } of rankings(field, history, { top: count, secrets }).next().value.best) {
      const told = worth.within(rule.work, () => values.worthOf(guess, secrets, history));
      if (told !== null && told * costUnit < rows[at].bestWorth) rows[at] = judged(field.facts, rows[at], guess, told * costUnit);
      yield null;
    }
  }
  yield { ...found, rows, ...summed(field.facts, rows) };
}

/** A row beside the best guess that is known, and what that is worth. */
function judged(facts, row, best, bestWorth) {
  const regret = row.worth - bestWorth;
  return { ...row, best, bestWorth, regret, skill: skillOf(regret / unitOf(facts)) };
}

/** The figures of all rows together. */
function summed(facts, rows) {
  const sum = (figure) => rows.reduce((before, row) => before + figure(row), 0);
  const [regret, luck] = [sum((row) => row.regret), sum((row) => row.luck)];
  return {
    correction: sum((row) => row.bestWorth - row.value),
    regret,
    luck,
    skill: skillOf(regret / unitOf(facts)),
    luckScore: luckScoreOf(luck / unitOf(facts)),
  };
}

/** What the scale takes for one guess, as figures are told. */
function unitOf(facts) {
  return meanCost(facts) * (facts.costUnit ?? 1);
}

function reviewBy(values, by, start, moves) {
  const { field, worth } = values;
  const { costUnit = 1 } = field.facts;
  const scale = meanCost(field.facts);
  let [secrets, history, spent] = [field.consistent(start), start, 0];
  const value = values.value(secrets, history);
  const rows = [];
  for (const [guess, response] of moves) {
    const before = secrets.length;
    const [now, q] = [values.value(secrets, history), values.worthOf(guess, secrets, history)];
    // Where the secret is known already, nothing is better than to say so.
    const chosen = now === 0 ? field.twin.guessOf(secrets[0]) : values.choose(secrets, history);
    const bestQ = now === 0 ? 0 : values.worthOf(chosen, secrets, history);
    const { expectedLeft } = rowOf(field, guess, secrets, false);
    secrets = field.rows.select(guess, secrets, response);
    history = [...history, [guess, response]];
    const solved = response === field.solved;
    const luck = q - worth.costOf(guess) - (solved ? 0 : values.value(secrets, history));
    const own = bestQ >= q;
    const row = {
      guess,
      response,
      before,
      after: solved ? 0 : undecided(field.twin, secrets),
      expectedLeft,
      value: now * costUnit,
      worth: q * costUnit,
      proven: by === "exact" && own,
      luck: luck * costUnit,
      luckScore: luckScoreOf(luck / scale),
    };
    rows.push(judged(field.facts, row, own ? guess : chosen, (own ? q : bestQ) * costUnit));
    spent += worth.costOf(guess);
  }
  const solved = moves.length > 0 && moves.at(-1)[1] === field.solved;
  const rest = solved ? 0 : values.value(secrets, history);
  const settled = isKnown(field.twin, secrets) || !worth.hasTurns(history);
  return {
    by,
    ending: solved ? "solved" : settled ? (rest ? "lost" : "known") : null,
    value: value * costUnit,
    actual: (spent + rest) * costUnit,
    rows,
    ...summed(field.facts, rows),
  };
}
