// The page: reads what it holds, fills the header, and connects the modes with the picture.

const MOST_SECRETS = 500000;
/** The modes of a game by their names; all but the first need the rules. */
const MODES = {
  "You answer": (app) => new AnswerMode(app),
  "You guess": (app) => new GuessMode(app),
  Duel: makeDuel,
  Referee: makeReferee,
};

class App {
  constructor(facts, tree, twin, payload) {
    this.facts = facts;
    this.tree = tree;
    this.twin = twin;
    this.book = new Book(facts, twin);
    /** The rules in bulk, where the page has them and the secrets are not too many. */
    this.field = twin && twin.secretCount <= MOST_SECRETS ? new Field(facts, twin) : null;
    this.adviser = new Adviser(facts, payload);
    this.live = document.getElementById("live");
    /** The candidates behind each history that was asked for, by its text. */
    this.known = new Map();
    this.everything = twin && !facts.solitaire ? twin.secretCount : null;
  }

  /** The secrets that give every response of a history; null where the rules are not known here, or secrets are too many. */
  consistent(history) {
    const { field } = this;
    if (!field) return null;
    const key = history.join(" ");
    let found = this.known.get(key);
    if (!found) {
      if (history.length === 0) found = field.consistent([]);
      else {
        const [guess, response] = history.at(-1);
        found = field.rows.select(guess, this.consistent(history.slice(0, -1)), response);
      }
      if (this.known.size > 200) this.known.clear();
      this.known.set(key, found);
    }
    return found;
  }

  say(text) {
    this.live.textContent = text;
  }

  /** A mode has moved. */
  moved(text) {
    this.say(text);
    this.note.textContent = "";
    this.picture.show(this.mode.path);
    this.keep();
  }

  /** Write the game so far into the address. */
  keep() {
    const { games, secret, seed } = this.mode;
    const begun = games.some((moves) => moves.length);
    const fragment = begun ? writeGame(this.book, KINDS[this.modes.indexOf(this.mode)], games, secret, seed) : "#";
    if (fragment !== (location.hash || "#")) history.replaceState(null, "", fragment);
    this.link.href = fragment;
    this.link.hidden = fragment === "#";
  }

  /** Go on with the game of an address; says so where it does not fit. */
  resume(fragment) {
    if (fragment.length < 2) return;
    const found = readGame(this, fragment);
    const at = found ? KINDS.indexOf(found.kind) : -1;
    if (at < 0 || at >= this.tabs.length) {
      this.note.textContent = "The game in the address does not fit this page.";
      return;
    }
    this.choose(at);
    this.mode.resume(found.games, found.secret, found.seed);
    this.moved("the game goes on");
  }

  /** Put the game of mode "You answer" to where the picture is. */
  playFrom(slot) {
    const { tree } = this;
    const moves = tree.path(slot).slice(1).map((at) => [tree.guess[tree.parent[at]], tree.response[at]]);
    this.tabs[0].click();
    this.modes[0].go(moves);
  }

  start() {
    const { facts } = this;
    if (facts.solitaire) {
      this.line = new LineMode(this);
      this.picture = new LinePicture(this);
      this.makers = { "The line": () => this.line, ...(facts.rule ? { "You move": () => new MoveMode(this) } : {}) };
    } else {
      this.picture = new Icicle(this);
      const names = Object.keys(MODES).slice(0, this.field ? 4 : this.twin ? 2 : 1);
      this.makers = Object.fromEntries(names.map((name) => [name, MODES[name]]));
    }
    this.modes = [];
    this.makeTabs(Object.keys(this.makers).map((name) => this.book.words.tabs[name] ?? name));
    document.getElementById("picture").append(this.picture.element);
    if (facts.solitaire) this.line.draw();
    const fragment = location.hash;
    this.choose(0);
    if (facts.solitaire) return;
    this.resume(fragment);
    addEventListener("hashchange", () => this.resume(location.hash));
  }

  /** A mode; it is made when it is first needed. */
  modeAt(at) {
    if (!this.modes[at]) {
      this.modes[at] = Object.values(this.makers)[at](this);
      this.panels[at].append(this.modes[at].element);
    }
    return this.modes[at];
  }

  makeTabs(names) {
    Object.assign(this, makeTabs(names, (at) => this.choose(at)));
    this.link = el("a", { class: "link", hidden: true }, this.book.words.link);
    this.note = el("p", { class: "hint", role: "status" });
    document.getElementById("panels").append(this.note, this.link);
  }

  choose(at) {
    this.mode = this.modeAt(at);
    this.mark(at);
    if (this.facts.solitaire) this.picture.draw();
    else {
      this.picture.show(this.mode.path);
      this.keep();
    }
  }
}

/** The game, its figures, what is claimed, and how many guesses the secrets need. */
function fillHeader(facts) {
  const { hidden } = wordsOf(facts);
  const put = (id, ...children) => document.getElementById(id).append(...children);
  // A long name may be broken behind its commas.
  const name = facts.game.split(/(?<=[(,])/).flatMap((part) => [part, el("wbr")]);
  put("game", ...(facts.title ? [facts.title] : name));
  // Who uses a key need not see how it was made first.
  const made = facts.title ? [...name, ` · ${facts.strategy}`] : [facts.strategy];
  put("strategy", ...(isKey(facts) ? [] : made));
  put("bound", facts.bound, ...(isKey(facts) ? [el("br"), ...made] : []));
  put("figures", ...facts.figures.map(([name, value]) => el("div", {}, el("dt", {}, name === "secrets" ? several(hidden) : name), el("dd", {}, value))));
  const most = Math.max(1, ...(facts.histogram ?? []));
  const bars = (facts.histogram ?? []).map((count, at) => {
    const bar = el("i", { "aria-hidden": "true" });
    bar.style.setProperty("--share", String(count / most));
    return el("li", { title: `${counted(at + 1, facts.noun)}: ${counted(count, hidden)}` }, bar, el("span", { "aria-hidden": "true" }, String(at + 1)), heard(`${counted(at + 1, facts.noun)}: ${counted(count, hidden)}`));
  });
  put("histogram", ...bars);
}
