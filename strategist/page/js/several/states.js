// Games in which a secret may give one of several answers: the twin of strategist/model/left.py. What is left is a list
// of secrets, ascending, with a mass for each: its weight times the chances of the answers that were given.

/** Masses that differ by no more than this part are equal. */
const ROUNDING = 1e-12;

/** A table whose cells hold answers with their chances, as they have been read (PageOfSeveral of strategist/page/page_kinds.py). */
class StatesTwin extends TableTwin {
  constructor(facts) {
    const { cells, rows, questions, secrets, kinds, kindNames } = facts;
    const lines = [["", ...secrets], ...questions.map((name, question) => [name, ...rows[question]])];
    if (kinds) lines.push(["", ...kinds.map((kind) => kindNames[kind])]);
    const text = lines.map((line) => line.join("\t")).join("\n");
    super({ ...facts, rule: { classes: Boolean(kinds) }, responses: cells.map((_, number) => String(number)) }, text);
    this.cells = cells;
    if (!kinds) return;
    // Numbered as the guesses that announce them.
    Object.assign(this, { kinds, kindNames, names: [...questions, ...kindNames.map((name) => `=${name}`)] });
    this.guessCount = this.names.length;
  }

  /** The answers that a secret may give to a question: [response, chance]. */
  answers(question, secret) {
    return this.cells[this.rows[question][secret]];
  }

  possible(question, secret) {
    return this.answers(question, secret).map(([response]) => response);
  }

  /** One of the answers, drawn by their chances. */
  respond(question, secret) {
    let rest = Math.random();
    const answers = this.answers(question, secret);
    for (const [response, chance] of answers) if ((rest -= chance) < 0) return response;
    return answers.at(-1)[0];
  }
}

/** What is left: secrets with their masses. */
function leftOf(pairs) {
  const left = pairs.map(([secret]) => secret);
  left.masses = pairs.map(([, mass]) => mass);
  return left;
}

/** What a game is at any position. */
class StatesField {
  constructor(facts, twin) {
    Object.assign(this, { facts, twin, questions: facts.questionCount, solved: facts.responseCount - 1 });
  }

  /** What is left after a history; an answer is settled, so that a question has one. */
  consistent(history) {
    const settled = new Map();
    let left = leftOf(this.facts.weights.map((weight, secret) => [secret, weight]));
    for (const [question, response] of history) {
      if (settled.has(question) && settled.get(question) !== response) return leftOf([]);
      if (!settled.has(question)) left = this.after(left, question, response);
      settled.set(question, response);
    }
    return left;
  }

  /** What an answer leaves. */
  after(left, question, response) {
    return new Map(this.cells(question, left)).get(response) ?? leftOf([]);
  }

  massOf(left) {
    return (left.masses ?? left.map((secret) => this.facts.weights[secret])).reduce((sum, mass) => sum + mass, 0);
  }

  /** The answers to a question, ascending, each with what it leaves. A secret stands in the cell of each of its answers. */
  cells(question, left) {
    const found = new Map();
    left.forEach((secret, at) => {
      for (const [response, chance] of this.twin.answers(question, secret)) {
        if (!found.has(response)) found.set(response, []);
        found.get(response).push([secret, left.masses[at] * chance]);
      }
    });
    return [...found].sort(([one], [other]) => one - other).map(([response, pairs]) => [response, leftOf(pairs)]);
  }

  /** The masses of what is to be told apart: secrets, or classes where that is enough. */
  massesOfKinds(left) {
    const { kinds } = this.twin;
    if (!kinds) return left.masses;
    const masses = new Map();
    left.forEach((secret, at) => masses.set(kinds[secret], (masses.get(kinds[secret]) ?? 0) + left.masses[at]));
    return [...masses.values()];
  }

  /** Whether a question that was not asked before may tell anything, or where the game wants that, is sure to. */
  helps(question, left) {
    const row = this.twin.rows[question];
    const different = [...new Set(left.map((secret) => row[secret]))];
    if (this.facts.narrow !== "sure") return different.length > 1;
    const sets = different.map((cell) => new Set(this.twin.cells[cell].map(([response]) => response)));
    return sets.some((one) => sets.some((other) => [...one].every((response) => !other.has(response))));
  }

  /** The questions that have not been asked, and from which something can be learnt. */
  telling(history, left) {
    const asked = new Set(history.map(([question]) => question));
    const every = Array.from({ length: this.questions }, (_, question) => question);
    // Where answers err, a question stands there again and again: of these the first that was not asked.
    const { erring } = this.facts;
    const round = erring ? this.questions / erring.questions : this.questions;
    const open = every.filter((question) => !asked.has(question) && (question < round || asked.has(question - round)));
    return open.filter((question) => new Set(left.map((secret) => this.twin.rows[question][secret])).size > 1);
  }

  /** The guess that names the likeliest secret, the first of several, if it is as likely as that; else null. */
  likeliest(left, least) {
    const most = Math.max(...left.masses) * (1 - ROUNDING);
    return most >= least * this.massOf(left) * (1 - 2 * ROUNDING) ? this.twin.guessOf(left[left.masses.findIndex((mass) => mass >= most)]) : null;
  }

  /** The guess with which play ends here: a name, a class, or that nothing decides; null where it goes on. */
  ending(history, left) {
    if (isKnown(this.twin, left)) return this.twin.guessOf(left[0]);
    const { undecided, erring } = this.facts;
    if (erring) return this.likeliest(left, history.length >= erring.questions ? 0 : (erring.sure ?? Infinity));
    return undecided === null || this.telling(history, left).some((question) => this.helps(question, left)) ? null : undecided;
  }
}
