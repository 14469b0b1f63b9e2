// A game so far as the fragment of an address: `#guess=1122:1b1w,3345:0b3w&secret=4f2`. A page that is opened with it,
// or loaded once more, goes on where the game stood. In a game in rounds, a semicolon stands between the two players.

/** Somebody who looks at the address must not read the secret there: it is written as another number. */
const MASK = 0x5bd1e995;

/** The kinds of games, in the order of the modes. */
const KINDS = ["answer", "guess", "duel", "referee"];
const OF_TWO = new Set(["duel", "referee"]);

/** `games` are the moves of each player; a `seed` says how a secret lies. */
function writeGame(book, kind, games, secret = null, seed = null) {
  const tell = ([guess, response]) => `${encodeURIComponent(book.name(guess))}:${encodeURIComponent(book.responseText(response))}`;
  const hidden = secret === null ? "" : `&secret=${((secret ^ MASK) >>> 0).toString(36)}`;
  return `#${kind}=${games.map((moves) => moves.map(tell).join(",")).join(";")}${hidden}${seed === null ? "" : `&seed=${seed}`}`;
}

/** What a fragment says: { kind, games, secret, seed }; null where it says nothing that fits the game. */
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
  const { facts } = app;
  const parts = new Map(fragment.replace(/^#/, "").split("&").map((part) => part.split("=", 2)));
  const [kind, text] = [...parts].find(([key]) => KINDS.includes(key)) ?? [];
  if (text === undefined) return null;
  const games = text.split(";").map((each) => movesOf(app, each));
  if (games.includes(null) || games.length !== (OF_TWO.has(kind) ? 2 : 1)) return null;
  // Whoever begins is at most one move ahead.
  if (games.length === 2 && ![0, 1].includes(games[0].length - games[1].length)) return null;
  const secret = parts.has("secret") ? (parseInt(parts.get("secret"), 36) ^ MASK) >>> 0 : null;
  const left = app.consistent([...facts.start, ...games[0]]);
  if (secret !== null && left && !left.includes(secret)) return null;
  return { kind, games, secret, seed: /^\d{1,10}$/.test(parts.get("seed")) ? Number(parts.get("seed")) : null };
}

/** The moves of one player; null where they do not fit the game. */
function movesOf(app, text) {
  const { book, facts, twin } = app;
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
  return !allowed || (left ? !left.length : !app.tree.follow(moves).on) ? null : moves;
}
