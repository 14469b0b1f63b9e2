// How the game writes and draws its codes and responses; the twin's way where there is one, else what was exported.

class Book {
  constructor(facts, twin) {
    this.facts = facts;
    this.twin = twin;
    this.words = wordsOf(facts);
    this.wordle = facts.rule?.feedback === "wordle";
  }

  /** The text of a guess, as strategist writes it. */
  name(guess) {
    return this.twin ? this.twin.name(guess) : this.facts.names[guess];
  }

  /** The index of the guess of that text; -1 for none. */
  findGuess(name) {
    if (!this.twin) return Number(Object.keys(this.facts.names).find((guess) => this.facts.names[guess] === name) ?? -1);
    try {
      return this.twin.find(name);
    } catch {
      return -1;
    }
  }

  /** The number of the response of that text; -1 for none. */
  findResponse(text) {
    if (this.wordle) {
      for (let response = 0; response < this.facts.responseCount; response++) if (this.responseText(response) === text) return response;
      return -1;
    }
    return Number(Object.keys(this.facts.responses).find((response) => this.facts.responses[response] === text) ?? -1);
  }

  /** The text of a guess for people: blanks, where a table had them. */
  title(guess) {
    if (this.announced(guess)) return `it is ${plain(this.facts, this.secretName(guess))}`;
    return plain(this.facts, this.name(guess));
  }

  /** Whether a guess only names the secret. */
  announced(guess) {
    return this.facts.announces && guess >= this.facts.questionCount;
  }

  /** The text of the secret that a guess names. */
  secretName(guess) {
    if (!this.facts.announces) return this.name(guess);
    return this.twin ? this.twin.secretName(guess) : this.facts.secrets[guess];
  }

  /** What a board shows of a guess: texts, and numbers of colors or null. */
  pieces(guess) {
    const { facts } = this;
    const { rule, pieces } = facts;
    if (!this.twin) return pieces[guess].map(([text, color]) => ({ text, color }));
    if (rule.kind === "table") return [{ text: this.title(guess), color: null, runs: runsOf(facts, this.announced(guess) ? `it is ${this.secretName(guess)}` : this.name(guess)) }];
    if (rule.kind === "words") return this.twin.lettersOf(guess).map((text) => ({ text, color: null }));
    return this.twin.code(this.twin.asked(guess)).map((digit) => this.piece(digit));
  }

  /** One symbol of a game of pegs. */
  piece(digit) {
    const [text, color] = this.facts.rule.alphabet[digit];
    return { text, color };
  }

  /** The text of a response, as strategist writes it. */
  responseText(response) {
    if (!this.wordle) return this.facts.responses[response];
    return this.marks(response)?.map((mark) => "-yg"[mark]).join("") ?? "known";
  }

  /** The same in words, for those who hear it. */
  responseWords(response) {
    if (response === this.facts.inapplicable) return NOT_APPLICABLE;
    const marks = this.marks(response);
    if (marks) return marks.map((mark) => ["grey", "yellow", "green"][mark]).join(", ");
    const text = this.responseText(response);
    const keys = this.keys(response);
    if (keys) return keys.map((count, kind) => `${count} ${this.facts.rule.keys[kind][count === 1 ? 0 : 1]}`).join(", ");
    return plain(this.facts, text);
  }

  /** A mark for each piece of the guess, 2 in its place, 1 elsewhere, 0 nowhere; null if a response tells less. */
  marks(response) {
    // An announcement is answered by a word.
    if (this.wordle) return this.facts.announces && this.solved(response) ? null : wordleMarks(response, this.twin.space.width);
    return this.facts.marks?.[response] ?? null;
  }

  /** How many of each kind of key pegs a response has (blacks, whites, halves); null where there are none. */
  keys(response) {
    if (!this.facts.rule?.keys || (this.facts.announces && this.solved(response))) return null;
    return this.responseText(response).match(/\d+/g).map(Number);
  }

  solved(response) {
    return response === this.facts.responseCount - 1;
  }
}

/**
 * Names of a table for people, from a text of canonical names, of which the last may stand in parentheses. Where the
 * table does not tell how they are written, each `_` is a blank.
 */
function plain(facts, text) {
  return runsOf(facts, text).map((run) => run.text).join("");
}

/** The same in runs of text: { text, italic }. */
function runsOf(facts, text) {
  if (facts.rule?.kind !== "table") return [{ text, italic: false }];
  if (!facts.written) return [{ text: text.replaceAll("_", " "), italic: false }];
  return runs(text.split(" ").map((word) => writtenWord(facts.written, word)).join(" "));
}

function writtenWord(written, word) {
  const own = (name) => (Object.hasOwn(written, name) ? written[name] : literal(name));
  if (Object.hasOwn(written, word) || !/^\(.*\)$/u.test(word)) return own(word);
  return `(${own(word.slice(1, -1))})`;
}

/** A text without commands as marked text (strategist/matrices/marked_text.py), and the runs of such a text. */
function literal(text) {
  return text.replaceAll("\\", "\\'5c");
}

function runs(marked) {
  const found = [];
  let italic = false;
  for (const part of marked.split(/(\\i0?\{\})/u)) {
    if (part === "\\i{}" || part === "\\i0{}") italic = part === "\\i{}";
    else if (part) found.push({ text: part.replaceAll("\\'5c", "\\"), italic });
  }
  return found;
}

const WITH_COMMAS = new Intl.NumberFormat("en");

/** `1 guess`, `2 guesses`. */
function counted(number, noun) {
  return number === 1 ? `1 ${noun}` : `${WITH_COMMAS.format(number)} ${several(noun)}`;
}
