// The page of a game in which a secret may give one of several answers.

/** How announcements are written, that of nothing decided among them. */
class StatesBook extends Book {
  name(guess) {
    return guess === this.facts.undecided ? "=?" : super.name(guess);
  }

  title(guess) {
    return guess === this.facts.undecided ? "undecided" : super.title(guess);
  }
}

class StatesApp extends App {
  constructor(facts, tree, twin) {
    super(facts, tree, null, null);
    const field = new StatesField(facts, twin);
    Object.assign(this, { twin, field, book: new StatesBook(facts, twin), adviser: new StatesAdviser(field), everything: twin.secretCount });
  }

  consistent(history) {
    const key = history.join(" ");
    let found = this.known.get(key);
    if (!found) {
      if (this.known.size > 200) this.known.clear();
      this.known.set(key, (found = this.field.consistent(history)));
    }
    return found;
  }

  start() {
    this.picture = new StatesPicture(this);
    this.makers = { "You answer": () => new StatesAnswerMode(this), "You guess": () => new StatesGuessMode(this) };
    this.modes = [];
    this.makeTabs(Object.keys(this.makers).map((name) => this.book.words.tabs[name] ?? name));
    document.getElementById("picture").append(this.picture.element);
    const fragment = location.hash;
    this.choose(0);
    this.resume(fragment);
    addEventListener("hashchange", () => this.resume(location.hash));
  }
}

function begin() {
  makeThemeButton();
  const facts = JSON.parse(document.getElementById("facts").textContent);
  fillHeader(facts);
  const { tree } = readStrategyFile(facts, bytesOfBase64(document.getElementById("file").textContent), MessagePack.decode);
  Object.assign(tree, { count: Int32Array.from(facts.counts), mass: Float64Array.from(facts.masses) });
  new StatesApp(facts, tree, new StatesTwin(facts)).start();
  document.documentElement.dataset.ready = "true";
}

try {
  begin();
} catch (error) {
  document.getElementById("live").classList.remove("heard");
  document.getElementById("live").textContent = `This page cannot show its strategy: ${error.message}`;
  throw error;
}
