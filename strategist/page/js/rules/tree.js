// Reading a strategy file: the columns described in strategist/files/strategy.py, as a tree that can be walked.

/** The bytes that a base64 text stands for. */
function bytesOfBase64(text) {
  return Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
}

/** One little-endian unsigned integer of `width` bytes (1, 2 or 4). */
function integerAt(bytes, at, width) {
  let value = 0;
  for (let place = width - 1; place >= 0; place--) value = value * 256 + bytes[at + place];
  return value;
}

/** The responses whose bits are set in `width` bytes from `at` on, ascending: a mask has no limit of 32 or 64 bits. */
function responsesIn(bytes, at, width) {
  const found = [];
  for (let place = 0; place < width; place++) {
    for (let byte = bytes[at + place], bit = 0; byte; byte >>= 1, bit++) {
      if (byte & 1) found.push(place * 8 + bit);
    }
  }
  return found;
}

/** The slot behind each branch of a tree that shares slots, from the branch 1 on. */
function linksIn(links, slots) {
  const width = slots <= 1 << 8 ? 1 : slots <= 1 << 16 ? 2 : 4;
  const found = new Int32Array(links.length / width + 1);
  for (let branch = 1; branch < found.length; branch++) found[branch] = integerAt(links, (branch - 1) * width, width);
  return found;
}

/**
 * The decision tree of a decoded file. Slots are numbered breadth-first, so that the children of one slot are
 * consecutive: `firstChild[slot]` up to `firstChild[slot + 1]`, in the order of their `response`.
 */
class Tree {
  constructor(facts, columns) {
    const [guesses, inner, masks, links] = columns;
    const width = facts.guessCount + 1 <= 1 << 8 ? 1 : facts.guessCount + 1 <= 1 << 16 ? 2 : 4;
    const least = Math.ceil(facts.responseCount / 8);
    const maskWidth = [1, 2, 4, 8].find((size) => least <= size) ?? least;
    const nothing = 256 ** width - 1;
    const slots = guesses.length / width;
    this.length = slots;
    this.solved = facts.responseCount - 1;
    /** Index of the guess made at each slot; -1 where the strategy gives up. */
    this.guess = new Int32Array(slots);
    /** Where slots are shared, the branches of a slot, counted from 1, and the slot behind each. */
    this.firstChild = new Int32Array(slots + 1);
    this.behind = links?.length ? linksIn(links, slots) : null;
    this.parent = new Int32Array(slots).fill(-1);
    /** The response that leads to each slot. */
    this.response = new Int32Array(slots).fill(-1);
    /** The response of each branch. */
    this.answer = this.behind ? new Int32Array(this.behind.length) : this.response;
    this.depth = new Int32Array(slots);
    this.solves = new Uint8Array(slots);
    /** How many secrets are left at each slot, those that will be lost included. */
    this.count = new Int32Array(slots);
    let next = 1;
    let mask = 0;
    for (let slot = 0; slot < slots; slot++) {
      const guess = integerAt(guesses, slot * width, width);
      this.guess[slot] = guess === nothing ? -1 : guess;
      this.firstChild[slot] = next;
      if ((inner[slot >> 3] >> (slot & 7)) & 1) {
        for (const response of responsesIn(masks, mask, maskWidth)) {
          if (response === this.solved) {
            this.solves[slot] = 1;
          } else {
            const child = this.behind ? this.behind[next] : next;
            // Of several ways to a slot, the first is its own.
            if (this.parent[child] < 0) {
              this.parent[child] = slot;
              this.response[child] = response;
              this.depth[child] = this.depth[slot] + 1;
            }
            this.answer[next++] = response;
          }
        }
        mask += maskWidth;
      } else if (guess !== nothing) {
        this.solves[slot] = 1;
      }
    }
    this.firstChild[slots] = next;
    for (const [slot, lost] of facts.lost ?? []) this.count[slot] += lost;
    for (let slot = slots - 1; slot >= 0; slot--) {
      this.count[slot] += facts.solvedAt?.[slot] ?? this.solves[slot];
      if (slot) this.count[this.parent[slot]] += this.count[slot];
    }
    /** What the secrets at each slot weigh together: their number, unless weigh() says otherwise. */
    this.mass = this.count;
  }

  /** The slots that follow `slot`. */
  children(slot) {
    const found = [];
    for (let branch = this.firstChild[slot]; branch < this.firstChild[slot + 1]; branch++) found.push(this.behind ? this.behind[branch] : branch);
    return found;
  }

  /** The slot after `response`; -1 when nothing follows: it ends play, or no candidate gives it. */
  child(slot, response) {
    let low = this.firstChild[slot];
    let high = this.firstChild[slot + 1];
    const end = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.answer[middle] < response) low = middle + 1;
      else high = middle;
    }
    if (low >= end || this.answer[low] !== response) return -1;
    return this.behind ? this.behind[low] : low;
  }

  /** How many secrets are left at a slot. */
  countAt(slot) {
    return this.count[slot];
  }

  /** The responses that are possible at `slot`, each with the number of secrets that give it, and their weight. */
  branches(slot) {
    const { mass } = this;
    const first = this.firstChild[slot];
    const found = this.children(slot).map((child, at) => ({ response: this.answer[first + at], count: this.countAt(child), mass: mass[child], child }));
    if (this.solves[slot]) found.push({ response: this.solved, count: 1, mass: found.reduce((rest, each) => rest - each.mass, mass[slot]), child: -1 });
    return found;
  }

  /** Take the weights of secrets: `weightOf(slot)` is that of what is solved at a slot. */
  weigh(weightOf, lostMasses) {
    this.mass = new Float64Array(this.length);
    for (const [slot, mass] of lostMasses) this.mass[slot] += mass;
    for (let slot = this.length - 1; slot >= 0; slot--) {
      if (this.solves[slot]) this.mass[slot] += weightOf(slot);
      if (slot) this.mass[this.parent[slot]] += this.mass[slot];
    }
  }

  /**
   * Where a list of moves leads, each a guess and its response: the slots that they meet, whether the tree holds where
   * they end, and whether they end by solving the last slot.
   */
  follow(moves) {
    const slots = [0];
    for (const [at, [guess, response]] of moves.entries()) {
      const slot = slots.at(-1);
      const child = this.guess[slot] === guess ? this.child(slot, response) : -1;
      if (child < 0) {
        const solved = this.guess[slot] === guess && response === this.solved && at === moves.length - 1;
        return { slots, on: solved, solved };
      }
      slots.push(child);
    }
    return { slots, on: true, solved: false };
  }

  /** The slots from the root to `slot`, both included. */
  path(slot) {
    const found = [];
    for (let at = slot; at >= 0; at = this.parent[at]) found.push(at);
    return found.reverse();
  }

  /** The guesses that solve at `slot` or below it, ascending: the candidates, if none is lost. */
  solvers(slot) {
    const found = [];
    for (let low = slot, high = slot + 1; low < high; [low, high] = [this.firstChild[low], this.firstChild[high]]) {
      for (let at = low; at < high; at++) if (this.solves[at]) found.push(this.guess[at]);
    }
    return found.sort((one, other) => one - other);
  }
}

/** What is in a strategy file: its header and its tree. `unpack` reads msgpack. */
function readStrategyFile(facts, bytes, unpack) {
  const [, , header, columns] = unpack(bytes);
  return { header, tree: new Tree(facts, columns) };
}
