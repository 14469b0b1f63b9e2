// The picture of the strategy: the root on top, below it the partition of its candidates, level by level. A cell is as
// wide as it has secrets. A view is a slot and some of its branches: all of them, or those of a cell that merged them.

const LEVELS = 3;
const THIN = 7;
const READABLE = 18;
const LETTER = 8.5;

class Icicle {
  constructor(app) {
    this.app = app;
    this.views = [{ slot: 0, from: 0, to: Infinity }];
    this.path = { slots: [0], solved: false };
    this.following = true;
    this.crumbs = el("ol");
    this.canvas = el("div", { class: "canvas", role: "tree", "aria-label": "the strategy, level by level" });
    this.about = el("p", { class: "about" });
    this.follow = el("input", { type: "checkbox", checked: true, onchange: () => this.setFollowing(this.follow.checked) });
    this.upButton = el("button", { onclick: () => this.up() }, "Up");
    this.playButton = el("button", { onclick: () => this.app.playFrom(this.view.slot) }, app.book.words.from);
    this.element = el(
      "section",
      { class: "picture card", "aria-labelledby": "picture-title" },
      el("div", { class: "line" }, el("h2", { id: "picture-title" }, "The whole strategy"), el("label", { class: "check" }, this.follow, app.book.words.follow)),
      el("nav", { "aria-label": "path in the picture" }, this.crumbs),
      this.canvas,
      this.about,
      el("div", { class: "tools" }, this.upButton, this.playButton),
      el("p", { class: "help" }, `A cell is as wide as ${app.facts.weights ? "it is likely" : `it has ${several(app.book.words.hidden)}`}. Click or Enter goes down, Escape up; arrow keys move.`),
    );
    this.canvas.addEventListener("click", (event) => this.descend(this.cellAt(event)));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("focusin", (event) => this.tell(this.cellAt(event)));
    this.canvas.addEventListener("pointerover", (event) => this.tell(this.cellAt(event)));
    // The width is kept: to ask for it between two changes would lay out the whole page once more.
    this.width = 0;
    new ResizeObserver(([entry]) => {
      if (entry.contentRect.width === this.width) return;
      this.width = entry.contentRect.width;
      this.draw();
    }).observe(this.canvas);
  }

  get view() {
    return this.views.at(-1);
  }

  /** The game has moved: show where it stands. */
  show(path) {
    this.path = path;
    if (this.following) this.lookAt(path.slots[Math.max(0, path.slots.length - 2)]);
    else this.draw();
  }

  setFollowing(following) {
    this.following = following;
    if (following) this.show(this.path);
  }

  lookAt(slot) {
    this.views = this.app.tree.path(slot).map((at) => ({ slot: at, from: 0, to: Infinity }));
    this.draw();
  }

  /** The cells of the view: level, left and right in pixels, and a slot, a solved secret, or merged branches. */
  layOut(width) {
    const { tree } = this.app;
    const cells = [];
    const place = (slot, from, to, left, right, level, above) => {
      const branches = tree.branches(slot).slice(from, to);
      const total = branches.reduce((sum, { mass }) => sum + mass, 0);
      let x = left;
      for (let at = 0; at < branches.length; ) {
        const wide = (right - left) * (branches[at].mass / total);
        let end = at + 1;
        let sum = wide;
        // Neighbors too thin to be hit or told apart share a cell.
        while (wide < THIN && end < branches.length && ((right - left) * branches[end].mass) / total < THIN) {
          sum += ((right - left) * branches[end].mass) / total;
          end++;
        }
        const group = branches.slice(at, end);
        const cell = { level, left: x, right: x + sum, above, parent: slot, group, from: from + at, to: from + end };
        cells.push(cell);
        if (group.length === 1 && !this.ends(group[0].child) && level < LEVELS && sum >= THIN) {
          place(group[0].child, 0, Infinity, x, x + sum, level + 1, cell);
        }
        x += sum;
        at = end;
      }
    };
    const { slot, from, to } = this.view;
    const root = { level: 0, left: 0, right: width, above: null, slot };
    cells.push(root);
    place(slot, from, to, 0, width, 1, root);
    return cells;
  }

  /** Whether nothing is to be shown below a slot: there is none, or it only announces the secret. */
  ends(slot) {
    return slot < 0 || (this.app.facts.announces && this.app.tree.solves[slot] === 1);
  }

  draw() {
    this.width ||= this.canvas.clientWidth;
    if (!this.width) return;
    const onPath = new Set(this.path.slots);
    const last = this.path.slots.at(-1);
    const hadFocus = this.canvas.contains(document.activeElement);
    this.cells = this.layOut(this.width);
    const fragment = document.createDocumentFragment();
    this.cells.forEach((cell, number) => {
      const inside = cell.level === 0 ? onPath.has(cell.slot) : cell.group.some(({ child }) => (child >= 0 ? onPath.has(child) : this.path.solved && cell.parent === last));
      fragment.append((cell.element = this.drawCell(cell, number, inside)));
    });
    this.canvas.replaceChildren(fragment);
    this.canvas.style.setProperty("--levels", String(Math.max(...this.cells.map(({ level }) => level)) + 1));
    this.cells[0].element.tabIndex = 0;
    if (hadFocus) this.cells[0].element.focus();
    this.drawCrumbs();
    this.tell(this.cells[0]);
    this.upButton.disabled = this.views.length < 2;
    this.playButton.disabled = this.view.slot === this.path.slots.at(-1);
  }

  drawCell(cell, number, onPath) {
    const { book, tree } = this.app;
    const element = el("div", { role: "treeitem", "data-cell": String(number), "aria-level": String(cell.level + 1), tabIndex: -1 });
    const wide = cell.right - cell.left;
    element.style.left = `${(100 * cell.left) / this.width}%`;
    element.style.width = `${(100 * wide) / this.width}%`;
    const kinds = ["cell", `level${cell.level}`];
    let label;
    if (cell.level === 0) {
      kinds.push("root");
      label = this.describe(cell);
      this.write(element, wide, [this.guessTitle(cell.slot), this.amount(tree.countAt(cell.slot), tree.mass[cell.slot])]);
    } else if (cell.group.length > 1) {
      kinds.push("merged");
      label = this.describe(cell);
      if (wide >= 9 * LETTER) this.write(element, wide, [`${cell.group.length} cells`]);
    } else {
      const { response, count, mass, child } = cell.group[0];
      kinds.push(this.ends(child) ? "solved" : tree.guess[child] < 0 ? "lost" : "branch");
      label = this.describe(cell);
      element.style.setProperty("--rank", `${Math.round((100 * response) / tree.solved)}%`);
      if (child < 0) this.write(element, wide, wide >= 14 ? ["✓"] : [""]);
      else this.write(element, wide, [plain(this.app.facts, book.responseText(response)), this.guessTitle(child), this.app.facts.weights ? percent(mass / tree.mass[0]) : `${count}`]);
    }
    if (onPath) kinds.push("on-path");
    element.className = kinds.join(" ");
    element.setAttribute("aria-label", label);
    return element;
  }

  /**
   * Lines of text in a cell: all of them where they fit, else the first, if need be from top to bottom. The style sheet
   * writes them: what is heard is the label, which says more.
   */
  write(element, wide, lines) {
    const fits = (line) => line.length * LETTER + 8 <= wide;
    const upright = lines.length > 1 && !fits(lines[0]);
    if (upright && wide < READABLE) return;
    const [first, ...others] = lines;
    element.dataset.first = first;
    if (upright) element.dataset.upright = "";
    else element.dataset.others = others.every(fits) ? others.join("\n") : others.slice(-1).filter(fits).join("");
  }

  guessTitle(slot) {
    const { tree, book } = this.app;
    return tree.guess[slot] < 0 ? "gives up" : book.title(tree.guess[slot]);
  }

  /** How many secrets, and how likely they are where there are chances. */
  amount(count, mass) {
    const { facts, tree } = this.app;
    return counted(count, this.app.book.words.hidden) + (facts.weights ? `, ${percent(mass / tree.mass[0])}` : "");
  }

  /** What a cell is, in a sentence. */
  describe(cell) {
    const { book, tree } = this.app;
    if (cell.level > 0 && cell.group.length > 1) {
      const sum = (key) => cell.group.reduce((before, each) => before + each[key], 0);
      return `${cell.group.length} small cells together: ${this.amount(sum("count"), sum("mass"))}`;
    }
    const slot = cell.level === 0 ? cell.slot : cell.group[0].child;
    if (slot < 0) return `${book.responseWords(tree.solved)}: solved by ${this.guessTitle(cell.parent)}`;
    const branches = tree.branches(slot);
    const largest = branches.reduce((most, { count }) => Math.max(most, count), 0);
    const after = cell.level === 0 ? "" : `${book.responseWords(cell.group[0].response)}: `;
    if (tree.guess[slot] < 0) return `${after}${this.amount(tree.countAt(slot), tree.mass[slot])} lost, the strategy gives up`;
    const parts = branches.length > 1 ? `, ${branches.length} cells, the largest of ${largest}` : "";
    return `${after}${this.amount(tree.countAt(slot), tree.mass[slot])}, ${this.app.facts.noun} ${this.guessTitle(slot)}${parts}`;
  }

  drawCrumbs() {
    const { tree, book } = this.app;
    const items = this.views.map((view, at) => {
      const merged = view.to !== Infinity;
      const text = merged
        ? `${view.to - view.from} cells`
        : view.slot === 0
          ? this.guessTitle(0)
          : `${plain(this.app.facts, book.responseText(tree.response[view.slot]))} ${this.guessTitle(view.slot)}`;
      const here = at === this.views.length - 1;
      const button = el("button", { onclick: () => this.goUp(at), "aria-current": here ? "true" : null }, text);
      return el("li", {}, button);
    });
    this.crumbs.replaceChildren(...items);
  }

  cellAt(event) {
    const element = event.target.closest?.("[data-cell]");
    return element ? this.cells[Number(element.dataset.cell)] : null;
  }

  tell(cell) {
    if (cell) this.about.textContent = this.describe(cell);
  }

  descend(cell) {
    if (!cell || cell.level === 0) return;
    this.following = this.follow.checked = false;
    // From a cell some levels down, the way there goes into the breadcrumb.
    const way = [];
    for (let at = cell; at.level > 0; at = at.above) {
      if (at.group.length > 1) way.push({ slot: at.parent, from: at.from, to: at.to });
      else if (!this.ends(at.group[0].child)) way.push({ slot: at.group[0].child, from: 0, to: Infinity });
    }
    if (!way.length) return;
    this.views.push(...way.reverse());
    this.draw();
    this.zoom(cell.left, cell.right);
    this.app.say(`${this.about.textContent}`);
  }

  up() {
    this.goUp(this.views.length - 2);
  }

  goUp(at) {
    if (at < 0) return;
    this.following = this.follow.checked = false;
    this.views.length = at + 1;
    this.draw();
    this.app.say(`${this.about.textContent}`);
  }

  /** Let the new view grow out of the cell that was entered. */
  zoom(left, right) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const scale = (right - left) / this.width;
    this.canvas.animate(
      [{ transform: `translateX(${left}px) scaleX(${scale})`, opacity: 0.4 }, { transform: "none", opacity: 1 }],
      { duration: 180, easing: "ease-out" },
    );
  }

  key(event) {
    const cell = this.cellAt(event);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const level = this.cells.filter((other) => other.level === cell.level);
    level.sort((one, other) => one.left - other.left);
    const at = level.indexOf(cell);
    const below = this.cells.filter((other) => other.above === cell);
    const moves = {
      ArrowLeft: () => level[at - 1],
      ArrowRight: () => level[at + 1],
      ArrowUp: () => cell.above,
      ArrowDown: () => below[0],
      Home: () => level[0],
      End: () => level.at(-1),
    };
    if (event.key in moves) {
      const next = moves[event.key]();
      if (next) {
        cell.element.tabIndex = -1;
        next.element.tabIndex = 0;
        next.element.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") this.descend(cell);
    else if (event.key === "Escape") this.up();
    else return;
    event.preventDefault();
  }
}
