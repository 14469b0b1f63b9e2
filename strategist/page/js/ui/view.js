// Small parts of the page. All text goes in as text, never as markup: games, tables and strategies are written by
// others.

/** An element with properties (`aria-…`, `data-…` and `role` as attributes, `on…` as listeners) and children. */
function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (/^(aria-|data-|role$|for$)/.test(key)) element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** What only those who hear the page are told. */
function heard(text) {
  return el("span", { class: "heard" }, text);
}

/** Runs of text as they are written: slanted or not. */
function slanted(runs) {
  return runs.map(({ text, italic }) => (italic ? el("em", {}, text) : text));
}

function paint(element, [color, ink]) {
  element.style.backgroundColor = color;
  element.style.color = ink;
  return element;
}

/** The class of a piece, and its language where the capitals on tiles are those of Turkish. */
function pieceOf(facts) {
  return { class: `piece ${facts.look}`, lang: facts.rule?.dotless ? "tr" : null };
}

/** One piece of a code: a colored peg, a tile with its mark, or a plain box. */
function renderPiece(facts, piece, mark = null) {
  const element = el("span", pieceOf(facts), ...(piece.runs ? slanted(piece.runs) : [piece.text]));
  if (facts.look === "pegs" && piece.color !== null) return paint(element, facts.colors[piece.color % facts.colors.length]);
  if (mark !== null) {
    element.dataset.mark = mark;
    return paint(element, facts.markColors[mark]);
  }
  return element;
}

/** A guess as a board shows it; with the response, where its pieces are marked by it. */
function renderCode(book, guess, response = null) {
  const marks = response === null ? null : book.marks(response);
  const pieces = book.pieces(guess).map((piece, place) => renderPiece(book.facts, piece, marks?.[place] ?? null));
  return el("span", { class: "code", role: "img", "aria-label": book.title(guess), "data-name": book.name(guess) }, ...pieces);
}

/** A response as a board shows it: key pegs, small tiles, or its text alone. */
function renderResponse(book, response) {
  const { facts } = book;
  const text = plain(facts, book.responseText(response));
  if (response === facts.inapplicable) return el("span", { class: "answer", "aria-hidden": "true" }, NOT_APPLICABLE);
  const marks = book.marks(response);
  if (marks) {
    const tiles = marks.map((mark) => paint(el("i", { class: "tile" }), facts.markColors[mark]));
    return el("span", { class: "answer short", "aria-hidden": "true" }, el("span", { class: "marks" }, ...tiles), text);
  }
  const keys = facts.look === "pegs" ? book.keys(response) : null;
  if (!keys) return el("span", { class: "answer", "aria-hidden": "true" }, ...slanted(runsOf(facts, book.responseText(response))));
  const pegs = keys.flatMap((count, kind) => Array.from({ length: count }, () => el("i", { class: `key key${kind}` })));
  return el("span", { class: "answer short", "aria-hidden": "true" }, el("span", { class: "keys" }, ...pegs), text);
}

/** A bar as long as the logarithm of the candidates left, so that each good guess takes about the same off it. */
function renderBar(count, most) {
  const bar = el("i", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(most > 1 ? Math.log(Math.max(1, count)) / Math.log(most) : 1));
  return bar;
}

/** `12 left` with its bar; nothing where the count is not known. */
function renderLeft(count, most) {
  if (count === null) return el("span", { class: "left" });
  const text = `${WITH_COMMAS.format(count)} left`;
  return el("span", { class: "left", "data-left": String(count) }, renderBar(count, most), text);
}

/** The arrow keys move between the buttons of a group, beside Tab. */
function arrowKeys(group) {
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...group.querySelectorAll("button:not(:disabled)")];
    const at = buttons.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length].focus();
  });
  return group;
}

/**
 * A guess as tiles to tap, grey, yellow, green. `hear(marks)` gets their marks as one text whenever they are shown;
 * `fill(mark)` gives one mark to all.
 */
function makeTiles(book, guess, hear) {
  const pieces = book.pieces(guess);
  const marks = pieces.map(() => 0);
  const tap = (place) => {
    marks[place] = (marks[place] + 1) % 3;
    show();
  };
  const tiles = pieces.map((piece, place) => el("button", { class: "piece tiles", onclick: () => tap(place) }, piece.text));
  const show = () => {
    tiles.forEach((tile, place) => {
      paint(tile, book.facts.markColors[marks[place]]).dataset.mark = marks[place];
      tile.setAttribute("aria-label", `${pieces[place].text}: ${["grey", "yellow", "green"][marks[place]]}`);
    });
    hear(marks.join(""));
  };
  const fill = (mark) => {
    marks.fill(mark);
    show();
  };
  fill(0);
  return { element: arrowKeys(el("div", { class: "code", role: "group", "aria-label": book.title(guess), "data-name": book.name(guess) }, ...tiles)), fill };
}

/** What an answer that was tapped leaves, a response with its number of candidates; nothing gives it where there is none. */
function tellBranch(book, branch) {
  if (!branch) return "no candidate gives that";
  return book.solved(branch.response) ? "found" : `${branch.count} left then`;
}

/** A row of tabs, with a panel for each: `choose(at)` hears which is chosen, and `mark(at)` shows its panel. */
function makeTabs(names, choose) {
  const list = document.getElementById("tabs");
  const tabs = names.map((name, at) => el("button", { role: "tab", id: `tab-${at}`, "aria-controls": `panel-${at}`, onclick: () => choose(at) }, name));
  const panels = names.map((_, at) => el("div", { role: "tabpanel", id: `panel-${at}`, "aria-labelledby": `tab-${at}` }));
  list.append(...tabs);
  document.getElementById("panels").append(...panels);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (tabs.findIndex(({ tabIndex }) => tabIndex === 0) + step + tabs.length) % tabs.length;
    choose(at);
    tabs[at].focus();
  });
  const mark = (at) =>
    tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", String(other === at));
      tab.tabIndex = other === at ? 0 : -1;
      panels[other].hidden = other !== at;
    });
  return { tabs, panels, mark };
}

/** Text compressed by zlib. */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
