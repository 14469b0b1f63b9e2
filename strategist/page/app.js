// The page: reads what it holds, fills the header, and connects the modes with the picture.

const MOST_SECRETS = 500000;

class App {
  constructor(facts, tree, twin) {
    this.facts = facts;
    this.tree = tree;
    this.twin = twin;
    this.book = new Book(facts, twin);
    this.live = document.getElementById("live");
    /** The candidates behind each history that was asked for, by its text. */
    this.known = new Map();
    this.everything = twin && !facts.solitaire ? twin.secretCount : null;
  }

  /** The secrets that give every response of a history; null where the rules are not known here, or secrets are too many. */
  consistent(history) {
    const { twin } = this;
    if (!twin || twin.secretCount > MOST_SECRETS) return null;
    const key = history.join(" ");
    let found = this.known.get(key);
    if (!found) {
      if (history.length === 0) found = Array.from({ length: twin.secretCount }, (_, secret) => secret);
      else {
        const [guess, response] = history.at(-1);
        found = this.consistent(history.slice(0, -1)).filter((secret) => twin.respond(guess, secret) === response);
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
    this.picture.show(this.mode.path);
  }

  /** Put the game of mode "You answer" to where the picture is. */
  playFrom(slot) {
    const responses = this.tree.path(slot).slice(1).map((at) => this.tree.response[at]);
    this.tabs[0].click();
    this.modes[0].go(responses);
  }

  start() {
    const { facts } = this;
    if (facts.solitaire) {
      this.line = new LineMode(this);
      this.picture = new LinePicture(this);
      this.modes = [this.line];
      if (facts.rule) this.modes.push(new MoveMode(this));
    } else {
      this.picture = new Icicle(this);
      this.modes = [new AnswerMode(this)];
      if (this.twin) this.modes.push(new GuessMode(this));
    }
    const names = facts.solitaire ? ["The line", "You move"] : ["You answer", "You guess"];
    this.makeTabs(names.slice(0, this.modes.length));
    document.getElementById("picture").append(this.picture.element);
    if (facts.solitaire) this.line.draw();
    this.choose(0);
  }

  makeTabs(names) {
    const list = document.getElementById("tabs");
    const panels = document.getElementById("panels");
    this.tabs = names.map((name, at) =>
      el("button", { role: "tab", id: `tab-${at}`, "aria-controls": `panel-${at}`, onclick: () => this.choose(at) }, name),
    );
    this.panels = this.modes.map((mode, at) =>
      el("div", { role: "tabpanel", id: `panel-${at}`, "aria-labelledby": `tab-${at}` }, mode.element),
    );
    list.append(...this.tabs);
    panels.append(...this.panels);
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = (this.modes.indexOf(this.mode) + step + this.tabs.length) % this.tabs.length;
      this.choose(at);
      this.tabs[at].focus();
    });
  }

  choose(at) {
    this.mode = this.modes[at];
    this.tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === at));
      tab.tabIndex = other === at ? 0 : -1;
      this.panels[other].hidden = other !== at;
    });
    if (this.facts.solitaire) this.picture.draw();
    else this.picture.show(this.mode.path);
  }
}

/** The game, its figures, what is claimed, and how many guesses the secrets need. */
function fillHeader(facts) {
  const put = (id, ...children) => document.getElementById(id).append(...children);
  // A long name may be broken behind its commas.
  put("game", ...facts.game.split(/(?<=[(,])/).flatMap((part) => [part, el("wbr")]));
  put("strategy", facts.strategy);
  put("bound", facts.bound);
  put("figures", ...facts.figures.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  const most = Math.max(1, ...(facts.histogram ?? []));
  const bars = (facts.histogram ?? []).map((count, at) => {
    const bar = el("i", { "aria-hidden": "true" });
    bar.style.setProperty("--share", String(count / most));
    return el("li", { title: `${counted(at + 1, facts.noun)}: ${counted(count, "secret")}` }, bar, el("span", { "aria-hidden": "true" }, String(at + 1)), heard(`${counted(at + 1, facts.noun)}: ${counted(count, "secret")}`));
  });
  put("histogram", ...bars);
}

/** Text compressed by zlib. */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

async function main() {
  makeThemeButton();
  const facts = JSON.parse(document.getElementById("facts").textContent);
  fillHeader(facts);
  const bytes = bytesOfBase64(document.getElementById("file").textContent);
  const { header, tree } = readStrategyFile(facts, bytes, MessagePack.decode);
  // Beside chances, what the game needs stands in a map.
  const data = header.data instanceof Uint8Array ? header.data : header.data?.game;
  const twin = facts.solitaire ? null : makeTwin(facts, data ? await inflate(data) : null);
  new App(facts, tree, twin).start();
  document.documentElement.dataset.ready = "true";
}

main().catch((error) => {
  document.getElementById("live").classList.remove("heard");
  document.getElementById("live").textContent = `This page cannot show its strategy: ${error.message}`;
  throw error;
});
