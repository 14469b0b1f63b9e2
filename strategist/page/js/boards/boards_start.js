// The page of several boards starts: it reads what it holds.

class BoardsApp {
  constructor(facts, twin, payload) {
    Object.assign(this, { facts, twin, book: new Book(facts, twin), field: new Field(facts, twin), adviser: new Adviser(facts, payload) });
    this.everything = twin.secretCount;
    this.live = document.getElementById("live");
    const names = { Advice: false, "You guess": true };
    const modes = [];
    const choose = (at) => {
      mark(at);
      if (modes[at]) return;
      modes[at] = new BoardsMode(this, Object.values(names)[at]);
      panels[at].append(modes[at].element);
    };
    const { panels, mark } = makeTabs(Object.keys(names), choose);
    choose(0);
  }

  say(text) {
    this.live.textContent = text;
  }
}

async function main() {
  makeThemeButton();
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const packed = document.getElementById("file").textContent;
  const payload = packed ? await inflate(bytesOfBase64(packed)) : null;
  new BoardsApp(facts, makeTwin(facts, payload), payload);
  document.documentElement.dataset.ready = "true";
}

if (globalThis.document) main();
else sitAtDesk();
