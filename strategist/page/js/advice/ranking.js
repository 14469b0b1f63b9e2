// The best guesses at any position, side by side: the twin of strategist/search/advice/ranking.py, where the rules are
// told.

/** For each guess that is wanted, so many are looked at closely. */
const BESIDE = 2;
/** The greatest number of pairs of a question and a candidate of a cell that is solved exactly. */
const SOLVED_UP_TO = 2 ** 21;
/** Pairs of a guess and a candidate that a first ranking compares. */
const MOST_PAIRS = 2 ** 24;
/** The work, in pairs, that goes into what one guess will take. */
const WORK_A_GUESS = 2 ** 23;

/** The figures of a guess. `left` holds [response, candidates left, their mass]. */
function rowOf(field, guess, secrets, candidate) {
  const left = [];
  field.eachCell(guess, secrets, (response, size, mass) => left.push([response, size, mass]));
  left.sort(([one], [other]) => one - other);
  const whole = field.massOf(secrets);
  if (field.twin.kinds) return rowByKind(field, guess, secrets, left, whole);
  const behind = left.filter(([response]) => response !== field.solved);
  return {
    guess,
    left,
    candidate,
    worst: behind.reduce((most, [, size]) => Math.max(most, size), 0),
    expectedLeft: behind.reduce((sum, [, size, mass]) => sum + mass * size, 0) / whole,
    bits: left.reduce((sum, [, , mass]) => sum - (mass / whole) * Math.log2(mass / whole), 0) + 0,
    further: null,
    by: null,
  };
}

/** The information that is missing where these are the masses of what can be, in bits, times all of them. */
function missingBits(masses) {
  const whole = masses.reduce((sum, mass) => sum + mass, 0);
  return masses.reduce((sum, mass) => sum + mass * Math.log2(whole / mass), 0);
}

/** The figures where it is enough to know the class: a cell of one class counts as solved, and bits are about the class. */
function rowByKind(field, guess, secrets, left, whole) {
  const cells = field.cells(guess, secrets).map(([, cell]) => cell);
  const several = cells.filter((cell) => !isKnown(field.twin, cell));
  const missing = cells.reduce((sum, cell) => sum + missingBits(field.massesOfKinds(cell)), 0);
  return {
    guess,
    left,
    candidate: false,
    worst: several.reduce((most, cell) => Math.max(most, cell.length), 0),
    expectedLeft: several.reduce((sum, cell) => sum + field.massOf(cell) * cell.length, 0) / whole,
    bits: Math.max(0, missingBits(field.massesOfKinds(secrets)) - missing) / whole,
    further: null,
    by: null,
  };
}

/** Numbers below `count`, ascending, drawn by a hash of a seed and each once: at most `size`. */
function drawn(seed, count, size) {
  if (size >= count) return Array.from({ length: count }, (_, number) => number);
  const found = new Set();
  for (let at = 0; at < size; at++) {
    let word = Math.imul(seed ^ (at + 0x9e3779b9), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    word ^= word >>> 16;
    found.add((word >>> 0) % count);
  }
  return [...found].sort((one, other) => one - other);
}

/**
 * The guesses that are compared, ascending, of how many they are the best, and whether they are a sample: candidates, and
 * others beside them. Where the tree starts, the best of all may be known (strategist/show/moves/first_guesses.py).
 */
function comparedAt(field, secrets, history, near) {
  const { openings, start } = field.facts;
  if (openings && near <= openings.beside && String(history) === String(start)) return { ...openings, sampled: false };
  const different = field.different(history);
  if (secrets.length * different.length <= MOST_PAIRS) return { guesses: different, considered: different.length, sampled: false };
  const fit = Math.max(2, Math.floor(MOST_PAIRS / secrets.length));
  const seed = history.reduce((sum, [guess, response]) => (sum + Math.imul(guess + 1, response + 1)) | 0, 7);
  const others = drawn(seed, different.length, fit >> 1).map((at) => different[at]);
  const possible = [...field.likely(secrets)];
  const some = drawn(seed + 1, possible.length, fit - (fit >> 1)).map((at) => possible[at]);
  const guesses = [...new Set([...others, ...some])].sort((one, other) => one - other);
  return { guesses, considered: guesses.length, sampled: true };
}

/**
 * Better and better rankings: what guesses leave; what they take by the heuristic; what they take at best. Each is
 * { history, candidates, considered, sampled, best, own }, as in Python; `tired()` says that there is no time left.
 * Between them it yields null, so that whoever asks can turn to something else.
 */
function* rankings(field, history, { top = 10, own = [], tired = () => false, work = WORK_A_GUESS, secrets = field.consistent(history) } = {}) {
  if (!secrets.length) throw new Error("no candidate is left");
  const { guesses, considered, sampled } = comparedAt(field, secrets, history, BESIDE * top);
  const { high, low } = field.scores(guesses, secrets);
  const likely = field.likely(secrets);
  const compare = (one, other) =>
    high[one] - high[other] || low[one] - low[other] || likely.has(guesses[other]) - likely.has(guesses[one]) || one - other;
  const order = guesses.map((_, at) => at).sort(compare);
  const near = new Set(order.slice(0, BESIDE * top));
  for (const at of order.filter((each) => likely.has(guesses[each])).slice(0, Math.max(1, (BESIDE * top) >> 2))) near.add(at);
  const rows = new Map([...near].map((at) => [at, rowOf(field, guesses[at], secrets, likely.has(guesses[at]))]));
  const mine = own.map((guess) => rowOf(field, guess, secrets, likely.has(guess)));
  const sorted = () =>
    [...rows.keys()].sort((one, other) => {
      const [left, right] = [rows.get(one), rows.get(other)];
      return (left.further === null) - (right.further === null) || (left.further ?? 0) - (right.further ?? 0) || compare(one, other);
    });
  const now = () => ({
    history,
    candidates: secrets.length,
    considered,
    sampled,
    best: sorted().slice(0, top).map((at) => rows.get(at)),
    own: mine,
  });
  yield now();
  const { costUnit = 1 } = field.facts;
  const worth = new Worth(field, { tired });
  for (const exactly of [false, true]) {
    for (const row of [...mine, ...sorted().map((at) => rows.get(at))]) {
      const total = row.by === "exact" ? null : worth.within(work, () => furtherTotal(worth, row.guess, secrets, history, exactly));
      if (total !== null) Object.assign(row, { further: (total / field.massOf(secrets)) * costUnit, by: exactly ? "exact" : "entropy" });
      yield null;
    }
    yield now();
  }
}

/** What the guesses take from here on, summed over the candidates, if this one is made now; null where that is too much
 * to find out. */
function furtherTotal(worth, guess, secrets, history, exactly) {
  const { field } = worth;
  let total = field.massOf(secrets) * worth.costOf(guess);
  for (const [response, cell] of field.cells(guess, secrets)) {
    if (response === field.solved) continue;
    const behind = [...history, [guess, response]];
    if (isKnown(field.twin, cell)) continue;
    if (exactly && cell.length > 1 && cell.length * field.questions > SOLVED_UP_TO) return null;
    if (cell.length === 1) total += worth.last(cell);
    else total += exactly ? worth.best(cell, behind) : worth.heuristic(cell, behind);
  }
  return total < Infinity ? total : null;
}
