// A game as a text to send to others: the twin of strategist/games/share_text.py. It names no guess, so it gives
// nothing away.

const MARK_SQUARES = ["⬛", "🟨", "🟩"];
const HALF_SQUARE = "🟧";

/** The squares of one response; null where it is of another kind. */
function squaresOf(book, guess, response) {
  const marks = book.marks(response);
  if (marks) return marks.map((mark) => MARK_SQUARES[mark]).join("");
  const { rule } = book.facts;
  if (!["pegs", "grand", "words"].includes(rule?.kind)) return null;
  const width = book.pieces(guess).length;
  const counts = book.responseText(response).match(/\d+/g)?.map(Number);
  // The one number of Jotto counts letters wherever they stand, and only the secret itself is told in a word.
  if (!counts) return MARK_SQUARES[2].repeat(width);
  const kinds = rule.feedback === "jotto" ? [MARK_SQUARES[1]] : [MARK_SQUARES[2], MARK_SQUARES[1], HALF_SQUARE];
  const told = counts.map((count, kind) => kinds[kind].repeat(count)).join("");
  return told + MARK_SQUARES[0].repeat(width - counts.reduce((sum, count) => sum + count, 0));
}

/** How the game ended, and a line for each guess: of squares, or with `plainly` the responses as they are written. */
function shareText(book, moves, ending, plainly = false) {
  const { facts } = book;
  const turns = facts.turns === null ? "" : ` of ${facts.turns}`;
  const made = counted(moves.length, facts.noun);
  const nouns = counted(facts.turns ?? moves.length, facts.noun).split(" ").at(-1);
  const ended = { solved: `solved in ${moves.length}${turns} ${nouns}`, known: `known after ${made}`, lost: `lost after ${made}` }[ending];
  const rows = moves.map(([guess, response]) => squaresOf(book, guess, response));
  const lines = rows.includes(null) ? [] : plainly ? moves.map(([, response]) => book.responseText(response)) : rows;
  return [`${facts.title ?? facts.game}: ${ended ?? `${made} so far`}`, ...lines].join("\n");
}

/** Put a text on the clipboard; where a browser does not let a page from disk do so, by way of a selected field. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", { value: text, readOnly: true, class: "heard", "aria-hidden": "true" });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}

/** The text of a game that is over, and buttons that copy it. */
function renderShare(book, moves, ending) {
  const say = el("span", { class: "hint", role: "status" });
  const squares = shareText(book, moves, ending);
  const words = shareText(book, moves, ending, true);
  const copy = async (text, button) => {
    say.textContent = (await copyText(text)) ? "Copied." : "This browser does not let the page copy: select the text above.";
    button.focus();
  };
  const make = (name, text) => el("button", { type: "button", onclick: (event) => copy(text, event.currentTarget) }, name);
  const told = [words.split("\n")[0], ...moves.map(([, response]) => book.responseWords(response))].join("; ");
  const shown = squares.includes("\n") ? el("p", { class: "squared", role: "img", "aria-label": told }, squares) : null;
  const buttons = shown ? [make("Copy as squares", squares), make("Copy as text", words)] : [make("Copy the result", words)];
  return el("div", { class: "share" }, shown, el("div", { class: "copies" }, ...buttons), say);
}
