// Twins of the rules in strategist/games: what is answered to a guess. The tests hold them against the Python rules.
//
// A twin has `guessCount`, `secretCount`, `guessOf(secret)` (the index of the guess that names a secret),
// `respond(guess, secret)` (indices into guesses and secrets), `name(guess)`, `secretName(guess)` (the secret that a
// guess names), `right(guess, secret)` (whether a guess is the code of the secret), `find(text)` (the index of the
// guess that a text spells; throws an Error that says why there is none), `refuses(history, guess)` (why the rules do
// not allow a guess; null when they do), and `hidden(secret)` (the name of a secret). Where it is enough to know the
// class, `kinds` holds the class of each secret, and a guess announces a class.

/** Whether some secrets need no question: one is left, or one class where that is enough. */
function isKnown(twin, secrets) {
  if (!twin.announces) return false;
  const { kinds } = twin;
  return secrets.length === 1 || Boolean(kinds && secrets.every((secret) => kinds[secret] === kinds[secrets[0]]));
}

/** How many of some secrets are still to be told apart: none of one class where that is enough. */
function undecided(twin, secrets) {
  return twin.kinds && isKnown(twin, secrets) ? 0 : secrets.length;
}

/** How often symbols stand in both codes, each counted as often as it stands in both. */
function commonSymbols(guess, secret) {
  let common = 0;
  for (let at = 0; at < guess.length; at++) {
    // The copies of one symbol in the guess are matched with those in the secret, first with first.
    let earlier = 0;
    for (let before = 0; before < at; before++) if (guess[before] === guess[at]) earlier++;
    let copies = 0;
    for (let place = 0; place < secret.length; place++) if (secret[place] === guess[at]) copies++;
    if (earlier < copies) common++;
  }
  return common;
}

function samePlaces(guess, secret) {
  let same = 0;
  for (let at = 0; at < guess.length; at++) if (guess[at] === secret[at]) same++;
  return same;
}

/** The number of a response of blacks and whites: by their sum, then by blacks. */
function pairNumber(guess, secret) {
  const blacks = samePlaces(guess, secret);
  const common = commonSymbols(guess, secret);
  return (common * (common + 1)) / 2 + blacks - (blacks === guess.length ? 1 : 0);
}

/** Green 2, yellow 1, grey 0 for each letter, as a number in base 3. */
function wordleNumber(guess, secret) {
  const left = secret.filter((hidden, place) => guess[place] !== hidden);
  return guess.reduce((number, asked, place) => {
    if (asked === secret[place]) return number * 3 + 2;
    const at = left.indexOf(asked);
    if (at < 0) return number * 3;
    left.splice(at, 1);
    return number * 3 + 1;
  }, 0);
}

/** The mark of each letter of a response of Wordle. */
function wordleMarks(response, letters) {
  const marks = [];
  for (let place = 0, rest = response; place < letters; place++, rest = Math.floor(rest / 3)) marks.unshift(rest % 3);
  return marks;
}

/** The sign before a code that makes it an announcement, `=4563` or `known: 4563`; nothing where there is none. */
function announcementSign(text) {
  return /^\s*(?:=|known(?![\p{L}\p{N}_])\s*:?)\s*(?=\S)/iu.exec(text)?.[0] ?? "";
}

/**
 * A game of codes. Where it is enough to know the secret, announcements stand behind the questions, one for each secret
 * (strategist/games/every_game/announcements.py). A subclass knows questions only: `respondTo`, `nameOf` and
 * `findQuestion` for them, and `questionOf(secret)` and `secretOf(question)`, which is -1 for a question that is no
 * secret.
 */
class CodeTwin {
  constructor(facts, questions, secrets) {
    this.announces = facts.announces;
    this.solved = facts.responseCount - 1;
    this.questionCount = questions;
    this.secretCount = secrets;
    this.guessCount = questions + (facts.announces ? secrets : 0);
  }

  guessOf(secret) {
    return this.announces ? this.questionCount + secret : this.questionOf(secret);
  }

  /** The question that is the code which a guess asks or announces. */
  asked(guess) {
    return guess < this.questionCount ? guess : this.questionOf(guess - this.questionCount);
  }

  respond(guess, secret) {
    if (guess < this.questionCount) return this.respondTo(guess, secret);
    return guess - this.questionCount === secret ? this.solved : 0;
  }

  /** The secret that a guess names. */
  secretOfGuess(guess) {
    return guess < this.questionCount ? this.secretOf(guess) : guess - this.questionCount;
  }

  name(guess) {
    return (guess < this.questionCount ? "" : "=") + this.secretName(guess);
  }

  secretName(guess) {
    return this.nameOf(this.asked(guess));
  }

  hidden(secret) {
    return this.nameOf(this.questionOf(secret));
  }

  right(guess, secret) {
    return guess === this.questionOf(secret);
  }

  find(text) {
    const sign = this.announces ? announcementSign(text) : "";
    const question = this.findQuestion(text.slice(sign.length));
    if (!sign) return question;
    const secret = this.secretOf(question);
    if (secret < 0) throw new Error(`${this.nameOf(question)} is no possible secret`);
    return this.questionCount + secret;
  }

  refuses() {
    return null;
  }
}

/** Mastermind, Bulls and Cows and AB; and Grand Mastermind, whose pegs are symbols of a color and a shape. */
class PegTwin extends CodeTwin {
  constructor(rule, facts) {
    const space = new CodeSpace({ repeats: true, leadingZero: true, ...rule, symbols: rule.alphabet.length });
    super(facts, space.length, space.length);
    this.rule = rule;
    this.symbols = rule.alphabet.map(([text]) => text);
    this.separator = rule.separator ?? "";
    this.space = space;
    this.kept = new Map();
    this.digitOf = new Map(this.symbols.map((symbol, digit) => [symbol, digit]));
    // Letters are read in either case where the alphabet does not tell cases apart, nor has two of one case: ı and i.
    const cases = (symbol) => [symbol.toLowerCase(), symbol.toUpperCase()];
    this.symbols.forEach((symbol, digit) => {
      for (const other of cases(symbol)) {
        const shared = this.symbols.filter((each) => cases(each).includes(other)).length > 1;
        if (!shared && !this.digitOf.has(other)) this.digitOf.set(other, digit);
      }
    });
    if (rule.kind === "grand") this.keyNumber = new Map(facts.responses.map((text, number) => [text, number]));
  }

  code(index) {
    let code = this.kept.get(index);
    if (!code) this.kept.set(index, (code = this.space.code(index)));
    return code;
  }

  /** The symbols of which the symmetry of the game speaks: of a peg of color and shape, each apart. */
  spelled(guess) {
    if (this.rule.kind !== "grand") return this.code(guess);
    const { shapes } = this.rule;
    const colors = this.symbols.length / shapes;
    return this.code(guess).flatMap((kind) => [Math.floor(kind / shapes), colors + (kind % shapes)]);
  }

  questionOf(secret) {
    return secret;
  }

  secretOf(question) {
    return question;
  }

  respondTo(guess, secret) {
    const [asked, hidden] = [this.code(guess), this.code(secret)];
    if (this.rule.kind === "grand") return this.grandNumber(asked, hidden);
    return this.rule.whites ? pairNumber(asked, hidden) : samePlaces(asked, hidden);
  }

  /** Blacks, whites, halves: see strategist/games/pegs/grand.py for who takes which peg. */
  grandNumber(guess, secret) {
    const blacks = samePlaces(guess, secret);
    const whites = commonSymbols(guess, secret) - blacks;
    const [left, kept] = [[...guess], [...secret]];
    guess.forEach((kind, place) => {
      if (kind === secret[place]) return;
      const at = kept.findIndex((other, where) => other === kind && guess[where] !== kind);
      if (at >= 0) left[place] = kept[at] = -1;
    });
    const { shapes } = this.rule;
    const halves = left.filter((one, place) => {
      const other = kept[place];
      if (one < 0 || other < 0 || one === other) return false;
      return Math.floor(one / shapes) === Math.floor(other / shapes) || one % shapes === other % shapes;
    }).length;
    return this.keyNumber.get(`${blacks}b${whites}w${halves}h`);
  }

  nameOf(guess) {
    return this.code(guess).map((digit) => this.symbols[digit]).join(this.separator);
  }

  /** The symbols that a text spells, as numbers; null for those that are none. Blanks or commas may stand between all. */
  read(text) {
    const plain = text.trim();
    if (this.rule.kind === "grand") {
      return (plain.toUpperCase().match(/.{1,2}/gsu) ?? []).map((part) => this.digitOf.get(part) ?? null);
    }
    const apart = plain.split(/\s*,\s*|\s+/u);
    if (apart.length > 1 && apart.every((part) => this.digitOf.has(part))) return apart.map((part) => this.digitOf.get(part));
    const parts = this.separator ? plain.split(this.separator).filter((part) => part) : [...plain];
    return parts.map((part) => this.digitOf.get(part) ?? null);
  }

  findQuestion(text) {
    const digits = this.read(text);
    if (digits.includes(null)) throw new Error(`expected symbols ${this.symbols.join(this.separator || " ")}`);
    if (digits.length !== this.rule.pegs) throw new Error(`expected ${this.rule.pegs} symbols, got ${digits.length}`);
    const index = this.space.index(digits);
    if (index >= 0) return index;
    const repeats = new Set(digits).size < digits.length && !this.rule.repeats;
    throw new Error(`${text.trim()} ${repeats ? "repeats a symbol" : "starts with a zero"}, which is not allowed here`);
  }
}

/** Wordle, word Mastermind, Jotto. `text` holds the answers and, after a blank line, the words besides; with `cut`, blanks
 * between the letters of each. */
class WordTwin extends CodeTwin {
  constructor(rule, facts, text) {
    const lettersOf = (word) => (rule.cut ? word.split(" ") : [...word]);
    const [answers, others] = text.split("\n\n").map((part) => part.split("\n").filter((word) => word).map(lettersOf));
    const words = others ? [...answers, ...others].sort(compareWords) : answers;
    super(facts, words.length, answers.length);
    this.rule = rule;
    this.letters = [...new Set(words.flat())].sort(comparePoints);
    const numberOf = new Map(this.letters.map((letter, number) => [letter, number]));
    this.space = new WordSpace(words, numberOf, rule.dotless);
    this.secrets = answers.map((word) => this.space.indexOf.get(word.join("")));
    this.numberOf = new Map(this.secrets.map((question, secret) => [question, secret]));
  }

  questionOf(secret) {
    return this.secrets[secret];
  }

  secretOf(question) {
    return this.numberOf.get(question) ?? -1;
  }

  respondTo(guess, secret) {
    const named = this.secrets[secret];
    const [asked, hidden] = [this.space.code(guess), this.space.code(named)];
    if (this.rule.feedback === "wordle") return wordleNumber(asked, hidden);
    if (this.rule.feedback === "mastermind") return pairNumber(asked, hidden);
    // An anagram has all letters too: the secret itself gets a response of its own.
    return guess === named ? this.space.width + 1 : commonSymbols(asked, hidden);
  }

  nameOf(guess) {
    return this.space.words[guess];
  }

  /** The letters of the word that a guess asks or announces. */
  lettersOf(guess) {
    return this.space.code(this.asked(guess)).map((letter) => this.letters[letter]);
  }

  findQuestion(text) {
    const index = this.space.find(text);
    if (index !== undefined) return index;
    const word = this.space.fold(text);
    if (this.space.letters(text).length !== this.space.width) throw new Error(`expected a word of ${this.space.width} letters`);
    throw new Error(`${word} is not in the list of ${this.questionCount} words`);
  }

  /** Hard mode: a green letter stays, and a word holds each letter as often as it was green or yellow at once. */
  refuses(history, guess) {
    if (!this.rule.hard || guess >= this.questionCount) return null;
    const word = this.lettersOf(guess);
    for (const [earlier, response] of history) {
      const before = this.lettersOf(earlier);
      const marks = wordleMarks(response, before.length);
      const place = before.findIndex((letter, at) => marks[at] === 2 && word[at] !== letter);
      if (place >= 0) return `letter ${place + 1} must be ${before[place]}`;
      const revealed = before.filter((_, at) => marks[at]);
      const copies = (list, letter) => list.filter((other) => other === letter).length;
      const missing = revealed.find((letter) => copies(word, letter) < copies(revealed, letter));
      if (missing) return `the word must hold ${missing}${copies(revealed, missing) > 1 ? ` ${copies(revealed, missing)} times` : ""}`;
    }
    return null;
  }
}

/** The canonical form of a cell of a table, which may hold commands: see strategist/matrices/marked_text.py. */
function canonical(cell, marked) {
  const text = marked ? cell.replaceAll(/\\i0?\{\}/gu, "").replaceAll("\\'5c", "\\") : cell;
  return text.replaceAll(" ", "_");
}

/** Any game from a table of answers; see strategist/games/tables/table.py. `text` is the table, tab-separated. */
class TableTwin {
  constructor(facts, text) {
    const { cost, chance, classes: byClass } = facts.rule;
    const marked = text.startsWith("marked\t");
    const whole = text.split("\n").filter((line) => line).map((line) => line.split("\t").map((cell) => canonical(cell, marked)));
    const lines = whole.map((cells) => (cost ? cells.slice(0, -1) : cells));
    const secrets = lines[0].slice(1);
    const classes = byClass ? lines.pop().slice(1) : null;
    if (chance) lines.pop();
    this.kindNames = [...new Set(classes ?? [])];
    this.kinds = classes && classes.map((name) => this.kindNames.indexOf(name));
    const number = new Map(facts.responses.map((answer, response) => [answer, response]));
    const rowOf = new Map(lines.slice(1).map(([name, ...cells]) => [name, cells.map((cell) => number.get(cell))]));
    const named = new Set(secrets);
    this.announces = facts.announces;
    this.names = facts.announces
      ? [...rowOf.keys(), ...(classes ? this.kindNames : secrets).map((name) => `=${name}`)]
      : [...secrets, ...[...rowOf.keys()].filter((name) => !named.has(name))];
    this.rows = this.names.map((name, guess) => (facts.announces && guess >= rowOf.size ? undefined : rowOf.get(name)));
    this.secretNames = secrets;
    this.first = facts.announces ? rowOf.size : 0;
    this.solved = facts.responseCount - 1;
    // What is said to a guess that only names a secret, and the wrong one.
    this.wrong = facts.announces ? 0 : facts.responses.findIndex((answer) => answer.toLowerCase() === "no");
    this.guessCount = this.names.length;
    this.secretCount = secrets.length;
  }

  guessOf(secret) {
    return this.first + (this.kinds ? this.kinds[secret] : secret);
  }

  /** The question that names a secret; -1 where secrets are only announced. */
  questionOf(secret) {
    return this.announces ? -1 : secret;
  }

  respond(guess, secret) {
    const row = this.rows[guess];
    if (row) return row[secret];
    return guess === this.guessOf(secret) ? this.solved : this.wrong;
  }

  /** The answers that a secret may give to a question. */
  possible(question, secret) {
    return [this.respond(question, secret)];
  }

  /** The secret that a guess names; a class names none. */
  secretOfGuess(guess) {
    return guess - this.first;
  }

  name(guess) {
    return this.names[guess];
  }

  secretName(guess) {
    return (this.kinds ? this.kindNames : this.secretNames)[guess - this.first];
  }

  hidden(secret) {
    return this.secretNames[secret] + (this.kinds ? ` (${this.kindNames[this.kinds[secret]]})` : "");
  }

  right(guess, secret) {
    return guess === this.guessOf(secret);
  }

  find(text) {
    const plain = text.trim().split(/\s+/u).join("_");
    const exact = this.names.indexOf(plain);
    if (exact >= 0) return exact;
    // ß and ẞ are SS, and ı, İ and i are one letter.
    const fold = (name) => name.toLowerCase().toUpperCase().normalize("NFC").replaceAll("İ", "I");
    const folded = this.names.filter((name) => fold(name) === fold(plain));
    if (folded.length === 1) return this.names.indexOf(folded[0]);
    throw new Error(`expected one of the ${this.guessCount} guesses listed below`);
  }

  refuses() {
    return null;
  }
}

/** The twin of a game's rules; null where there is none. `payload` is the text that travels in the strategy file. */
function makeTwin(facts, payload) {
  switch (facts.rule?.kind) {
    case "pegs":
    case "grand":
      return new PegTwin(facts.rule, facts);
    case "words":
      return new WordTwin(facts.rule, facts, payload);
    case "table":
      return new TableTwin(facts, payload);
  }
  return null;
}

/** The moves of pegswap that are possible: pairs of squares, from and to, counted from 0. */
function pegswapMoves(board) {
  const blank = board.indexOf(".");
  return [blank - 2, blank - 1, blank + 1, blank + 2]
    .filter((from) => {
      const [piece, other] = from < blank ? ["B", "R"] : ["R", "B"];
      return board[from] === piece && (Math.abs(from - blank) === 1 || board[(from + blank) / 2] === other);
    })
    .map((from) => [from, blank]);
}
