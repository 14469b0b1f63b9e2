// The codes of a game by their index: counted for pegs (strategist/games/pegs/codes.py), listed for words.

/** All codes of `pegs` symbols out of `symbols` in counting order, the last position turning fastest. */
class CodeSpace {
  constructor({ pegs, symbols, repeats, leadingZero }) {
    Object.assign(this, { width: pegs, symbols, repeats });
    // weights[p]: how many codes share their first p + 1 symbols.
    this.weights = [];
    for (let place = 0; place < pegs; place++) {
      let weight = 1;
      for (let later = place + 1; later < pegs; later++) weight *= repeats ? symbols : symbols - later;
      this.weights.push(weight);
    }
    this.skipped = leadingZero ? 0 : this.weights[0];
    this.length = symbols * this.weights[0] - this.skipped;
  }

  /** The symbols of one code, as numbers. */
  code(index) {
    let rest = index + this.skipped;
    const free = this.repeats ? null : Array.from({ length: this.symbols }, (_, symbol) => symbol);
    return this.weights.map((weight) => {
      const digit = Math.floor(rest / weight);
      rest %= weight;
      return free ? free.splice(digit, 1)[0] : digit;
    });
  }

  /** The index of a code of as many symbols as there are pegs; -1 when this space does not hold it. */
  index(code) {
    if (!this.repeats && new Set(code).size < code.length) return -1;
    const total = code.reduce((sum, symbol, place) => {
      const smaller = this.repeats ? 0 : code.slice(0, place).filter((earlier) => earlier < symbol).length;
      return sum + (symbol - smaller) * this.weights[place];
    }, -this.skipped);
    return total < 0 ? -1 : total;
  }
}

/** Words in order, each a list of letters, which are numbered; read as strategist/games/words/letters.py does. */
class WordSpace {
  constructor(cut, numberOf, dotless) {
    const words = cut.map((letters) => letters.join(""));
    Object.assign(this, { words, dotless, length: words.length });
    this.codes = cut.map((letters) => letters.map((letter) => numberOf.get(letter)));
    this.width = this.codes[0].length;
    this.indexOf = new Map(words.map((word, index) => [word, index]));
    this.long = [...numberOf.keys()].filter((letter) => !isOne(letter)).sort((one, other) => other.length - one.length);
  }

  /** The letters of a text that may be no word, or the beginning of one: where several fit, the longest. */
  letters(text) {
    const found = [];
    for (let rest = this.fold(text); rest; rest = rest.slice(found.at(-1).length)) {
      found.push(this.long.find((letter) => rest.startsWith(letter)) ?? [...rest][0]);
    }
    return found;
  }

  code(index) {
    return this.codes[index];
  }

  /** A word in its one written form, and that of its capitals. */
  fold(text) {
    return foldWord(text.trim(), this.dotless);
  }

  inCapitals(text) {
    return this.fold((this.dotless ? text.replaceAll("i", "İ") : text).toUpperCase());
  }

  /** The index of a word, or of the only one that is another in capitals, and is written so. */
  find(text) {
    const index = this.indexOf.get(this.fold(text));
    if (index !== undefined) return index;
    const key = this.inCapitals(text);
    const alike = this.words.filter((word) => word !== key && this.inCapitals(word) === key);
    return alike.length === 1 ? this.indexOf.get(alike[0]) : undefined;
  }
}

/** Which of two words of as many letters stands first, by their letters. */
function compareWords(one, other) {
  const at = one.findIndex((letter, place) => letter !== other[place]);
  return at < 0 ? 0 : comparePoints(one[at], other[at]);
}

/** Whether one text stands before another: by code points, as Python sorts, not by the halves of UTF-16. */
function comparePoints(one, other) {
  const [left, right] = [[...one], [...other]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    if (left[at] !== right[at]) return left[at].codePointAt(0) - right[at].codePointAt(0);
  }
  return left.length - right.length;
}

const isOne = (text) => [...text].length === 1;
const ONE_FORM = { ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ", ı: "ı", "’": "'" };

function foldWord(text, dotless) {
  const plain = text.normalize("NFC").replaceAll("I", dotless ? "ı" : "i").replaceAll("İ", "i").replaceAll("i\u0307", "i");
  return [...plain].map((letter) => ONE_FORM[letter] ?? foldLetter(letter)).join("").normalize("NFC");
}

/** A letter in lower case, by way of its capital, which ς and ſ share with σ and s; Cherokee is written in capitals. */
function foldLetter(letter) {
  if (!/\p{L}/u.test(letter)) return letter;
  const [capital] = [letter.toUpperCase(), letter].filter(isOne);
  return /\p{Script=Cherokee}/u.test(letter) ? capital : [capital.toLowerCase(), letter].find(isOne);
}
