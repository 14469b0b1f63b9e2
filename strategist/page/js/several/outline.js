// The picture, where a secret may give one of several answers: cells are as wide as they are likely, and a secret may
// stand in several.

class StatesPicture extends Icicle {
  /** Whether play ends undecided at a slot. */
  isUndecided(slot) {
    const { tree, facts } = this.app;
    return slot >= 0 && facts.undecided !== null && tree.guess[slot] === facts.undecided;
  }

  /** Those left at a slot. */
  leftAt(slot) {
    const { tree, facts, field } = this.app;
    const moves = tree.path(slot).slice(1).map((at) => [tree.guess[tree.parent[at]], tree.response[at]]);
    return field.consistent([...facts.start, ...moves]);
  }

  guessTitle(slot) {
    return this.isUndecided(slot) ? namesOnly(this.app, this.leftAt(slot)) : super.guessTitle(slot);
  }

  drawCell(cell, number, onPath) {
    const element = super.drawCell(cell, number, onPath);
    if (cell.level > 0 && cell.group.length === 1 && this.isUndecided(cell.group[0].child)) element.classList.replace("solved", "undecided");
    return element;
  }

  describe(cell) {
    const { tree, book } = this.app;
    const slot = cell.level > 0 && cell.group.length > 1 ? -1 : cell.level === 0 ? cell.slot : cell.group[0].child;
    if (!this.isUndecided(slot)) return super.describe(cell);
    const after = cell.level === 0 ? "" : `${book.responseWords(cell.group[0].response)}: `;
    return `${after}${this.amount(tree.count[slot], tree.mass[slot])}, undecided: ${this.guessTitle(slot)}`;
  }
}
