// The player of a module that is no page: it follows the tree, and knows the texts of guesses and responses.

const TREE = new Tree(STRATEGY, ["guesses", "inner", "masks", "links"].map((name) => bytesOfBase64(STRATEGY.columns[name])));

/**
 * One game: read `guess`, tell by `respond` what is answered, until `guess` is null.
 */
export class Play {
  constructor() {
    /** @type {[guess: string, response: string][]} The guesses so far, each with its response. */
    this.moves = [];
    this.visit(0);
  }

  /** @private @param {number} slot */
  visit(slot) {
    /** @private */
    this.slot = slot;
    /** @type {string | null} What is known at the end: the secret, its class, or all that nothing tells apart. */
    this.secret = STRATEGY.ends[slot] ?? null;
    /** @type {string | null} The next guess; null at the end. */
    this.guess = this.secret === null ? STRATEGY.names[TREE.guess[slot]] ?? null : null;
  }

  /** Whether the secret is known; where it is not although there is no guess, the strategy has given up. */
  get solved() {
    return this.secret !== null;
  }

  /** @returns {string[]} The responses that are possible to `guess`. */
  get responses() {
    return this.guess === null ? [] : TREE.branches(this.slot).map(({ response }) => STRATEGY.responses[response]);
  }

  /**
   * Tell what is answered to `guess`.
   * @param {string} response
   * @throws {RangeError} It lists what is possible, and nothing has changed.
   */
  respond(response) {
    const { guess, responses } = this;
    const found = TREE.branches(this.slot).find((branch) => STRATEGY.responses[branch.response] === response);
    if (guess === null || !found) {
      const expected = responses.join(", ") || "none, because play has ended";
      throw new RangeError(`expected a response, ${expected}; got '${response}'`);
    }
    this.moves.push([guess, response]);
    if (found.child >= 0) this.visit(found.child);
    else [this.guess, this.secret] = [null, guess];
  }

  /**
   * Take the last response back.
   * @throws {RangeError} Where there is none.
   */
  undo() {
    if (!this.moves.length) throw new RangeError("expected a response to take back, got none: the game is where it began");
    const moves = this.moves.slice(0, -1);
    this.moves = [];
    this.visit(0);
    for (const [, response] of moves) this.respond(response);
  }
}

/** @returns {Play} A new game. */
export function start() {
  return new Play();
}
