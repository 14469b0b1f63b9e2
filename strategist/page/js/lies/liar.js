// A secret that lies within the rules, by draws of a seed: the twin of LyingSecret in strategist/play/hidden.py.

const WORD = (1n << 64n) - 1n;
const SEEDS = 2 ** 31;
/** From here on, the numbers of the draws for answers; those below it are for the places of lies. */
const ANSWERS = 1n << 32n;

/** One 64-bit word from another, and the draw of a number from a key: strategist/choosing/draws.py. */
function mix(word) {
  let mixed = (word + 0x9e3779b97f4a7c15n) & WORD;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return mixed ^ (mixed >> 31n);
}

function draw(key, number) {
  return mix(key ^ mix(number));
}

class Liar {
  /** `start` is what was answered before. */
  constructor(lying, secret, seed, start) {
    Object.assign(this, { lying, secret, made: start.length, key: mix(~BigInt(seed) & WORD) });
    const { lies, lieWithin, of } = lying.facts;
    const most = Math.max(0, lies - lying.falseIn(start, secret).length);
    const told = of ? most : Number(draw(this.key, 0n) % BigInt(most + 1));
    const drawn = (number, count) => Number(draw(this.key, BigInt(1 + number)) % BigInt(count));
    const left = Array.from({ length: Math.max(0, (of ?? 0) - start.length) }, (_, at) => start.length + at);
    /** The answers by which the lies are due, ascending. Where all have to be told, no two are due at once. */
    this.due = Array.from({ length: told }, (_, number) => (of ? left.splice(drawn(number, left.length), 1)[0] : start.length + drawn(number, lieWithin)));
    this.due.sort((one, other) => one - other);
  }

  /** The answer to a question. Where none would be a lie that the rules allow, it lies at the next. */
  respond(guess) {
    const { lying, secret } = this;
    const drawn = draw(this.key, ANSWERS + BigInt(this.made));
    this.made++;
    const choose = (answers) => answers[Number(drawn % BigInt(answers.length))];
    const lies = this.due[0] < this.made ? [...lying.canGet(guess)].filter((response) => lying.liesTold(guess, secret, response) === 1) : [];
    if (!lies.length) return choose(lying.admitted(guess, secret));
    this.due.shift();
    return choose(lies);
  }
}
