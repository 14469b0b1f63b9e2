// The review of a game as the page shows it: a part for each guess, with its luck and its skill.

/** A number of guesses with its sign; a plain 0 where it is next to nothing. */
function signed(number) {
  const text = decimals(Math.abs(number));
  return Number(text) === 0 ? "0" : `${number < 0 ? "−" : "+"}${text}`;
}

/** What a game was worth, folded away until somebody wants to know. */
class Verdict {
  constructor(app, title = "Review: luck and skill") {
    this.app = app;
    this.body = el("div");
    this.element = el("details", { class: "review", ontoggle: () => this.element.open && this.ask() }, el("summary", {}, title), this.body);
  }

  /** The game that is over; null while it goes on. */
  show(moves) {
    const key = JSON.stringify(moves);
    this.element.hidden = !moves?.length;
    if (key === this.key) return;
    Object.assign(this, { key, moves, asked: false });
    this.element.open = false;
    this.body.replaceChildren();
  }

  ask() {
    if (this.asked) return;
    this.asked = true;
    const { key } = this;
    this.body.replaceChildren(el("p", { class: "hint", role: "status" }, "Looking back at the game …"));
    const job = { start: this.app.facts.start, moves: this.moves };
    this.app.adviser.ask("review", job, (review, done) => {
      if (key !== this.key) return;
      if (review) this.draw(review);
      if (done) this.body.dataset.done = "true";
    }, 10000);
  }

  draw(review) {
    const unit = this.app.facts.costs ? "in cost" : this.app.facts.noun === "question" ? "in questions" : "in guesses";
    const by = { exact: "the best that is possible", estimate: "an estimate" }[review.by] ?? `the strategy ${review.by}`;
    const off = signed(review.correction);
    const corrected = off === "0" ? "" : ` (${off}, as better guesses show)`;
    const whole = `Skill ${review.skill} of 99, luck ${review.luckScore} of 99. Expected ${decimals(review.value)}${corrected}, taken ${Number(decimals(review.actual))}: skill cost ${decimals(review.regret)}, luck brought ${signed(review.luck)}.`;
    this.body.replaceChildren(
      el("p", { class: "why" }, whole),
      el("ol", { class: "reviewed" }, ...review.rows.map((row, at) => this.row(row, at))),
      el("p", { class: "help" }, `All ${unit}, measured by ${by}. Luck 50: as expected; above, the answer left less than could be expected.${review.by === "exact" ? "" : ` A better ${this.app.facts.noun} is the best of some that were compared, and skill is measured against it.`}`),
    );
  }

  row(row, at) {
    const { book } = this.app;
    const gain = row.worth - row.bestWorth;
    const best = row.proven
      ? "No better guess existed."
      : row.best === row.guess || gain < 0.005
        ? "No better guess is known."
        : `Better by ${decimals(gain)}: ${book.title(row.best)}.`;
    const left = row.after === 0 ? "found" : `${WITH_COMMAS.format(row.after)} left`;
    const expected = row.before > 1 ? `, ${decimals(row.expectedLeft, 1)} expected` : "";
    return el(
      "li",
      {},
      el("span", { class: "number" }, String(at + 1)),
      renderCode(book, row.guess, row.response),
      el("span", { class: "scores" }, `skill ${row.skill}, luck ${row.luckScore} (${signed(row.luck)})`),
      el("p", {}, `${WITH_COMMAS.format(row.before)} before, ${left}${expected}. ${best}`),
    );
  }
}
