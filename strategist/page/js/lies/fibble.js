// Fibble: one mark of every row is false, but of the winning one (strategist/games/words/fibble.py).

/** The number of the row that wins; the one before it is the row of greens of which one is false. */
function winningRow(twin) {
  return 3 ** twin.space.width;
}

/** The rows that may be shown in Fibble where one is the true one, ascending: those with one mark changed. */
function oneMarkChanged(truth, letters) {
  const found = [];
  for (let place = 0, unit = 1; place < letters; place++, unit *= 3) {
    const mark = Math.floor(truth / unit) % 3;
    for (let other = 0; other < 3; other++) if (other !== mark) found.push(truth + (other - mark) * unit);
  }
  return found.sort((one, other) => one - other);
}

/** How rows are written: a row of greens that does not win has a `~` behind it. */
class FibbleBook extends Book {
  responseText(response) {
    return super.responseText(response) + (response === winningRow(this.twin) - 1 ? "~" : "");
  }

  marks(response) {
    return this.facts.announces && this.solved(response) ? null : super.marks(Math.min(response, winningRow(this.twin) - 1));
  }
}
