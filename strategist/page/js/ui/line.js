// A solitaire: its line of moves with the board after each, step by step; and, for the rules known here, your own
// moves.

/** What stands on a square, by its letter; other puzzles may have others. */
const SQUARES = { B: "black", R: "red", ".": "blank" };

/** A position: a row of squares where the game looks so, else its text. */
function renderPosition(facts, position, changed = []) {
  if (facts.look !== "squares") return el("span", { class: "position" }, position);
  const squares = [...position].map((letter, at) => {
    const kind = SQUARES[letter] ?? "other";
    const inner = kind === "blank" ? "" : letter;
    return el("span", { class: `square ${kind}${changed.includes(at) ? " changed" : ""}` }, el("i", {}, inner));
  });
  return el("div", { class: "squares", role: "img", "aria-label": position, "data-position": position }, ...squares);
}

function differences(one, other) {
  return [...one].map((letter, at) => (letter === other[at] ? -1 : at)).filter((at) => at >= 0);
}

class LineMode {
  constructor(app) {
    this.app = app;
    this.at = 0;
    const { line } = app.facts;
    this.board = el("div", { class: "big" });
    this.title = el("h2");
    this.slider = el("input", { type: "range", min: 0, max: line.length, value: 0, id: "move", oninput: () => this.go(Number(this.slider.value)) });
    this.previous = el("button", { onclick: () => this.go(this.at - 1) }, "Previous");
    this.next = el("button", { class: "primary", onclick: () => this.go(this.at + 1) }, "Next");
    this.element = el(
      "div",
      { class: "mode" },
      el("section", { class: "step" }, this.title, this.board, el("label", { for: "move" }, "Move"), this.slider, el("div", { class: "tools" }, this.previous, this.next)),
    );
  }

  position(at) {
    const { start, line } = this.app.facts;
    return at === 0 ? start : line[at - 1][1];
  }

  go(at) {
    const { line, goal } = this.app.facts;
    if (at < 0 || at > line.length) return;
    this.at = at;
    this.draw();
    const end = at === line.length ? (goal ? ". The goal is reached" : ". The line ends before the goal") : "";
    this.app.say(at === 0 ? "start" : `move ${at}: ${line[at - 1][0]}, ${this.position(at)}${end}`);
    this.app.picture.draw();
  }

  draw() {
    const { line, goal } = this.app.facts;
    const { at } = this;
    const end = at === line.length && goal ? ": the goal is reached" : "";
    this.title.textContent = at === 0 ? "The start" : `Move ${at} of ${line.length}: ${line[at - 1][0]}${end}`;
    const changed = at === 0 ? [] : differences(this.position(at - 1), this.position(at));
    this.board.replaceChildren(renderPosition(this.app.facts, this.position(at), changed));
    this.slider.value = String(at);
    this.previous.disabled = at === 0;
    this.next.disabled = at === line.length;
  }
}

/** You move: pegswap by hand. */
class MoveMode {
  constructor(app) {
    this.app = app;
    this.positions = [app.facts.start];
    this.element = el("div", { class: "mode" });
    this.draw();
  }

  get goal() {
    return [...this.app.facts.start].reverse().join("");
  }

  go(position) {
    this.positions.push(position);
    this.draw();
    this.app.say(`${position}. ${this.state()}`);
    this.element.querySelector(".squares button, .tools button")?.focus();
  }

  state() {
    const position = this.positions.at(-1);
    const made = counted(this.positions.length - 1, "move");
    if (position === this.goal) return `The goal is reached in ${made}`;
    return pegswapMoves(position).length ? `${made} made` : "Stuck: no move is possible. Take some back";
  }

  draw() {
    const position = this.positions.at(-1);
    const moves = new Map(pegswapMoves(position));
    const squares = [...position].map((letter, at) => {
      const kind = SQUARES[letter];
      const inner = el("i", {}, kind === "blank" ? "" : letter);
      if (!moves.has(at)) return el("span", { class: `square ${kind}` }, inner);
      const to = moves.get(at);
      const after = [...position];
      [after[at], after[to]] = [".", letter];
      return el("button", { class: `square ${kind}`, "aria-label": `${kind} ${at + 1} to ${to + 1}`, onclick: () => this.go(after.join("")) }, inner);
    });
    const undo = el("button", { disabled: this.positions.length === 1, onclick: () => { this.positions.pop(); this.draw(); } }, "Undo");
    const again = el("button", { disabled: this.positions.length === 1, onclick: () => { this.positions.length = 1; this.draw(); } }, "Start again");
    this.element.replaceChildren(
      el(
        "section",
        { class: position === this.goal ? "step found" : "step" },
        el("h2", {}, this.state()),
        arrowKeys(el("div", { class: "squares big", role: "group", "aria-label": position, "data-position": position }, ...squares)),
        el("p", { class: "hint" }, "Black moves right, red left: a step, or a hop over one piece of the other color."),
        el("div", { class: "tools" }, undo, again),
      ),
    );
  }
}

/** All boards of the line, one below the other: the pieces draw their paths. */
class LinePicture {
  constructor(app) {
    this.app = app;
    this.list = el("ol", { class: "boards" });
    this.element = el("section", { class: "picture card", "aria-labelledby": "picture-title" }, el("h2", { id: "picture-title" }, "The whole line"), this.list);
    const { line, start } = app.facts;
    this.buttons = ["start", ...line.map(([move]) => move)].map((move, at) => {
      const position = at === 0 ? start : line[at - 1][1];
      const board = renderPosition(app.facts, position);
      board.setAttribute("aria-hidden", "true");
      board.removeAttribute("role");
      return el("button", { onclick: () => app.line.go(at) }, el("span", { class: "number" }, String(at)), board, el("span", { class: "move" }, move), heard(position));
    });
    this.list.append(...this.buttons.map((button) => el("li", {}, button)));
    arrowKeys(this.list);
  }

  draw() {
    const { at: now } = this.app.line;
    this.list.scrollTop = this.buttons[now].parentElement.offsetTop - this.list.clientHeight / 2;
    this.buttons.forEach((button, at) => {
      if (at === now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
}
