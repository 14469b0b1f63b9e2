// The responses of many secrets to one guess: what the twin of the rules answers, by tables where the game has codes.

/** Fills arrays with the responses of secrets to a question. */
class Rows {
  constructor(twin) {
    this.twin = twin;
  }

  /** The responses of `secrets` to a guess, into the first places of `out`. */
  fill(guess, secrets, out) {
    for (let at = 0; at < secrets.length; at++) out[at] = this.twin.respond(guess, secrets[at]);
  }

  /** The secrets of a list that give one response, as indices. */
  select(guess, secrets, response) {
    const out = new Int32Array(secrets.length);
    this.fill(guess, secrets, out);
    return secrets.filter((_, at) => out[at] === response);
  }
}

/** The rows of a table stand there already. */
class TableRows extends Rows {
  fill(guess, secrets, out) {
    const row = this.twin.rows[guess];
    if (!row) return super.fill(guess, secrets, out);
    for (let at = 0; at < secrets.length; at++) out[at] = row[secrets[at]];
    return undefined;
  }
}

/** Codes of symbols: `hidden(secret)` and `asked(guess)` are codes, as small numbers. */
class CodeRows extends Rows {
  constructor(twin, symbols) {
    super(twin);
    this.width = twin.space.width;
    this.symbols = symbols;
    /** The symbol at each place of each secret, and how many copies of it stand before. */
    this.places = new Uint16Array(twin.secretCount * this.width);
    /** The symbols of each question. */
    this.codes = new Uint16Array(twin.questionCount * this.width);
    for (let guess = 0; guess < twin.questionCount; guess++) this.codes.set(twin.space.code(guess), guess * this.width);
    this.keys = new Uint16Array(twin.secretCount * this.width);
    for (let secret = 0, at = 0; secret < twin.secretCount; secret++) {
      const code = twin.space.code(twin.questionOf(secret));
      for (let place = 0; place < this.width; place++, at++) {
        let copies = 0;
        for (let before = 0; before < place; before++) if (code[before] === code[place]) copies++;
        this.places[at] = code[place];
        this.keys[at] = code[place] * this.width + copies;
      }
    }
  }
}

/**
 * Games that count symbols in their places and elsewhere. A copy of a symbol in the secret counts as common if the guess
 * holds more copies than stand before it; so the answer is a sum of one number for each place, looked up.
 */
class CountRows extends CodeRows {
  constructor(twin, symbols, numberOf) {
    super(twin, symbols);
    const { width } = this;
    this.size = symbols * width;
    this.table = new Uint16Array(width * this.size);
    this.copies = new Uint8Array(symbols);
    this.numbers = new Int32Array((width + 1) << 8);
    for (let blacks = 0; blacks <= width; blacks++) {
      for (let common = blacks; common <= width; common++) this.numbers[(blacks << 8) + common] = numberOf(blacks, common);
    }
  }

  fill(guess, secrets, out) {
    if (guess >= this.twin.questionCount) return super.fill(guess, secrets, out);
    const { width, size, table, keys, numbers } = this;
    this.write(guess);
    for (let at = 0; at < secrets.length; at++) {
      let sum = 0;
      for (let place = 0, key = secrets[at] * width, row = 0; place < width; place++, row += size) sum += table[row + keys[key + place]];
      out[at] = numbers[sum];
    }
    this.erase(guess);
    return undefined;
  }

  write(guess) {
    const { width, size, table, copies, codes } = this;
    const from = guess * width;
    for (let own = 0; own < width; own++) {
      const symbol = codes[from + own];
      const key = symbol * width;
      const copy = copies[symbol]++;
      for (let place = 0, row = key; place < width; place++, row += size) {
        table[row + copy]++;
        if (place === own) for (let each = 0; each < width; each++) table[row + each] += 256;
      }
    }
  }

  erase(guess) {
    const { width, size, table, copies, codes } = this;
    for (let own = 0, from = guess * width; own < width; own++) {
      const symbol = codes[from + own];
      copies[symbol] = 0;
      for (let place = 0, row = symbol * width; place < width; place++, row += size) {
        for (let each = 0; each < width; each++) table[row + each] = 0;
      }
    }
  }
}

/**
 * Wordle. A guess of different letters gets two bits for each of its places, one for the letter anywhere in the secret
 * and one for the letter there; a guess that repeats a letter is answered by the rule itself.
 */
class WordleRows extends CodeRows {
  constructor(twin, symbols) {
    super(twin, symbols);
    const { width } = this;
    this.table = new Uint32Array(width * symbols);
    this.repeats = Uint8Array.from({ length: twin.questionCount }, (_, guess) => new Set(twin.space.code(guess)).size < width);
    // Of longer words, the marks are read bit by bit.
    this.numbers = width <= 8 ? Int32Array.from({ length: 4 ** width }, (_, bits) => this.number(bits)) : null;
  }

  number(bits) {
    let number = 0;
    for (let place = 0; place < this.width; place++) {
      const mark = (bits >> (2 * place)) & 3;
      number = number * 3 + (mark > 1 ? 2 : mark);
    }
    return number;
  }

  fill(guess, secrets, out) {
    const { twin, width, symbols, table, places, numbers } = this;
    if (guess >= twin.questionCount || width > 15 || this.repeats[guess]) return super.fill(guess, secrets, out);
    const code = twin.space.code(guess);
    code.forEach((symbol, own) => {
      for (let place = 0; place < width; place++) table[place * symbols + symbol] = (place === own ? 3 : 1) << (2 * own);
    });
    for (let at = 0; at < secrets.length; at++) {
      let bits = 0;
      for (let place = 0, from = secrets[at] * width, row = 0; place < width; place++, row += symbols) bits |= table[row + places[from + place]];
      out[at] = numbers ? numbers[bits] : this.number(bits);
    }
    for (const symbol of code) for (let place = 0; place < width; place++) table[place * symbols + symbol] = 0;
    return undefined;
  }
}

/** The rows of a game, by the fastest way that it has. */
function makeRows(twin) {
  const { rule } = twin;
  if (!rule) return new TableRows(twin);
  const pair = (width) => (blacks, common) => (common * (common + 1)) / 2 + blacks - (blacks === width ? 1 : 0);
  if (rule.kind === "pegs") {
    return new CountRows(twin, twin.symbols.length, rule.whites ? pair(rule.pegs) : (blacks) => blacks);
  }
  if (rule.kind !== "words") return new Rows(twin);
  const { width } = twin.space;
  if (rule.feedback === "wordle") return new WordleRows(twin, twin.letters.length);
  // An anagram has all letters too: the secret itself gets a response of its own.
  const jotto = (blacks, common) => (blacks === width ? width + 1 : common);
  return new CountRows(twin, twin.letters.length, rule.feedback === "mastermind" ? pair(width) : jotto);
}
