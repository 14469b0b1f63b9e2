// The tree of a game in which answers may be false: who is left at a slot is found where somebody looks.

class LiesTree extends Tree {
  /** `lying` knows who gives which answer, and `secrets` is how many there are. */
  constructor(facts, columns, lying, secrets) {
    super(facts, columns);
    Object.assign(this, { lying, found: new Map() });
    this.root = facts.start.reduce((left, [guess, response]) => lying.after(left, guess, response), lying.all(secrets));
    // As many ways lead out of a slot as there are to lie and to be true, by each secret that is left.
    const ends = new Map(facts.ends);
    this.mass = new Float64Array(this.length);
    for (let slot = this.length - 1; slot >= 0; slot--) {
      this.mass[slot] = this.children(slot).reduce((sum, child) => sum + this.mass[child], ends.get(slot) ?? this.solves[slot]);
    }
  }

  /** The position at a slot. All ways to it lead to the same one. */
  positionAt(slot) {
    if (slot === 0) return this.root;
    const parent = this.parent[slot];
    return kept(this.found, slot, () => this.lying.after(this.positionAt(parent), this.guess[parent], this.response[slot]));
  }

  countAt(slot) {
    return this.positionAt(slot).reduce((sum, secrets) => sum + secrets.length, 0);
  }
}
