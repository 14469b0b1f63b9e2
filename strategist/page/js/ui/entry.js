// How a person enters a guess: by typing, by a pad of symbols or letters, or from a list.

const MOST_LISTED = 60;
const KEYBOARD = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** So many different letters are looked for where a keyboard has them. */
const MANY_LETTERS = 12;

/** The numbers of symbols in the rows of a keyboard; null where they are few, or not all letters of it. */
function asOnKeyboard(symbols) {
  const numberOf = new Map(symbols.map((symbol, at) => [symbol.toLowerCase(), at]));
  const known = [...KEYBOARD.join("")].filter((letter) => numberOf.has(letter));
  if (symbols.length < MANY_LETTERS || known.length < symbols.length) return null;
  return KEYBOARD.map((row) => [...row].filter((letter) => numberOf.has(letter)).map((letter) => numberOf.get(letter)));
}

class Entry {
  /** `submit(text)` returns a complaint, or null when the guess was taken. `id` is that of the field, one of its kind. */
  constructor(app, submit, id) {
    this.app = app;
    this.submit = submit;
    const { facts } = app;
    this.kind = { pegs: "pad", grand: "pad", words: "pad", table: "list" }[facts.rule.kind];
    this.preview = el("div", { class: "code big", "aria-hidden": "true" });
    this.error = el("p", { class: "error", id: `${id}-error`, role: "alert" });
    this.input = el("input", {
      type: "text",
      id,
      autocomplete: "off",
      spellcheck: false,
      autocapitalize: "off",
      "aria-describedby": `${id}-error`,
      oninput: () => this.show(),
    });
    const form = el(
      "form",
      {
        class: "entry",
        onsubmit: (event) => {
          event.preventDefault();
          this.send();
        },
      },
      el("label", { for: id }, `Your ${facts.noun}`),
      el("div", { class: "line" }, this.input, el("button", { class: "primary", type: "submit" }, facts.noun === "question" ? "Ask" : "Guess"), this.makeAnnounceButton()),
    );
    this.pad = this.kind === "pad" ? this.makePad() : el("div", { class: "list", role: "group", "aria-label": "what may be asked" });
    this.element = el("div", {}, this.kind === "pad" ? this.preview : null, form, this.error, this.pad);
    arrowKeys(this.pad);
    this.show();
  }

  /** Announces what stands in the field, where codes are asked and the secret is only to be known. */
  makeAnnounceButton() {
    if (this.kind === "list" || !this.app.facts.announces) return null;
    const announce = () => {
      this.input.value = `=${this.input.value.slice(this.sign.length)}`;
      this.send();
    };
    return el("button", { type: "button", class: "announce", onclick: announce }, "I know it");
  }

  /** What stands before the code in the field and makes it an announcement. */
  get sign() {
    return this.app.facts.announces ? announcementSign(this.input.value) : "";
  }

  /** Put a text into the field. */
  set(text) {
    this.input.value = text;
    this.show();
  }

  send() {
    const complaint = this.submit(this.input.value);
    if (complaint === null) this.set("");
    this.error.textContent = complaint ?? "";
    if (complaint !== null) this.input.focus();
  }

  makePad() {
    const { facts, twin, book } = this.app;
    const words = facts.rule.kind === "words";
    const pieces = words ? twin.letters.map((text) => ({ text, color: null })) : facts.rule.alphabet.map((_, digit) => book.piece(digit));
    this.keys = pieces.map((piece) => {
      const button = el("button", { type: "button", ...pieceOf(facts), onclick: () => this.add(piece.text) }, piece.text);
      if (facts.look === "pegs") paint(button, facts.colors[piece.color % facts.colors.length]);
      return button;
    });
    const back = el("button", { type: "button", class: "back", "aria-label": "delete the last one", onclick: () => this.remove() }, "⌫");
    const rows = asOnKeyboard(pieces.map(({ text }) => text));
    if (!rows) return el("div", { class: words ? "pad letters" : "pad", role: "group", "aria-label": "symbols" }, ...this.keys, back);
    const drawn = rows.map((row) => row.map((at) => this.keys[at]));
    drawn.at(-1).push(back);
    return el("div", { class: "keyboard", role: "group", "aria-label": "symbols" }, ...drawn.map((row) => el("div", { class: "row" }, ...row)));
  }

  get separator() {
    return this.app.facts.rule.separator ?? "";
  }

  add(text) {
    if (this.symbols().length >= this.app.twin.space.width) return;
    const before = this.input.value.trim();
    const whole = before.length > this.sign.trim().length;
    this.set(whole && this.separator ? `${before}${this.separator}${text}` : before + text);
  }

  remove() {
    const symbols = this.symbols();
    this.set(this.sign + symbols.slice(0, -1).map(({ text }) => text).join(this.separator));
  }

  /** The symbols in the field; those that are none as they stand there. */
  symbols() {
    const { facts, twin, book } = this.app;
    const text = this.input.value.slice(this.sign.length);
    if (facts.rule.kind === "words") return twin.space.letters(text).map((letter) => ({ text: letter, color: null }));
    return twin.read(text).map((digit) => (digit === null ? { text: "?", color: null } : book.piece(digit)));
  }

  show() {
    this.error.textContent = "";
    if (this.kind === "list") return this.showList();
    const { facts, twin } = this.app;
    const symbols = this.symbols().slice(0, twin.space.width);
    const empty = Array.from({ length: twin.space.width - symbols.length }, () => el("span", { class: `piece empty ${facts.look}` }));
    this.preview.replaceChildren(...symbols.map((piece) => renderPiece(facts, piece)), ...empty);
    return undefined;
  }

  /** The guesses that hold what was typed. */
  showList() {
    const { twin, book } = this.app;
    const wanted = this.input.value.trim().toLowerCase();
    const found = [];
    for (let guess = 0; guess < twin.guessCount && found.length <= MOST_LISTED; guess++) {
      if (book.title(guess).toLowerCase().includes(wanted) || book.name(guess).toLowerCase().includes(wanted)) found.push(guess);
    }
    const buttons = found.slice(0, MOST_LISTED).map((guess) => {
      const choose = () => {
        this.set(book.name(guess));
        this.send();
      };
      return el("button", { type: "button", class: book.announced(guess) ? "announce" : "", onclick: choose }, book.title(guess));
    });
    this.pad.replaceChildren(...buttons, found.length > MOST_LISTED ? el("span", { class: "hint" }, "type to see others") : "");
  }

  /** Color the letters of the pad by the best mark each got. */
  mark(best) {
    if (!this.app.book.wordle) return;
    this.keys.forEach((button, number) => {
      const mark = best.get(this.app.twin.letters[number]);
      button.style.backgroundColor = mark === undefined ? "" : this.app.facts.markColors[mark][0];
      button.style.color = mark === undefined ? "" : this.app.facts.markColors[mark][1];
    });
  }
}
