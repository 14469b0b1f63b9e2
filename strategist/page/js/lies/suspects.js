// You answer, and answers may be false: the page follows the tree, and tells who is left if none and if some were false.

class SuspectsMode extends AnswerMode {
  /** Who is left at a slot, by the number of false answers; null where they are too many to name. */
  suspectsAt(slot) {
    return this.app.facts.suspects[slot];
  }

  get left() {
    return null;
  }

  /** The numbers of the answers that were false if a secret is hidden, counted from 1; null where that is not known. */
  falseFor(secret) {
    const { slots } = this.path;
    const found = [];
    let before = 0;
    for (const [at, slot] of slots.entries()) {
      const told = this.suspectsAt(slot)?.findIndex((secrets) => secrets.includes(secret));
      if (told === undefined) return null;
      if (at && told > before) found.push(this.app.facts.start.length + at);
      before = told;
    }
    return found;
  }

  /** Which answers may have been false, where one was for sure. */
  uncovered(suspects) {
    const least = suspects.findIndex((secrets) => secrets.length);
    if (least < 1) return null;
    const most = least === 1 ? "One of your answers" : `${least} of your answers`;
    const lists = suspects.flat().map((secret) => this.falseFor(secret));
    if (lists.includes(null)) return el("p", { class: "hint uncovered", role: "status" }, `${most} was false.`.replace("answers was", "answers were"));
    const numbers = [...new Set(lists.flat())].sort((one, other) => one - other);
    const which = numbers.length === 1 ? `answer ${numbers[0]}` : `one of the answers ${numbers.join(", ")}`;
    return el("p", { class: "hint uncovered", role: "status" }, least === 1 ? `At least one of your answers was false: it was ${which}.` : `At least ${most} were false, among the answers ${numbers.join(", ")}.`);
  }

  candidates() {
    const { facts, tree } = this.app;
    const suspects = this.suspectsAt(this.path.slots.at(-1));
    if (!suspects) return null;
    const parts = suspects.map((secrets, told) => {
      if (!secrets.length) return null;
      const when = facts.fibs ? "Still possible: " : told === 0 ? "If all answers were true: " : `If ${told === 1 ? "one was" : `${told} were`} false: `;
      const names = secrets.slice(0, MOST_NAMES).map((secret) => plain(facts, facts.secretNames[secret])).join("  ");
      const more = secrets.length > MOST_NAMES ? `  and ${WITH_COMMAS.format(secrets.length - MOST_NAMES)} others` : "";
      return el("p", { class: "names" }, el("b", {}, when), names + more);
    });
    const many = tree.count[this.path.slots.at(-1)] > FEW_NAMES;
    const listed = many ? el("details", { class: "possible" }, el("summary", {}, `What is still possible: ${WITH_COMMAS.format(suspects.flat().length)}`), ...parts) : el("div", {}, ...parts);
    return el("div", {}, this.uncovered(suspects), listed);
  }

  drawOutcome(text) {
    const section = super.drawOutcome(text);
    const { facts } = this.app;
    const { solved, known } = this;
    const name = solved ? facts.names[this.moves.at(-1)[0]] : known === null ? null : facts.secrets[known];
    const secret = facts.secretNames.indexOf(name);
    const numbers = secret < 0 || facts.fibs ? null : this.falseFor(secret);
    if (numbers) section.append(el("p", { class: "hint uncovered" }, numbers.length ? `False: answer ${numbers.join(", answer ")}.` : "All answers were true."));
    return section;
  }
}

class SuspectsApp extends App {
  start() {
    this.picture = new SuspectsPicture(this);
    this.makers = { "You answer": () => new SuspectsMode(this) };
    this.modes = [];
    this.makeTabs(Object.keys(this.makers));
    document.getElementById("picture").append(this.picture.element);
    const fragment = location.hash;
    this.choose(0);
    this.note.after(el("p", { class: "help" }, "Where answers may be false, this page follows its strategy: it ranks no other guesses."));
    this.resume(fragment);
    addEventListener("hashchange", () => this.resume(location.hash));
  }
}

class SuspectsPicture extends Icicle {
  constructor(app) {
    super(app);
    this.element.querySelector(".help").textContent = "A cell is as wide as there are ways to lie and to be true. Click or Enter goes down, Escape up; arrow keys move.";
  }

  /** The way of the game, because several may lead to a slot. */
  show(path) {
    this.path = path;
    if (this.following) this.views = path.slots.slice(0, Math.max(1, path.slots.length - 1)).map((slot) => ({ slot, from: 0, to: Infinity }));
    this.draw();
  }
}
