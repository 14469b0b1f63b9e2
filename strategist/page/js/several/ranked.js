// The best questions where a secret may give one of several answers: those that tell most about what is to be known.

/** How many questions are shown. */
const MOST_RANKED = 10;

/** The figures of a question. Bits are about what is to be known: that an answer is drawn tells nothing. */
function rowOfStates(field, guess, left) {
  const cells = field.cells(guess, left);
  const open = field.twin.kinds ? cells.filter(([, cell]) => !isKnown(field.twin, cell)) : cells;
  const whole = field.massOf(left);
  const missing = cells.reduce((sum, [, cell]) => sum + missingBits(field.massesOfKinds(cell)), 0);
  return {
    guess,
    left: cells.map(([response, cell]) => [response, cell.length, field.massOf(cell)]),
    candidate: false,
    worst: open.reduce((most, [, cell]) => Math.max(most, cell.length), 0),
    expectedLeft: open.reduce((sum, [, cell]) => sum + field.massOf(cell) * cell.length, 0) / whole,
    bits: Math.max(0, missingBits(field.massesOfKinds(left)) - missing) / whole,
    further: null,
    by: null,
  };
}

/** The questions that tell most at a position, the best first; `own` are others to be compared. */
function rankStates(field, { history, own = [] }) {
  const left = field.consistent(history);
  const telling = field.telling(history, left);
  const rows = telling.map((question) => rowOfStates(field, question, left));
  // Next to equal is equal: these are doubles.
  rows.sort((one, other) => (Math.abs(one.bits - other.bits) > 1e-9 ? other.bits - one.bits : one.guess - other.guess));
  return {
    history,
    candidates: left.length,
    considered: telling.length,
    sampled: false,
    best: rows.slice(0, MOST_RANKED),
    own: own.map((question) => rowOfStates(field, question, left)),
  };
}

/** Stands in for the desk: such tables are small. */
class StatesAdviser {
  constructor(field) {
    this.field = field;
  }

  ask(kind, job, hear) {
    const ranking = rankStates(this.field, job);
    setTimeout(() => hear(kind === "suggest" ? (ranking.best[0] ?? null) : ranking, true));
  }
}
