// A game so far as the fragment of an address: `#guess=1122:1b1w,3345:0b3w&secret=4f2`. A page that is opened with it, or
// loaded once more, goes on where the game stood.

/** Somebody who looks at the address must not read the secret there: it is written as another number. */
const MASK = 0x5bd1e995;

function writeGame(book, kind, moves, secret = null) {
  const told = moves.map(([guess, response]) => `${encodeURIComponent(book.name(guess))}:${encodeURIComponent(book.responseText(response))}`);
  const hidden = secret === null ? "" : `&secret=${((secret ^ MASK) >>> 0).toString(36)}`;
  return `#${kind}=${told.join(",")}${hidden}`;
}

/** What a fragment says: { kind, moves, secret }; null where it says nothing that fits the game. */
function readGame(app, fragment) {
  try {
    return gameOf(app, fragment);
  } catch (error) {
    // Somebody has cut an escape in two.
    if (error instanceof URIError) return null;
    throw error;
  }
}

function gameOf(app, fragment) {
  const { book, facts, twin } = app;
  const parts = new Map(fragment.replace(/^#/, "").split("&").map((part) => part.split("=", 2)));
  const [kind, text] = [...parts].find(([key]) => key === "answer" || key === "guess") ?? [];
  if (text === undefined) return null;
  const moves = [];
  for (const each of text.split(",").filter(Boolean)) {
    const [name, told] = each.split(":").map(decodeURIComponent);
    const move = [book.findGuess(name), book.findResponse(told)];
    if (move.includes(-1)) return null;
    moves.push(move);
  }
  const history = [...facts.start, ...moves];
  const left = app.consistent(history);
  const allowed = moves.every(([guess], at) => !twin || (twin.refuses(history.slice(0, facts.start.length + at), guess) === null && !book.announced(guess)));
  if (!allowed || (left ? !left.length : !app.tree.follow(moves).on)) return null;
  const secret = parts.has("secret") ? (parseInt(parts.get("secret"), 36) ^ MASK) >>> 0 : null;
  if (secret !== null && left && !left.includes(secret)) return null;
  return { kind, moves, secret };
}
